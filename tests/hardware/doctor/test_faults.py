"""Every fault that a virtual reader can have is named: at the right reader, with what points to the cause."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import WiringPlanError
from hardware.finding import Finding
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual import faults
from hardware.virtual.faults import CLONE_FAULTS, FAULTS
from hardware.virtual.faulty_table import STUCK_BUTTON, FaultyTable
from hardware.wire_list import list_wires
from hardware.wiring_plan import KIT_NAMES, load_kit
from hardware.wiring_schema import WiringPlan


class Signs(NamedTuple):
    """How a fault is told: words of the one wrong finding, alone on its bus and with others. `bus`: it is told of the
    bus, which nobody can tell from one reader's.
    """

    alone: tuple[str, ...]
    among_others: tuple[str, ...]
    bus: bool = False


def same(*words: str) -> Signs:
    return Signs(words, words)


SUPPLY = same("reset values", "supply", "100 nF")
SIGNS = {
    faults.BROWN_OUT: SUPPLY,
    faults.WEDGED_RECEIVER: same("receiver stopped hearing", "reset"),
    faults.MISO_LOW: Signs(("0x00", "MISO", "ground"), ("0x00", "MISO", "on ground"), bus=True),
    faults.MISO_HIGH: Signs(("0xff", "MISO", "3.3 V"), ("0xff", "MISO", "on 3.3 V"), bus=True),
    faults.MISO_NOT_RELEASED: Signs((), ("does not let go of MISO", "exchange it")),
    faults.UNPLUGGED: Signs(("0xff", "unplugged"), ("0xff", "others on it answer", "unplugged")),
    faults.NOISE: same("where nobody may speak", "disturbs"),
    faults.EDGE_OF_FIELD: same("looks could read it", "edge of reach"),
    faults.WEAK_TAGS: same("looks could read it", "edge of reach"),
    faults.TWO_TAGS: same("more than one tag", "Take all but one away"),
    faults.NO_DEVICE: same("there is no /dev/spidev", "config.txt"),
    faults.NO_PERMISSION: same("may not use /dev/spidev", "usermod -aG spi"),
    faults.BUS_FAILS: same("every transfer", "fails", "dmesg"),
}
CASES = [(name, reader.name) for name in KIT_NAMES for reader in load_kit(name).wirings_of(Rc522Wiring)]


def findings(plan: WiringPlan, *given: str) -> list[Finding]:
    return list(FaultyTable(plan, given).examine())


def wrong(found: list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.wrong]


def test_every_fault_is_a_clone_or_has_its_signs_here() -> None:
    assert SIGNS.keys() | CLONE_FAULTS.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", KIT_NAMES)
def test_nothing_is_wrong_with_a_healthy_kit_and_each_reader_is_told_of(name: str) -> None:
    plan = load_kit(name)
    found = findings(plan)
    assert wrong(found) == []
    told = "\n".join(map(str, found))
    for reader in plan.wirings_of(Rc522Wiring):
        for test in ("version 0x92", "registers", "timer", "self-test: passed", "field: on and off"):
            assert any(
                line.what.startswith(f"reader {reader.name}") and test in str(line) for line in found
            ), (reader.name, test)
    parts = ("RST (pin 22)", "buttons: at rest: player/1", "lights: were green", "sounder: played")
    for part in parts if list_wires(plan) else ("reader play: PN532, firmware 1.6",):
        assert part in told


@pytest.mark.long(usual=("*-one-play", "*-five-tile/7"))
@pytest.mark.parametrize(("name", "reader"), CASES)
@pytest.mark.parametrize("fault", SIGNS)
def test_a_fault_is_named_at_its_reader_and_nothing_else_is_blamed(
    fault: str, name: str, reader: str
) -> None:
    plan, signs = load_kit(name), SIGNS[fault]
    bus = next(each.bus for each in plan.wirings_of(Rc522Wiring) if each.name == reader)
    among_others = sum(each.bus == bus for each in plan.wirings_of(Rc522Wiring)) > 1
    words = signs.among_others if among_others else signs.alone
    told = wrong(findings(plan, f"{reader}={fault}"))
    assert len(told) == bool(words), told
    for finding in told:
        place = f"SPI bus {bus}" if signs.bus and among_others else f"reader {reader}"
        assert finding.what.split(",")[0] == place
        for word in words:
            assert word in str(finding)


@pytest.mark.long(usual="*-two-play")
@pytest.mark.parametrize(("name", "reader"), CASES)
@pytest.mark.parametrize("fault", CLONE_FAULTS)
def test_a_clone_is_told_and_not_refused(fault: str, name: str, reader: str) -> None:
    found = findings(load_kit(name), f"{reader}={fault}")
    assert wrong(found) == []
    told = next(str(each) for each in found if each.what == f"reader {reader}")
    assert f"version 0x{CLONE_FAULTS[fault]:02x}" in told
    assert "clone" in told
    others = [each for each in found if each.what.startswith("reader") and "clone" in str(each)]
    assert [each.what for each in others] == [f"reader {reader}"]


def test_the_self_test_of_a_clone_that_nobody_wrote_down_is_no_reason_to_complain() -> None:
    told = next(each for each in findings(load_kit("one"), "play=clone-0x12") if "self-test" in each.what)
    assert told.absent
    assert "nobody knows" in told.found
    assert str(told).startswith("--  ")


def test_several_faults_are_all_told() -> None:
    told = wrong(
        findings(
            load_kit("five"), "play=two-tags", "tile/7=unplugged", "tile/8=miso-not-released", "yes=stuck"
        )
    )
    assert [each.what for each in told] == [
        "reader tile/7",
        "reader play, field",
        "reader tile/8, together",
        "button yes",
    ]


def test_all_readers_silent_points_to_what_all_of_them_share() -> None:
    plan = load_kit("five")
    told = wrong(findings(plan, *(f"{reader.name}=unplugged" for reader in plan.wirings_of(Rc522Wiring))))
    assert [each.what for each in told] == ["SPI bus 0", "SPI bus 1"]
    assert all("begin with the 3.3 V, the ground and RST (pin 22)" in each.advice for each in told)


def test_two_clones_that_hold_the_line_are_both_named() -> None:
    told = wrong(findings(load_kit("five"), "tile/7=miso-not-released", "tile/9=miso-not-released"))
    assert [each.what for each in told] == ["reader tile/7, together", "reader tile/9, together"]


@given(
    name=st.sampled_from([name for name in KIT_NAMES if load_kit(name).buttons]),
    given=st.lists(st.tuples(st.sampled_from([*FAULTS, STUCK_BUTTON]), st.integers(0, 11)), max_size=8),
)
def test_whatever_is_wrong_at_once_the_examination_comes_to_its_end(
    name: str, given: list[tuple[str, int]]
) -> None:
    plan = load_kit(name)
    readers = [reader.name for reader in plan.wirings_of(Rc522Wiring)]
    buttons = [button.name for button in plan.buttons]
    faulty = [
        f"{those[n % len(those)]}={fault}"
        for fault, n in given
        for those in [buttons if fault == STUCK_BUTTON else readers]
    ]
    found = findings(plan, *faulty)
    assert found[-1].what in ("sounder", "hub tiles, lights")
    faults_of = {
        reader: {each.rpartition("=")[2] for each in faulty if each.startswith(f"{reader}=")}
        for reader in readers
    }
    # a chip whose select nobody drives hears what is meant for another, and answers in its place
    deaf = {
        reader.bus
        for reader in plan.wirings_of(Rc522Wiring)
        if faults_of[reader.name] & {faults.NO_DEVICE, faults.NO_PERMISSION}
    }
    told = "\n".join(map(str, wrong(found)))
    for reader in plan.wirings_of(Rc522Wiring):
        if faults.UNPLUGGED in faults_of[reader.name] and reader.bus not in deaf:
            assert reader.name in told


@pytest.mark.parametrize(
    "fault", ["play=gremlins", "nowhere=noise", "play", "", "yes=unplugged", "play=stuck"]
)
def test_a_fault_that_is_none_is_answered_with_those_there_are(fault: str) -> None:
    with pytest.raises(WiringPlanError) as refused:
        FaultyTable(load_kit("one"), [fault])
    assert str(refused.value).startswith(f"{fault} is no fault")
    for word in ("play", "brown-out", "yes", STUCK_BUTTON):
        assert word in str(refused.value)
