"""A game from its head on: what was said, what stands, and what it made of the table.

Journal, referee, table and tests all say their lines here; there is no other way to a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import msgspec
from msgspec import Struct

from companion.rules.clauses import (
    CORRECT_PAIRS,
    CORRECT_VALUE,
    EMPTY_MOVE,
    UNDO_NUMBER,
    UNDO_TOO_MANY,
    Refusal,
    Refused,
)
from companion.rules.correcting import with_values
from companion.rules.errors import Unreadable
from companion.rules.game import Game, Setup
from companion.rules.moves import Move
from companion.rules.position import Position, run
from companion.rules.record import Head
from companion.rules.tale import Event, Tale

CORRECT = ("table", "correct")


class Impossible(Unreadable):
    """A record begins at a table that cannot be. `faults`: everything wrong with it, as refusals."""

    def __init__(self, faults: tuple[Refusal, ...], where: str) -> None:
        super().__init__(f"no such position: {'; '.join(map(str, faults))}", where)
        self.faults = faults


class Undone(Event, frozen=True, tag="undone"):
    """The last moves were taken back, newest first."""

    moves: tuple[str, ...]

    def change(self, position: Position) -> Position:
        return position


class Corrected(Event, frozen=True, tag="corrected"):
    """A person set values of the position: path and value, in pairs."""

    values: tuple[tuple[str, Any], ...]

    def change(self, position: Position) -> Position:
        return position


class Accepted(Struct, frozen=True):
    """A line that was accepted: its text, the events it made, the position after it."""

    text: str
    events: tuple[Event, ...]
    position: Position


class History(Struct, frozen=True):
    """What was accepted and stands, oldest first: as it was, or as everybody may know it."""

    opening: Accepted
    standing: tuple[Accepted, ...]


class Account:
    """Everything accepted so far. A refused line changes nothing."""

    def __init__(self, game: Game, setup: Setup, begun: Position) -> None:
        self.game = game
        self.setup = setup
        position, events = begun.settled()
        self.opening = Accepted("", events, position)
        self._standing: list[Accepted] = []

    @classmethod
    def of(cls, head: Head, game: Game) -> Self:
        """The game that a record's head sets up; raises Unreadable naming all faults of its position."""
        if head.position is None:
            return cls(game, head.setup, game.begin(head.setup))
        where = f"line {head.position_line}" if head.position_line else "position"
        try:
            position = game.position(head.position, head.setup)
        except Unreadable as wrong:
            raise Unreadable(wrong.what, where) from wrong
        faults = position.faults()
        if faults:
            raise Impossible(faults, where)
        return cls(game, head.setup, position)

    @property
    def position(self) -> Position:
        """The table as it stands."""
        return self._last.position

    @property
    def standing(self) -> tuple[Accepted, ...]:
        """The accepted moves and corrections that were not taken back, oldest first."""
        return tuple(self._standing)

    @property
    def history(self) -> History:
        """All that stands now, what only the referee knows too."""
        return History(self.opening, self.standing)

    @property
    def _last(self) -> Accepted:
        return self._standing[-1] if self._standing else self.opening

    def say(self, text: str) -> Accepted:
        """Say one line: a move, `undo [N]` or `table correct ...`; raises Refused."""
        words = tuple(text.split())
        if not words:
            raise Refused(EMPTY_MOVE())
        if words[0] == "undo":
            return self._undo(words[1:])
        if words[:2] != CORRECT:
            return self.play(Move(words))
        accepted = self._correct(words[2:])
        self._standing.append(accepted)
        return accepted

    def play(self, move: Move) -> Accepted:
        """Play one move; raises Refused."""
        left = self.position
        position, events = left.play(move)
        left.forget()  # an evening keeps all its positions
        accepted = Accepted(str(move), events, position)
        self._standing.append(accepted)
        return accepted

    # -- undo

    def _undo(self, words: tuple[str, ...]) -> Accepted:
        count = undo_count(words)
        if count > len(self._standing):
            raise Refused(UNDO_TOO_MANY(count, len(self._standing)))
        taken = tuple(accepted.text for accepted in reversed(self._standing[-count:]))
        del self._standing[-count:]
        return Accepted(" ".join(("undo", *words)), (Undone(taken),), self.position)

    # -- corrections

    def _correct(self, words: tuple[str, ...]) -> Accepted:
        pairs = correction_pairs(words)
        position = with_values(self.game, self.setup, self.position, pairs)
        faults = position.faults()
        if faults:
            raise Refused(faults[0])
        tale = Tale(position)
        tale.tell(Corrected(tuple(pairs)))
        after, events = run(tale)
        return Accepted(" ".join((*CORRECT, *words)), events, after)


def undo_count(words: tuple[str, ...]) -> int:
    """How many moves `undo` with these words takes back; raises Refused."""
    if not words:
        return 1
    number = words[0].lstrip("0")[:9]  # so many moves no evening has
    if len(words) > 1 or not (number.isascii() and number.isdigit()):
        raise Refused(UNDO_NUMBER(" ".join(words)))
    return int(number)


def correction_words(pairs: Iterable[tuple[str, Any]]) -> tuple[str, ...]:
    """The line of the record that sets these values: (JSON pointer, value; None removes)."""
    return (
        *CORRECT,
        *(word for path, value in pairs for word in (path, value_word(value))),
    )


def value_word(value: Any) -> str:
    """A value as JSON in one word: a blank in it is written as JSON writes any letter by its number."""
    return msgspec.json.encode(value).decode().replace(" ", r"\u0020")


def correction_pairs(words: tuple[str, ...]) -> list[tuple[str, Any]]:
    """What the words after `table correct` set; raises Refused."""
    if not words or len(words) % 2:
        raise Refused(CORRECT_PAIRS())
    pairs: list[tuple[str, Any]] = []
    for path, value in zip(words[::2], words[1::2], strict=True):
        try:
            pairs.append((path, msgspec.json.decode(value)))
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise Refused(CORRECT_VALUE(value[:60])) from wrong
    return pairs


def replay(head: Head, game: Game, texts: tuple[str, ...]) -> Account:
    """The account of a record: every line said in turn, refused ones passed over."""
    account = Account.of(head, game)
    for text in texts:
        try:
            account.say(text)
        except Refused:
            continue
    return account
