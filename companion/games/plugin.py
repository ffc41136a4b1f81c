"""The description by which Herald finds a game: one object, named by an entry point of the group `herald.games`.

Importing a module that holds one must cost nothing: all else is named, and imported when it is needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

INTERFACE_VERSION = 5
"""The version of the interface between Herald and its games. It changes when older games would no longer work."""


class Plugin(NamedTuple):
    """One game. Where a field is "", Herald uses its default: see companion.games.load_plugin_part.

    interface: the version of this interface that the game was written for.
    name: the game's name in records (`game louis-xiv`), in `--game` and of the entry point.
    package: the package of all else; its folder `data` has `names.toml` and `clauses.toml`.

    Relative to the package:
    rules: `module:NAME` of the `Game` of companion.rules.game.
    voice: a `GameVoice` of companion.voice.voice.
    screen: a package with any of the modules that companion.screen names.
    players: a package with any of the modules that companion.simulator names.
    art: a folder of SVG files, the symbols it brings: see companion.screen.draw.symbols.
    edition: the `EditionViewModule` of companion.screen.pages.edition.

    aliases: other names that a record may give.
    list_order: its place in lists; equal ones by name.
    bgg: its number at boardgamegeek.com, 0 where that is not known: results name it.
    """

    interface: int
    name: str
    package: str
    rules: str
    voice: str = ""
    screen: str = ""
    players: str = ""
    art: str = ""
    edition: str = ""
    aliases: tuple[str, ...] = ()
    list_order: int = 100
    bgg: int = 0


_new = Plugin.__new__


def _new_of_any_interface(cls: type[Plugin], *values: Any, **fields: Any) -> Plugin:
    """A plug-in; of one for another interface, which says what this one has not, the number alone.

    Whoever loads it can then tell people which of the two is the older. Raises TypeError for one of this interface.
    """
    try:
        return _new(cls, *values, **fields)
    except TypeError:
        interface = values[0] if values else fields.get("interface")
        if interface in (None, INTERFACE_VERSION):
            raise
        return _new(cls, interface, "", "", "")


Plugin.__new__ = _new_of_any_interface  # type: ignore[assignment, method-assign]  # NamedTuple allows none in the body
