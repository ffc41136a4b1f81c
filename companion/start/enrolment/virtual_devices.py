"""The reader and keyboard of an enrolment with virtual devices, simulated from the registers up."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from companion.start.enrolment.enrolment_terminal import TagMemory
from companion.table.tags.deck import BoxPiece
from hardware.events import HardwareEvent
from hardware.lights import LightSignal, SoundSignal
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import VirtualTag, make_ntag213
from hardware.wiring_schema import WiringPlan

START_UP_US, LAY_TIME_US, REMOVAL_TIME_US = 2_000_000, 500_000, 700_000
"""Microseconds that simulated hands wait at the start, until a hub has booted too; that they leave a piece on
the reader; and that they wait after they took it away."""
POLL_STEP_US = 10_000

T = TypeVar("T")


class VirtualEnrolmentDevices:
    """Virtual devices with a tag for every piece, and hands that lay pieces on the reader and take them away.

    Time passes only while a piece lies there or was just taken away.
    """

    def __init__(self, plan: WiringPlan, zone: str, box: Iterable[BoxPiece]) -> None:
        self._zone = zone
        self._heard: deque[HardwareEvent] = deque()
        self.tags: dict[str, VirtualTag] = {
            piece.key: make_ntag213(bytes.fromhex(f"04{number:012x}")) for number, piece in enumerate(box, 1)
        }
        self._laid_tags: list[VirtualTag] = []
        self._rig = VirtualDeviceManager(plan, self._heard.append, VirtualClock())
        self._rig.open()
        self._rig.run_for(START_UP_US)

    def lay_pieces(self, pieces: Sequence[BoxPiece]) -> None:
        """Lay these pieces on the reader, all at once, and let the reader notice them."""
        for piece in pieces:
            tag = self.tags[piece.key]
            self._rig.put_tag(self._zone, tag)
            self._laid_tags.append(tag)
        self._rig.run_for(LAY_TIME_US)

    def wait_for_input(self) -> HardwareEvent | str | None:
        """The next hardware event or typed line; None at the end of the input."""
        if not self._heard and self._laid_tags:
            while self._laid_tags:
                self._rig.take_tag(self._zone, self._laid_tags.pop())
            self._rig.run_for(REMOVAL_TIME_US)
        if self._heard:
            return self._heard.popleft()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.rstrip("\n") if line else None

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        """Run a job with the reader and return its result.

        Raises HardwareError, OSError, and what the job raises.
        """
        asked = self._rig.submit_reader_job(self._zone, job)
        while not asked.done():
            self._rig.run_for(POLL_STEP_US)
        return asked.result()

    def show_light(self, signal: LightSignal) -> None:
        """Show a signal by the virtual light."""
        self._rig.show_light(self._zone, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal by the virtual sounder."""
        self._rig.play_sound(signal)

    def close(self) -> None:
        """Close the virtual devices."""
        self._rig.close()
