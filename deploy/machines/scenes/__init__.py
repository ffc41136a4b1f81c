"""What machines must show, scene by scene. A scene is a function of a Stage; its docstring says what it shows."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from machines.kinds import Kind
from machines.stage import Scene

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
"""Scene -> the module that has it, under its name with underscores."""


ELSEWHERE: Final = {
    "bookworm-amd64": ("starts", "gives-up", "sandbox", "pins", "update"),
    "trixie-arm64": ("starts", "first-picture", "two-cards", "touch", "cost"),
    "bookworm-arm64": ("starts",),
}
"""What is shown of --all on other kinds than the first: where another release or processor can make a difference."""


def scenes_on(kind: Kind) -> list[str]:
    """What --all shows on that kind."""
    return list(ELSEWHERE.get(str(kind), SCENES))


def scene(name: str) -> Scene:
    """The function that shows it."""
    found: Scene = getattr(import_module(f"machines.scenes.{SCENES[name]}"), name.replace("-", "_"))
    return found
