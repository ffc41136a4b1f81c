"""What the unmodified mfrc522 package does on the virtual chip, and why Herald has a driver of its own above it.

Each fact stands here twice: the package has the defect, and Herald's reader, on the same chip over the same wires, has
not.
"""

from __future__ import annotations

import builtins
import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from importlib.metadata import files
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hardware.common.events import TAG_CAME, ReaderEvent
from hardware.common.rc522.chip import ChipDeadError
from hardware.readers.rc522.spi_modules import load_mfrc522
from hardware.readers.rc522.spi_ports import BCM_MODE
from hardware.virtual import faults
from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard
from hardware.virtual.tags import VirtualNtag, make_ntag213, make_ntag215
from tests.hardware.rc522.stage import SETTLE_US, Stage

ONE = bytes.fromhex("041122 A1B2C3D4")
OTHER = bytes.fromhex("041122 50607080")
"""Two stickers out of one roll: the first three bytes are the same, as they may be."""


def simple(wires_package: ModuleType) -> Any:
    """The package's own SimpleMFRC522 over an already loaded MFRC522: its text asks for its neighbour and RPi.GPIO."""
    package = find_spec("mfrc522")
    assert package is not None
    assert package.origin is not None
    path = Path(package.origin).with_name("SimpleMFRC522.py")
    spec = spec_from_file_location("mfrc522.SimpleMFRC522", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    answers = {
        "": SimpleNamespace(MFRC522=wires_package.MFRC522),
        "RPi.GPIO": SimpleNamespace(__name__="RPi", GPIO=wires_package.GPIO),
    }

    def importer(name: str, *rest: object) -> object:
        return answers[name]

    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": importer}
    spec.loader.exec_module(module)
    return module.SimpleMFRC522()


class Stock:
    """A virtual reader with the package above it and nothing of ours."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.board = VirtualSpiBoard(self.clock)
        self.virtual = self.board.add_reader(0, 0)
        self.board.wires.gpio.setmode(BCM_MODE)
        module = load_mfrc522(self.board.wires)
        self.simple = simple(module)
        self.reader = self.simple.READER

    def lay(self, uid: bytes) -> None:
        for tag in self.virtual.field.tags:
            self.virtual.field.take_tag(tag)
        self.virtual.field.put_tag(make_ntag213(uid))
        self.clock.wait_us(SETTLE_US)


def test_the_package_is_the_one_that_was_published() -> None:
    for file in files("mfrc522") or []:
        if file.suffix == ".py":
            assert file.hash is not None
            digest = hashlib.new(file.hash.mode, file.read_binary()).digest()
            assert urlsafe_b64encode(digest).rstrip(b"=").decode() == file.hash.value, file


def test_the_package_gives_two_stickers_the_same_id() -> None:
    stock = Stock()
    ids = []
    for uid in (ONE, OTHER):
        stock.lay(uid)
        ids.append(stock.simple.read_id_no_block())
    assert (
        ids[0] == ids[1] == int.from_bytes(b"\x88\x04\x11\x22" + bytes((0x88 ^ 0x04 ^ 0x11 ^ 0x22,)), "big")
    )


def test_so_does_selecting_a_sticker_with_it() -> None:
    stock = Stock()
    for uid in (ONE, OTHER):
        stock.lay(uid)
        assert stock.reader.MFRC522_Request(stock.reader.PICC_REQIDL)[0] == stock.reader.MI_OK
        status, part = stock.reader.MFRC522_Anticoll()
        assert (status, bytes(part[:4])) == (stock.reader.MI_OK, b"\x88\x04\x11\x22")
        assert stock.reader.MFRC522_SelectTag(part) & 0x04, "the tag says that its UID goes on"
        (tag,) = stock.virtual.field.tags
        assert tag.state == "READY2"


def test_herald_tells_two_stickers_apart() -> None:
    stage = Stage()
    for uid in (ONE, OTHER):
        tag = make_ntag213(uid)
        stage.put(tag)
        assert [one for one in stage.run(1_000) if one.kind == TAG_CAME] == [ReaderEvent(TAG_CAME, uid)]
        stage.take(tag)
        stage.run(2_000)


def test_with_the_package_a_resting_tag_reads_yes_no_yes_no() -> None:
    stock = Stock()
    stock.lay(ONE)
    read = []
    for _ in range(20):
        read.append(stock.simple.read_id_no_block() is not None)
        stock.clock.wait_us(80_000)
    assert sum(read) == 10
    assert all(now != before for before, now in pairwise(read))


def test_so_does_one_that_was_selected_with_it() -> None:
    stock = Stock()
    stock.lay(ONE)
    read = []
    for _ in range(20):
        answered = stock.reader.MFRC522_Request(stock.reader.PICC_REQIDL)[0] == stock.reader.MI_OK
        if answered:
            stock.reader.MFRC522_SelectTag(stock.reader.MFRC522_Anticoll()[1])
        read.append(answered)
    assert read == [True, False] * 10


@pytest.mark.parametrize("make", [make_ntag213, make_ntag215])
def test_with_herald_a_resting_tag_rests(make: Callable[[bytes], Any]) -> None:
    stage = Stage()
    stage.put(make(ONE))
    assert stage.run(60_000) == [ReaderEvent(TAG_CAME, ONE)]
    assert stage.reader.tally["none"] == stage.reader.tally["noise"] == stage.reader.tally["flaps"] == 0


def test_the_package_polls_an_empty_reader_two_thousand_times_and_ignores_the_timer() -> None:
    stock = Stock()
    looked: list[int] = []
    original = stock.reader.Read_MFRC522

    def watched(register: int) -> int:
        value: int = original(register)
        if register == r.COM_IRQ:
            looked.append(value)
        return value

    transfers, begun = stock.board.transfers, stock.clock.now_us()
    assert stock.simple.read_id_no_block() is None
    assert stock.board.transfers - transfers == 2013
    assert 44_000 <= stock.clock.now_us() - begun <= 51_000
    stock.reader.Read_MFRC522 = watched
    stock.simple.read_id_no_block()
    rang = [place for place, value in enumerate(looked) if value & r.TIMER_IRQ]
    assert rang
    assert len(looked) - rang[0] > 1_000, "the timer has rung long before the package gives up"


def test_herald_polls_an_empty_reader_in_a_few_transfers() -> None:
    stage = Stage(hz=1_000_000)
    stage.run(1_000)
    transfers, ms = stage.cost()
    stage.step()
    after, later = stage.cost()
    assert after - transfers < 20
    assert later - ms < 80 + 1.5, "the pause before it included"


def test_for_the_package_no_reader_looks_like_no_tag() -> None:
    stock = Stock()
    assert stock.simple.read_id_no_block() is None
    stock.virtual.inject_fault(faults.UNPLUGGED)
    assert stock.simple.read_id_no_block() is None


def test_herald_says_that_the_reader_is_gone() -> None:
    stage = Stage()
    stage.run(500)
    stage.afflict(faults.UNPLUGGED)
    assert [one.kind for one in stage.run(5_000)] == ["down"]
    with pytest.raises(ChipDeadError, match="no chip answers"):
        stage.chip.start()


def test_the_package_cuts_the_check_off_a_read() -> None:
    stock = Stock()
    stock.lay(ONE)
    (tag,) = stock.virtual.field.tags
    assert isinstance(tag, VirtualNtag)
    reader = stock.reader
    reader.MFRC522_Request(reader.PICC_REQIDL)
    reader.MFRC522_Anticoll()
    for level, part in ((0x93, b"\x88" + ONE[:3]), (0x95, ONE[3:])):
        frame = [level, 0x70, *part, part[0] ^ part[1] ^ part[2] ^ part[3]]
        reader.MFRC522_ToCard(reader.PCD_TRANSCEIVE, frame + reader.CalulateCRC(frame))
    command = [reader.PICC_READ, 0]
    status, data, bits = reader.MFRC522_ToCard(reader.PCD_TRANSCEIVE, command + reader.CalulateCRC(command))
    assert (status, bits) == (reader.MI_OK, 18 * 8)
    assert bytes(data) == bytes(tag.memory[:16]), "two bytes of CRC came and were left"


def test_closing_the_package_takes_every_pin_of_the_process() -> None:
    stock = Stock()
    gpio = stock.board.gpio
    gpio.setup(17, gpio.OUT)
    stock.reader.Close_MFRC522()
    assert gpio.getmode() is None
    gpio.setmode(BCM_MODE)
    with pytest.raises(RuntimeError, match="output"):
        gpio.output(17, gpio.HIGH)


def test_without_being_told_the_package_takes_bcm_15_for_its_reset() -> None:
    stock = Stock()
    assert ("setup", 15, 0) in stock.board.gpio.calls
