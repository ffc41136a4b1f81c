"""Where an enrolment's reader and keyboard are on this machine. companion.start.enrolment.virtual_devices has them
virtual."""

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
"""Seconds in which a tag is read or written, or its reader has failed."""
MAX_TYPED_BYTES = 4096  # bytes read at once

T = TypeVar("T")
OpenDevices = Callable[[WiringPlan, Callable[[HardwareEvent], None]], DeviceManager]


class RealEnrolmentDevices:
    """The reader of that name, with a thread of its own, and what is typed. Nobody but a person lays anything there."""

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

    def _hear(self, heard: HardwareEvent) -> None:
        """Called by the threads of the rig."""
        self._heard.put(heard)
        with suppress(BlockingIOError):  # it has rung often enough
            os.write(self._ring, b"!")

    def wait_for_input(self) -> HardwareEvent | str | None:
        """What is heard or typed next; None when the keyboard is at its end."""
        while True:
            with suppress(Empty):
                return self._heard.get_nowait()
            if self._lines:
                return self._lines.popleft()
            if not self._wait():
                return None

    def _wait(self) -> bool:
        """Until there is something to hear or to read; False when there is nothing more to read."""
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
        """Have something done in the reader's thread."""
        try:
            return self._rig.submit(self._zone, job).result(TAG_JOB_TIMEOUT_S)
        except TimeoutError as wrong:
            raise HardwareError(f"reader {self._zone} did not get round to it") from wrong

    def show_light(self, signal: LightSignal) -> None:
        """By the light of the reader, if it has one."""
        self._rig.show_light(self._zone, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """By the sounder, if there is one."""
        self._rig.play_sound(signal)

    def close(self) -> None:
        """Give everything back."""
        self._rig.close()
        os.close(self._bell)
        os.close(self._ring)
