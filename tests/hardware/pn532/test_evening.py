"""PN532 readers at a table, on virtual chips with all their faults: what is told in the end is what lies there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.events import READER_BACK, READER_DOWN, READER_WELL, TAG_CAME, TAG_LEFT
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import BROWN_OUT, EDGE_OF_FIELD, PN532_FAULTS, TWO_TAGS
from hardware.virtual.simulations import Pn532Simulation
from hardware.virtual.tags import REQA, WUPA, make_classic_1k, make_ntag213
from hardware.wiring_schema import WiringPlan
from tests.long import examples

SECOND = 1_000_000
READERS = ("play", "tile/6")
PLAN = WiringPlan(tables=tuple(Pn532Wiring(name, f"/dev/{name.replace('/', '-')}") for name in READERS))
STICKERS = {
    "play": (make_ntag213(bytes.fromhex("04a1a1a1a1a1a1")), make_classic_1k(bytes.fromhex("a1b2c3d4"))),
    "tile/6": (make_ntag213(bytes.fromhex("04b2b2b2b2b2b2")), make_ntag213(bytes.fromhex("04c3c3c3c3c3c3"))),
}

STRANGE = {bytes((4, 0xF0 + n, *range(5))) for n in range(2)}
"""The tags of the fault TWO_TAGS."""


class Table:
    """Two readers. `told`: the tags that they have told and that have not left since, by reader."""

    def __init__(self, wake_code: int = REQA) -> None:
        self.told: dict[str, set[bytes]] = {name: set() for name in READERS}
        self.down: set[str] = set()
        self.count = 0
        self.rig = VirtualDeviceManager(PLAN, self._hear, VirtualClock())
        self.adapters = self.rig.simulation_of(Pn532Simulation).virtual_readers
        for adapter in self.adapters.values():
            adapter.chip.wake_code = wake_code
        self.rig.open()
        self.rig.run_for(SECOND)

    def _hear(self, event: HardwareEvent) -> None:
        """Everything is told in turns, and nothing of tags while a reader is down."""
        if not isinstance(event, ReaderReported):
            return
        name, report = event.reader, event.event
        if report.kind == TAG_CAME:
            assert report.uid not in self.told[name]
            assert name not in self.down
            assert report.uid in {tag.uid for tag in STICKERS[name]} | STRANGE
            self.told[name].add(report.uid)
            self.count += 1
        elif report.kind == TAG_LEFT:
            self.told[name].remove(report.uid)
        elif report.kind == READER_DOWN:
            assert name not in self.down
            self.down.add(name)
        elif report.kind == READER_BACK:
            self.down.remove(name)

    def lay(self, name: str, which: int) -> None:
        """Lay a sticker there in place of the one that lies there; 2: nothing."""
        for number, tag in enumerate(STICKERS[name]):
            if number == which:
                self.rig.put_tag(name, tag)
            else:
                self.rig.take_tag(name, tag)

    def cure(self) -> None:
        """End all faults, and let everything be noticed."""
        for adapter in self.adapters.values():
            for fault in adapter.active_faults:
                adapter.clear_fault(fault)
        self.rig.run_for(12 * SECOND)

    def agree(self) -> None:
        """What is told is what lies there, and every reader is well."""
        for name, adapter in self.adapters.items():
            assert self.told[name] == {tag.uid for tag in adapter.field.tags}
        assert {each.state for each in self.rig.reader_health()} == {READER_WELL}
        assert self.down == set()


Act = Callable[[Table], object]
laying = st.builds(
    lambda name, which: lambda table: table.lay(name, which), st.sampled_from(READERS), st.integers(0, 2)
)
failing = st.builds(
    lambda name, fault: lambda table: table.adapters[name].inject_fault(fault),
    st.sampled_from(READERS),
    st.sampled_from(sorted(PN532_FAULTS)),
)
curing = st.just(Table.cure)
moments = st.sampled_from([1_000, 100_000, 600_000, SECOND, 4 * SECOND])


@given(st.sampled_from([REQA, WUPA]), st.lists(st.tuples(laying | failing | curing, moments), max_size=12))
@settings(max_examples=examples(8), deadline=None)
def test_whatever_happens_when_all_is_cured_each_reader_says_just_what_lies_there(
    wake_code: int, evening: list[tuple[Act, int]]
) -> None:
    table = Table(wake_code)
    for act, us in evening:
        act(table)
        table.rig.run_for(us)
    table.cure()
    table.agree()


@pytest.mark.long(usual=("half-frame-38", "unplugged-mid-frame-82"))
@pytest.mark.parametrize("wake_code", [REQA, WUPA])
@pytest.mark.parametrize("fault", sorted(set(PN532_FAULTS) - {TWO_TAGS, EDGE_OF_FIELD}))
def test_each_fault_is_survived_and_a_sticker_that_lies_there_is_told_once_more_at_most(
    fault: str, wake_code: int
) -> None:
    table = Table(wake_code)
    table.lay("play", 0)
    table.rig.run_for(SECOND)
    assert table.count == 1
    for _ in range(3):
        table.adapters["play"].inject_fault(fault)
        table.rig.run_for(5 * SECOND)
        if fault != BROWN_OUT:
            table.adapters["play"].clear_fault(fault)
        table.rig.run_for(20 * SECOND)
    table.agree()
    assert table.count <= 4
