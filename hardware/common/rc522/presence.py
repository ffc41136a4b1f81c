"""From single scans to what lies there: a pure filter, the clock is given to it.

A tag came with its first verified read. It left when at least three clean scans in a row did not find it and 300 ms
have passed since its last read. Noise, a crowd and a dead chip never count towards that, they begin the count anew.
Noise is told when it lasts: every card that is laid down passes the edge of the field on its way.
"""

from hardware.common.events import CALM, CAME, CROWD, LEFT, NOISE, NONE, TAG, Said

MYPY = False
if MYPY:
    from hardware.common.events import Scan

GONE_SCANS = 3
GONE_US = 300_000
NEWS_US = 300_000
"""Noise is news from so long after it began, unless a tag was read in between or three scans in a row were silent: a
hand lays a card down sooner, and a spark is over."""
CALM_US = 1_000_000
"""So long nothing but tags and silence, or a tag that came or left: then noise or a crowd is news again."""


class _Tag:
    __slots__ = ("misses", "read_us", "uid")

    def __init__(self, uid: bytes, now_us: int) -> None:
        self.uid = uid
        self.read_us = now_us
        self.misses = 0


class Presence:
    """What lies on one antenna. `nones`: how many scans in a row found nobody. `trouble`: NOISE or CROWD while it
    lasts, else empty."""

    __slots__ = ("_last", "_noisy", "_noisy_us", "_tags", "_trouble_us", "nones", "trouble")

    def __init__(self) -> None:
        self._tags: list[_Tag] = []
        self._last = b""
        self.trouble = ""
        self._trouble_us = 0
        self._noisy = False
        self._noisy_us = 0
        self.nones = 0

    @property
    def present(self) -> tuple[bytes, ...]:
        """The UIDs that came and have not left, in the order they came."""
        return tuple([tag.uid for tag in self._tags])

    def see(self, scan: "Scan", now_us: int) -> list[Said]:
        """What one more scan means. `now_us` never goes back."""
        said: list[Said] = []
        outcome = scan.outcome
        self.nones = self.nones + 1 if outcome == NONE else 0
        if outcome == TAG or self.nones >= GONE_SCANS:
            self._noisy = False
        if outcome == TAG:
            self._read(scan.uid, now_us, said)
        elif outcome == NONE:
            for tag in self._tags:
                tag.misses += 1
        else:
            for tag in self._tags:
                tag.misses = 0
            if outcome == CROWD or (outcome == NOISE and self._lasts(now_us)):
                self._tell(outcome, now_us, said)
        if outcome in (TAG, NONE):
            self._part(now_us, said)
            if self.trouble and now_us - self._trouble_us >= CALM_US:
                self.trouble = ""
                said.append(Said(CALM))
        return said

    def _read(self, uid: bytes, now_us: int, said: list[Said]) -> None:
        """A verified read. Every other tag was missed by it; one that is read in turn with another makes a crowd."""
        read = None
        for tag in self._tags:
            if tag.uid == uid:
                read = tag
            else:
                tag.misses += 1
        if read is None:
            self._tags.append(_Tag(uid, now_us))
            said.append(Said(CAME, uid))
            self.trouble = ""
        else:
            if self._last != uid:
                self._tell(CROWD, now_us, said)
            read.read_us = now_us
            read.misses = 0
        self._last = uid

    def _part(self, now_us: int, said: list[Said]) -> None:
        """Who has been missed often and long enough."""
        for tag in self._tags[:]:
            if tag.misses >= GONE_SCANS and now_us - tag.read_us >= GONE_US:
                self._tags.remove(tag)
                said.append(Said(LEFT, tag.uid))
                self.trouble = ""
                if self._last == tag.uid:
                    self._last = b""

    def _lasts(self, now_us: int) -> bool:
        """Whether the noise that is heard now has been there for a while, or goes on with what was told."""
        if not self._noisy:
            self._noisy, self._noisy_us = True, now_us
        if self.trouble:
            return not self._fresh(now_us)
        return now_us - self._noisy_us >= NEWS_US

    def _fresh(self, now_us: int) -> bool:
        """Whether some tag was read so lately that noise is but a weak moment of it."""
        return any(now_us - tag.read_us < GONE_US for tag in self._tags)

    def _tell(self, kind: str, now_us: int, said: list[Said]) -> None:
        """Once, until something else is said or it has been calm. Noise amid a crowd is that crowd."""
        self._trouble_us = now_us
        if self.trouble != kind and not (kind == NOISE and self.trouble == CROWD):
            self.trouble = kind
            said.append(Said(kind))
