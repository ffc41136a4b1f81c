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
"""deploy/setup --tests puts it there."""
BOOT_SCRIPT = Path(__file__).parent / "modules/boot.py"

STUCK_TIMEOUT_S = 30
"""By the real clock: so long a program may think in virtual time without asking for anything."""


class MicroPythonProcess:
    """A Pico with a program in its flash: `flash` is a folder with main.py and what it imports; files that the program
    opens by names without a slash at the start lie there, too.

    With a VirtualClock, `run_for` lets time pass; with another one the program runs by itself, and a thread answers it.
    `status`: how the program ended by itself, None while it runs; on a Pico MicroPython's prompt would be there then.
    """

    def __init__(
        self,
        world: PicoWorld,
        flash: Path,
        *,
        ends: Callable[[], tuple[int, int]] | None = None,
        python: Sequence[str] = (str(MICROPYTHON_PATH),),
    ) -> None:
        """`ends`: asked at each start for the descriptors of standard input and output, of a pty or of pipes, that stay
        the caller's; without it the program hears nothing, and what it says is in `output`. `python`: another Python
        and its options, `-X heapsize=200K` for example.

        Raises Missing without a MicroPython.
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
        self._heard = bytearray()
        self._wakes_us: int | None = None
        self._off = Event()
        self._turning = Lock()  # the plug may be pulled while a thread starts the program anew
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
        """What the program printed since it was first started, if no `ends` were given."""
        return _text(self._output.fileno())

    @property
    def error_output(self) -> str:
        """Its last words: uncaught exceptions."""
        return _text(self._errors.fileno())

    def power_on(self) -> None:
        """Plug it in."""
        self._off.clear()
        self._start(POWER_ON_CAUSE)
        if not self._virtual:
            self._thread = Thread(target=self._live, name="unix port", daemon=True)
            self._thread.start()

    def power_off(self) -> None:
        """Pull the plug: the program has no time for anything."""
        with self._turning:
            self._off.set()
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._stop()

    def run_for(self, ms: int) -> None:
        """Let so much virtual time pass. Raises TimeoutError when the program asks for nothing for ever."""
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
        """Time goes by while the program sleeps, or is over."""
        clock, bites_us = self.world.clock, self.world.watchdog_due_us
        ends = [until_us, *(at for at in (self._wakes_us, bites_us) if at is not None)]
        clock.wait_us(min(ends) - clock.now_us())
        if self._wakes_us is not None and clock.now_us() >= self._wakes_us:
            self._wakes_us = None
            os.write(self._replies, DONE_REPLY)

    def _live(self) -> None:
        """The program's life by the real clock."""
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
        """Answer what the program asks for next; whether it did anything in time."""
        if not select.select((self._requests,), (), (), patience_s)[0]:
            return False
        data = os.read(self._requests, 65_536)
        if not data:
            self._over()
            return True
        self._heard += data
        try:
            while (answer := self._answers.answer_next(self._heard)) is not None:
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
        """The program has ended by itself, or was killed."""
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
        self._heard.clear()
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
