"""The suite every game must pass at every number of players (design.md, "One suite tests every game")."""

from __future__ import annotations

import pytest

from companion.contract.game_sampler import GameSampler
from companion.contract.promise import Promise, check_promise
from companion.contract.promises import PLUGIN_PROMISES, TABLE_PROMISES
from companion.games import find_plugin
from companion.games.plugin import Plugin
from tests.contract.corpus import TABLES, USUAL, table
from tests.long import usually
from tests.ours import GAMES

at_every_table = pytest.mark.parametrize(("name", "players"), usually(USUAL, TABLES))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("promise", PLUGIN_PROMISES, ids=lambda promise: promise.id)
def test_a_game_brings_what_it_promises(promise: Promise[Plugin], name: str) -> None:
    assert check_promise(promise, find_plugin(name)) == ()


@at_every_table
@pytest.mark.parametrize("promise", TABLE_PROMISES, ids=lambda promise: promise.id)
def test_a_game_keeps_its_promises(promise: Promise[GameSampler], name: str, players: int) -> None:
    assert check_promise(promise, table(name, players)) == ()
    assert table(name, players).inspected_count


@at_every_table
def test_the_games_played_here_say_everything_there_is_to_say(name: str, players: int) -> None:
    """The corpus is worth its name: most words that may be said in a game are said in one of these."""
    at = table(name, players)
    said = {word for whole in at.sample_games for each in whole.played_moves for word in each.move.words[1:]}
    offered = {
        step.word
        for _, position in at.sample_positions(120)
        for choice in position.choice_tree.choice_by_actor.values()
        for _, step, _ in choice.open_branches()
    }
    assert len(offered & said) > 0.8 * len(offered), sorted(offered - said)
