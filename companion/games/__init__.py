"""The games Herald plays, and the one way to a game's parts.

A game is a `Plugin` of companion.games.plugin that registers under the group `herald.games`;
companion.games.installed finds all of them. The folder of a built-in game holds its parts:

    plugin.py             the object that registers
    rules/                the `Game` of companion.rules.game
    data/names.toml       words of the notation: companion.voice.game_texts
    data/clauses.toml     clauses, the same
    voice/                the part for companion.voice
    screen/               the part for companion.screen
    players/              the part for companion.simulator
    art/                  its symbols: companion.screen.draw.symbols
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from companion.games.installed import installed_games, resolve_reference
from companion.games.plugin import Plugin
from companion.rules.clauses import NO_SUCH_GAME
from companion.rules.errors import InvalidFile, InvalidInput, InvalidRecord, Reason, UsageError

if TYPE_CHECKING:  # the list of games needs no rules
    from companion.rules.game import Game


PartKind = Literal["voice", "screen", "players", "edition"]
T = TypeVar("T")

log = logging.getLogger("herald.games")


class MissingGameError(InvalidRecord):
    """A record is of a game, `game`, that is not installed or cannot be played."""

    def __init__(self, game: str, what: str | Reason, where: str) -> None:
        super().__init__(what, where)
        self.game = game


@cache
def playable_plugin_by_name() -> dict[str, Plugin]:
    """The games that can be played, by their names in records, in the order of lists."""
    return {each.name: each.plugin for each in installed_games() if each.plugin is not None}


def game_names() -> tuple[str, ...]:
    """The names of the games that can be played, in the order of lists."""
    return tuple(playable_plugin_by_name())


def query_each_game(query: Callable[[str], T]) -> Iterator[tuple[str, T]]:
    """Each playable game with the result of `query`, in the order of lists.

    A game for which it raises is left out and logged, so that it costs the others nothing.
    """
    for name in game_names():
        try:
            answer = query(name)
        except Exception:
            log.warning("the game %s was asked, and failed", name)
            log.exception("a game is left out")
        else:
            yield name, answer


def default_game_name() -> str:
    """The game that is played where nobody names one."""
    return game_names()[0]


def find_plugin(name: str) -> Plugin:
    """The game of that name; raises UsageError naming those there are, InvalidFile where it cannot be played."""
    for each in playable_plugin_by_name().values():
        if name == each.name or name in each.aliases:
            return each
    for other in installed_games():
        if other.name == name:
            raise InvalidFile(
                f"game {name}: {other.unplayable_reason} (package {other.package} {other.version})"
            )
    raise UsageError(NO_SUCH_GAME(name, ", ".join(sorted(game_names()))))


@cache
def game_rules(name: str) -> Game:
    """The rules of that game; raises UsageError for an unknown name, InvalidFile where it cannot be played."""
    found = find_plugin(name)
    return cast("Game", resolve_reference(found, found.rules))


def game_rules_of_record(name: str) -> Game:
    """The rules of the game that a record names; raises MissingGameError where it is not installed or not playable."""
    try:
        return game_rules(name)
    except InvalidInput as wrong:  # here the record is wrong, not a command
        raise MissingGameError(name, wrong.cause, wrong.where) from wrong


def is_playable(name: str) -> bool:
    """Whether the game that a record names is installed and can be played."""
    return any(name in (each.name, *each.aliases) for each in playable_plugin_by_name().values())


def symbol_folder(name: str) -> Path | None:
    """The folder of a game's symbols, None where it has none. Raises UsageError for an unknown name."""
    found = find_plugin(name)
    package = find_spec(found.package) if found.art else None
    places = package.submodule_search_locations if package is not None else None
    return Path(next(iter(places)), found.art) if places else None


def load_plugin_part(name: str, kind: PartKind, module: str = "") -> Any:
    """A game's module for one of its parts (`screen`, `voice`), None where it has none: there is a default then.

    A module that cannot be imported counts as missing, and is logged. Raises UsageError for an unknown name.
    """
    return load_part_of_plugin(find_plugin(name), kind, module)


@cache
def load_part_of_plugin(found: Plugin, kind: PartKind, module: str) -> Any:
    """The module that `load_plugin_part` gives for this description of a game."""
    where = ".".join(filter(None, (found.package, getattr(found, kind), module)))
    try:
        if not getattr(found, kind) or find_spec(where) is None:
            return None
        return import_module(where)
    except (Exception, SystemExit):
        log.warning("%s of the game %s cannot be imported: a default stands in", where, found.name)
        log.exception("a default stands in")
        return None
