"""Corrections: values of a position set by a person, whatever the rules allow.

A person who checks a table sees that something else lies in a place, and enters what. Where one number of the
position, as a record has it, is one count of the layout, the value to set is found by trying; for everything else the
game says it (`Game.corrected_position`). A correction is accepted only if the layout then shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException, escape
from msgspec.structs import replace

from companion.rules.clauses import BAD_CORRECTED_SHAPE, BAD_CORRECTION_PATH, MoveRefused, Refusal
from companion.rules.errors import InvalidRecord
from companion.rules.game import Game, GameSetup
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces
from companion.rules.position import Position

PointerValuePairs = tuple[tuple[str, Any], ...]
"""JSON pointer and the value that is set there; None removes the value."""
PieceGroupKey = tuple[str, str, Face, str]
"""Pieces that are counted together: the id of their place, their word, which side is up, where in the place."""


def position_with_values(
    game: Game, setup: GameSetup, position: Position, pairs: Sequence[tuple[str, Any]]
) -> Position:
    """The position with these values set, whatever its faults; raises MoveRefused where the shape does not fit."""
    data = position.to_json()
    for gone in ("scores", "winners", *game.derived_keys(dict(pairs))):
        data.pop(gone, None)
    for path, value in pairs:
        _set(data, path, value)
    try:
        return game.position_from_json(data, setup)
    except InvalidRecord as wrong:
        raise MoveRefused(BAD_CORRECTED_SHAPE(wrong.cause)) from wrong


def _set(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a JSON pointer; None removes the value."""
    parent, last = _place(data, path)
    try:
        if value is None:
            del parent[last]
        elif last == "-":
            parent.append(value)
        else:
            parent[last] = value
    except (KeyError, IndexError, TypeError, AttributeError) as wrong:
        raise MoveRefused(BAD_CORRECTION_PATH(path)) from wrong


def _place(data: dict[str, Any], path: str) -> tuple[Any, Any]:
    """What holds the value at a JSON pointer, and its key or index there."""
    try:
        pointer = JsonPointer(path)
        parent, last = pointer.to_last(data)
    except (JsonPointerException, KeyError, IndexError, TypeError) as wrong:
        raise MoveRefused(BAD_CORRECTION_PATH(path)) from wrong
    if not pointer.parts or not isinstance(parent, list | dict):
        raise MoveRefused(BAD_CORRECTION_PATH(path))
    return parent, last


def changed_json_values(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """JSON pointer and new value (None: removed) of everything that differs; lists as a whole."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        if before != after:
            yield path, after
        return
    for key in dict.fromkeys((*before, *after)):
        here = f"{path}/{escape(str(key))}"
        if key not in after:
            yield here, None
        elif key not in before:
            yield here, after[key]
        else:
            yield from changed_json_values(here, before[key], after[key])


# -- place by place


def place_with_pieces_replaced(place: Place, index: int, *pieces: PlacedPieces) -> Place:
    """The place with these pieces instead of the one at that index; the pieces of a row are numbered anew."""
    pieces_there = [*place.pieces[:index], *pieces, *place.pieces[index + 1 :]]
    if place.kind == "row":
        numbers = count(1)
        pieces_there = [replace(each, at=str(next(numbers))) if each.at else each for each in pieces_there]
    return replace(place, pieces=tuple(pieces_there))


class CorrectionDraft:
    """A table as a person sets it, place by place.

    `believed_position`: the public position before the person changed anything; `position`: as it was set, maybe with
        faults.
    """

    def __init__(self, game: Game, setup: GameSetup, believed_position: Position) -> None:
        self._game, self._setup = game, setup
        self._corrected = getattr(game, "corrected_position", _no_corrected_position)
        self.believed_position = self.position = believed_position
        self._cached_layout = believed_position, self.believed_layout

    @property
    def new_faults(self) -> Sequence[Refusal]:
        """Why the position as it was set is impossible, above all too many or too few pieces."""
        before = self.believed_position.faults()  # names that nobody may know are one
        return [fault for fault in self.position.faults() if fault not in before]

    @cached_property
    def inventory(self) -> Inventory:
        """The stocks of the game's pieces."""
        return self._game.inventory(self._setup)

    def is_unique(self, piece: str) -> bool:
        """Whether there is only one of exactly that piece: it lies somewhere or not, and is not counted."""
        return any(stock.is_unique(piece) for stock in self.inventory)

    @cached_property
    def pieces_by_family(self) -> Mapping[str, Sequence[str]]:
        """Family of the inventory -> the words of its pieces, by name and as everybody may see them."""
        tagged = tuple(dict.fromkeys(self._game.taggable_pieces(self._setup)))
        return {
            stock.family: tuple(dict.fromkeys((*filter(stock.name_in_family, tagged), *stock.piece_words)))
            for stock in self.inventory
        }

    @property
    def layout(self) -> Layout:
        """The layout as it was set."""
        if self._cached_layout[0] is not self.position:
            self._cached_layout = self.position, self._game.layout(self.position)
        return self._cached_layout[1]

    @cached_property
    def believed_layout(self) -> Layout:
        """The layout as it is believed to be."""
        return self._game.layout(self.believed_position)

    @property
    def changed_values(self) -> PointerValuePairs:
        """The values that `table correct` must set so that the table is as it was set; empty where nothing differs."""
        return self._pairs(self.position)

    def layout_once_recorded(self, position: Position) -> Layout:
        """The layout once the record holds the correction to that position; raises MoveRefused where it cannot."""
        return self._game.layout(
            position_with_values(self._game, self._setup, self.believed_position, self._pairs(position))
        )

    def _pairs(self, position: Position) -> PointerValuePairs:
        """The values that differ, without those that follow from the rest where they do follow."""
        every = tuple(changed_json_values("", self.believed_position.to_json(), position.to_json()))
        derived = {"scores", "winners", *self._game.derived_keys(dict(every))}
        independent = tuple(pair for pair in every if pair[0].split("/")[1] not in derived)
        return independent if self._position_with_values(independent) == position else every

    def _position_with_values(self, pairs: PointerValuePairs) -> Position | None:
        with suppress(MoveRefused):
            return position_with_values(self._game, self._setup, self.believed_position, pairs)
        return None

    def find_place(self, position: Position, place_id: str) -> Place:
        """That place in a position; raises LookupError where it has none."""
        for place in self._game.layout(position):
            if place.id == place_id:
                return place
        raise LookupError(place_id)

    def set_place(self, place: Place) -> bool:
        """Set what lies in that place; return whether that is possible.

        A piece of which there is one leaves the place where it lay, as far as it can.
        """
        before, after = (
            {each.piece for each in self.find_place(self.position, place.id).pieces},
            self.position_with_place(place),
        )
        if after is None:
            return False
        self.position = after
        for piece in {each.piece for each in place.pieces} - before:
            if self.is_unique(piece):
                self._remove_from_other_places(piece, place.id)
        return True

    def _remove_from_other_places(self, piece: str, kept_place: str) -> None:
        for place in self.layout:
            at = next((at for at, each in enumerate(place.pieces) if each.piece == piece), None)
            if place.id != kept_place and at is not None:
                self.position = (
                    self.position_with_place(place_with_pieces_replaced(place, at)) or self.position
                )

    def position_with_place(self, place: Place) -> Position | None:
        """The position with that place so; None where that is impossible, or would name what nobody may know."""
        if layout_matches_place(self.layout, place):
            return self.position
        counted = self._with_numbers(place)
        if counted is not None and layout_matches_place(self._game.layout(counted), place):
            return counted
        before = self.position if counted is None else counted
        after = self._corrected(before, place)
        if after is None or after == before or not layout_matches_place(self._game.layout(after), place):
            return None
        return after if after.to_public() == after else None

    @cached_property
    def count_pointer_by_piece(self) -> Mapping[PieceGroupKey, str]:
        """The pieces whose count is one number of the position -> the JSON pointer to it."""
        here, found = _counts(self.believed_layout), dict[PieceGroupKey, str]()
        for pointer, number in _numbers("", self.believed_position.to_json()):
            raised = self._position_with_values(((pointer, number + 1),))
            if raised is None:
                continue
            there = _counts(self._game.layout(raised))
            there.subtract(here)
            changed = [(alike, more) for alike, more in there.items() if more]
            if len(changed) == 1 and changed[0][1] == 1:
                found.setdefault(changed[0][0], pointer)
        return found

    def _with_numbers(self, place: Place) -> Position | None:
        """The position with the counts of that place set as numbers; None where there is no such number."""
        more = _counts((place,))
        more.subtract(_counts(each for each in self.layout if each.id == place.id))
        numbers = [
            (self.count_pointer_by_piece[alike], number)
            for alike, number in more.items()
            if number and alike in self.count_pointer_by_piece
        ]
        if not numbers:
            return None
        data = self.position.to_json()
        pairs = [(pointer, JsonPointer(pointer).resolve(data, 0) + number) for pointer, number in numbers]
        with suppress(MoveRefused):
            return position_with_values(self._game, self._setup, self.position, pairs)
        return None


def _no_corrected_position(_position: Any, _place: Place) -> None:
    """The answer for a game that does not inherit from `Game` and has no such method: only numbers can be set."""


def layout_matches_place(layout: Layout, place: Place) -> bool:
    """Whether exactly these pieces lie in that place; its other facts follow from them."""
    there = [each for each in layout if each.id == place.id]
    return bool(there) and _counts(there) == _counts((place,))


def _counts(places: Iterable[Place]) -> Counter[PieceGroupKey]:
    counts = Counter[PieceGroupKey]()
    for place in places:
        for placed in place.pieces:
            counts[place.id, placed.piece, placed.face, placed.at] += placed.count
    return counts


def _numbers(path: str, data: Any) -> Iterator[tuple[str, int]]:
    """Every number in the data, with the JSON pointer to it."""
    match data:
        case bool():
            return
        case int():
            yield path, data
        case dict():
            for key, value in data.items():
                yield from _numbers(f"{path}/{escape(str(key))}", value)
        case list():
            for at, value in enumerate(data):
                yield from _numbers(f"{path}/{at}", value)
