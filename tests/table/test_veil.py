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
from companion.table.judge import Ask, Done, Wait
from companion.table.messages import (
    Allow,
    Choose,
    Clear,
    Correct,
    Dismiss,
    Finish,
    Message,
    Notice,
    Say,
    SetStrictness,
    Touch,
    Undo,
)
from companion.table.overrule import unveiled
from companion.table.pieces import Deck, pieces
from companion.table.session import Meaning, Session
from companion.table.sightings import Gone, Present, ReaderDown
from companion.table.snapshot import Snapshot
from companion.table.zones import Plan
from tests.table.backs import CARDS, GAME, Backs, Laid, Turned
from tests.table.evenings import begun, setup
from tests.table.secrets import keep_secrets, names_nothing

SETUP = GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
BOX = pieces(GAME.taggable_pieces(SETUP), GAME.colours)
PLAY = Plan({"play": "reader"})
COLUMNS = Plan({"column/1": "reader", "column/2": "reader"})
TAGS = {piece.word: f"{number:08x}" for number, piece in enumerate(BOX)}


class Table:
    """A session of cards face down, and hands that lay them."""

    def __init__(self, plan: Plan = COLUMNS, *said: str) -> None:
        deck = Deck(GAME.name, BOX)
        for piece in BOX:
            deck.bind(piece, TAGS[piece.word])
        self.session = Session(GameHistory(GAME, SETUP, GAME.initial_position(SETUP)), deck=deck, plan=plan)
        self.do(*map(Say, said))

    def do(self, *messages: Message | Meaning) -> Snapshot:
        for message in messages:
            self.session.post(message)
        self.session.step()
        return self.session.snapshot

    def lay(self, card: str, zone: str) -> Snapshot:
        laid, taken = laying(card, zone)
        now = self.do(laid)
        self.do(taken)
        return now

    @property
    def record(self) -> list[str]:
        return [accepted.text for accepted in self.session.account.accepted_lines]


def laying(card: str, zone: str) -> tuple[Message, ...]:
    uid = TAGS[f"card/{card}"]
    return Notice(Present(zone, uid)), Notice(Gone(zone, uid))


def test_what_a_reader_saw_is_on_the_record_and_in_no_picture() -> None:
    table = Table()
    now = table.lay("black/ace", "column/2")
    assert table.record == ["black 2 ace"]
    assert now.standing == ("black 2 ?",)
    (entry,) = now.fresh
    assert (entry.text, entry.events) == ("black 2 ?", (Laid("black", 2, "?"),))
    names_nothing(table.session, CARDS)


def test_what_is_turned_is_known_to_all() -> None:
    table = Table(COLUMNS, "black 2 ace")
    now = table.lay("white/king", "column/2")
    assert now.fresh[0].events == (Laid("white", 2, "?"), Turned(2, 0, "ace"))
    assert isinstance(now.position, Backs)
    assert [card.card for card in now.position.column(2)] == ["ace", "?"]


def test_public_events_lead_from_the_public_table_to_the_public_table() -> None:
    table = Table()
    before = table.session.snapshot.position
    for card, zone in (("black/ace", "column/2"), ("white/king", "column/2"), ("black/jack", "column/1")):
        now = table.lay(card, zone)
        for entry in now.fresh:
            for event in entry.events:
                before = event.apply_to(before)
        assert before == now.position


def test_a_question_about_a_card_that_nobody_may_see_can_be_answered() -> None:
    table = Table(PLAY)
    now = table.lay("black/ace", "play")
    assert isinstance(now.verdict, Ask)
    assert now.bag == (Observation("card/black/?", "play"),)
    assert [option.moves for option in now.verdict.question.options] == [
        (Move.parse("black 1 ?"),),
        (Move.parse("black 2 ?"),),
    ]
    table.do(Choose(now.verdict.question.options[1]))
    assert table.record == ["black 2 ace"]


def test_a_card_that_was_not_read_is_waited_for_and_done_says_so() -> None:
    table = Table()
    now = table.do(Touch("column/2"))
    assert now.verdict == Done(Move.parse("black 2 ?"), open=True)
    table.do(Finish())
    assert table.record == ["black 2 ?"]


def test_a_reader_that_fails_leaves_what_lies_noticed_to_a_person() -> None:
    table = Table()
    table.do(Touch("column/2"))
    now = table.do(Notice(ReaderDown("column/2", "broken")))
    assert now.verdict == Done(Move.parse("black 2 ?"), open=True)
    assert table.record == []


def test_what_is_waited_for_leaves_out_no_card_that_is_known_to_lie_face_down() -> None:
    for card in ("ace", "jack"):
        now = Table(COLUMNS, "black 1 ?", "white 2 king", f"black 1 {card}").do(Touch("player/table"))
        assert isinstance(now.verdict, Wait)
        assert tuple(step.word for step in now.verdict.next) == CARDS


def test_a_refused_card_is_not_named() -> None:
    table = Table(COLUMNS, "black 1 ace", "white 2 ace")
    for now in (table.lay("black/ace", "column/2"), table.do(Dismiss(), Say("black 2 ace"))):
        assert now.no is not None
        assert now.no.refusal.clause.code == "known-elsewhere"
        assert now.no.refusal.fact_values == ("black", "?")
        assert now.no.nearest == ()
        names_nothing(table.session, CARDS)


def test_what_is_refused_in_public_too_has_its_nearest_moves_each_once() -> None:
    table = Table(COLUMNS, "black 1 ace", "white 1 ace", "black 1 king")
    now = table.lay("white/queen", "column/1")
    assert now.no is not None
    assert now.no.refusal.clause.code == "column-full"
    now = table.do(Dismiss(), Say("white 1 queen"))
    assert now.no is not None
    assert now.no.nearest == (Move.parse("white 2 ?"),)
    names_nothing(table.session, ["queen", "jack"])


def test_a_refused_card_let_stand_is_a_correction_without_a_name() -> None:
    table = Table(COLUMNS, "black 1 ace", "white 2 ace")
    table.do(SetStrictness("hint"))
    now = table.do(Say("black 3 ace"), Dismiss(), *laying("black/ace", "column/2"))
    assert now.no is not None
    now = table.do(Allow())
    names_nothing(table.session, CARDS)


def test_taking_back_names_no_card_that_was_not_turned() -> None:
    table = Table(COLUMNS, "black 1 ace", "white 1 king")
    now = table.do(Undo())
    assert now.undo is not None
    assert now.undo.moves == ("white 1 ?",)
    assert Movement("move", "card/white/?", 1, "column/1", "hand") in now.undo.movements
    assert now.undo.unseen == (Turned(1, 0, "ace"),)
    now = table.do(Undo(agreed=True))
    assert now.fresh[0].events == (MovesUndone(("white 1 ?",)),)
    assert table.record == ["black 1 ace"]


def test_a_correction_by_people_keeps_what_they_did_not_touch() -> None:
    table = Table(COLUMNS, "black 1 ace", "white 2 king")
    columns = table.session.snapshot.position.to_json()["columns"]
    queen, back = {"by": "black", "card": "queen", "up": True}, {"by": "white", "card": "?", "up": False}
    second = [*columns["2"], queen, back]
    now = table.do(Correct((("/columns/1", columns["1"]), ("/columns/2", second))))
    assert isinstance(table.session.account.position, Backs)
    names = [[card.card for card in column] for column in table.session.account.position.columns]
    assert names == [["ace"], ["king", "queen", "?"]]
    assert isinstance(now.fresh[0].events[0], PositionCorrected)
    assert Turned(2, 0, "king") in now.fresh[0].events
    names_nothing(table.session, ["ace"])


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
    now = session.handle(Correct((("/columns", columns),)))
    assert now.no is not None
    assert now.no.refusal.facts == {"who": who, "cards": 26, "wanted": 25}


def test_of_cards_that_only_the_referee_knows_one_more_is_unknown() -> None:
    assert unveiled((("/hand/?", 4),), {"hand": {"?": 3}}, {"hand": {"ace": 3}}) == (("/hand/?", 1),)


@pytest.mark.parametrize(
    ("new", "public", "private", "kept"),
    [
        ({"?": 3}, {"?": 3}, {"ace": 1, "?": 2}, {"ace": 1, "?": 2}),
        ({"?": 3}, {"?": 3}, {"ace": 2, "king": 1}, {"ace": 2, "king": 1}),
        ({"?": 4}, {"?": 3}, {"ace": 1, "?": 2}, {"ace": 1, "?": 3}),
        ({"?": 2, "queen": 1}, {"?": 3}, {"ace": 1, "?": 2}, {"ace": 1, "?": 1, "queen": 1}),
        ({"?": 4}, {"?": 3}, {"ace": 3}, {"?": 4}),
        ({}, {"?": 3}, {"ace": 1, "?": 2}, {}),
        ({"money": 3, "hand": {"?": 1}}, {"money": 2, "hand": {"?": 1}}, {"money": 2, "hand": {"ace": 1}},
         {"money": 3, "hand": {"ace": 1}}),
        (["?", "?"], ["?"], ["ace"], ["ace", "?"]),
        (["up", "?"], ["?"], ["ace"], ["up", "ace"]),
        (["?", "queen"], ["?", "queen", "?"], ["ace", "queen", "king"], ["ace", "queen"]),
        (["?", "?"], ["?", "queen", "?"], ["ace", "queen", "king"], ["ace", "king"]),
        (7, 5, 5, 7),
        (None, "?", "ace", None),
    ],
)  # fmt: skip
def test_what_was_not_touched_is_kept(new: object, public: object, private: object, kept: object) -> None:
    assert unveiled((("/here", new),), {"here": public}, {"here": private}) == (("/here", kept),)


def evening(plan: Plan, first: bool) -> tuple[Session, Iterator[Message | Meaning]]:
    """Cards laid, touched, refused, taken back and corrected; the second time with other names face down."""
    table = Table(plan)
    ace, king = ("ace", "king") if first else ("jack", "queen")

    def option(number: int) -> Meaning:
        def answer(now: Snapshot) -> Message | None:
            return Choose(now.verdict.question.options[number]) if isinstance(now.verdict, Ask) else None

        return answer

    zone = {1: "column/1", 2: "column/2"} if plan is COLUMNS else {1: "play", 2: "play"}

    def messages() -> Iterator[Message | Meaning]:
        yield SetStrictness("hint")
        yield from laying(f"black/{ace}", zone[1])
        yield option(0)
        yield from laying(f"black/{king}", zone[2])
        yield Dismiss()
        yield Touch("column/2")
        yield from laying(f"white/{king}", zone[2])
        yield Finish()
        yield Say("black 3 " + king)
        yield from laying(f"black/{ace}", zone[2])
        yield option(1)
        yield Allow()
        yield Clear()
        yield Dismiss()
        yield Undo()
        yield Undo(agreed=True)
        yield Say(f"white 2 {ace}")
        yield Say("undo")
        yield Correct((("/columns/2", [{"by": "white", "card": "?", "up": False}]),))
        yield Notice(ReaderDown(zone[1], "broken"))
        yield from laying(f"black/{king}", zone[2])
        yield Finish()
        yield Say("nonsense")

    return table.session, messages()


@pytest.mark.parametrize("plan", [PLAY, COLUMNS, Plan()])
def test_nothing_public_depends_on_a_card_face_down(plan: Plan) -> None:
    assert keep_secrets(lambda first: evening(plan, first)) > 20
