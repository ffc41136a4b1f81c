"""Tables that differ in nothing but the names of what lies face down: nobody may be able to tell which is which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from jsonpointer import JsonPointer, escape

from companion.rules.clauses import MoveRefused
from companion.rules.corrections import position_with_values
from companion.rules.forgetting import position_without_secrets, secrets_between
from companion.rules.game import Game, GameSetup
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position

MAX_TRIES = 40
"""Names tried for one hidden thing, until one fits the rest of the table."""

Names = Mapping[str, tuple[str, ...]]
"""Kind of piece -> the names of those that may lie face down."""


def names_by_kind(game: Game, setup: GameSetup) -> Names:
    """The names of all pieces that may lie face down, by the kind of piece."""
    found: dict[str, dict[str, None]] = {}
    for piece in game.taggable_pieces(setup):
        kind, slash, name = piece.rpartition("/")
        if slash:
            found.setdefault(kind, {})[name] = None
    return {kind: tuple(names) for kind, names in found.items()}


def any_name(names: Names, rng: Random) -> str:
    """One of these names."""
    return rng.choice(names[rng.choice([*names])])


class NamedTables:
    """A position, and two accounts of it that name what lies face down, each in its own way."""

    def __init__(self, game: Game, setup: GameSetup, position: Position, rng: Random) -> None:
        self.game, self.setup, self.rng = game, setup, rng
        self.names = names_by_kind(game, setup)
        self.base = position_without_secrets(game, setup, position)
        self.hidden = tuple(self._unnamed("", self.base.to_json(), self.base.to_public().to_json()))
        self.named = tuple(path for path in self.hidden if rng.random() < 0.8)

    def _unnamed(self, path: str, known: Any, public: Any) -> Iterator[str]:
        """JSON pointers to what may be named: a word `?`, or a hand with some `?` in it."""
        match known, public:
            case dict(), dict() if UNKNOWN in public:
                if isinstance(known.get(UNKNOWN), int) and known[UNKNOWN] > 0:
                    yield path
            case dict(), dict():
                for key in (key for key in known if key in public):
                    yield from self._unnamed(f"{path}/{escape(key)}", known[key], public[key])
            case list(), list():
                for at, pair in enumerate(zip(known, public, strict=False)):
                    yield from self._unnamed(f"{path}/{at}", *pair)
            case str(), str() if public == UNKNOWN == known:
                yield path

    def named_position(self) -> Position:
        """The position with names at the places that are named, by chance."""
        position = self.base
        for path in self.named:
            for _ in range(MAX_TRIES):
                held = JsonPointer(path).resolve(position.to_json())
                pairs = ((path, self._with_name(held)),)
                try:
                    after = position_with_values(self.game, self.setup, position, pairs)
                except MoveRefused:
                    continue
                if not after.faults() and after.to_public() == self.base.to_public() and _is_at_rest(after):
                    position = after
                    break
        return position

    def _with_name(self, held: Any) -> Any:
        if held == UNKNOWN:
            return any_name(self.names, self.rng)
        names = self.names[self.rng.choice([*self.names])]
        left = min(held[UNKNOWN], 3, len(names))
        count = 1 if left == 1 else self.rng.choice((1, left))
        named = dict.fromkeys(self.rng.sample(names, count), 1)
        unknown = held[UNKNOWN] - count
        return {**({UNKNOWN: unknown} if unknown else {}), **named}

    def twins(self) -> tuple[Position, Position] | None:
        """Two positions that know names at the same places; None where nothing can be named in two ways."""
        one, other = self.named_position(), self.named_position()
        return None if one == other or self._named_places(one) != self._named_places(other) else (one, other)

    def _named_places(self, position: Position) -> list[str]:
        without = position_without_secrets(self.game, self.setup, position)
        return [path for path, _ in secrets_between(position, without)]


def _is_at_rest(position: Position) -> bool:
    after, events = position.settled_with_events()
    return not events and after == position
