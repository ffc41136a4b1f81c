"""A Pico on a cable: the real MicroPython with a flash of its own, at the end of a pty, as a host sees it."""

from __future__ import annotations

import os
import tty
from pathlib import Path
from types import TracebackType

from hardware.clock import RealClock
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MICROPYTHON_PATH, MicroPythonProcess

PROMPT = Path(__file__).parent / "prompt.py"


class Plugged:
    """`flash`: the folder that is its flash. A link in the folder, ttyPico and something, leads to the device at which
    it is; with `wanders` both are others after each start.
    """

    def __init__(self, folder: Path, *, wanders: bool = False) -> None:
        self.flash = folder / "flash"
        self.flash.mkdir(parents=True, exist_ok=True)
        self.world = PicoWorld(RealClock())
        self._folder = folder
        self._wanders = wanders
        self._starts = 0
        self._ours, self._theirs = -1, -1
        self._link = folder / "ttyPico"
        self._pico = MicroPythonProcess(
            self.world, self.flash, ends=self._ends, python=(str(MICROPYTHON_PATH), str(PROMPT))
        )

    def __enter__(self) -> Plugged:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    @property
    def path(self) -> str:
        """Its device now."""
        return os.ttyname(self._theirs)

    @property
    def errors(self) -> str:
        """What its program ended with, if it did by itself."""
        return self._pico.error_output

    def plug(self) -> None:
        """Give it power."""
        self._pico.power_on()

    def unplug(self) -> None:
        """Take its power, and the line with it."""
        self._pico.power_off()
        self._cut()

    def put(self, files: dict[str, bytes]) -> None:
        """Write into its flash."""
        for name, content in files.items():
            path = self.flash / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def files(self) -> dict[str, bytes]:
        """What lies in its flash."""
        return {
            str(path.relative_to(self.flash)): path.read_bytes()
            for path in self.flash.rglob("*")
            if path.is_file()
        }

    def _ends(self) -> tuple[int, int]:
        """It starts: USB begins anew."""
        if self._wanders or self._ours < 0:
            self._cut()
            self._ours, self._theirs = os.openpty()
            tty.setraw(self._theirs)
            self._link = self._folder / f"ttyPico{self._starts}"
            self._link.symlink_to(self.path)
        self._starts += 1
        return self._ours, self._ours

    def _cut(self) -> None:
        if self._ours >= 0:
            self._link.unlink()
            os.close(self._ours)
            os.close(self._theirs)
            self._ours = -1
