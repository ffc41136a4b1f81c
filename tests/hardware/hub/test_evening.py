"""Whole evenings with virtual hubs: whatever happens to cable, power and program, no card is invented or lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.errors import HardwareError
from hardware.events import ButtonPressed, HardwareProblem, ReaderReported
from hardware.readers.hub.wiring_schema import HubButton, HubReader, HubWiring
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import RUNTIME_FAULTS
from hardware.virtual.hub import VirtualHub, VirtualSerialConnection
from hardware.virtual.tags import VirtualTag, make_classic_1k, make_ntag213, make_ntag216
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from tests.hardware.hubs_of import hubs_of
from tests.hardware.test_rig import SECOND, Ear, states, sticker
from tests.long import examples

TILES = HubWiring(
    "tiles",
    22,
    (HubReader("tile/1", 0, 0), HubReader("tile/2", 0, 1), HubReader("tile/3", 1, 6)),
    lights=28,
    buttons=(HubButton("yes", 26),),
)
COLUMNS = HubWiring("columns", 22, (HubReader("column/1", 0, 0), HubReader("column/2", 1, 6)))
PLAN = WiringPlan(reset=25, tables=(Rc522Wiring("play", 0, 0), TILES, COLUMNS))
NAMES = PLAN.reader_names
BOOTED_US = 3 * SECOND


class Table:
    """A rig with hubs, and what really lies there."""

    def __init__(self, plan: WiringPlan = PLAN) -> None:
        self.ear = Ear()
        self.clock = VirtualClock()
        self.rig = VirtualDeviceManager(plan, self.ear, self.clock)
        self.lying: dict[str, VirtualTag | None] = dict.fromkeys(plan.reader_names)
        self._tags = {
            name: (sticker(number), sticker(number + 20)) for number, name in enumerate(plan.reader_names)
        }
        self.rig.open()

    def lay(self, name: str, which: int) -> None:
        """One of the reader's two stickers, or none, in place of what lies there."""
        if (before := self.lying[name]) is not None:
            self.rig.take_tag(name, before)
        self.lying[name] = after = None if which == 2 else self._tags[name][which]
        if after is not None:
            self.rig.put_tag(name, after)

    def cure(self) -> None:
        """All cables in, all lines clean, all readers well."""
        for number, hub in enumerate(self.rig.hub_by_name.values()):
            hub.thaw()
            hub.mend()
            if not hub.is_connected:
                hub.plug(f"/dev/ttyACM{number}")
            self.wear(hub, 0.0)
        for twin in self.rig.virtual_readers.values():
            for fault in twin.active_faults:
                twin.clear_fault(fault)

    @staticmethod
    def wear(hub: VirtualHub, rate: float) -> None:
        for way in (hub.to_host, hub.to_hub):
            way.loss_rate = way.change_rate = way.rubbish_rate = rate

    def agree(self) -> None:
        """What was heard is what lies there."""
        assert states(self.rig) == dict.fromkeys(self.lying, "well")
        for name, tag in self.lying.items():
            assert not self.ear.down(name)
            assert self.ear.lying(name) == ([] if tag is None else [tag.uid])

    def found(self, name: str) -> list[bool]:
        """Of every tag that came there, whether it was found."""
        return [
            heard.already_there
            for heard in self.ear.all
            if isinstance(heard, ReaderReported) and heard.reader == name and heard.event.kind == TAG_CAME
        ]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.rig.run_for(BOOTED_US)
    return table


def test_a_quiet_table_with_hubs_says_nothing_and_every_reader_is_well(table: Table) -> None:
    table.rig.run_for(5 * SECOND)
    assert table.ear.all == []
    assert tuple(states(table.rig)) == NAMES
    table.agree()


def test_what_lies_there_at_first_is_found_and_what_is_laid_there_is_not() -> None:
    table = Table()
    table.lay("tile/1", 0)
    table.rig.run_for(BOOTED_US)
    table.lay("tile/2", 0)
    table.rig.run_for(SECOND)
    table.agree()
    assert (table.found("tile/1"), table.found("tile/2")) == ([True], [False])


def test_buttons_and_lights_of_a_hub_are_like_any(table: Table) -> None:
    table.rig.tap("yes", "worn")
    table.rig.show_light("tile/3", "think")
    table.rig.show_light("column/1", "go")  # its hub has no lights
    table.rig.run_for(SECOND)
    assert table.ear.all == [ButtonPressed("yes")]
    assert table.rig.light_signal("tile/3") == "think"
    table.rig.show_light("tile/3", "off")
    table.rig.run_for(3 * SECOND)
    assert table.rig.light_signal("tile/3") == "off"


def test_lights_shine_again_on_a_hub_that_began_anew_and_go_dark_with_the_rig(table: Table) -> None:
    table.rig.show_light("tile/1", "go")
    table.rig.run_for(SECOND)
    table.rig.hub_by_name["tiles"].restart()
    table.rig.run_for(3 * SECOND)
    assert table.rig.light_signal("tile/1") == "go"
    table.rig.close()
    for _ in range(3_000):
        table.rig.hub_by_name["tiles"].run_pending()
        table.clock.wait_us(1_000)
    assert table.rig.light_signal("tile/1") == "off"


def test_a_button_that_stays_down_on_a_hub_is_said_once(table: Table) -> None:
    table.rig.press("yes")
    table.rig.run_for(15 * SECOND)
    table.rig.release("yes")
    table.rig.run_for(SECOND)
    (trouble,) = table.ear.troubles()
    assert "button yes" in trouble
    assert table.rig.problems() == (trouble,)


def test_tags_are_read_and_written_through_a_hub_while_it_goes_on(table: Table) -> None:
    card = sticker(0xA1)
    table.rig.put_tag("tile/3", card)
    table.rig.run_for(SECOND)
    text = bytes(range(140)) + b"\xfe"

    wrote = table.rig.submit_reader_job("tile/3", lambda reader: reader.write_user_memory(card.uid, text))
    other = table.rig.submit_reader_job("tile/1", lambda reader: reader.read_user_memory(card.uid))
    table.rig.put_tag("tile/2", sticker(0xA2))
    table.rig.run_for(3 * SECOND)
    assert wrote.result(0) is None
    assert isinstance(other.exception(0), TagGone)
    again = table.rig.submit_reader_job("tile/3", lambda reader: reader.read_user_memory(card.uid))
    table.rig.run_for(SECOND)
    assert again.result(0)[:141] == text
    assert table.ear.kinds("tile/3") == table.ear.kinds("tile/2") == [TAG_CAME]


def test_a_hub_that_is_busy_with_a_large_sticker_is_not_taken_for_gone(table: Table) -> None:
    card, hub = make_ntag216(bytes.fromhex("04a1b2c3d4e5f7")), table.rig.hub_by_name["tiles"]
    table.rig.put_tag("tile/3", card)
    table.rig.run_for(SECOND)
    text = bytes(range(1, 223)) * 4
    hub.freeze()  # a Pico that takes longer for it than the virtual one
    wrote = table.rig.submit_reader_job("tile/3", lambda reader: reader.write_user_memory(card.uid, text))
    table.rig.run_for(3 * SECOND)
    hub.thaw()
    table.rig.run_for(4 * SECOND)
    assert wrote.result(0) is None
    assert bytes(card.memory[16 : 16 + 888]) == text
    assert table.ear.kinds("tile/1") == []


def test_a_line_that_takes_no_more_is_tried_now_and_then(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    card, tries, write = make_ntag216(bytes.fromhex("04a1b2c3d4e5f8")), 0, VirtualSerialConnection.write

    def counted(serial: VirtualSerialConnection, data: bytes) -> int:
        nonlocal tries
        tries += 1
        return write(serial, data)

    monkeypatch.setattr(VirtualSerialConnection, "write", counted)
    table.rig.hub_by_name["tiles"].freeze()
    asked = table.rig.submit_reader_job(
        "tile/3", lambda reader: reader.write_user_memory(card.uid, bytes(888))
    )
    table.rig.run_for(3 * SECOND)
    assert not asked.done()
    assert 100 < tries < 2_000  # without a thread the rig looks at it every 2 ms


def test_what_was_asked_goes_on_over_a_moment_without_the_line(table: Table) -> None:
    hub, card = table.rig.hub_by_name["tiles"], make_ntag213(bytes.fromhex("04a1b2c3d4e5f6"))
    table.rig.put_tag("tile/3", card)
    table.rig.run_for(SECOND)
    asked = table.rig.submit_reader_job("tile/3", lambda reader: reader.read_user_memory(card.uid))
    table.rig.run_for(3_000)
    hub.cut()
    table.rig.run_for(300_000)
    assert not asked.done()
    hub.mend()
    table.rig.run_for(SECOND)
    assert asked.result(0) == bytes(card.memory[16:160])


def test_a_tag_without_such_memory_and_a_hub_that_is_gone_are_told_apart(table: Table) -> None:
    white = make_classic_1k(bytes.fromhex("a1b2c3d4"))
    table.rig.put_tag("tile/3", white)
    table.rig.run_for(SECOND)
    asked = table.rig.submit_reader_job("tile/3", lambda reader: reader.read_user_memory(white.uid))
    table.rig.run_for(SECOND)
    assert isinstance(asked.exception(0), TagMemoryForbidden)
    table.rig.hub_by_name["tiles"].unplug()
    early = table.rig.submit_reader_job("tile/3", lambda reader: reader.read_user_memory(white.uid))
    table.rig.run_for(5 * SECOND)
    late = table.rig.submit_reader_job("tile/3", lambda reader: reader.read_user_memory(white.uid))
    for each in (early, late):
        assert isinstance(each.exception(0), HardwareError)
        assert "hub tiles" in str(each.exception(0))


def test_unplugged_in_mid_frame_and_back_at_another_port_all_is_told_anew(table: Table) -> None:
    hub = table.rig.hub_by_name["tiles"]
    table.lay("tile/1", 0)
    table.lay("tile/2", 0)
    table.rig.run_for(SECOND)
    table.lay("tile/3", 0)
    table.rig.run_for(50_000)
    hub.unplug()
    table.rig.run_for(3 * SECOND)
    assert states(table.rig)["tile/1"] == "down"
    assert len(table.ear.troubles()) == 1
    table.lay("tile/2", 2)
    table.lay("tile/3", 1)
    hub.plug("/dev/ttyACM9")
    table.rig.run_for(4 * SECOND)
    table.agree()
    assert table.ear.kinds("tile/1") == [TAG_CAME, READER_DOWN, READER_BACK]
    assert table.ear.kinds("tile/2") == [TAG_CAME, READER_DOWN, READER_BACK, TAG_LEFT]
    assert table.found("tile/3")[-1]
    assert table.rig.problems() == ()


@pytest.mark.long(usual="unplug")
@pytest.mark.parametrize("happens", ["cut", "unplug", "restart", "crash", "freeze"])
def test_what_happens_to_one_hub_is_not_heard_of_the_others(table: Table, happens: str) -> None:
    hub = table.rig.hub_by_name["tiles"]
    for name in NAMES:
        table.lay(name, 0)
    table.rig.run_for(2 * SECOND)
    if happens == "crash":
        hub.crash("MemoryError in readers")
    else:
        getattr(hub, happens)()
    table.rig.run_for(15 * SECOND)
    table.cure()
    table.rig.run_for(5 * SECOND)
    table.agree()
    for name in ("play", "column/1", "column/2"):
        assert table.ear.of(name) == [ReaderEvent(TAG_CAME, table._tags[name][0].uid)]


def test_a_hub_that_starts_anew_quickly_is_not_missed_and_its_cards_stay(table: Table) -> None:
    table.lay("tile/1", 0)
    table.rig.run_for(SECOND)
    before = table.ear.all[:]
    table.rig.hub_by_name["tiles"].restart()
    table.rig.run_for(5 * SECOND)
    assert table.ear.all == before


def test_a_card_laid_while_the_line_is_away_for_a_moment_is_a_hand_s(table: Table) -> None:
    hub = table.rig.hub_by_name["tiles"]
    hub.cut()
    table.rig.run_for(200_000)
    table.lay("tile/1", 0)
    table.rig.run_for(400_000)
    hub.mend()
    table.rig.run_for(SECOND)
    table.agree()
    assert table.found("tile/1") == [False]
    assert not [heard for heard in table.ear.all if isinstance(heard, HardwareProblem)]


def test_two_hubs_that_change_places_are_known_by_their_names(table: Table) -> None:
    for name in NAMES:
        table.lay(name, 0)
    table.rig.run_for(SECOND)
    tiles, columns = table.rig.hub_by_name["tiles"], table.rig.hub_by_name["columns"]
    tiles.unplug()
    columns.unplug()
    table.rig.run_for(2 * SECOND)
    tiles.plug("/dev/ttyACM1")
    columns.plug("/dev/ttyACM0")
    table.rig.run_for(4 * SECOND)
    table.agree()
    assert {about.name: about.path for about in hubs_of(table.rig)} == {
        "tiles": "/dev/ttyACM1",
        "columns": "/dev/ttyACM0",
    }


def test_a_hub_fresh_from_flashing_is_set_up_by_the_plan_alone() -> None:
    table = Table(WiringPlan(tables=(TILES,)))
    hub = table.rig.hub_by_name["tiles"]
    hub.board.flash = b""
    hub.restart()
    table.lay("tile/1", 0)
    table.rig.run_for(6 * SECOND)
    table.agree()
    (about,) = hubs_of(table.rig)
    assert (about.settings_state, about.start_cause) == ("sent", "restart")


def test_cards_and_hands_on_a_line_that_loses_and_spoils_are_told_as_they_are(table: Table) -> None:
    for hub in table.rig.hub_by_name.values():
        table.wear(hub, 0.002)
    for turn in range(20):
        for number, name in enumerate(NAMES):
            table.lay(name, (turn + number) % 3)
        table.rig.run_for(SECOND)
    table.cure()
    table.rig.run_for(3 * SECOND)
    table.agree()


def test_the_kit_with_a_hub_works_whole() -> None:
    table = Table(load_kit("hub"))
    table.rig.run_for(BOOTED_US)
    for number, name in enumerate(table.lying):
        table.lay(name, number % 2)
    table.rig.run_for(SECOND)
    table.agree()
    assert not any(flag for name in table.lying for flag in table.found(name))


names = st.sampled_from(NAMES)
hubs = st.sampled_from([TILES.name, COLUMNS.name])
Act = Callable[[Table], object]
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(lambda name, which: lambda table: table.lay(name, which), names, st.integers(0, 2)),
    st.builds(
        lambda name, fault: lambda table: table.rig.virtual_readers[name].inject_fault(fault),
        names,
        st.sampled_from(sorted(RUNTIME_FAULTS)),
    ),
    st.builds(
        lambda hub, what: lambda table: getattr(table.rig.hub_by_name[hub], what)(),
        hubs,
        st.sampled_from(["cut", "mend", "unplug", "restart", "freeze", "thaw"]),
    ),
    st.builds(
        lambda hub, end: lambda table: table.rig.hub_by_name[hub].plug(f"/dev/tty-{hub}-{end}"),
        hubs,
        st.integers(0, 1),
    ),
    st.builds(
        lambda hub, rate: lambda table: table.wear(table.rig.hub_by_name[hub], rate),
        hubs,
        st.sampled_from([0.001, 0.02]),
    ),
    st.just(lambda table: table.cure()),
)
moments = st.sampled_from([1_000, 100_000, 600_000, SECOND, 4 * SECOND])


@given(st.lists(st.tuples(acts, moments), max_size=12))
@settings(max_examples=examples(25), deadline=None)
def test_whatever_happens_to_hubs_when_all_is_cured_every_reader_says_just_what_lies_there(
    evening: list[tuple[Act, int]],
) -> None:
    table = Table()
    for act, us in evening:
        act(table)
        table.rig.run_for(us)
    table.cure()
    table.rig.run_for(12 * SECOND)
    table.agree()
    assert table.rig.problems() == ()
