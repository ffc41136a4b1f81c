"""The small game that `herald new-game` writes, with something wrong in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from types import new_class
from typing import Any

import pytest

from companion.contract.template.mygame.plugin import PLUGIN
from companion.contract.template.mygame.rules import game as rules
from companion.contract.template.mygame.rules.game import HeapGame
from companion.contract.template.mygame.rules.position import HeapPosition
from companion.games import playable_plugin_by_name
from companion.games.plugin import Plugin
from companion.rules.game import GameSetup

_numbers = count()


def odd(
    patch: pytest.MonkeyPatch,
    game: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    voice: str = "",
) -> Plugin:
    """The game, installed under a name of its own: what is named of its rules and positions is other than it was."""
    name = f"odd-{next(_numbers)}"
    heap: Any = new_class("Odd", (HeapPosition,), {"frozen": True}, lambda into: into.update(position or {}))

    def begin(self: HeapGame, setup: GameSetup) -> HeapPosition:
        begun = HeapGame.initial_position(self, setup)
        made: HeapPosition = heap(begun.seats, begun.turn, begun.stones)
        return made

    def read(self: HeapGame, data: Mapping[str, Any], setup: GameSetup) -> HeapPosition:
        found = HeapGame.position_from_json(self, data, setup)
        made: HeapPosition = heap(found.seats, found.turn, found.stones)
        return made

    its = type(
        "OddGame",
        (HeapGame,),
        {"initial_position": begin, "position_from_json": read, "name": name, **(game or {})},
    )
    patch.setattr(rules, "GAME", its())
    made = PLUGIN._replace(name=name, voice=voice)
    patch.setitem(playable_plugin_by_name(), name, made)
    return made
