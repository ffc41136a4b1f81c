"""Measures tables of twelve readers, on a hub or on the Pi itself, in virtual time and in real.

In virtual time a hub's transfers cost what they cost on a Pico; nothing else of its Python costs time, and a
turn of the hub lasts as long as its transfers and the driver's waits. In real time a hub is its whole program
in a real MicroPython at the end of a serial line, where pyserial finds it, with its chips behind a pair of
pipes: this measures this computer's share and its wake-ups; a Pico and its USB have others.
"""

from __future__ import annotations

import os
import pty
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from hardware.clock import RealClock
from hardware.common.events import READER_WELL
from hardware.common.rc522.reader import POLL_US
from hardware.device_manager import DeviceManager, make_device_manager
from hardware.readers.hub.staging import stage_program
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import VirtualTag
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MicroPythonProcess
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from measuring.hands import BenchHands, TagAction
from measuring.readers import make_wiring

HUB_WIRING = load_kit("hub").wirings_of(HubWiring)[0]
HUB_PLAN = WiringPlan(tables=(HUB_WIRING,))
PI_PLAN = make_wiring([reader.name for reader in HUB_WIRING.readers])
SETTLE_US = 1_000_000
"""Microseconds in which working readers have scanned their tags."""
START_UP_TIMEOUT_US = 20_000_000
"""Microseconds until a hub has its settings, has restarted with them, and all its readers work."""


class VirtualTimeTable:
    """A table in virtual time.

    `busy_time_us`: the time that its hub worked, or the Pi's readers one after another.
    """

    def __init__(self, plan: WiringPlan, tags: int = 0, hands: int = 1) -> None:
        """`tags` and `hands` are for `tag_latencies_ms`, as in BenchHands."""
        self.clock = VirtualClock()
        self.busy_time_us = 0
        self._names = plan.reader_names
        self._hands = BenchHands(self.clock.now_us, tags, hands)
        self.rig = VirtualDeviceManager(plan, self._hands.on_reader_event, self.clock)
        self.rig.open()
        while not _well(self.rig, self.clock.now_us()):
            self._turn(self.clock.now_us() + SETTLE_US)
        self.run(SETTLE_US)

    def run(self, us: int) -> None:
        """Let so many microseconds pass."""
        until = self.clock.now_us() + us
        while self.clock.now_us() < until:
            self._turn(until)

    def tag_latencies_ms(self) -> list[float]:
        """Milliseconds from each laid tag to its report."""
        self._hands.begin(self._names, self.rig.put_tag, self.rig.take_tag)
        while not self._hands.is_done:
            self._turn(self._hands.step())
        return self._hands.latencies_ms

    def _turn(self, until_us: int) -> None:
        """Do what is due, then go on to the next time."""
        begun = self.clock.now_us()
        due = min(self.rig.run_pending(), until_us)
        self.busy_time_us += self.clock.now_us() - begun
        self.clock.wait_us(max(1, due - self.clock.now_us()))


def measure_pi_reader_latencies_ms(tags: int) -> list[float]:
    """The latencies in real time, of the Pi's own readers with a thread each."""
    clock = RealClock()
    hands = BenchHands(clock.now_us, tags, pause_us=POLL_US)
    rig = VirtualDeviceManager(PI_PLAN, hands.on_reader_event, clock)
    return _laid(rig, hands, rig.put_tag, rig.take_tag)


def measure_hub_reader_latencies_ms(tags: int) -> list[float]:
    """The latencies in real time through a hub whose program a real MicroPython runs.

    Raises HardwareMissingError without a MicroPython.
    """
    world = PicoWorld(RealClock())
    twins = {
        reader.name: world.add_reader(reader.bus, reader.select, reset=HUB_WIRING.reset)
        for reader in HUB_WIRING.readers
    }
    hands = BenchHands(world.clock.now_us, tags, pause_us=POLL_US)

    def put(reader: str, tag: VirtualTag) -> None:
        twins[reader].field.put_tag(tag)

    def take(reader: str, tag: VirtualTag) -> None:
        twins[reader].field.take_tag(tag)

    with tempfile.TemporaryDirectory() as flash, _line() as (pico, path):
        stage_program(Path(flash))
        plan = WiringPlan(tables=(replace(HUB_WIRING, port=path),))
        with MicroPythonProcess(world, Path(flash), ends=lambda: (pico, pico)):
            return _laid(make_device_manager(plan, hands.on_reader_event), hands, put, take)


def _laid(rig: DeviceManager, hands: BenchHands, put: TagAction, take: TagAction) -> list[float]:
    begun_us = RealClock().now_us()
    rig.open()
    rig.start()
    try:
        while not _well(rig, RealClock().now_us() - begun_us):
            time.sleep(0.05)
        time.sleep(SETTLE_US / 1e6)
        hands.begin([reader.name for reader in HUB_WIRING.readers], put, take)
        while not hands.is_done:
            hands.step()
            hands.wait()
    finally:
        rig.close()
    return hands.latencies_ms


def _well(rig: DeviceManager, us: int) -> bool:
    """Whether all readers work. Raises AssertionError when they do not after so long."""
    states = rig.reader_health()
    if us > START_UP_TIMEOUT_US:
        raise AssertionError(f"not all readers were well: {states}, {rig.problems()}")
    return all(state.state == READER_WELL for state in states)


@contextmanager
def _line() -> Iterator[tuple[int, str]]:
    """A serial line without echo: descriptor of the hub's end, path of the computer's."""
    hub, computer = pty.openpty()
    tty.setraw(computer)
    try:
        yield hub, os.ttyname(computer)
    finally:
        os.close(hub)
        os.close(computer)
