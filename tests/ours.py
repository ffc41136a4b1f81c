"""The games that come with Herald, for the tests that hold for each of them."""

from __future__ import annotations

import pytest

from companion.games import default_game_name, find_plugin, playable_plugin_by_name
from companion.games.installed import installed_games

GAMES = {
    each.name: each.plugin.package.rpartition(".")[2]
    for each in installed_games()
    if each.is_built_in and each.plugin
}
"""Name of a game -> its folder."""

FIRST = default_game_name()


def encore(patch: pytest.MonkeyPatch) -> None:
    """Louis XIV is installed once more, under the name `encore`."""
    patch.setitem(playable_plugin_by_name(), "encore", find_plugin(FIRST)._replace(name="encore"))
