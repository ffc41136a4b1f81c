"""Registers of the virtual chip: numbers, reset values, SPI frames, interrupt bits (MFRC522 datasheet 8.1.2, 9)."""

from __future__ import annotations

import pytest

from hardware.common.rc522 import registers as driver
from hardware.readers.rc522.spi_modules import load_mfrc522
from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.spi_board import VirtualSpiBoard
from tests.hardware.virtual.host import Host

RESET_VALUES = {
    0x01: 0x20, 0x02: 0x80, 0x03: 0x00, 0x04: 0x14, 0x05: 0x00, 0x06: 0x00, 0x07: 0x21, 0x08: 0x00,
    0x0A: 0x00, 0x0B: 0x08, 0x0C: 0x10, 0x0D: 0x00, 0x11: 0x3F, 0x12: 0x00, 0x13: 0x00, 0x14: 0x80,
    0x15: 0x00, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1D: 0x00, 0x1F: 0xEB,
    0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20, 0x2A: 0x00,
    0x2B: 0x00, 0x2C: 0x00, 0x2D: 0x00, 0x31: 0x00, 0x32: 0x00, 0x33: 0x80, 0x36: 0x40, 0x37: 0x92,
}  # fmt: skip
"""Table by table, section 9.3; registers whose reset value is x are left out."""


@pytest.mark.parametrize("register", RESET_VALUES)
def test_a_chip_that_was_just_reset_shows_the_datasheets_values(register: int) -> None:
    assert Host().read(register) == RESET_VALUES[register]


def test_package_driver_and_virtual_chip_count_the_registers_alike() -> None:
    package = load_mfrc522(VirtualSpiBoard(VirtualClock()).wires).MFRC522
    told = {
        name.removesuffix("Reg").upper(): number for name, number in vars(package).items() if "Reg" in name
    }
    for name, theirs in (
        ("COMMAND", "COMMAND"),
        ("COM_IRQ", "COMMIRQ"),
        ("DIV_IRQ", "DIVIRQ"),
        ("ERROR", "ERROR"),
        ("FIFO_DATA", "FIFODATA"),
        ("FIFO_LEVEL", "FIFOLEVEL"),
        ("BIT_FRAMING", "BITFRAMING"),
        ("COLL", "COLL"),
        ("TX_CONTROL", "TXCONTROL"),
        ("TX_ASK", "TXAUTO"),
        ("RF_CFG", "RFCFG"),
        ("T_MODE", "TMODE"),
        ("T_PRESCALER", "TPRESCALER"),
        ("VERSION", "VERSION"),
    ):
        assert getattr(r, name) == told[theirs]
    shared = set(vars(r)) & set(vars(driver))
    same = {name for name in shared if name.isupper() and isinstance(getattr(r, name), int)}
    assert len(same) > 15
    assert {name for name in same if getattr(r, name) != getattr(driver, name)} == set()


def test_a_soft_reset_brings_every_value_back() -> None:
    host = Host()
    for register in range(0x11, 0x30):
        host.write(register, 0x5A)
    host.write(r.COMMAND, r.SOFT_RESET)
    host.wait(50)
    assert {register: host.read(register) for register in RESET_VALUES} == RESET_VALUES


def test_a_write_frame_puts_all_its_bytes_into_one_register() -> None:
    host = Host()
    host.write(r.FIFO_DATA, 1, 2, 3)
    assert host.fifo() == b"\x01\x02\x03"


def test_a_read_frame_answers_each_address_one_byte_later() -> None:
    host = Host()
    host.write(r.T_RELOAD_L, 0x7B)
    addresses = [register << 1 | 0x80 for register in (r.VERSION, r.T_RELOAD_L, r.COMMAND)]
    assert host.chip.exchange_spi([*addresses, 0])[1:] == [0x92, 0x7B, 0x20]


def test_a_read_frame_may_name_the_fifo_many_times() -> None:
    host = Host()
    host.write(r.FIFO_DATA, 9, 8, 7, 6)
    assert host.chip.exchange_spi([r.FIFO_DATA << 1 | 0x80] * 3 + [0])[1:] == [9, 8, 7]
    assert host.read(r.FIFO_LEVEL) == 1


@pytest.mark.parametrize(
    "register", [r.ERROR, r.STATUS1, r.VERSION, r.CRC_RESULT_H, r.T_COUNTER_L, 0x0F, 0x3C]
)
def test_registers_that_only_report_cannot_be_written(register: int) -> None:
    host = Host()
    before = host.read(register)
    host.write(register, before ^ 0xFF)
    assert host.read(register) == before


def test_interrupt_bits_are_set_and_cleared_by_marking_them() -> None:
    host = Host()
    host.write(r.COM_IRQ, 0x7F)
    assert host.irq() == 0
    host.write(r.COM_IRQ, 0x80 | 0x21)
    assert host.irq() == 0x21
    host.write(r.COM_IRQ, 0x01)
    assert host.irq() == 0x20


def test_the_irq_line_is_asked_for_only_by_what_is_enabled() -> None:
    host = Host()
    host.write(r.COM_IRQ, 0x80 | r.TIMER_IRQ)
    assert not host.read(r.STATUS1) & 0x10
    host.write(r.COM_I_EN, 0x80 | r.TIMER_IRQ)
    assert host.read(r.STATUS1) & 0x10


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0x15, 0x82])
def test_the_version_outlives_a_reset(version: int) -> None:
    host = Host(version=version)
    host.write(r.COMMAND, r.SOFT_RESET)
    host.wait(50)
    assert host.read(r.VERSION) == version
