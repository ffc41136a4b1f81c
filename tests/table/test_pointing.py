"""Whole games without a finger: readers, and two buttons that point at whatever no reader sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.louis_xiv.rules.evaluation import Window
from companion.rules.choice import Choice, Turn, branch_choice, end_choice
from companion.rules.clauses import Refusal
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.moves import Move, MoveStep, Observation
from companion.rules.position import Outcome, Position
from companion.rules.transaction import Action, Event, Transaction
from companion.start.buttons import meant
from companion.table.judge import Ask, Done
from companion.table.messages import Dismiss, Message, Notice, Point, Retag, Say, Touch, Undo
from companion.table.pointing import Row, presses, row_of
from companion.table.session import Session
from companion.table.sightings import Gone, Present, Pressed, ReaderBack, ReaderDown
from companion.table.zones import Plan
from tests.long import usually
from tests.start.sessions import READERS, TAGS, deck, session, told
from tests.table.backs import NOT_YOU, BacksGame
from tests.table.evenings import TABLES
from tests.table.pressing import People, evening
from tests.tables import At, louis

PLAY_ALONE = Plan({"play": "reader"})
COLUMNS = Plan({f"column/{number}": "reader" for number in range(1, 7)})
PLANS: Mapping[str, tuple[Plan, ...]] = {
    "louis-xiv": (READERS, PLAY_ALONE, Plan()),
    "kabale": (COLUMNS, PLAY_ALONE, Plan()),
    "florence": (PLAY_ALONE, Plan()),
}
LONGEST = 500
"""Moves of a game; the longest has fewer."""

seeds = st.integers(0, 2**32)
some = settings(max_examples=2, deadline=None, database=None)


# -- whole games


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
    assert len(moves) == len(people.now.standing)


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
            down = zone in people.now.down
            people.session.handle(Notice(ReaderBack(zone) if down else ReaderDown(zone, "no answer")))
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


@pytest.mark.parametrize("plan", PLANS["louis-xiv"])
@pytest.mark.parametrize("phase", MISSIONS)
def test_whatever_a_mission_allows_is_said_by_pressing(phase: str, plan: Plan) -> None:
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
    move: str, plan: Plan, own: bool
) -> None:
    for seed in range(6):
        people = People("louis-xiv", 3, plan, Random(seed), own, position=window().position)
        assert isinstance(people.now.position.agenda[0], Window)  # type: ignore[attr-defined]
        people.say(Move.parse(move))


# -- what is pointed at, and in which order


def untold(at: At, *before: Message, plan: Plan = READERS) -> tuple[str, ...]:
    """What a finger would have to touch there."""
    return told(session(at, plan), *before).untold


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
    assert untold(at, Notice(ReaderDown("play", "no answer")))[:3] == ("card/inf1", "card/inf2", "card/inf3")
    assert untold(at, Notice(ReaderDown("play", "no answer")), Notice(ReaderBack("play"))) == ()


def test_a_piece_without_a_tag_is_pointed_at_and_one_that_nobody_has_is_not() -> None:
    watched = session(louis("influence"))
    bare = deck()
    for piece in bare.box.values():
        if piece.word == "card/inf6":
            bare.release(piece)
    assert told(watched, Retag(bare)).untold == ("card/inf6",)
    assert told(watched, Retag(deck())).untold == ()
    at = louis("supply")
    assert "table money 6 1" in at.legal
    assert "money/6:1" not in TAGS
    assert untold(at) == ()


def test_kinds_that_are_counted_are_gone_through_first() -> None:
    at = louis("final", people={"blue": {"arms": 9}, "yellow": {"arms": 1}})
    watched = session(at)
    assert presses(watched.snapshot, "player/yellow") == ("yes", "no", "yes")
    now = told(watched, Touch("player/blue"))
    assert presses(now, "arms1/3") == ("yes", "yes", "no", "no", "yes")
    assert presses(now, "arms3/1") == ("yes", "no", "no", "yes", "yes")
    assert told(watched, Point("arms3/")).pointed == "arms3/"
    assert presses(watched.snapshot, "arms3/2") == ("yes", "no", "yes")
    assert presses(watched.snapshot, "arms1/1") == (*["no"] * 5, "yes", "yes", "yes")
    assert told(watched, Point("arms3/2")).pointed == "arms3/2"
    assert meant(watched.snapshot, "no") == Point("arms3/3")


def test_an_answer_is_found_by_its_number_and_by_what_it_is_about() -> None:
    watched = session(window())
    now = told(watched, *laid("intrigue/7"), Touch("general"))
    assert isinstance(now.verdict, Ask)
    assert row_of(now) == Row(("answer/0", "answer/1"), "yes")
    whose = [option.thing for option in now.verdict.question.options]
    assert presses(now, "player/red") == presses(now, f"answer/{whose.index('player/red')}")
    way = presses(now, "player/red")
    assert way is not None
    for button in way:
        now = told(watched, partial(meant, pressed=button))
    assert now.standing[-1:] == ("red intrigue 7 general",)


def laid(piece: str) -> tuple[Message, ...]:
    """That piece on the reader for cards."""
    return Notice(Present("play", TAGS[piece])), Notice(Gone("play", TAGS[piece]))


def test_what_cannot_be_said_has_no_way() -> None:
    now = session(louis("influence")).snapshot
    assert presses(now, "take") is None
    assert presses(now, "done") is None
    assert presses(now, "no such thing") is None


# -- it is the session's


def pointing() -> Session:
    """Blue's card lies there, and `take` is pointed at."""
    watched = session(louis("supply").say("table money 4 2"))
    assert told(watched, *laid("card/inf6"), Point("take")).pointed == "take"
    return watched


@pytest.mark.parametrize(
    "message",
    [
        Touch("tile/6"),
        Touch("tile/9"),
        Undo(1),
        Say("table money 3 3"),
        Say("blue inf6 take"),
        Retag(deck()),
        Notice(ReaderDown("tile/6", "no answer")),
        *laid("card/inf7")[:1],
        Point(""),
        Point("four"),
        Point("tile/12"),
    ],
)
def test_whatever_else_happens_lets_it_go(message: Message) -> None:
    assert told(pointing(), message).pointed == ""


@pytest.mark.parametrize(
    "message",
    [laid("card/inf6")[1], Dismiss(), Notice(Pressed("red", "")), Point("take"), Notice(Gone("play", "00"))],
)
def test_what_changes_nothing_leaves_it(message: Message) -> None:
    watched = pointing()
    before = watched.snapshot.bag
    after = told(watched, message)
    assert (after.pointed, after.bag) == ("take", before) or after.no is not None


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
    leaves = [(button(who, word), end_choice(Says(f"{who} {word}"), "T-1")) for word in buttons]
    twigs = [
        (MoveStep(word, touch_target=word), then or end_choice(Says(f"{who} {word}"), "T-1"))
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
        ("both", (), Row(("yes", "wave", "nod"), "yes")),
        ("two", (), Row(("yes", "done"), "yes")),
        ("two-no", (), Row(("no", "skip"), "yes")),
        ("bell", (), Row(("bell",), "yes")),
        ("two-people", (), Row(("player/black", "player/white"), "yes")),
        ("open", (), Row(("a",), "yes")),
        ("open", (Touch("a"),), Row(("done", "yes", "b"), "yes")),
        ("open-no", (Touch("a"),), Row(("done", "b"), "yes")),
    ],
)
def test_what_a_button_cannot_say_alone_is_pointed_at(
    name: str, before: tuple[Message, ...], row: Row
) -> None:
    now = told(tree(name), *before)
    found = row_of(now)
    assert found.by == row.by
    assert found.things[: len(row.things)] == row.things


def test_nothing_can_be_thrown_away_where_nothing_was_noticed() -> None:
    assert row_of(tree("wave").snapshot) == Row(("wave", "nod"), "no")


@pytest.mark.parametrize("name", TREES)
def test_every_word_of_every_tree_can_be_pressed(name: str) -> None:
    for move in Tree(name).legal_moves():
        watched = tree(name)
        if len(TREES[name].choice_by_actor) > 1:
            pressed(watched, f"player/{move.words[0]}")
        for word in move.words[1:]:
            pressed(watched, word)
        if isinstance(watched.snapshot.verdict, Done):
            pressed(watched, "done")
        assert watched.snapshot.standing == (str(move),)


def pressed(watched: Session, thing: str) -> None:
    way = presses(watched.snapshot, thing)
    assert way is not None, thing
    for each in way:
        told(watched, partial(meant, pressed=each))


# -- the way to a thing, from wherever one is


@some
@given(seed=seeds)
def test_there_is_a_way_from_anything_to_anything_and_it_says_that(seed: int) -> None:
    rng = Random(seed)
    at = louis("influence", people={"blue": {"missions": MISSIONS["influence"]}})
    plan = rng.choice(PLANS["louis-xiv"])
    things = row_of(session(at, plan).snapshot).things
    for begun, thing in [(rng.choice(things), rng.choice(things)) for _ in range(10)]:
        watched = session(at, plan)
        now = told(watched, Point(begun))
        assert now.pointed == begun
        way = presses(now, thing)
        assert way is not None
        for each in way[:-1]:
            now = told(watched, partial(meant, pressed=each))
            assert now.bag == ()
        assert meant(now, way[-1]) == Touch(thing)
