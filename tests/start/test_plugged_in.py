"""Readers without a wiring plan: what is plugged in is offered, on the screen and in the terminal, and remembered."""

from __future__ import annotations

import errno
import json
import os
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.start.commands import enrol
from companion.start.real_table import real_table_hardware
from companion.start.real_table.plugged_in_devices import KeptAnswer, PluggedInDevices, plan_of_readers
from companion.start.real_table.real_table_hardware import RealTableHardware, TableDevices
from companion.start.terminal_session import play_in_terminal
from companion.table.messages import ChangeZonePlan, ReportInput, TagAlreadyPresent, TagPresent
from companion.table.session import Session
from companion.table.table_hardware import (
    HardwareStatus,
    MessageReceiver,
    PluggedInDevice,
    ReaderOnTrial,
    TableHardware,
    ZoneReaderStatus,
)
from companion.terminal.device_questions import DeviceQuestions
from companion.terminal.terminal_game import speak_nothing
from companion.voice.language import languages
from companion.voice.problem_messages import is_it_a_reader
from hardware.clock import RealClock
from hardware.events import HardwareEvent
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import RealSerialConnection, SerialConnection, SerialDevice
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.pn532_line import Pn532Terminal, VirtualPn532Adapter
from hardware.virtual.tags import make_ntag213
from hardware.wiring_schema import WiringPlan
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT, sat_down
from tests.start.tables import Hands, furnish, real_evening

PATIENCE_S = 60.0
NAME = "USB Serial"
QUESTION = f"Something is plugged in: {NAME}. Is it a card reader?"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test, in which somebody looks at the sockets often."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(real_table_hardware, "LOOK_US", 5_000)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


class Sockets:
    """The USB sockets of a computer."""

    def __init__(self) -> None:
        self.devices: tuple[SerialDevice, ...] = ()

    def list_devices(self) -> tuple[SerialDevice, ...]:
        """What is plugged in."""
        return self.devices

    def open(self, path: str) -> SerialConnection:
        """Open one."""
        return RealSerialConnection(path)

    def plug(self, path: Path | str, name: str = NAME, pico: bool = False) -> None:
        """Something new."""
        self.devices += (SerialDevice(str(path), is_likely_pico=pico, usb_name=name),)

    def unplug(self, path: Path | str) -> None:
        """It is pulled out."""
        self.devices = tuple(device for device in self.devices if device.path != str(path))


class Table:
    """A real table without a wiring plan; what lies on its readers is noted."""

    def __init__(self, home: Path, sockets: Sockets) -> None:
        self.wired = RealTableHardware(None, plugged_in=PluggedInDevices(home, sockets))
        self._changed = threading.Condition()
        self.laid: list[tuple[str, str]] = []
        self.told = HardwareStatus()
        self.wired.open(self._on_status)

    def _on_status(self) -> None:
        self.told = self.wired.status()
        self._on_changed()

    def _on_changed(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def post(self, message: object) -> None:
        """Note where a tag is."""
        match message:
            case ReportInput(TagPresent(zone, uid) | TagAlreadyPresent(zone, uid)):
                self.laid.append((zone, uid))
                self._on_changed()

    def until(self, so: Callable[[HardwareStatus], bool]) -> HardwareStatus:
        """Until the table is so."""
        with self._changed:
            assert self._changed.wait_for(lambda: so(self.wired.status()), PATIENCE_S), self.wired.status()
        return self.wired.status()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wired.close()


@pytest.fixture
def sockets() -> Sockets:
    return Sockets()


@pytest.fixture
def adapters(tmp_path: Path) -> Iterator[list[tuple[VirtualPn532Adapter, Path]]]:
    """Two readers on cables, each at a real serial line."""
    with ExitStack() as plugged:
        made = []
        for number in range(2):
            adapter, path = VirtualPn532Adapter(RealClock(), number), tmp_path / f"ttyUSB{number}"
            plugged.enter_context(Pn532Terminal(adapter, path))
            made.append((adapter, path))
        yield made


Adapters = list[tuple[VirtualPn532Adapter, Path]]


@pytest.fixture
def nothing_is_kept(home: Path) -> None:
    """Nothing that people say of a device can be kept."""
    (home / ".devices.json.new").mkdir()


class Modem:
    """Something else that is plugged in; `heard` is what was written to it."""

    def __init__(self) -> None:
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        self.path = os.ttyname(self._near)

    @property
    def heard(self) -> bytes:
        """What came."""
        ready, _, _ = select.select([self._far], [], [], 0)
        return os.read(self._far, 4096) if ready else b""

    def close(self) -> None:
        """It is gone."""
        os.close(self._far)
        os.close(self._near)


@pytest.fixture
def modem() -> Iterator[Modem]:
    modem = Modem()
    yield modem
    modem.close()


# -- the table


def test_what_is_plugged_in_is_offered_and_nothing_is_written_before_a_yes(
    home: Path, sockets: Sockets, modem: Modem
) -> None:
    with Table(home, sockets) as table:
        assert table.wired.status() == HardwareStatus()
        sockets.plug(modem.path)
        offered = table.until(lambda now: bool(now.offered)).offered
        assert offered == (PluggedInDevice(modem.path, NAME),)
        table.wired.decline(offered[0])
        assert table.wired.status() == HardwareStatus(has_declined=True)
        assert modem.heard == b""
        table.wired.offer_again()
        tried = table.wired.try_reader(offered[0])
        assert (tried.zone, modem.heard != b"") == ("", True)
        assert tried.failure_reason.startswith(f"reader play on {modem.path} does not answer as a PN532")
        assert "wiring.toml" not in tried.failure_reason
        assert table.wired.status() == HardwareStatus(offered=offered)


def test_picos_and_what_is_on_no_usb_are_not_offered(home: Path, sockets: Sockets) -> None:
    sockets.plug("/dev/ttyACM0", "Board in FS mode", pico=True)
    sockets.plug("/dev/ttyS0", "")
    with Table(home, sockets) as table:
        assert table.wired.status() == HardwareStatus()


def test_what_comes_later_is_offered_once_its_name_stays(home: Path, sockets: Sockets) -> None:
    devices = PluggedInDevices(home, sockets)
    devices.look()
    sockets.plug("/dev/ttyUSB0")
    devices.look()
    assert not devices.offered
    by_socket = "/dev/serial/by-path/usb-1.2"
    sockets.devices = (SerialDevice("/dev/ttyUSB0", links=(by_socket,), usb_name=NAME),)
    devices.look()
    assert not devices.offered
    devices.look()
    assert devices.offered == (PluggedInDevice(by_socket, NAME),)


def test_a_reader_works_at_once_and_is_known_the_next_time(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    adapter, path = adapters[0]
    tag = make_ntag213(bytes.fromhex("04a1b2c3d4e5f6"))
    sockets.plug(path)
    with Table(home, sockets) as table:
        table.wired.redirect_input(table)
        (offered,) = table.wired.status().offered
        assert table.wired.try_reader(offered).zone == "play"
        assert [reader.zone for reader in table.wired.status().readers] == ["play"]
        adapter.field.put_tag(tag)
        table.until(lambda _now: ("play", "04a1b2c3d4e5f6") in table.laid)
        adapter.field.take_tag(tag)
    kept = json.loads((home / "devices.json").read_bytes())
    assert kept == [{"port": str(path), "name": NAME, "zone": "play"}]
    with Table(home, sockets) as table:
        now = table.wired.status()
        assert ([reader.zone for reader in now.readers], now.offered) == (["play"], ())
        table.wired.redirect_input(table)
        adapter.field.put_tag(tag)
        table.until(lambda _now: ("play", "04a1b2c3d4e5f6") in table.laid)


def test_a_reader_that_is_pulled_out_and_comes_back_keeps_its_place(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    adapter, path = adapters[0]
    sockets.plug(path)
    with Table(home, sockets) as table:
        table.wired.try_reader(table.wired.status().offered[0])
        sockets.unplug(path)
        adapter.unplug()
        failed = table.until(lambda now: bool(now.readers[0].failure_reason))
        assert "plug it in" in failed.readers[0].failure_reason
        adapter.plug(str(path))
        sockets.plug(path)
        back = table.until(lambda now: not now.readers[0].failure_reason)
        assert ([reader.zone for reader in back.readers], back.offered) == (["play"], ())


def test_a_reader_that_stays_at_home_is_not_missed_and_another_one_takes_its_place(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    (home / "devices.json").write_text('[{"port":"/dev/ttyUSB7","name":"Old one","zone":"play"}]')
    with Table(home, sockets) as table:
        assert table.wired.status() == HardwareStatus()
        sockets.plug(adapters[0][1])
        offered = table.until(lambda now: bool(now.offered)).offered
        assert table.wired.try_reader(offered[0]).zone == "play"
    assert [kept["name"] for kept in json.loads((home / "devices.json").read_bytes())] == [NAME]


def test_another_device_in_the_socket_of_a_reader_is_asked_about(home: Path, sockets: Sockets) -> None:
    (home / "devices.json").write_text('[{"port":"/dev/ttyUSB0","name":"Reader","zone":"play"}]')
    sockets.plug("/dev/ttyUSB0", "A modem")
    with Table(home, sockets) as table:
        assert table.wired.status() == HardwareStatus(offered=(PluggedInDevice("/dev/ttyUSB0", "A modem"),))


def test_two_readers_change_their_places(home: Path, sockets: Sockets, adapters: Adapters) -> None:
    tag = make_ntag213(bytes.fromhex("04a1b2c3d4e5f6"))
    for _, path in adapters:
        sockets.plug(path)
    with Table(home, sockets) as table:
        zones = [table.wired.try_reader(device).zone for device in table.wired.status().offered]
        assert zones == ["play", "tile/6"]
        table.wired.redirect_input(table)
        adapters[1][0].field.put_tag(tag)
        table.until(lambda _now: ("tile/6", "04a1b2c3d4e5f6") in table.laid)
        table.wired.exchange_readers("tile/6", "play")
        table.until(lambda _now: ("play", "04a1b2c3d4e5f6") in table.laid)
    kept = {each["port"]: each["zone"] for each in json.loads((home / "devices.json").read_bytes())}
    assert kept == {str(adapters[0][1]): "tile/6", str(adapters[1][1]): "play"}


def test_a_reader_that_is_pulled_out_meanwhile_changes_its_place_too(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    for _, path in adapters:
        sockets.plug(path)
    with Table(home, sockets) as table:
        for device in table.wired.status().offered:
            table.wired.try_reader(device)
        sockets.unplug(adapters[0][1])
        for _time in range(3):
            table.wired.exchange_readers("tile/6", "play")
        assert [reader.zone for reader in table.wired.status().readers] == ["play"]
        sockets.plug(adapters[0][1])
        table.until(lambda now: {reader.zone for reader in now.readers} == {"play", "tile/6"})


def test_there_is_a_sentence_for_whoever_may_not_open_it(
    home: Path, sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> SerialConnection:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(
        "hardware.readers.pn532.driver.Pn532Connection.__init__", lambda _self, path: refuse(path)
    )
    sockets.plug("/dev/ttyUSB0")
    with Table(home, sockets) as table:
        tried = table.wired.try_reader(table.wired.status().offered[0])
    assert 'run "sudo usermod -aG dialout $USER", then log in anew' in tried.failure_reason


@pytest.mark.parametrize(
    "raw",
    [
        b"nonsense",
        b'[{"port":"a","name":"","zone":"play"}]',
        b'[{"port":"/dev/a","name":"","zone":"play"},{"port":"/dev/b","name":"","zone":"play"}]',
        b'[{"port":"/dev/a","name":"","zone":"no place at all!"}]',
    ],
    ids=["no JSON", "no path", "one place twice", "no place"],
)
def test_answers_that_cannot_be_used_are_set_aside_and_asked_anew(
    home: Path, sockets: Sockets, raw: bytes
) -> None:
    (home / "devices.json").write_bytes(raw)
    sockets.plug("/dev/ttyUSB0")
    with Table(home, sockets) as table:
        assert len(table.wired.status().offered) == 1
    assert (home / "devices.json.damaged").read_bytes() == raw


@pytest.mark.usefixtures("nothing_is_kept")
def test_what_cannot_be_kept_holds_until_herald_ends_and_is_told_at_once(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    sockets.plug("/dev/ttyACM9", "A modem")
    sockets.plug(adapters[0][1])
    with Table(home, sockets) as table:
        modem, reader = table.wired.status().offered
        with pytest.raises(OSError, match="Is a directory"):
            table.wired.decline(modem)
        assert table.told == HardwareStatus(offered=(reader,), has_declined=True)
        with pytest.raises(OSError, match="Is a directory"):
            table.wired.offer_again()
        assert table.told == HardwareStatus(offered=(modem, reader))
        tried = table.wired.try_reader(reader)
        assert (tried.zone, tried.unkept is not None) == ("play", True)
        assert ([each.zone for each in table.told.readers], table.told.offered) == (["play"], (modem,))
    assert not (home / "devices.json").exists()


def test_once_a_reader_works_it_is_offered_no_more_and_a_second_yes_changes_nothing(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    sockets.plug(adapters[0][1])
    with Table(home, sockets) as table:
        (offered,) = table.wired.status().offered
        assert table.wired.try_reader(offered).zone == "play"
        assert table.told.offered == ()
        assert table.wired.try_reader(offered).zone == "play"
        assert [reader.zone for reader in table.wired.status().readers] == ["play"]


def test_a_reader_that_begins_to_work_while_a_game_is_laid_out_joins_it(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    setup = GameSetup((Seat("red", "Anna"), Seat("blue", "Bert"), Seat("green", "Carla")), "red")
    sockets.plug(adapters[0][1])
    with Table(home, sockets) as table:
        laid_out = table.wired.zone_plan("louis-xiv", setup)
        session = Session.create(home / "a.herald", RecordHeader("louis-xiv", setup), None, laid_out)
        table.wired.try_reader(table.wired.status().offered[0])
        posted: list[object] = []
        table.wired.attach_session(session, SimpleNamespace(post=posted.append))
        assert [dict(each.zone_plan.zones) for each in posted if isinstance(each, ChangeZonePlan)] == [
            {"play": "reader"}
        ]
        table.wired.detach_session()
        session.close()


def test_who_leaves_a_game_does_not_wait_for_a_reader_that_is_tried(
    home: Path, sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, left = threading.Event(), threading.Event()

    def wait(_rig: TableDevices) -> str:
        tried.set()
        return "it is silent" if left.wait(PATIENCE_S) else "nobody could leave"

    monkeypatch.setattr(real_table_hardware, "_why_it_does_not_answer", wait)
    sockets.plug("/dev/ttyUSB0")
    with Table(home, sockets) as table:
        came: list[ReaderOnTrial] = []
        (offered,) = table.wired.status().offered
        trial = threading.Thread(target=lambda: came.append(table.wired.try_reader(offered)))
        trial.start()
        assert tried.wait(PATIENCE_S)
        table.wired.detach_session()
        left.set()
        trial.join()
        assert came == [ReaderOnTrial(failure_reason="it is silent")]


def test_a_port_of_any_letters_may_be_a_reader() -> None:
    port = "/dev/serial/by-id/usb-\N{GRINNING FACE}-if00"
    assert plan_of_readers([KeptAnswer(port, "", "play")]).tables == (Pn532Wiring(name="play", port=port),)


def test_the_question_is_seen_however_long_a_name_is() -> None:
    asked = is_it_a_reader(PluggedInDevice("/dev/a", f"{'W' * 1000}\n\x1b[2J\u202e"), "en")
    assert asked == f"Something is plugged in: {'W' * 59}…. Is it a card reader?"


def test_tags_are_given_at_a_reader_that_is_there(
    home: Path, sockets: Sockets, adapters: Adapters, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = adapters[0][1]
    (home / "devices.json").write_text(
        '[{"port":"/dev/ttyUSB7","name":"Old one","zone":"play"},'
        f'{{"port":"{path}","name":"{NAME}","zone":"tile/6"}}]'
    )
    sockets.plug(path)
    table = RealTableHardware(None, plugged_in=PluggedInDevices(home, sockets))
    monkeypatch.setattr("companion.start.real_table.wiring_lookup.find_real_table", lambda: table)
    assert enrol._reader(enrol._ask_what_is_plugged_in("en"), None)[1] == "tile/6"


# -- the screen


class PluggedHands(Hands):
    """Hands at a table without a plan: virtual readers behind whatever is plugged in."""

    def __init__(self, home: Path, sockets: Sockets) -> None:
        super().__init__(home)
        (home / "wiring.toml").unlink()
        self.wired = RealTableHardware(
            None, self._made, lambda _seconds, _act: None, plugged_in=PluggedInDevices(home, sockets)
        )
        self.rig_at: dict[str, VirtualDeviceManager] = {}

    def _make(self, plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> VirtualDeviceManager:
        rig = super()._make(plan, heard)
        self.rig_at[plan.reader_names[0]] = rig
        return rig

    def lay(self, word: str, zone: str) -> None:
        """Lay a piece on the reader of that place."""
        self.rig = self.rig_at[zone]
        self.put(word, zone)


@contextmanager
def asked_at_the_start(home: Path, sockets: Sockets) -> Iterator[Driver]:
    """Somebody before the question about a device that was there already."""
    hands = PluggedHands(home, sockets)
    sockets.plug("/dev/ttyUSB0")
    with real_evening(hands) as guest:
        guest.driver.until(lambda: guest.driver.sees(QUESTION), PATIENT)
        yield guest.driver


@pytest.mark.parametrize("lang", languages())
def test_in_an_evening_already_begun_it_is_offered_and_a_card_on_it_is_a_move(
    home: Path, sockets: Sockets, lang: str
) -> None:
    hands = PluggedHands(home, sockets)
    with real_evening(hands, lang) as guest:
        driver = guest.driver
        sat_down(guest, "louis-xiv", "real", players=3)
        assert dict(guest.live.snapshot.zone_plan.zones) == {}
        sockets.plug("/dev/ttyUSB0")
        driver.until(lambda: driver.app.page_history[-1] == "plugged-in", PATIENT)
        driver.rest()
        assert driver.faults() == []
        assert any(NAME in text for text in driver.words())
        driver.tap("yes")
        driver.until(lambda: "done" in driver.things(), PATIENT)
        assert driver.faults() == []
        driver.tap("done")
        assert driver.app.page_history[-1] == "table"
        guest.settle()
        assert dict(guest.live.snapshot.zone_plan.zones) == {"play": "reader"}
        hands.show("money/4:2", "play")
        driver.until(lambda: guest.live.snapshot.accepted_texts == ("table money 4 2",), PATIENT)


def test_a_no_leaves_it_alone_and_the_readers_page_asks_once_more(home: Path, sockets: Sockets) -> None:
    with asked_at_the_start(home, sockets) as driver:
        driver.tap("no")
        driver.until(lambda: driver.app.page_history[-1] == "home", PATIENT)
        driver.tap("readers")
        driver.until(lambda: "plugged-in" in driver.things(), PATIENT)
        assert driver.faults() == []
        driver.tap("plugged-in")
        driver.until(lambda: driver.sees(QUESTION), PATIENT)


def test_of_two_readers_a_card_shows_which_is_which(home: Path, sockets: Sockets) -> None:
    hands = PluggedHands(home, sockets)
    for path in ("/dev/ttyUSB0", "/dev/ttyUSB1"):
        sockets.plug(path)
    with real_evening(hands) as guest:
        driver = guest.driver
        driver.until(lambda: driver.sees(QUESTION), PATIENT)
        for _reader in range(2):
            driver.tap("yes")
            driver.until(lambda: "done" in driver.things(), PATIENT)
            if not _reader:
                driver.tap("done")
        assert driver.sees("Which reader is which? Lay a card on the one for this place: Play area.")
        hands.put("card/inf6", "tile/6")
        driver.until(lambda: driver.sees("Now Herald knows which reader is which."), PATIENT)
        guest.driver.until(
            lambda: (
                [
                    each["port"][-1]
                    for each in json.loads((home / "devices.json").read_bytes())
                    if each["zone"] == "play"
                ]
                == ["1"]
            ),
            PATIENT,
        )


def test_of_three_readers_each_is_asked_for_once(home: Path, sockets: Sockets) -> None:
    hands = PluggedHands(home, sockets)
    for number in range(3):
        sockets.plug(f"/dev/ttyUSB{number}")
    with real_evening(hands) as guest:
        driver = guest.driver
        driver.until(lambda: driver.sees(QUESTION), PATIENT)
        for reader in range(3):
            driver.tap("yes")
            driver.until(lambda: "done" in driver.things(), PATIENT)
            if reader < 2:
                driver.tap("done")
        assert driver.sees("Lay a card on the one for this place: Play area.")
        hands.lay("card/inf6", "tile/7")
        driver.until(lambda: not driver.sees("this place: Play area."), PATIENT)
        driver.until(lambda: driver.sees("Which reader is which?"), PATIENT)
        hands.lay("card/inf6", "play")  # the one that was shown before
        driver.rest()
        assert driver.sees("Which reader is which?")
        hands.lay("card/inf6", "tile/7")
        driver.until(lambda: driver.sees("Now Herald knows which reader is which."), PATIENT)
    kept = {each["port"][-1]: each["zone"] for each in json.loads((home / "devices.json").read_bytes())}
    assert kept == {"2": "play", "0": "tile/6", "1": "tile/7"}


@pytest.mark.usefixtures("nothing_is_kept")
def test_the_screen_says_what_cannot_be_kept(home: Path, sockets: Sockets) -> None:
    hands = PluggedHands(home, sockets)
    sockets.plug("/dev/ttyACM9", "A modem")
    sockets.plug("/dev/ttyUSB0")
    with real_evening(hands) as guest:
        driver = guest.driver
        driver.until(lambda: driver.sees("A modem"), PATIENT)
        driver.tap("no")
        driver.until(lambda: "done" in driver.things(), PATIENT)
        assert driver.sees("Then Herald leaves it alone")
        assert driver.sees("Is a directory")
        assert driver.faults() == []
        driver.tap("done")
        assert driver.sees(QUESTION)
        driver.tap("yes")
        driver.until(lambda: "done" in driver.things(), PATIENT)
        assert driver.sees("It works")
        assert driver.sees("Is a directory")
        driver.tap("done")
        assert driver.app.page_history[-1] == "home"


def test_nobody_who_types_is_interrupted(home: Path, sockets: Sockets) -> None:
    hands = PluggedHands(home, sockets)
    with real_evening(hands) as guest:
        driver = guest.driver
        driver.tap("game/louis-xiv")
        driver.tap("table/touch")
        driver.tap("name/0")
        driver.tap("key/a")
        sockets.plug("/dev/ttyUSB0")
        driver.until(lambda: bool(driver.app.app_state.hardware_status.offered), PATIENT)
        driver.tap("key/b")
        driver.tap("key/check")
        driver.until(lambda: driver.sees(QUESTION), PATIENT)
        driver.tap("back")
        assert driver.sees("Ab")


def test_a_device_that_is_pulled_out_again_is_asked_about_no_more(home: Path, sockets: Sockets) -> None:
    with asked_at_the_start(home, sockets) as driver:
        sockets.unplug("/dev/ttyUSB0")
        driver.until(lambda: "yes" not in driver.things(), PATIENT)
        driver.tap("done")
        assert driver.app.page_history[-1] == "home"


# -- the terminal


class Typist:
    """Somebody who types; what is told is kept."""

    def __init__(self, *acts: str | Callable[[], str]) -> None:
        self._acts = iter(acts)
        self._more = threading.Condition()
        self.told = ""

    def read(self, prompt: str) -> str:
        """The next line."""
        self.write(prompt)
        act = next(self._acts, None)
        if act is None:
            raise EOFError
        return act if isinstance(act, str) else act()

    def write(self, text: str) -> None:
        """Read what is told."""
        with self._more:
            self.told += f"{text}\n"
            self._more.notify_all()

    def until_told(self, text: str) -> None:
        """Until that was told."""
        with self._more:
            assert self._more.wait_for(lambda: text in self.told, PATIENCE_S), self.told


def test_the_terminal_asks_before_a_game_and_while_somebody_types(
    home: Path, sockets: Sockets, adapters: Adapters
) -> None:
    furnish(home)
    (home / "wiring.toml").unlink()
    table = RealTableHardware(None, plugged_in=PluggedInDevices(home, sockets))
    (first, first_path), (_second, second_path) = adapters
    sockets.plug("/dev/ttyACM9", "A modem")

    def plug_first() -> str:
        sockets.plug(first_path)
        typist.until_told(f"{QUESTION} Type `reader yes` or `reader no`.")
        return "reader yes"

    def plug_second() -> str:
        sockets.plug(second_path, "Another one")
        typist.until_told("Another one. Is it a card reader?")
        return "reader yes"

    def lay_on_first() -> str:
        first.field.put_tag(make_ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
        return ""

    typist = Typist(
        "no",
        "1",
        "Anna, Bert, Carla",
        "Anna",
        plug_first,
        plug_second,
        lay_on_first,
        "reader maybe",
        "reader no",
    )
    play_in_terminal(table, "en", typist.read, typist.write, speak_nothing, "louis-xiv")
    table.close()
    assert "Something is plugged in: A modem. Is it a card reader?" in typist.told
    assert "Then Herald leaves it alone, and asks no more." in typist.told
    assert "It works: what is laid on it counts for this place: play." in typist.told
    assert "Which reader is which? Lay a card on the one for this place: play." in typist.told
    assert "Nothing is plugged in of which Herald does not know what it is." in typist.told
    kept = {each["port"]: each["zone"] for each in json.loads((home / "devices.json").read_bytes())}
    assert kept == {"/dev/ttyACM9": "", str(first_path): "play", str(second_path): "tile/6"}


@pytest.mark.usefixtures("nothing_is_kept")
def test_the_terminal_says_what_cannot_be_kept(home: Path, sockets: Sockets, adapters: Adapters) -> None:
    sockets.plug("/dev/ttyACM9", "A modem")
    sockets.plug(adapters[0][1])
    with Table(home, sockets) as table:
        typist = Typist("no", "yes")
        DeviceQuestions(table.wired, "en", typist.read, typist.write).ask_about_all()
        assert typist.told.count("Is a directory") == 2
        assert "It works: what is laid on it counts for this place: play." in typist.told


def test_what_is_plugged_in_while_a_game_is_set_up_is_told_in_the_game(home: Path, sockets: Sockets) -> None:
    table = RealTableHardware(None, plugged_in=PluggedInDevices(home, sockets))
    sockets.plug("/dev/ttyACM8", "Something else")

    def plug() -> str:
        sockets.plug("/dev/ttyACM9", "A modem")
        while len(table.status().offered) < 2:
            table._look_what_is_plugged_in()
        return "1"

    typist = Typist("", plug, "Anna, Bert, Carla", "Anna", "reader no", "reader no", "reader no")
    play_in_terminal(table, "en", typist.read, typist.write, speak_nothing, "louis-xiv")
    assert "A modem. Is it a card reader? Type `reader yes` or `reader no`." in typist.told
    assert table.status() == HardwareStatus(has_declined=True)
    table.close()


def test_an_answer_is_about_the_device_that_was_asked_about(home: Path, sockets: Sockets) -> None:
    sockets.plug("/dev/ttyACM8", "A modem")
    with Table(home, sockets) as table:
        typist = Typist("")
        questions = DeviceQuestions(table.wired, "en", typist.read, typist.write)
        questions.ask_about_all()
        questions.begin_to_tell(typist.write)
        sockets.plug("/dev/ttyACM9", "Something else")
        modem, _other = table.until(lambda now: len(now.offered) > 1).offered
        questions.on_hardware_changed()
        questions.answer("no")
        assert table.wired.status().offered == (modem,)
        questions.answer("yes")  # to nothing that was asked
        assert typist.told.count("Something is plugged in: A modem. Is it a card reader?") == 2
        assert table.wired.status().offered == (modem,)
        questions.answer("no")
        assert table.wired.status().offered == ()


class ThreeReaders:
    """Three readers; a card lies on that of the place named."""

    def __init__(self, card_at: str) -> None:
        self.card_at = card_at
        self.exchanged: list[tuple[str, str]] = []

    def try_reader(self, _device: PluggedInDevice) -> ReaderOnTrial:
        """It works."""
        return ReaderOnTrial("tile/7")

    def status(self) -> HardwareStatus:
        """All of them work."""
        readers = tuple(ZoneReaderStatus(zone) for zone in ("play", "tile/6", "tile/7"))
        return HardwareStatus(readers, offered=(PluggedInDevice("/dev/a", "A"),))

    def redirect_input(self, receiver: MessageReceiver) -> None:
        """What lies there is told first."""
        receiver.post(ReportInput(TagAlreadyPresent(self.card_at, "04")))

    def restore_input(self, _receiver: MessageReceiver) -> None:
        """Nothing more is told."""

    def exchange_readers(self, one: str, other: str) -> None:
        """The card stays where it lies, at the other place now."""
        self.exchanged.append((one, other))
        self.card_at = other


def test_a_card_that_rests_on_a_reader_that_is_known_says_nothing_more(home: Path) -> None:
    readers, typist = ThreeReaders("tile/7"), Typist("yes", "", "")
    DeviceQuestions(cast(TableHardware, readers), "en", typist.read, typist.write).ask_about_all()
    assert readers.exchanged == [("tile/7", "play")]


def test_who_quits_at_the_question_begins_no_game(home: Path, sockets: Sockets) -> None:
    sockets.plug("/dev/ttyUSB0")
    table, typist = (
        RealTableHardware(None, plugged_in=PluggedInDevices(home, sockets)),
        Typist("what", "quit"),
    )
    play_in_terminal(table, "en", typist.read, typist.write, speak_nothing)
    table.close()
    assert typist.told.count(QUESTION) == 2
    assert "What do you play with?" not in typist.told
