"""How Kivy starts: its settings are read when it is imported, so `configure_kivy` must be called before.

Nothing is read from or written to Kivy's own settings files: what is not set here is Kivy's default.
"""

from __future__ import annotations

import ctypes
import os
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from companion.rules.errors import HeraldError
from companion.screen.display.sysfs import (
    FILESYSTEM_ROOT,
    DisplayConnector,
    choose_connector,
    list_connectors,
)

SMALLEST_PANEL = (800, 480)
"""The smallest panel that Herald supports, in pixels: the 7 inch one of the Raspberry Pi."""
PANEL_SIZES = (SMALLEST_PANEL, (1024, 600))
"""The usual panels."""
SMALLEST_WINDOW = (640, 384)
"""The smallest window on a desktop, in pixels: in a smaller one letters are too small to be drawn."""

LAYOUT_WIDTH = 154.0
LAYOUT_HEIGHT = 90.0
"""The least size of every page's layout, in millimetres: the face of a 7 inch panel."""

KIVY_STYLE_FOLDER = Path(__file__).with_name("kivy_style")
"""The folder of the rules for Kivy's own widgets."""

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables that name a desktop's display."""
INVISIBLE_DRIVERS = ("offscreen", "dummy")
"""What SDL draws with where it can open no window that people would see."""

SDL_INIT_VIDEO = 0x20
"""SDL's number for what opens windows (SDL.h)."""

PixelSize = tuple[int, int]


class NoVisibleWindow(HeraldError, OSError):
    """No window can be opened that anybody would see."""


def dots_per_inch_to_fit_layout(size: PixelSize) -> float:
    """Dots per inch that make a window of `size` pixels at least LAYOUT_WIDTH x LAYOUT_HEIGHT mm.

    These are 132 at 800 x 480, and 169 at 1024 x 600.
    """
    width, height = size
    return round(25.4 * min(width / LAYOUT_WIDTH, height / LAYOUT_HEIGHT), 1)


def detect_display_kind(root: Path = FILESYSTEM_ROOT) -> str | None:
    """Where a window can be opened: "desktop", "console" (a Pi without a desktop), or None.

    None means that there is no graphics card, or nothing is connected to any.
    """
    if any(map(os.environ.get, DISPLAY_VARIABLES)):
        return "desktop"
    if any((root / "dev/dri").glob("card*")) and choose_connector(list_connectors(root)) is not None:
        return "console"
    return None


def configure_kivy(
    size: PixelSize = SMALLEST_PANEL,
    display: str | None = None,
    *,
    rotation: int = 0,
    input_provider: str | None = None,
    connector: DisplayConnector | None = None,
) -> None:
    """Tell Kivy how to open its window.

    `display` is "desktop", "console", "offscreen" (tests: nothing is shown) or None for what `detect_display_kind`
    finds; `rotation` turns picture and touch together, in degrees; `input_provider` is a Kivy input provider
    that replaces the usual one; `connector` is the connector whose card draws on a console, None for the one
    that `choose_connector` finds.
    """
    display = display or detect_display_kind() or "desktop"
    os.environ.update(_environment(size, display))
    if display == "console" and (connector := connector or choose_connector(list_connectors())) is not None:
        # SDL 2.30 takes the card of this number; without one, the first that the folder /dev/dri happens to list.
        # A Pi 5 has two (HDMI, and a DSI panel's own), and which is card0 changes from start to start.
        os.environ["SDL_KMSDRM_DEVICE_INDEX"] = str(connector.card_number)
    from kivy.config import Config  # only now: importing it reads the environment

    for section, settings in _settings(size, display, rotation).items():
        for name, value in settings.items():
            Config.set(section, name, value)
    Config.remove_section("input")
    Config.add_section("input")
    provider = input_provider or INPUT_PROVIDERS[display]
    if provider:
        Config.set("input", "finger", provider)  # exactly one: with two, each tap counts twice
    _load_kivy_language()


def _load_kivy_language() -> None:
    """Import Kivy's language with few rules: it reads those of all its widgets otherwise, a tenth of a start."""
    import kivy
    import kivy.resources  # where it looks for data is to stay

    usual = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(KIVY_STYLE_FOLDER)
    try:
        import kivy.lang.builder  # takes the folder and reads its style.kv
    finally:
        kivy.kivy_data_dir = usual


INPUT_PROVIDERS = {
    "desktop": "mouse,disable_multitouch",
    "console": "",  # companion.screen.display.touchscreen_watcher adds one for each, whenever it comes
    "offscreen": "",  # the test brings its own
}
"""The one input provider, by where the window is."""


def _environment(size: PixelSize, where: str) -> dict[str, str]:
    """What Kivy and SDL read from the environment."""
    variables = {
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",  # otherwise it takes over logging and sys.stderr
        "KIVY_HOME": str(user_cache_path("herald") / "kivy"),
        "KIVY_DPI": str(dots_per_inch_to_fit_layout(size)),
        "KIVY_METRICS_DENSITY": "1",
        # the next one, x11, ends the program where there is no X server; the bench wants none
        "KIVY_WINDOW": os.environ.get("KIVY_WINDOW", "sdl2"),
        "KIVY_IMAGE": "sdl2",  # reads PNG; others that happen to be installed cost memory
    }
    if where == "console":
        variables["SDL_VIDEODRIVER"] = "kmsdrm"
    if where == "offscreen":
        variables["SDL_VIDEODRIVER"] = "offscreen"
    return variables


def _settings(size: PixelSize, where: str, rotation: int) -> dict[str, dict[str, str]]:
    """Kivy's own settings, by section."""
    return {
        "kivy": {"exit_on_escape": "0", "log_level": "warning"},
        "graphics": {
            "width": str(size[0]),
            "height": str(size[1]),
            "minimum_width": str(SMALLEST_WINDOW[0]) if where == "desktop" else "0",
            "minimum_height": str(SMALLEST_WINDOW[1]) if where == "desktop" else "0",
            "fullscreen": "auto" if where == "console" else "0",
            "rotation": str(rotation),
            "multisamples": "0",  # our shapes bring their own soft edges, and pixels repeat on every machine
            "vsync": "0" if where == "offscreen" else "1",  # asynchronous flips fail on a Pi 5
            "maxfps": "0" if where == "offscreen" else "60",
            "show_cursor": "0" if where == "console" else "1",
        },
    }


def require_visible_window(display: str) -> None:
    """Open Kivy's window on a desktop or a console, and make sure that it is one; raises NoVisibleWindow.

    A variable may name a desktop's display that is not there, or that this user may not use, and another program may
    hold a console's.
    """
    if os.environ.get("SDL_VIDEODRIVER") in INVISIBLE_DRIVERS:  # whoever says so wants to see nothing
        return
    from kivy.core.window import Window

    if Window is None or _video_driver(_sdl()) in INVISIBLE_DRIVERS:
        where = named_displays() if display == "desktop" else "this console"
        raise NoVisibleWindow(f"No window can be opened on {where}")


def can_open_window() -> bool:
    """Whether SDL could open a window on a desktop just now that people would see; none is opened."""
    sdl = _sdl()
    if sdl is None or sdl.SDL_InitSubSystem(SDL_INIT_VIDEO) != 0:
        return False
    driver = _video_driver(sdl)
    sdl.SDL_QuitSubSystem(SDL_INIT_VIDEO)  # counted: a window that is open stays
    return driver not in INVISIBLE_DRIVERS


def named_displays() -> str:
    """The variables that name a desktop's display, as they are set: `DISPLAY=:0`."""
    return " or ".join(f"{name}={os.environ[name]}" for name in DISPLAY_VARIABLES if os.environ.get(name))


def _sdl() -> ctypes.CDLL | None:
    """SDL as Kivy brings it, or as the system does."""
    kivy = find_spec("kivy")  # found without being imported: that opens no window
    beside = Path(kivy.origin).parents[1] if kivy is not None and kivy.origin is not None else Path()
    library = next(map(str, beside.glob("Kivy.libs/libSDL2-2*")), None) or find_library("SDL2")
    if library is None:
        return None
    sdl = ctypes.CDLL(library)
    sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    return sdl


def _video_driver(sdl: ctypes.CDLL | None) -> str:
    """The driver that SDL draws with: x11, wayland, kmsdrm; "" where it draws nothing."""
    return (sdl.SDL_GetCurrentVideoDriver() or b"").decode() if sdl is not None else ""


def turn_window(rotation: int) -> None:
    """Turn picture and touch of the open window to so many degrees anticlockwise, at once."""
    from kivy.core.window import Window  # only here: `configure_kivy` must run before Kivy is imported

    Window.rotation = rotation
    Window.update_viewport()  # Kivy does so only where the size changes, and half a turn leaves it


def fit_metrics_to_window(size: PixelSize) -> None:
    """Tell Kivy how many pixels a millimetre has in a window of this size.

    Everything is scaled with the window.
    """
    from kivy.metrics import Metrics  # only here: `configure_kivy` must run before Kivy is imported

    Metrics.dpi = dots_per_inch_to_fit_layout(size)
