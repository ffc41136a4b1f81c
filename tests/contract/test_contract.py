"""The suite every game must pass at every number of players (design.md, "One suite tests every game")."""

from __future__ import annotations

import pytest

from companion.contract.promise import Promise, broken
from companion.contract.promises import AT_A_TABLE, OF_A_GAME
from companion.contract.table import Table
from companion.games import plugin
from companion.games.plugin import Plugin
from tests.contract.corpus import TABLES, USUAL, table
from tests.long import usually
from tests.ours import GAMES

at_every_table = pytest.mark.parametrize(("name", "players"), usually(USUAL, TABLES))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("promise", OF_A_GAME, ids=lambda promise: promise.id)
def test_a_game_brings_what_it_promises(promise: Promise[Plugin], name: str) -> None:
    assert broken(promise, plugin(name)) == ()


@at_every_table
@pytest.mark.parametrize("promise", AT_A_TABLE, ids=lambda promise: promise.id)
def test_a_game_keeps_its_promises(promise: Promise[Table], name: str, players: int) -> None:
    assert broken(promise, table(name, players)) == ()
    assert table(name, players).looked


@at_every_table
def test_the_games_played_here_say_everything_there_is_to_say(name: str, players: int) -> None:
    """The corpus is worth its name: most words that may be said in a game are said in one of these."""
    at = table(name, players)
    said = {word for whole in at.games for each in whole.played for word in each.move.words[1:]}
    offered = {
        step.word
        for _, position in at.sampled(120)
        for choice in position.offered.after.values()
        for _, step, _ in choice.open()
    }
    assert len(offered & said) > 0.8 * len(offered), sorted(offered - said)
