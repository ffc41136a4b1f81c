"""A hub under examination: every fault of it, of its line and of its readers is named at the right place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.common.rc522.registers import chip_name_and_is_nxp
from hardware.doctor import table_examination
from hardware.errors import WiringPlanError
from hardware.finding import Finding
from hardware.readers.hub.doctor import HubAccess, examine_hubs
from hardware.readers.hub.driver import HubDriver
from hardware.readers.hub.wiring_schema import HubButton, HubReader, HubWiring
from hardware.virtual import faults
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faults import CLONE_FAULTS, FAULTS, SPI_DEVICE_FAULTS
from hardware.virtual.faulty_table import DOCTOR_HUB_FAULTS, FaultyTable
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from tests.hardware.hub.scripted import FakePorts

HUB = load_kit("hub")
TILES = HUB.wirings_of(HubWiring)[0]
OF_A_HUB = {
    "unplugged": ("is not found", "Plug its USB cable in"),
    "silent": ("does not answer", "herald hub flash tiles --port /dev/ttyACM0"),
    "rubbish": ("came spoilt", "another USB cable"),
    "restarting": ("was lost", "supply gives way"),
}
OF_A_READER = {
    faults.BROWN_OUT: ("had to be reset", "supply gives way: solder 10 to 100 uF"),
    faults.WEDGED_RECEIVER: ("a tag lies there", "stops hearing it until it is reset"),
    faults.UNPLUGGED: ("0xff", "others on it work", "SDA GP2 (place 4)", "RST GP22 (place 29)"),
    faults.NOISE: ("spoilt by noise", "disturbs"),
    faults.EDGE_OF_FIELD: ("edge of reach",),
    faults.WEAK_TAGS: ("edge of reach",),
    faults.TWO_TAGS: ("more than one tag", "Take all but one away"),
    faults.MISO_NOT_RELEASED: ("nothing is heard of tile/1, tile/2, tile/4", "does not let go of MISO"),
}
OF_A_BUS = {
    faults.MISO_LOW: ("0x00", "MISO GP16 (place 21)", "Unplug all but one"),
    faults.MISO_HIGH: ("0xff", "MISO GP16 (place 21)", "Unplug all but one"),
}


def findings(*given: str, plan: WiringPlan = HUB) -> list[Finding]:
    return list(FaultyTable(plan, given).examine())


def wrong(found: list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.wrong]


def only(found: list[Finding]) -> Finding:
    (one,) = wrong(found)
    return one


def test_every_fault_has_its_signs_here() -> None:
    assert OF_A_HUB.keys() | {"old-program"} == DOCTOR_HUB_FAULTS.keys()
    assert (
        OF_A_READER.keys() | OF_A_BUS.keys() | CLONE_FAULTS.keys() | set(SPI_DEVICE_FAULTS) == FAULTS.keys()
    )


def test_a_healthy_hub_and_each_of_its_readers_is_told_of() -> None:
    found = {finding.what: finding for finding in findings()}
    assert not wrong(list(found.values()))
    told = str(found["hub tiles"])
    for words in ("Raspberry Pi Pico on /dev/ttyACM0", "set up as planned", "kB free", "it was plugged in"):
        assert words in told
    for reader in TILES.readers:
        assert "version 0x92" in found[f"reader {reader.name}"].found
        assert "nothing lies there" in found[f"reader {reader.name}, field"].found
    assert "12 are planned" in found["hub tiles, lights"].found


def test_a_hub_that_had_to_be_set_up_is_not_blamed_for_starting_anew() -> None:
    patient = FaultyTable(HUB)
    patient.rig.hub_by_name["tiles"].board.flash = b""
    found = list(patient.examine())
    assert wrong(found) == []
    (told,) = (finding for finding in found if finding.what == "hub tiles")
    assert "was set up as planned just now" in told.found


@pytest.mark.parametrize("fault", OF_A_HUB)
def test_a_fault_of_a_hub_is_named_and_its_readers_are_not_blamed(fault: str) -> None:
    told = wrong(findings(f"tiles={fault}"))
    assert {finding.what for finding in told} == {"hub tiles"}
    assert len(told) == 1 or fault == "rubbish"  # which may hide so much that the hub seems lost, too
    for words in OF_A_HUB[fault]:
        assert any(words in str(finding) for finding in told)


def test_another_program_is_told_and_works() -> None:
    found = findings("tiles=old-program")
    assert wrong(found) == []
    (told,) = (finding for finding in found if finding.what == "hub tiles")
    assert "herald hub flash tiles" in told.advice


@pytest.mark.parametrize("fault", OF_A_READER)
def test_a_fault_of_a_reader_is_named_at_it_and_nothing_else_is_blamed(fault: str) -> None:
    told = only(findings(f"tile/3={fault}"))
    assert told.what.startswith("reader tile/3")
    for words in OF_A_READER[fault]:
        assert words in str(told)


@pytest.mark.parametrize("fault", OF_A_BUS)
def test_what_silences_a_bus_is_told_of_the_bus(fault: str) -> None:
    told = only(findings(f"tile/3={fault}"))
    assert told.what == "hub tiles, SPI bus 0"
    for words in OF_A_BUS[fault]:
        assert words in str(told)


@pytest.mark.parametrize("fault", CLONE_FAULTS)
def test_a_clone_is_told_and_not_refused(fault: str) -> None:
    found = findings(f"tile/8={fault}")
    assert wrong(found) == []
    (told,) = (finding for finding in found if finding.what == "reader tile/8")
    assert chip_name_and_is_nxp(CLONE_FAULTS[fault])[0] in told.found
    assert "exchange it first" in told.advice


def test_faults_of_two_hubs_are_told_apart() -> None:
    columns = HubWiring("columns", 22, (HubReader("column/1", 0, 0),), buttons=(HubButton("column/1", 26),))
    found = findings("columns=unplugged", "tile/8=noise", plan=WiringPlan(tables=(TILES, columns)))
    assert [finding.what for finding in wrong(found)] == ["reader tile/8, field", "hub columns"]


@pytest.mark.parametrize(
    "fault", ["tiles=gremlins", "tile/3=unplugged-hub", "tile/3=no-device", "play=silent"]
)
def test_a_fault_that_is_none_is_answered_with_those_of_hubs_too(fault: str) -> None:
    with pytest.raises(WiringPlanError) as refused:
        FaultyTable(HUB, [fault])
    for word in (
        f"{fault} is no fault",
        "tile/12",
        "tiles",
        "old-program",
        "brown-out",
    ):
        assert word in str(refused.value)
    on_pi, on_hub = re.findall(r"of the readers ([^;]+) and the names ([^;]+)", str(refused.value))
    assert on_pi[0] == "play"
    assert "bus-fails" in on_pi[1]
    assert "tile/12" in on_hub[0]
    assert not any(name in on_hub[1] for name in SPI_DEVICE_FAULTS)


def test_everything_on_a_hub_is_asked_about_and_what_is_down_is_not() -> None:
    buttons = HubWiring("tiles", 22, TILES.readers[:2], lights=28, buttons=(HubButton("yes", 26),))
    patient = FaultyTable(WiringPlan(tables=(buttons,)), ["tile/2=unplugged"])
    questions: list[str] = []
    found = {finding.what: finding for finding in patient.examine_with_person(questions.append)}
    assert not wrong(list(found.values()))
    assert found["reader tile/1, a tag laid on it"].found == "was seen by tile/1"
    assert found["button yes, pressed"].found == "was noticed"
    assert found["light of tile/1, seen"].found == "was green, red and blue"
    assert "reader tile/2, a tag laid on it" not in found


@pytest.mark.parametrize("fault", ["unplugged", "silent"])
def test_nothing_is_asked_about_a_hub_that_is_away(fault: str) -> None:
    hub = HubWiring("tiles", 22, TILES.readers[:2], lights=28, buttons=(HubButton("yes", 26),))
    questions: list[str] = []
    assert not list(
        FaultyTable(WiringPlan(tables=(hub,)), [f"tiles={fault}"]).examine_with_person(questions.append)
    )
    assert questions == []


def test_without_any_hub_on_usb_it_is_said_how_to_get_one() -> None:
    (told,) = examine_hubs(
        HUB.wirings_of(HubWiring), HubAccess(FakePorts(), "", lambda: 1 << 60), VirtualClock()
    )
    assert told.wrong
    assert (told.what, told.found) == ("hub tiles", "is not found")
    assert "Plug its USB cable in" in told.advice
    assert "herald hub flash tiles" in told.advice


def test_where_no_pins_are_the_hub_is_examined_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        table_examination, "make_drivers", lambda plan: [HubDriver(lambda _plan: FakePorts())]
    )
    monkeypatch.setattr(table_examination, "RealClock", VirtualClock)
    here = table_examination.ExaminationPrerequisites(HUB, True, False, frozenset(), ())
    assert [finding.what for finding in table_examination.examine_table(here)] == ["hub tiles"]
    assert (
        list(
            table_examination.examine_table(
                table_examination.ExaminationPrerequisites(HUB, True, True, frozenset(), ())
            )
        )
        == []
    )
