"""From input events to observations, and to the problems of readers."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterable, Mapping
from typing import Final

from companion.rules.game import Game, GameSetup
from companion.rules.moves import Observation
from companion.rules.transaction import Event
from companion.table.interpretation.touch_only import TagCoverage
from companion.table.messages import (
    ForeignCardPresent,
    InputEvent,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    SeatButtonPressed,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.snapshot import TableProblem
from companion.table.storage.journal import JournalProblem
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan, ZoneTracker

log = logging.getLogger(__name__)

READING_PROBLEMS: Final[Mapping[type[InputEvent], str]] = {
    SeveralTagsPresent: "two-cards",
    TagUnreadable: "garbled",
    ForeignCardPresent: "foreign-card",
}
"""What lies on a reader instead of a single tag -> the code of the problem."""


class InputMonitor:
    """The readers of a table, interpreted by the tags of one deck."""

    def __init__(self, deck: Deck | None, zone_plan: ZonePlan) -> None:
        self.deck = deck
        self.zone_tracker = ZoneTracker(zone_plan)
        self.problems: dict[tuple[str, str], TableProblem] = {}
        self._tagged_words: tuple[Deck | None, frozenset[str]] = None, frozenset()
        self._coverage: tuple[Deck | None, TagCoverage] | None = None

    def tag_coverage(self, game: Game, setup: GameSetup) -> TagCoverage:
        """The pieces of that box that readers could report; a deck that changes is replaced by another one."""
        if self._coverage is None or self._coverage[0] is not self.deck:
            self._coverage = self.deck, TagCoverage.from_tagged_words(game, setup, self.tagged_words)
        return self._coverage[1]

    @property
    def tagged_words(self) -> frozenset[str]:
        """The pieces that carry a tag, gone through once for each deck."""
        if self._tagged_words[0] is not self.deck:
            self._tagged_words = self.deck, self.deck.tagged_words if self.deck is not None else frozenset()
        return self._tagged_words[1]

    def observation_for(self, event: InputEvent) -> Observation | None:
        """The new observation in an event; None when a tag only rests, was removed, or cannot be identified."""
        match event:
            case TagPresent(zone, uid):
                self._clear_reading_problems(zone)
                return self._observe_tag(zone, uid.lower())
            case TagAlreadyPresent(zone, uid):
                self.zone_tracker.add_tag(zone, uid.lower())
            case TagRemoved(zone, uid):
                self._clear_reading_problems(zone)
                self.zone_tracker.remove_tag(zone, uid.lower())
                self.clear_problem("unknown-tag", uid.lower())
            case SeveralTagsPresent(zone) | TagUnreadable(zone) | ForeignCardPresent(zone):
                self.add_problem(READING_PROBLEMS[type(event)], zone)
            case ReadingClearAgain(zone):
                self._clear_reading_problems(zone)
            case ReaderDown(zone, why):
                self.zone_tracker.readers_down[zone] = why
                self.add_problem("reader-down", zone, why, is_lasting=True)
            case ReaderRecovered(zone):
                self.zone_tracker.readers_down.pop(zone, None)
                self.clear_problem("reader-down", zone)
            case SeatButtonPressed(seat, role):
                return Observation(f"button/{role}", f"seat/{seat}")
        return None

    def _observe_tag(self, zone: str, uid: str) -> Observation | None:
        if not self.zone_tracker.add_tag(zone, uid):
            return None
        seen = self.observation_of_tag(zone, uid)
        if seen is None:
            self.add_problem("unknown-tag", uid, zone)
        return seen

    def observation_of_tag(self, zone: str, uid: str) -> Observation | None:
        """The piece with that tag at that zone; None for an unknown tag."""
        piece = self.deck.piece_of_uid(uid.lower()) if self.deck is not None else None
        return Observation(piece.word, zone) if piece is not None else None

    def expected_observations(self, events: Iterable[Event]) -> tuple[Observation, ...]:
        """What readers that work will report when people carry these events out."""
        return self.reported_observations(each for event in events for each in event.expected_observations())

    def reported_observations(self, observations: Iterable[Observation]) -> tuple[Observation, ...]:
        """Those that readers that work will report."""
        watched = self.zone_tracker.status
        return tuple(
            each
            for each in observations
            if each.piece in self.tagged_words and watched.has_working_reader(each.zone)
        )

    # -- problems

    def add_problem(self, code: str, where: str, what: str = "", is_lasting: bool = False) -> None:
        """Add a problem; it is shown until it is cleared or dismissed."""
        self.problems[code, where] = TableProblem(code, where, what, is_lasting)

    def add_fault(self, where: object, fault: Exception) -> None:
        """Log a fault and add it as a problem, by place and kind only: its text could name what nobody may know."""
        log.error("a message was set aside, or a listener stumbled", exc_info=fault)
        what = (*traceback.format_tb(fault.__traceback__), type(fault).__name__)
        self.add_problem("fault", type(where).__name__, "".join(what))

    def add_file_problems(self, problems: Iterable[JournalProblem]) -> None:
        """Add what happened to the file of the game."""
        for problem in problems:
            self.add_problem(*problem)

    def clear_problem(self, code: str, where: str) -> None:
        """Remove a problem that is over."""
        self.problems.pop((code, where), None)

    def dismiss_problems(self) -> None:
        """Remove the problems that a person has read; lasting ones stay."""
        self.problems = {key: each for key, each in self.problems.items() if each.is_lasting}

    def _clear_reading_problems(self, zone: str) -> None:
        for code in READING_PROBLEMS.values():
            self.clear_problem(code, zone)
