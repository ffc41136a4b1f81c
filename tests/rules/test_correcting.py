"""A person says what lies in a place: what must be set for that is found, and the layout shows it then."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.corrections import CorrectionDraft, place_with_pieces_replaced
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.layout import Place, PlacedPieces

SEATS = (Seat("blue", "Anna"), Seat("yellow", "Bert"))


class Silent:
    """A game that does not inherit from `Game`, and has all of it but `corrected`."""

    def __init__(self, whole: Any) -> None:
        self._whole = whole

    def __getattr__(self, name: str) -> Any:
        if name == "corrected_position":
            raise AttributeError(name)
        return getattr(self._whole, name)


def table(name: str) -> CorrectionDraft:
    """What everybody believes at the beginning of a game."""
    setup = GameSetup(SEATS, "blue")
    position, _ = game_rules(name).initial_position(setup).settled_with_events()
    return CorrectionDraft(game_rules(name), setup, position.to_public())


def place(corrections: CorrectionDraft, id: str) -> Place:
    """That place, as it was set."""
    (found,) = [each for each in corrections.layout if each.id == id]
    return found


def lay(corrections: CorrectionDraft, id: str, *pieces: PlacedPieces) -> bool:
    """These lie there, and nothing else."""
    return corrections.set_place(replace(place(corrections, id), pieces=pieces))


def test_a_count_that_a_number_sets_is_found_by_trying() -> None:
    corrections = table("louis-xiv")
    (stones,) = place(corrections, "own/blue").pieces
    assert lay(corrections, "own/blue", replace(stones, count=stones.count - 2))
    assert corrections.changed_values == (("/players/blue/own", stones.count - 2),)


def test_a_game_that_says_nothing_of_corrections_has_its_numbers_set_and_nothing_else() -> None:
    corrections = table("louis-xiv")
    corrections = CorrectionDraft(
        cast(Game, Silent(game_rules("louis-xiv"))), GameSetup(SEATS, "blue"), corrections.believed_position
    )
    (stones,) = place(corrections, "own/blue").pieces
    assert lay(corrections, "own/blue", replace(stones, count=stones.count - 2))
    assert not lay(corrections, "tile/6", PlacedPieces("king"))


def test_a_card_of_which_there_is_one_leaves_the_place_where_it_lay() -> None:
    corrections = table("florence")
    card = PlacedPieces("profession/poet", face="up")
    assert lay(corrections, "table/blue", card)
    assert lay(corrections, "table/yellow", card)
    assert place(corrections, "table/blue").pieces == ()


def test_none_of_something_can_become_some_and_some_none() -> None:
    corrections = table("louis-xiv")
    money = place(corrections, "player/blue")
    at = [each.piece for each in money.pieces].index("money")
    assert corrections.set_place(place_with_pieces_replaced(money, at))
    assert corrections.changed_values == (("/players/blue/money", 0),)
    assert corrections.set_place(money)
    assert not corrections.changed_values


def test_a_marker_that_lies_elsewhere_lies_there_alone() -> None:
    corrections = table("louis-xiv")
    tile = place(corrections, "tile/6")
    assert lay(corrections, "tile/6", *tile.pieces, PlacedPieces("king"))
    tile = place(corrections, "tile/3")
    assert lay(corrections, "tile/3", *tile.pieces, PlacedPieces("king"))
    there = [each.id for each in corrections.layout if PlacedPieces("king") in each.pieces]
    assert there == ["tile/3"]
    assert dict(corrections.changed_values)["/king"] == 3


def test_a_marker_that_must_lie_somewhere_is_not_taken_away() -> None:
    corrections = table("louis-xiv")
    mine = place(corrections, "player/blue")
    at = [each.piece for each in mine.pieces].index("start")
    assert not corrections.set_place(place_with_pieces_replaced(mine, at))
    assert corrections.changed_values == ()


def test_a_tile_is_turned_over() -> None:
    corrections = table("louis-xiv")
    tile = place(corrections, "tile/6")
    (face,) = [each for each in tile.pieces if each.piece == "tile/6"]
    other = "down" if face.face == "up" else "up"
    assert corrections.set_place(
        place_with_pieces_replaced(tile, tile.pieces.index(face), replace(face, face=other))
    )
    assert dict(corrections.changed_values) == {"/tiles/6/side": "back" if other == "down" else "front"}


def test_what_is_taken_out_of_a_row_leaves_no_gap() -> None:
    row = Place(
        "row",
        "row",
        pieces=(
            PlacedPieces("head"),
            PlacedPieces("a", at="1"),
            PlacedPieces("b", at="2"),
            PlacedPieces("c", at="3"),
        ),
    )
    assert place_with_pieces_replaced(row, 1).pieces == (
        PlacedPieces("head"),
        PlacedPieces("b", at="1"),
        PlacedPieces("c", at="2"),
    )


def test_a_piece_of_somebody_else_cannot_lie_there() -> None:
    corrections = table("kabale")
    hand = place(corrections, "hand/blue")
    assert not lay(corrections, "hand/blue", *hand.pieces, PlacedPieces("card/yellow/?", 1, "down"))


def test_nothing_is_set_that_nobody_may_know() -> None:
    corrections = table("kabale")
    assert lay(corrections, "hand/blue", PlacedPieces("card/blue/?", 4, "down"))
    assert not lay(corrections, "hand/blue", PlacedPieces("card/blue/mage", 1, "down"))


def test_a_tile_lies_on_a_grid_only_where_it_fits() -> None:
    corrections = table("florence")
    square, beside = (PlacedPieces("building/tower", at=at) for at in ("a1/r0", "zz/r0"))
    assert not lay(corrections, "grid/blue", beside)
    assert lay(corrections, "grid/blue", square)
    (tile,) = place(corrections, "grid/blue").pieces
    assert tile.at == "a1/r0"
    assert tile.covered_cells


def test_a_figure_on_the_track_keeps_how_often_it_went_round() -> None:
    corrections = table("florence")
    track = place(corrections, "track")
    at = [each.piece for each in track.pieces].index("points/blue")
    assert corrections.set_place(place_with_pieces_replaced(track, at, replace(track.pieces[at], at="7")))
    assert corrections.changed_values == (("/players/blue/points", 7),)


def test_a_stone_on_the_track_tells_what_the_best_work_is_worth() -> None:
    corrections = table("florence")
    position = corrections.believed_position
    values = position.to_json() | {"phase": "actions"}
    values["players"]["yellow"]["best"] = 12
    setup = GameSetup(SEATS, "blue")
    game = game_rules("florence")
    corrections = CorrectionDraft(game, setup, game.position_from_json(values, setup))
    track = place(corrections, "track")
    at = [each.piece for each in track.pieces].index("stone/yellow")
    assert corrections.set_place(place_with_pieces_replaced(track, at, replace(track.pieces[at], at="15")))
    assert corrections.changed_values == (("/players/yellow/best", 15),)
