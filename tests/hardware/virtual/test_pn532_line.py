"""The virtual PN532 behind a pseudo terminal, spoken to by pyserial in real time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from serial import Serial, SerialException

from hardware.clock import RealClock
from hardware.virtual import faults
from hardware.virtual.pn532_line import Pn532Terminal, VirtualPn532Adapter
from hardware.virtual.tags import make_ntag213

PATIENCE_S = 10.0
WAKE = bytes.fromhex("5555") + bytes(14)
ACK = bytes.fromhex("0000FF00FF00")
FIRMWARE = bytes.fromhex("0000FF02FED4022A00")
FIRMWARE_IS = bytes.fromhex("0000FF06FAD50332010607E800")
SAM = bytes.fromhex("0000FF03FDD414011700")
SAM_DONE = bytes.fromhex("0000FF02FED5151600")
LIST_ONE = bytes.fromhex("0000FF04FCD44A0100E100")
UID = bytes.fromhex("04A1B2C3D4E5F6")


@contextmanager
def plugged(folder: Path) -> Iterator[tuple[VirtualPn532Adapter, Path]]:
    adapter, path = VirtualPn532Adapter(RealClock()), folder / "usb-one"
    with Pn532Terminal(adapter, path):
        yield adapter, path
    assert not path.exists()


def opened(path: Path) -> Serial:
    return Serial(str(path), 115_200, timeout=PATIENCE_S, exclusive=True)


def answered(line: Serial, data: bytes, count: int) -> bytes:
    line.write(data)
    return bytes(line.read(count))


def test_pyserial_wakes_it_and_finds_a_tag_that_is_laid_down_while_it_polls(tmp_path: Path) -> None:
    with plugged(tmp_path) as (adapter, path), opened(path) as line:
        assert answered(line, WAKE + SAM, 15) == ACK + SAM_DONE
        assert answered(line, LIST_ONE, 6) == ACK
        adapter.field.put_tag(make_ntag213(UID))
        assert line.read(22) == bytes.fromhex("0000FF0FF1D54B0101004400") + b"\x07" + UID + bytes(
            (0xCA, 0x00)
        )


def test_bytes_that_come_one_by_one_are_the_same_frame(tmp_path: Path) -> None:
    with plugged(tmp_path) as (adapter, path), opened(path) as line:
        adapter.byte_ns = 3_000_000
        for byte in WAKE + SAM:
            line.write(bytes((byte,)))
        assert line.read(15) == ACK + SAM_DONE


def test_answers_wait_for_a_host_that_reads_slowly(tmp_path: Path) -> None:
    with plugged(tmp_path) as (_, path), opened(path) as line:
        assert answered(line, WAKE + SAM, 15) == ACK + SAM_DONE
        for _ in range(20):
            line.write(FIRMWARE)
            assert line.read(1) == b"\x00"
            assert line.read(18) == (ACK + FIRMWARE_IS)[1:]


def test_a_pulled_cable_is_an_error_and_the_same_path_has_a_sleeping_chip_again(tmp_path: Path) -> None:
    with plugged(tmp_path) as (adapter, path):
        with opened(path) as line:
            assert answered(line, WAKE + SAM, 15) == ACK + SAM_DONE
            adapter.unplug()
            assert not path.exists()
            with pytest.raises(OSError, match=r".*"):
                line.write(FIRMWARE)
        with pytest.raises(SerialException):
            opened(path)
        adapter.plug(str(path))
        with opened(path) as line:
            assert adapter.chip.is_asleep
            assert answered(line, WAKE + FIRMWARE, 19) == ACK + FIRMWARE_IS


def test_a_cable_pulled_in_mid_frame_never_shows_the_whole_answer(tmp_path: Path) -> None:
    with plugged(tmp_path) as (adapter, path):
        with opened(path) as line:
            assert answered(line, WAKE + SAM, 15) == ACK + SAM_DONE
            adapter.inject_fault(faults.UNPLUGGED_MID_FRAME, times=1)
            line.write(FIRMWARE)
            with pytest.raises(OSError, match=r".*"):
                assert line.read(19) == b"never whole"
        adapter.clear_fault(faults.UNPLUGGED_MID_FRAME)
        with opened(path) as line:
            assert answered(line, WAKE + FIRMWARE, 19) == ACK + FIRMWARE_IS


def test_a_wait_on_the_line_without_a_terminal_ends_when_it_is_woken() -> None:
    adapter = VirtualPn532Adapter(RealClock())
    adapter.plug("/dev/ttyUSB0")
    line, over = adapter.open(), Event()
    line.wake()
    line.wait(PATIENCE_S)
    over.set()
    assert over.is_set()
    with pytest.raises(OSError, match=r".+"):
        adapter.open()
    line.close()
    adapter.open().close()
