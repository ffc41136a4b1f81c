"""A line between two ends, on a virtual clock: it loses, spoils, doubles, delays and adds by rates and a seed."""

from __future__ import annotations

import random

from msgspec import Struct

from hardware.common.link import decoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder
from hardware.common.link.messages import SessionFrame


class Faults(Struct, frozen=True):
    """How likely each is, for one piece of what is sent."""

    lose: float = 0.0
    spoil: float = 0.0
    double: float = 0.0
    rubbish: float = 0.0
    slowest_us: int = 20_000


GOOD = Faults()


class Line:
    """One direction. What was sent comes in order, in pieces, each when its time has come."""

    def __init__(self, chance: random.Random) -> None:
        self.faults = GOOD
        self.sent = 0
        self._chance = chance
        self._under_way: list[tuple[int, bytes]] = []

    def send(self, data: bytes, now_us: int) -> None:
        self.sent += len(data)
        while data:
            length = self._chance.randint(1, 64)
            piece, data = data[:length], data[length:]
            for _ in range(2 if self._happens(self.faults.double) else 1):
                self._go(self._treated(piece), now_us)

    def receive(self, now_us: int) -> bytes:
        due = [piece for at, piece in self._under_way if at <= now_us]
        del self._under_way[: len(due)]
        return b"".join(due)

    def _go(self, piece: bytes, now_us: int) -> None:
        before = self._under_way[-1][0] if self._under_way else 0
        self._under_way.append(
            (max(before, now_us + self._chance.randint(100, self.faults.slowest_us)), piece)
        )

    def _treated(self, piece: bytes) -> bytes:
        if self._happens(self.faults.lose):
            begin = self._chance.randrange(len(piece))
            piece = piece[:begin] + piece[self._chance.randint(begin, len(piece)) :]
        if self._happens(self.faults.rubbish):
            piece = self._chance.randbytes(self._chance.randint(1, 300)) + piece
        if piece and self._happens(self.faults.spoil):
            at = self._chance.randrange(len(piece))
            piece = piece[:at] + self._chance.randbytes(1) + piece[at + 1 :]
        return piece

    def _happens(self, rate: float) -> bool:
        return self._chance.random() < rate


class End:
    """One end of a session: what it said, and what it was told."""

    def __init__(self, out: Line, come: Line, session: int = 7) -> None:
        self.channel = Channel(session, 0)
        self.deframer = FrameDecoder()
        self.said: list[tuple[int, bytes]] = []
        self.told: list[tuple[int, bytes]] = []
        self._out = out
        self._come = come

    def say(self, kind: int, body: bytes) -> None:
        self.channel.enqueue(kind, body)
        self.said.append((kind, body))

    def turn(self, now_us: int) -> None:
        """Take what has come, and give what is due."""
        for payload in self.deframer.feed(self._come.receive(now_us)):
            frame = self._read(payload)
            if frame is not None and self.channel.receive(frame, now_us):
                self.told.append((frame.kind, frame.body))
        self._out.send(self.channel.next_bytes(now_us), now_us)

    def _read(self, payload: bytes) -> SessionFrame | None:
        """What both ends do with a payload: no frame of this session is none at all."""
        try:
            frame = decoding.decode_session_frame(payload)
        except ValueError:
            return None
        return frame if frame.session == self.channel.session else None


class Pair:
    """Two ends, the lines between them, and their clock."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now_us = 0
        self.there, self.back = Line(self.chance), Line(self.chance)
        self.ends = (End(self.there, self.back), End(self.back, self.there))

    def trouble(self, faults: Faults) -> None:
        self.there.faults = self.back.faults = faults

    def run(self, us: int, step_us: int = 5_000) -> None:
        """Let time pass: each end has its turn every so often."""
        end = self.now_us + us
        while self.now_us < end:
            self.now_us += step_us
            for one in self.ends:
                one.turn(self.now_us)

    def chatter(self, us: int, often: float = 0.3) -> None:
        """The same with both ends saying something whenever there is room and they feel like it."""
        end = self.now_us + us
        while self.now_us < end:
            for one in self.ends:
                if one.channel.free_slots and self.chance.random() < often:
                    one.say(
                        self.chance.randrange(0x10, 0x26), self.chance.randbytes(self.chance.randint(0, 40))
                    )
            self.run(5_000)
