"""Checks whether registers keep what is written and whether the chip was reset: long wires spoil these first."""

from __future__ import annotations

from msgspec import Struct

from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import CARRIER_SETTLE_US
from hardware.readers.rc522.spi_ports import Mfrc522Port

WATER_LEVEL = 0x0B
"""Six bits that nothing here uses (9.3.1.12): a value written there stays until a reset, whatever caused it.
"""
MARK, UNMARKED = 0x2A, 0x08
MOD_WIDTH = 0x24

TESTED_REGISTERS = (reg.T_RELOAD_LOW, reg.T_RELOAD_HIGH, reg.T_PRESCALER, MOD_WIDTH)
"""Registers that keep all eight bits and do nothing by themselves."""
TEST_PATTERNS = (0x00, 0xFF, 0x55, 0xAA, *(1 << bit for bit in range(8)))
FIFO_BLOCKS = 8

RESET_VALUES = {
    reg.MODE: 0x3F,
    reg.TX_CONTROL: 0x80,
    reg.TX_ASK: 0x00,
    reg.RF_CFG: 0x48,
    reg.T_MODE: 0x00,
    reg.T_PRESCALER: 0x00,
    WATER_LEVEL: UNMARKED,
}
"""The values of the datasheet (9.2): a chip with others is no MFRC522."""


class RegisterTestResult(Struct, frozen=True):
    """The number of bytes written and read back, and how many of them were wrong.

    `wrong_bits`: the bits that were wrong in any of them. `was_reset`: the chip was reset meanwhile, not by
    this program.
    """

    written_bytes: int
    wrong_bytes: int
    wrong_bits: int
    was_reset: bool


def set_reset_mark(port: Mfrc522Port) -> None:
    """Write a mark that any reset clears."""
    port.write(WATER_LEVEL, MARK)


def was_reset(port: Mfrc522Port) -> bool:
    """Whether the chip was reset since it was marked: its supply failed, unless the program reset it."""
    return port.read(WATER_LEVEL) == UNMARKED and port.read(reg.VERSION) not in reg.SILENT_VERSIONS


def run_register_test(port: Mfrc522Port) -> RegisterTestResult:
    """Write patterns into registers and the FIFO, and read them back."""
    set_reset_mark(port)
    written = wrong = bits = 0
    for value in TEST_PATTERNS:
        for register in TESTED_REGISTERS:
            port.write(register, value)
        for register in TESTED_REGISTERS:
            difference = port.read(register) ^ value
            written, wrong, bits = written + 1, wrong + bool(difference), bits | difference
    for block in range(FIFO_BLOCKS):
        sent = bytes((37 * n + 101 * block) & 0xFF for n in range(reg.FIFO_SIZE))
        port.write(reg.FIFO_LEVEL, reg.FIFO_FLUSH)
        port.write_all_to_register(reg.FIFO_DATA, sent)
        heard = port.read_each((reg.FIFO_DATA,) * reg.FIFO_SIZE)
        for out, back in zip(sent, heard, strict=True):
            written, wrong, bits = written + 1, wrong + (out != back), bits | out ^ back
    port.write(reg.FIFO_LEVEL, reg.FIFO_FLUSH)
    return RegisterTestResult(written, wrong, bits, was_reset(port))


def wrong_reset_values(port: Mfrc522Port) -> list[str]:
    """Sentences about registers that differ from their values after a soft reset."""
    port.write(reg.COMMAND, reg.SOFT_RESET)
    port.wait_us(CARRIER_SETTLE_US)
    return [
        f"register 0x{register:02x} is 0x{value:02x} and not 0x{RESET_VALUES[register]:02x}"
        for register, value in zip(RESET_VALUES, port.read_each(tuple(RESET_VALUES)), strict=True)
        if value != RESET_VALUES[register]
    ]
