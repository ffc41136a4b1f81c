"""What may lie in a place instead of what is believed to lie there: all that is in the box is tried.

A person who checks a table is offered nothing that cannot be set, and of what lies face down no name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from msgspec.structs import replace

from companion.rules.correcting import Corrections, instead
from companion.rules.layout import Face, Lying, Place
from companion.rules.moves import UNKNOWN

FACES: Final[tuple[Face, ...]] = ("", "up", "down")
HIDDEN: Final[tuple[Face, ...]] = ("", "down")


def may_come(corrections: Corrections, place: Place) -> Iterator[Lying]:
    """One piece more: of each that may lie there besides, family by family; in a row it is the last one, on a grid it
    lies where it is tried first. What is on a track is there already.
    """
    if place.kind == "grid":
        yield from _to_grid(corrections, place)
        return
    for words in corrections.pieces.values() if place.kind != "track" else ():
        for lying in _each(words):
            if corrections.after(with_one_more(place, lying)) is not None:
                yield lying


def _to_grid(corrections: Corrections, place: Place) -> Iterator[Lying]:
    """Turned in one way somewhere, and with the side up that others there have."""
    once = replace(place, turns=place.turns[:1])
    face: Face = next((each.face for each in place.pieces), "")
    for words in corrections.pieces.values():
        for word in words:
            yield from islice(on_grid(corrections, once, Lying(word, face=face)), 1)


def on_grid(corrections: Corrections, place: Place, lying: Lying) -> Iterator[Lying]:
    """The piece wherever it may lie on a grid, with what it covers there, whatever else lies there."""
    empty = replace(place, pieces=())
    for square, turn in product(place.cells, place.turns or ("",)):
        at = f"{square}/{turn}" if turn else square
        after = corrections.after(replace(empty, pieces=(replace(lying, count=1, at=at, cells=()),)))
        if after is not None:
            yield next(each for each in corrections.there(after, place.id).pieces)


def around(corrections: Corrections, place: Place, lying: Lying, cell: str) -> Lying | None:
    """The piece with its middle on that square of a grid, as near as can be, turned as it was where it can be."""
    there = (each for each in on_grid(corrections, place, lying) if cell in each.squares)
    return min(there, default=None, key=lambda each: (_turn(each) != _turn(lying), _off(each, cell)))


def turned(corrections: Corrections, place: Place, lying: Lying) -> Lying | None:
    """The piece on a grid in its next turn, around its middle; None where it has but one."""
    cell = min(lying.squares, key=lambda cell: _off(lying, cell))
    there = (each for each in on_grid(corrections, place, lying) if cell in each.squares)
    ways: dict[str, Lying] = {}
    for each in sorted(there, key=lambda each: _off(each, cell)):
        ways.setdefault(_turn(each), each)
    order = [turn for turn in place.turns if turn in ways]
    if len(order) < 2:
        return None
    return ways[order[(order.index(_turn(lying)) + 1) % len(order)]]


def _turn(lying: Lying) -> str:
    return lying.at.partition("/")[2]


def _off(lying: Lying, cell: str) -> float:
    """How far a square is from the middle of those that a piece covers."""
    spots = [(ord(each[0]), int(each[1:])) for each in lying.squares]
    x = sum(each for each, _ in spots) / len(spots)
    y = sum(each for _, each in spots) / len(spots)
    return float(abs(ord(cell[0]) - x) + abs(int(cell[1:]) - y))


def may_be(corrections: Corrections, place: Place, at: int) -> Iterator[Lying]:
    """What may lie there instead of the piece at that index of the place: one of its family, or itself turned over."""
    now = place.pieces[at]
    for words in corrections.pieces.values():
        for lying in _each(words) if now.piece in words else ():
            other = replace(now, piece=lying.piece, face=lying.face)
            if other != now and corrections.after(instead(place, at, other)) is not None:
                yield other


def may_go(corrections: Corrections, place: Place, at: int) -> bool:
    """Whether the piece at that index of the place need not lie there, nor any like it."""
    return corrections.after(instead(place, at)) is not None


def places_of(corrections: Corrections, lying: Lying) -> Iterator[Place]:
    """Where else that piece may lie: for a marker of which there is one."""
    for place in corrections.layout:
        there = any(each.piece == lying.piece for each in place.pieces)
        stepped = place.kind in ("grid", "track")
        if not (there or stepped) and corrections.after(with_one_more(place, lying)) is not None:
            yield place


def with_one_more(place: Place, lying: Lying) -> Place:
    """The place with a piece more: counted with those like it, but where pieces lie one after another, at the end."""
    if place.kind == "row":
        return replace(place, pieces=(*place.pieces, replace(lying, at=_next(place))))
    for at, each in enumerate(place.pieces):
        if (each.piece, each.face, each.at) == (lying.piece, lying.face, lying.at):
            return instead(place, at, replace(each, count=each.count + 1))
    return replace(place, pieces=(*place.pieces, lying))


def with_count(place: Place, piece: str, face: str, number: int) -> Place:
    """The place with so many of a piece, none of it or some for the first time."""
    for at, lying in enumerate(place.pieces):
        if (lying.piece, lying.face) == (piece, face):
            return instead(place, at, *(replace(lying, count=number),) * bool(number))
    new = (Lying(piece, number, each) for each in FACES if each == face)
    return replace(place, pieces=(*place.pieces, *new)) if number else place


def _next(row: Place) -> str:
    return str(1 + sum(each.count for each in row.pieces if each.at))


def _each(words: Sequence[str]) -> Iterator[Lying]:
    """Each piece of a family with each face; one whose name nobody knows does not lie face up."""
    for word in words:
        faces = FACES if word.rpartition("/")[2] != UNKNOWN else HIDDEN
        yield from (Lying(word, face=face) for face in faces)
