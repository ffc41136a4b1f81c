"""Whole games without a finger: readers, and two buttons that point at whatever no reader sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice
from companion.rules.clauses import Refusal
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.moves import Move, MoveStep, Observation
from companion.rules.position import Outcome, Position
from companion.rules.transaction import Action, Event, Transaction
from companion.start.real_table.button_presses import message_for_button
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import (
    ChangeDeck,
    DismissNotices,
    EnterLine,
    MovePointer,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.pointer import PointerSequence, pointer_sequence, presses_to_reach
from companion.table.session import Session
from companion.table.zones import ZonePlan
from tests.long import usually
from tests.start.sessions import READERS, TAGS, deck, session, told
from tests.table.backs import NOT_YOU, BacksGame
from tests.table.evenings import TABLES
from tests.table.pressing import People, evening
from tests.tables import At, louis

PLAY_ALONE = ZonePlan({"play": "reader"})
COLUMNS = ZonePlan({f"column/{number}": "reader" for number in range(1, 7)})
PLANS: Mapping[str, tuple[ZonePlan, ...]] = {
    "louis-xiv": (READERS, PLAY_ALONE, ZonePlan()),
    "kabale": (COLUMNS, PLAY_ALONE, ZonePlan()),
    "florence": (PLAY_ALONE, ZonePlan()),
}
LONGEST = 500
"""Moves of a game; the longest has fewer."""

seeds = st.integers(0, 2**32)
some = settings(max_examples=2, deadline=None, database=None)


# -- whole games


@pytest.mark.long(usual="kabale-2")
@some
@given(seed=seeds, own=st.booleans())
@pytest.mark.parametrize(
    ("name", "players"),
    usually(
        [("louis-xiv", 3), ("kabale", 2), ("florence", 2)],
        [(name, players) for name, players in TABLES if players < 5],
    ),
)
def test_a_whole_game_needs_no_finger(name: str, players: int, seed: int, own: bool) -> None:
    rng = Random(seed)
    people = People(name, players, rng.choice(PLANS[name]), rng, own)
    moves = list(evening(people, LONGEST))
    assert people.over
    assert len(moves) == len(people.now.accepted_texts)


@pytest.mark.long(instead="test_a_whole_game_needs_no_finger")
def test_a_whole_game_of_six_needs_no_finger() -> None:
    people = People("kabale", 6, COLUMNS, Random(1))
    assert list(evening(people, LONGEST))
    assert people.over


@some
@given(seed=seeds)
@pytest.mark.parametrize("players", usually([3], [2, 3, 4]))
def test_readers_that_die_and_come_back_need_no_finger(players: int, seed: int) -> None:
    rng = Random(seed)
    people = People("louis-xiv", players, READERS, rng)
    for _ in evening(people, LONGEST):
        if rng.random() < 0.3:
            zone = rng.choice(list(READERS.zones))
            down = zone in people.now.readers_down
            people.session.handle_message(
                ReportInput(ReaderRecovered(zone) if down else ReaderDown(zone, "no answer"))
            )
    assert people.over


@some
@given(seed=seeds)
def test_a_move_that_was_pressed_is_taken_back_by_pressing(seed: int) -> None:
    rng = Random(seed)
    people = People("louis-xiv", 3, READERS, rng)
    for _ in range(30):
        before = people.position
        people.say(people.could())
        people.press("undo", "yes", "yes")
        assert people.position == before
        people.say(people.could())


# -- what random games hardly ever come to

MISSIONS = {
    "influence": ["dark-four:ring", "mid-exchange:helmet+ring", "light-pay-two:ring"],
    "missions": ["light-swap-chip:ring", "light-renew:ring"],
    "supply": ["mid-plus-two:helmet+ring", "dark-stone-for-card:ring"],
}
ALLOW = {
    "influence": {"four", "pay-two", "exchange", "take"},
    "missions": {"swap", "renew", "return", "draw", "done"},
    "supply": {"money", "mixed", "stones", "stone-for-card"},
}
"""What those missions allow in each phase."""


@pytest.mark.long(usual=("influence-plan1", "missions-plan0", "supply-plan0"))
@pytest.mark.parametrize("plan", PLANS["louis-xiv"])
@pytest.mark.parametrize("phase", MISSIONS)
def test_whatever_a_mission_allows_is_said_by_pressing(phase: str, plan: ZonePlan) -> None:
    chips = {"crown": 1, "ring": 1} if phase == "missions" else {}
    at = louis(phase, people={"blue": {"missions": MISSIONS[phase], "chips": chips}})
    said: set[str] = set()
    for seed in range(15):
        people = People("louis-xiv", 3, plan, Random(seed), position=at.position)
        for _ in range(8):
            move = people.could()
            people.say(move)
            said |= set(move.words[1:])
    assert said >= ALLOW[phase]


def window() -> At:
    """Before tile 7 is evaluated blue and red may play an intrigue card."""
    sides = [
        "tile 4 money:3 first",
        "tile 8 money:3 stones:2",
        "tile 6 stones:3 money:4",
        "tile 10 stones:3 first",
    ]
    people = {"red": {"intrigue": {"?": 1}}, "blue": {"intrigue": {"?": 1}}}
    return louis("evaluation", 3, tile=7, stones={7: {"blue": 2, "red": 1}}, people=people, prints=sides)


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("plan", PLANS["louis-xiv"])
@pytest.mark.parametrize("move", ["table evaluate", "red intrigue 7 general", "blue intrigue 7 own 2"])
def test_who_is_not_awaited_takes_the_word_by_his_sign_by_his_card_or_by_his_own_button(
    move: str, plan: ZonePlan, own: bool
) -> None:
    for seed in range(6):
        people = People("louis-xiv", 3, plan, Random(seed), own, position=window().position)
        assert isinstance(people.now.position.agenda[0], IntrigueDecision)  # type: ignore[attr-defined]
        people.say(Move.parse(move))


# -- what is pointed at, and in which order


def untold(at: At, *before: SessionMessage, plan: ZonePlan = READERS) -> tuple[str, ...]:
    """What a finger would have to touch there."""
    return told(session(at, plan), *before).touch_only_targets


def test_what_readers_see_is_not_pointed_at() -> None:
    at = louis("influence", people={"blue": {"missions": MISSIONS["influence"]}})
    assert untold(at) == ("pay-two", "exchange")
    assert untold(at, Touch("card/inf6")) == ("take", "four", "exchange")
    assert untold(at, Touch("card/inf6"), Touch("four")) == ("take",)
    assert untold(at, Touch("card/inf6"), plan=PLAY_ALONE) == ("take", "four", "tile/6", "exchange")
    assert untold(at, Touch("card/inf6"), Touch("tile/6"), plan=PLAY_ALONE)[:3] == (
        "tile/1",
        "tile/5",
        "tile/6",
    )


def test_many_of_a_kind_are_gone_through_as_people_count() -> None:
    tiles = tuple(f"tile/{number}" for number in range(1, 13))
    assert untold(louis("influence"), Touch("card/joker"), plan=PLAY_ALONE) == ("take", *tiles)


def test_a_reader_that_is_down_sees_nothing() -> None:
    at = louis("influence")
    assert untold(at) == ()
    assert untold(at, ReportInput(ReaderDown("play", "no answer")))[:3] == (
        "card/inf1",
        "card/inf2",
        "card/inf3",
    )
    assert (
        untold(at, ReportInput(ReaderDown("play", "no answer")), ReportInput(ReaderRecovered("play"))) == ()
    )


def test_a_piece_without_a_tag_is_pointed_at_and_one_that_nobody_has_is_not() -> None:
    watched = session(louis("influence"))
    bare = deck()
    for piece in bare.pieces_by_key.values():
        if piece.word == "card/inf6":
            bare.release_tag(piece)
    assert told(watched, ChangeDeck(bare)).touch_only_targets == ("card/inf6",)
    assert told(watched, ChangeDeck(deck())).touch_only_targets == ()
    at = louis("supply")
    assert "table money 6 1" in at.legal
    assert "money/6:1" not in TAGS
    assert untold(at) == ()


def test_kinds_that_are_counted_are_gone_through_first() -> None:
    at = louis("final", people={"blue": {"arms": 9}, "yellow": {"arms": 1}})
    watched = session(at)
    assert presses_to_reach(watched.snapshot, "player/yellow") == ("yes", "no", "yes")
    now = told(watched, Touch("player/blue"))
    assert presses_to_reach(now, "arms1/3") == ("yes", "yes", "no", "no", "yes")
    assert presses_to_reach(now, "arms3/1") == ("yes", "no", "no", "yes", "yes")
    assert told(watched, MovePointer("arms3/")).pointed_at == "arms3/"
    assert presses_to_reach(watched.snapshot, "arms3/2") == ("yes", "no", "yes")
    assert presses_to_reach(watched.snapshot, "arms1/1") == (*["no"] * 5, "yes", "yes", "yes")
    assert told(watched, MovePointer("arms3/2")).pointed_at == "arms3/2"
    assert message_for_button(watched.snapshot, "no") == MovePointer("arms3/3")


def test_an_answer_is_found_by_its_number_and_by_what_it_is_about() -> None:
    watched = session(window())
    now = told(watched, *laid("intrigue/7"), Touch("general"))
    assert isinstance(now.interpretation, Ambiguous)
    assert pointer_sequence(now) == PointerSequence(("answer/0", "answer/1"), "yes")
    whose = [option.touch_target for option in now.interpretation.question.options]
    assert presses_to_reach(now, "player/red") == presses_to_reach(now, f"answer/{whose.index('player/red')}")
    way = presses_to_reach(now, "player/red")
    assert way is not None
    for button in way:
        now = told(watched, partial(message_for_button, button=button))
    assert now.accepted_texts[-1:] == ("red intrigue 7 general",)


def laid(piece: str) -> tuple[SessionMessage, ...]:
    """That piece on the reader for cards."""
    return ReportInput(TagPresent("play", TAGS[piece])), ReportInput(TagRemoved("play", TAGS[piece]))


def test_what_cannot_be_said_has_no_way() -> None:
    now = session(louis("influence")).snapshot
    assert presses_to_reach(now, "take") is None
    assert presses_to_reach(now, "done") is None
    assert presses_to_reach(now, "no such thing") is None


# -- it is the session's


def pointing() -> Session:
    """Blue's card lies there, and `take` is pointed at."""
    watched = session(louis("supply").say("table money 4 2"))
    assert told(watched, *laid("card/inf6"), MovePointer("take")).pointed_at == "take"
    return watched


@pytest.mark.parametrize(
    "message",
    [
        Touch("tile/6"),
        Touch("tile/9"),
        UndoMoves(1),
        EnterLine("table money 3 3"),
        EnterLine("blue inf6 take"),
        ChangeDeck(deck()),
        ReportInput(ReaderDown("tile/6", "no answer")),
        *laid("card/inf7")[:1],
        MovePointer(""),
        MovePointer("four"),
        MovePointer("tile/12"),
    ],
)
def test_whatever_else_happens_lets_it_go(message: SessionMessage) -> None:
    assert told(pointing(), message).pointed_at == ""


@pytest.mark.parametrize(
    "message",
    [
        laid("card/inf6")[1],
        DismissNotices(),
        ReportInput(SeatButtonPressed("red", "")),
        MovePointer("take"),
        ReportInput(TagRemoved("play", "00")),
    ],
)
def test_what_changes_nothing_leaves_it(message: SessionMessage) -> None:
    watched = pointing()
    before = watched.snapshot.pending_input
    after = told(watched, message)
    assert (after.pointed_at, after.pending_input) == ("take", before) or after.refusal_notice is not None


# -- where one button could mean two things: a tree of a few words, no game's


class Said(Event, frozen=True, tag="said"):
    text: str

    def apply_to(self, position: Tree) -> Tree:
        return Tree(position.name, (*position.told, self.text))


class Says(Action, frozen=True):
    text: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Said(self.text))


class Tree(Position, frozen=True, dict=True):
    """Always the same is asked."""

    name: str
    told: tuple[str, ...] = ()
    agenda: tuple[Any, ...] = ()

    def build_choice_tree(self) -> Turn:
        return TREES[self.name]

    def settle(self, transaction: Transaction) -> None:
        """Nothing happens by itself."""

    def faults(self) -> tuple[Refusal, ...]:
        return ()

    def outcome(self) -> Outcome | None:
        return None

    def points_by_player(self) -> Mapping[str, int]:
        return {}

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "told": list(self.told)}


def button(who: str, word: str) -> MoveStep:
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


def words(
    who: str, buttons: Iterable[str], touched: Iterable[str] = (), then: Choice | None = None
) -> Choice:
    """A choice of these words, each of which ends the move; after those touched more may be said."""
    leaves = [(button(who, word), end_of_move_choice(Says(f"{who} {word}"), "T-1")) for word in buttons]
    twigs = [
        (MoveStep(word, touch_target=word), then or end_of_move_choice(Says(f"{who} {word}"), "T-1"))
        for word in touched
    ]
    return branch_choice("T-1", [*leaves, *twigs])


def turn(**after: Choice) -> Turn:
    return Turn(after, ("black", "white"), tuple(after), NOT_YOU)


def open_end(who: str, buttons: Iterable[str], touched: Iterable[str]) -> Choice:
    """`a` is a move already, and these may follow."""
    more = words(who, buttons, touched)
    after = Choice(
        "T-1", more.candidates, more.step_for, more.next_choice, more.refusal_for, action=Says(f"{who} a")
    )
    return words(who, (), ["a"], after)


TREES = {
    "both": turn(black=words("black", ["yes", "no"], ["wave", "nod"])),
    "two": turn(black=words("black", ["yes", "done"])),
    "two-no": turn(black=words("black", ["no", "skip"])),
    "wave": turn(black=words("black", ["yes"], ["wave", "nod"])),
    "bell": turn(black=words("black", ["bell", "no"])),
    "two-people": turn(black=words("black", ["yes", "no"]), white=words("white", ["yes", "no"])),
    "open": turn(black=open_end("black", ["yes"], ["b"])),
    "open-no": turn(black=open_end("black", ["no"], ["b"])),
}


class Open(BacksGame):
    """Nothing lies face down."""

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return words


def tree(name: str) -> Session:
    setup = GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
    return Session(GameHistory(Open(), setup, Tree(name)))


@pytest.mark.parametrize(
    ("name", "before", "row"),
    [
        ("both", (), PointerSequence(("yes", "wave", "nod"), "yes")),
        ("two", (), PointerSequence(("yes", "done"), "yes")),
        ("two-no", (), PointerSequence(("no", "skip"), "yes")),
        ("bell", (), PointerSequence(("bell",), "yes")),
        ("two-people", (), PointerSequence(("player/black", "player/white"), "yes")),
        ("open", (), PointerSequence(("a",), "yes")),
        ("open", (Touch("a"),), PointerSequence(("done", "yes", "b"), "yes")),
        ("open-no", (Touch("a"),), PointerSequence(("done", "b"), "yes")),
    ],
)
def test_what_a_button_cannot_say_alone_is_pointed_at(
    name: str, before: tuple[SessionMessage, ...], row: PointerSequence
) -> None:
    now = told(tree(name), *before)
    found = pointer_sequence(now)
    assert found.starting_button == row.starting_button
    assert found.touch_targets[: len(row.touch_targets)] == row.touch_targets


def test_nothing_can_be_thrown_away_where_nothing_was_noticed() -> None:
    assert pointer_sequence(tree("wave").snapshot) == PointerSequence(("wave", "nod"), "no")


@pytest.mark.parametrize("name", TREES)
def test_every_word_of_every_tree_can_be_pressed(name: str) -> None:
    for move in Tree(name).legal_moves():
        watched = tree(name)
        if len(TREES[name].choice_by_actor) > 1:
            pressed(watched, f"player/{move.words[0]}")
        for word in move.words[1:]:
            pressed(watched, word)
        if isinstance(watched.snapshot.interpretation, Interpreted):
            pressed(watched, "done")
        assert watched.snapshot.accepted_texts == (str(move),)


def pressed(watched: Session, thing: str) -> None:
    way = presses_to_reach(watched.snapshot, thing)
    assert way is not None, thing
    for each in way:
        told(watched, partial(message_for_button, button=each))


# -- the way to a thing, from wherever one is


@some
@given(seed=seeds)
def test_there_is_a_way_from_anything_to_anything_and_it_says_that(seed: int) -> None:
    rng = Random(seed)
    at = louis("influence", people={"blue": {"missions": MISSIONS["influence"]}})
    plan = rng.choice(PLANS["louis-xiv"])
    things = pointer_sequence(session(at, plan).snapshot).touch_targets
    for begun, thing in [(rng.choice(things), rng.choice(things)) for _ in range(10)]:
        watched = session(at, plan)
        now = told(watched, MovePointer(begun))
        assert now.pointed_at == begun
        way = presses_to_reach(now, thing)
        assert way is not None
        for each in way[:-1]:
            now = told(watched, partial(message_for_button, button=each))
            assert now.pending_input == ()
        assert message_for_button(now, way[-1]) == Touch(thing)
