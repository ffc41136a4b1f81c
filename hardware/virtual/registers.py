"""The MFRC522's registers by the datasheet's section 9: numbers, reset values, which bits a host can write.

They are written from the datasheet and not taken from the driver, so that a wrong number in one of the two
shows.
"""

from __future__ import annotations

COMMAND = 0x01
COM_I_EN = 0x02
DIV_I_EN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
RX_SEL = 0x17
DEMOD = 0x19
MF_RX = 0x1D
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
AUTO_TEST = 0x36
VERSION = 0x37

RESET_VALUES = bytes.fromhex(
    "00 20 80 00 14 00 00 21 00 00 00 08 10 00 A0 00"  # 0x00 command and status
    "00 3F 00 00 80 00 10 84 84 4D 00 00 62 00 00 EB"  # 0x10 communication
    "00 FF FF 88 26 87 48 88 20 20 00 00 00 00 00 00"  # 0x20 configuration
    "00 00 00 80 00 00 40 00 00 00 00 00 FF 00 00 00"  # 0x30 test
)
"""The value of each register after a reset (Table 20 and on); where the datasheet says x, that of real chips.
"""

_READ_ONLY = (0x00, ERROR, STATUS1, 0x0F, 0x10, 0x1A, 0x1B, 0x1E, 0x20, CRC_RESULT_H, CRC_RESULT_L, 0x23, 0x25,
              T_COUNTER_H, T_COUNTER_L, 0x30, 0x35, VERSION, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F)  # fmt: skip
_IN_PART = {WATER_LEVEL: 0x3F, BIT_FRAMING: 0x77, COLL: 0x80, DIV_I_EN: 0x94, STATUS2: 0xC0}

WRITABLE_BITS = bytes(0 if number in _READ_ONLY else _IN_PART.get(number, 0xFF) for number in range(64))
"""The bits of each register that keep what is written."""

IDLE = 0x0
MEM = 0x1
GENERATE_RANDOM_ID = 0x2
CALC_CRC = 0x3
TRANSMIT = 0x4
NO_CMD_CHANGE = 0x7
RECEIVE = 0x8
TRANSCEIVE = 0xC
MF_AUTHENT = 0xE
SOFT_RESET = 0xF

RCV_OFF = 0x20
POWER_DOWN = 0x10
"""Bits of COMMAND."""

SET1 = 0x80
TX_IRQ = 0x40
RX_IRQ = 0x20
IDLE_IRQ = 0x10
HI_ALERT_IRQ = 0x08
LO_ALERT_IRQ = 0x04
ERR_IRQ = 0x02
TIMER_IRQ = 0x01
"""Bits of COM_IRQ."""

SET2 = 0x80
CRC_IRQ = 0x04
"""Bits of DIV_IRQ."""

WR_ERR = 0x80
BUFFER_OVFL = 0x10
COLL_ERR = 0x08
CRC_ERR = 0x04
PARITY_ERR = 0x02
PROTOCOL_ERR = 0x01
"""Bits of ERROR."""

SELF_TEST_ANSWERS = {
    0x91: "00C637D532B7575CC2D87C4DD970C77310E6D2AA5EA13E5A14AF3061C970DB2E"
    "642272B5BD65F4EC22BCD37235CDAA411FA7F35314DE7E02D90FB55E251D2979",
    0x92: "00EB66BA57BF2395D0E30D3D27895CDE9D3BA700215B8982513AEB020CA50049"
    "7C844DB3CCD21B815D4876D5716121A986968338CF9D5B6DDC15BA3E7D953B2F",
    0x88: "00D6788CE2AA0C182AB87A7FD36ACF0BB137634B69AE91C7C397AE77F437D79B"
    "7CF53C118F15C3D7C15B002AD075DE9E5164AB3EE915B5AB569A988226EA2A62",
}


def self_test_answer(version: int) -> bytes:
    """The 64 bytes of a chip's self-test in its FIFO (16.1.1); invented for clones with unknown answers."""
    known = SELF_TEST_ANSWERS.get(version)
    return bytes.fromhex(known) if known else bytes((version * (place + 1)) % 256 for place in range(64))
