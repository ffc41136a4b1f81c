"""A position that is played out ends where a history of the same moves ends."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import game_rules
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.tree_walk import pick_legal_action, pick_legal_move, play_out
from tests.long import examples

GAMES = [game_rules(name) for name in ("louis-xiv", "kabale", "florence")]


def begun(game: Game, players: int, moves: int, rng: Random) -> GameHistory:
    """A game in which so many moves at random were played, or all that there were."""
    seats = tuple(Seat(colour, colour) for colour in game.colours[:players])
    setup = GameSetup(seats, seats[0].colour)
    history = GameHistory(game, setup, game.initial_position(setup))
    for _ in range(moves):
        if history.position.outcome() is None:
            history.play(pick_legal_move(history.position.choice_tree, rng.choice)[0])
    return history


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32), data=st.data())
def test_it_ends_where_a_history_of_the_same_moves_ends(game: Game, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.integers(game.min_players, game.max_players))
    history = begun(game, players, data.draw(st.integers(0, 400)), Random(seed))
    before, seen = history.position, history.position.to_json()
    end = play_out(before, Random(seed).choice)
    assert before.to_json() == seen, "the given position is as it was"
    rng = Random(seed)
    while history.position.outcome() is None:
        history.play(pick_legal_move(history.position.choice_tree, rng.choice)[0])
    assert end == history.position
    assert end.outcome() is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_action_found_without_words_is_that_of_the_move(game: Game) -> None:
    for seed in range(20):
        turn = begun(game, game.max_players, 7 * seed, Random(seed)).position.choice_tree
        if turn.choice_by_actor:
            action = pick_legal_action(turn, Random(seed).choice)
            assert action == pick_legal_move(turn, Random(seed).choice)[1]
