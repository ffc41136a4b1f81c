"""A game from its header on: the lines that were accepted, which of them stand, and the positions they led to.

Journal, referee, table and tests all apply their lines here; there is no other way to a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.clauses import (
    BAD_CORRECTION_PAIRS,
    BAD_CORRECTION_VALUE,
    BAD_UNDO_NUMBER,
    EMPTY_MOVE,
    UNDO_TOO_MANY,
    MoveRefused,
    Refusal,
    declare_clause,
)
from companion.rules.corrections import position_with_values
from companion.rules.errors import InvalidRecord
from companion.rules.game import Game, GameSetup
from companion.rules.moves import Move
from companion.rules.position import Position, run_to_next_decision
from companion.rules.record import RecordHeader
from companion.rules.transaction import Event, Transaction

CORRECTION_PREFIX = ("table", "correct")
MAX_STANDING_LINES = 10_000
MAX_STANDING_LETTERS = 2_000_000
"""So many lines may stand, and so many letters together: a long evening has 400 lines. It bounds the memory."""
MAX_TAKE_BACKS = 1_000
"""So many take-backs are kept, the latest; after each MAX_STANDING_LETTERS taken back, none of those before."""
TOO_MUCH_STANDS = declare_clause("H-4", "too-much-stands", "lines", "letters")


class ImpossiblePositionError(InvalidRecord):
    """A record begins at a table that is impossible. `faults`: everything wrong with it, as refusals of its game."""

    def __init__(self, faults: tuple[Refusal, ...], where: str, header: RecordHeader) -> None:
        super().__init__(f"no such position: {'; '.join(map(str, faults))}", where)
        self.faults = faults
        self.header = header


class MovesUndone(Event, frozen=True, tag="undone"):
    """The last moves were undone, newest first."""

    moves: tuple[str, ...]

    def apply_to(self, position: Position) -> Position:
        return position


class PositionCorrected(Event, frozen=True, tag="corrected"):
    """A person set values of the position: JSON pointer and value, in pairs."""

    values: tuple[tuple[str, Any], ...]

    def apply_to(self, position: Position) -> Position:
        return position


class AcceptedLine(Struct, frozen=True):
    """A line that was accepted: its text, the events it made, the position after it.

    A correction (`is_correction`) sets values that no event shows, so what was before it cannot be rebuilt from
    events.
    """

    text: str
    events: tuple[Event, ...]
    position: Position

    @property
    def is_correction(self) -> bool:
        """Whether a person set values of the position."""
        return any(isinstance(event, PositionCorrected) for event in self.events)

    @property
    def undone(self) -> tuple[str, ...] | None:
        """The lines that it took back, newest first; None where it is no undo."""
        return next((event.moves for event in self.events if isinstance(event, MovesUndone)), None)


class FrozenHistory(Struct, frozen=True):
    """What was accepted and stands, oldest first: in full, or as everybody may know it.

    take_backs: how many lines each `undo` has left that stand still, and its line; oldest first, so the numbers never
        fall.
    """

    opening: AcceptedLine
    accepted_lines: tuple[AcceptedLine, ...] = ()
    take_backs: tuple[tuple[int, AcceptedLine], ...] = ()

    @property
    def position(self) -> Position:
        """The position that it leads to."""
        return (self.accepted_lines[-1] if self.accepted_lines else self.opening).position

    def after(self, accepted: AcceptedLine) -> FrozenHistory:
        """The history after one more line: with it, or without those that it took back."""
        if accepted.undone is None:
            return FrozenHistory(self.opening, (*self.accepted_lines, accepted), self.take_backs)
        if not accepted.undone:  # it took only what nobody has heard of
            return self
        left, earlier = len(self.accepted_lines) - len(accepted.undone), self.take_backs
        if earlier and earlier[-1][0] > left:
            earlier = tuple((min(stood, left), undo) for stood, undo in earlier)
        take_backs = (*earlier, (left, accepted))[-MAX_TAKE_BACKS:]
        return FrozenHistory(self.opening, self.accepted_lines[:left], take_backs)


class GameHistory:
    """Everything accepted so far. A refused line changes nothing, and neither does one over which a game stumbles."""

    def __init__(self, game: Game, setup: GameSetup, initial_position: Position) -> None:
        self.game = game
        self.setup = setup
        position, events = initial_position.settled_with_events()
        self._frozen = FrozenHistory(AcceptedLine("", events, position))
        self._letters = 0  # of all that stands
        self._letters_undone = 0  # in the take-backs, or more
        self._taken_back: tuple[tuple[str, ...], ...] = ()
        """What each `undo` took that can be laid again, oldest first; the latest undo first."""

    @classmethod
    def from_header(cls, header: RecordHeader, game: Game) -> Self:
        """The game that a record's header sets up.

        Raises InvalidRecord where its position cannot be read, ImpossiblePositionError naming all its faults.
        """
        if header.position is None:
            return cls(game, header.setup, game.initial_position(header.setup))
        where = f"line {header.position_line}" if header.position_line else "position"
        try:
            position = game.position_from_json(header.position, header.setup)
        except InvalidRecord as wrong:
            raise InvalidRecord(wrong.cause, where) from wrong
        faults = position.faults()
        if faults:
            raise ImpossiblePositionError(faults, where, header)
        return cls(game, header.setup, position)

    @property
    def opening(self) -> AcceptedLine:
        """What happened automatically before the first line."""
        return self._frozen.opening

    @property
    def position(self) -> Position:
        """The current position."""
        return self._frozen.position

    @property
    def accepted_lines(self) -> tuple[AcceptedLine, ...]:
        """The accepted moves and corrections that were not undone, oldest first, as they are now."""
        return self._frozen.accepted_lines

    @property
    def taken_back(self) -> tuple[str, ...]:
        """The lines that can be laid again, oldest first: those that the last undo took, until another one is made."""
        return self._taken_back[0] if self._taken_back else ()

    @property
    def frozen_copy(self) -> FrozenHistory:
        """Everything that stands now, including what only the referee knows."""
        return self._frozen

    def apply_line(self, text: str) -> AcceptedLine:
        """Apply one line: a move, `undo [N]` or `table correct ...`.

        Raises MoveRefused, and InvalidRecord where as much stands as a history holds.
        """
        accepted = self._accepted(text)
        self._go_on(accepted)
        return accepted

    def after_line(self, text: str, lays_again: bool = False) -> tuple[AcceptedLine, GameHistory]:
        """The line if it were applied, and the history after it; this one stays as it is. Raises MoveRefused.

        `lays_again`: it is the first of `taken_back`, by redo. A line that people say ends what can be laid again even
        where it is the same: else the offer would tell whether they guessed a hidden name.
        """
        accepted, after = self._accepted(text), copy(self)
        after._go_on(accepted, lays_again)
        return accepted, after

    def _go_on(self, accepted: AcceptedLine, lays_again: bool = False) -> None:
        self._taken_back = self._taken_back_after(accepted, lays_again)
        self._frozen = self._frozen.after(accepted)
        if accepted.undone is None:
            self._letters += len(accepted.text)
            return
        letters = sum(map(len, accepted.undone))
        self._letters -= letters
        self._letters_undone += letters
        if self._letters_undone > MAX_STANDING_LETTERS:
            self._frozen, self._letters_undone = replace(self._frozen, take_backs=()), 0

    def keep_taken_back(self, earlier: GameHistory) -> None:
        """What could be laid again after `earlier` still can: nobody has heard of the line between."""
        self._taken_back = earlier._taken_back

    def _taken_back_after(self, accepted: AcceptedLine, lays_again: bool) -> tuple[tuple[str, ...], ...]:
        if accepted.undone is not None:
            return (tuple(reversed(accepted.undone)), *self._taken_back)
        if not lays_again:
            return ()
        left, earlier = self.taken_back[1:], self._taken_back[1:]
        return (left, *earlier) if left else earlier

    def _accepted(self, text: str) -> AcceptedLine:
        words = tuple(text.split())
        if not words:
            raise MoveRefused(EMPTY_MOVE())
        if words[0] == "undo":
            return self._undo(words[1:])
        if words[:2] == CORRECTION_PREFIX:
            return self._added(self._correct(words[2:]))
        return self._played(Move(words))

    def play(self, move: Move) -> AcceptedLine:
        """Play one move; raises MoveRefused, and InvalidRecord where as much stands as a history holds."""
        accepted = self._played(move)
        self._go_on(accepted)
        return accepted

    def _played(self, move: Move) -> AcceptedLine:
        position, events = self.position.play(move)
        return self._added(AcceptedLine(str(move), events, position))

    def _added(self, accepted: AcceptedLine) -> AcceptedLine:
        """The line, which is to be added; raises InvalidRecord where there is no room for it."""
        if len(self.accepted_lines) >= MAX_STANDING_LINES or self._letters >= MAX_STANDING_LETTERS:
            raise InvalidRecord(TOO_MUCH_STANDS(f"{MAX_STANDING_LINES:,}", f"{MAX_STANDING_LETTERS:,}"))
        self.position.clear_choice_tree()  # the history keeps many positions
        return accepted

    # -- undo

    def _undo(self, words: tuple[str, ...]) -> AcceptedLine:
        count, standing = parse_undo_count(words), self.accepted_lines
        if count > len(standing):
            raise MoveRefused(UNDO_TOO_MANY(count, len(standing)))
        position = (self.opening, *standing[:-count])[-1].position
        taken = tuple(each.text for each in reversed(standing[-count:]))
        return AcceptedLine(" ".join(("undo", *words)), (MovesUndone(taken),), position)

    # -- corrections

    def _correct(self, words: tuple[str, ...]) -> AcceptedLine:
        pairs = parse_correction(words)
        position = position_with_values(self.game, self.setup, self.position, pairs)
        faults = position.faults()
        if faults:
            raise MoveRefused(faults[0])
        transaction = Transaction(position)
        transaction.apply_event(PositionCorrected(tuple(pairs)))
        after, events = run_to_next_decision(transaction)
        return AcceptedLine(" ".join((*CORRECTION_PREFIX, *words)), events, after)


def parse_undo_count(words: tuple[str, ...]) -> int:
    """How many moves `undo` with these words takes back; raises MoveRefused."""
    if not words:
        return 1
    number = words[0].lstrip("0")[:9]  # no game has more moves than that
    if len(words) > 1 or not (number.isascii() and number.isdigit()):
        raise MoveRefused(BAD_UNDO_NUMBER(" ".join(words)))
    return int(number)


def format_correction(pairs: Iterable[tuple[str, Any]]) -> tuple[str, ...]:
    """The words of the line that sets these values: (JSON pointer, value; None removes)."""
    return (
        *CORRECTION_PREFIX,
        *(word for path, value in pairs for word in (path, format_correction_value(value))),
    )


def format_correction_value(value: Any) -> str:
    """A value as JSON in one word: a blank in it is written as an escape by its number."""
    return msgspec.json.encode(value).decode().replace(" ", r"\u0020")


def parse_correction(words: tuple[str, ...]) -> list[tuple[str, Any]]:
    """The pairs that the words after `table correct` set; raises MoveRefused."""
    if not words or len(words) % 2:
        raise MoveRefused(BAD_CORRECTION_PAIRS())
    pairs: list[tuple[str, Any]] = []
    for path, value in zip(words[::2], words[1::2], strict=True):
        try:
            pairs.append((path, msgspec.json.decode(value)))
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise MoveRefused(BAD_CORRECTION_VALUE(value[:60])) from wrong
    return pairs


def replay_record(header: RecordHeader, game: Game, lines: tuple[str, ...]) -> GameHistory:
    """The history of a record: every line applied in turn, refused ones skipped; raises InvalidRecord."""
    history = GameHistory.from_header(header, game)
    for text in lines:
        try:
            history.apply_line(text)
        except MoveRefused:
            continue
    return history
