"""What is told of one reader of a hub, whatever its hub says and however often it begins anew. Pure.

Who listens hears of a tag CAME and LEFT in turns, of the reader DOWN and BACK in turns, and nothing of tags while it is
down. So two pictures are kept: how the hub has it, and what was told. Every message changes the first; then whatever
the second lacks is told. What lay there when the hub could be heard again is `found`: known, and no evidence.

A hub that was started anew knows of no tags, and its readers may miss one at first: for a while after a reader began
to look, what was told of before and is not seen has not left yet, and whatever comes is found.
"""

from __future__ import annotations

from hardware.common.events import BACK, CALM, CAME, CROWD, DOWN, LEFT, NOISE, STARTING, WELL, Said
from hardware.common.link.words import SocketState

SURE_US = 700_000
"""A reader has scanned more often than Presence needs to be sure that nobody is there."""

Tell = list[tuple[Said, bool]]
"""What is to be told, and whether it was found."""


class Told:
    """One reader. `state` and `why` as in hardware.readers.ward.State, and `since_us`; `version` of its chip, 0 while
    that is not known."""

    __slots__ = ("_doubted", "_heard", "_restarted", "_there", "_told", "_told_trouble", "_trouble", "since_us",
                 "state", "sure_us", "version", "why")  # fmt: skip

    def __init__(self, now_us: int) -> None:
        self.state = STARTING
        self.why = ""
        self.version = 0
        self.since_us = now_us
        self.sure_us: int | None = None
        """When `settle` is to be called; None when it need not be."""
        self._heard = STARTING
        self._there: list[bytes] = []
        self._trouble = ""
        self._told: list[bytes] = []
        self._told_trouble = ""
        self._restarted = False
        self._doubted: list[bytes] = []

    def begin(self, restarted: bool) -> None:
        """A new session with its hub, which was started since the last one, or was not."""
        self._heard = STARTING
        self._restarted = restarted
        self.sure_us = None
        self._doubted = self._told[:] if restarted else []

    def heard(self, state: SocketState, now_us: int) -> Tell:
        """Its hub says how it is."""
        self._there = list(dict.fromkeys(state.present))
        self._trouble = state.trouble
        self.version = state.version or self.version
        self._become(state.state, state.why, now_us)
        return self._news(now_us)

    def said(self, said: Said, found: bool, now_us: int) -> Tell:
        """Its hub passes on what it says."""
        if said.kind == CAME and said.uid not in self._there:
            self._there.append(said.uid)
        elif said.kind == LEFT and said.uid in self._there:
            self._there.remove(said.uid)
        if said.kind in (CAME, LEFT, CALM):
            self._trouble = ""
        elif said.kind in (CROWD, NOISE):
            self._trouble = said.kind
        if said.kind == DOWN:
            self._become(DOWN, said.why, now_us)
        elif said.kind == BACK or self._heard == STARTING:
            self._become(WELL, "", now_us)
        return self._news(now_us, b"" if found or said.kind != CAME else said.uid)

    def lost(self, why: str, now_us: int) -> Tell:
        """Its hub cannot be heard. Until it is again, the tags that were told of count as lying there."""
        self._become(DOWN, why, now_us)
        return self._news(now_us)

    def settle(self, now_us: int) -> Tell:
        """Time has passed: what is still not seen has left."""
        return self._news(now_us)

    def _become(self, heard: str, why: str, now_us: int) -> None:
        if heard != WELL:
            self.sure_us = None
        elif self._heard != WELL and self._restarted:
            self.sure_us = now_us + SURE_US
        self._heard = heard
        if heard == DOWN:
            self.why = why

    def _news(self, now_us: int, by_hand: bytes = b"") -> Tell:
        """What was told becomes what was heard; this is how. `by_hand`: the tag that was laid there just now."""
        before = self.state
        if self._heard == DOWN or before != DOWN:
            self.state = self._heard
        elif self._heard == WELL:
            self.state = WELL
        if self.state != before:
            self.since_us = now_us
        if self.state == DOWN:
            return [(Said(DOWN, why=self.why), False)] if before != DOWN and self._heard == DOWN else []
        self.why = ""
        news: Tell = [(Said(BACK), False)] if before == DOWN else []
        return news + self._changes(now_us, by_hand) if self.state == WELL else news

    def _changes(self, now_us: int, by_hand: bytes) -> Tell:
        """Who has left and who has come, then what cannot be told apart or read."""
        unsure = self.sure_us is not None and now_us < self.sure_us
        if not unsure:
            self.sure_us = None
            self._restarted = False
            self._doubted = []
        self._doubted = [uid for uid in self._doubted if uid not in self._there]
        gone = [uid for uid in self._told if uid not in self._there and uid not in self._doubted]
        come = [uid for uid in self._there if uid not in self._told]
        self._told = [uid for uid in self._told if uid not in gone] + come
        news: Tell = [(Said(LEFT, uid), False) for uid in gone]
        news += [(Said(CAME, uid), unsure or uid != by_hand) for uid in come]
        if gone or come:
            self._told_trouble = ""
        if self._trouble != self._told_trouble:
            self._told_trouble = self._trouble
            news.append((Said(self._trouble or CALM), False))
        return news
