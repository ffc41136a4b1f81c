"""What a game brings to its virtual table: its truth, and somebody who plays it well."""

from __future__ import annotations

from random import Random
from typing import Protocol, cast

from companion.games import load_plugin_part
from companion.rules.game import GameSetup
from companion.rules.moves import Move
from companion.simulator.ground_truth import GroundTruth, PlayerKnowledge, VirtualPlayer
from companion.simulator.open_ground_truth import OpenGroundTruth
from companion.simulator.random_players import choose_random_move


class GroundTruthModule(Protocol):
    """A game's module `ground_truth`: what lies at its virtual table."""

    def make_ground_truth(self, setup: GameSetup, chance: Random) -> GroundTruth:
        """A fresh table, everything shuffled by `chance`."""
        ...


class HeuristicModule(Protocol):
    """A game's module `heuristic`: somebody who knows what things are worth."""

    def choose_move(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """As `VirtualPlayer`."""
        ...


def make_ground_truth(game: str, setup: GameSetup, chance: Random) -> GroundTruth:
    """A table of that game, one without secrets where it brings none; raises Unreadable naming the games."""
    its = load_plugin_part(game, "players", "ground_truth")
    if its is None:
        return OpenGroundTruth(game, setup, chance)
    return cast(GroundTruthModule, its).make_ground_truth(setup, chance)


def heuristic_player(game: str) -> VirtualPlayer:
    """The player of that game who knows what things are worth; one who plays at random where it brings none."""
    its = load_plugin_part(game, "players", "heuristic")
    if its is None:
        return choose_random_move
    return cast(HeuristicModule, its).choose_move
