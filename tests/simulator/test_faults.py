from __future__ import annotations

from random import Random

import pytest

from companion.rules.errors import Unreadable
from companion.simulator.evening import Table, spend
from companion.simulator.faults import FAULTS, ILLEGAL_MOVE, Luck, rates
from companion.simulator.report import Evening
from tests.simulator.parties import ALL_COUNTS, LONG, party

OFTEN = {"power-cut": 0.1, "missed-read": 0.1}


def spent(players: int, seed: str, faults: dict[str, float]) -> Evening:
    return spend(party(players, seed, ("blue",), **faults))[0]


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != ILLEGAL_MOVE])
def test_the_account_survives(fault: str) -> None:
    for seed in range(LONG):
        faulty = spent(3, f"fault/{seed}", {fault: OFTEN.get(fault, 0.3)})
        plain = spent(3, f"fault/{seed}", {})
        assert faulty.faults[fault] > 0
        assert (faulty.scores, faulty.decisions) == (plain.scores, plain.decisions)  # the same evening


@pytest.mark.parametrize("players", ALL_COUNTS)
def test_everything_goes_wrong_at_once(players: int) -> None:
    faults = dict.fromkeys(FAULTS, 0.05)
    for seed in range(LONG):
        evening = spent(players, f"all/{seed}", faults)
        assert evening.cheats == evening.caught
        assert set(evening.faults) == set(FAULTS)


def test_a_read_that_was_missed_is_waited_for() -> None:
    evening = spent(2, "missed", {"missed-read": 0.2})
    assert evening.waits > 0
    assert evening.said == 0


def test_power_is_cut_while_a_line_is_written() -> None:
    table = Table(party(2, "cut"))
    with pytest.raises(LookupError, match="journal"):
        table.app.cut_power()


def test_rates_are_read() -> None:
    assert rates("missed-read=0.1, power-cut=1") == {"missed-read": 0.1, "power-cut": 1.0}


@pytest.mark.parametrize(
    "text", ["fire=0.1", "missed-read", "missed-read=2", "missed-read=-1", "garbled=nan", "=", ""]
)
def test_rates_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="--faults"):
        rates(text)


def test_without_a_rate_chance_is_left_as_it_is() -> None:
    chance = Random(1)
    luck = Luck({}, chance)
    assert not any(luck.strikes(fault) for fault in FAULTS)
    assert chance.random() == Random(1).random()
