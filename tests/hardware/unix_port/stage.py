"""Programs for a hub, with all that lies on one beside them, in a real MicroPython and in CPython."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

from hardware.clock import MonotonicClock
from hardware.virtual.clock import VirtualClock
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MICROPYTHON_PATH, MicroPythonProcess
from tests.hardware.subset import HOUSE, RUNNING

PYTHONS = {"micropython": (str(MICROPYTHON_PATH),), "cpython": (sys.executable, "-S")}
"""CPython without its site: it finds Herald's packages in the flash, and nowhere else."""

WIRED = {"a": (0, 17), "b": (0, 20), "c": (1, 13)}
"""Zone -> SPI bus and chip select of its reader."""
WATCH = "from program import readers, watch\nwatch(readers())\n"
PATIENCE_S = 20
"""By the real clock, on a machine that has other things to do."""


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
    with MicroPythonProcess(PicoWorld(VirtualClock()), staged(folder / "flash", program)) as pico:
        pico.run_for(1_000)
        return pico.output + pico.error_output


class Table:
    """Three readers and a program for them, with `program.py` beside it."""

    def __init__(
        self,
        flash: Path,
        program: str = WATCH,
        *,
        python: str = "micropython",
        ticks_us: int = 0,
        clock: MonotonicClock | None = None,
    ) -> None:
        staged(flash, program)
        shutil.copy(Path(__file__).parent / "program.py", flash)
        wired = "".join(f"{name} {bus} {select}\n" for name, (bus, select) in WIRED.items())
        (flash / "readers.txt").write_text(wired)
        self.world = PicoWorld(clock or VirtualClock(), ticks_us=ticks_us)
        self.readers = {name: self.world.add_reader(*place) for name, place in WIRED.items()}
        self.pico = MicroPythonProcess(self.world, flash, python=PYTHONS[python])
        self._told = 0

    def run(self, ms: int) -> list[str]:
        """What was said in that virtual time, without the times."""
        self.pico.run_for(ms)
        assert self.pico.error_output == ""
        lines = self.pico.output.splitlines()
        new = lines[self._told :]
        self._told = len(lines)
        return [line.partition(" ")[2].strip() for line in new]

    def hears(self, text: str) -> None:
        """Wait by the real clock until it is said."""
        until = time.monotonic() + PATIENCE_S
        while text not in self.pico.output:
            assert time.monotonic() < until, f"{self.pico.output}\n{self.pico.error_output}"
            time.sleep(0.01)
