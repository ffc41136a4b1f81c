"""What a position is without its secrets: what the game says is what trying name by name finds."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract.game_sampler import random_setup
from companion.contract.hidden_names import NamedTables
from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import position_with_values
from companion.rules.errors import HeraldError
from companion.rules.forgetting import find_secrets, position_without_secrets, secrets_between
from companion.rules.history import GameHistory
from tests.long import examples
from tests.ours import GAMES
from tests.table.guessing.guesses import Guesser, random_position

MAX_MOVES = 160
MAX_CORRECTIONS = 8


def corrected_table(name: str, seed: int) -> GameHistory:
    """A table with rules of the house in the midst of a game, with hidden names, after lines that people typed."""
    rng, game = Random(f"{name} {seed}"), game_rules(name)
    setup = random_setup(game, rng.randint(game.min_players, game.max_players), rng)
    position = random_position(game, setup, rng, rng.randint(0, MAX_MOVES))
    history = GameHistory(game, setup, NamedTables(game, setup, position, rng).named_position())
    for _ in range(rng.randint(0, MAX_CORRECTIONS)):
        guesser = Guesser(game, setup, (history.position, history.position), rng)
        with suppress(MoveRefused, HeraldError):
            history.apply_line(guesser.line())
    return history


@pytest.mark.long(usual="louis-xiv")
@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=examples(80))
def test_what_a_game_says_is_forgotten_is_what_trying_finds(name: str, seed: int) -> None:
    history = corrected_table(name, seed)
    for position in (history.opening.position, history.position):
        secrets = find_secrets(history.game, history.setup, position)
        without = position_without_secrets(history.game, history.setup, position)
        assert position.without_secrets() is not None
        assert (without is position) == (not secrets)
        assert without == position_with_values(history.game, history.setup, position, secrets)
        assert secrets_between(position, without) == secrets
