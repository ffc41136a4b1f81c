"""What people say who may be guessing: answered as if nobody knew what lies face down.

The session may know more than everybody may know. Whether it takes a line never depends on that: it is judged by the
position without its secrets. What it knows is kept where it fits what people say, and forgotten where it does not, as
it was seen earlier; what a correction would turn up is forgotten, too, and so people are asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException, unescape
from msgspec.structs import replace

from companion.rules.choice import Choice
from companion.rules.clauses import BAD_CORRECTION_PATH, MoveRefused
from companion.rules.corrections import PointerValuePairs, changed_json_values, position_with_values
from companion.rules.forgetting import forgetting_line, position_without_secrets, secrets_between
from companion.rules.game import Game, GameSetup
from companion.rules.history import (
    CORRECTION_PREFIX,
    AcceptedLine,
    GameHistory,
    format_correction,
    parse_correction,
)
from companion.rules.layout import Layout
from companion.rules.moves import UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_events
from companion.rules.transaction import Transaction
from companion.table.interpretation.evidence import ReaderAvailability
from companion.table.interpretation.judge import (
    ExpectedObservation,
    Interpretation,
    Interpreted,
    Unexplained,
    judge,
)


def values_to_overrule(
    game: Game, setup: GameSetup, position: Position, words: tuple[str, ...]
) -> PointerValuePairs | None:
    """The values that `table correct` must set so that the move of these words, the last one refused, has happened.

    None when the words make no complete move, nothing on the table would differ, or something would be gone from it
    of which they say nothing: that is for people to say in the table check.
    """
    choice = _choice_after(position, words)
    if choice is None or choice.action is None:
        return None
    transaction = Transaction(position)
    choice.action.perform(transaction)
    after = transaction.commit()
    bank = {stock.family for stock in game.inventory(setup) if stock.total is None}
    if _pieces_lost(bank, game.layout(position), game.layout(after), words):
        return None
    pairs = tuple(changed_json_values("", position.to_json(), after.to_json()))
    if any(path.startswith("/agenda") for path, _ in pairs):
        pairs = tuple(pair for pair in pairs if pair[0] != "/turn")  # it follows from the agenda
    return pairs or None


def _pieces_lost(bank: Collection[str], before: Layout, after: Layout, words: tuple[str, ...]) -> bool:
    """Whether pieces lie on the table no more that no word of the move names; what the bank takes aside.

    Where some of a family lie face down, all of it counts as one: a card that is laid gets its name.
    """
    pieces = {lying.piece for layout in (before, after) for place in layout for lying in place.pieces}
    nameless = {family for family, _, name in (piece.rpartition("/") for piece in pieces) if name == UNKNOWN}
    lost = _count_pieces(before, nameless) - _count_pieces(after, nameless)
    return any(piece not in bank and not {*words[1:]} & {*piece.split("/")} for piece in lost)


def _count_pieces(layout: Layout, nameless: Collection[str]) -> Counter[str]:
    """How many there are of each piece, and of these families."""
    found = Counter[str]()
    for place in layout:
        for lying in place.pieces:
            family = lying.piece.rpartition("/")[0]
            found[family if family in nameless else lying.piece] += lying.count
    return found


def _choice_after(position: Position, words: tuple[str, ...]) -> Choice | None:
    try:
        choice = position.choice_tree.choice_for(words[0])
        for word in words[1:-1]:
            choice = choice.follow_word(word)[1]
    except MoveRefused:
        return None
    candidate = choice.candidate_for_word(words[-1])
    if candidate is None:
        return None
    try:
        return choice.next_choice(candidate)
    except (AssertionError, LookupError):  # a branch that is barred as a whole has nothing behind it
        return None


def correction_line(pairs: PointerValuePairs) -> str:
    """The line of the record that sets these values."""
    return " ".join(format_correction(pairs))


def to_private_values(pairs: PointerValuePairs, public: Any, private: Any) -> PointerValuePairs:
    """The values to set in the position as the referee knows it, entered by a person who saw the public one.

    Only what differs from the public one was changed; a name that only the referee knows is not overwritten by the
    `?` that people saw instead.
    """
    defaults = {path: 0 for path, _ in pairs if path.endswith(f"/{UNKNOWN}")}  # all of them are known by name
    return tuple(
        (
            path,
            _merge_private_value(
                value, _value_at(public, path), _value_at(private, path, defaults.get(path))
            ),
        )
        for path, value in pairs
    )


def _value_at(data: Any, path: str, missing: int | None = None) -> Any:
    try:
        return JsonPointer(path).resolve(data, missing)
    except JsonPointerException:
        return missing


def _merge_private_value(new: Any, public: Any, private: Any) -> Any:
    """The value `new` entered where a person saw `public`, which is `private` to the referee."""
    if new == public or public == private:
        return private if new == public else new
    match new, public, private:
        case dict(), dict(), dict():
            return _merge_private_fields(new, public, private)
        case list(), list(), list() if len(public) == len(private):
            return _merge_private_items(new, public, private)
        case int(), int(), int() if new - public + private >= 0:
            return new - public + private  # so many more or fewer of the unknown ones
    return new


def _merge_private_fields(
    new: dict[str, Any], public: dict[str, Any], private: dict[str, Any]
) -> dict[str, Any]:
    """Field by field; names counted under `?` in public stay unless the person removed the `?`."""
    kept = {key: _merge_private_value(value, public.get(key), private.get(key)) for key, value in new.items()}
    hidden = {key: value for key, value in private.items() if key not in public}
    if not hidden:
        return kept
    if new.get(UNKNOWN) == public.get(UNKNOWN) and UNKNOWN not in private:
        kept.pop(UNKNOWN, None)  # all of them are known by name
    elif UNKNOWN not in private or UNKNOWN not in new:
        return kept
    return {**hidden, **kept}


def _merge_private_items(new: list[Any], public: list[Any], private: list[Any]) -> list[Any]:
    """Item by item; where some were inserted or removed, those before and behind are as they were."""
    if len(new) == len(public):
        return [_merge_private_value(*items) for items in zip(new, public, private, strict=True)]
    shorter = min(len(new), len(public))
    before = next((at for at in range(shorter) if new[at] != public[at]), shorter)
    rest = shorter - before
    behind = next((at for at in range(rest) if new[-1 - at] != public[-1 - at]), rest)
    return [*private[:before], *new[before : len(new) - behind], *private[len(private) - behind :]]


Accepts = Callable[[Position], bool]
"""Whether what people say can be taken at that position."""


class GuessJudge:
    """What one game answers to lines that may be guesses. It keeps the last position without its secrets."""

    def __init__(self, game: Game, setup: GameSetup) -> None:
        self._game, self._setup = game, setup
        self._last: tuple[Position, Position] | None = None

    def position_without_secrets(self, position: Position) -> Position:
        """The position as it would be if nobody had seen what lies face down; itself where nothing is secret."""
        if self._last is None or self._last[0] is not position:
            self._last = position, position_without_secrets(self._game, self._setup, position)
        return self._last[1]

    def _forget(self, position: Position, secrets: PointerValuePairs) -> Position:
        return position_with_values(self._game, self._setup, position, secrets) if secrets else position

    # -- lines

    def lines_to_write(self, position: Position, text: str, is_overruling: bool = False) -> tuple[str, ...]:
        """The lines to write where people enter that one: before it what is forgotten, if anything is.

        is_overruling: it is a correction by `values_to_overrule`, and not by somebody who sees the public position.
        Raises MoveRefused where the line is refused whatever lies face down.
        """
        words = tuple(text.split())
        if words[:1] == ("undo",):
            return (text,)
        if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
            seen = self.position_without_secrets(position) if is_overruling else position.to_public()
            pairs = tuple(parse_correction(words[len(CORRECTION_PREFIX) :]))
            return self._lines_of_correction(position, pairs, seen)
        return self._lines_of_move(position, text)

    def _lines_of_move(self, position: Position, text: str) -> tuple[str, ...]:
        said = Move.parse(text)
        self.position_without_secrets(position).action_for(said)
        heard = Move(self._game.public_words(said.words))
        for move in (said, heard):
            if move in position.legal_moves():
                return (str(move),)
        forgotten = self._secrets_in_the_way(position, lambda known: said in known.legal_moves())
        return (forgetting_line(forgotten), text)

    def _lines_of_correction(
        self, position: Position, pairs: PointerValuePairs, seen: Position
    ) -> tuple[str, ...]:
        pairs = _with_whole_hands(pairs, seen.to_json())
        wanted = self._outcome(self._corrected(self.position_without_secrets(position), pairs, seen))

        def accepts(known: Position) -> bool:
            with suppress(MoveRefused):
                return self._outcome(self._corrected(known, pairs, seen)) == wanted
            return False

        forgotten = self._secrets_in_the_way(position, accepts)
        line = self._private_line(self._forget(position, forgotten), pairs, seen)
        return (forgetting_line(forgotten), line) if forgotten else (line,)

    def _corrected(self, position: Position, pairs: PointerValuePairs, seen: Position) -> AcceptedLine:
        history = GameHistory(self._game, self._setup, position)
        return history.apply_line(self._private_line(position, pairs, seen))

    def _private_line(self, position: Position, pairs: PointerValuePairs, seen: Position) -> str:
        return correction_line(to_private_values(pairs, seen.to_json(), position.to_json()))

    def _outcome(self, accepted: AcceptedLine) -> object:
        """What everybody sees of it."""
        return accepted.position.to_public(), public_events(self._game, accepted.events)

    def values_to_overrule(self, position: Position, words: tuple[str, ...]) -> PointerValuePairs | None:
        """The values that make a refused move happen, whatever lies face down; None where that is impossible."""
        pairs = values_to_overrule(self._game, self._setup, self.position_without_secrets(position), words)
        if pairs is not None:
            with suppress(MoveRefused):
                if self.lines_to_write(position, correction_line(pairs), is_overruling=True):
                    return pairs
        return None

    # -- what is noticed

    def interpret_input(
        self,
        position: Position,
        observations: tuple[Observation, ...],
        readers: ReaderAvailability,
        expected: tuple[Observation, ...],
    ) -> Interpretation | ExpectedObservation:
        """What the observations mean; a move is waited with where it is over only by what nobody may know."""
        found = judge(position, observations, readers, expected)
        if not isinstance(found, Interpreted) or found.may_continue:
            return found
        known = self.position_without_secrets(position)
        seen = found if known is position else judge(known, observations, readers, expected)
        is_over = isinstance(seen, Interpreted) and not seen.may_continue
        return found if is_over else replace(found, may_continue=True)

    def line_before(
        self, position: Position, observations: Sequence[Observation], readers: ReaderAvailability
    ) -> str | None:
        """The line that forgets what alone keeps these observations from being explained; None: that is not so.

        Who lays a card on a reader is no guesser: they have it, and the position is asked with all it knows.
        """

        def accepts(known: Position) -> bool:
            return not isinstance(judge(known, observations, readers), Unexplained)

        has_card = any(self._game.public_piece(each.piece) != each.piece for each in observations)
        known = self.position_without_secrets(position)
        if has_card or known is position or not accepts(known):
            return None
        return forgetting_line(self._secrets_in_the_way(position, accepts))

    # -- what is forgotten

    def _secrets_in_the_way(self, position: Position, accepts: Accepts) -> PointerValuePairs:
        """The secrets to forget so that the position is accepted, as it is without all of them: as few as can be."""
        if accepts(position):
            return ()
        forgotten = secrets_between(position, self.position_without_secrets(position))
        for secret in forgotten:
            fewer = tuple(pair for pair in forgotten if pair != secret)
            if self._may_forget(position, fewer) and accepts(self._forget(position, fewer)):
                forgotten = fewer
        return forgotten

    def _may_forget(self, position: Position, secrets: PointerValuePairs) -> bool:
        return not self._forget(position, secrets).faults()


def _with_whole_hands(pairs: PointerValuePairs, data: Any) -> PointerValuePairs:
    """The same values, those within a hand of which only the number is known as one value: the hand.

    So what is heard of them is the number, whatever was named. Raises MoveRefused where there is no such place.
    """
    found: list[tuple[str, Any]] = []
    for path, value in pairs:
        parent, _, key = path.rpartition("/")
        at = next((at for at, (there, _) in enumerate(found) if there == parent), None)
        held = found[at][1] if at is not None else _hand_at(data, parent)
        if not isinstance(held, dict) or not (at is not None or UNKNOWN in held):
            found.append((path, value))
            continue
        changed = {name: number for name, number in held.items() if name != unescape(key)}
        if value is None and len(changed) == len(held):
            raise MoveRefused(BAD_CORRECTION_PATH(path))
        whole = (parent, changed if value is None else {**held, unescape(key): value})
        found = [*found[:at], whole, *found[at + 1 :]] if at is not None else [*found, whole]
    return tuple(found)


def _hand_at(data: Any, path: str) -> Any:
    try:
        return JsonPointer(path).resolve(data, None)
    except (JsonPointerException, TypeError):
        return None
