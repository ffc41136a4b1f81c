"""Real serial devices, by pyserial, on pseudo terminals: what is found, opened, read, written, lost."""

from __future__ import annotations

import errno
import os
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from hardware.clock import RealClock
from hardware.common.events import READER_DOWN, TAG_CAME
from hardware.common.link import encoding
from hardware.common.link.hub_settings import encode_settings
from hardware.common.link.messages import STATE, SocketStateMessage
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.hub_group import HubGroup
from hardware.readers.hub.wiring_schema import HubReader, HubWiring
from hardware.readers.serial_ports import PICO_USB_ID, RealSerialConnection, RealSerialPorts, SerialDevice
from tests.hardware.hub.scripted import Scripted

DEADLINE_S = 10.0
"""No test waits so long unless it fails."""


class Pty:
    """A device, and whoever is at its other end."""

    def __init__(self) -> None:
        self.theirs, slave = os.openpty()
        self.path = os.ttyname(slave)
        tty.setraw(slave)
        os.close(slave)
        os.set_blocking(self.theirs, False)

    def heard(self) -> bytes:
        """What came there."""
        ready, _, _ = select.select([self.theirs], [], [], 0.05)
        try:
            return os.read(self.theirs, 65536) if ready else b""
        except OSError:  # nobody has it open
            return b""

    def say(self, data: bytes) -> None:
        os.write(self.theirs, data)

    def hang_up(self) -> None:
        if self.theirs >= 0:
            os.close(self.theirs)
            self.theirs = -1


@pytest.fixture
def pty() -> Iterator[Pty]:
    pty = Pty()
    yield pty
    pty.hang_up()


@pytest.fixture
def serial(pty: Pty) -> Iterator[RealSerialConnection]:
    serial = RealSerialConnection(pty.path)
    yield serial
    serial.close()


def until(serial: RealSerialConnection, length: int) -> bytes:
    data, end = b"", time.monotonic() + DEADLINE_S
    while len(data) < length and time.monotonic() < end:
        serial.wait(0.1)
        data += serial.read()
    return data


# Which there are


def listed_port(
    device: str,
    usb: tuple[int, int] | tuple[None, None] = (None, None),
    number: str | None = None,
    product: str | None = None,
) -> SimpleNamespace:
    """A port as pyserial lists it."""
    vendor, kind = usb
    return SimpleNamespace(
        device=device,
        name=device.rpartition("/")[2],
        vid=vendor,
        pid=kind,
        serial_number=number,
        product=product,
    )


def test_a_pico_is_known_by_its_usb_number_and_others_are_not_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        listed_port("/dev/ttyACM1", PICO_USB_ID, "e66141", "Board in FS mode"),
        listed_port("/dev/ttyACM0", (0x1A86, 0x7523), None, None),
        listed_port("/dev/ttyS0"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: listed)
    assert RealSerialPorts().list_devices() == (
        SerialDevice("/dev/ttyACM0", usb_name="1a86:7523"),
        SerialDevice("/dev/ttyACM1", "e66141", True, usb_name="Board in FS mode"),
        SerialDevice("/dev/ttyS0"),
    )


def test_what_the_plan_names_is_found_by_that_name_too(
    pty: Pty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hub-tiles").symlink_to(pty.path)
    (tmp_path / "hub-usb").symlink_to("/dev/null")
    listed = listed_port("/dev/null", PICO_USB_ID, "1", "Board")
    monkeypatch.setattr(list_ports, "comports", lambda: [listed])
    found = RealSerialPorts([f"{tmp_path}/hub-*", f"{tmp_path}/none"]).list_devices()
    assert found == (
        SerialDevice("/dev/null", "1", True, (f"{tmp_path}/hub-usb",), "Board"),
        SerialDevice(pty.path, links=(f"{tmp_path}/hub-tiles",)),
    )


@pytest.mark.parametrize(
    ("number", "links", "lasting"),
    [
        ("A50285BI", ("id-A50285BI", "path-1.2"), "id-A50285BI"),
        ("", ("id-", "path-1.2"), "path-1.2"),
        ("0001", ("id-0001", "path-1.2"), "path-1.2"),
        ("A50285BI", (), "/dev/ttyUSB0"),
        ("", ("id-",), "/dev/ttyUSB0"),
    ],
    ids=["numbered", "not numbered", "nobody has numbered it", "no links", "no socket"],
)
def test_an_adapter_is_known_by_its_number_else_by_its_socket(
    number: str, links: tuple[str, ...], lasting: str
) -> None:
    folders = {"id": "/dev/serial/by-id/", "path": "/dev/serial/by-path/"}
    paths = tuple(folders[kind] + name for kind, _, name in (link.partition("-") for link in links))
    assert SerialDevice("/dev/ttyUSB0", number, links=paths).lasting_path.rpartition("/")[2] == (
        lasting.partition("-")[2] or "ttyUSB0"
    )


def test_this_computer_has_some_or_none() -> None:
    assert isinstance(RealSerialPorts().list_devices(), tuple)


# One that is open


def test_bytes_go_both_ways_whatever_they_are(pty: Pty, serial: RealSerialConnection) -> None:
    every = bytes(range(256))
    assert serial.read() == b""
    assert serial.write(every) == 256
    assert pty.heard() == every
    pty.say(every)
    assert until(serial, 256) == every


def test_nothing_waits_where_nobody_reads(pty: Pty, serial: RealSerialConnection) -> None:
    sent = 0
    for _ in range(1_000):
        taken = serial.write(bytes(1024))
        sent += taken
        if not taken:
            break
    assert serial.write(b"more") == 0
    heard = 0
    while chunk := pty.heard():
        heard += len(chunk)
    assert heard == sent


def test_a_wait_ends_with_bytes_with_a_call_and_with_time(pty: Pty, serial: RealSerialConnection) -> None:
    began = time.monotonic()
    serial.wait(0.01)
    pty.say(b"x")
    serial.wait(DEADLINE_S)
    assert serial.read() == b"x"
    serial.wake()
    serial.wait(DEADLINE_S)
    threading.Timer(0.05, serial.wake).start()
    serial.wait(DEADLINE_S)
    assert time.monotonic() - began < DEADLINE_S


def test_a_device_that_is_gone_says_so_and_its_end_is_not_waited_for(
    pty: Pty, serial: RealSerialConnection
) -> None:
    pty.hang_up()
    serial.wait(DEADLINE_S)
    with pytest.raises(OSError, match=r".+"):
        serial.read()
    with pytest.raises(OSError, match=r".+"):
        serial.write(b"x")
    serial.close()
    serial.close()
    serial.wake()


def test_what_was_sent_before_it_was_opened_is_not_read(pty: Pty) -> None:
    first = RealSerialConnection(pty.path)
    pty.say(b"of an evening before")
    first.wait(1)
    first.close()
    again = RealSerialConnection(pty.path)
    assert again.read() == b""
    again.close()


def test_a_device_is_nobody_elses_while_it_is_open(pty: Pty, serial: RealSerialConnection) -> None:
    with pytest.raises(OSError, match=r".+") as refused:
        RealSerialConnection(pty.path)
    assert refused.value.errno in (errno.EBUSY, errno.EAGAIN)


@pytest.mark.parametrize("path", ["/dev/ttyACM-none", "/dev/null", "/"])
def test_what_cannot_be_opened_is_an_oserror(path: str) -> None:
    with pytest.raises(OSError, match=r".+"):
        RealSerialPorts().open(path)


# A hub on it, with threads


def test_a_hub_on_a_real_device_is_served_by_a_thread_that_ends(pty: Pty) -> None:
    wiring = HubWiring("tiles", 22, (HubReader("tile/1", 0, 0),), port=pty.path)
    hub = Scripted(RealClock(), "tiles", encode_settings(settings_from_wiring(wiring)))
    heard: list[HardwareEvent] = []
    before = set(threading.enumerate())
    hubs = HubGroup([wiring], RealSerialPorts([pty.path]), heard.append, RealClock())
    hubs.start()

    def serve(until_kind: str) -> None:
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end:
            if any(isinstance(each, ReaderReported) and each.event.kind == until_kind for each in heard):
                return
            if pty.theirs >= 0:
                hub.hear(pty.heard())
                pty.say(hub.give())
        raise AssertionError(heard)

    try:
        end = time.monotonic() + DEADLINE_S
        while not hub.hellos and time.monotonic() < end:
            hub.hear(pty.heard())
        hub.say(
            STATE,
            encoding.encode_socket_state(SocketStateMessage(0, "well", 0x92, "", (b"\x04\x01\x02\x03",), "")),
        )
        serve(TAG_CAME)
        (state,) = hubs.reader_health()
        assert state.state == "well"
        pty.hang_up()
        serve(READER_DOWN)
    finally:
        hubs.stop()
    assert set(threading.enumerate()) <= before
