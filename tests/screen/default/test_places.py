"""Places of the default table: what is shown of each, and where it lies."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.layout import Place, PlacedPieces, PlaceKind
from companion.screen.default.place_models import PlaceModel, TokenModel, make_place_models
from companion.screen.default.place_view import (
    MAX_SINGLE_PLACE_HEIGHT,
    has_room_for_player,
    place_rects,
    player_places_height,
    square_rects,
)
from companion.screen.draw.rect import Rect
from companion.screen.presenters.table_presenter import appearance_lookup
from companion.voice.voice import Voice
from tests.ours import FIRST

LOOK_UP = appearance_lookup(Voice(FIRST, {"blue": "Anna"}, "en"))
UNIT = 5.2
"""Pixels of a millimetre, of the smaller panel."""
BOARD = Rect(8, 70, 106 * UNIT, 61 * UNIT)


def shown(
    *places: Place, open_: tuple[str, ...] = (), now: tuple[Place, ...] | None = None
) -> tuple[PlaceModel, ...]:
    return make_place_models(places, LOOK_UP, open_, now)


def test_of_a_pile_the_uppermost_piece_is_seen_and_how_many_there_are() -> None:
    (pile,) = shown(
        Place("discard", "pile", pieces=(PlacedPieces("chip/ring", 2), PlacedPieces("chip/crown")))
    )
    assert [(token.appearance.symbol, token.count) for token in pile.tokens] == [("crown", 3)]


def test_of_what_there_is_none_nothing_is_seen() -> None:
    (supply,) = shown(
        Place("bank", "supply", pieces=(PlacedPieces("stone/blue", 0), PlacedPieces("chip/ring")))
    )
    assert [token.appearance.symbol for token in supply.tokens] == ["ring"]


def test_a_piece_with_a_symbol_shows_it_and_any_other_its_name_and_owner() -> None:
    (spot,) = shown(
        Place(
            "x",
            "spot",
            pieces=(PlacedPieces("chip/ring"), PlacedPieces("card/inf6"), PlacedPieces("stone/blue")),
        )
    )
    assert [
        (each.appearance.symbol, each.appearance.name, each.appearance.owner) for each in spot.tokens
    ] == [
        ("ring", "", ""),
        ("", "Condé", ""),
        ("", "", "blue"),
    ]


def test_an_empty_place_is_shown_where_pieces_go_between_it_and_others_or_where_it_may_be_touched() -> None:
    columns = [Place(f"column/{number}", "row") for number in (1, 2, 3)]
    assert [spot.touch_target for spot in shown(*columns, Place("bank", "supply"))] == [
        each.id for each in columns
    ]
    assert [spot.touch_target for spot in shown(Place("bank", "supply"), open_=("bank",))] == ["bank"]


def test_an_empty_place_of_which_something_is_known_is_shown() -> None:
    trump, pit = shown(
        Place("trump", "spot", facts={"suit": "hearts"}),
        Place("pit/blue", "spot", "blue", facts={"seeds": 3}),
    )
    assert (trump.facts, pit.facts) == (("Hearts",), ("3",))


def test_squares_and_numbers_of_a_place_are_touched_as_the_layout_calls_them() -> None:
    grid = Place("grid/blue", "grid", "blue", cells=("a1", "a2"))
    row = Place(
        "column/2", "row", pieces=(PlacedPieces("card/inf6", at="1"), PlacedPieces("card/inf7", at="2"))
    )
    first, second = shown(grid, row, open_=("grid/blue/a2", "column/2/2"))
    assert [*first.enabled_targets, *second.enabled_targets] == ["grid/blue/a2", "column/2/2"]


def test_who_a_player_is_is_touched_at_their_strip_and_not_where_their_things_lie() -> None:
    before = Place("player/blue", "spot", "blue", pieces=(PlacedPieces("chip/ring"),))
    hand = Place("hand/blue", "hand", "blue", pieces=(PlacedPieces("card/?", 2),))
    assert [spot.enabled for spot in shown(before, hand, open_=("player/blue", "hand/blue"))] == [False, True]


def test_what_would_be_new_is_marked_and_its_place() -> None:
    before = (
        Place("a", "spot", pieces=(PlacedPieces("stone/blue"),)),
        Place("b", "spot", pieces=(PlacedPieces("chip/ring"),)),
    )
    after = Place("a", "spot", pieces=(PlacedPieces("stone/blue", 2),)), before[1]
    a, b = shown(*after, now=before)
    assert (a.is_changed, a.tokens[0].is_new, b.is_changed, b.tokens[0].is_new) == (True, True, False, False)


# -- where they lie

KINDS: st.SearchStrategy[PlaceKind] = st.sampled_from(
    ("row", "spot", "pile", "supply", "track", "hand", "deck")
)


@st.composite
def some_spots(draw: st.DrawFn) -> list[PlaceModel]:
    """Places of some families, two of them boards perhaps."""
    made = []
    for family in draw(st.lists(st.sampled_from("abcdef"), max_size=4, unique=True)):
        kind = draw(KINDS)
        for number in range(draw(st.integers(1, 12))):
            count = draw(st.integers(0, 9))
            tokens = tuple(
                TokenModel(LOOK_UP.piece_appearance("stone/blue"), 2, at=str(at)) for at in range(count)
            )
            made.append(PlaceModel(f"{family}/{number}", f"{family} {number}", kind, "", family, tokens))
    if draw(st.booleans()):
        made += [
            PlaceModel(f"p/{point}", "", "spot", "", "p", (), board_point=point)
            for point in ("a1", "a7", "g1", "g7")
        ]
    return made


@given(some_spots())
def test_every_place_lies_within_the_board_and_over_no_other(made: list[PlaceModel]) -> None:
    lies = dict(place_rects(BOARD, made, UNIT))
    assert lies.keys() == {spot.touch_target for spot in made}
    for rect in lies.values():
        assert rect.x >= BOARD.x - 1
        assert rect.y >= BOARD.y - 1
        assert rect.right <= BOARD.right + 1
        assert rect.top <= BOARD.top + 1
    assert not any(one.overlaps(other) for one, other in combinations(lies.values(), 2))


def test_a_single_place_is_not_high_beside_a_family_however_much_lies_in_it() -> None:
    stone = TokenModel(LOOK_UP.piece_appearance("stone/blue"), 2)
    family = [PlaceModel(f"column/{at}", f"Column {at}", "spot", "", "column", ()) for at in (1, 2, 3)]
    alone = PlaceModel("row", "Row", "row", "", "row", (stone,) * 12)
    lies = dict(place_rects(BOARD, [*family, alone], UNIT))
    assert lies["row"].height <= MAX_SINGLE_PLACE_HEIGHT * UNIT + 0.1
    assert lies["column/1"].height > lies["row"].height


def test_the_first_row_of_a_grid_lies_below_and_its_first_column_at_the_left() -> None:
    (grid,) = shown(Place("grid/blue", "grid", "blue", cells=("a1", "b1", "a2", "b2")))
    lies = square_rects(grid, BOARD)
    first, right, above = (lies[name] for name in ("a1", "b1", "a2"))
    assert first.x < right.x
    assert first.y < above.y
    assert (first.y, first.x) == (right.y, above.x)


@given(some_spots())
def test_a_players_places_take_no_more_than_a_third_or_so(made: list[PlaceModel]) -> None:
    if made:
        assert 0 < player_places_height(made, BOARD, UNIT) < BOARD.height * 0.4
    assert not has_room_for_player(made, (), BOARD, UNIT)
