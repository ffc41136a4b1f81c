"""What a game says of itself so that Herald finds it: one object, named by an entry point of the group `herald.games`.

Importing a module that holds one must cost nothing: all else is named, and imported when a room asks for it.
"""

from __future__ import annotations

from typing import NamedTuple

INTERFACE_VERSION = 3
"""The version of what Herald and its games ask of each other. It changes when a game of before would no longer work."""


class Plugin(NamedTuple):
    """One game. What is "" has Herald's default in its place: see companion.games.load_plugin_part.

    interface: the version of this interface that the game was written for.
    name: the game's name, as records (`game louis-xiv`) and `--game` say it; so is the entry point called.
    package: where all else is found; its folder `data` has `names.toml` and `clauses.toml`.

    Relative to the package:
    rules: `module:NAME` of the `Game` of companion.rules.game.
    voice: a `GameVoice` of companion.voice.voice.
    screen: a package with any of the modules that companion.screen names.
    players: a package with any of the modules that companion.simulator names.
    art: a folder of SVG files, the symbols it brings: see companion.screen.draw.symbols.
    edition: the `GameEditionView` of companion.screen.pages.new_game.edition_page.

    aliases: other names that a record may give. place: where it stands in lists; equal ones by name.
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
