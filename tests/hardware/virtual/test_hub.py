"""The virtual hub's cable, power and buttons: what a computer sees of it, and what a bad line does."""

from __future__ import annotations

import threading
from random import Random

import pytest

from hardware.clock import RealClock
from hardware.common.link.hub_settings import encode_settings
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hub import BOOT_US, VirtualHub, VirtualSerialPorts
from hardware.virtual.serial_cable import BUFFER_BYTES, TRANSIT_US, CableDirection
from tests.firmware.host import SECOND, wired

PATH = "/dev/ttyACM0"


class Desk:
    """Two hubs beside a computer, neither plugged in."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.one = VirtualHub(self.clock, uid=b"one", settings=encode_settings(wired(1)))
        self.other = VirtualHub(self.clock, uid=b"other", settings=encode_settings(wired(2)))
        self.ports = VirtualSerialPorts([self.one, self.other])

    def run(self, us: int) -> None:
        end = self.clock.now_us() + us
        while (now := self.clock.now_us()) < end:
            self.clock.wait_us(max(1, min(self.one.run_pending(), self.other.run_pending(), end) - now))

    def paths(self) -> list[str]:
        return [found.path for found in self.ports.list_devices()]


def test_a_hub_is_seen_when_it_has_booted_and_gone_when_it_has_no_power() -> None:
    desk = Desk()
    assert desk.paths() == []
    desk.one.plug(PATH)
    desk.run(BOOT_US - 1)
    assert desk.paths() == []
    desk.run(2)
    assert [(found.path, found.usb_serial, found.is_likely_pico) for found in desk.ports.list_devices()] == [
        (PATH, b"one".hex(), True)
    ]
    desk.other.plug("/dev/ttyACM1")
    desk.run(SECOND)
    assert desk.paths() == [PATH, "/dev/ttyACM1"]
    desk.one.unplug()
    assert desk.paths() == ["/dev/ttyACM1"]
    desk.one.plug("/dev/ttyACM7")
    desk.run(SECOND)
    assert desk.paths() == ["/dev/ttyACM7", "/dev/ttyACM1"]


@pytest.mark.parametrize("what", ["unplug", "restart", "cut"])
def test_an_open_line_is_gone_for_good_with_power_restart_or_cable(what: str) -> None:
    desk = Desk()
    desk.one.plug(PATH)
    desk.run(SECOND)
    line = desk.ports.open(PATH)
    assert line.read() == b""
    getattr(desk.one, what)()
    for use in (line.read, lambda: line.write(b"x"), lambda: line.wait(0)):
        with pytest.raises(OSError, match="Input/output"):
            use()
    with pytest.raises(FileNotFoundError):
        desk.ports.open(PATH)
    desk.one.mend()
    desk.one.plug(PATH)
    desk.run(SECOND)
    assert desk.ports.open(PATH).read() == b""
    with pytest.raises(OSError, match="Input/output"):
        line.read()


def test_a_line_is_for_one_alone() -> None:
    desk = Desk()
    desk.one.plug(PATH)
    desk.run(SECOND)
    line = desk.ports.open(PATH)
    with pytest.raises(OSError, match="busy"):
        desk.ports.open(PATH)
    line.close()
    desk.ports.open(PATH)


def test_what_lies_on_its_flash_survives_but_its_program_begins_anew() -> None:
    desk = Desk()
    desk.one.plug(PATH)
    desk.run(SECOND)
    reader = desk.one.reader_by_bus_and_select[0, 17]
    desk.one.restart()
    desk.run(SECOND)
    assert desk.one.starts == 2
    assert desk.one.reader_by_bus_and_select == {(0, 17): reader}
    assert desk.one.board.flash == encode_settings(wired(1))


def test_a_wait_ends_when_it_is_woken_or_the_hub_speaks() -> None:
    clock = RealClock()
    hub = VirtualHub(clock)
    hub.plug(PATH)
    while not hub.is_connected:
        threading.Event().wait(0.05)
    line = VirtualSerialPorts([hub]).open(PATH)
    for wake in (line.wake, lambda: hub.board.write(b"x")):
        waiting = threading.Thread(target=line.wait, args=(60.0,))
        waiting.start()
        wake()
        waiting.join(20)
        assert not waiting.is_alive()


def test_bytes_arrive_in_order_and_later_and_no_more_than_the_line_holds() -> None:
    clock = VirtualClock()
    way = CableDirection(clock, Random(1))
    assert way.send(bytes(BUFFER_BYTES - 10)) == BUFFER_BYTES - 10
    assert way.send(b"0123456789abc") == 10
    assert way.receive() == b""
    assert way.due_us() == TRANSIT_US
    clock.wait_us(TRANSIT_US)
    assert way.receive(BUFFER_BYTES - 10) == bytes(BUFFER_BYTES - 10)
    assert way.receive(4) + way.receive(4) + way.receive() == b"0123456789"
    assert way.due_us() is None


@pytest.mark.parametrize(
    ("rates", "fits"),
    [
        ((0.0, 0.0, 0.0), lambda got, sent: got == sent),
        ((0.1, 0.0, 0.0), lambda got, sent: 0.85 < len(got) / len(sent) < 0.95),
        ((0.0, 0.1, 0.0), lambda got, sent: 0.85 < _same(got, sent) < 0.95 and len(got) == len(sent)),
        ((0.0, 0.0, 0.01), lambda got, sent: 1.03 < len(got) / len(sent) < 1.07),
    ],
    ids=["good", "lost", "changed", "rubbish"],
)
def test_a_bad_line_is_as_bad_as_it_is_said_to_be(rates: tuple[float, float, float], fits: object) -> None:
    clock = VirtualClock()
    way = CableDirection(clock, Random(1))
    way.loss_rate, way.change_rate, way.rubbish_rate = rates
    sent, got = bytes(range(256)) * 40, b""
    for at in range(0, len(sent), 256):
        way.send(sent[at : at + 256])
        clock.wait_us(TRANSIT_US)
        got += way.receive()
    assert callable(fits)
    assert fits(got, sent)


def _same(one: bytes, other: bytes) -> float:
    return sum(a == b for a, b in zip(one, other, strict=False)) / len(other)
