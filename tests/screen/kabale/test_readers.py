"""The screen beside a table with a reader under each column: what it asks for, and what stays until it was seen."""

from __future__ import annotations

from companion.games import game_rules
from companion.games.kabale.rules.state import CardState
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.presenter import table_model
from companion.games.kabale.screen.table_view import TableModel
from companion.rules.history import GameHistory
from companion.rules.moves import UNKNOWN
from companion.rules.record import RecordHeader
from companion.screen.context import UiState
from companion.start import VirtualDealerAndDeckFactory
from companion.table.messages import FinishMove, ReportInput, SessionMessage, TagPresent, TagRemoved, Touch
from companion.table.session import Session
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from companion.voice.voice import Voice
from tests.table.evenings import setup

PLAYERS = 3


class Columns:
    """A table of three with a reader under each column, and its screen in English."""

    def __init__(self) -> None:
        head = RecordHeader("kabale", setup("kabale", PLAYERS))
        self.deck: Deck = VirtualDealerAndDeckFactory().make_deck(head)
        plan = ZonePlan({f"column/{number}": "reader" for number in range(1, PLAYERS + 1)})
        self.session = Session(
            GameHistory.from_header(head, game_rules("kabale")), deck=self.deck, zone_plan=plan
        )
        self.seats = [seat.colour for seat in head.setup.seats]
        for number, name in enumerate(("trade:3", "music:2", "farming:4"), 1):
            self.lay(f"objective/{name}", number)

    def lay(self, word: str, column: int) -> None:
        """A piece is laid there, and covers what lay there before."""
        piece = next(piece for piece in self.deck.pieces_by_key.values() if piece.word == word)
        zone, tag = f"column/{column}", self.deck.uid_of_piece(piece) or ""
        for message in (ReportInput(TagPresent(zone, tag)), ReportInput(TagRemoved(zone, tag))):
            self.say(message)

    def say(self, message: SessionMessage) -> None:
        """Something is noticed, or touched."""
        self.session.handle_message(message)
        assert self.session.snapshot.refusal_notice is None

    def shows(self) -> TableModel:
        """The screen as it is now."""
        return table_model(self.session.snapshot, UiState(), Voice("kabale", {}, "en"), ())


def test_objectives_come_by_themselves() -> None:
    at = Columns()
    at.say(Touch("done")) if at.session.snapshot.pending_input else None
    assert [(column.symbol, column.value) for column in at.shows().columns] == [
        ("trade", 3),
        ("music", 2),
        ("farming", 4),
    ]


def test_a_card_is_asked_for_where_it_is_read_and_lies_there_without_a_name() -> None:
    at = Columns()
    at.say(Touch("done")) if at.session.snapshot.pending_input else None
    assert at.shows().prompt.hint == "Lay it face down in its column."
    at.lay(f"card/{at.seats[0]}/king", 2)
    (card,) = at.shows().columns[1].cards
    assert (card.by, card.evaluated) == (at.seats[0], None)


def test_a_card_the_readers_know_is_to_be_turned_and_the_explorer_to_be_moved_until_he_is_read() -> None:
    at = Columns()
    at.say(Touch("done")) if at.session.snapshot.pending_input else None
    first, second, third = at.seats
    at.lay(f"card/{first}/explorer", 1)
    at.lay(f"card/{second}/king", 1)
    turn, move = (hand.text for hand in at.shows().movements)
    assert turn.endswith("turn it up")
    assert move.endswith("to column 2, face down")
    at.lay(f"card/{first}/explorer", 2)
    assert [hand.text for hand in at.shows().movements] == [turn]
    assert at.shows().columns[1].cards[0].evaluated is None
    at.lay(f"card/{third}/queen", 3)
    assert at.shows().movements == ()


def test_a_finger_waits_for_the_card_where_a_reader_could_see_it() -> None:
    at = Columns()
    at.say(Touch("done")) if at.session.snapshot.pending_input else None
    at.say(Touch("column/2"))
    assert at.shows().prompt.hint == "Lay the card on the reader. Done, if it was not read."
    assert "done" in {choice.touch_target for choice in at.shows().choices}
    at.say(FinishMove())
    position = at.session.history.position
    assert isinstance(position, Position)
    assert position.column(2).cards == (CardState(at.seats[0], UNKNOWN),)


def test_a_traitor_asks_for_another_column_and_for_no_card() -> None:
    at = Columns()
    at.say(Touch("done")) if at.session.snapshot.pending_input else None
    first, second, _ = at.seats
    at.lay(f"card/{first}/traitor", 1)
    at.lay(f"card/{second}/king", 1)
    assert at.shows().prompt.hint == "Touch the other column."
    at.say(Touch("column/3"))
    assert [column.symbol for column in at.shows().columns] == ["farming", "music", "trade"]
