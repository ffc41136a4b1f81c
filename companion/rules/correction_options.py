"""What may lie in a place instead of what is believed to lie there: every piece in the inventory is tried.

A person who checks a table is offered nothing that cannot be set, and no name of what lies face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from msgspec.structs import replace

from companion.rules.corrections import CorrectionDraft, place_with_pieces_replaced
from companion.rules.layout import Face, Place, PlacedPieces
from companion.rules.moves import UNKNOWN

ALL_FACES: Final[tuple[Face, ...]] = ("", "up", "down")
FACES_OF_UNKNOWN_PIECE: Final[tuple[Face, ...]] = ("", "down")


def addable_pieces(draft: CorrectionDraft, place: Place) -> Iterator[PlacedPieces]:
    """One piece more: each piece that may lie there besides, family by family.

    In a row it is the last one; on a grid it lies where it is tried first. What is on a track is there already.
    """
    if place.kind == "grid":
        yield from _addable_to_grid(draft, place)
        return
    for words in draft.pieces_by_family.values() if place.kind != "track" else ():
        for placed in _pieces_with_faces(words):
            if draft.position_with_place(place_with_piece_added(place, placed)) is not None:
                yield placed


def _addable_to_grid(draft: CorrectionDraft, place: Place) -> Iterator[PlacedPieces]:
    """Each piece that fits the grid: in its first rotation, and with the side up that others there have."""
    once = replace(place, rotations=place.rotations[:1])
    face: Face = next((each.face for each in place.pieces), "")
    for words in draft.pieces_by_family.values():
        for word in words:
            yield from islice(grid_placements(draft, once, PlacedPieces(word, face=face)), 1)


def grid_placements(draft: CorrectionDraft, place: Place, pieces: PlacedPieces) -> Iterator[PlacedPieces]:
    """The piece wherever it may lie on a grid, with the cells it covers there, whatever else lies there."""
    empty = replace(place, pieces=())
    for square, rotation in product(place.cells, place.rotations or ("",)):
        at = f"{square}/{rotation}" if rotation else square
        after = draft.position_with_place(
            replace(empty, pieces=(replace(pieces, count=1, at=at, covered_cells=()),))
        )
        if after is not None:
            yield next(each for each in draft.find_place(after, place.id).pieces)


def placement_around(
    draft: CorrectionDraft, place: Place, pieces: PlacedPieces, cell: str
) -> PlacedPieces | None:
    """The piece with its middle on that cell of a grid or as near as possible, in the same rotation where possible."""
    there = (each for each in grid_placements(draft, place, pieces) if cell in each.occupied_cells)
    return min(
        there,
        default=None,
        key=lambda each: (_rotation(each) != _rotation(pieces), _distance_from_middle(each, cell)),
    )


def piece_in_next_rotation(draft: CorrectionDraft, place: Place, pieces: PlacedPieces) -> PlacedPieces | None:
    """The piece on a grid in its next rotation, around its middle; None where it has only one."""
    cell = min(pieces.occupied_cells, key=lambda cell: _distance_from_middle(pieces, cell))
    there = (each for each in grid_placements(draft, place, pieces) if cell in each.occupied_cells)
    by_rotation: dict[str, PlacedPieces] = {}
    for each in sorted(there, key=lambda each: _distance_from_middle(each, cell)):
        by_rotation.setdefault(_rotation(each), each)
    order = [rotation for rotation in place.rotations if rotation in by_rotation]
    if len(order) < 2:
        return None
    return by_rotation[order[(order.index(_rotation(pieces)) + 1) % len(order)]]


def _rotation(placed: PlacedPieces) -> str:
    return placed.at.partition("/")[2]


def _distance_from_middle(placed: PlacedPieces, cell: str) -> float:
    """How far a square is from the middle of those that a piece covers."""
    spots = [(ord(each[0]), int(each[1:])) for each in placed.occupied_cells]
    x = sum(each for each, _ in spots) / len(spots)
    y = sum(each for _, each in spots) / len(spots)
    return float(abs(ord(cell[0]) - x) + abs(int(cell[1:]) - y))


def replacement_pieces(draft: CorrectionDraft, place: Place, index: int) -> Iterator[PlacedPieces]:
    """What may lie there instead of the piece at that index of the place: one of its family, or itself turned over."""
    current = place.pieces[index]
    for words in draft.pieces_by_family.values():
        for placed in _pieces_with_faces(words) if current.piece in words else ():
            other = replace(current, piece=placed.piece, face=placed.face)
            if (
                other != current
                and draft.position_with_place(place_with_pieces_replaced(place, index, other)) is not None
            ):
                yield other


def is_removable(draft: CorrectionDraft, place: Place, index: int) -> bool:
    """Whether the piece at that index of the place may be taken away, with all those like it."""
    return draft.position_with_place(place_with_pieces_replaced(place, index)) is not None


def other_places_for(draft: CorrectionDraft, pieces: PlacedPieces) -> Iterator[Place]:
    """The other places where that piece may lie, for a marker of which there is one."""
    for place in draft.layout:
        there = any(each.piece == pieces.piece for each in place.pieces)
        stepped = place.kind in ("grid", "track")
        if (
            not (there or stepped)
            and draft.position_with_place(place_with_piece_added(place, pieces)) is not None
        ):
            yield place


def place_with_piece_added(place: Place, pieces: PlacedPieces) -> Place:
    """The place with one piece more: counted with those like it, but in a row at the end."""
    if place.kind == "row":
        return replace(place, pieces=(*place.pieces, replace(pieces, at=_next_row_number(place))))
    for at, each in enumerate(place.pieces):
        if (each.piece, each.face, each.at) == (pieces.piece, pieces.face, pieces.at):
            return place_with_pieces_replaced(place, at, replace(each, count=each.count + 1))
    return replace(place, pieces=(*place.pieces, pieces))


def place_with_count(place: Place, piece: str, face: str, number: int) -> Place:
    """The place with `number` pieces of that word and face; 0 takes them away."""
    for at, placed in enumerate(place.pieces):
        if (placed.piece, placed.face) == (piece, face):
            return place_with_pieces_replaced(place, at, *(replace(placed, count=number),) * bool(number))
    new = (PlacedPieces(piece, number, each) for each in ALL_FACES if each == face)
    return replace(place, pieces=(*place.pieces, *new)) if number else place


def _next_row_number(row: Place) -> str:
    return str(1 + sum(each.count for each in row.pieces if each.at))


def _pieces_with_faces(words: Sequence[str]) -> Iterator[PlacedPieces]:
    """Each piece of a family with each face; a piece of unknown name does not lie face up."""
    for word in words:
        faces = ALL_FACES if word.rpartition("/")[2] != UNKNOWN else FACES_OF_UNKNOWN_PIECE
        yield from (PlacedPieces(word, face=face) for face in faces)
