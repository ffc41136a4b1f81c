"""What a game brings to its virtual table: its truth, and somebody who plays it well."""

from __future__ import annotations

from random import Random
from typing import Protocol, cast

from companion.games import load_plugin_part
from companion.rules.game import GameSetup
from companion.rules.moves import Move
from companion.simulator.default import OpenTruth
from companion.simulator.players import at_random
from companion.simulator.truth import Chooser, Seen, Truth


class AtTable(Protocol):
    """A game's module `truth`: what lies at its virtual table."""

    def begin(self, setup: GameSetup, chance: Random) -> Truth:
        """A fresh table, everything shuffled by `chance`."""
        ...


class WhoKnows(Protocol):
    """A game's module `greedy`: somebody who knows what things are worth."""

    def greedy(self, seen: Seen, chance: Random) -> Move | None:
        """As `Chooser`."""
        ...


def begin(game: str, setup: GameSetup, chance: Random) -> Truth:
    """A table of that game, one without secrets where it brings none; raises Unreadable naming the games."""
    its = load_plugin_part(game, "players", "truth")
    if its is None:
        return OpenTruth(game, setup, chance)
    return cast(AtTable, its).begin(setup, chance)


def greedy(game: str) -> Chooser:
    """The player of that game who knows what things are worth; one who plays at random where it brings none."""
    its = load_plugin_part(game, "players", "greedy")
    if its is None:
        return at_random
    return cast(WhoKnows, its).greedy
