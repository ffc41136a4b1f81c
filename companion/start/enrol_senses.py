"""Where an enrolment's reader and keyboard are: on this machine, or at a virtual rig from the registers up."""

from __future__ import annotations

import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeVar

from companion.start.enrolling import Tag
from companion.table.pieces import Piece
from hardware.errors import HardwareError
from hardware.heard import Heard
from hardware.lights import Show, Sound
from hardware.rig import Rig, real_rig
from hardware.virtual.clock import VirtualClock
from hardware.virtual.rig import VirtualRig
from hardware.virtual.tags import VirtualTag, ntag213
from hardware.wiring import WiringPlan

PATIENCE = 15.0
"""Seconds in which a tag is read or written, or its reader has failed."""
MOST_TYPED = 4096  # bytes read at once
START_US, LIES_US, GONE_US = 2_000_000, 500_000, 700_000
"""How long virtual hands wait at first, until a hub has booted too; how long they leave a piece there, and wait after
they took it away."""
ROUND_US = 10_000

T = TypeVar("T")
Open = Callable[[WiringPlan, Callable[[Heard], None]], Rig]


class RealSenses:
    """The reader of that name, with a thread of its own, and what is typed."""

    def __init__(self, plan: WiringPlan, zone: str, open_rig: Open = real_rig) -> None:
        self._zone = zone
        self._heard: SimpleQueue[Heard] = SimpleQueue()
        self._bell, self._ring = os.pipe()
        os.set_blocking(self._ring, False)
        self._keyboard = None if sys.stdin is None else sys.stdin.fileno()
        self._typed = b""
        self._lines: deque[str] = deque()
        self._rig = open_rig(plan, self._hear)
        self._rig.open()
        self._rig.start()

    def _hear(self, heard: Heard) -> None:
        """Called by the threads of the rig."""
        self._heard.put(heard)
        with suppress(BlockingIOError):  # it has rung often enough
            os.write(self._ring, b"!")

    def next(self) -> Heard | str | None:
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
            os.read(self._bell, MOST_TYPED)
            return True
        typed = os.read(self._keyboard, MOST_TYPED)
        *lines, self._typed = (self._typed + typed).split(b"\n")
        self._lines += [line.decode(errors="replace") for line in lines]
        return bool(typed)

    def ask(self, job: Callable[[Tag], T]) -> T:
        """Have something done in the reader's thread."""
        try:
            return self._rig.ask(self._zone, job).result(PATIENCE)
        except TimeoutError as wrong:
            raise HardwareError(f"reader {self._zone} did not get round to it") from wrong

    def show(self, what: Show) -> None:
        """By the light of the reader, if it has one."""
        self._rig.light(self._zone, what)

    def sound(self, what: Sound) -> None:
        """By the sounder, if there is one."""
        self._rig.sound(what)

    def close(self) -> None:
        """Give everything back."""
        self._rig.close()
        os.close(self._bell)
        os.close(self._ring)


class VirtualSenses:
    """A virtual rig with a tag on every piece, and hands that lay pieces there and take them away again.

    Time passes only while something lies there or was just taken away.
    """

    def __init__(self, plan: WiringPlan, zone: str, box: Iterable[Piece]) -> None:
        self._zone = zone
        self._heard: deque[Heard] = deque()
        self.tags: dict[str, VirtualTag] = {
            piece.key: ntag213(bytes.fromhex(f"04{number:012x}")) for number, piece in enumerate(box, 1)
        }
        self._lying: list[VirtualTag] = []
        self._rig = VirtualRig(plan, self._heard.append, VirtualClock())
        self._rig.open()
        self._rig.run(START_US)

    def lay(self, pieces: Sequence[Piece]) -> None:
        """Lay these there, all at once, until the reader has had its say."""
        for piece in pieces:
            tag = self.tags[piece.key]
            self._rig.put(self._zone, tag)
            self._lying.append(tag)
        self._rig.run(LIES_US)

    def next(self) -> Heard | str | None:
        """What is heard or typed next; None when nobody types any more."""
        if not self._heard and self._lying:
            while self._lying:
                self._rig.take(self._zone, self._lying.pop())
            self._rig.run(GONE_US)
        if self._heard:
            return self._heard.popleft()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.rstrip("\n") if line else None

    def ask(self, job: Callable[[Tag], T]) -> T:
        """Have something done with the reader."""
        asked = self._rig.ask(self._zone, job)
        while not asked.done():
            self._rig.run(ROUND_US)
        return asked.result()

    def show(self, what: Show) -> None:
        """By the virtual light."""
        self._rig.light(self._zone, what)

    def sound(self, what: Sound) -> None:
        """By the virtual sounder."""
        self._rig.sound(what)

    def close(self) -> None:
        """Give everything back."""
        self._rig.close()
