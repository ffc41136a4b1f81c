"""Everything of one plan together, on a virtual board and panel: what is heard, whatever goes wrong with any part."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

import pytest
from gpiozero import Factory
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import device_manager as rigs
from hardware.clock import RealClock
from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.reader import Rc522Reader
from hardware.device_manager import DeviceManager, make_device_manager
from hardware.errors import HardwareMissingError
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.readers.driver import TagMemoryAccess
from hardware.readers.hub.wiring_schema import HubReader, HubWiring
from hardware.readers.rc522.driver import Rc522Driver
from hardware.readers.rc522.spi_modules import SpiModules
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import BROWN_OUT, BUS_FAILS, FAULTS, UNPLUGGED, WEDGED_RECEIVER
from hardware.virtual.reader import VirtualReader
from hardware.virtual.simulations import Rc522Simulation
from hardware.virtual.tags import VirtualTag, make_ntag213
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from tests.long import examples

FIVE = load_kit("five")
NAMES = tuple(reader.name for reader in FIVE.wirings_of(Rc522Wiring))
SECOND = 1_000_000
DEADLINE_S = 10.0
"""No test waits so long unless it fails."""


def sticker(number: int) -> VirtualTag:
    """A fresh one."""
    return make_ntag213(bytes((0x04, number, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6)))


class Ear:
    """What a rig says, and what follows from it for somebody who hears all of it."""

    def __init__(self) -> None:
        self.all: list[HardwareEvent] = []
        self._bell = threading.Condition()

    def __call__(self, heard: HardwareEvent) -> None:
        with self._bell:
            self.all.append(heard)
            self._bell.notify_all()

    def of(self, name: str) -> list[ReaderEvent]:
        return [
            heard.event for heard in self.all if isinstance(heard, ReaderReported) and heard.reader == name
        ]

    def kinds(self, name: str) -> list[str]:
        return [said.kind for said in self.of(name)]

    def presses(self) -> list[str]:
        return [heard.button for heard in self.all if isinstance(heard, ButtonPressed)]

    def troubles(self) -> list[str]:
        return [heard.sentence for heard in self.all if isinstance(heard, HardwareProblem)]

    def lying(self, name: str) -> list[bytes]:
        """The tags that lie there, by what was heard."""
        there: list[bytes] = []
        for said in self.of(name):
            if said.kind == TAG_CAME:
                assert said.uid not in there, f"{name} says twice that a tag came"
                there.append(said.uid)
            elif said.kind == TAG_LEFT:
                there.remove(said.uid)
        return there

    def down(self, name: str) -> bool:
        """Whether it is down, by what was heard; DOWN and BACK come in turns."""
        turns = [kind for kind in self.kinds(name) if kind in (READER_DOWN, READER_BACK)]
        assert turns == [READER_DOWN, READER_BACK] * (len(turns) // 2) + [READER_DOWN] * (len(turns) % 2)
        return len(turns) % 2 == 1

    def wait(self, enough: Callable[[], bool]) -> None:
        with self._bell:
            assert self._bell.wait_for(enough, DEADLINE_S), self.all


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def rig(ear: Ear, clock: VirtualClock) -> VirtualDeviceManager:
    rig = VirtualDeviceManager(FIVE, ear, clock)
    rig.open()
    return rig


@pytest.fixture
def card() -> VirtualTag:
    return sticker(0xA1)


def run(rig: DeviceManager, clock: VirtualClock, us: int) -> None:
    """Let time pass for a rig without threads."""
    end = clock.now_us() + us
    while clock.now_us() < end:
        clock.wait_us(max(1, min(rig.run_pending(), end) - clock.now_us()))


def itself(reader: TagMemoryAccess) -> Rc522Reader:
    """Of a reader on the Pi, all of it."""
    assert isinstance(reader, Rc522Reader)
    return reader


def states(rig: DeviceManager) -> dict[str, str]:
    return {state.name: state.state for state in rig.reader_health()}


# All is well


def test_a_quiet_table_says_nothing_and_every_reader_is_well(rig: VirtualDeviceManager, ear: Ear) -> None:
    assert states(rig) == dict.fromkeys(NAMES, "starting")
    rig.run_for(5 * SECOND)
    assert ear.all == []
    assert states(rig) == dict.fromkeys(NAMES, "well")
    assert {state.version for state in rig.reader_health()} == {0x92}
    assert rig.problems() == ()


def test_a_tag_is_heard_where_it_lies_and_when_it_goes(
    rig: VirtualDeviceManager, ear: Ear, card: VirtualTag
) -> None:
    rig.run_for(SECOND)
    rig.put_tag("tile/7", card)
    rig.run_for(SECOND)
    rig.take_tag("tile/7", card)
    rig.run_for(SECOND)
    assert ear.all == [
        ReaderReported("tile/7", ReaderEvent(TAG_CAME, card.uid)),
        ReaderReported("tile/7", ReaderEvent(TAG_LEFT, card.uid)),
    ]


def test_a_press_is_heard_once_by_the_name_in_the_plan(rig: VirtualDeviceManager, ear: Ear) -> None:
    rig.run_for(SECOND)
    for button in FIVE.buttons:
        rig.panel.tap(button.name, "worn")
        rig.run_for(SECOND)
    assert ear.all == [ButtonPressed(button.name) for button in FIVE.buttons]


def test_a_light_shows_and_a_buzzer_sounds_what_they_are_told(rig: VirtualDeviceManager, ear: Ear) -> None:
    rig.show_light("play", "think")
    rig.show_light("tile/6", "go")
    rig.show_light("tile/9", "go")  # it has no light
    rig.play_sound("go")
    rig.run_for(SECOND)
    assert (rig.panel.light_signal("play"), rig.panel.light_signal("tile/6")) == ("think", "go")
    assert len({pitch for _, pitch in rig.panel.tone_history() if pitch}) == 2
    rig.show_light("play", "off")
    rig.run_for(10 * SECOND)
    assert rig.panel.light_signal("play") == "off"


def test_a_job_runs_beside_the_scans(rig: VirtualDeviceManager, ear: Ear, card: VirtualTag) -> None:
    rig.put_tag("play", card)
    rig.run_for(SECOND)
    written = rig.submit_reader_job(
        "play", lambda reader: reader.write_user_memory(card.uid, b"\x03\x00\xfe\x00")
    )
    read = rig.submit_reader_job("play", lambda reader: reader.read_user_memory(card.uid))
    rig.run_for(SECOND)
    assert written.result(0) is None
    assert read.result(0)[:4] == b"\x03\x00\xfe\x00"
    assert ear.lying("play") == [card.uid]


def test_nobody_can_be_asked_who_is_not_in_the_plan(
    rig: VirtualDeviceManager, clock: VirtualClock, ear: Ear
) -> None:
    with pytest.raises(KeyError):
        rig.submit_reader_job("tile/1", itself)
    with pytest.raises(KeyError):
        VirtualDeviceManager(WiringPlan(), ear, clock).submit_reader_job("play", itself)


def test_an_empty_plan_is_a_rig_that_does_nothing(clock: VirtualClock, ear: Ear) -> None:
    rig = VirtualDeviceManager(WiringPlan(), ear, clock)
    rig.open()
    rig.show_light("play", "go")
    rig.play_sound("no")
    assert rig.run_pending() > clock.now_us()
    rig.run_for(SECOND)
    rig.close()
    assert (ear.all, rig.reader_health(), rig.problems()) == ([], (), ())


def test_each_reader_has_the_gain_of_its_plan(clock: VirtualClock, ear: Ear) -> None:
    readers = (Rc522Wiring("play", 0, 0, gain_db=48), Rc522Wiring("tile/6", 1, 0))
    rig = VirtualDeviceManager(WiringPlan(reset=25, tables=readers), ear, clock)
    rig.open()
    rig.run_for(SECOND)
    for reader in readers:
        chip = rig.simulation_of(Rc522Simulation).virtual_readers[reader.name].chip
        assert chip.registers[reg.RF_CFG] == reg.rf_cfg_value(reader.gain_db)


def test_closing_darkens_every_light_and_gives_all_back(
    clock: VirtualClock, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = VirtualDeviceManager(FIVE, ear, clock)
    closed: list[str] = []
    monkeypatch.setattr(rig.panel.pins, "close", lambda: closed.append("pins"))
    rig.open()
    rig.show_light("play", "go")
    rig.run_for(SECOND)
    light = FIVE.wirings_of(Rc522Wiring)[0].light
    assert light is not None
    green = rig.panel.pins.pin(light.green)
    assert green.put_out[-1][1] == 1
    asked = rig.submit_reader_job("play", itself)
    rig.run_pending()
    rig.close()
    assert closed == ["pins"]
    assert green.put_out[-1][1] == 0
    reader = asked.result(0)
    reader.step()
    assert reader.tally["dead"] == 1  # its SPI device is closed
    assert "cleanup" not in {call[0] for call in rig.spi_board.gpio.calls}
    rig.close()


# What cannot be opened


def refuse() -> SpiModules:
    raise HardwareMissingError("spidev cannot be imported")


def no_pins() -> Factory:
    raise HardwareMissingError("this computer has no pin header")


def test_without_the_package_every_reader_is_down_with_the_reason_and_buttons_work(
    clock: VirtualClock, ear: Ear
) -> None:
    parts = VirtualDeviceManager(FIVE, ear, clock)
    rig = DeviceManager(FIVE, [Rc522Driver(refuse)], lambda: parts.panel.pins, ear, clock)
    rig.open()
    run(rig, clock, SECOND)
    for name in NAMES:
        assert ear.of(name) == [ReaderEvent(READER_DOWN, why="spidev cannot be imported")]
    assert {state.why for state in rig.reader_health()} == {"spidev cannot be imported"}
    parts.panel.tap("yes")
    run(rig, clock, SECOND)
    assert ear.presses() == ["yes"]
    rig.close()


def test_without_pins_it_is_said_and_the_readers_work(
    clock: VirtualClock, ear: Ear, card: VirtualTag
) -> None:
    parts = VirtualDeviceManager(FIVE, ear, clock)
    rig = DeviceManager(FIVE, parts.drivers, no_pins, ear, clock)
    rig.open()
    assert ear.troubles() == ["this computer has no pin header"]
    rig.show_light("play", "go")
    rig.play_sound("go")
    parts.put_tag("play", card)
    run(rig, clock, SECOND)
    assert ear.lying("play") == [card.uid]
    rig.close()


def test_pins_that_others_hold_are_said_one_by_one_and_the_rest_works(clock: VirtualClock, ear: Ear) -> None:
    light = FIVE.wirings_of(Rc522Wiring)[0].light
    assert light is not None
    yes = next(button.pin for button in FIVE.buttons if button.name == "yes")
    rig = VirtualDeviceManager(FIVE, ear, clock, busy=frozenset({yes, light.red, FIVE.buzzer or 0}))
    rig.open()
    assert len(ear.troubles()) == 3
    for part in ("button yes", "light of play (red)", "buzzer"):
        assert [trouble for trouble in ear.troubles() if part in trouble]
    assert rig.problems() == tuple(ear.troubles())
    rig.play_sound("no")
    rig.panel.tap("no")
    rig.run_for(SECOND)
    assert ear.presses() == ["no"]
    assert states(rig) == dict.fromkeys(NAMES, "well")


def test_a_button_that_stays_down_is_said_once(rig: VirtualDeviceManager, ear: Ear) -> None:
    for _ in range(2):
        rig.panel.press("undo")
        rig.run_for(15 * SECOND)
        rig.panel.release("undo")
        rig.run_for(SECOND)
    assert ear.presses() == ["undo", "undo"]
    (trouble,) = ear.troubles()
    assert "button undo" in trouble


def test_a_hub_that_is_not_there_is_said_once_and_its_readers_are_down(clock: VirtualClock, ear: Ear) -> None:
    readers = (HubReader("tile/1", 0, 0), HubReader("tile/2", 0, 1))
    rig = VirtualDeviceManager(WiringPlan(tables=(HubWiring("tiles", 22, readers),)), ear, clock)
    rig.hub_by_name["tiles"].unplug()
    rig.open()
    rig.run_for(20 * SECOND)
    (trouble,) = ear.troubles()
    assert "hub tiles" in trouble
    assert rig.problems() == (trouble,)
    assert ear.of("tile/1") == ear.of("tile/2") == [ReaderEvent(READER_DOWN, why=trouble)]
    assert {state.why for state in rig.reader_health()} == {trouble}


def test_a_machine_without_any_of_it_says_so_and_plays_by_touch(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> int:
        raise HardwareMissingError("This computer has no pin header of a Raspberry Pi")

    monkeypatch.setattr(rigs, "header_chip_number", nothing)
    monkeypatch.setattr("hardware.readers.rc522.driver.header_chip_number", nothing)
    rig = make_device_manager(FIVE, ear)
    rig.open()
    rig.start()
    try:
        ear.wait(lambda: all(ear.down(name) for name in NAMES))
        assert ear.troubles() == ["This computer has no pin header of a Raspberry Pi"]
        assert {said.why for name in NAMES for said in ear.of(name)} == set(ear.troubles())
    finally:
        rig.close()


def test_whoever_listens_badly_stops_neither_buttons_nor_readers(
    clock: VirtualClock, card: VirtualTag
) -> None:
    heard: list[HardwareEvent] = []

    def listen(said: HardwareEvent) -> None:
        heard.append(said)
        raise ValueError("not interested")

    rig = VirtualDeviceManager(FIVE, listen, clock, busy=frozenset({FIVE.buzzer or 0}))
    rig.open()
    rig.put_tag("play", card)
    rig.panel.tap("yes")
    rig.run_for(SECOND)
    assert len(heard) == 3
    assert {type(said) for said in heard} == {HardwareProblem, ButtonPressed, ReaderReported}


# What goes wrong later


def test_a_reader_is_unplugged_and_comes_back_with_what_lies_on_it(
    rig: VirtualDeviceManager, ear: Ear, card: VirtualTag
) -> None:
    rig.put_tag("play", card)
    rig.run_for(SECOND)
    rig.virtual_readers["play"].inject_fault(UNPLUGGED)
    rig.run_for(20 * SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN]
    assert "no chip answers" in rig.reader_health()[0].why
    rig.virtual_readers["play"].clear_fault(UNPLUGGED)
    rig.run_for(10 * SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN, READER_BACK]
    assert states(rig) == dict.fromkeys(NAMES, "well")


def test_what_was_taken_while_its_reader_was_down_has_left_when_it_is_back(
    rig: VirtualDeviceManager, ear: Ear, card: VirtualTag
) -> None:
    rig.put_tag("play", card)
    rig.run_for(SECOND)
    rig.virtual_readers["play"].inject_fault(UNPLUGGED)
    rig.run_for(2 * SECOND)
    rig.take_tag("play", card)
    rig.run_for(2 * SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN]
    rig.virtual_readers["play"].clear_fault(UNPLUGGED)
    rig.run_for(10 * SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN, READER_BACK, TAG_LEFT]


@pytest.mark.parametrize("fault", [BROWN_OUT, WEDGED_RECEIVER])
def test_a_weak_supply_in_mid_evening_loses_no_card(
    rig: VirtualDeviceManager, ear: Ear, fault: str, card: VirtualTag
) -> None:
    rig.put_tag("play", card)
    rig.run_for(30 * SECOND)
    rig.virtual_readers["play"].inject_fault(fault)
    rig.run_for(2 * SECOND)
    rig.virtual_readers["play"].clear_fault(fault)
    rig.run_for(5 * SECOND)
    assert ear.lying("play") == [card.uid]
    assert set(states(rig).values()) == {"well"}
    assert not [name for name in NAMES[1:] if ear.of(name)]


def test_one_reader_dead_from_the_start_keeps_no_other_from_working(clock: VirtualClock, ear: Ear) -> None:
    rig = VirtualDeviceManager(FIVE, ear, clock)
    rig.virtual_readers["tile/6"].inject_fault(UNPLUGGED)
    rig.open()
    tags = {name: sticker(number) for number, name in enumerate(NAMES)}
    for name, tag in tags.items():
        rig.put_tag(name, tag)
    rig.run_for(2 * SECOND)
    assert ear.kinds("tile/6") == [READER_DOWN]
    for name in set(NAMES) - {"tile/6"}:
        assert ear.of(name) == [ReaderEvent(TAG_CAME, tags[name].uid)]
    rig.virtual_readers["tile/6"].clear_fault(UNPLUGGED)
    rig.run_for(10 * SECOND)
    assert ear.of("tile/6")[1:] == [ReaderEvent(READER_BACK), ReaderEvent(TAG_CAME, tags["tile/6"].uid)]


class Faulty:
    """Breaks the program under some readers: their bus raises what no bus raises."""

    def __init__(self, rig: VirtualDeviceManager) -> None:
        self.broken: set[VirtualReader] = set()
        self._transfer = rig.spi_board.transfer

    def transfer(self, reader: VirtualReader, frame: bytes, speed_hz: int) -> list[int]:
        if reader in self.broken:
            raise ZeroDivisionError("somebody's mistake")
        return self._transfer(reader, frame, speed_hz)


def test_a_mistake_in_the_program_costs_one_reader_a_pause_and_no_card(
    rig: VirtualDeviceManager, ear: Ear, monkeypatch: pytest.MonkeyPatch, card: VirtualTag
) -> None:
    faulty = Faulty(rig)
    monkeypatch.setattr(rig.spi_board, "transfer", faulty.transfer)
    for name in ("play", "tile/6"):
        rig.put_tag(name, card if name == "play" else sticker(1))
    rig.run_for(SECOND)
    faulty.broken = {rig.simulation_of(Rc522Simulation).virtual_readers["play"]}
    rig.run_for(SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN]
    assert "ZeroDivisionError" in ear.of("play")[1].why
    assert states(rig)["tile/6"] == "well"
    faulty.broken = set()
    rig.run_for(10 * SECOND)
    assert ear.kinds("play") == [TAG_CAME, READER_DOWN, READER_BACK]
    assert ear.kinds("tile/6") == [TAG_CAME]


THREE = WiringPlan(
    reset=25,
    tables=(Rc522Wiring("play", 0, 0), Rc522Wiring("tile/6", 0, 1), Rc522Wiring("tile/7", 1, 0)),
)
SOME = tuple(reader.name for reader in THREE.wirings_of(Rc522Wiring))
MISTAKE = "mistake"


class Evening:
    """A rig that things happen to, and what really lies there."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ear = Ear()
        self.rig = VirtualDeviceManager(THREE, self.ear, VirtualClock())
        self.lying: dict[str, VirtualTag | None] = dict.fromkeys(SOME)
        self._faulty = Faulty(self.rig)
        self._stickers = {name: (sticker(number), sticker(number + 9)) for number, name in enumerate(SOME)}
        patch.setattr(self.rig.spi_board, "transfer", self._faulty.transfer)
        self.rig.open()

    def lay(self, name: str, which: int) -> None:
        """One of the reader's two stickers, or none, in place of what lies there."""
        before = self.lying[name]
        if before is not None:
            self.rig.take_tag(name, before)
        self.lying[name] = after = None if which == 2 else self._stickers[name][which]
        if after is not None:
            self.rig.put_tag(name, after)

    def afflict(self, name: str, fault: str) -> None:
        if fault == MISTAKE:
            self._faulty.broken.add(self.rig.simulation_of(Rc522Simulation).virtual_readers[name])
        else:
            self.rig.virtual_readers[name].inject_fault(fault)

    def cure(self, name: str) -> None:
        twin = self.rig.virtual_readers[name]
        self._faulty.broken.discard(twin)
        for fault in twin.active_faults:
            twin.clear_fault(fault)


names = st.sampled_from(SOME)
acts = st.one_of(
    st.builds(lambda name, which: lambda evening: evening.lay(name, which), names, st.integers(0, 2)),
    st.builds(
        lambda name, fault: lambda evening: evening.afflict(name, fault),
        names,
        st.sampled_from([*FAULTS, MISTAKE]),
    ),
    st.builds(lambda name: lambda evening: evening.cure(name), names),
)
moments = st.sampled_from([1_000, 100_000, SECOND, 10 * SECOND])


@given(evening=st.lists(st.tuples(acts, moments), max_size=10))
@settings(max_examples=examples(40))
def test_whatever_goes_wrong_when_all_is_cured_every_reader_is_well_and_says_just_what_lies_there(
    evening: list[tuple[Callable[[Evening], None], int]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table = Evening(patch)
        for act, us in evening:
            act(table)
            table.rig.run_for(us)
        for name in SOME:
            table.cure(name)
        table.rig.run_for(12 * SECOND)
    assert states(table.rig) == dict.fromkeys(SOME, "well")
    for name, tag in table.lying.items():
        assert not table.ear.down(name)
        assert table.ear.lying(name) == ([] if tag is None else [tag.uid])


# How long it takes, and threads


def thirteen() -> WiringPlan:
    """More than a Pi has pins for, as on a hub: one reader at every select of five buses."""
    return WiringPlan(reset=25, tables=tuple(Rc522Wiring(f"tile/{n}", n // 3, n % 3) for n in range(13)))


def test_with_thirteen_readers_a_tag_is_heard_within_a_tenth_of_a_second(
    clock: VirtualClock, ear: Ear, card: VirtualTag
) -> None:
    """At a Raspberry Pi 5's costs, all on one processor and one after another, as the virtual clock counts."""
    rig = VirtualDeviceManager(thirteen(), ear, clock)
    rig.open()
    rig.run_for(SECOND)
    chance, late = Random(3), []
    for _ in range(100):
        name = f"tile/{chance.randrange(13)}"
        rig.run_for(chance.randrange(1_000_000))
        put = clock.now_us()
        rig.put_tag(name, card)
        count = len(ear.of(name))
        while len(ear.of(name)) == count:
            rig.run_for(1_000)
        late.append(clock.now_us() - put)
        rig.take_tag(name, card)
        rig.run_for(SECOND)
    assert sorted(late)[98] < 100_000


def test_with_threads_everything_is_heard_and_all_of_them_end(ear: Ear) -> None:
    before = set(threading.enumerate())
    rig = VirtualDeviceManager(FIVE, ear, RealClock())
    rig.virtual_readers["tile/9"].inject_fault(BUS_FAILS)
    rig.open()
    rig.start()
    try:
        tags = {name: sticker(number) for number, name in enumerate(NAMES)}
        for name, tag in tags.items():
            rig.put_tag(name, tag)
        ear.wait(lambda: all(ear.lying(name) for name in NAMES[:4]) and ear.down("tile/9"))
        rig.panel.tap("yes")
        ear.wait(lambda: ear.presses() == ["yes"])
        assert rig.submit_reader_job("play", itself).result(DEADLINE_S).present_uids == (tags["play"].uid,)
        rig.take_tag("play", tags["play"])
        ear.wait(lambda: ear.lying("play") == [])
        rig.virtual_readers["tile/9"].clear_fault(BUS_FAILS)
        ear.wait(lambda: ear.lying("tile/9") == [tags["tile/9"].uid])
    finally:
        rig.close()
    assert set(threading.enumerate()) <= before
