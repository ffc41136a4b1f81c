"""What machines must show, scene by scene. A scene is a function of a `SceneRun`; its docstring says what it shows."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from machines.platforms import Platform
from machines.scene_run import SceneFunction

SCENES: Final = {
    "starts": "start",
    "ten-starts": "start",
    "first-picture": "panel",
    "no-panel": "panel",
    "card-gone": "panel",
    "two-cards": "panel",
    "rotation": "panel",
    "touch": "touch",
    "watchdog": "service",
    "gives-up": "service",
    "sandbox": "sandbox",
    "cuts": "cuts",
    "full-disk": "full_disk",
    "clock": "clock",
    "update": "update",
    "logs": "logs",
    "cost": "cost",
    "pins": "pins",
    "hub": "hub",
    "sound": "sound",
    "doctor": "doctor",
    "doctor-service": "doctor",
    "switch-off": "switch_off",
}
"""Scene -> the module that has it, as `show_` and its name with underscores."""


SCENES_BY_OTHER_PLATFORM: Final = {
    "bookworm-amd64": ("starts", "gives-up", "sandbox", "pins", "update"),
    "trixie-arm64": ("starts", "first-picture", "two-cards", "touch", "cost"),
    "bookworm-arm64": ("starts",),
}
"""What is shown of --all on other kinds than the first: where another release or processor can make a difference."""


def scenes_for(kind: Platform) -> list[str]:
    """What --all shows on that kind."""
    return list(SCENES_BY_OTHER_PLATFORM.get(str(kind), SCENES))


def load_scene(name: str) -> SceneFunction:
    """The function that shows it."""
    found: SceneFunction = getattr(
        import_module(f"machines.scenes.{SCENES[name]}"), f"show_{name.replace('-', '_')}"
    )
    return found
