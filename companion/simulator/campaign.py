"""A campaign: many simulated games of one kind, each played for itself, here or in another process.

The seed of a game is made of the campaign's seed and the number of the game and of nothing else, so that it is the same
game whoever plays it, and whenever.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec import Struct

from companion.rules.errors import HeraldError, InvalidInput
from companion.rules.game import GameSetup, Seat
from companion.simulator.faults import FaultRates
from companion.simulator.ground_truth import MoveChooser
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.random_players import choose_random_move
from companion.simulator.simulated_game import SimulatedGameConfig, simulate_game
from companion.simulator.simulation_report import SimulatedGameResult
from companion.simulator.virtual_sensors import VirtualSensorsFactory
from companion.table.zones import ZonePlan

PLAYER_NAMES = ("Anna", "Bert", "Carla", "Dirk", "Elsa", "Franz")
GREEDY, RANDOM = "greedy", "random"
"""How a virtual player chooses: what is worth most, or anything."""
MOST_ATTEMPTS = 2
"""How often a game is begun whose worker dies while playing it."""


class SimulatedTableParts(NamedTuple):
    """The sensors of a simulated table with all their readers.

    reader_faults: faults of such readers: name -> what happens.
    impossible_faults: faults that cannot happen here: name -> why not.
    make_zone_plan: the plan of the readers for a game; None: a random one.
    """

    make_sensors: VirtualSensorsFactory
    reader_faults: Mapping[str, str]
    impossible_faults: Mapping[str, str] = {}
    make_zone_plan: Callable[[str, GameSetup], ZonePlan] | None = None


class Campaign(Struct, frozen=True):
    """What all games of a campaign have in common: values, and functions that other processes find by their names.

    players: colour -> GREEDY or RANDOM, clockwise; who begins moves on with each game.
    seed: the same seed gives the same games.
    """

    game: str
    players: Mapping[str, str]
    seed: str
    fault_rates: FaultRates
    table_parts: SimulatedTableParts

    def seed_of(self, number: int) -> str:
        """The seed of the game of that number, counted from 1."""
        return f"{self.seed}/{number}"


class CampaignGame(Struct, frozen=True):
    """What became of one game: its result and record, or why there is none.

    problem: app and table did not agree, Herald failed, or its workers died; "" for a game that was played.
    invalid_input: why no game of the campaign can be played; "" usually.
    """

    number: int
    result: SimulatedGameResult | None = None
    record: bytes = b""
    problem: str = ""
    invalid_input: str = ""


class CampaignRunner(Protocol):
    """Who plays the games of a campaign."""

    def play(self, campaign: Campaign, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """Play the games of these numbers, and yield each when it is over, in any order.

        A number is taken only when somebody is free to play it; where there are no more, what was begun is played to
        its end. Closing the iterator ends all at once. Raises CampaignStopped.
        """
        ...


class CampaignStopped(HeraldError, ConnectionError):
    """Nobody is left who could play the rest of a campaign."""


class InProcessRunner(CampaignRunner):
    """Plays one game after another in this process."""

    def play(self, campaign: Campaign, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """Play the games in their order."""
        for number in numbers:
            yield play_campaign_game(campaign, number)


def play_campaign_game(campaign: Campaign, number: int) -> CampaignGame:
    """Play the game of that number; whatever goes wrong is told in the answer, so that other games are not lost."""
    try:
        with without_warnings():
            result, record = simulate_game(_game_config(campaign, number), number)
    except InvalidInput as wrong:
        return CampaignGame(number, invalid_input=str(wrong))
    except HeraldError as wrong:
        return CampaignGame(number, problem=str(wrong))
    except Exception as fault:  # a fault of Herald's or of a game's, which is what simulations are to find
        place = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        told = f"{type(fault).__name__} in {where}: {fault}; the seed is {campaign.seed_of(number)}"
        return CampaignGame(number, problem=told)
    return CampaignGame(number, result, record)


def abandoned_game(campaign: Campaign, number: int) -> CampaignGame:
    """A game that is not begun once more, because MOST_ATTEMPTS workers died while they played it."""
    seed = campaign.seed_of(number)
    return CampaignGame(
        number, problem=f"its worker died, and so did the one that played it again; the seed is {seed}"
    )


def _game_config(campaign: Campaign, number: int) -> SimulatedGameConfig:
    colours = tuple(campaign.players)
    seats = tuple(Seat(who, name) for who, name in zip(colours, PLAYER_NAMES, strict=False))
    setup = GameSetup(seats, colours[(number - 1) % len(colours)])
    parts = campaign.table_parts
    return SimulatedGameConfig(
        campaign.game,
        setup,
        {who: _move_chooser(campaign.game, way) for who, way in campaign.players.items()},
        campaign.seed_of(number),
        campaign.fault_rates,
        make_sensors=parts.make_sensors,
        zone_plan=parts.make_zone_plan(campaign.game, setup) if parts.make_zone_plan is not None else None,
    )


def _move_chooser(game: str, way: str) -> MoveChooser:
    return heuristic_move_chooser(game) if way == GREEDY else choose_random_move


@contextmanager
def without_warnings() -> Iterator[None]:
    """Suppress warnings: the simulated faults are intended and counted."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
