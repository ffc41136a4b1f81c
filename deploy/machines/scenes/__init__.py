"""The scenes that machines show. A scene is a function of a SceneRun; its docstring says what it shows."""

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
"""Scene -> its module; the function has the scene's name with underscores."""


SCENES_BY_OTHER_PLATFORM: Final = {
    "bookworm-amd64": ("starts", "gives-up", "sandbox", "pins", "update"),
    "trixie-arm64": ("starts", "first-picture", "two-cards", "touch", "cost"),
    "bookworm-arm64": ("starts",),
}
"""The scenes of --all on other kinds than the first: those for which another release or processor matters."""


def scenes_for(kind: Platform) -> list[str]:
    """The scenes of --all on that kind."""
    return list(SCENES_BY_OTHER_PLATFORM.get(str(kind), SCENES))


def load_scene(name: str) -> SceneFunction:
    """The function of a scene."""
    found: SceneFunction = getattr(
        import_module(f"machines.scenes.{SCENES[name]}"), f"show_{name.replace('-', '_')}"
    )
    return found
