"""Evenings at virtual tables that are wired like kits: cards and seals at readers, all else by buttons, nothing by
touch, whatever goes wrong.
"""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.simulator.faults import BY_PEOPLE, FAULT_DESCRIPTIONS, ILLEGAL_MOVE_TRIED, POWER_CUT
from companion.simulator.simulated_game import SimulatedGame, simulate_game
from companion.simulator.virtual_sensors import DirectEventSensors
from hardware.virtual.faults import HUB_FAULTS, PN532_FAULTS, RUNTIME_FAULTS
from hardware.wiring_plan import KIT_NAMES, load_kit
from tests.long import ALL, usually
from tests.ours import GAMES
from tests.simulator.parties import answers, of_players
from tests.start.kits import HUB_OF_COLUMNS, begun, guests, of_plan

LOUIS, KABALE, FLORENCE = "louis-xiv", "kabale", "florence"
MOVES = 20
WITH_BUTTONS = [name for name in KIT_NAMES if load_kit(name).button_names]
OFTEN = {POWER_CUT: 0.1}
ON_USB = """
[[reader]]
kind = "pn532"
name = "play"
port = "/dev/serial/by-id/usb-one"

[[reader]]
kind = "pn532"
name = "tile/6"
port = "/dev/serial/by-id/usb-two"
"""
TOUCH_NEEDED = """
reset = 25

[[reader]]
name = "play"
bus = 0
device = 0
"""


@pytest.mark.parametrize("players", usually([2], [2, 3, 4]))
def test_louis_is_played_whole_behind_a_hub_and_nothing_is_touched(players: int) -> None:
    party = guests("hub", LOUIS, players, "whole")
    assert party.zone_plan is not None
    assert {"play", "tile/1", "tile/12"} < set(party.zone_plan.zones)
    evening, record = simulate_game(party)
    assert (evening.touches, evening.typed, evening.said) == (0, 0, 0)
    by_finger, plain = simulate_game(replace(party, make_sensors=DirectEventSensors))
    assert by_finger.touches > 0
    assert evening.scores == by_finger.scores
    assert of_players(LOUIS, record) == of_players(LOUIS, plain)
    *said, last = answers(record)
    assert not any("refused" in answer for answer in said)
    assert last["position"]["scores"] == dict(evening.scores)


def test_kabale_is_played_whole_at_readers_and_buttons_on_a_hub(tmp_path: Path) -> None:
    evening, record = simulate_game(guests(of_plan(tmp_path, HUB_OF_COLUMNS), KABALE, 3, "columns"))
    assert (evening.touches, evening.typed, evening.said) == (0, 0, 0)
    assert not any("refused" in answer for answer in answers(record))


@pytest.mark.parametrize(("kit", "players"), usually([("hub", 2)], [("one", 4), ("hub", 2)]))
def test_florence_is_played_whole_at_one_reader_and_buttons(kit: str, players: int) -> None:
    evening, record = simulate_game(guests(kit, FLORENCE, players, "whole"))
    assert (evening.touches, evening.typed, evening.said) == (0, 0, 0)
    assert not any("refused" in answer for answer in answers(record))


@pytest.mark.long(usual=("louis-xiv-one", "kabale-columns"))
@pytest.mark.parametrize(
    ("name", "kit"), usually(zip(cycle(GAMES), WITH_BUTTONS, strict=False), product(GAMES, WITH_BUTTONS))
)
def test_no_kit_needs_a_finger(name: str, kit: str, tmp_path: Path) -> None:
    assert _untouched(begun(guests(kit, name, 3, "kit"), MOVES, tmp_path))


def test_without_yes_and_no_people_touch_the_screen(tmp_path: Path) -> None:
    party = guests(of_plan(tmp_path, TOUCH_NEEDED), LOUIS, 2, "touch")
    assert begun(party, MOVES, tmp_path).app.touch_count > MOVES


FAULTY = [
    *RUNTIME_FAULTS,
    *HUB_FAULTS,
    *(fault for fault in FAULT_DESCRIPTIONS if fault not in BY_PEOPLE),
]


@pytest.mark.long(usual="hub-unplugged")
@pytest.mark.parametrize("fault", usually([POWER_CUT, *HUB_FAULTS], FAULTY))
def test_the_account_survives_and_nothing_is_touched(fault: str, tmp_path: Path) -> None:
    party = guests("hub", LOUIS, 2, "fault", {fault: OFTEN.get(fault, 0.2)})
    faulty = begun(party, MOVES, tmp_path)
    plain = begun(
        replace(party, make_sensors=DirectEventSensors, fault_rates={}, seed="fault"),
        MOVES,
        tmp_path / "plain",
    )
    assert faulty.fault_injector.fault_counts[fault] > 0
    assert _untouched(faulty)
    assert faulty.ground_truth.position == plain.ground_truth.position
    assert of_players(LOUIS, faulty.record_bytes()) == of_players(LOUIS, plain.record_bytes())


@pytest.mark.long(usual="hub-restart")
@pytest.mark.parametrize("fault", HUB_FAULTS)
def test_buttons_on_a_hub_survive_its_faults(fault: str, tmp_path: Path) -> None:
    kit = of_plan(tmp_path, HUB_OF_COLUMNS)
    table = begun(guests(kit, KABALE, 2, "buttons", {fault: 0.2}), MOVES, tmp_path)
    assert table.fault_injector.fault_counts[fault] > 0
    assert _untouched(table)


@pytest.mark.long(instead="test_the_account_survives_and_nothing_is_touched")
@pytest.mark.parametrize("name", usually([LOUIS], [LOUIS, FLORENCE]))
def test_everything_goes_wrong_at_once(name: str, tmp_path: Path) -> None:
    faults = {
        **dict.fromkeys((*FAULT_DESCRIPTIONS, *RUNTIME_FAULTS, *HUB_FAULTS), 0.03),
        ILLEGAL_MOVE_TRIED: 0.9,
        POWER_CUT: 0.1,
    }
    table = begun(guests("hub", name, 4, "all", faults), 3 * MOVES, tmp_path)
    assert _untouched(table)
    assert table.illegal_attempt_count == table.refused_attempt_count > 0
    assert table.fault_injector.fault_counts[POWER_CUT] > 0


@pytest.mark.long(instead="tests/simulator/test_evening.py::test_the_same_seed_is_the_same_evening")
def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    faults = dict.fromkeys(("missed-read", "two-cards", POWER_CUT, *HUB_FAULTS), 0.05)
    same = [begun(guests("hub", LOUIS, 2, "same", faults), MOVES, tmp_path / which) for which in ("a", "b")]
    other = begun(guests("hub", LOUIS, 2, "other", faults), MOVES, tmp_path)
    first, second = same
    assert first.record_bytes() == second.record_bytes() != other.record_bytes()
    assert first.fault_injector.fault_counts == second.fault_injector.fault_counts


@pytest.mark.long(usual="unplugged-mid-frame")
@pytest.mark.parametrize("fault", [*PN532_FAULTS, POWER_CUT])
def test_at_readers_on_usb_every_evening_is_what_it_is_without_a_fault(fault: str, tmp_path: Path) -> None:
    party = guests(of_plan(tmp_path, ON_USB), LOUIS, 2, "usb", {fault: OFTEN.get(fault, 0.2)})
    faulty = begun(party, MOVES, tmp_path)
    plain = begun(
        replace(party, make_sensors=DirectEventSensors, fault_rates={}, seed="usb"), MOVES, tmp_path / "plain"
    )
    assert faulty.fault_injector.fault_counts[fault] > 0
    assert faulty.ground_truth.position == plain.ground_truth.position
    assert of_players(LOUIS, faulty.record_bytes()) == of_players(LOUIS, plain.record_bytes())


@pytest.mark.parametrize("name", usually([KABALE], GAMES))
def test_at_readers_on_usb_everything_goes_wrong_at_once(name: str, tmp_path: Path) -> None:
    faults = {
        **dict.fromkeys((*FAULT_DESCRIPTIONS, *PN532_FAULTS), 0.03),
        ILLEGAL_MOVE_TRIED: 0.9,
        POWER_CUT: 0.1,
    }
    table = begun(
        guests(of_plan(tmp_path, ON_USB), name, 3, "usb", faults), (3 if ALL else 1) * MOVES, tmp_path
    )
    assert table.illegal_attempt_count == table.refused_attempt_count > 0
    assert sum(table.fault_injector.fault_counts[fault] for fault in PN532_FAULTS) > 0


def _untouched(table: SimulatedGame) -> bool:
    return (table.app.touch_count, table.app.typed_line_count, table.app.insisted_move_count) == (0, 0, 0)
