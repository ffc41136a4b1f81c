"""How Kivy is to start. It reads its settings when it is imported, so `settle` is called before anything of
Kivy is.

Nothing is read from or written to Kivy's own settings files: what is not said here is Kivy's default.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

from companion.screen.display.devices import ROOT, Connector, connectors, panel

PANEL = (800, 480)
"""The smallest panel Herald is made for, in pixels: the 7 inch one of the Raspberry Pi."""
PANELS = (PANEL, (1024, 600))
"""Those that people have."""

WIDE = 154.0
HIGH = 90.0
"""What every screen is laid out on, in millimetres: the face of a 7 inch panel."""

Size = tuple[int, int]


def dots(size: Size) -> float:
    """Dots an inch that make a window of `size` pixels at least `WIDE` x `HIGH` millimetres: 132 at 800 x
    480, 169 at 1024 x 600.
    """
    width, height = size
    return round(25.4 * min(width / WIDE, height / HIGH), 1)


def display(root: Path = ROOT) -> str | None:
    """Where a window can be opened: "desktop", "console" (a Pi without a desktop), or None: there is no graphics
    card, or nothing is connected to any.
    """
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return "desktop"
    if any((root / "dev/dri").glob("card*")) and panel(connectors(root)) is not None:
        return "console"
    return None


def settle(
    size: Size = PANEL,
    where: str | None = None,
    *,
    rotation: int = 0,
    touch: str | None = None,
    shown: Connector | None = None,
) -> None:
    """Tell Kivy how to open its window.

    `where` is "desktop", "console", "offscreen" (tests: nothing is shown) or None for what `display` finds;
    `rotation` turns picture and touch together, in degrees; `touch` is a Kivy input provider that stands in
    for the usual one; `shown` is the connector whose card draws on a console, None for the one that `panel` finds.
    """
    where = where or display() or "desktop"
    os.environ.update(_environment(size, where))
    if where == "console" and (shown := shown or panel(connectors())) is not None:
        # SDL 2.30 takes the card of this number; without one, the first that the folder /dev/dri happens to list.
        # A Pi 5 has two (HDMI, and a DSI panel's own), and which is card0 changes from start to start.
        os.environ["SDL_KMSDRM_DEVICE_INDEX"] = str(shown.number)
    from kivy.config import Config  # only now: importing it reads the environment

    for section, settings in _settings(size, where, rotation).items():
        for name, value in settings.items():
            Config.set(section, name, value)
    Config.remove_section("input")
    Config.add_section("input")
    provider = touch or TOUCH[where]
    if provider:
        Config.set("input", "finger", provider)  # exactly one: with two, each tap counts twice


TOUCH = {
    "desktop": "mouse,disable_multitouch",
    "console": "",  # companion.screen.display.touchscreens adds one for each, whenever it comes
    "offscreen": "",  # the test brings its own
}
"""The one input provider, by where the window is."""


def _environment(size: Size, where: str) -> dict[str, str]:
    """What Kivy and SDL read from the environment."""
    told = {
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",  # else it takes over logging and sys.stderr
        "KIVY_HOME": str(user_cache_path("herald") / "kivy"),
        "KIVY_DPI": str(dots(size)),
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_IMAGE": "sdl2",  # reads PNG; others that happen to be installed cost memory
    }
    if where == "console":
        told["SDL_VIDEODRIVER"] = "kmsdrm"
    if where == "offscreen":
        told["SDL_VIDEODRIVER"] = "offscreen"
    return told


def _settings(size: Size, where: str, rotation: int) -> dict[str, dict[str, str]]:
    """Kivy's own settings, by section."""
    return {
        "kivy": {"exit_on_escape": "0", "log_level": "warning"},
        "graphics": {
            "width": str(size[0]),
            "height": str(size[1]),
            "minimum_width": "640" if where == "desktop" else "0",
            "minimum_height": "384" if where == "desktop" else "0",
            "fullscreen": "auto" if where == "console" else "0",
            "rotation": str(rotation),
            "multisamples": "0",  # our shapes bring their own soft edges, and pixels repeat on every machine
            "vsync": "0" if where == "offscreen" else "1",  # asynchronous flips fail on a Pi 5
            "maxfps": "0" if where == "offscreen" else "60",
            "show_cursor": "0" if where == "console" else "1",
        },
    }


def fit(size: Size) -> None:
    """Tell Kivy how many pixels a millimetre has in a window of this size (as large as a window becomes, so
    large becomes what is in it).
    """
    from kivy.metrics import Metrics  # only here: `settle` comes before Kivy

    Metrics.dpi = dots(size)
