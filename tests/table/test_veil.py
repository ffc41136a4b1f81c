"""What a session shows of a card laid face down: nothing (issue 4), and what it must not forget of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory, MovesUndone, PositionCorrected
from companion.rules.movements import Movement
from companion.rules.moves import Move, Observation
from companion.rules.tree_walk import pick_legal_move
from companion.table.guesses import to_private_values
from companion.table.interpretation.judge import Ambiguous, Incomplete, Interpreted
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    FinishMove,
    OverruleRefusal,
    ReaderDown,
    ReportInput,
    SessionMessage,
    SetStrictness,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.table.backs import CARDS, GAME, Backs, Laid, Turned
from tests.table.evenings import begun, setup
from tests.table.secrets import keep_secrets, names_nothing

SETUP = GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
BOX = make_box_pieces(GAME.taggable_pieces(SETUP), GAME.colours)
PLAY = ZonePlan({"play": "reader"})
COLUMNS = ZonePlan({"column/1": "reader", "column/2": "reader"})
TAGS = {piece.word: f"{number:08x}" for number, piece in enumerate(BOX)}


class Table:
    """A session of cards face down, and hands that lay them."""

    def __init__(self, plan: ZonePlan = COLUMNS, *said: str) -> None:
        deck = Deck(GAME.name, BOX)
        for piece in BOX:
            deck.bind_tag(piece, TAGS[piece.word])
        self.session = Session(
            GameHistory(GAME, SETUP, GAME.initial_position(SETUP)), deck=deck, zone_plan=plan
        )
        self.do(*map(EnterLine, said))

    def do(self, *messages: SessionMessage | DeferredMessage) -> Snapshot:
        for message in messages:
            self.session.post(message)
        self.session.process_queue()
        return self.session.snapshot

    def lay(self, card: str, zone: str) -> Snapshot:
        laid, taken = laying(card, zone)
        now = self.do(laid)
        self.do(taken)
        return now

    @property
    def record(self) -> list[str]:
        return [accepted.text for accepted in self.session.history.accepted_lines]


def laying(card: str, zone: str) -> tuple[SessionMessage, ...]:
    uid = TAGS[f"card/{card}"]
    return ReportInput(TagPresent(zone, uid)), ReportInput(TagRemoved(zone, uid))


def test_what_a_reader_saw_is_on_the_record_and_in_no_picture() -> None:
    table = Table()
    now = table.lay("black/six", "column/2")
    assert table.record == ["black 2 six"]
    assert now.accepted_texts == ("black 2 ?",)
    (entry,) = now.new_entries
    assert (entry.text, entry.events) == ("black 2 ?", (Laid("black", 2, "?"),))
    names_nothing(table.session, CARDS)


def test_what_is_turned_is_known_to_all() -> None:
    table = Table(COLUMNS, "black 2 six")
    now = table.lay("white/king", "column/2")
    assert now.new_entries[0].events == (Laid("white", 2, "?"), Turned(2, 0, "six"))
    assert isinstance(now.position, Backs)
    assert [card.card for card in now.position.column(2)] == ["six", "?"]


def test_public_events_lead_from_the_public_table_to_the_public_table() -> None:
    table = Table()
    before = table.session.snapshot.position
    for card, zone in (("black/six", "column/2"), ("white/king", "column/2"), ("black/jack", "column/1")):
        now = table.lay(card, zone)
        for entry in now.new_entries:
            for event in entry.events:
                before = event.apply_to(before)
        assert before == now.position


def test_a_question_about_a_card_that_nobody_may_see_can_be_answered() -> None:
    table = Table(PLAY)
    now = table.lay("black/six", "play")
    assert isinstance(now.interpretation, Ambiguous)
    assert now.pending_input == (Observation("card/black/?", "play"),)
    assert [option.moves for option in now.interpretation.question.options] == [
        (Move.parse("black 1 ?"),),
        (Move.parse("black 2 ?"),),
    ]
    table.do(ChooseAnswer(now.interpretation.question.options[1]))
    assert table.record == ["black 2 six"]


def test_a_card_that_was_not_read_is_waited_for_and_done_says_so() -> None:
    table = Table()
    now = table.do(Touch("column/2"))
    assert now.interpretation == Interpreted(Move.parse("black 2 ?"), may_continue=True)
    table.do(FinishMove())
    assert table.record == ["black 2 ?"]


def test_a_reader_that_fails_leaves_what_lies_noticed_to_a_person() -> None:
    table = Table()
    table.do(Touch("column/2"))
    now = table.do(ReportInput(ReaderDown("column/2", "broken")))
    assert now.interpretation == Interpreted(Move.parse("black 2 ?"), may_continue=True)
    assert table.record == []


def test_what_is_waited_for_leaves_out_no_card_that_is_known_to_lie_face_down() -> None:
    for card in ("six", "jack"):
        now = Table(COLUMNS, "black 1 ?", "white 2 king", f"black 1 {card}").do(Touch("player/table"))
        assert isinstance(now.interpretation, Incomplete)
        assert tuple(step.word for step in now.interpretation.missing_steps) == CARDS


def test_a_refused_card_is_not_named() -> None:
    table = Table(COLUMNS, "black 1 six", "white 2 six")
    now = table.lay("black/six", "column/2")
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.clause.code == "known-elsewhere"
    assert now.refusal_notice.refusal.fact_values == ("black", "?")
    assert now.refusal_notice.nearest_moves == ()
    names_nothing(table.session, CARDS)


def test_what_is_refused_in_public_too_has_its_nearest_moves_each_once() -> None:
    table = Table(COLUMNS, "black 1 six", "white 1 six", "black 1 king")
    now = table.lay("white/queen", "column/1")
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.clause.code == "column-full"
    now = table.do(DismissNotices(), EnterLine("white 1 queen"))
    assert now.refusal_notice is not None
    assert now.refusal_notice.nearest_moves == (Move.parse("white 2 ?"),)
    names_nothing(table.session, ["queen", "jack"])


def test_a_refused_card_let_stand_is_a_correction_without_a_name() -> None:
    table = Table(COLUMNS, "black 1 six", "white 2 six")
    table.do(SetStrictness("hint"))
    now = table.do(EnterLine("black 3 six"), DismissNotices(), *laying("black/six", "column/2"))
    assert now.refusal_notice is not None
    now = table.do(OverruleRefusal())
    (entry,) = now.new_entries
    assert entry.text.startswith("table correct /columns/2 ")
    assert not any(card in str(entry) for card in CARDS)


def test_taking_back_names_no_card_that_was_not_turned() -> None:
    table = Table(COLUMNS, "black 1 six", "white 1 king")
    now = table.do(UndoMoves())
    assert now.undo_plan is not None
    assert now.undo_plan.move_texts == ("white 1 ?",)
    assert Movement("move", "card/white/?", 1, "column/1", "hand") in now.undo_plan.movements
    assert now.undo_plan.irreversible_events == (Turned(1, 0, "six"),)
    now = table.do(UndoMoves(is_confirmed=True))
    assert now.new_entries[0].events == (MovesUndone(("white 1 ?",)),)
    assert table.record == ["black 1 six"]


def test_a_correction_by_people_keeps_what_they_did_not_touch() -> None:
    table = Table(COLUMNS, "black 1 six", "white 2 king")
    columns = table.session.snapshot.position.to_json()["columns"]
    queen, back = {"by": "black", "card": "queen", "up": True}, {"by": "white", "card": "?", "up": False}
    second = [*columns["2"], queen, back]
    now = table.do(CorrectPosition((("/columns/1", columns["1"]), ("/columns/2", second))))
    assert isinstance(table.session.history.position, Backs)
    names = [[card.card for card in column] for column in table.session.history.position.columns]
    assert names == [["six"], ["?", "queen", "?"]]
    (corrected,) = now.new_entries[0].events
    assert isinstance(corrected, PositionCorrected)
    assert now.position.choice_tree.awaited_actors == ("table",)  # which card was turned up


def test_a_correction_that_does_not_add_up_says_what_everybody_can_count() -> None:
    kabale = game_rules("kabale")
    account = GameHistory(kabale, setup("kabale", 2), begun("kabale", 2))
    chance = Random(1)
    for _ in range(5):
        account.play(pick_legal_move(account.position.choice_tree, chance.choice)[0])
    session = Session(account)
    assert session.snapshot.position != account.position
    columns, who = session.snapshot.position.to_json()["columns"], account.setup.seats[0].colour
    columns[0]["cards"].insert(0, {"by": who, "card": "witch", "up": True})
    now = session.handle_message(CorrectPosition((("/columns", columns),)))
    assert now.refusal_notice is not None
    assert now.refusal_notice.refusal.facts == {"who": who, "cards": 26, "wanted": 25}


def test_of_cards_that_only_the_referee_knows_one_more_is_unknown() -> None:
    assert to_private_values((("/hand/?", 4),), {"hand": {"?": 3}}, {"hand": {"six": 3}}) == (("/hand/?", 1),)


@pytest.mark.parametrize(
    ("new", "public", "private", "kept"),
    [
        ({"?": 3}, {"?": 3}, {"six": 1, "?": 2}, {"six": 1, "?": 2}),
        ({"?": 3}, {"?": 3}, {"six": 2, "king": 1}, {"six": 2, "king": 1}),
        ({"?": 4}, {"?": 3}, {"six": 1, "?": 2}, {"six": 1, "?": 3}),
        ({"?": 2, "queen": 1}, {"?": 3}, {"six": 1, "?": 2}, {"six": 1, "?": 1, "queen": 1}),
        ({"?": 4}, {"?": 3}, {"six": 3}, {"?": 4}),
        ({}, {"?": 3}, {"six": 1, "?": 2}, {}),
        ({"money": 3, "hand": {"?": 1}}, {"money": 2, "hand": {"?": 1}}, {"money": 2, "hand": {"six": 1}},
         {"money": 3, "hand": {"six": 1}}),
        (["?", "?"], ["?"], ["six"], ["six", "?"]),
        (["up", "?"], ["?"], ["six"], ["up", "six"]),
        (["?", "queen"], ["?", "queen", "?"], ["six", "queen", "king"], ["six", "queen"]),
        (["?", "?"], ["?", "queen", "?"], ["six", "queen", "king"], ["six", "king"]),
        (7, 5, 5, 7),
        (None, "?", "six", None),
    ],
)  # fmt: skip
def test_what_was_not_touched_is_kept(new: object, public: object, private: object, kept: object) -> None:
    assert to_private_values((("/here", new),), {"here": public}, {"here": private}) == (("/here", kept),)


def evening(plan: ZonePlan, first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
    """Cards laid, touched, refused, taken back and corrected; the second time with other names face down."""
    table = Table(plan)
    six, king = ("six", "king") if first else ("jack", "queen")

    def option(number: int) -> DeferredMessage:
        def answer(now: Snapshot) -> SessionMessage | None:
            return (
                ChooseAnswer(now.interpretation.question.options[number])
                if isinstance(now.interpretation, Ambiguous)
                else None
            )

        return answer

    zone = {1: "column/1", 2: "column/2"} if plan is COLUMNS else {1: "play", 2: "play"}

    def messages() -> Iterator[SessionMessage | DeferredMessage]:
        yield SetStrictness("hint")
        yield from laying(f"black/{six}", zone[1])
        yield option(0)
        yield from laying(f"black/{king}", zone[2])
        yield DismissNotices()
        yield Touch("column/2")
        yield from laying(f"white/{king}", zone[2])
        yield FinishMove()
        yield EnterLine("black 3 " + king)
        yield from laying(f"black/{six}", zone[2])
        yield option(1)
        yield OverruleRefusal()
        yield ClearPendingInput()
        yield DismissNotices()
        yield UndoMoves()
        yield UndoMoves(is_confirmed=True)
        yield EnterLine(f"white 2 {six}")
        yield EnterLine("undo")
        yield CorrectPosition((("/columns/2", [{"by": "white", "card": "?", "up": False}]),))
        yield ReportInput(ReaderDown(zone[1], "broken"))
        yield from laying(f"black/{king}", zone[2])
        yield FinishMove()
        yield EnterLine("nonsense")

    return table.session, messages()


@pytest.mark.parametrize("plan", [PLAY, COLUMNS, ZonePlan()])
def test_nothing_public_depends_on_a_card_face_down(plan: ZonePlan) -> None:
    assert keep_secrets(lambda first: evening(plan, first)) > 20
