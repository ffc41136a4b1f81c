"""What is printed on the components, and how an owner's copy differs (P-M)."""

from __future__ import annotations

import pytest

from companion.games.florence.rules.edition import (
    BUILDINGS,
    BUILDINGS_BY_SIZE,
    SQUARES_BY_BUILDING,
    TILE_NAMES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.pieces import taggable_pieces
from companion.rules.errors import InvalidRecord
from tests.games.florence.tables import GAME, begun, read, setup


def test_P_M1__the_box() -> None:
    pieces = taggable_pieces()
    kinds = ("profession", "bonus", "prestige", "recruiting", "building", "landscape", "builder", "jester")
    counts = {kind: sum(piece.partition("/")[0] == kind for piece in pieces) for kind in kinds}
    assert counts == dict(zip(kinds, (21, 20, 14, 5, 30, 18, 6, 7), strict=True))
    assert sum(piece.startswith("freedom/") for piece in pieces) == 12
    assert all(pieces.count(f"building/{name}") == 3 for name in BUILDINGS)
    assert pieces.count("landscape/lake") == 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_P_M1__everybody_begins_with_3500_florins_and_three_professions(players: int) -> None:
    table = begun(players)
    for player in table.position.players.values():
        assert (player.money, player.hand, player.points) == (3500, {"?": 3}, 0)
    assert table.position.profession_stack_size == 21 - 3 * players


def test_P_M1__the_professions_want_9_forests_7_lakes_and_5_parks() -> None:
    wanted = [wants.landscape for wants in WANTS_BY_PROFESSION.values()]
    assert [wanted.count(each) for each in ("forest", "lake", "park")] == [9, 7, 5]
    assert [
        [w.freedom for w in WANTS_BY_PROFESSION.values()].count(f) for f in ("travel", "opinion", "religion")
    ] == [7] * 3
    assert {wants.building for wants in WANTS_BY_PROFESSION.values()} == set(BUILDINGS)


def test_P_M2__large_buildings_cover_seven_squares_medium_five_small_three() -> None:
    outlines = begun().position.config.outlines
    assert {
        size: [SQUARES_BY_BUILDING[name] for name in names] for size, names in BUILDINGS_BY_SIZE.items()
    } == {
        "large": [7] * 3,
        "medium": [5] * 5,
        "small": [3] * 2,
    }
    assert all(outlines[name].square_count == SQUARES_BY_BUILDING[name] for name in BUILDINGS)
    assert outlines["lake"].square_count < outlines["forest"].square_count


def test_P_M3__outlines_are_assumed_until_they_are_drawn() -> None:
    assumed = {each.name: each.edition_words for each in GAME.assumed_values(setup())}
    assert set(assumed) == {*(f"outline {tile}" for tile in TILE_NAMES), "least values"}
    drawn = GAME.assumed_values(setup(prints=["outline tower xxx", "least 7 10 12 14 15 16 17"]))
    assert {each.name for each in drawn} == set(assumed) - {"outline tower", "least values"}
    for each in assumed.values():
        GAME.assumed_values(setup(prints=[each.removeprefix("print ")]))


def test_P_M3__an_outline_that_was_drawn_is_what_lies_on_the_grid() -> None:
    position = read(
        {
            "phase": "auction",
            "turn": "blue",
            "players": {"blue": {"grid": ["lake d1 r0"]}, "green": {}, "orange": {}},
        },
        setup(prints=["outline lake x.x/xxx"]),
    )
    assert position.players["blue"].grid[0].squares.bit_count() == 5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("outline tower xx", "covers 2 squares where this tile has 3"),
        ("outline castle xxx", "tiles are forest"),
        ("outline tower x.x/...", "covers 2"),
        ("outline lake x.x", "falls apart"),
        ("outline lake xyz", "not with 'y'"),
        ("outline lake", "print outline TILE ROWS"),
        ("least 7 10 12", "7 numbers"),
        ("least 7 10 12 14 15 16 x", "7 numbers"),
        pytest.param(f"least 7 10 12 14 15 16 {'9' * 5_000}", "7 numbers", id="nines"),
        ("least 9 8 12 14 15 16 17", "never less"),
        ("least 0 10 12 14 15 16 17", "from 1"),
        ("money 5:2", "print outline"),
    ],
)
def test_P_M3__a_line_that_cannot_be_is_told_with_what_to_write(line: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said) as caught:
        GAME.assumed_values(setup(prints=[line]))
    assert str(caught.value).startswith(f"print {line}".split(" ")[0])


def test_P_M4__an_owner_may_say_the_least_values_of_his_copy() -> None:
    table = setup(prints=["least 8 9 10 11 12 13 14"])
    assert read(GAME.initial_position(table).to_json(), table).least_work_value == 8
