"""Filters the events of one reader on a hub, whatever the hub sends and however often it restarts.

Pure.

A listener receives TAG_CAME and TAG_LEFT of a tag in turns, READER_DOWN and READER_BACK in turns, and nothing
about tags while the reader is down. So two states are kept: the hub's, and the reported one. Every message
changes the first; then the difference to the second is reported. A tag that lay there when the hub could be
heard again is `already_there`: known, and no evidence.

A hub that was restarted knows no tags, and its readers may miss one at first: for a while after a reader
began to scan, a reported tag that is not seen counts as present, and every tag that appears as found there.
"""

from __future__ import annotations

from hardware.common.events import (
    READER_BACK,
    READER_DOWN,
    READER_STARTING,
    READER_WELL,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    TROUBLES,
    WEAK_TAG,
    ReaderEvent,
)
from hardware.common.link.messages import SocketStateMessage

SETTLE_US = 700_000
"""Microseconds in which a reader scans often enough for PresenceFilter to be sure that a tag has left."""

FilteredEvents = list[tuple[ReaderEvent, bool]]
"""The events to report, and whether each was found already there."""


class EventFilter:
    """The events of one reader.

    `state`, `why` and `since_us` are as in hardware.readers.driver.ReaderHealthReport; `version` is that of
    its chip, 0 while it is not known.
    """

    __slots__ = (
        "_doubted",
        "_hub_state",
        "_present",
        "_reported",
        "_reported_trouble",
        "_restarted",
        "_trouble",
        "settle_at_us",
        "since_us",
        "state",
        "version",
        "why",
    )  # fmt: skip

    def __init__(self, now_us: int) -> None:
        self.state = READER_STARTING
        self.why = ""
        self.version = 0
        self.since_us = now_us
        self.settle_at_us: int | None = None
        """When `settle` is to be called; None when it need not be."""
        self._hub_state = READER_STARTING
        self._present: list[bytes] = []
        self._trouble = ""
        self._reported: list[bytes] = []
        self._reported_trouble = ""
        self._restarted = False
        self._doubted: list[bytes] = []

    def begin_session(self, restarted: bool) -> None:
        """Begin a new session with its hub, which was `restarted` since the last one or was not."""
        self._hub_state = READER_STARTING
        self._restarted = restarted
        self.settle_at_us = None
        self._doubted = self._reported[:] if restarted else []

    def on_state(self, state: SocketStateMessage, now_us: int) -> FilteredEvents:
        """Handle a state message of its hub."""
        self._present = list(dict.fromkeys(state.present_uids))
        self._trouble = state.trouble
        self.version = state.version or self.version
        self._become(state.state, state.why, now_us)
        return self._report_changes(now_us)

    def on_event(self, event: ReaderEvent, already_there: bool, now_us: int) -> FilteredEvents:
        """Handle an event that its hub forwards."""
        if event.kind == TAG_CAME and event.uid not in self._present:
            self._present.append(event.uid)
        elif event.kind == TAG_LEFT and event.uid in self._present:
            self._present.remove(event.uid)
        if event.kind in (TAG_CAME, TAG_LEFT, TROUBLE_OVER):
            self._trouble = ""
        elif event.kind in TROUBLES:
            self._trouble = event.kind
        if event.kind == READER_DOWN:
            self._become(READER_DOWN, event.why, now_us)
        elif event.kind == READER_BACK or self._hub_state == READER_STARTING:
            self._become(READER_WELL, "", now_us)
        news = self._report_changes(now_us, b"" if already_there or event.kind != TAG_CAME else event.uid)
        if event.kind == WEAK_TAG and self.state == READER_WELL and event.uid in self._reported:
            news.append((event, False))
        return news

    def on_hub_lost(self, why: str, now_us: int) -> FilteredEvents:
        """Its hub is lost. Until it is back, the reported tags count as present."""
        self._become(READER_DOWN, why, now_us)
        return self._report_changes(now_us)

    def expire_unseen_tags(self, now_us: int) -> FilteredEvents:
        """Time has passed: a tag that is still not seen has left."""
        return self._report_changes(now_us)

    def _become(self, state: str, why: str, now_us: int) -> None:
        if state != READER_WELL:
            self.settle_at_us = None
        elif self._hub_state != READER_WELL and self._restarted:
            self.settle_at_us = now_us + SETTLE_US
        self._hub_state = state
        if state == READER_DOWN:
            self.why = why

    def _report_changes(self, now_us: int, by_hand: bytes = b"") -> FilteredEvents:
        """The events that make the reported state equal to the hub's.

        `by_hand`: the tag that was laid there just now.
        """
        before = self.state
        if self._hub_state == READER_DOWN or before != READER_DOWN:
            self.state = self._hub_state
        elif self._hub_state == READER_WELL:
            self.state = READER_WELL
        if self.state != before:
            self.since_us = now_us
        if self.state == READER_DOWN:
            return (
                [(ReaderEvent(READER_DOWN, why=self.why), False)]
                if before != READER_DOWN and self._hub_state == READER_DOWN
                else []
            )
        self.why = ""
        news: FilteredEvents = [(ReaderEvent(READER_BACK), False)] if before == READER_DOWN else []
        return news + self._changes(now_us, by_hand) if self.state == READER_WELL else news

    def _changes(self, now_us: int, by_hand: bytes) -> FilteredEvents:
        """The tags that have left or come, then tags that cannot be told apart or read."""
        unsure = self.settle_at_us is not None and now_us < self.settle_at_us
        if not unsure:
            self.settle_at_us = None
            self._restarted = False
            self._doubted = []
        self._doubted = [uid for uid in self._doubted if uid not in self._present]
        gone = [uid for uid in self._reported if uid not in self._present and uid not in self._doubted]
        come = [uid for uid in self._present if uid not in self._reported]
        self._reported = [uid for uid in self._reported if uid not in gone] + come
        news: FilteredEvents = [(ReaderEvent(TAG_LEFT, uid), False) for uid in gone]
        news += [(ReaderEvent(TAG_CAME, uid), unsure or uid != by_hand) for uid in come]
        if gone or come:
            self._reported_trouble = ""
        if self._trouble != self._reported_trouble:
            self._reported_trouble = self._trouble
            news.append((ReaderEvent(self._trouble or TROUBLE_OVER), False))
        return news
