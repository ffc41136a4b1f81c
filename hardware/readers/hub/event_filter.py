"""What is told of one reader of a hub, whatever its hub says and however often it begins anew. Pure.

Who listens hears of a tag CAME and LEFT in turns, of the reader DOWN and BACK in turns, and nothing of tags while it is
down. So two pictures are kept: how the hub has it, and what was told. Every message changes the first; then whatever
the second lacks is told. What lay there when the hub could be heard again is `already_there`: known, and no evidence.

A hub that was started anew knows of no tags, and its readers may miss one at first: for a while after a reader began
to look, what was told of before and is not seen has not left yet, and whatever comes is found.
"""

from __future__ import annotations

from hardware.common.events import (
    NOISE,
    READER_BACK,
    READER_DOWN,
    READER_STARTING,
    READER_WELL,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    ReaderEvent,
)
from hardware.common.link.messages import SocketStateMessage

SETTLE_US = 700_000
"""A reader has scanned more often than Presence needs to be sure that nobody is there."""

FilteredEvents = list[tuple[ReaderEvent, bool]]
"""What is to be told, and whether it was found."""


class EventFilter:
    """One reader. `state` and `why` as in hardware.readers.supervised_reader.ReaderHealthReport, and `since_us`;
    `version` of its chip, 0 while that is not known."""

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
        """A new session with its hub, which was started since the last one, or was not."""
        self._hub_state = READER_STARTING
        self._restarted = restarted
        self.settle_at_us = None
        self._doubted = self._reported[:] if restarted else []

    def on_state(self, state: SocketStateMessage, now_us: int) -> FilteredEvents:
        """Its hub says how it is."""
        self._present = list(dict.fromkeys(state.present_uids))
        self._trouble = state.trouble
        self.version = state.version or self.version
        self._become(state.state, state.why, now_us)
        return self._report_changes(now_us)

    def on_event(self, event: ReaderEvent, already_there: bool, now_us: int) -> FilteredEvents:
        """Its hub passes on what it says."""
        if event.kind == TAG_CAME and event.uid not in self._present:
            self._present.append(event.uid)
        elif event.kind == TAG_LEFT and event.uid in self._present:
            self._present.remove(event.uid)
        if event.kind in (TAG_CAME, TAG_LEFT, TROUBLE_OVER):
            self._trouble = ""
        elif event.kind in (SEVERAL_TAGS, NOISE):
            self._trouble = event.kind
        if event.kind == READER_DOWN:
            self._become(READER_DOWN, event.why, now_us)
        elif event.kind == READER_BACK or self._hub_state == READER_STARTING:
            self._become(READER_WELL, "", now_us)
        return self._report_changes(now_us, b"" if already_there or event.kind != TAG_CAME else event.uid)

    def on_hub_lost(self, why: str, now_us: int) -> FilteredEvents:
        """Its hub cannot be heard. Until it is again, the tags that were told of count as lying there."""
        self._become(READER_DOWN, why, now_us)
        return self._report_changes(now_us)

    def settle(self, now_us: int) -> FilteredEvents:
        """Time has passed: what is still not seen has left."""
        return self._report_changes(now_us)

    def _become(self, heard: str, why: str, now_us: int) -> None:
        if heard != READER_WELL:
            self.settle_at_us = None
        elif self._hub_state != READER_WELL and self._restarted:
            self.settle_at_us = now_us + SETTLE_US
        self._hub_state = heard
        if heard == READER_DOWN:
            self.why = why

    def _report_changes(self, now_us: int, by_hand: bytes = b"") -> FilteredEvents:
        """What was told becomes what was heard; this is how. `by_hand`: the tag that was laid there just now."""
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
        """Who has left and who has come, then what cannot be told apart or read."""
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
