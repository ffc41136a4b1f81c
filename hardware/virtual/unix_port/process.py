"""Runs a Pico's program in MicroPython's unix port, resets it, and cuts its power."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType

from hardware.errors import HardwareMissingError
from hardware.virtual.clock import VirtualClock
from hardware.virtual.unix_port.pico_world import POWER_ON_CAUSE, WATCHDOG_CAUSE, PicoWorld
from hardware.virtual.unix_port.request_handler import (
    DONE_REPLY,
    RequestHandler,
    ResetRequested,
    SleepRequested,
)

MICROPYTHON_PATH = Path(sys.prefix) / "bin/micropython"
"""deploy/setup --tests installs it there."""
BOOT_SCRIPT = Path(__file__).parent / "modules/boot.py"

STUCK_TIMEOUT_S = 30
"""Seconds of the real clock that a program may compute in virtual time without a request."""


class MicroPythonProcess:
    """A Pico with a program in its flash, run by MicroPython's unix port.

    `flash` is a folder with main.py and what it imports; files that the program opens by relative names are
    there, too.

    With a VirtualClock, `run_for` lets time pass; with another one the program runs by itself, and a thread
    answers it. `status`: the exit status of a program that ended by itself, None while it runs; on a Pico
    MicroPython's prompt would appear then.
    """

    def __init__(
        self,
        world: PicoWorld,
        flash: Path,
        *,
        ends: Callable[[], tuple[int, int]] | None = None,
        python: Sequence[str] = (str(MICROPYTHON_PATH),),
    ) -> None:
        """`ends` returns, at each start, the caller's descriptors for standard input and output.

        Without it the program has no input, and its output is in `output`. `python`: another Python and its
        options, as `-X heapsize=200K`. Raises HardwareMissingError without a MicroPython.
        """
        if not Path(python[0]).exists():
            raise HardwareMissingError(f"there is no MicroPython at {python[0]}: run deploy/setup --tests")
        self.world = world
        self.status: int | None = None
        self._flash = flash
        self._ends = ends
        self._python = python
        self._virtual = isinstance(world.clock, VirtualClock)
        self._answers = RequestHandler(world, self._virtual)
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process: subprocess.Popen[bytes] | None = None
        self._requests, self._replies = -1, -1
        self._received = bytearray()
        self._wakes_us: int | None = None
        self._off = Event()
        self._turning = Lock()  # power may be cut while a thread restarts the program
        self._thread: Thread | None = None

    def __enter__(self) -> MicroPythonProcess:
        self.power_on()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.power_off()
        self._output.close()
        self._errors.close()

    @property
    def output(self) -> str:
        """The output of the program since its first start, where there are no `ends`."""
        return _text(self._output.fileno())

    @property
    def error_output(self) -> str:
        """The uncaught exceptions of the program."""
        return _text(self._errors.fileno())

    def power_on(self) -> None:
        """Switch the power on."""
        self._off.clear()
        self._start(POWER_ON_CAUSE)
        if not self._virtual:
            self._thread = Thread(target=self._live, name="unix port", daemon=True)
            self._thread.start()

    def power_off(self) -> None:
        """Cut the power: the program has no time for anything."""
        with self._turning:
            self._off.set()
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._stop()

    def run_for(self, ms: int) -> None:
        """Let so many virtual milliseconds pass. Raises TimeoutError when the program computes without end."""
        until_us = self.world.clock.now_us() + 1000 * ms
        while self.world.clock.now_us() < until_us:
            if self._wakes_us is not None or self.status is not None:
                self._pass(until_us)
            elif not self._served(STUCK_TIMEOUT_S):
                raise TimeoutError(
                    f"the program asked for nothing for {STUCK_TIMEOUT_S} s: does it loop without a clock?"
                )
            if self._bitten():
                self._restart()

    def _pass(self, until_us: int) -> None:
        """Let time pass while the program sleeps, or has ended."""
        clock, bites_us = self.world.clock, self.world.watchdog_due_us
        ends = [until_us, *(at for at in (self._wakes_us, bites_us) if at is not None)]
        clock.wait_us(min(ends) - clock.now_us())
        if self._wakes_us is not None and clock.now_us() >= self._wakes_us:
            self._wakes_us = None
            os.write(self._replies, DONE_REPLY)

    def _live(self) -> None:
        """Run the program by the real clock."""
        while not self._off.is_set():
            bites_us = self.world.watchdog_due_us
            left_s = (
                None if bites_us is None else max(0.0, (bites_us - self.world.clock.now_us()) / 1_000_000)
            )
            if self.status is not None:
                self._off.wait(left_s)
            else:
                self._served(left_s)
            if self._bitten():
                self._restart()

    def _bitten(self) -> bool:
        bites_us = self.world.watchdog_due_us
        return bites_us is not None and self.world.clock.now_us() >= bites_us

    def _served(self, patience_s: float | None) -> bool:
        """Answer the next requests of the program; whether there was anything in time."""
        if not select.select((self._requests,), (), (), patience_s)[0]:
            return False
        data = os.read(self._requests, 65_536)
        if not data:
            self._over()
            return True
        self._received += data
        try:
            while (answer := self._answers.answer_next(self._received)) is not None:
                if answer:
                    os.write(self._replies, answer)
        except SleepRequested as sleep:
            self._wakes_us = self.world.clock.now_us() + sleep.us
        except ResetRequested:
            self._restart()
        except BrokenPipeError:
            self._over()
        return True

    def _over(self) -> None:
        """Note that the program has ended by itself, or was killed."""
        assert self._process is not None
        self.status = self._process.wait()

    def _restart(self) -> None:
        with self._turning:
            if not self._off.is_set():
                self._stop()
                self._start(WATCHDOG_CAUSE)

    def _start(self, cause: int) -> None:
        self.world.start(cause)
        self.status, self._wakes_us = None, None
        self._received.clear()
        answers, self._replies = os.pipe()
        self._requests, requests = os.pipe()
        stdin, stdout = self._ends() if self._ends else (subprocess.DEVNULL, self._output.fileno())
        self._process = subprocess.Popen(
            [*self._python, str(BOOT_SCRIPT), str(answers), str(requests)],
            cwd=self._flash,
            stdin=stdin,
            stdout=stdout,
            stderr=self._errors,
            pass_fds=(answers, requests),
        )
        os.close(answers)
        os.close(requests)

    def _stop(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        os.close(self._requests)
        os.close(self._replies)


def _text(descriptor: int) -> str:
    return os.pread(descriptor, 10_000_000, 0).decode()
