"""Corrections: values of a position set by a person, whatever the rules say about them.

Somebody who checks a table sees that in one place something else lies, and says what. Where one number of the
position, as a record has it, is one count of the layout, what must be set is found by trying; of everything else the
game says it (`Game.corrected`). What is set is what the layout then shows, or nothing is.
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

from companion.rules.clauses import CORRECT_PATH, CORRECT_SHAPE, Refusal, Refused
from companion.rules.errors import Unreadable
from companion.rules.game import Game, Setup
from companion.rules.layout import Box, Face, Layout, Lying, Place
from companion.rules.position import Position

Pairs = tuple[tuple[str, Any], ...]
"""JSON pointer and the value that is set there; None removes what is there."""
Alike = tuple[str, str, Face, str]
"""Pieces that are counted together: the id of their place, their word, which side is up, where in the place."""


def with_values(game: Game, setup: Setup, position: Position, pairs: Sequence[tuple[str, Any]]) -> Position:
    """The position with these values set, whatever is wrong with it then; raises Refused where it has no such shape."""
    data = position.to_json()
    for gone in ("scores", "winners", *game.follows(dict(pairs))):
        data.pop(gone, None)
    for path, value in pairs:
        _set(data, path, value)
    try:
        return game.position(data, setup)
    except Unreadable as wrong:
        raise Refused(CORRECT_SHAPE(wrong.what)) from wrong


def _set(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a JSON pointer; None removes what is there."""
    parent, last = _place(data, path)
    try:
        if value is None:
            del parent[last]
        elif last == "-":
            parent.append(value)
        else:
            parent[last] = value
    except (KeyError, IndexError, TypeError, AttributeError) as wrong:
        raise Refused(CORRECT_PATH(path)) from wrong


def _place(data: dict[str, Any], path: str) -> tuple[Any, Any]:
    """What holds the value at a JSON pointer, and its key or index there."""
    try:
        pointer = JsonPointer(path)
        parent, last = pointer.to_last(data)
    except (JsonPointerException, KeyError, IndexError, TypeError) as wrong:
        raise Refused(CORRECT_PATH(path)) from wrong
    if not pointer.parts or not isinstance(parent, list | dict):
        raise Refused(CORRECT_PATH(path))
    return parent, last


def differences(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """JSON pointer and new value (None: gone) of everything that differs; lists as a whole."""
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
            yield from differences(here, before[key], after[key])


# -- place by place


def instead(place: Place, at: int, *pieces: Lying) -> Place:
    """The place with these pieces in place of the one at that index; where they are numbered, they are anew."""
    lie = [*place.pieces[:at], *pieces, *place.pieces[at + 1 :]]
    if place.kind == "row":
        numbers = count(1)
        lie = [replace(each, at=str(next(numbers))) if each.at else each for each in lie]
    return replace(place, pieces=tuple(lie))


class Corrections:
    """A table as a person sets it, place by place. `believed`: the position before they touched anything, as everybody
    may know it; `position`: as it was set, which may have faults.
    """

    def __init__(self, game: Game, setup: Setup, believed: Position) -> None:
        self._game, self._setup = game, setup
        self._corrected = getattr(game, "corrected", _nothing)
        self.believed = self.position = believed
        self._laid = believed, self.believed_layout

    @property
    def wrong(self) -> Sequence[Refusal]:
        """Why it cannot be as it was set: above all, what there is too much of, or too little."""
        before = self.believed.faults()  # names that nobody may know are one
        return [fault for fault in self.position.faults() if fault not in before]

    @cached_property
    def box(self) -> Box:
        """What there is of each piece."""
        return self._game.box(self._setup)

    def only(self, piece: str) -> bool:
        """Whether there is but one of that very piece: it lies somewhere or not, and is not counted."""
        return any(stock.only(piece) for stock in self.box)

    @cached_property
    def pieces(self) -> Mapping[str, Sequence[str]]:
        """Family of the box -> the words of its pieces, as a piece or as everybody may see one."""
        tagged = tuple(dict.fromkeys(self._game.pieces(self._setup)))
        return {
            stock.piece: tuple(dict.fromkeys((*filter(stock.name, tagged), *stock.words)))
            for stock in self.box
        }

    @property
    def layout(self) -> Layout:
        """Which piece lies where, as it was set."""
        if self._laid[0] is not self.position:
            self._laid = self.position, self._game.layout(self.position)
        return self._laid[1]

    @cached_property
    def believed_layout(self) -> Layout:
        """Which piece lies where, as it is believed."""
        return self._game.layout(self.believed)

    @property
    def pairs(self) -> Pairs:
        """What `table correct` must set so that the table is as it was set; nothing where nothing differs."""
        return self._pairs(self.position)

    def written(self, position: Position) -> Layout:
        """Which piece lies where once the record says what makes it that position; raises Refused where it cannot."""
        return self._game.layout(with_values(self._game, self._setup, self.believed, self._pairs(position)))

    def _pairs(self, position: Position) -> Pairs:
        """What follows from the rest is not set, where it does follow."""
        every = tuple(differences("", self.believed.to_json(), position.to_json()))
        found_out = {"scores", "winners", *self._game.follows(dict(every))}
        some = tuple(pair for pair in every if pair[0].split("/")[1] not in found_out)
        return some if self._with(some) == position else every

    def _with(self, pairs: Pairs) -> Position | None:
        with suppress(Refused):
            return with_values(self._game, self._setup, self.believed, pairs)
        return None

    def there(self, position: Position, id: str) -> Place:
        """That place in a position; raises LookupError where it has none."""
        for place in self._game.layout(position):
            if place.id == id:
                return place
        raise LookupError(id)

    def set(self, place: Place) -> bool:
        """Let it be so in that place; whether that can be. What comes there and of which there is one leaves where it
        lay, as far as it can.
        """
        before, after = {each.piece for each in self.there(self.position, place.id).pieces}, self.after(place)
        if after is None:
            return False
        self.position = after
        for piece in {each.piece for each in place.pieces} - before:
            if self.only(piece):
                self._take(piece, place.id)
        return True

    def _take(self, piece: str, but: str) -> None:
        for place in self.layout:
            at = next((at for at, each in enumerate(place.pieces) if each.piece == piece), None)
            if place.id != but and at is not None:
                self.position = self.after(instead(place, at)) or self.position

    def after(self, place: Place) -> Position | None:
        """The position if it were so in that place; None where it cannot be, whatever lies elsewhere, and where it
        would name what nobody may know.
        """
        if shows(self.layout, place):
            return self.position
        counted = self._with_numbers(place)
        if counted is not None and shows(self._game.layout(counted), place):
            return counted
        before = self.position if counted is None else counted
        after = self._corrected(before, place)
        if after is None or after == before or not shows(self._game.layout(after), place):
            return None
        return after if after.public() == after else None

    @cached_property
    def numbers(self) -> Mapping[Alike, str]:
        """What is set by one number: the JSON pointer to it."""
        here, found = _counts(self.believed_layout), dict[Alike, str]()
        for pointer, number in _numbers("", self.believed.to_json()):
            raised = self._with(((pointer, number + 1),))
            if raised is None:
                continue
            there = _counts(self._game.layout(raised))
            there.subtract(here)
            changed = [(alike, more) for alike, more in there.items() if more]
            if len(changed) == 1 and changed[0][1] == 1:
                found.setdefault(changed[0][0], pointer)
        return found

    def _with_numbers(self, place: Place) -> Position | None:
        """What differs in that place, set as far as a number does; None where there is no such number."""
        more = _counts((place,))
        more.subtract(_counts(each for each in self.layout if each.id == place.id))
        numbers = [
            (self.numbers[alike], number)
            for alike, number in more.items()
            if number and alike in self.numbers
        ]
        if not numbers:
            return None
        data = self.position.to_json()
        pairs = [(pointer, JsonPointer(pointer).resolve(data, 0) + number) for pointer, number in numbers]
        with suppress(Refused):
            return with_values(self._game, self._setup, self.position, pairs)
        return None


def _nothing(_position: Any, _place: Place) -> None:
    """What a game corrects that does not inherit from `Game`, and says nothing of it: what numbers set can be set."""


def shows(layout: Layout, place: Place) -> bool:
    """Whether just these pieces lie in that place; what else is to be known of it follows from them."""
    there = [each for each in layout if each.id == place.id]
    return bool(there) and _counts(there) == _counts((place,))


def _counts(places: Iterable[Place]) -> Counter[Alike]:
    counts = Counter[Alike]()
    for place in places:
        for lying in place.pieces:
            counts[place.id, lying.piece, lying.face, lying.at] += lying.count
    return counts


def _numbers(path: str, data: Any) -> Iterator[tuple[str, int]]:
    """Every number in it, with the JSON pointer to it."""
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
