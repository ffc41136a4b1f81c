"""From single scans to the present tags: a pure filter, with times as parameters.

A tag came with its first verified read. It left when at least three clean scans in a row did not find it and
300 ms have passed since its last read; a scan that found a FOREIGN_CARD, alone, is such a scan. NOISE, SEVERAL_TAGS
and CHIP_DEAD never count towards that; they restart the count. Noise is reported when it lasts: every card that is laid
down passes the edge of the field on its way.
"""

from hardware.common.events import (
    FOREIGN_CARD,
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
"""Microseconds after which noise is reported, unless a tag was read in between or three scans in a row were
silent: a hand lays a card down sooner, and a spark is over."""
TROUBLE_OVER_US = 1_000_000
"""Microseconds with only tags and silence, or a tag that came or left, after which noise or several tags are
reported again."""


class _Tag:
    __slots__ = ("misses", "read_us", "uid")

    def __init__(self, uid: bytes, now_us: int) -> None:
        self.uid = uid
        self.read_us = now_us
        self.misses = 0


class PresenceFilter:
    """The tags on one antenna.

    `empty_scans`: the number of scans in a row without a tag. `trouble`: NOISE, SEVERAL_TAGS or FOREIGN_CARD
    while it lasts, else "". `left_after_scans`: the clean scans in a row without a tag after which it may
    have left.
    """

    left_after_scans = LEFT_AFTER_SCANS

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
        """The UIDs that came and have not left, in the order of arrival."""
        return tuple([tag.uid for tag in self._tags])

    def add_scan(self, scan: "ScanResult", now_us: int) -> list[ReaderEvent]:
        """The events of one more scan. `now_us` never goes back."""
        events: list[ReaderEvent] = []
        outcome = scan.outcome
        self.empty_scans = self.empty_scans + 1 if outcome == NO_TAG else 0
        if outcome in (ONE_TAG, FOREIGN_CARD) or self.empty_scans >= LEFT_AFTER_SCANS:
            self._noisy = False
        if outcome == ONE_TAG:
            self._add_read(scan.uid, now_us, events)
        elif outcome in (NO_TAG, FOREIGN_CARD):
            for tag in self._tags:
                tag.misses += 1
        else:
            for tag in self._tags:
                tag.misses = 0
            if outcome == SEVERAL_TAGS or (outcome == NOISE and self._is_lasting_noise(now_us)):
                self._report_trouble(outcome, now_us, events)
        if outcome in (ONE_TAG, NO_TAG, FOREIGN_CARD):
            self._remove_gone(now_us, events)
            if outcome == FOREIGN_CARD:
                self._last = b""
                self._report_trouble(outcome, now_us, events)
            elif self.trouble and now_us - self._trouble_us >= TROUBLE_OVER_US:
                self.trouble = ""
                events.append(ReaderEvent(TROUBLE_OVER))
        return events

    def _add_read(self, uid: bytes, now_us: int, events: list[ReaderEvent]) -> None:
        """Handle a verified read. It missed every other tag; tags that are read in turns are several."""
        read = None
        for tag in self._tags:
            if tag.uid == uid:
                read = tag
            else:
                tag.misses += 1
        if read is None:
            self._tags.append(_Tag(uid, now_us))
            events.append(ReaderEvent(TAG_CAME, uid))
            self.trouble = ""
        else:
            if self._last != uid:
                self._report_trouble(SEVERAL_TAGS, now_us, events)
            read.read_us = now_us
            read.misses = 0
        self._last = uid

    def _remove_gone(self, now_us: int, events: list[ReaderEvent]) -> None:
        """Report tags that have been missed often and long enough."""
        for tag in self._tags[:]:
            if tag.misses >= self.left_after_scans and now_us - tag.read_us >= LEFT_AFTER_US:
                self._tags.remove(tag)
                events.append(ReaderEvent(TAG_LEFT, tag.uid))
                self.trouble = ""
                if self._last == tag.uid:
                    self._last = b""

    def _is_lasting_noise(self, now_us: int) -> bool:
        """Whether the present noise has lasted for a while, or continues what was reported."""
        if not self._noisy:
            self._noisy, self._noisy_us = True, now_us
        if self.trouble:
            return not self._was_read_lately(now_us)
        return now_us - self._noisy_us >= NOISE_LASTS_US

    def _was_read_lately(self, now_us: int) -> bool:
        """Whether a tag was read so recently that noise is only a weak moment of it."""
        return any(now_us - tag.read_us < LEFT_AFTER_US for tag in self._tags)

    def _report_trouble(self, kind: str, now_us: int, events: list[ReaderEvent]) -> None:
        """Report a trouble once, until something else is reported or it is over.

        Noise among several tags is part of them, and of a phone that answers as it likes.
        """
        self._trouble_us = now_us
        if self.trouble != kind and not (kind == NOISE and self.trouble in (SEVERAL_TAGS, FOREIGN_CARD)):
            self.trouble = kind
            events.append(ReaderEvent(kind))
