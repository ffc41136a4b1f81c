"""Whole simulated evenings of all games with every fault, their journals on the disk, and what is read there again."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.games import game_names, game_rules
from companion.rules.errors import HeraldError
from companion.rules.game import GameSetup, Seat
from companion.simulator.campaign import PLAYER_NAMES, without_warnings
from companion.simulator.faults import FAULT_DESCRIPTIONS
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.random_players import choose_random_move
from companion.simulator.simulated_game import SimulatedGame, SimulatedGameConfig
from companion.simulator.virtual_journal import InconsistencyError, check_same_history
from companion.start.virtual_table.register_sensors import RegisterSensors
from companion.table.storage.evenings import INDEX_FILE_NAME
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import last_interrupted_game, load_evening, saved_games
from hardware.virtual.faults import RUNTIME_FAULTS
from soaking.mutation import mutated
from soaking.soak_tally import SoakRequest, SoakTally

MOST_OFTEN = 0.1
"""The highest rate of a fault."""
CHIPS_EVERY = 40
"""Each fortieth evening has readers of virtual chips, and their faults, too."""
KEPT = 12
"""So many evenings lie in the folder."""


def soak_evenings(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is an evening, played to its end."""
    tally = SoakTally()
    folder = request.folder / "evenings"
    for number in range(1, request.times + 1):
        seed = f"{request.seed}/{number}"
        fault = _evening(number, seed, folder)
        tally = tally.count(
            lost=fault and f"deploy/soak evenings --times {number} --seed {request.seed}: {fault}"
        )
        yield tally


def _evening(number: int, seed: str, folder: Path) -> str:
    """Play one evening; what was wrong with it, "" for nothing."""
    chance = Random(seed)
    config = _config(number, seed, chance)
    path = folder / f"{number:06}-{config.game}.herald"
    try:
        with without_warnings():
            folder.mkdir(exist_ok=True)
            table = SimulatedGame(config, path)
            try:
                table.play_game()
            finally:
                table.app.close()
            check_same_history(load_evening(path)[1], table.app.history)
            _spoil_index(folder, chance)
            _check_list(folder, number)
    except HeraldError as wrong:
        return str(wrong)
    except Exception as fault:
        place = traceback.extract_tb(fault.__traceback__)[-1]
        return f"{type(fault).__name__} in {Path(place.filename).name}:{place.lineno}: {fault}"
    finally:
        take_untold_problems()
        if number % KEPT == 0:
            for each in folder.iterdir():
                each.unlink()
    return ""


def _config(number: int, seed: str, chance: Random) -> SimulatedGameConfig:
    """A table with any number of players, any readers and faults of any rate; two thirds of the evenings have each."""
    names = sorted(game_names())
    game = game_rules(names[(number + 1) % len(names)])
    colours = game.colours[: chance.randint(game.min_players, game.max_players)]
    seats = tuple(Seat(who, name) for who, name in zip(colours, PLAYER_NAMES, strict=False))
    has_chips = number % CHIPS_EVERY == 0
    faults = (*FAULT_DESCRIPTIONS, *(RUNTIME_FAULTS if has_chips else ()))
    ways = (heuristic_move_chooser(game.name), choose_random_move)
    config = SimulatedGameConfig(
        game.name,
        GameSetup(seats, chance.choice(colours)),
        {who: chance.choice(ways) for who in colours},
        seed,
        {fault: chance.random() * MOST_OFTEN for fault in faults if chance.random() < 2 / 3},
    )
    if not has_chips:
        return config
    return SimulatedGameConfig(
        config.game,
        config.setup,
        config.players,
        seed,
        {name: rate / 2 for name, rate in config.fault_rates.items()},
        make_sensors=RegisterSensors,
    )


def _spoil_index(folder: Path, chance: Random) -> None:
    """Now and then the index of the evenings is damaged, or gone."""
    index = folder / INDEX_FILE_NAME
    if chance.random() < 1 / 3:
        index.write_bytes(mutated(index.read_bytes(), chance))
    elif chance.random() < 1 / 8:
        index.unlink()


def _check_list(folder: Path, number: int) -> None:
    """Raise InconsistencyError where the list of the evenings lacks one, or offers what is over."""
    listed = saved_games(folder)
    expected = (number - 1) % KEPT + 1
    if len(listed) != expected or any(each.state != "over" for each in listed):
        states = [(each.path.name, each.state, each.error) for each in listed]
        raise InconsistencyError(f"{expected} evenings are over, and this is listed: {states}")
    offered = last_interrupted_game(folder)
    if offered is not None:
        raise InconsistencyError(f"{offered.path.name} is over, and offered to go on with")
