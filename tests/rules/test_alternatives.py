"""What may lie in a place instead: what can be set, and nothing that nobody may know."""

from __future__ import annotations

from companion.rules.correction_options import (
    addable_pieces,
    is_removable,
    other_places_for,
    piece_in_next_rotation,
    placement_around,
    replacement_pieces,
)
from companion.rules.layout import PlacedPieces
from tests.rules.test_correcting import place, table


def test_a_marker_lies_with_one_of_those_who_may_have_it() -> None:
    corrections = table("louis-xiv")
    assert [each.id for each in other_places_for(corrections, PlacedPieces("start"))] == ["player/yellow"]
    tiles = [f"tile/{number}" for number in range(1, 13)]
    assert [each.id for each in other_places_for(corrections, PlacedPieces("king"))] == tiles


def test_a_tile_may_be_turned_over_and_is_nothing_else() -> None:
    corrections = table("louis-xiv")
    tile = place(corrections, "tile/6")
    (now,) = tile.pieces
    (other,) = replacement_pieces(corrections, tile, 0)
    assert (other.piece, {now.face, other.face}) == ("tile/6", {"up", "down"})


def test_stones_of_all_players_and_the_king_may_come_to_a_tile() -> None:
    corrections = table("louis-xiv")
    words = [each.piece for each in addable_pieces(corrections, place(corrections, "tile/6"))]
    assert words == ["stone/blue", "stone/yellow", "stone/neutral", "king"]


def test_cards_of_a_hand_have_no_names() -> None:
    corrections = table("louis-xiv")
    hand = place(corrections, "hand/blue")
    assert all(each.piece.endswith("?") for each in addable_pieces(corrections, hand))


def test_the_start_marker_must_lie_somewhere() -> None:
    corrections = table("louis-xiv")
    mine = place(corrections, "player/blue")
    words = [each.piece for each in mine.pieces]
    assert not is_removable(corrections, mine, words.index("start"))
    assert is_removable(corrections, mine, words.index("money"))


def test_a_piece_lies_around_the_square_that_is_touched_and_is_turned_there() -> None:
    corrections = table("florence")
    grid = place(corrections, "grid/blue")
    lying = placement_around(corrections, grid, PlacedPieces("building/opera"), "d4")
    assert lying is not None
    assert "d4" in lying.covered_cells
    other = piece_in_next_rotation(corrections, grid, lying)
    assert other is not None
    assert other.at.partition("/")[2] != lying.at.partition("/")[2]
    assert placement_around(corrections, grid, lying, "z9") is None


def test_only_tiles_may_come_to_a_grid_and_a_marker_to_no_track() -> None:
    corrections = table("florence")
    families = {
        each.piece.partition("/")[0] for each in addable_pieces(corrections, place(corrections, "grid/blue"))
    }
    assert families == {"landscape", "building"}
    assert not [*addable_pieces(corrections, place(corrections, "track"))]
