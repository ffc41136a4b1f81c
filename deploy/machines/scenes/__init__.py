"""What machines must show, scene by scene. A scene is a function of a Stage; its docstring says what it shows."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from machines.stage import Scene

SCENES: Final = {
    "starts": "start",
    "ten-starts": "start",
    "sound": "sound",
    "doctor": "doctor",
    "doctor-service": "doctor",
}
"""Scene -> the module that has it, under its name with underscores."""


def scene(name: str) -> Scene:
    """The function that shows it."""
    found: Scene = getattr(import_module(f"machines.scenes.{SCENES[name]}"), name.replace("-", "_"))
    return found
