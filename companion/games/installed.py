"""The installed games: all that register, those that cannot be played with the reason.

Python's own packaging finds them (https://packaging.python.org/specifications/entry-points/): an entry point of the
group `herald.games` names a `Plugin`. Herald's own games register in its pyproject.toml like any other. Games that
`herald games add` has put into HERALD_HOME/games, a folder for each, outlive every set-up and update.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.plugin import INTERFACE_VERSION, Plugin
from companion.home import herald_home, is_safe_start

if TYPE_CHECKING:  # the first page needs no games
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "herald.games"
OWN_PACKAGE = "herald"
"""The package whose games come with Herald."""
SET_ASIDE_SUFFIX = ".before"
"""The end of a folder's name, hidden by a dot in front, while its game is exchanged for a newer one."""
REQUIRED_DATA_FILES = ("data/names.toml", "data/clauses.toml")
"""The files of every game's package besides its rules."""
GAME_NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class InstalledGame(NamedTuple):
    """A game that registers.

    `package` and `version` are those of the distribution that brings it, `folder` is where it was added, None where
    it came otherwise. `unplayable_reason`: why it cannot be played; then there is no plug-in, else "".
    """

    name: str
    package: str
    version: str
    folder: Path | None
    plugin: Plugin | None
    unplayable_reason: str = ""

    @property
    def is_built_in(self) -> bool:
        """Whether it comes with Herald."""
        return self.package == OWN_PACKAGE


_LOADING = RLock()
"""Held while standard output goes elsewhere: the last of two threads would leave it where the first had put it."""


class _InvalidPlugin(Exception):
    """A plug-in's description is wrong."""


def added_games_folder() -> Path:
    """The folder with added games, each in a folder of its own."""
    return (herald_home() / "games").absolute()


@cache
def installed_games() -> tuple[InstalledGame, ...]:
    """All games that register, in the order of lists; found once in the life of the program."""
    taken: dict[str, InstalledGame] = {}
    twice: list[InstalledGame] = []
    for entry, unread in entry_points_and_games():
        each = _with_plugin(entry, unread)
        for name in (each.name, *(each.plugin.aliases if each.plugin else ())):
            if (first := taken.setdefault(name, each)) is not each:
                each = each._replace(
                    plugin=None, unplayable_reason=f"the name {name} is taken by {first.package}"
                )
                twice.append(each)
                break
    found = {each.name: each for each in taken.values()}
    return tuple(sorted([*found.values(), *twice], key=_list_position))


def entry_points_and_games() -> Iterator[tuple[EntryPoint, InstalledGame]]:
    """All games that register, Herald's own first, as their packages describe them.

    Nothing of them is imported, so nothing is known yet of a plug-in.
    """
    from importlib.metadata import entry_points

    folders = _add_games_to_path()
    for entry in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda each: _package(each) != OWN_PACKAGE
    ):
        if is_safe_start() and _package(entry) != OWN_PACKAGE:
            continue
        version = entry.dist.version if entry.dist is not None else ""
        at = Path(str(entry.dist.locate_file(""))) if entry.dist is not None else None
        yield (
            entry,
            InstalledGame(entry.name, _package(entry), version, at if at in folders else None, None),
        )


def _list_position(each: InstalledGame) -> tuple[bool, int, str, str]:
    plugin = each.plugin
    return plugin is None, plugin.list_order if plugin else 0, each.name, each.package


def _add_games_to_path() -> tuple[Path, ...]:
    """The folders of added games, which imports search from now on: last, so that they hide nothing of Herald's."""
    try:
        found = {each.name: each for each in sorted(added_games_folder().iterdir()) if each.is_dir()}
    except OSError:
        return ()
    aside = {
        name[1:].removesuffix(SET_ASIDE_SUFFIX): each
        for name, each in found.items()
        if name.endswith(SET_ASIDE_SUFFIX)
    }
    there = {name: each for name, each in found.items() if not name.startswith(".")}
    folders = tuple((aside | there).values())  # one that was put aside before a power cut counts
    beside = [each for each in sys.path if Path(each).parent != added_games_folder()]
    sys.path[:] = beside + [str(folder) for folder in folders]  # without those of before
    return folders


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""


def _with_plugin(entry: EntryPoint, found: InstalledGame) -> InstalledGame:
    try:
        return found._replace(plugin=_load_plugin(entry, found))
    except _InvalidPlugin as wrong:
        return found._replace(unplayable_reason=str(wrong))


def _load_plugin(entry: EntryPoint, found: InstalledGame) -> Plugin:
    """The plug-in; raises _InvalidPlugin. Herald's own is trusted, as its tests check it."""
    plugin = _load(entry.value, entry.load)
    if not isinstance(plugin, Plugin):
        raise _InvalidPlugin(f"{entry.value} is no companion.games.plugin.Plugin")
    if plugin.interface != INTERFACE_VERSION:
        raise _InvalidPlugin(
            f"made for interface {plugin.interface}, this Herald has {INTERFACE_VERSION}: update the older of them"
        )
    if wrong := [*_wrong_fields(plugin)]:
        raise _InvalidPlugin(f"{entry.value} says of {', '.join(wrong)} what cannot be")
    if not GAME_NAME_PATTERN.fullmatch(plugin.name) or plugin.name != entry.name:
        raise _InvalidPlugin(
            f"registers as {entry.name!r} and calls itself {plugin.name!r}: one name, letters a to z"
        )
    if not found.is_built_in:
        _check_rules(plugin, found)
    return plugin


def _wrong_fields(plugin: Plugin) -> Iterator[str]:
    """The fields whose values have another type than in companion.games.plugin."""
    sample = Plugin(INTERFACE_VERSION, "", "", "")
    for name, value, sample_value in zip(Plugin._fields, plugin, sample, strict=True):
        if type(value) is not type(sample_value) or (
            isinstance(value, tuple) and not {*map(type, value)} <= {str}
        ):
            yield name


def _check_rules(plugin: Plugin, found: InstalledGame) -> None:
    """Check that the rules exist and have what is required; raises _InvalidPlugin."""
    module = _load(plugin.package, lambda: import_module(plugin.package))
    if found.folder is not None and not Path(module.__file__ or "").is_relative_to(found.folder):
        raise _InvalidPlugin(f"its package {plugin.package} is somebody else's: {module.__file__}")
    rules = _load(plugin.rules, lambda: resolve_reference(plugin, plugin.rules))
    missing = _load(plugin.rules, lambda: [name for name in _required_members() if not hasattr(rules, name)])
    if missing:
        raise _InvalidPlugin(f"its rules have no {', '.join(missing)}")
    if rules.name != plugin.name:
        raise _InvalidPlugin(f"its rules call it {rules.name!r}")
    if not isinstance(rules.min_players, int) or not isinstance(rules.max_players, int):
        raise _InvalidPlugin(
            f"its rules say that {rules.min_players!r} to {rules.max_players!r} people play it: two numbers"
        )
    for name in REQUIRED_DATA_FILES:
        _check_data(plugin, name)


def _check_data(plugin: Plugin, name: str) -> None:
    """Check that a file of its names or clauses can be read; raises _InvalidPlugin."""
    import tomllib  # not needed without added games
    from importlib.resources import files

    try:
        table = tomllib.loads(files(plugin.package).joinpath(name).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as wrong:
        raise _InvalidPlugin(f"its {name} cannot be read: {type(wrong).__name__}: {wrong}") from wrong
    if alone := [key for key, value in table.items() if not isinstance(value, dict)]:
        raise _InvalidPlugin(f"in its {name} stands no table under {', '.join(alone)}")


def _required_members() -> Iterator[str]:
    from companion.rules.game import Game

    yield from Game.__annotations__
    yield from (name for name, each in vars(Game).items() if callable(each) and not name.startswith("_"))


def _load(what: str, load: Any) -> Any:
    """The result of `load`; raises _InvalidPlugin for any exception of a module from outside.

    What that module prints goes to standard error, as it is no part of Herald's answers.
    """
    try:
        with _LOADING, redirect_stdout(sys.stderr):
            return load()
    except KeyboardInterrupt:  # a person who waits in vain
        raise
    except BaseException as wrong:
        raise _InvalidPlugin(f"{what} cannot be imported: {type(wrong).__name__}: {wrong}") from wrong


def resolve_reference(plugin: Plugin, reference: str) -> Any:
    """The object that a reference of a plug-in (`rules.game:GAME`) names."""
    module, _, name = reference.partition(":")
    found = import_module(f"{plugin.package}.{module}")
    return getattr(found, name) if name else found
