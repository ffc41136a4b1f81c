"""A PN532 on a real serial line (a pseudo-terminal), as the program and the doctor see it."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import termios
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from hardware.clock import RealClock
from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT
from hardware.events import HardwareEvent, ReaderReported
from hardware.finding import Finding
from hardware.readers.pn532.driver import Pn532Connection, Pn532Driver
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import SerialConnection
from hardware.virtual.clock import VirtualClock
from hardware.wiring_schema import WiringPlan
from tests.hardware.pn532.scripted import OTHER, UID, ScriptedChip, target

PATIENCE_S = 30.0
_CFLAG = 2


class PluggedChip:
    """A scripted chip at the far end of a pseudo-terminal, with a thread that passes the bytes."""

    def __init__(self) -> None:
        self.chip = ScriptedChip(RealClock())
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
    assert (
        why
        == f"reader play is on {plugged.path}, which is open in another program: end that, it goes on by itself"
    )


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
