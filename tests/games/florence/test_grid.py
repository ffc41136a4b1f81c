"""The spots of an outline on the grid, each set of squares once, and why an owner's drawing is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.florence.rules.grid_geometry import (
    BIT_BY_SQUARE,
    PALAZZO_SQUARES,
    ROTATIONS,
    SQUARE_NAMES,
    TileOutline,
    all_spots,
    canonical_rotation_by_rotation,
    find_spot,
    iter_bits,
    neighbouring_squares,
    parse_outline,
    square_name,
)
from companion.rules.errors import InvalidRecord

F = parse_outline("xx/x./x.")


def squares(*names: str) -> int:
    return sum(1 << BIT_BY_SQUARE[name] for name in names)


def covered(outline: TileOutline, square: str, turn: str) -> set[str]:
    found = find_spot(outline, square, turn)
    assert found is not None
    return {square_name(bit) for bit in iter_bits(found.covered_squares)}


def test_squares_run_from_the_lower_left_one() -> None:
    assert (BIT_BY_SQUARE["a1"], BIT_BY_SQUARE["b1"], BIT_BY_SQUARE["a2"], BIT_BY_SQUARE["g7"]) == (
        0,
        1,
        7,
        48,
    )
    assert SQUARE_NAMES[25] == "e4"


def test_P_M2_the_palazzo_is_three_wide_and_two_high_and_leaves_43_squares() -> None:
    assert {SQUARE_NAMES[bit] for bit in iter_bits(PALAZZO_SQUARES)} == {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert len(SQUARE_NAMES) - PALAZZO_SQUARES.bit_count() == 43


def test_an_outline_is_flipped_first_and_then_turned_clockwise() -> None:
    assert covered(F, "d4", "r0") == {"d4", "d5", "d6", "e6"}
    assert covered(F, "d4", "r1") == {"d5", "e5", "f5", "f4"}
    assert covered(F, "d4", "r2") == {"d4", "e4", "e5", "e6"}
    assert covered(F, "d4", "r3") == {"d5", "d4", "e4", "f4"}
    assert covered(F, "d4", "r0m") == {"e4", "e5", "e6", "d6"}
    assert covered(F, "d4", "r1m") == {"d4", "e4", "f4", "f5"}


def test_the_square_is_the_lower_left_one_of_the_box_covered_or_not() -> None:
    assert covered(parse_outline(".x./xxx/.x."), "d4", "r0") == {"e4", "d5", "e5", "f5", "e6"}


def test_a_place_off_the_grid_is_none() -> None:
    assert find_spot(F, "g4", "r0") is None
    assert find_spot(F, "f6", "r0") is None
    assert find_spot(F, "f5", "r0") is not None
    assert find_spot(F, "h1", "r0") is None
    assert find_spot(F, "a1", "r4") is None


def test_every_spelling_of_the_same_squares_is_the_same_place() -> None:
    tower = parse_outline("xxx")
    assert {turn: spelt.rotation for turn in ROTATIONS if (spelt := find_spot(tower, "a3", turn))} == {
        **dict.fromkeys(("r0", "r2", "r0m", "r2m"), "r0"),
        **dict.fromkeys(("r1", "r3", "r1m", "r3m"), "r1"),
    }
    chapel = parse_outline("xx/x.")
    assert [canonical_rotation_by_rotation(chapel)[turn] for turn in ROTATIONS] == [
        "r0",
        "r1",
        "r2",
        "r3",
        "r1",
        "r2",
        "r3",
        "r0",
    ]


@pytest.mark.parametrize(
    ("outline", "places"),
    [("x", 49), ("xx/xx", 36), ("xxx", 70), ("xx/x.", 144), ("xx/x./x.", 240), (".x./xxx/.x.", 25)],
)
def test_every_set_of_squares_is_there_once(outline: str, places: int) -> None:
    found = all_spots(parse_outline(outline))
    assert len({each.covered_squares for each in found}) == len(found) == places


def test_places_are_listed_by_square_and_then_by_turn() -> None:
    found = all_spots(F)
    assert [*found] == sorted(
        found, key=lambda each: (BIT_BY_SQUARE[each.square], ROTATIONS.index(each.rotation))
    )
    assert (found[0].square, found[0].rotation) == ("a1", "r0")


@pytest.mark.parametrize(
    ("of", "beside"),
    [
        (("d4",), ("c4", "e4", "d3", "d5")),
        (("a1",), ("b1", "a2")),
        (("g7",), ("f7", "g6")),
        (("g3",), ("f3", "g2", "g4")),
        (("a4", "b4"), ("a3", "b3", "a5", "b5", "c4")),
    ],
)
def test_an_edge_does_not_run_round_the_border_and_no_corner_is_in_it(
    of: tuple[str, ...], beside: tuple[str, ...]
) -> None:
    assert neighbouring_squares(squares(*of)) == squares(*beside)


@pytest.mark.parametrize(
    ("drawn", "rows"),
    [
        ("xxx/x.x", ("xxx", "x.x")),
        ("...../.xxx./.x.x./.....", ("xxx", "x.x")),
        ("xxx/x.x/xxx", ("xxx", "x.x", "xxx")),
        ("xxxx/xxxx/xxxx/xxxx/xxxx/xxxx/xxxx", ("xxxx",) * 7),
    ],
)
def test_P_M3_an_outline_is_kept_without_the_empty_squares_around_it(
    drawn: str, rows: tuple[str, ...]
) -> None:
    assert parse_outline(drawn) == TileOutline(rows)
    assert str(TileOutline(rows)) == "/".join(rows)


def test_P_M3_the_number_of_squares_is_checked_where_it_is_known() -> None:
    assert parse_outline("xxx/x.x", 5).square_count == 5
    with pytest.raises(InvalidRecord, match=r"covers 5 squares where this tile has 7"):
        parse_outline("xxx/x.x", 7)


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        ("", "covers no square"),
        (".../...", "covers no square"),
        ("xXx", "not with 'X'"),
        ("xx x", "not with ' '"),
        ("xxx/xx", r"differ in length \(3, 2\)"),
        ("xxx//xxx", r"differ in length \(3, 0, 3\)"),
        ("xx/", r"differ in length \(2, 0\)"),
        ("x.x", "falls apart"),
        ("x./.x", "falls apart"),
        ("xxxxxxxx", "fits nowhere on the grid of 7 x 7"),
        ("/".join("x" * 8), "fits nowhere on the grid of 7 x 7"),
        ("/".join(["x" * 6] * 6), "fits nowhere on the grid of 7 x 7 beside the palazzo"),
    ],
)
def test_P_M3_a_drawing_that_is_no_tile_is_refused_with_a_sentence(drawn: str, sentence: str) -> None:
    with pytest.raises(InvalidRecord, match=sentence):
        parse_outline(drawn)


@given(st.text("x./X\n é", max_size=60) | st.text(max_size=20))
def test_whatever_is_written_is_an_outline_or_refused(text: str) -> None:
    try:
        outline = parse_outline(text)
    except InvalidRecord:
        return
    assert parse_outline(str(outline)) == outline
    assert 0 < outline.square_count <= 43
    assert all_spots(outline)
