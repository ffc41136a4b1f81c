"""The games that come with Herald, for the tests that hold for each of them."""

from __future__ import annotations

import pytest

from companion.games import first_game, playable, plugin
from companion.games.installed import installed

GAMES = {
    each.name: each.plugin.package.rpartition(".")[2] for each in installed() if each.ours and each.plugin
}
"""Name of a game -> its folder."""

FIRST = first_game()


def encore(patch: pytest.MonkeyPatch) -> None:
    """Louis XIV is installed once more, under the name `encore`."""
    patch.setitem(playable(), "encore", plugin(FIRST)._replace(name="encore"))
