"""What the rules must do, named after their clauses."""

from __future__ import annotations

import pytest

from companion.contract.game_sampler import GameSampler
from companion.contract.promise import Promise, check_promise
from companion.contract.promises import RULES_PROMISES
from companion.contract.template.mygame.rules.game import GAME
from companion.rules.clauses import MoveRefused
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory


def new_game() -> GameHistory:
    """A new game of blue and yellow, which blue begins."""
    setup = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")
    return GameHistory(GAME, setup, GAME.initial_position(setup))


def test_MYGAME_1__one_takes_up_to_three_stones_in_turn() -> None:
    """Clockwise, one after another."""
    history = new_game()
    history.apply_line("blue 3")
    history.apply_line("yellow 1")
    assert history.position.to_json() == {"round": 1, "phase": "play", "turn": "blue", "stones": 8}


@pytest.mark.parametrize("forbidden", ["blue 0", "blue 4", "yellow 1"])
def test_MYGAME_1__no_other_number_and_nobody_else(forbidden: str) -> None:
    """The refusal cites the clause."""
    with pytest.raises(MoveRefused, match="MYGAME-1"):
        new_game().apply_line(forbidden)


def test_MYGAME_1__no_more_than_there_are() -> None:
    """Of two stones nobody takes three."""
    history = new_game()
    for move in ("blue 3", "yellow 3", "blue 3", "yellow 1"):
        history.apply_line(move)
    with pytest.raises(MoveRefused, match="too-many"):
        history.apply_line("blue 3")


def test_MYGAME_2__whoever_takes_the_last_stone_wins() -> None:
    """The very last one is taken by itself where nothing else can be done."""
    history = new_game()
    for move in ("blue 3", "yellow 3", "blue 3", "yellow 2"):
        history.apply_line(move)
    result = history.position.outcome()
    assert result is not None
    assert result.winners == ("blue",)


@pytest.mark.parametrize("players", range(GAME.min_players, GAME.max_players + 1))
@pytest.mark.parametrize("promise", RULES_PROMISES, ids=lambda promise: promise.id)
def test_the_rules_keep_what_herald_asks_of_them(promise: Promise[GameSampler], players: int) -> None:
    """`herald check-game` checks these promises, and those about what people meet."""
    assert check_promise(promise, GameSampler(GAME, players)) == ()
