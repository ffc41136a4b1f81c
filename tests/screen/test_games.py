"""A game that Herald knows is known in every room that needs a module of it."""

from __future__ import annotations

from importlib import import_module

import pytest

from companion.games import GAMES

REGISTRIES = (
    "companion.voice.say:VOICES",
    "companion.simulator.truth:TABLES",
    "companion.screen.table:VIEWS",
    "companion.screen.said:SHOWN",
    "companion.screen.over:ASIDES",
    "companion.screen.set_ups:SET_UPS",
)


@pytest.mark.parametrize("registry", REGISTRIES)
def test_every_room_knows_the_same_games(registry: str) -> None:
    module, _, name = registry.partition(":")
    assert set(getattr(import_module(module), name)) == set(GAMES)
