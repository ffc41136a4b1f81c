from __future__ import annotations

from itertools import cycle
from random import Random

import pytest

from companion.rules.errors import UsageError
from companion.simulator.faults import (
    BY_PEOPLE,
    FAULT_DESCRIPTIONS,
    FaultInjector,
    parse_fault_rates,
)
from companion.simulator.simulated_game import SimulatedGame, simulate_game
from companion.simulator.simulation_report import SimulatedGameResult
from tests.long import LONG, usually
from tests.ours import GAMES
from tests.simulator.parties import Watched, colours, every_game, of_players, party, tables, usual_counts

OFTEN = {"power-cut": 0.1, "missed-read": 0.1}


def spent(
    name: str, players: int, seed: str, watched: Watched, faults: dict[str, float]
) -> SimulatedGameResult:
    return simulate_game(party(name, players, seed, colours(name, 1), watched, **faults))[0]


WITH_READERS = [(name, watched) for name in GAMES for watched in tables(name, 3) if watched != "touch"]


SURVIVED = [fault for fault in FAULT_DESCRIPTIONS if fault not in BY_PEOPLE]


@pytest.mark.long(usual=("louis-xiv-everywhere-garbled", "florence-cards-journal-changed"))
@pytest.mark.parametrize(
    ("name", "watched", "fault"),
    usually(
        [(*at, fault) for at, fault in zip(cycle(dict(WITH_READERS).items()), SURVIVED, strict=False)],
        [(name, watched, fault) for fault in SURVIVED for name, watched in WITH_READERS],
    ),
)
def test_the_account_survives(name: str, watched: Watched, fault: str) -> None:
    clever = colours(name, 1)
    for seed in range(LONG):
        wrong = party(name, 3, f"fault/{seed}", clever, watched, **{fault: OFTEN.get(fault, 0.3)})
        faulty, faulty_record = simulate_game(wrong)
        plain, record = simulate_game(party(name, 3, f"fault/{seed}", clever, watched))
        assert faulty.faults[fault] > 0
        assert faulty.scores == plain.scores  # the same game
        assert of_players(name, faulty_record) == of_players(name, record)


@pytest.mark.long(usual="kabale-3")
@usual_counts
def test_everything_goes_wrong_at_once(name: str, players: int) -> None:
    faults = dict.fromkeys(FAULT_DESCRIPTIONS, 0.1)
    for seed in range(LONG):
        evening = spent(name, players, f"all/{seed}", "everywhere", faults)
        assert evening.cheats == evening.caught
        assert set(evening.faults) == set(FAULT_DESCRIPTIONS)


@every_game
def test_a_read_that_was_missed_is_waited_for(name: str) -> None:
    evening = spent(name, 2, "missed", "everywhere", {"missed-read": 0.2})
    assert evening.waits > 0
    assert evening.said == 0


@every_game
def test_power_is_cut_while_a_line_is_written(name: str) -> None:
    table = SimulatedGame(party(name, 2, "cut"))
    with pytest.raises(LookupError, match="journal"):
        table.app.cut_power()


def test_rates_are_read() -> None:
    assert parse_fault_rates("missed-read=0.1, power-cut=1") == {"missed-read": 0.1, "power-cut": 1.0}


@pytest.mark.parametrize(
    "text", ["fire=0.1", "missed-read", "missed-read=2", "missed-read=-1", "garbled=nan", "=", ""]
)
def test_rates_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--faults"):
        parse_fault_rates(text)


def test_without_a_rate_chance_is_left_as_it_is() -> None:
    chance = Random(1)
    luck = FaultInjector({}, chance)
    assert not any(luck.should_happen(fault) for fault in FAULT_DESCRIPTIONS)
    assert chance.random() == Random(1).random()


def test_nothing_goes_wrong_while_people_are_spared() -> None:
    luck = FaultInjector(dict.fromkeys(FAULT_DESCRIPTIONS, 1.0), Random(1))
    with luck.without_faults():
        assert not any(map(luck.should_happen, FAULT_DESCRIPTIONS))
    assert all(map(luck.should_happen, FAULT_DESCRIPTIONS))
