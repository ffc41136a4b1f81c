"""Names that a record gives up again: what was seen of a piece that lies face down may turn out to be wrong.

A position may know more than everybody may know. Answers must not depend on that (companion.table.guesses), so where it
stands in the way of what people say, it is forgotten: a line `table correct ...` sets it to `?`, and nothing changes
that anybody could see. Such a line writes `?` as an escape; by that its text is told from a correction by people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jsonpointer import escape

from companion.rules.clauses import MoveRefused
from companion.rules.corrections import PointerValuePairs, position_with_values
from companion.rules.game import Game, GameSetup
from companion.rules.history import CORRECTION_PREFIX, format_correction_value
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position

_ESCAPED_UNKNOWN = r"\u003f"


def position_without_secrets(game: Game, setup: GameSetup, position: Position) -> Position:
    """The position as it would be if nobody had seen what lies face down; itself where nothing is secret."""
    said = position.without_secrets()
    if said is not None:
        return said
    secrets = find_secrets(game, setup, position)
    return position_with_values(game, setup, position, secrets) if secrets else position


def secrets_between(position: Position, without: Position) -> PointerValuePairs:
    """What the position knows and the one without its secrets does not: what is to be set so that it is forgotten."""
    if without is position:
        return ()
    return tuple(_differing_values("", position.to_json(), without.to_json()))


def find_secrets(game: Game, setup: GameSetup, position: Position) -> PointerValuePairs:
    """What only the referee knows and could be unknown as well: JSON pointer, and what everybody knows of the value.

    It is found by trying, for a game whose positions do not say it (`Position.without_secrets`). What lies face down
    only once everybody has seen it, and may not be unknown, is no secret.
    """
    public = position.to_public()
    if public is position:
        return ()
    hidden = tuple(_differing_values("", position.to_json(), public.to_json()))

    def with_more(found: PointerValuePairs, rest: PointerValuePairs) -> PointerValuePairs:
        if not rest or _is_forgettable(game, setup, position, (*found, *rest)):
            return (*found, *rest)
        half = len(rest) // 2
        return found if half == 0 else with_more(with_more(found, rest[:half]), rest[half:])

    return with_more((), hidden)


def _differing_values(path: str, private: Any, public: Any) -> Iterator[tuple[str, Any]]:
    """JSON pointer and public value of what differs; the counts of a hand as a whole."""
    match private, public:
        case dict(), dict() if private.keys() == public.keys():
            for key, value in private.items():
                yield from _differing_values(f"{path}/{escape(key)}", value, public[key])
        case list(), list() if len(private) == len(public):
            for at, pair in enumerate(zip(private, public, strict=True)):
                yield from _differing_values(f"{path}/{at}", *pair)
        case _ if private != public:
            yield path, public


def _is_forgettable(game: Game, setup: GameSetup, position: Position, secrets: PointerValuePairs) -> bool:
    """Whether the position may be without these, and looks the same to everybody then."""
    try:
        after = position_with_values(game, setup, position, secrets)
    except MoveRefused:
        return False
    return not after.faults() and after.to_public() == position.to_public()


def forgetting_line(secrets: Sequence[tuple[str, Any]]) -> str:
    """The line of the record that sets these to what everybody knows."""
    words = [
        word
        for path, value in secrets
        for word in (path, format_correction_value(value).replace(UNKNOWN, _ESCAPED_UNKNOWN))
    ]
    return " ".join((*CORRECTION_PREFIX, *words))


def is_forgetting(text: str) -> bool:
    """Whether that line of a record only forgets names, so that there is nothing to be told of it."""
    return text.startswith(" ".join(CORRECTION_PREFIX)) and _ESCAPED_UNKNOWN in text
