"""The parts that a game may bring for its virtual table: its ground truth, and a player who plays it well."""

from __future__ import annotations

from random import Random
from typing import Protocol, cast

from companion.games import load_plugin_part
from companion.rules.game import GameSetup
from companion.rules.moves import Move
from companion.simulator.ground_truth import GroundTruth, MoveChooser, PlayerKnowledge
from companion.simulator.open_ground_truth import OpenGroundTruth
from companion.simulator.random_players import choose_random_move


class GroundTruthModule(Protocol):
    """A game's module `ground_truth`: what lies at its virtual table."""

    def make_ground_truth(self, setup: GameSetup, chance: Random) -> GroundTruth:
        """A new table, shuffled by `chance`.

        It is an `AsksWhatGoesBack` as well where players put pieces back that no line of the record names.
        """
        ...


class HeuristicModule(Protocol):
    """A game's module `heuristic`: a player who knows what things are worth."""

    def choose_move(self, seen: PlayerKnowledge, chance: Random) -> Move | None:
        """The move of the player; None when they need not move and do not want to."""
        ...


def make_ground_truth(game: str, setup: GameSetup, chance: Random) -> GroundTruth:
    """A table of that game, one without secrets where it brings none; raises UsageError for an unknown game."""
    module = load_plugin_part(game, "players", "ground_truth")
    if module is None:
        return OpenGroundTruth(game, setup, chance)
    return cast(GroundTruthModule, module).make_ground_truth(setup, chance)


def virtual_move_chooser(game: str, is_beginner: bool) -> MoveChooser:
    """Who plays for a virtual player; a beginner plays what comes to mind. Raises UsageError for an unknown game."""
    return choose_random_move if is_beginner else heuristic_move_chooser(game)


def heuristic_move_chooser(game: str) -> MoveChooser:
    """The heuristic player of that game, a random one where it brings none; raises UsageError for an unknown game."""
    module = load_plugin_part(game, "players", "heuristic")
    if module is None:
        return choose_random_move
    return cast(HeuristicModule, module).choose_move
