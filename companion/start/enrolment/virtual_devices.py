"""Where an enrolment's reader and keyboard are at a virtual rig, from the registers up."""

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
"""How long virtual hands wait at first, until a hub has booted too; how long they leave a piece there, and wait after
they took it away."""
POLL_STEP_US = 10_000

T = TypeVar("T")


class VirtualEnrolmentDevices:
    """A virtual rig with a tag on every piece, and hands that lay pieces there and take them away again.

    Time passes only while something lies there or was just taken away.
    """

    def __init__(self, plan: WiringPlan, zone: str, box: Iterable[BoxPiece]) -> None:
        self._zone = zone
        self._heard: deque[HardwareEvent] = deque()
        self.tags: dict[str, VirtualTag] = {
            piece.key: make_ntag213(bytes.fromhex(f"04{number:012x}")) for number, piece in enumerate(box, 1)
        }
        self._lying: list[VirtualTag] = []
        self._rig = VirtualDeviceManager(plan, self._heard.append, VirtualClock())
        self._rig.open()
        self._rig.run_for(START_UP_US)

    def lay_pieces(self, pieces: Sequence[BoxPiece]) -> None:
        """Lay these there, all at once, until the reader has had its say."""
        for piece in pieces:
            tag = self.tags[piece.key]
            self._rig.put_tag(self._zone, tag)
            self._lying.append(tag)
        self._rig.run_for(LAY_TIME_US)

    def wait_for_input(self) -> HardwareEvent | str | None:
        """What is heard or typed next; None when nobody types any more."""
        if not self._heard and self._lying:
            while self._lying:
                self._rig.take_tag(self._zone, self._lying.pop())
            self._rig.run_for(REMOVAL_TIME_US)
        if self._heard:
            return self._heard.popleft()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.rstrip("\n") if line else None

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        """Have something done with the reader."""
        asked = self._rig.submit(self._zone, job)
        while not asked.done():
            self._rig.run_for(POLL_STEP_US)
        return asked.result()

    def show_light(self, signal: LightSignal) -> None:
        """By the virtual light."""
        self._rig.show_light(self._zone, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """By the virtual sounder."""
        self._rig.play_sound(signal)

    def close(self) -> None:
        """Give everything back."""
        self._rig.close()
