"""The screen beside a table with one reader for cards: what it asks for, and that no hidden card is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games import game_rules
from companion.games.florence.screen.card_choice import CardChoiceModel
from companion.games.florence.screen.placement import PlacementModel
from companion.games.florence.screen.presenter import table_model
from companion.games.florence.screen.table_view import TableModel
from companion.games.florence.screen.works import WorkModel
from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, UNKNOWN
from companion.rules.record import RecordHeader
from companion.screen.context import UiState
from companion.start import VirtualDealerAndDeckFactory
from companion.table.messages import FinishMove, ReportInput, SessionMessage, TagPresent, TagRemoved, Touch
from companion.table.session import Session
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from companion.voice.voice import Voice
from tests.games.florence.tables import paper, setup


class One:
    """A table of three with one reader, at a position, and its screen in English."""

    def __init__(self, **at: Any) -> None:
        head = RecordHeader("florence", setup(3), position=paper(**at))
        self.deck: Deck = VirtualDealerAndDeckFactory().make_deck(head)
        self.session = Session(
            GameHistory.from_header(head, game_rules("florence")),
            deck=self.deck,
            zone_plan=ZonePlan({PLAY_ZONE: "reader"}),
        )

    def lay(self, word: str) -> TableModel:
        """A piece is shown to the reader and taken away."""
        piece = next(piece for piece in self.deck.pieces_by_key.values() if piece.word == word)
        tag = self.deck.uid_of_piece(piece) or ""
        self.say(ReportInput(TagPresent(PLAY_ZONE, tag)))
        return self.say(ReportInput(TagRemoved(PLAY_ZONE, tag)))

    def touch(self, thing: str) -> TableModel:
        """A finger on a thing."""
        return self.say(Touch(thing))

    def say(self, message: SessionMessage) -> TableModel:
        """Something is noticed, or touched; the screen as it is then."""
        self.session.handle_message(message)
        assert self.session.snapshot.refusal_notice is None, self.session.snapshot.refusal_notice
        return self.shows()

    def shows(self) -> TableModel:
        """The screen as it is now."""
        return table_model(self.session.snapshot, UiState(), Voice("florence", {}, "en"), ())

    @property
    def lines(self) -> Sequence[str]:
        """What was accepted, as everybody may know it."""
        return self.session.snapshot.accepted_texts


def test_an_object_laid_on_the_reader_is_opened() -> None:
    at = One()
    assert at.shows().prompt.hint == "Lay the object on the reader, or touch it."
    at.lay("jester")
    assert at.lines == ("blue open jester",)


def test_a_building_laid_on_the_reader_asks_at_once_where_it_goes() -> None:
    at = One(phase="actions")
    assert "may be laid on the reader at once" in at.shows().prompt.hint
    shown = at.lay("building/library")
    assert isinstance(shown.stage, PlacementModel)
    assert shown.prompt.sentence == "Library: where to?"


def test_a_work_of_which_profession_and_bonus_card_are_read_in_any_order() -> None:
    rich = {"blue": {"hand": {"?": 4}, "bonus": {"?": 1}, "jesters": 3, "table": ["poet"]}}
    at = One(phase="actions", people=rich)
    at.touch("action/work")
    at.lay("bonus/each-jester")
    shown = at.lay("profession/painter")
    assert isinstance(shown.stage, WorkModel)
    assert shown.stage.worker is not None
    assert shown.stage.worker.value == 5 + 6 + 6
    assert shown.prompt.sentence == "Florins or prestige?"


def test_a_card_that_is_kept_is_asked_for_on_the_reader_and_never_named() -> None:
    at = One(phase="auction", owed="keep")
    shown = at.shows()
    assert isinstance(shown.stage, CardChoiceModel)
    assert shown.stage.options == ()
    assert shown.prompt.hint == "Lay the card on the reader, face down."
    at.lay("prestige/most-lakes")
    assert at.lines == ("blue keep ?",)
    assert at.shows().players[0].state.prestige == {UNKNOWN: 1}


def test_a_profession_that_is_taken_waits_for_the_reader() -> None:
    at = One(phase="actions")
    shown = at.touch("action/profession")
    assert shown.prompt.hint == "Lay the card on the reader. Done, if it was not read."
    assert "done" in {choice.touch_target for choice in shown.choices}
    at.say(FinishMove())
    at.touch("action/bonus")
    at.lay("bonus/each-lake")
    assert at.lines == ("blue profession ?", "blue bonus ?")
