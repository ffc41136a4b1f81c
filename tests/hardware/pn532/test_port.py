"""A PN532 on a real serial line (a pseudo-terminal), as the program and the doctor see it."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from hardware.clock import RealClock
from hardware.common.events import CHIP_DEAD, READER_BACK, READER_DOWN, READER_WELL, TAG_CAME, TAG_LEFT
from hardware.events import HardwareEvent, ReaderReported
from hardware.finding import Finding
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.pn532.driver import Pn532Connection, Pn532Driver
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import SerialConnection
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.hub import VirtualSerialConnection
from hardware.virtual.simulations import HubSimulation, Pn532Simulation
from hardware.wiring_plan import load_kit, parse_plan
from hardware.wiring_schema import WiringPlan
from tests.hardware.pn532.scripted import OTHER, UID, ScriptedChip, target

PATIENCE_S = 30.0
_CFLAG = 2


class PluggedChip:
    """A scripted chip, or what else it is, at the far end of a pseudo-terminal; a thread passes the bytes."""

    def __init__(self, make: Callable[[RealClock], ScriptedChip] = ScriptedChip) -> None:
        self.chip = make(RealClock())
        self._far, self.near = os.openpty()
        tty.setraw(self.near)
        self.path = os.ttyname(self.near)
        self._stop, self._stopping = os.pipe()
        self._thread = threading.Thread(target=self._pass_bytes, daemon=True)
        self._thread.start()

    def _pass_bytes(self) -> None:
        while True:
            due = min((due for due, _ in self.chip.sent), default=None)
            pause = None if due is None else max(0, due - self.chip.clock.now_us()) / 1e6
            ready, _, _ = select.select([self._far, self._stop], [], [], pause)
            if self._stop in ready:
                return
            if self._far in ready:
                self.chip.write(os.read(self._far, 4096))
            os.write(self._far, self.chip.read())

    def unplug(self) -> None:
        """The device goes away, perhaps within a frame."""
        os.write(self._stopping, b"!")
        self._thread.join(PATIENCE_S)
        for handle in (self._far, self.near, self._stop, self._stopping):
            os.close(handle)


class Modem(ScriptedChip):
    """It says everything again, and then that it knows no such command."""

    def write(self, data: bytes) -> int:
        self.sent.append((self.clock.now_us(), data + b"\r\nERROR\r\n"))
        return len(data)


class Printer(ScriptedChip):
    """It takes everything and says nothing."""

    def write(self, data: bytes) -> int:
        return len(data)


@pytest.fixture
def plugged() -> Iterator[PluggedChip]:
    chip = PluggedChip()
    yield chip
    chip.unplug()


def plan_of(port: str | Path) -> WiringPlan:
    return WiringPlan(tables=(Pn532Wiring("play", str(port)),))


def test_a_tag_is_told_and_outlives_the_cable_that_was_pulled_and_plugged_in_by_its_name(
    tmp_path: Path,
) -> None:
    stable, before, after = tmp_path / "usb-a", PluggedChip(), PluggedChip()
    stable.symlink_to(before.path)
    before.chip.lay(target(UID))
    after.chip.lay(target(OTHER))
    events: Queue[HardwareEvent] = Queue()
    group = Pn532Driver().open(plan_of(stable), events.put, RealClock())
    seen: list[tuple[str, bytes, bool]] = []

    def wait_for(kind: str) -> None:
        while not seen or seen[-1][0] != kind:
            reported = events.get(timeout=PATIENCE_S)
            assert isinstance(reported, ReaderReported)
            assert reported.reader == "play"
            seen.append((reported.event.kind, reported.event.uid, reported.already_there))

    group.start()
    try:
        wait_for(TAG_CAME)
        before.unplug()
        wait_for(READER_DOWN)
        stable.unlink()
        stable.symlink_to(after.path)
        wait_for(READER_BACK)
        wait_for(TAG_LEFT)
    finally:
        group.stop()
        after.unplug()
    # a busy computer may lose three polls in a row, which is told, and no tag comes or leaves by it
    of_tags = [each for each in seen if each[0] not in (READER_DOWN, READER_BACK)]
    assert of_tags == [(TAG_CAME, UID, True), (TAG_CAME, OTHER, True), (TAG_LEFT, UID, False)]


def test_an_open_port_is_locked(plugged: PluggedChip) -> None:
    line = Pn532Connection(plugged.path)
    with pytest.raises(OSError, match="lock"):
        Pn532Connection(plugged.path)
    line.close()
    Pn532Connection(plugged.path).close()


def test_dtr_and_rts_are_lowered_neither_while_it_is_open_nor_when_it_is_closed(
    plugged: PluggedChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = termios.tcgetattr(plugged.near)
    settings[_CFLAG] |= termios.HUPCL
    termios.tcsetattr(plugged.near, termios.TCSANOW, settings)
    asked, real = [], fcntl.ioctl

    def ioctl(handle: int, request: int, *rest: Any) -> Any:
        asked.append(request)
        return real(handle, request, *rest)

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    for _ in range(2):
        line = Pn532Connection(plugged.path)
        settings = termios.tcgetattr(line._fd)
        assert not settings[_CFLAG] & termios.HUPCL
        line.close()
    assert asked
    assert not {termios.TIOCMBIC, termios.TIOCMSET} & set(asked)


# -- ports that cannot be opened


def opened(driver: Pn532Driver, port: str | Path) -> str:
    """Why it cannot be opened."""
    group = driver.open(plan_of(port), lambda _event: None, RealClock())
    group.run_pending()
    (health,) = group.reader_health()
    group.stop()
    return health.why


def test_a_port_that_is_not_there_is_told(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    assert opened(Pn532Driver(), port) == (
        f"reader play is not there, nor is its {port}: plug it in, or write in wiring.toml the port that"
        " ls /dev/serial/by-id shows for it"
    )


def test_a_port_that_is_a_file_or_a_folder_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    port = tmp_path / "notes"
    port.write_text("mine")
    for wrong in (port, tmp_path):
        assert f"cannot be on {wrong}, which is no serial port that works" in opened(Pn532Driver(), wrong)
    assert port.read_text() == "mine"


def test_a_port_that_another_program_has_is_told(plugged: PluggedChip) -> None:
    line = Pn532Connection(plugged.path)
    why = opened(Pn532Driver(), plugged.path)
    line.close()
    assert why == (
        f"reader play is on {plugged.path}, which another program has open, or Herald for another reader or hub: end"
        " that program, or give each its own port; it goes on by itself"
    )


def test_two_names_that_lead_to_one_port_only_once_it_is_plugged_in_cost_one_reader_and_are_told(
    plugged: PluggedChip, tmp_path: Path
) -> None:
    stable, of_socket = tmp_path / "usb-a", tmp_path / "socket-1"
    plan = parse_plan(
        "".join(
            f'[[reader]]\nkind = "pn532"\nname = "{name}"\nport = "{port}"\n'
            for name, port in (("play", stable), ("bank", of_socket))
        )
    )
    for name in (stable, of_socket):
        name.symlink_to(plugged.path)
    told: Queue[HardwareEvent] = Queue()
    plugged.chip.lay(target(UID))
    group = Pn532Driver().open(plan, told.put, RealClock())
    group.start()
    try:
        at_work, idle = set[str](), set[str]()
        while not at_work or not idle:
            reported = told.get(timeout=PATIENCE_S)
            assert isinstance(reported, ReaderReported)
            if reported.event.kind == TAG_CAME:
                at_work.add(reported.reader)
            elif "which another program has open, or Herald for another reader" in reported.event.why:
                idle.add(reported.reader)
    finally:
        group.stop()
    assert at_work | idle == {"play", "bank"}
    assert not at_work & idle


def test_a_port_that_fails_otherwise_is_told() -> None:
    def fail(_path: str) -> SerialConnection:
        raise OSError(errno.EIO, "Input/output error")

    why = opened(Pn532Driver(fail), "/dev/ttyUSB0")
    assert "is no serial port that works (Input/output error)" in why


def test_a_port_that_is_not_permitted_is_told() -> None:
    def refuse(path: str) -> SerialConnection:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    assert opened(Pn532Driver(refuse), "/dev/ttyUSB0") == (
        'reader play is on /dev/ttyUSB0, which this user may not open: run "sudo usermod -aG dialout $USER",'
        " then log in anew"
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOENT, "is not there, nor is its /dev/ttyUSB0: plug it in"),
        (errno.EACCES, 'may not open: run "sudo usermod'),
        (errno.EBUSY, "another program has open"),
        (errno.ENOTTY, "no serial port that works"),
    ],
)
def test_whatever_kept_a_port_from_being_opened_is_told_once_and_the_reader_is_back_by_itself(
    number: int, told: str
) -> None:
    clock = VirtualClock(1_000_000)
    chip = ScriptedChip(clock)
    chip.lay(target(UID))
    refused = [OSError(number, os.strerror(number))] * 4

    def open_line(_path: str) -> SerialConnection:
        if refused:
            raise refused.pop()
        return chip

    events: list[HardwareEvent] = []
    group = Pn532Driver(open_line).open(plan_of("/dev/ttyUSB0"), events.append, clock)
    while not chip.commands or len(events) < 3:
        clock.wait_us(max(1, group.run_pending() - clock.now_us()))
        assert clock.now_us() < 20_000_000
    down, back, came = (each for each in events if isinstance(each, ReaderReported))
    assert down.event.kind == READER_DOWN
    assert told in down.event.why
    assert back.event.kind == READER_BACK
    assert (came.event.kind, came.already_there) == (TAG_CAME, True)
    assert {each.name: each.state for each in group.reader_health()} == {"play": READER_WELL}


@pytest.mark.parametrize("other", [Modem, Printer])
def test_what_is_no_pn532_is_told_with_what_to_do_and_the_reader_that_takes_its_place_is_back_by_itself(
    other: type[ScriptedChip], tmp_path: Path
) -> None:
    port, wrong, right = tmp_path / "usb-a", PluggedChip(other), PluggedChip()
    port.symlink_to(wrong.path)
    right.chip.lay(target(UID))
    told: Queue[HardwareEvent] = Queue()
    group = Pn532Driver().open(plan_of(port), told.put, RealClock())
    group.start()
    try:
        down = told.get(timeout=PATIENCE_S)
        (health,) = group.reader_health()
        wrong.unplug()
        port.unlink()
        port.symlink_to(right.path)
        back, came = (told.get(timeout=PATIENCE_S) for _ in range(2))
    finally:
        group.stop()
        right.unplug()
    assert isinstance(down, ReaderReported)
    assert down.event.kind == READER_DOWN
    assert down.event.why.startswith(f"reader play on {port} does not answer as a PN532 (")
    assert down.event.why.endswith(
        "): write in wiring.toml the port that ls /dev/serial/by-id shows for it; if it is the right one, set the"
        " switches of its board to HSU (UART)"
    )
    assert (
        health.tally[CHIP_DEAD] > 0
    )  # so people are told that it does not answer, not that it cannot be opened
    assert isinstance(back, ReaderReported)
    assert back.event.kind == READER_BACK
    assert isinstance(came, ReaderReported)
    assert (came.event.uid, came.already_there) == (UID, True)


def test_a_port_that_is_our_hubs_is_told_and_the_hub_and_its_readers_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = WiringPlan(tables=(*plan_of("/dev/ttyACM0").tables, *load_kit("hub").wirings_of(HubWiring)))
    clock = VirtualClock()
    rig = VirtualDeviceManager(plan, lambda _event: None, clock)
    hub, ports = rig.hub_by_name["tiles"], rig.simulation_of(HubSimulation).serial_ports

    def wait(_line: VirtualSerialConnection, seconds: float) -> None:
        """Time goes by for the hub, too."""
        clock.wait_us(int(seconds * 1e6))
        hub.run_pending()

    monkeypatch.setattr(VirtualSerialConnection, "wait", wait)
    monkeypatch.setattr(rig.simulation_of(Pn532Simulation).driver, "_open_line", ports.open)
    while not hub.is_connected:
        clock.wait_us(max(1, hub.run_pending() - clock.now_us()))
    (knocked,) = Pn532Driver(ports.open).examine(plan, clock, frozenset())
    assert knocked.found.startswith("on /dev/ttyACM0 does not answer as a PN532")
    assert knocked.advice.startswith("Write in wiring.toml the port that ls /dev/serial/by-id shows for it")
    rig.open()
    rig.run_for(10_000_000)
    play, *of_hub = rig.reader_health()
    assert (play.name, play.state) == ("play", READER_DOWN)
    assert "give each its own port" in play.why
    assert [each.state for each in of_hub] == [READER_WELL] * 12
    assert rig.absent_boards() == ()


# -- the doctor


def finding_of(chip: ScriptedChip) -> Finding:
    (finding,) = Pn532Driver(lambda _path: chip).examine(plan_of("/dev/ttyUSB0"), chip.clock, frozenset())
    assert finding.what == "reader play"
    assert chip.is_closed
    return finding


@pytest.mark.parametrize(
    ("targets", "found", "wrong"),
    [
        ((), "nothing lies there", False),
        ((target(UID),), "a tag lies there", False),
        ((target(UID), target(OTHER)), "more than one tag lies there", True),
        ((target(UID, 0x20),), "a bank card, a pass or a phone lies there", True),
    ],
)
def test_the_doctor_tells_the_version_and_what_lies_there(
    targets: tuple[bytes, ...], found: str, wrong: bool
) -> None:
    chip = ScriptedChip(VirtualClock())
    chip.lay(*targets)
    finding = finding_of(chip)
    assert (finding.found, finding.wrong) == (f"PN532, firmware 1.6, on /dev/ttyUSB0; {found}", wrong)


def test_the_doctor_tells_lost_answers_and_a_tag_at_the_edge() -> None:
    chip = ScriptedChip(VirtualClock())
    chip.replies.append(lambda _answer: [])
    assert "; 1 of 14 polls had no right answer" in finding_of(chip).found
    chip = ScriptedChip(VirtualClock())
    chip.lay(target(UID))
    chip.replies.extend(
        [lambda answer: [(1, b"\0\0\xff\0\xff\0"), (2, b"\0\0\xff\x03\xfd\xd5\x4b\0\xe0\0")]] * 5
    )
    assert "a tag lies there, and 5 of 14 polls missed it" in finding_of(chip).found


def test_the_doctor_tells_what_to_do_about_a_silent_port(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = ScriptedChip(VirtualClock())
    monkeypatch.setattr(chip, "write", len)
    finding = finding_of(chip)
    assert finding.found == "on /dev/ttyUSB0 does not answer as a PN532 (it did not acknowledge a command)"
    assert finding.advice.startswith(
        "Write in wiring.toml the port that ls /dev/serial/by-id shows for it; if it"
    )


def test_the_doctor_tells_a_port_that_is_not_there(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    (finding,) = Pn532Driver().examine(plan_of(port), RealClock(), frozenset())
    assert (finding.found, finding.wrong) == (f"is not there, nor is its {port}", True)
    assert not list(Pn532Driver().examine(plan_of(port), RealClock(), frozenset({"play"})))
