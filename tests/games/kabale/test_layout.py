"""The layout: nothing is lost or doubled at any time, nothing hidden is named, and faults are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.contract.game_sampler import SampleGame
from companion.games.kabale.rules.events import ColumnEvaluated, ObjectivesLaid
from companion.games.kabale.rules.position import KabalePosition
from companion.rules.errors import InvalidRecord
from companion.rules.game import GameSetup
from companion.rules.history import AcceptedLine
from companion.rules.layout import Layout, Place, PlacedPieces, inventory_faults
from companion.rules.movements import movements_between
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.table.undo import layouts_while_undoing
from tests.anything import replaced, without
from tests.contract.corpus import table
from tests.games.kabale.plain.position_faults import COUNTED, counting
from tests.games.kabale.plain.positions import random_position
from tests.games.kabale.tables import CARDS, COLOURS, GAME, SYMBOLS, People, paper, read, setup
from tests.long import examples

NAME = "kabale"
PLAYERS = range(2, 7)
WORDS = (
    *CARDS,
    UNKNOWN,
    "joker",
    "",
    *COLOURS,
    *(f"{symbol}:{value}" for symbol in SYMBOLS for value in range(7)),
)
"""Names to put in place of others, some of them unknown."""
at_every_count = pytest.mark.parametrize("players", PLAYERS)


# -- a table by hand


def test_a_layout_by_hand() -> None:
    people: People = {
        "black": {"hand": {"king": 1, "?": 2}, "discard": {"mage": 1}, "won": []},
        "white": {"hand": {}, "won": ["music:2"]},
    }
    columns = ("alchemy:3 +black/cloak -white/queen", "music:5 +white/storm -white/?")
    position = read(paper(*columns, round=2, lost=["trade:1"], people=people))
    assert GAME.layout(position) == (
        Place(
            "column/1",
            "row",
            pieces=(
                PlacedPieces("objective/alchemy:3", face="up"),
                PlacedPieces("card/black/cloak", face="up", at="1"),
                PlacedPieces("card/white/queen", face="down", at="2"),
            ),
        ),
        Place(
            "column/2",
            "row",
            pieces=(
                PlacedPieces("objective/music:5", face="up"),
                PlacedPieces("card/white/storm", face="up", at="1"),
                PlacedPieces("card/white/?", face="down", at="2"),
            ),
            facts={"closed": "yes"},
        ),
        Place(
            "hand/black",
            "hand",
            "black",
            (PlacedPieces("card/black/king", face="down"), PlacedPieces("card/black/?", 2, "down")),
        ),
        Place("deck/black", "deck", "black", (PlacedPieces("card/black/?", 20, "down"),)),
        Place("discard/black", "pile", "black", (PlacedPieces("card/black/mage", face="up"),)),
        Place("player/black", "spot", "black"),
        Place("hand/white", "hand", "white"),
        Place("deck/white", "deck", "white", (PlacedPieces("card/white/?", 22, "down"),)),
        Place("discard/white", "pile", "white"),
        Place("player/white", "spot", "white", (PlacedPieces("objective/music:2", face="down"),)),
        Place("deck/objectives", "deck"),
        Place("box", "supply", pieces=(PlacedPieces("objective/trade:1", face="up"),)),
    )


def test_K_3_8__objectives_won_lie_face_down_until_the_game_is_over() -> None:
    for phase, face in (("objectives", "down"), ("over", "up")):
        layout = GAME.layout(read(paper(round=6, phase=phase)))
        assert {lying.face for place in layout if place.kind == "spot" for lying in place.pieces} == {face}


@at_every_count
def test_the_box_holds_the_pieces_that_may_carry_a_tag(players: int) -> None:
    table_of = setup(players)
    pieces = Counter(GAME.taggable_pieces(table_of))
    assert sum(stock.total or 0 for stock in GAME.inventory(table_of)) == pieces.total()
    for stock in GAME.inventory(table_of):
        assert stock.total == sum(stock.copies_by_name.values())
        for name, copies in stock.copies_by_name.items():
            assert pieces.pop(f"{stock.family}/{name}") == copies
    assert not pieces


# -- nothing is lost


@pytest.mark.long(usual="4")
@at_every_count
def test_every_event_conserves_pieces(players: int) -> None:
    """Objectives do not go back to the deck, either."""
    for whole in table(NAME, players).focused_games(examples(12)):
        box, out = GAME.inventory(whole.setup), 0
        for before, events in _happened(whole):
            for event in events:
                before = event.apply_to(before)
                layout = GAME.layout(before)
                assert [str(refusal) for refusal in inventory_faults(box, layout)] == [], event
                out += len(event.objectives) if isinstance(event, ObjectivesLaid) else 0
                assert _objectives(layout) == out, event
                _owned(layout)


def test_an_evaluated_column_has_neither_cards_nor_an_objective() -> None:
    before = read(paper("alchemy:1 +white/king", "music:1 +white/queen", phase="shown"))
    evaluated, *_ = (event for event in before.settled_with_events()[1] if isinstance(event, ColumnEvaluated))
    after = evaluated.apply_to(before)
    left, other, *_ = GAME.layout(after)
    assert (left, other.pieces[0].piece) == (Place("column/1", "row"), "objective/music:1")
    assert [column.is_full for column in after.columns] == [False, True]


def _happened(whole: SampleGame) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    yield whole.start.initial_position, whole.start.opening_events
    for each in whole.played_moves:
        yield each.before, each.events


def _objectives(layout: Layout) -> int:
    return sum(each.count for place in layout for each in place.pieces if each.piece.startswith("objective/"))


def _owned(layout: Layout) -> None:
    """What a player has lies in a place of that player's name, and their cards are their own."""
    assert len({place.id for place in layout}) == len(layout)
    for place in layout:
        kind, _, whose = place.id.partition("/")
        assert place.owner == ("" if kind in ("column", "box") or whose == "objectives" else whose)
        for lying in place.pieces:
            assert lying.count > 0
            assert not place.owner or lying.piece.startswith((f"card/{place.owner}/", "objective/"))


@pytest.mark.long(usual="4")
@at_every_count
def test_a_place_of_a_layout_is_what_hands_call_it(players: int) -> None:
    named = {"deck/objectives"}
    for whole, each in table(NAME, players).sample_moves(2, every=5):
        now = {place.id for at in (each.before, each.after) for place in GAME.layout(at)}
        path = layouts_while_undoing(GAME, each.before, [AcceptedLine("", each.events, each.after)])
        for hand in (
            *movements_between(GAME.inventory(whole.setup), path),
            *movements_between(GAME.inventory(whole.setup), path[::-1]),
        ):
            if hand.kind == "move":
                said = {place if place[:5] != "card/" else _column(place) for place in (hand.from_, hand.to)}
                assert said <= now | named, (whole.seed, str(each.move))


def _column(place: str) -> str:
    """`column/2` of `card/2.1`."""
    return f"column/{place[5:].partition('.')[0]}"


# -- nothing hidden is named


def public(layout: Layout) -> Layout:
    """The layout without names of what lies face down."""
    return tuple(replace(place, pieces=tuple(_backs(place))) for place in layout)


def _backs(place: Place) -> Iterator[PlacedPieces]:
    alike: dict[PlacedPieces, int] = {}
    for lying in place.pieces:
        name = f"{lying.piece.rpartition('/')[0]}/{UNKNOWN}" if lying.face == "down" else lying.piece
        back = replace(lying, piece=name, count=0)
        alike[back] = alike.get(back, 0) + lying.count
    for lying, count in alike.items():
        yield replace(lying, count=count)


@at_every_count
def test_a_public_layout_names_nothing_hidden(players: int) -> None:
    rng = Random(players)
    for whole, position in table(NAME, players).sample_positions(examples(600)):
        layout, shown = GAME.layout(position), GAME.layout(position.to_public())
        assert shown == public(layout)
        faces = {
            face: {each.piece for place in layout for each in place.pieces if each.face == face}
            for face in ("up", "down")
        }
        named = {piece for piece in faces["down"] - faces["up"] if not piece.endswith("/?")}
        assert not named & {lying.piece for place in shown for lying in place.pieces}
        other = GAME.position_from_json(_renamed(position.to_json(), rng), whole.setup)
        assert GAME.layout(other.to_public()) == shown


def _renamed(at: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same table with other names for what lies face down or in hands."""
    for column in at["columns"]:
        for card in column["cards"]:
            if not card["up"]:
                card["card"] = rng.choice((*CARDS, UNKNOWN))
    for player in at["players"].values():
        held = sum(player["hand"].values())
        player["hand"] = dict(Counter(rng.choices((*CARDS, UNKNOWN), k=held)))
        if at["phase"] != "over":
            player["won"] = [f"{rng.choice(SYMBOLS)}:{rng.randint(1, 5)}" for _ in player["won"]]
    return at


# -- faults are counted


@pytest.mark.long(usual="3")
@at_every_count
def test_one_changed_value_is_counted_as_it_was(players: int) -> None:
    """As by hand, from the position itself."""
    rng = Random(players)
    found = Counter[str]()
    for whole, position in table(NAME, players).sample_positions(examples(2_000)):
        _compare(_changed(position.to_json(), rng), whole.setup, found)
    assert set(found) == set(COUNTED)


def test_the_faults_of_any_table_are_counted_as_they_were() -> None:
    found = Counter[str]()
    for seed in range(examples(2_000)):
        rng = Random(seed)
        at = random_position(rng)
        _compare(_changed(at, rng), setup(list(at["players"])), found)
    assert set(found) == set(COUNTED)


def _compare(at: dict[str, Any], table_of: GameSetup, found: Counter[str]) -> None:
    try:
        position = GAME.position_from_json(at, table_of)
    except InvalidRecord:
        return  # of another shape, so that there is nothing to count
    assert isinstance(position, KabalePosition)
    told = [fault for fault in position.faults() if fault.clause.code in COUNTED]
    assert sorted(map(str, told)) == sorted(counting(position)), at
    found.update(fault.clause.code for fault in told)


def _changed(at: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One value is another one, is there twice, or is not there."""
    at = {key: value for key, value in at.items() if key not in ("scores", "winners")}
    path: tuple[Any, ...] = (rng.choice(("columns", "players", *(["lost"] if "lost" in at else []))),)
    while (
        (inner := _at(at, path)) and isinstance(inner, dict | list) and (len(path) < 2 or rng.random() < 0.8)
    ):
        path = (*path, rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner))))
    changed: dict[str, Any] = replaced(at, path, _another(_at(at, path), path, rng))
    if not isinstance(path[-1], int) or rng.random() < 0.4:
        return changed
    row = _at(at, path[:-1])
    twice = rng.random() < 0.5
    changed = replaced(at, path[:-1], [*row[: path[-1]], *row[path[-1] + 1 - twice :]])
    return changed


def _another(value: Any, path: tuple[Any, ...], rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1))
        case str():
            return rng.choice(WORDS)
        case list() if path[-1] in ("won", "lost"):
            return [*value, rng.choice(WORDS)]
        case dict() if path[-1] in ("hand", "discard"):
            name, left = rng.choice(WORDS), list(value.items())
            renamed = dict([*left[1:], (name, left[0][1])] if left else [])
            return renamed if rng.random() < 0.5 else {**value, name: value.get(name, 0) + 1}
        case list() if value:
            return value[1:]
        case dict() if value:
            return without(value, (rng.choice(list(value)),))
        case _:
            return value


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value
