"""A person overrules a refusal: the refused word is accepted, and written down as a correction."""

from __future__ import annotations

from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from companion.rules.choice import Choice
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import PointerValuePairs, changed_json_values
from companion.rules.history import format_correction
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.rules.transaction import Transaction


def values_to_overrule(position: Position, words: tuple[str, ...]) -> PointerValuePairs | None:
    """The values that `table correct` must set so that the move of these words, the last one refused, has happened.

    None when the words make no complete move or nothing on the table would differ.
    """
    choice = _choice_after(position, words)
    if choice is None or choice.action is None:
        return None
    transaction = Transaction(position)
    choice.action.perform(transaction)
    pairs = tuple(changed_json_values("", position.to_json(), transaction.commit().to_json()))
    if any(path.startswith("/agenda") for path, _ in pairs):
        pairs = tuple(pair for pair in pairs if pair[0] != "/turn")  # it follows from the agenda
    return pairs or None


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
