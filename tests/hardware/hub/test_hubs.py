"""Planned hubs and the serial devices of a computer: which is whose, what is said of those that are not there."""

from __future__ import annotations

import errno
import os
from random import Random

import pytest

from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME
from hardware.common.link import decoding, encoding
from hardware.common.link.hub_settings import encode_settings, settings_checksum
from hardware.common.link.messages import (
    LIGHT,
    PRESSED,
    PROTOCOL_VERSION,
    SETTINGS,
    STATE,
    STORED,
    TROUBLE,
    SocketStateMessage,
    WelcomeMessage,
)
from hardware.errors import HardwareMissingError
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.readers.hub.configuration import MAX_SENDS, settings_from_wiring
from hardware.readers.hub.discovery import DeviceAnswer, DeviceClaims, HubDiscovery
from hardware.readers.hub.hub_group import HubGroup
from hardware.readers.hub.tag_requests import ANSWER_TIMEOUT_US
from hardware.readers.hub.wiring_schema import HubButton, HubReader, HubWiring
from hardware.virtual.clock import VirtualClock
from tests.hardware.hub.scripted import FakePorts, Scripted

SECOND = 1_000_000
TILES = HubWiring(
    "tiles",
    22,
    (HubReader("tile/1", 0, 0), HubReader("tile/2", 0, 1)),
    lights=28,
    buttons=(HubButton("yes", 26),),
)
COLUMNS = HubWiring("columns", 22, (HubReader("column/1", 0, 0),))
A, B = "/dev/ttyACM0", "/dev/ttyACM1"
UID = bytes.fromhex("04a1b2c3d4e5f6")
PROGRAM = "0.1.0 1a2b3c4d"


class Table:
    """Hubs of a plan at serial devices that a test has in its hands."""

    def __init__(self, *wirings: HubWiring, program: str = "") -> None:
        self.clock = VirtualClock()
        self.ports = FakePorts()
        self.heard: list[HardwareEvent] = []
        self.hubs = HubGroup(
            wirings,
            self.ports,
            self.heard.append,
            self.clock,
            program=program,
            random_below=Random(3).randrange,
        )

    def hub(self, wiring: HubWiring) -> Scripted:
        """One that was set up as planned."""
        return Scripted(self.clock, wiring.name, encode_settings(settings_from_wiring(wiring)))

    def nameless(self) -> Scripted:
        """One fresh from flashing."""
        return Scripted(self.clock, "")

    def run(self, us: int) -> None:
        end = self.clock.now_us() + us
        while self.clock.now_us() < end:
            due = min(self.hubs.run_pending(), end)
            self.clock.wait_us(max(1, due - self.clock.now_us()))

    def where(self) -> dict[str, str]:
        return {about.name: about.path for about in self.hubs.hub_statuses()}

    def kinds(self, reader: str) -> list[str]:
        return [
            each.event.kind
            for each in self.heard
            if isinstance(each, ReaderReported) and each.reader == reader
        ]

    def troubles(self) -> list[str]:
        return [each.sentence for each in self.heard if isinstance(each, HardwareProblem)]

    def why(self) -> str:
        (trouble,) = self.hubs.problems()
        assert trouble == self.troubles()[-1]
        return trouble


@pytest.fixture
def table() -> Table:
    return Table(TILES)


def tell_well(hub: Scripted, *present: bytes) -> None:
    for socket in range(2):
        hub.say(
            STATE,
            encoding.encode_socket_state(
                SocketStateMessage(socket, "well", 0x92, "", present if not socket else (), "")
            ),
        )


# Finding


def test_a_hub_is_known_by_its_name_wherever_it_is(table: Table) -> None:
    stranger, ours = table.hub(COLUMNS), table.hub(TILES)
    table.ports.plug(A, stranger)
    table.ports.plug(B, ours)
    table.run(SECOND // 2)
    assert table.where() == {"tiles": B}
    assert table.troubles() == []
    table.ports.pull(B)
    table.ports.plug("/dev/ttyACM7", ours)
    table.run(SECOND)
    assert table.where() == {"tiles": "/dev/ttyACM7"}
    assert table.troubles() == []


def test_what_is_no_pico_is_not_asked(table: Table) -> None:
    printer = table.ports.plug(A, None, likely=False)
    table.run(5 * SECOND)
    assert printer.opened == 0
    assert "plug its USB cable in" in table.why()


def test_a_hub_that_is_plugged_in_late_is_found_within_half_a_second(table: Table) -> None:
    table.run(30 * SECOND)
    table.ports.plug(A, table.hub(TILES))
    table.run(SECOND // 2)
    assert table.where() == {"tiles": A}
    assert table.hubs.problems() == ()


def test_two_hubs_that_change_places_are_both_found_again() -> None:
    table = Table(TILES, COLUMNS)
    tiles, columns = table.hub(TILES), table.hub(COLUMNS)
    table.ports.plug(A, tiles, usb="1")
    table.ports.plug(B, columns, usb="2")
    table.run(SECOND)
    assert table.where() == {"tiles": A, "columns": B}
    table.ports.pull(A)
    table.ports.pull(B)
    table.run(SECOND // 10)
    table.ports.plug(A, columns, usb="2")
    table.ports.plug(B, tiles, usb="1")
    table.run(SECOND // 2)
    assert table.where() == {"tiles": B, "columns": A}
    assert [hello.wanted_session > 0 for hello in tiles.hellos] == [False, True], "its session goes on"
    assert table.troubles() == []


def test_a_hub_that_is_pulled_out_while_another_asks_for_its_name_is_found_again() -> None:
    table = Table(TILES, COLUMNS)
    columns = table.hub(COLUMNS)
    columns.mute = True
    table.ports.plug(A, columns)
    table.run(SECOND // 2)
    assert table.ports.ports[A].open, "it is being asked who it is"
    table.ports.pull(A)
    table.ports.plug("/dev/ttyACM9", table.hub(TILES))
    table.run(SECOND)
    columns.mute = False
    table.ports.plug(A, columns)
    table.run(SECOND)
    assert table.where() == {"tiles": "/dev/ttyACM9", "columns": A}


def test_two_hubs_without_usb_numbers_are_found_by_their_names_alone() -> None:
    table = Table(TILES, COLUMNS)
    tiles, columns = table.hub(TILES), table.hub(COLUMNS)
    table.ports.plug(A, columns)
    table.ports.plug(B, tiles)
    table.run(SECOND)
    assert table.where() == {"tiles": B, "columns": A}
    table.ports.pull(A)
    table.ports.pull(B)
    table.ports.plug(A, tiles)
    table.ports.plug(B, columns)
    table.run(2 * SECOND)
    assert table.where() == {"tiles": A, "columns": B}


def test_the_only_hub_of_a_plan_is_the_only_pico_without_a_name(table: Table) -> None:
    fresh = table.nameless()
    table.ports.plug(A, fresh)
    table.run(SECOND)
    assert table.where() == {"tiles": A}
    (settings,) = fresh.heard
    assert (settings.kind, settings.body) == (SETTINGS, encode_settings(settings_from_wiring(TILES)))


def test_a_name_that_is_right_goes_before_none(table: Table) -> None:
    fresh = table.nameless()
    table.ports.plug(A, fresh)
    table.ports.plug(B, table.hub(TILES))
    table.run(5 * SECOND)
    assert table.where() == {"tiles": B}
    assert fresh.heard == []


def test_of_two_without_a_name_none_is_taken(table: Table) -> None:
    for path in (A, B):
        table.ports.plug(path, table.nameless(), usb=f"e66{path[-1]}")
    table.run(5 * SECOND)
    assert table.where() == {"tiles": ""}
    for path in (A, B):
        assert f"herald hub flash tiles --port {path}" in table.why()
        assert f'usb = "e66{path[-1]}"' in table.why()


def test_with_several_hubs_planned_one_without_a_name_is_nobodys() -> None:
    table = Table(TILES, COLUMNS)
    table.ports.plug(A, table.hub(COLUMNS))
    table.ports.plug(B, table.nameless())
    table.run(5 * SECOND)
    assert table.where() == {"tiles": "", "columns": A}
    assert f"herald hub flash tiles --port {B}" in table.why()


def test_a_usb_number_says_which_it_is_whatever_its_name() -> None:
    table = Table(HubWiring("tiles", 22, TILES.readers, usb="E661"))
    other, ours = table.hub(TILES), Scripted(table.clock, "old")
    table.ports.plug(A, other, usb="1234")
    table.ports.plug(B, ours, usb="e661")
    table.run(SECOND)
    assert other.hellos == []
    assert [frame.kind for frame in ours.heard] == [SETTINGS]


def test_a_port_says_where_it_is_and_may_vary() -> None:
    table = Table(HubWiring("tiles", 22, TILES.readers, port="/dev/ttyACM*"))
    table.ports.plug("/dev/ttyACM4", table.nameless(), likely=False)
    table.run(SECOND)
    assert table.where() == {"tiles": "/dev/ttyACM4"}


def test_at_a_port_that_another_hub_is_on_nothing_is_set_up() -> None:
    table = Table(
        HubWiring("tiles", 22, TILES.readers, port=A), HubWiring("columns", 22, COLUMNS.readers, port=B)
    )
    swapped = table.hub(COLUMNS)
    table.ports.plug(A, swapped)
    table.run(3 * SECOND)
    assert swapped.heard == []
    assert any(f"on {A} is hub columns: swap the cables" in trouble for trouble in table.hubs.problems())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "usermod -aG dialout"),
        (errno.EBUSY, "another program"),
        (errno.EIO, "plug it in again"),
    ],
)
def test_a_device_that_cannot_be_opened_says_what_to_do(table: Table, number: int, words: str) -> None:
    port = table.ports.plug(A, table.hub(TILES))
    port.refuses = OSError(number, os.strerror(number))
    table.run(3 * SECOND)
    assert words in table.why()
    assert A in table.why()
    port.refuses = None
    table.run(5 * SECOND)
    assert table.where() == {"tiles": A}


def test_a_device_that_udev_has_not_given_to_its_group_yet_is_waited_for(table: Table) -> None:
    for _ in range(2):
        table.run(10 * SECOND)
        assert "plug its USB cable in" in table.why()
        port = table.ports.plug(A, table.hub(TILES))
        port.refuses = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        for _ in range(8):
            table.run(SECOND // 10)
            assert "usermod" not in table.why()
        port.refuses = None
        table.run(SECOND)
        assert table.where() == {"tiles": A}
        table.ports.pull(A)


def test_a_pico_that_does_not_answer_has_no_program(table: Table) -> None:
    port = table.ports.plug(A, None)
    table.run(20 * SECOND)
    assert f"herald hub flash tiles --port {A}" in table.why()
    assert port.opened < 6, "it is left alone in between"


def test_a_hub_that_speaks_another_version_is_to_be_flashed(table: Table) -> None:
    hub = table.hub(TILES)
    hub.welcome.version = 2
    table.ports.plug(A, hub)
    table.run(3 * SECOND)
    assert f"herald hub flash tiles --port {A}" in table.why()
    assert table.where() == {"tiles": ""}


def test_an_older_program_works_and_is_told() -> None:
    table = Table(TILES, program="0.2.0 99999999")
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    tell_well(hub)
    table.run(SECOND)
    assert {state.state for state in table.hubs.reader_health()} == {"well"}
    assert "herald hub flash tiles" in table.why()
    (about,) = table.hubs.hub_statuses()
    assert (about.program, about.is_outdated, about.why) == (PROGRAM, True, "")


def test_a_hub_with_another_name_is_told_by_it(table: Table) -> None:
    table.ports.plug(A, Scripted(table.clock, "kitchen", b"settings"))
    table.run(3 * SECOND)
    assert 'a hub named "kitchen"' in table.why()


# Settings


def test_a_hub_with_other_settings_gets_the_planned_ones_and_is_not_heard_before(table: Table) -> None:
    hub = Scripted(table.clock, "tiles", b"others")
    table.ports.plug(A, hub)
    table.run(SECOND // 2)
    hub.say(STATE, encoding.encode_socket_state(SocketStateMessage(0, "well", 0x92, "", (UID,), "")))
    hub.say(STORED, encoding.encode_text(""))
    table.run(2 * SECOND)
    assert table.kinds("tile/1") == [READER_DOWN]
    assert "starts anew" in table.why()
    hub.welcome.settings_checksum = settings_checksum(hub.heard[0].body)
    hub.forget()
    table.run(SECOND)
    tell_well(hub, UID)
    table.run(SECOND)
    assert table.kinds("tile/1") == [READER_DOWN, READER_BACK, TAG_CAME]
    assert [frame.kind for frame in hub.heard] == [SETTINGS]
    assert table.hubs.problems() == ()


def test_settings_that_are_refused_are_told_and_not_sent_again(table: Table) -> None:
    hub = Scripted(table.clock, "tiles", b"others")
    table.ports.plug(A, hub)
    table.run(SECOND // 2)
    hub.say(STORED, encoding.encode_text("GP26 is no pin of the board that can be used"))
    table.run(20 * SECOND)
    assert "GP26 is no pin" in table.why()
    assert [frame.kind for frame in hub.heard] == [SETTINGS]


def test_settings_that_are_not_kept_are_not_sent_for_ever(table: Table) -> None:
    hub = Scripted(table.clock, "tiles", b"others")
    table.ports.plug(A, hub)
    for _ in range(20):
        table.run(SECOND)
        hub.forget()
    assert [frame.kind for frame in hub.heard] == [SETTINGS] * MAX_SENDS
    assert "does not keep them" in table.why()


# Losing it


def test_a_moment_without_the_line_is_not_told_and_loses_nothing(table: Table) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    tell_well(hub)
    table.run(SECOND)
    table.ports.pull(A)
    hub.say(PRESSED, encoding.encode_button_event(0, "pressed"))
    table.run(600_000)
    table.ports.plug(B, hub)
    table.run(SECOND)
    assert table.heard == [ButtonPressed("yes")]


def test_a_hub_that_is_away_for_longer_takes_its_readers_with_it_and_is_told_once(table: Table) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    tell_well(hub, UID)
    table.run(SECOND)
    table.ports.pull(A)
    table.run(10 * SECOND)
    assert table.kinds("tile/1") == [TAG_CAME, READER_DOWN]
    assert table.kinds("tile/2") == [READER_DOWN]
    assert table.troubles() == [table.why()]
    assert {state.why for state in table.hubs.reader_health()} == {table.why()}
    table.ports.plug(A, hub)
    table.run(SECOND)
    tell_well(hub, UID)
    table.run(SECOND)
    assert table.kinds("tile/1") == [TAG_CAME, READER_DOWN, READER_BACK]
    assert table.hubs.problems() == ()


def test_a_question_whose_time_is_over_while_the_line_is_away_keeps_no_core_busy(table: Table) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    asked = table.hubs.submit_reader_job("tile/1", lambda reader: reader.read_user_memory(UID))
    table.run(ANSWER_TIMEOUT_US - SECOND // 2)
    table.ports.pull(A)
    turns = 0
    for _ in range(SECOND // 10_000):
        end = table.clock.now_us() + 10_000
        while table.clock.now_us() < end:
            turns += 1
            due = min(table.hubs.run_pending(), end)
            table.clock.wait_us(max(1, due - table.clock.now_us()))
    assert turns < 300
    table.run(SECOND)
    with pytest.raises(HardwareMissingError):
        asked.result(1)


def test_a_hub_that_falls_silent_is_away_and_says_what_helps(table: Table) -> None:
    hub = table.hub(TILES)
    port = table.ports.plug(A, hub)
    table.run(SECOND)
    tell_well(hub)
    table.run(SECOND)
    hub.mute = True
    table.run(10 * SECOND)
    assert table.kinds("tile/1") == [READER_DOWN]
    assert f"does not answer on {A}: unplug it and plug it in again" in table.why()
    hub.mute = False
    table.run(5 * SECOND)
    tell_well(hub)
    table.run(SECOND)
    assert table.kinds("tile/1") == [READER_DOWN, READER_BACK]
    assert port.opened < 10


def test_why_its_program_ended_before_is_kept(table: Table) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    hub.say(TROUBLE, encoding.encode_text("MemoryError in readers"))
    table.run(SECOND)
    (about,) = table.hubs.hub_statuses()
    assert about.crash_message == "MemoryError in readers"


def test_what_an_error_of_its_program_said_is_not_kept_it_could_be_a_tags_number(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub)
    table.run(SECOND)
    words = (
        "the hub's program stopped: KeyError: b'\\x04\\xa1', File \"firmware/readers.py\", line 7, in turn"
    )
    hub.say(TROUBLE, encoding.encode_text(words))
    table.run(SECOND)
    (about,) = table.hubs.hub_statuses()
    assert (
        about.crash_message
        == 'the hub\'s program stopped: KeyError, File "firmware/readers.py", line 7, in turn'
    )
    assert "xa1" not in caplog.text
    hub.say(TROUBLE, encoding.encode_text("\x1b[2J"))
    table.run(SECOND)
    assert table.hubs.hub_statuses()[0].crash_message == ""


# Lights, and lines that take little


def test_lights_are_sent_when_they_change_and_all_again_to_a_hub_that_forgot(table: Table) -> None:
    hub = table.hub(TILES)
    table.hubs.show_light("tile/1", "think")
    table.ports.plug(A, hub)
    table.run(SECOND)
    table.hubs.show_light("tile/2", "go")
    table.hubs.show_light("tile/2", "go")
    table.hubs.show_light("tile/1", "off")
    table.run(SECOND)
    assert {frame.kind for frame in hub.heard} == {LIGHT}
    shown = [decoding.decode_light(frame.body) for frame in hub.heard]
    assert [what for socket, what in shown if socket == 0] == ["think", "off"]
    assert [what for socket, what in shown if socket == 1] == ["go"]
    hub.heard.clear()
    hub.forget()
    table.run(SECOND)
    assert [frame.body for frame in hub.heard] == [encoding.encode_light(1, "go")]


def test_a_light_that_changes_often_while_nothing_goes_out_is_sent_as_it_is_at_last(table: Table) -> None:
    hub = table.hub(TILES)
    port = table.ports.plug(A, hub)
    table.run(SECOND)
    port.narrow = 0
    for number in range(200):
        table.hubs.show_light("tile/1", "go" if number % 2 else "no")
        table.run(2_000)
    port.narrow = 1 << 16
    table.run(SECOND)
    assert len(hub.heard) < 40
    assert hub.heard[-1].body == encoding.encode_light(0, "go")


def test_a_line_that_takes_a_few_bytes_at_once_is_enough(table: Table) -> None:
    hub = table.hub(TILES)
    table.ports.plug(A, hub).narrow = 3
    table.run(SECOND)
    table.hubs.show_light("tile/1", "go")
    table.run(SECOND)
    assert [frame.body for frame in hub.heard] == [encoding.encode_light(0, "go")]


def test_whoever_listens_badly_stops_no_hub() -> None:
    clock, ports = VirtualClock(), FakePorts()

    def listen(heard: HardwareEvent) -> None:
        raise ValueError("not interested")

    hubs = HubGroup([TILES], ports, listen, clock)
    for _ in range(2_000):
        clock.wait_us(max(1, hubs.run_pending() - clock.now_us()))
    assert {state.state for state in hubs.reader_health()} == {"down"}


def test_a_mistake_in_the_program_costs_one_hub_a_pause(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("somebody's mistake")

    table.ports.plug(A, table.hub(TILES))
    with monkeypatch.context() as patch:
        patch.setattr(table.ports, "list_devices", broken)
        table.run(3 * SECOND)
        assert "ZeroDivisionError" in table.why()
    table.run(SECOND)
    assert table.where() == {"tiles": A}


def test_a_device_that_still_has_the_name_of_a_hub_which_is_elsewhere_is_asked_again() -> None:
    claims = DeviceClaims(("tiles", "columns"))
    ports = FakePorts()
    ports.plug(B, None)
    tiles = HubDiscovery(TILES, ports, claims, 0)
    found = tiles.next_device(0)
    assert found is not None
    assert tiles.on_welcome(found, WelcomeMessage(PROTOCOL_VERSION, 1, name="tiles"), 0)
    old = ports.plug(A, None).found
    # what tiles said there was read late: by then it was moved, and another hub was plugged in at its place
    claims.remember_answer(old, DeviceAnswer("tiles", PROTOCOL_VERSION, False, 0))
    columns = HubDiscovery(COLUMNS, ports, claims, 0)
    asked = [columns.next_device(us) for us in range(0, 12 * SECOND, SECOND // 4)]
    assert old in asked
