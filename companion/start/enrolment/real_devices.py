"""The reader and keyboard of this machine for an enrolment.

`companion.start.enrolment.virtual_devices` has the virtual ones.
"""

from __future__ import annotations

import os
import select
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeVar

from companion.start.enrolment.enrolment_terminal import TagMemory
from hardware.device_manager import DeviceManager, make_device_manager
from hardware.errors import HardwareError
from hardware.events import HardwareEvent
from hardware.lights import LightSignal, SoundSignal
from hardware.wiring_schema import WiringPlan

TAG_JOB_TIMEOUT_S = 15.0
"""Seconds in which a tag is read or written, or the job has failed."""
MAX_TYPED_BYTES = 4096  # bytes read at once

T = TypeVar("T")
OpenDevices = Callable[[WiringPlan, Callable[[HardwareEvent], None]], DeviceManager]


class RealEnrolmentDevices:
    """The reader of that name, with a thread of its own, and the keyboard. People lay the pieces themselves."""

    lay_pieces = None

    def __init__(self, plan: WiringPlan, zone: str, open_rig: OpenDevices = make_device_manager) -> None:
        self._zone = zone
        self._heard: SimpleQueue[HardwareEvent] = SimpleQueue()
        self._bell, self._ring = os.pipe()
        os.set_blocking(self._ring, False)
        self._keyboard = None if sys.stdin is None else sys.stdin.fileno()
        self._typed = b""
        self._lines: deque[str] = deque()
        self._rig = open_rig(plan, self._hear)
        self._rig.open()
        self._rig.start()

    def _hear(self, event: HardwareEvent) -> None:
        """Queue an event; called by the threads of the device manager."""
        self._heard.put(event)
        with suppress(BlockingIOError):  # the pipe is full and wakes the reader anyway
            os.write(self._ring, b"!")

    def wait_for_input(self) -> HardwareEvent | str | None:
        """The next hardware event or typed line; None when the keyboard is at its end."""
        while True:
            with suppress(Empty):
                return self._heard.get_nowait()
            if self._lines:
                return self._lines.popleft()
            if not self._wait():
                return None

    def _wait(self) -> bool:
        """Wait for an event or input; False at the end of the input."""
        listened = [self._bell] if self._keyboard is None else [self._bell, self._keyboard]
        ready, _, _ = select.select(listened, [], [])
        if self._keyboard is None or self._bell in ready:
            os.read(self._bell, MAX_TYPED_BYTES)
            return True
        typed = os.read(self._keyboard, MAX_TYPED_BYTES)
        *lines, self._typed = (self._typed + typed).split(b"\n")
        self._lines += [line.decode(errors="replace") for line in lines]
        return bool(typed)

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        """Run a job in the reader's thread and return its result.

        Raises HardwareError where it does not finish in time, OSError, and what the job raises.
        """
        try:
            return self._rig.submit_reader_job(self._zone, job).result(TAG_JOB_TIMEOUT_S)
        except TimeoutError as wrong:
            raise HardwareError(f"reader {self._zone} did not get round to it") from wrong

    def show_light(self, signal: LightSignal) -> None:
        """Show a signal by the light of the reader, if it has one."""
        self._rig.show_light(self._zone, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal by the sounder, if there is one."""
        self._rig.play_sound(signal)

    def close(self) -> None:
        """Close the devices."""
        self._rig.close()
        os.close(self._bell)
        os.close(self._ring)
