"""Programs for a hub, with all that lies on one beside them, in a real MicroPython and in CPython."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from hardware.virtual.clock import VirtualClock
from hardware.virtual.unix_port.process import MICROPYTHON, UnixPort
from hardware.virtual.unix_port.world import World
from tests.hardware.subset import HOUSE, RUNNING

PYTHONS = {"micropython": (str(MICROPYTHON),), "cpython": (sys.executable, "-S")}
"""CPython without its site: it finds Herald's packages in the flash, and nowhere else."""

PROGRAMS = Path(__file__).parent


def staged(flash: Path, program: str) -> Path:
    """A folder like a hub's flash, with a program as its main.py."""
    for path in RUNNING.values():
        to = flash / path.relative_to(HOUSE)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    (flash / "main.py").write_text(program)
    return flash


def says(folder: Path, program: str) -> str:
    """What a program prints that ends by itself, asked of a real MicroPython; its last words if it fails."""
    with UnixPort(World(VirtualClock()), staged(folder / "flash", program)) as pico:
        pico.run(1_000)
        return pico.said + pico.errors
