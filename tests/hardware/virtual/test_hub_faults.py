"""The faults by name that a virtual hub can be given: what each does, and that it is over when it is cured."""

from __future__ import annotations

import pytest

from hardware.virtual import faults
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hub import BOOT_US, VirtualHub, VirtualSerialPorts

PATH = "/dev/ttyACM0"


class Desk:
    """A hub that is plugged into a computer and has started."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.hub = VirtualHub(self.clock)
        self.ports = VirtualSerialPorts([self.hub])
        self.hub.plug(PATH)
        self.run(2 * BOOT_US)

    def run(self, us: int) -> None:
        end = self.clock.now_us() + us
        while (now := self.clock.now_us()) < end:
            self.clock.wait_us(max(1, min(self.hub.run_pending(), end) - now))

    def there(self) -> bool:
        return [found.path for found in self.ports.list_devices()] == [PATH]


@pytest.mark.parametrize("fault", [faults.HUB_UNPLUGGED, faults.LINE_CUT])
def test_a_hub_that_is_away_comes_back_where_it_was(fault: str) -> None:
    desk = Desk()
    desk.hub.inject_fault(fault)
    desk.run(BOOT_US)
    assert not desk.there()
    assert desk.hub.active_faults == {fault}
    desk.hub.clear_faults()
    desk.run(2 * BOOT_US)
    assert desk.there()
    assert desk.hub.active_faults == frozenset()
    assert desk.hub.starts == (2 if fault == faults.HUB_UNPLUGGED else 1)


def test_a_restart_is_over_by_itself() -> None:
    desk = Desk()
    desk.hub.inject_fault(faults.HUB_RESTART)
    assert not desk.there()
    assert desk.hub.active_faults == frozenset()
    desk.run(2 * BOOT_US)
    assert desk.there()
    assert desk.hub.starts == 2


@pytest.mark.parametrize("fault", [faults.LINE_LOSS, faults.LINE_NOISE])
def test_a_bad_line_is_bad_both_ways_until_it_is_cured(fault: str) -> None:
    desk = Desk()
    sent = bytes(1_000)

    def arrive() -> list[bytes]:
        ways = (desk.hub.to_host, desk.hub.to_hub)
        for way in ways:
            way.send(sent)
        desk.clock.wait_us(10_000)
        return [way.receive() for way in ways]

    desk.hub.inject_fault(fault)
    assert all(came != sent for came in arrive())
    desk.hub.clear_faults()
    assert arrive() == [sent, sent]


def test_there_is_no_other_fault() -> None:
    with pytest.raises(KeyError):
        Desk().hub.inject_fault("unplugged")
