"""Placing a tile by clause: where it may lie, the refusals elsewhere, and the move that places it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

import pytest

from companion.games.florence.rules.edition import BUILDINGS, LANDSCAPES
from companion.games.florence.rules.grid_geometry import (
    PALAZZO_SQUARES,
    ROTATIONS,
    SQUARE_NAMES,
    all_spots,
    find_spot,
)
from companion.games.florence.rules.state import PlacedTile
from companion.games.florence.rules.tile_placement import (
    has_legal_spot,
    legal_spots,
    placement_choice,
    placement_rules,
    refusal_for_spot,
    rotation_step,
    square_step,
)
from companion.rules.choice import Choice
from companion.rules.clauses import MoveRefused
from companion.rules.transaction import Action, Transaction
from tests.games.florence.grounds import WHO, Laid, house, laid, tile, tiles

COPY = house(
    *("forest xxx/xxx", "lake xx/xx", "park xx/xx/x.", "university xxx/xxx/x..", "library xxx/x.x"),
    *("hospital .x./xxx/.x.", "opera xxxx/x...", "tower xxx", "chapel xx/x."),
)


class Lay(Action, frozen=True):
    """A tile placed, for tests."""

    tile: PlacedTile

    def perform(self, transaction: Transaction) -> None:
        raise AssertionError("no test plays on")


def at(*lying: str, builders: int = 0) -> Laid:
    return laid(COPY, tiles(COPY, lying), builders)


def asked(table: Laid, name: str) -> Choice:
    return placement_choice(table, WHO, name, "P-A4" if name in LANDSCAPES else "P-B4", Lay)


def said(choice: Choice, words: str) -> Action:
    for word in words.split():
        choice = choice.follow_word(word)[1]
    assert choice.action is not None
    return choice.action


def refused(table: Laid, written: str) -> str:
    name, *words = written.split()
    with pytest.raises(MoveRefused) as caught:
        said(asked(table, name), " ".join(words))
    return str(caught.value.refusal)


def listed(choice: Choice) -> list[str]:
    return [" ".join(move.words) for run in choice.move_batches(()) for move in run]


# -- P-B4, P-A4: on the grid, and over nothing


@pytest.mark.parametrize(
    ("written", "refusal"),
    [
        ("library f7 r0", "P-B4 off-the-grid (tile=library square=f7 turn=r0)"),
        ("tower f1 r0", "P-B4 off-the-grid (tile=tower square=f1 turn=r0)"),
        ("tower f6 r3", "P-B4 off-the-grid (tile=tower square=f6 turn=r0)"),
        ("tower e6 r1", "P-B4 overlaps (tile=tower square=e6 turn=r0 other=lake)"),
        ("tower g4 r2", "P-B4 off-the-grid (tile=tower square=g4 turn=r0)"),
        ("forest g7", "P-A4 off-the-grid (tile=forest square=g7 turn=r0)"),
        ("forest f4 r2", "P-A4 off-the-grid (tile=forest square=f4 turn=r0)"),
        ("tower c2 r0", "P-B4 overlaps (tile=tower square=c2 turn=r0 other=palazzo)"),
        ("university c2", "P-B4 overlaps (tile=university square=c2 turn=r0 other=palazzo)"),
        ("forest a2 r0", "P-A4 overlaps (tile=forest square=a2 turn=r0 other=palazzo)"),
        ("library c4 r0", "P-B4 overlaps (tile=library square=c4 turn=r0 other=lake)"),
        ("park d4", "P-A4 overlaps (tile=park square=d4 turn=r0 other=lake)"),
    ],
)
@pytest.mark.parametrize("builders", range(2, 4))
def test_wholly_on_the_grid_and_over_nothing_whatever_builders_there_are(
    written: str, refusal: str, builders: int
) -> None:
    assert refused(at("lake d4 r0", "lake d6 r0", builders=builders), written) == refusal


def test_the_hollow_of_an_outline_stays_free() -> None:
    """The square that names a place may be one that the tile does not cover."""
    hollow = at("library d4 r0", builders=2)  # d4 and f4 below d5 to f5, e4 is free
    assert said(asked(hollow, "tower"), "e2 r1") == Lay(tile(COPY.outlines["tower"], "tower e2 r1"))
    assert said(asked(at("lake d1 r0"), "hospital"), "e2 r0")


# -- P-B4: touching


@pytest.mark.parametrize(
    ("lying", "written", "other"),
    [
        ((), "tower d1 r1", "palazzo"),
        ((), "tower a3 r0", "palazzo"),
        (("library d4 r0",), "tower d6 r0", "library"),
        (("library d4 r0",), "chapel e3 r3", "library"),
        (("forest d4 r0", "tower a7 r0"), "tower a6 r0", "tower"),
    ],
)
@pytest.mark.parametrize("builders", range(4))
def test_P_B4_a_building_touches_no_other_one_and_not_the_palazzo_until_the_second_builder(
    lying: Sequence[str], written: str, other: str, builders: int
) -> None:
    table = at(*lying, builders=builders)
    name, words = written.split(maxsplit=1)
    if builders < 2:
        assert refused(table, written) == f"P-B4 touches (tile={name} other={other})"
    else:
        assert said(asked(table, name), words) == Lay(tile(COPY.outlines[name], written))


def test_P_B4_corners_may_touch() -> None:
    """d3 lies over the corner of the palazzo, d5 under that of the hospital's e6."""
    table = at("hospital e5 r0")
    for words in ("d3 r0", "d3 r1"):
        assert said(asked(table, "tower"), words) == Lay(tile(COPY.outlines["tower"], f"tower {words}"))


@pytest.mark.parametrize("landscape", LANDSCAPES)
def test_P_B4_a_landscape_touches_anything(landscape: str) -> None:
    table = at("tower d3 r0", "lake a4 r0")
    tower, lake = (each.squares for each in table.players[WHO].grid)
    for thing in (PALAZZO_SQUARES, tower, lake):
        assert any(each.neighbouring_squares & thing for each in legal_spots(table, WHO, landscape))


@pytest.mark.parametrize("landscape", LANDSCAPES)
@pytest.mark.parametrize("building", BUILDINGS)
def test_P_B4_any_building_touches_a_landscape(landscape: str, building: str) -> None:
    table = at(f"{landscape} d4 r0")
    (lying,) = table.players[WHO].grid
    assert any(each.neighbouring_squares & lying.squares for each in legal_spots(table, WHO, building))


def test_what_no_builder_changes_is_said_before_what_the_second_one_changes() -> None:
    both = find_spot(COPY.outlines["library"], "d5", "r0")  # on the lake and beside the tower
    assert both
    table = at("tower a5 r0", "lake d4 r0")
    assert str(refusal_for_spot(table, WHO, "library", both)) == (
        "P-B4 overlaps (tile=library square=d5 turn=r0 other=lake)"
    )
    assert (
        str(refusal_for_spot(at("tower a5 r0"), WHO, "library", both))
        == "P-B4 touches (tile=library other=tower)"
    )


def test_a_square_where_no_turn_is_allowed_is_refused_with_what_stops_the_turn_that_comes_furthest() -> None:
    table = at("forest d4 r0")
    assert refused(table, "university c1") == "P-B4 touches (tile=university other=palazzo)"
    assert refused(table, "university c4").startswith("P-B4 overlaps")
    assert refused(table, "university g4").startswith("P-B4 off-the-grid")


def test_why_not_says_the_same_of_a_place() -> None:
    table = at("library d4 r0")
    beside = find_spot(COPY.outlines["tower"], "d6", "r0")
    free = find_spot(COPY.outlines["tower"], "d7", "r0")
    assert beside
    assert free
    assert str(refusal_for_spot(table, WHO, "tower", beside)) == "P-B4 touches (tile=tower other=library)"
    assert refusal_for_spot(table, WHO, "tower", free) is None


def test_a_tile_that_fits_nowhere() -> None:
    full = at("forest d1 r0", "forest d3 r0", "forest d5 r0", "forest a3 r0", "forest a5 r0")
    assert has_legal_spot(full, WHO, "tower")
    assert not has_legal_spot(full, WHO, "hospital")
    assert listed(asked(full, "hospital")) == []
    assert not asked(full, "hospital").can_complete_move()
    assert str(asked(full, "hospital").dead_end_refusal()) == "P-B4 no-room (building=hospital)"


# -- the choice


def test_every_place_is_listed_once_by_square_and_turn() -> None:
    table = at("lake d4 r0")
    for name in COPY.outlines:
        found = [f"{each.square} {each.rotation}" for each in legal_spots(table, WHO, name)]
        assert listed(asked(table, name)) == found
        assert len(set(found)) == len(found)
        assert [step.word for _, step, _ in asked(table, name).open_branches()] == list(
            dict.fromkeys(each.split()[0] for each in found)
        )


def test_any_of_the_eight_turns_is_read_and_the_same_squares_are_the_same_deed() -> None:
    table = at()
    for name, outline in COPY.outlines.items():
        for each in legal_spots(table, WHO, name):
            laid_there = Lay(PlacedTile(name, each.square, each.rotation, each.covered_squares))
            spelt = [turn for turn in ROTATIONS if find_spot(outline, each.square, turn) == each]
            assert each.rotation == spelt[0]
            for turn in spelt:
                assert said(asked(table, name), f"{each.square} {turn}") == laid_there


def test_what_is_open_and_what_is_barred_at_a_square_are_all_its_turns() -> None:
    turn = asked(at(), "university").follow_word("d2")[1]
    opened = [step.word for _, step, _ in turn.open_branches()]
    barred = {step.word: str(refusal) for step, refusal in turn.refused_branches()}
    assert opened == ["r1", "r0m"]
    assert sorted([*opened, *barred], key=ROTATIONS.index) == list(ROTATIONS)
    assert set(barred.values()) == {"P-B4 touches (tile=university other=palazzo)"}


def test_nothing_else_is_a_square_or_a_turn() -> None:
    assert refused(at(), "tower h4") == "P-B4 not-offered (word=h4)"
    assert refused(at(), "forest d4 r4") == "P-A4 not-offered (word=r4)"


def test_a_square_and_a_turn_are_said_by_a_finger_and_are_the_same_steps_every_time() -> None:
    square, then = asked(at(), "tower").follow_word("d4")
    turn, _ = then.follow_word("r1")
    assert (square.word, square.touch_target, square.observations) == ("d4", "grid/" + WHO + "/d4", ())
    assert (turn.word, turn.touch_target, turn.is_implied) == ("r1", "turn/r1", False)
    assert square is square_step(WHO, "d4")
    assert turn is rotation_step("r1")


# -- time


def test_every_place_of_a_tile_of_seven_squares_is_listed_in_under_five_milliseconds() -> None:
    """On a grid that nobody asked about before, and none of its moves ever made before."""
    taken = []
    for number, each in enumerate(all_spots(COPY.outlines["lake"])):
        table = laid(COPY, [PlacedTile("lake", each.square, each.rotation, each.covered_squares)], number % 4)
        begun = time.perf_counter()
        assert listed(placement_choice(table, WHO, "university", "P-B4", lambda laid_there: Lay(laid_there)))
        taken.append(time.perf_counter() - begun)
    assert median(taken) < 0.005


def test_what_is_asked_again_is_made_once() -> None:
    assert asked(at("lake d4 r0"), "tower") is asked(at("lake d4 r0"), "tower")
    assert placement_rules(at(), WHO, "tower") is placement_rules(at(builders=1), WHO, "tower")
    assert placement_rules(at(), WHO, "tower") is not placement_rules(at(builders=2), WHO, "tower")


def test_every_square_is_asked_about() -> None:
    assert tuple(asked(at(), "tower").candidates) == SQUARE_NAMES
