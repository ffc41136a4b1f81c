"""The driver's chip on the virtual one: set-up, health, self test, and what an exchange can end with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hardware.common.events import CHIP_DEAD
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import ANSWERED, NO_ANSWER, ChipDeadError, Rc522Chip
from hardware.readers.rc522.spi_modules import load_mfrc522
from hardware.readers.rc522.spi_ports import BCM_MODE, Mfrc522Port
from hardware.virtual.faults import (
    BROWN_OUT,
    BUS_FAILS,
    CLONE_12,
    CLONE_15,
    CLONE_82,
    CLONE_88,
    MISO_HIGH,
    MISO_LOW,
    UNPLUGGED,
    WEDGED_RECEIVER,
)
from hardware.virtual.tags import TagReply, VirtualTag, make_ntag213
from tests.hardware.rc522.stage import Stage

UID = bytes.fromhex("04a1b2c3d4e5f6")


def test_a_started_chip_has_its_carrier_on_and_its_version_told() -> None:
    stage = Stage()
    before, started = stage.chip.version, stage.chip.start()
    assert (before, started, stage.chip.version) == (0, 0x92, 0x92)
    assert stage.field_on
    assert stage.chip.find_fault() == ""


@pytest.mark.parametrize("gain_db", [18, 23, 33, 38, 43, 48])
def test_a_start_sets_the_gain_and_the_timer_as_the_datasheet_counts_them(gain_db: int) -> None:
    stage = Stage(gain_db=gain_db)
    stage.chip.start()
    read = stage.port.read
    assert read(reg.RF_CFG) >> 4 & 7 == {18: 2, 23: 3, 33: 4, 38: 5, 43: 6, 48: 7}[gain_db]
    prescaler = (read(reg.T_MODE) & 0x0F) << 8 | read(reg.T_PRESCALER)
    reload = read(reg.T_RELOAD_HIGH) << 8 | read(reg.T_RELOAD_LOW)
    assert (2 * prescaler + 1) * (reload + 1) / 13.56 == pytest.approx(300)
    assert read(reg.MODE) & 0x03 == 0b01, "the CRC begins with 0x6363"


@pytest.mark.parametrize("fault", [CLONE_88, CLONE_12, CLONE_15, CLONE_82])
def test_a_clone_is_started_and_found_to_be_one(fault: str) -> None:
    stage = Stage()
    stage.afflict(fault)
    version = stage.chip.start()
    assert not reg.chip_name_and_is_nxp(version)[1]
    stage.put(make_ntag213(UID))
    assert stage.chip.transceive(b"\x52", 7, 2).is_whole(2)


@pytest.mark.parametrize(("fault", "sign"), [(MISO_LOW, "0x00"), (MISO_HIGH, "0xff"), (UNPLUGGED, "0xff")])
def test_no_chip_is_told_with_what_to_check(fault: str, sign: str) -> None:
    stage = Stage()
    stage.afflict(fault)
    with pytest.raises(ChipDeadError, match=rf"no chip answers.*{sign}.*check 3.3 V, GND, MISO"):
        stage.chip.start()


@pytest.mark.parametrize("fault", [MISO_LOW, MISO_HIGH, UNPLUGGED])
def test_a_chip_that_goes_silent_is_dead_within_a_bounded_number_of_transfers(fault: str) -> None:
    stage = Stage()
    stage.chip.start()
    stage.afflict(fault)
    transfers, ms = stage.cost()
    with pytest.raises(ChipDeadError):
        stage.chip.transceive(b"\x52", 7, 2)
    assert stage.cost()[0] - transfers <= 30
    assert stage.cost()[1] - ms <= 5
    assert "no chip answers" in stage.chip.find_fault()


def test_a_brown_out_is_seen_by_the_health_frame_and_by_an_exchange() -> None:
    stage = Stage()
    stage.chip.start()
    stage.afflict(BROWN_OUT)
    stage.clock.wait_us(5_000)
    assert "back at their reset values" in stage.chip.find_fault()
    with pytest.raises(ChipDeadError, match="timer does not run"):
        stage.chip.transceive(b"\x52", 7, 2)
    stage.chip.start()
    assert stage.chip.find_fault() == ""
    assert stage.chip.transceive(b"\x52", 7, 2).kind == NO_ANSWER


def test_a_register_that_changed_is_named() -> None:
    stage = Stage()
    stage.chip.start()
    stage.port.write(reg.TX_ASK, 0)
    assert "TxASK is 0x00 and not 0x40" in stage.chip.find_fault()


def test_a_bus_that_fails_raises_what_it_raised() -> None:
    stage = Stage()
    stage.chip.start()
    stage.afflict(BUS_FAILS)
    with pytest.raises(OSError, match="Input/output"):
        stage.chip.find_fault()


def test_a_wedged_receiver_looks_like_silence_until_a_start() -> None:
    stage = Stage()
    stage.chip.start()
    stage.put(make_ntag213(UID))
    stage.afflict(WEDGED_RECEIVER)
    assert stage.chip.find_fault() == ""
    assert stage.chip.transceive(b"\x52", 7, 2).kind == NO_ANSWER
    stage.chip.start()
    assert stage.chip.transceive(b"\x52", 7, 2).kind == ANSWERED


def test_a_field_that_is_off_lets_tags_go_out() -> None:
    stage = Stage()
    stage.chip.start()
    tag = make_ntag213(UID)
    stage.put(tag)
    assert stage.chip.transceive(b"\x52", 7, 2).kind == ANSWERED
    stage.chip.switch_carrier(False)
    assert not stage.field_on
    stage.chip.switch_carrier(True)
    assert tag.state == "IDLE"
    assert stage.chip.transceive(b"\x26", 7, 2).kind == ANSWERED


@pytest.mark.parametrize(("version", "passed"), [(0x91, True), (0x92, True), (0x88, True), (0x12, None)])
def test_the_self_test_passes_on_chips_whose_answer_is_known(version: int, passed: bool | None) -> None:
    stage = Stage(version=version)
    assert stage.chip.self_test() is passed
    assert stage.chip.find_fault() == "", "the chip is ready for tags again"
    stage.put(make_ntag213(UID))
    assert stage.chip.transceive(b"\x52", 7, 2).kind == ANSWERED


def test_a_self_test_with_another_answer_fails() -> None:
    stage = Stage(version=0x91)
    chip = Rc522Chip(Lying(stage))
    assert chip.self_test() is False


class Lying:
    """A port of which the FIFO gives one wrong bit: what no virtual chip does of itself."""

    def __init__(self, stage: Stage) -> None:
        self._port = stage.port
        self.read = stage.port.read
        self.write = stage.port.write
        self.write_all_to_register = stage.port.write_all_to_register
        self.now_us = stage.port.now_us
        self.wait_us = stage.port.wait_us

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        values = list(self._port.read_each(registers))
        if registers[0] == reg.FIFO_DATA:
            values[5] ^= 0x10
        return values


class Forgetful(Lying):
    """A clone of which the bits that the datasheet reserves read as zero."""

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        meant = {reg.TX_CONTROL: 0xFB, reg.TX_ASK: 0x40, reg.MODE: 0xAB, reg.RF_CFG: 0x70}
        values = self._port.read_each(registers)
        return [value & meant.get(n, 0xFF) for n, value in zip(registers, values, strict=True)]


def test_a_clone_without_the_reserved_bits_is_well() -> None:
    stage = Stage(version=0x12)
    chip = Rc522Chip(Forgetful(stage))
    assert chip.start() == 0x12
    assert chip.find_fault() == ""
    stage.port.write(reg.RF_CFG, 0x78)
    assert "RFCfg is 0x70 and not 0x48" in chip.find_fault()


class Crowded(Lying):
    """A port in a thread that is kept waiting for 20 ms after every transfer that reads: others are at work."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._clock = stage.clock

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        values = self._port.read_each(registers)
        self._clock.wait_us(20_000)
        return values


def test_a_thread_that_is_kept_waiting_does_not_take_its_chip_for_dead() -> None:
    stage = Stage()
    chip = Rc522Chip(Crowded(stage))
    chip.start()
    assert chip.transceive(b"\x60", 0, 10, 5_000).kind == NO_ANSWER, "looked at twice, 20 ms apart"


class Thoughtful(VirtualTag):
    """A tag that thinks for a while before it answers to the wake-up, as others do before they give a page."""

    def receive(self, frame: bytes, bits: int) -> TagReply | None:
        answer = super().receive(frame, bits)
        return answer and answer._replace(delay_ns=700_000 if bits == 7 else 0)


def test_a_tag_that_thought_for_long_is_given_its_pause_all_the_same() -> None:
    """At the wires of a machine three times as quick as a Raspberry Pi 5."""
    stage = Stage(10_000_000, transfer_us=3.0)
    stage.chip.start()
    stage.put(Thoughtful(UID))
    for late_us in range(0, 300, 10):
        stage.clock.wait_us(200 + late_us)
        assert stage.chip.transceive(b"\x52", 7, 2, 2_000).is_whole(2)
        assert stage.chip.transceive(b"\x93\x20", 0, 5).is_whole(5)
        stage.chip.transceive(b"\x52", 7, 2)  # back to IDLE


class Stuck:
    """A port over a chip that reports nothing at all and whose clock stands still."""

    def __init__(self) -> None:
        self.transfers = 0

    def read(self, register: int) -> int:
        self.transfers += 1
        return 0x92 if register == reg.VERSION else 0

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        self.transfers += 1
        return [0] * len(registers)

    def write(self, register: int, value: int) -> None:
        self.transfers += 1

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        self.transfers += 1

    def now_us(self) -> int:
        return 0

    def wait_us(self, us: int) -> None:
        pass


def test_a_chip_that_never_reports_is_dead_even_when_the_clock_stands_still() -> None:
    port = Stuck()
    with pytest.raises(ChipDeadError, match="sent nothing and reported nothing"):
        Rc522Chip(port).transceive(b"\x52", 7, 2)
    assert port.transfers < 60


def test_a_chip_that_keeps_no_register_does_not_start() -> None:
    with pytest.raises(ChipDeadError, match="no chip answers"):
        Rc522Chip(Stuck()).start()


def test_dead_is_an_oserror_and_a_word_of_a_scan() -> None:
    assert issubclass(ChipDeadError, OSError)
    assert CHIP_DEAD == "dead"


@pytest.mark.parametrize("constant", range(256))
def test_a_miso_line_that_says_always_the_same_is_told_as_wiring(constant: int) -> None:
    stage = Stage()

    class StuckPort(Mfrc522Port):
        """Whatever is read, the line says this."""

        __slots__ = ()

        def read(self, register: int) -> int:
            return constant

        def read_each(self, registers: Sequence[int]) -> Sequence[int]:
            return [constant] * len(registers)

    package = load_mfrc522(stage.board.wires).MFRC522(0, 0, 4_000_000, pin_mode=BCM_MODE, pin_rst=25)
    with pytest.raises(ChipDeadError) as told:
        Rc522Chip(StuckPort(package, stage.clock)).start()
    assert "MISO" in str(told.value)
    assert "replace" not in str(told.value)


@pytest.mark.parametrize("count", [1, 62, 63, 64])
def test_no_frame_is_longer_than_63_bytes_and_nothing_is_lost_at_its_end(count: int) -> None:
    stage = Stage()
    stage.chip.start()
    written = [(37 * at + 5) & 0xFF for at in range(count)]
    stage.port.write_all_to_register(reg.FIFO_DATA, written)
    assert stage.port.read(reg.FIFO_LEVEL) == count
    assert list(stage.port.read_each((reg.FIFO_DATA,) * count)) == written
    with pytest.raises(TimeoutError):
        stage.board.transfer(stage.virtual, bytes(64), 4_000_000)
