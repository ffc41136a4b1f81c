"""Simulated people who lay stickers on readers, the same for any kind of wiring, in virtual time and in real.

Each hand lays a tag at a random moment on a free reader, and takes it away when it was reported.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import ceil, inf
from queue import Empty, SimpleQueue
from typing import NamedTuple

from hardware.common.events import TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.common.rc522.reader import POLL_US
from hardware.events import HardwareEvent, ReaderReported
from hardware.virtual.tags import VirtualTag, make_ntag213

MAX_PAUSE_US = 1_000_000
"""The longest pause of a hand between two tags: they come more often than in any game."""
READ_TIMEOUT_US = 2_000_000
RETRY_US = 5_000
"""Microseconds until a hand that finds no free reader tries again."""

TagAction = Callable[[str, VirtualTag], None]
"""Lays a tag on a reader, or takes it away."""


class LaidTag(NamedTuple):
    """A tag that was laid down and not reported yet: the hand, and the time."""

    hand: int
    tag: VirtualTag
    at_us: int


class BenchHands:
    """The hands. `latencies_ms`: from each laid tag to its report; infinite after `READ_TIMEOUT_US`."""

    def __init__(
        self, now_us: Callable[[], int], tags: int, hands: int = 1, pause_us: int = MAX_PAUSE_US
    ) -> None:
        """`tags`: the number of tags for all `hands` together; `pause_us`: the longest pause of a hand."""
        self.latencies_ms: list[float] = []
        self._now_us = now_us
        self._wanted = tags
        self._left = tags
        self._pause_us = pause_us
        self._rng = random.Random(7)
        self._news: SimpleQueue[tuple[int, str, ReaderEvent]] = SimpleQueue()
        self._free: dict[str, int] = {}
        self._lying: dict[str, LaidTag] = {}
        self._leaving: dict[str, int] = {}
        self._dues = [0] * hands

    def begin(self, readers: Sequence[str], put: TagAction, take: TagAction) -> None:
        """Begin with these readers, all of them empty; `put` and `take` are called by `step`."""
        self._put, self._take = put, take
        self._free = dict.fromkeys(readers, self._now_us())
        self._dues = [self._now_us() + self._rng.randrange(self._pause_us) for _ in self._dues]

    @property
    def is_done(self) -> bool:
        """Whether all tags were laid and reported."""
        return len(self.latencies_ms) == self._wanted

    def on_reader_event(self, heard: HardwareEvent) -> None:
        """Handle an event of the readers; any thread may call this."""
        if isinstance(heard, ReaderReported):
            self._news.put((self._now_us(), heard.reader, heard.event))

    def step(self) -> int:
        """Do what is due; the time of the next call, unless an event comes before.

        Raises AssertionError when a reader does not report that its tag was taken away.
        """
        while not self._news.empty():
            self._hear(*self._news.get())
        now = self._now_us()
        for reader, laid in list(self._lying.items()):
            if now - laid.at_us >= READ_TIMEOUT_US:
                self._away(reader, inf)
                self._free[reader] = now
        for reader, at_us in self._leaving.items():
            if now - at_us >= READ_TIMEOUT_US:
                raise AssertionError(f"the reader {reader} does not say that its tag was taken away")
        for hand, due_us in enumerate(self._dues):
            if now >= due_us:
                self._lay(hand, now)
        return min(self._dues)

    def wait(self) -> None:
        """Wait in real time until something is due or an event comes."""
        try:
            news = self._news.get(timeout=max(0, min(self._dues) - self._now_us()) / 1e6)
        except Empty:
            return
        self._hear(*news)

    def _lay(self, hand: int, now: int) -> None:
        """Lay a tag on a free reader.

        Its time counts from when it was due: in virtual time a scan may have delayed it.
        """
        free = [reader for reader, at_us in self._free.items() if now >= at_us]
        if not free or not self._left:
            self._dues[hand] = now + RETRY_US
            return
        reader = self._rng.choice(free)
        del self._free[reader]
        tag = make_ntag213(b"\x04" + self._left.to_bytes(6, "big"))
        self._left -= 1
        self._lying[reader] = LaidTag(hand, tag, self._dues[hand])
        self._dues[hand] = now + 2 * READ_TIMEOUT_US
        self._put(reader, tag)

    def _hear(self, at_us: int, reader: str, said: ReaderEvent) -> None:
        laid = self._lying.get(reader)
        if said.kind == TAG_CAME and laid is not None and said.uid == laid.tag.uid:
            self._leaving[reader] = at_us
            self._away(reader, (at_us - laid.at_us) / 1e3)
        elif said.kind == TAG_LEFT and self._leaving.pop(reader, None) is not None:
            self._free[reader] = at_us + self._rng.randrange(
                POLL_US
            )  # it has just scanned: that is no random moment

    def _away(self, reader: str, ms: float) -> None:
        """Take the tag away and go on to another reader."""
        laid = self._lying.pop(reader)
        self.latencies_ms.append(ms)
        self._take(reader, laid.tag)
        self._dues[laid.hand] = self._now_us() + self._rng.randrange(self._pause_us)


def percentile(percent: int, figures: Sequence[float]) -> float:
    """The least figure that so many percent do not exceed."""
    return sorted(figures)[ceil(percent / 100 * len(figures)) - 1]
