"""Everything that a guesser could try at tables that differ in nothing but the names of what lies face down."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from jsonpointer import JsonPointer

from companion.contract.hidden_names import any_name, names_by_kind
from companion.rules.choice import Choice
from companion.rules.clauses import MoveRefused
from companion.rules.forgetting import position_without_secrets, secrets_between
from companion.rules.game import Game, GameSetup
from companion.rules.history import GameHistory, format_correction
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move


def random_position(game: Game, setup: GameSetup, rng: Random, moves: int) -> Position:
    """A position after so many random moves."""
    history = GameHistory(game, setup, game.initial_position(setup))
    for _ in range(moves):
        if history.position.outcome() is not None or not history.position.choice_tree.choice_by_actor:
            break
        history.play(pick_legal_move(history.position.choice_tree, rng.choice)[0])
    return history.position


# -- what can be tried


class Guesser:
    """Lines that somebody types who wants to know what lies face down, all alike at both tables."""

    def __init__(self, game: Game, setup: GameSetup, tables: tuple[Position, Position], rng: Random) -> None:
        self._game, self._setup, self._rng = game, setup, rng
        self._names = names_by_kind(game, setup)
        self._words = {name for names in self._names.values() for name in names}
        self._public = tables[0].to_public()
        self._data = self._public.to_json()
        self._secret_values = [
            JsonPointer(path).resolve(table.to_json())
            for table in tables
            for path, _ in secrets_between(table, position_without_secrets(game, setup, table))
        ]

    def line(self) -> str:
        """One more of them."""
        kinds = (
            self._move,
            self._move,
            self._turned_up,
            self._named,
            self._discarded,
            self._phase,
            self._number,
        )
        return self._rng.choice(kinds)()

    def name(self) -> str:
        """A name, often one that lies face down at one of the tables."""
        names = [
            name
            for value in self._secret_values
            for name in ([value] if isinstance(value, str) else list(value))
            if name != UNKNOWN
        ]
        if names and self._rng.random() < 0.6:
            return self._rng.choice(names)
        return any_name(self._names, self._rng)

    def _move(self) -> str:
        """A walk through the public tree, where refused candidates are tried as well, with other names in it."""
        turn = self._public.choice_tree
        actors = [*turn.choice_by_actor] or [*turn.all_actors]
        who = self._rng.choice(actors)
        words, choice = [who], turn.choice_by_actor.get(who)
        while choice is not None and choice.action is None and len(words) < 30:
            word, choice = self._follow(choice)
            if not word:
                break
            words.append(word)
        at = [number for number, word in enumerate(words) if word in self._words or word == UNKNOWN]
        if at and self._rng.random() < 0.7:
            words[self._rng.choice(at)] = self.name()
        if self._rng.random() < 0.05:
            words.append(self.name())
        return " ".join(words)

    def _follow(self, choice: Choice) -> tuple[str, Choice | None]:
        candidates = [*choice.candidates]
        if not candidates:
            return "", None
        candidate = self._rng.choice(candidates)
        word = choice.step_for(candidate).word
        try:
            return word, choice.follow_word(word)[1]
        except MoveRefused:
            return word, None

    def _paths(self, wanted: Any) -> list[str]:
        return [path for path, value in _values("", self._data) if wanted(path, value)]

    def _correction(self, *pairs: tuple[str, Any]) -> str:
        return " ".join(format_correction(pairs))

    def _turned_up(self) -> str:
        """Something that is not marked as open is marked so, whatever it is, with a name or without."""
        flags = self._paths(lambda path, value: isinstance(value, bool))
        if not flags:
            return self._phase()
        path = self._rng.choice(flags)
        pairs: list[tuple[str, Any]] = [(path, not JsonPointer(path).resolve(self._data))]
        if self._rng.random() < 0.4:
            pairs.append((f"{path.rpartition('/')[0]}/card", self.name()))
        return self._correction(*pairs)

    def _named(self) -> str:
        """A hidden thing is named, in a hand or where it lies."""
        hidden = self._paths(
            lambda path, value: value == UNKNOWN or (isinstance(value, dict) and UNKNOWN in value)
        )
        if not hidden:
            return self._phase()
        path = self._rng.choice(hidden)
        value = JsonPointer(path).resolve(self._data)
        if value == UNKNOWN:
            return self._correction((path, self.name()))
        name, left = self.name(), value[UNKNOWN]
        if self._rng.random() < 0.5:
            return self._correction((f"{path}/{name}", 1), (f"{path}/{UNKNOWN}", left - 1))
        return self._correction((path, {name: 1, UNKNOWN: left - 1} if left > 1 else {name: 1}))

    def _discarded(self) -> str:
        """A name is counted in an open pile or list, or the hand of somebody has one card more."""
        hands = self._paths(lambda path, value: isinstance(value, dict) and path.count("/") >= 3)
        lists = self._paths(lambda path, value: isinstance(value, list))
        path = self._rng.choice(hands + lists)
        value = JsonPointer(path).resolve(self._data)
        added: Any = [*value, self.name()] if isinstance(value, list) else {**value, self.name(): 1}
        pairs: list[tuple[str, Any]] = [(path, added)]
        numbers = self._paths(lambda where, n: isinstance(n, int) and not isinstance(n, bool) and n > 0)
        near = [where for where in numbers if where.split("/")[:3] == path.split("/")[:3]]
        if near and self._rng.random() < 0.8:
            where = self._rng.choice(near)
            pairs.append((where, JsonPointer(where).resolve(self._data) - 1))
        return self._correction(*pairs)

    def _phase(self) -> str:
        phases = {"objectives", "play", "shown", "over", "actions", "auction", "supply", "final", "influence"}
        words = self._paths(lambda path, value: isinstance(value, str) and path.count("/") == 1)
        path = self._rng.choice([*words, "/phase"])
        value = self._rng.choice(sorted(phases | {seat.colour for seat in self._setup.seats}))
        pairs: list[tuple[str, Any]] = [(path, value)]
        if self._rng.random() < 0.2:
            pairs.append(("/asked", None))
        return self._correction(*pairs)

    def _number(self) -> str:
        numbers = self._paths(lambda path, value: isinstance(value, int) and not isinstance(value, bool))
        if not numbers:
            return self._turned_up()
        path = self._rng.choice(numbers)
        return self._correction((path, JsonPointer(path).resolve(self._data) + self._rng.choice((-1, 1))))


def _values(path: str, data: Any) -> Iterator[tuple[str, Any]]:
    """Every value in the data with its JSON pointer."""
    yield path, data
    match data:
        case dict():
            for key, value in data.items():
                yield from _values(f"{path}/{key}", value)
        case list():
            for at, value in enumerate(data):
                yield from _values(f"{path}/{at}", value)
