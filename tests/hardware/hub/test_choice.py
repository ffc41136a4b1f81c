"""Which Pico a command means: the plan's, the device's, or the only one; and what is said where none is."""

from __future__ import annotations

import errno
import re

import pytest

from hardware.common.link.messages import LEAVE, SETTINGS, STORED
from hardware.errors import HardwareMissingError
from hardware.readers.hub import probe
from hardware.readers.hub.pico_choice import ChosenPico, choose_pico, probe_device
from hardware.readers.hub.probe import HubProbe
from hardware.readers.hub.wiring_schema import HubReader, HubWiring
from hardware.readers.serial_ports import SerialDevice
from hardware.virtual.clock import VirtualClock
from tests.hardware.hub.scripted import FakePorts, FakeSerial, Scripted

ACM0, ACM1, ACM2 = "/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM2"


class Ports(FakePorts):
    """Serial devices on a clock that moves when somebody waits. `picos`: what was plugged in."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.clock = clock

    def pico(self, path: str, name: str | None, usb: str = "", likely: bool = True) -> Scripted | None:
        """One with a hub of that name, or with nothing that answers."""
        hub = Scripted(self.clock, name) if name is not None else None
        self.plug(path, hub, usb, likely)
        return hub

    def open(self, path: str) -> FakeSerial:
        super().open(path)
        line = self.ports[path].open = Patient(self, path)
        return line


class Patient(FakeSerial):
    """A line on which one may wait."""

    def __init__(self, ports: Ports, path: str) -> None:
        super().__init__(ports.ports[path])
        self._clock = ports.clock

    def wait(self, seconds: float) -> None:
        self._clock.wait_us(min(seconds * 1_000_000, 1_000))


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Ports:
    clock = VirtualClock()
    monkeypatch.setattr(probe, "now_us", clock.now_us)
    return Ports(clock)


def hub(name: str, usb: str | None = None, port: str | None = None) -> HubWiring:
    return HubWiring(name, 22, (HubReader("play", 0, 17),), usb=usb, port=port)


TILES, COLUMNS = hub("tiles"), hub("columns")


def chosen(found: ChosenPico) -> tuple[str, str]:
    return found.device.path, found.wiring.name if found.wiring is not None else ""


# -- one Pico


@pytest.mark.parametrize("name", [None, "", "tiles", "somebody"])
def test_the_only_pico_is_meant_whatever_runs_on_it(ports: Ports, name: str | None) -> None:
    ports.pico(ACM0, name)
    ports.pico(ACM1, None, likely=False)
    assert chosen(choose_pico(ports, (), "", "")) == (ACM0, "")


@pytest.mark.parametrize("name", [None, "", "tiles", "somebody"])
def test_it_becomes_the_only_hub_of_the_plan(ports: Ports, name: str | None) -> None:
    ports.pico(ACM0, name)
    for said in ("", "tiles"):
        assert chosen(choose_pico(ports, (TILES,), said, "")) == (ACM0, "tiles")


def test_of_two_planned_hubs_it_is_the_one_that_it_says(ports: Ports) -> None:
    ports.pico(ACM0, "columns")
    assert chosen(choose_pico(ports, (TILES, COLUMNS), "", "")) == (ACM0, "columns")


@pytest.mark.parametrize("name", [None, "", "somebody"])
def test_or_the_one_whose_name_was_said(ports: Ports, name: str | None) -> None:
    ports.pico(ACM0, name)
    assert chosen(choose_pico(ports, (TILES, COLUMNS), "columns", "")) == (ACM0, "columns")
    with pytest.raises(
        HardwareMissingError, match=r"which hub of the wiring plan is /dev/ttyACM0 .*herald hub flash tiles"
    ):
        choose_pico(ports, (TILES, COLUMNS), "", "")


def test_another_hub_of_the_plan_is_not_overwritten_unless_the_device_is_said(ports: Ports) -> None:
    ports.pico(ACM0, "columns")
    with pytest.raises(HardwareMissingError, match="hub tiles is not here, only other hubs of the plan are"):
        choose_pico(ports, (TILES, COLUMNS), "tiles", "")
    assert chosen(choose_pico(ports, (TILES, COLUMNS), "tiles", ACM0)) == (ACM0, "tiles")


# -- several


def test_among_several_it_is_the_one_with_the_name(ports: Ports) -> None:
    ports.pico(ACM0, "columns")
    ports.pico(ACM1, "tiles")
    ports.pico(ACM2, None)
    assert chosen(choose_pico(ports, (TILES, COLUMNS), "tiles", "")) == (ACM1, "tiles")
    assert chosen(choose_pico(ports, (TILES,), "", "")) == (ACM1, "tiles")


def test_or_the_only_one_that_has_no_planned_name(ports: Ports) -> None:
    ports.pico(ACM0, "columns")
    ports.pico(ACM1, "")
    assert chosen(choose_pico(ports, (TILES, COLUMNS), "tiles", "")) == (ACM1, "tiles")


def test_where_it_could_be_any_of_several_they_are_told(ports: Ports) -> None:
    ports.pico(ACM0, "somebody")
    ports.pico(ACM1, "")
    expected = re.escape(f"{ACM0} (somebody), {ACM1} (no name); say which one, with --port")
    for plan in ((), (TILES,)):
        with pytest.raises(HardwareMissingError, match=expected):
            choose_pico(ports, plan, "", "")
    assert chosen(choose_pico(ports, (TILES,), "", ACM1)) == (ACM1, "tiles")


# -- where the plan says


def test_the_plans_usb_number_decides(ports: Ports) -> None:
    ports.pico(ACM0, "tiles", usb="E661")
    ports.pico(ACM1, None, usb="e662")
    assert chosen(choose_pico(ports, (hub("tiles", usb="E662"),), "", "")) == (ACM1, "tiles")


def test_so_does_its_device(ports: Ports) -> None:
    ports.pico(ACM0, "tiles")
    ports.pico(ACM1, None, likely=False)
    assert chosen(choose_pico(ports, (hub("tiles", port="/dev/*1"),), "", "")) == (ACM1, "tiles")


@pytest.mark.parametrize(
    ("wiring", "why"),
    [
        (hub("tiles", usb="E669"), "with the USB number E669"),
        (hub("tiles", port="/dev/pico"), "at /dev/pico"),
    ],
)
def test_where_it_is_not_there_that_is_said(ports: Ports, wiring: HubWiring, why: str) -> None:
    ports.pico(ACM0, "tiles", usb="e661")
    with pytest.raises(HardwareMissingError, match=f"hub tiles should be {why} by the wiring plan"):
        choose_pico(ports, (wiring,), "", "")


# -- none


def test_no_pico(ports: Ports) -> None:
    ports.pico(ACM0, None, likely=False)
    with pytest.raises(HardwareMissingError, match="there is no Pico on USB"):
        choose_pico(ports, (), "", "")
    with pytest.raises(HardwareMissingError, match="no serial device /dev/ttyACM7"):
        choose_pico(ports, (), "", "/dev/ttyACM7")


def test_no_such_hub(ports: Ports) -> None:
    ports.pico(ACM0, None)
    with pytest.raises(HardwareMissingError, match="the wiring plan has no hub tile: it has tiles, columns"):
        choose_pico(ports, (TILES, COLUMNS), "tile", "")
    with pytest.raises(HardwareMissingError, match="no wiring plan has a hub tiles"):
        choose_pico(ports, (), "tiles", "")


# -- known again


def test_it_is_known_again_by_its_usb_number_at_any_device(ports: Ports) -> None:
    ports.pico(ACM0, None, usb="e661")
    is_it = choose_pico(ports, (), "", ACM0).is_same_pico
    assert is_it(SerialDevice(ACM1, "e661"))
    assert not is_it(SerialDevice(ACM0, "e662"))


def test_without_one_where_it_was_looked_for(ports: Ports) -> None:
    ports.pico(ACM0, None)
    assert choose_pico(ports, (), "", "").is_same_pico(SerialDevice(ACM0))
    assert not choose_pico(ports, (), "", "").is_same_pico(SerialDevice(ACM1))
    assert choose_pico(ports, (hub("tiles", port="/dev/ttyACM*"),), "", "").is_same_pico(SerialDevice(ACM1))
    assert choose_pico(ports, (), "", "/dev/tty*").is_same_pico(
        SerialDevice("/dev/pts/7", links=("/dev/tty7",))
    )


# -- a visit


def test_who_cannot_be_asked_is_told_why(ports: Ports) -> None:
    ports.pico(ACM0, "tiles")
    for number, why in (
        (errno.EACCES, "usermod -aG dialout"),
        (errno.EAGAIN, "in use by another program, by a running Herald perhaps"),
        (errno.ENOENT, "is not there"),
        (errno.EIO, "unplug the Pico"),
    ):
        ports.ports[ACM0].refuses = OSError(number, "no")
        found = probe_device(ports, ports.list_devices()[0])
        assert why in found.why
        assert found.hub_name == ""


def test_of_a_hub_of_another_version_no_name_is_known(ports: Ports) -> None:
    scripted = ports.pico(ACM0, "tiles")
    assert scripted is not None
    scripted.welcome.version = 9
    found = probe_device(ports, ports.list_devices()[0])
    assert found.welcome is not None
    assert (found.welcome.version, found.hub_name) == (9, "")


def test_a_hub_is_sent_away_and_has_said_that_it_heard(ports: Ports) -> None:
    scripted = ports.pico(ACM0, "tiles")
    with HubProbe(ports, ACM0) as there:
        assert there.ask_welcome() is not None
        before = ports.clock.now_us()
        there.send_to_repl()
        assert ports.clock.now_us() - before < 100_000
    assert scripted is not None
    assert [frame.kind for frame in scripted.heard] == [LEAVE]
    assert ports.ports[ACM0].open is None


@pytest.mark.parametrize("why", ["", "GP5 is wanted twice"])
def test_settings_are_answered(ports: Ports, why: str) -> None:
    scripted = ports.pico(ACM0, "tiles")
    assert scripted is not None
    with HubProbe(ports, ACM0) as there:
        there.ask_welcome()
        scripted.say(STORED, why.encode())
        assert there.store_settings(b"settings") == why
    assert [(frame.kind, frame.body) for frame in scripted.heard] == [(SETTINGS, b"settings")]


def test_a_hub_that_does_not_answer_settings_is_not_waited_for_without_end(ports: Ports) -> None:
    ports.pico(ACM0, "tiles")
    with HubProbe(ports, ACM0) as there:
        there.ask_welcome()
        assert there.store_settings(b"settings") == "it did not answer"
    assert ports.clock.now_us() < 5_000_000
