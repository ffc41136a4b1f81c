"""The simulation of a plan's PN532 readers, whatever driver is over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.clock import MonotonicClock
from hardware.errors import WiringPlanError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import INTERFACE_VERSION, ReaderDriver, ReaderGroup, ReaderKind
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.virtual import faults, simulations
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faulty_table import FaultyTable
from hardware.virtual.pn532_line import VirtualPn532Connection
from hardware.virtual.simulations import Pn532Simulation
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import ReaderWiring, WiringPlan
from tests.hardware.third_kind.registered import registered

FIRMWARE = bytes.fromhex("555500000000000000000000000000000000FF02FED4022A00")
FIRMWARE_IS = bytes.fromhex("0000FF00FF000000FF06FAD50332010607E800")
UID = bytes.fromhex("04A1B2C3D4E5F6")


class PortWiring(ReaderWiring, frozen=True):
    """A reader on a port."""

    port: str


class AskingDriver(ReaderDriver):
    """It asks each chip who it is, and no more."""

    wiring_type = PortWiring

    def __init__(self, open_line: Callable[[str], VirtualPn532Connection]) -> None:
        self.open_line = open_line

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        return SupervisedReaderGroup({}, on_event, clock, "a PN532")

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        for wiring in plan.wirings_of(PortWiring):
            try:
                line = self.open_line(wiring.port)
            except OSError:
                yield Finding(wiring.name, "is not there", True, "")
                continue
            line.write(FIRMWARE)
            clock.wait_us(50_000)
            came = line.read()
            line.close()
            yield Finding(
                wiring.name, "is well" if came == FIRMWARE_IS else came.hex(), came != FIRMWARE_IS, ""
            )


KIND = ReaderKind(
    INTERFACE_VERSION,
    "pn532-asked",
    "PN532",
    PortWiring,
    driver=f"{__name__}:AskingDriver",
    simulation="hardware.virtual.simulations:Pn532Simulation",
    table_name="asked",
)
PLAN = WiringPlan(tables=(PortWiring("play", "/dev/one"), PortWiring("tile/6", "/dev/two")))


@pytest.fixture(autouse=True)
def _driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "Pn532Driver", AskingDriver)
    monkeypatch.setattr(simulations, "Pn532Wiring", PortWiring)


def examined(folder: Path, *given: str) -> dict[str, str]:
    with registered(folder, **{KIND.name: f"{__name__}:KIND"}):
        return {
            each.what: each.found
            for each in FaultyTable(PLAN, given).examine()
            if each.what in PLAN.reader_names
        }


def test_each_reader_of_the_plan_is_an_adapter_at_its_port() -> None:
    simulation = Pn532Simulation(PLAN, VirtualClock(), 9.0, 0)
    assert {name: each.path for name, each in simulation.virtual_readers.items()} == {
        "play": "/dev/one",
        "tile/6": "/dev/two",
    }
    simulation.open_line("/dev/two").close()
    with pytest.raises(OSError, match="/dev/three"):
        simulation.open_line("/dev/three")


def test_tags_lie_where_they_are_laid() -> None:
    simulation, tag = Pn532Simulation(PLAN, VirtualClock(), 9.0, 0), make_ntag213(UID)
    simulation.put_tag("play", tag)
    assert simulation.virtual_readers["play"].field.tags == (tag,)
    assert not simulation.virtual_readers["tile/6"].field.tags
    simulation.take_tag("play", tag)
    assert not simulation.virtual_readers["play"].field.tags


def test_it_is_due_while_a_command_is_under_way() -> None:
    clock = VirtualClock()
    simulation = Pn532Simulation(PLAN, clock, 9.0, 0)
    assert simulation.run_pending() is None
    line = simulation.open_line("/dev/one")
    line.write(FIRMWARE)
    while (due := simulation.run_pending()) is not None:
        assert due > clock.now_us()
        clock.wait_us(due - clock.now_us())
    assert 2_000 < clock.now_us() < 15_000
    clock.wait_us(10_000)
    assert line.read() == FIRMWARE_IS


def test_a_waiting_host_waits_on_the_clock_of_the_simulation() -> None:
    clock, came = VirtualClock(), b""
    line = Pn532Simulation(PLAN, clock, 9.0, 0).open_line("/dev/one")
    line.write(FIRMWARE)
    while len(came) < len(FIRMWARE_IS):
        line.wait(1.0)
        came += line.read()
    assert came == FIRMWARE_IS
    assert clock.now_us() < 50_000
    line.wait(1.0)
    assert clock.now_us() >= 1_000_000


def test_the_doctors_virtual_table_has_its_faults(tmp_path: Path) -> None:
    assert examined(tmp_path) == {"play": "is well", "tile/6": "is well"}


def test_each_fault_is_given_to_the_reader_that_is_named(tmp_path: Path) -> None:
    assert examined(tmp_path, f"tile/6={faults.UNPLUGGED}") == {"play": "is well", "tile/6": "is not there"}


@pytest.mark.parametrize("name", faults.PN532_FAULTS)
def test_no_fault_disturbs_the_other_reader(tmp_path: Path, name: str) -> None:
    assert examined(tmp_path, f"play={name}")["tile/6"] == "is well"


def test_an_unknown_fault_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        WiringPlanError, match="of the readers play, tile/6 and the names lost-ack, late-answer"
    ):
        examined(tmp_path, f"play={faults.MISO_LOW}")
