"""What may be set at one place of a table that is checked: numbers, and buttons with what lies there then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.correction_options import (
    addable_pieces,
    is_removable,
    next_rotation,
    other_places_for,
    place_with_count,
    place_with_piece_added,
    replacement_pieces,
)
from companion.rules.corrections import CorrectionDraft, place_with_pieces_replaced
from companion.rules.layout import Place, PlacedPieces
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.screen.presenters.faces import Faces
from companion.screen.presenters.moment import capital
from companion.screen.view_models import StepperModel

BETWEEN: Final = ">"
"""Stands in no word of a piece."""
FEW: Final = 6
"""More pieces of a family that may come to a place have a page of their own, as have those of a row or a grid."""
MOST: Final = 999
NUMBERED: Final = ("row", "grid")
"""Kinds of places where each piece lies by itself."""


class Option(Struct, frozen=True):
    """A button: what it says, and what lies in the place then; or (`opens`) what it leads to. `place_in`: it is a piece
    that lies there; `stays`: it is on every page of the entries.
    """

    words: str
    symbol: str = ""
    then: Place | None = None
    opens: str = ""
    there: bool = False
    stays: bool = False


Shown = tuple[str, Sequence[StepperModel | Option], frozenset[str]]
"""What the entries are about, they, and those numbers among them that were set."""


class Entries:
    """What may be set at places of this table, in the words of `look_up`."""

    def __init__(self, corrections: CorrectionDraft) -> None:
        self._set = corrections
        self._counted: dict[str, list[PlacedPieces]] = {}
        """Place -> what was counted there since it is looked at, so that none of it leaves the page."""
        self._came: tuple[Position, str, Mapping[str, Sequence[PlacedPieces]]] = corrections.position, "", {}

    def of(self, place: Place, look_up: Faces) -> Shown:
        """All that may be set there."""
        before = self._set.place_in(self._set.believed_position, place.id)
        counted = {key_of(each): each for each in self._numbers(place)}
        differs = (key for key, each in counted.items() if _number(place, each) != _number(before, each))
        numbers = (self._counter(place, each, look_up) for each in counted.values())
        buttons = [*self._there(place, counted, look_up), *self._to_come(place, counted, look_up)]
        if before.pieces != place.pieces:
            buttons.append(Option(look_up.voice.translator.gettext("As it was"), "undo", before, stays=True))
        return called(place, look_up), (*numbers, *buttons), frozenset(differs)

    def of_piece(self, place: Place, at: int, look_up: Faces) -> Shown:
        """What may be there instead of a piece."""
        said = f"{called(place, look_up)}: {_piece(place.pieces[at], look_up)}"
        return said, tuple(self._instead(place, at, look_up)), frozenset()

    def of_family(self, place: Place, stock: str, look_up: Faces) -> Shown:
        """What may come there of a family of the box, "" for all families."""
        return called(place, look_up), tuple(self._family(place, stock, look_up)), frozenset()

    def of_new(self, piece: str, look_up: Faces) -> Shown:
        """A piece that is to be put on a grid."""
        said = look_up.voice.translator.gettext("Touch where it lies.")
        return f"{_piece(PlacedPieces(piece), look_up)}: {said}", (), frozenset()

    def unit(self, piece: str) -> int:
        """So many of it are one thing in a hand."""
        return next(
            (stock.unit_size for stock in self._set.inventory if stock.name_in_family(piece) is not None), 1
        )

    # -- numbers

    def _numbers(self, place: Place) -> Iterator[PlacedPieces]:
        """What is counted there, or is at one of its steps; what may come there, unless that is much."""
        if place.kind == "track":
            yield from (each for each in place.pieces if each.at.isdecimal())
        if place.kind in (*NUMBERED, "track"):
            return
        known = self._counted.setdefault(place.id, [])
        keys = set(map(key_of, known))
        few = (family for family in self._families(place).values() if len(family) <= FEW)
        for lying in (*place.pieces, *(each for family in few for each in family)):
            if key_of(lying) not in keys and self._is_counted(place, lying):
                known.append(lying)
                keys.add(key_of(lying))
        yield from known

    def _is_counted(self, place: Place, lying: PlacedPieces) -> bool:
        """Whether there can be two of it, or of those that lie there one more or less."""
        if self._set.is_unique(lying.piece) or lying.at or self._is_named(lying):
            return False
        unit, number = self.unit(lying.piece), _number(place, lying)
        others = (number - unit, number + unit) if number > unit else (2 * unit,)
        there = (place_with_count(place, lying.piece, lying.face, other) for other in others)
        return any(self._set.position_with_place(each) is not None for each in there)

    def _is_named(self, lying: PlacedPieces) -> bool:
        """Whether it is one open card of many that there are: its name is long, and it is taken for another one."""
        many = any(len(words) > FEW and lying.piece in words for words in self._set.pieces_by_family.values())
        return lying.face == "up" and lying.count == 1 and many

    def _counter(self, place: Place, lying: PlacedPieces, look_up: Faces) -> StepperModel:
        unit, track = self.unit(lying.piece), place.kind == "track"
        wholes = (
            each.total
            for each in self._set.inventory
            if each.name_in_family(lying.piece) is not None and each.total
        )
        return StepperModel(
            key_of(lying),
            _piece(lying, look_up),
            look_up.face(lying.piece).sign,
            _number(place, lying) // unit,
            MOST if track else min(wholes, default=MOST),
            unit,
        )

    # -- pieces

    def _there(self, place: Place, counted: Collection[str], look_up: Faces) -> Iterator[Option]:
        """The pieces that lie there and are not counted: what they lead to, or at once what else there may be."""
        for at, lying in enumerate(place.pieces):
            if key_of(lying) in counted or not (options := [*islice(self._instead(place, at, look_up), 2)]):
                continue
            number = f"{lying.at}. " if place.kind == "row" and lying.at else ""
            said, sign = number + _piece(lying, look_up, place.owner), look_up.face(lying.piece).sign
            if lying.piece == place.id:  # it is the place
                yield from options[:1]
            elif len(options) == 1 and place.kind != "grid":
                yield Option(said, sign, options[0].then, there=True)
            else:
                yield Option(said, sign, opens=f"piece/{at}", there=True)

    def _instead(self, place: Place, at: int, look_up: Faces) -> Iterator[Option]:
        """What may be there instead, that it is not there, where else it may lie, how it may be turned."""
        words, lying = look_up.voice.translator, place.pieces[at]
        for other in replacement_pieces(self._set, place, at) if place.kind not in ("grid", "track") else ():
            sign = "turn" if other.piece == lying.piece else look_up.face(other.piece).sign
            yield Option(_other(other, lying, look_up), sign, place_with_pieces_replaced(place, at, other))
        if is_removable(self._set, place, at):
            yield Option(
                words.gettext("Not there"), "cross", place_with_pieces_replaced(place, at), stays=True
            )
        if place.kind == "grid" and (other_turn := next_rotation(self._set, place, lying)) is not None:
            yield Option(words.gettext("Turn it"), "turn", place_with_pieces_replaced(place, at, other_turn))
        if self._set.is_unique(lying.piece) and not lying.at:
            for elsewhere in other_places_for(self._set, lying):
                said = words.gettext("It lies here: {place}", place=called(elsewhere, look_up))
                yield Option(said, "", place_with_piece_added(elsewhere, replace(lying, count=1)))

    # -- what comes

    def _families(self, place: Place) -> Mapping[str, Sequence[PlacedPieces]]:
        """What may come there, family by family of the box."""
        position, id, families = self._came
        if id != place.id or position is not self._set.position:
            came = [*addable_pieces(self._set, place)]
            families = {
                stock: family
                for stock, words in self._set.pieces_by_family.items()
                if (family := [each for each in came if each.piece in words])
            }
            self._came = self._set.position, place.id, families
        return families

    def _to_come(self, place: Place, counted: Collection[str], look_up: Faces) -> Iterator[Option]:
        """What leads to all that may come there, or where that is little, it."""
        more = [*self._more(place, counted, look_up)] if place.kind != "grid" else []
        if place.kind == "grid" or sum(bool(each.opens) for each in more) > 1:
            said = look_up.voice.translator.gettext("Put a piece there")
            yield Option(said, "plus", opens="come/", stays=True)
        else:
            yield from more

    def _more(self, place: Place, counted: Collection[str], look_up: Faces) -> Iterator[Option]:
        """What may come there and is not counted; of a family of many what leads to them."""
        for stock, family in self._families(place).items():
            if len(family) > FEW or (place.kind == "row" and len(family) > 1):
                said = _family(stock, look_up)
                yield Option(f"+ {said}…", look_up.face(f"{stock}/{UNKNOWN}").sign, opens=f"come/{stock}")
                continue
            for lying in family:
                if key_of(lying) not in counted:
                    sign, then = look_up.face(lying.piece).sign, place_with_piece_added(place, lying)
                    yield Option(f"+ {_piece(lying, look_up)}", sign, then)

    def _family(self, place: Place, stock: str, look_up: Faces) -> Iterator[Option]:
        if not stock and place.kind != "grid":
            yield from self._more(place, (), look_up)
            return
        for name, family in self._families(place).items():
            for lying in family if stock in ("", name) else ():
                said, sign = _other(lying, PlacedPieces(""), look_up), look_up.face(lying.piece).sign
                if stock:
                    yield Option(said, sign, place_with_piece_added(place, lying))
                else:
                    yield Option(said, sign, opens=f"put/{lying.piece}")


def key_of(lying: PlacedPieces) -> str:
    """What is counted together, as a finger says it."""
    return BETWEEN.join((lying.piece, lying.face))


def _number(place: Place, lying: PlacedPieces) -> int:
    """How many of it lie there, or at which step."""
    alike = [each for each in place.pieces if key_of(each) == key_of(lying)]
    return sum(int(each.at) if lying.at else each.count for each in alike)


def called(place: Place, look_up: Faces) -> str:
    """A place by its name, and whose it is."""
    name = look_up.place(place)
    if not place.owner or place.id == f"player/{place.owner}":
        return name
    return f"{name} ({look_up.voice.translator.player_name(place.owner)})"


def _other(other: PlacedPieces, lying: PlacedPieces, look_up: Faces) -> str:
    """What it is instead."""
    words = look_up.voice.translator
    if other.piece == lying.piece:
        return words.gettext("Turn it over")
    if other.piece.endswith(f"/{UNKNOWN}"):
        return words.gettext("Face down")
    return look_up.face(other.piece).name or _piece(other, look_up)


def _family(stock: str, look_up: Faces) -> str:
    """What a family of the box is called: as its kind, else as the one of which no more is known."""
    said = look_up.kind(stock)
    if said == stock:
        said = look_up.voice.touch_target_name(stock)
    if said in (stock, stock.rpartition("/")[2]):
        return _piece(PlacedPieces(f"{stock}/{UNKNOWN}"), look_up)
    return capital(said)


def _piece(lying: PlacedPieces, look_up: Faces, owner: str = "") -> str:
    """A piece by its name, and which side of it is seen. `owner`: before whom it lies, who goes without saying."""
    words, voice, face = look_up.voice.translator, look_up.voice, look_up.face(lying.piece)
    if "/" not in lying.piece:
        name = look_up.kind(lying.piece)
    elif owner and face.owner == owner and face.name:
        name = face.name
    else:
        name = voice.format_piece_count(lying.piece, 1).removeprefix("1 ")
    if lying.face == "down" and not lying.piece.endswith(f"/{UNKNOWN}"):
        return f"{capital(name)} ({words.gettext('face down')})"
    return capital(name)
