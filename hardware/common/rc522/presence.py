"""From single scans to what lies there: a pure filter, the clock is given to it.

A tag came with its first verified read. It left when at least three clean scans in a row did not find it and 300 ms
have passed since its last read. Noise, a crowd and a dead chip never count towards that, they begin the count anew.
Noise is told when it lasts: every card that is laid down passes the edge of the field on its way.
"""

from hardware.common.events import (
    NO_TAG,
    NOISE,
    ONE_TAG,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    ReaderEvent,
)

MYPY = False
if MYPY:
    from hardware.common.events import ScanResult

LEFT_AFTER_SCANS = 3
LEFT_AFTER_US = 300_000
NOISE_LASTS_US = 300_000
"""Noise is news from so long after it began, unless a tag was read in between or three scans in a row were silent: a
hand lays a card down sooner, and a spark is over."""
TROUBLE_OVER_US = 1_000_000
"""So long nothing but tags and silence, or a tag that came or left: then noise or a crowd is news again."""


class _Tag:
    __slots__ = ("misses", "read_us", "uid")

    def __init__(self, uid: bytes, now_us: int) -> None:
        self.uid = uid
        self.read_us = now_us
        self.misses = 0


class PresenceFilter:
    """What lies on one antenna. `empty_scans`: how many scans in a row found nobody. `trouble`: NOISE or CROWD while it
    lasts, else empty."""

    __slots__ = ("_last", "_noisy", "_noisy_us", "_tags", "_trouble_us", "empty_scans", "trouble")

    def __init__(self) -> None:
        self._tags: list[_Tag] = []
        self._last = b""
        self.trouble = ""
        self._trouble_us = 0
        self._noisy = False
        self._noisy_us = 0
        self.empty_scans = 0

    @property
    def present_uids(self) -> tuple[bytes, ...]:
        """The UIDs that came and have not left, in the order they came."""
        return tuple([tag.uid for tag in self._tags])

    def add_scan(self, scan: "ScanResult", now_us: int) -> list[ReaderEvent]:
        """What one more scan means. `now_us` never goes back."""
        said: list[ReaderEvent] = []
        outcome = scan.outcome
        self.empty_scans = self.empty_scans + 1 if outcome == NO_TAG else 0
        if outcome == ONE_TAG or self.empty_scans >= LEFT_AFTER_SCANS:
            self._noisy = False
        if outcome == ONE_TAG:
            self._add_read(scan.uid, now_us, said)
        elif outcome == NO_TAG:
            for tag in self._tags:
                tag.misses += 1
        else:
            for tag in self._tags:
                tag.misses = 0
            if outcome == SEVERAL_TAGS or (outcome == NOISE and self._is_lasting_noise(now_us)):
                self._report_trouble(outcome, now_us, said)
        if outcome in (ONE_TAG, NO_TAG):
            self._remove_gone(now_us, said)
            if self.trouble and now_us - self._trouble_us >= TROUBLE_OVER_US:
                self.trouble = ""
                said.append(ReaderEvent(TROUBLE_OVER))
        return said

    def _add_read(self, uid: bytes, now_us: int, said: list[ReaderEvent]) -> None:
        """A verified read. Every other tag was missed by it; one that is read in turn with another makes a crowd."""
        read = None
        for tag in self._tags:
            if tag.uid == uid:
                read = tag
            else:
                tag.misses += 1
        if read is None:
            self._tags.append(_Tag(uid, now_us))
            said.append(ReaderEvent(TAG_CAME, uid))
            self.trouble = ""
        else:
            if self._last != uid:
                self._report_trouble(SEVERAL_TAGS, now_us, said)
            read.read_us = now_us
            read.misses = 0
        self._last = uid

    def _remove_gone(self, now_us: int, said: list[ReaderEvent]) -> None:
        """Who has been missed often and long enough."""
        for tag in self._tags[:]:
            if tag.misses >= LEFT_AFTER_SCANS and now_us - tag.read_us >= LEFT_AFTER_US:
                self._tags.remove(tag)
                said.append(ReaderEvent(TAG_LEFT, tag.uid))
                self.trouble = ""
                if self._last == tag.uid:
                    self._last = b""

    def _is_lasting_noise(self, now_us: int) -> bool:
        """Whether the noise that is heard now has been there for a while, or goes on with what was told."""
        if not self._noisy:
            self._noisy, self._noisy_us = True, now_us
        if self.trouble:
            return not self._was_read_lately(now_us)
        return now_us - self._noisy_us >= NOISE_LASTS_US

    def _was_read_lately(self, now_us: int) -> bool:
        """Whether some tag was read so lately that noise is but a weak moment of it."""
        return any(now_us - tag.read_us < LEFT_AFTER_US for tag in self._tags)

    def _report_trouble(self, kind: str, now_us: int, said: list[ReaderEvent]) -> None:
        """Once, until something else is said or it has been calm. Noise amid a crowd is that crowd."""
        self._trouble_us = now_us
        if self.trouble != kind and not (kind == NOISE and self.trouble == SEVERAL_TAGS):
            self.trouble = kind
            said.append(ReaderEvent(kind))
