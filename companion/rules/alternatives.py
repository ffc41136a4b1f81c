"""What may lie in a place instead of what is believed to lie there: all that is in the box is tried.

A person who checks a table is offered nothing that cannot be set, and of what lies face down no name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.rules.correcting import Corrections, instead
from companion.rules.layout import Face, Lying, Place
from companion.rules.moves import UNKNOWN

FACES: Final[tuple[Face, ...]] = ("", "up", "down")
HIDDEN: Final[tuple[Face, ...]] = ("", "down")


def may_come(corrections: Corrections, place: Place) -> Iterator[Lying]:
    """One piece more: of each that may lie there besides, family by family; in a row it is the last one.

    Nothing comes to a grid or a track but to one of its squares or steps.
    """
    if place.kind in ("grid", "track"):
        return
    for words in corrections.pieces.values():
        for lying in _each(words):
            if corrections.after(with_one_more(place, lying)) is not None:
                yield lying


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
        if not there and corrections.after(with_one_more(place, lying)) is not None:
            yield place


def with_one_more(place: Place, lying: Lying) -> Place:
    """The place with a piece more: counted with those like it, but where pieces lie one after another, at the end."""
    if place.kind == "row":
        return replace(place, pieces=(*place.pieces, replace(lying, at=_next(place))))
    for at, each in enumerate(place.pieces):
        if (each.piece, each.face, each.at) == (lying.piece, lying.face, lying.at):
            return instead(place, at, replace(each, count=each.count + 1))
    return replace(place, pieces=(*place.pieces, lying))


def _next(row: Place) -> str:
    return str(1 + sum(each.count for each in row.pieces if each.at))


def _each(words: Sequence[str]) -> Iterator[Lying]:
    """Each piece of a family with each face; one whose name nobody knows does not lie face up."""
    for word in words:
        faces = FACES if word.rpartition("/")[2] != UNKNOWN else HIDDEN
        yield from (Lying(word, face=face) for face in faces)
