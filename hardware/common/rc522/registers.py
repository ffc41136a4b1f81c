"""The used registers, bits and commands of the RC522 (MFRC522 datasheet rev.

3.9, sections 9 and 10).

A bit's name begins with its register's.
"""

COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
AUTO_TEST = 0x36
VERSION = 0x37

COMMAND_POWER_DOWN = 0x10
"""Set while the oscillator is not running yet (9.3.1.2)."""

IDLE = 0x00
MEM = 0x01
CALC_CRC = 0x03
TRANSCEIVE = 0x0C
SOFT_RESET = 0x0F

IRQ_TX = 0x40
IRQ_RX = 0x20
IRQ_ERROR = 0x02
IRQ_TIMER = 0x01
IRQ_CLEAR_ALL = 0x7F
"""Written with bit 7 (Set1) at 0, every bit that is 1 is cleared (9.3.1.5)."""

ERROR_OVERFLOW = 0x10
ERROR_COLLISION = 0x08
ERROR_PARITY = 0x02
ERROR_PROTOCOL = 0x01
ERROR_RECEIVING = ERROR_OVERFLOW | ERROR_PARITY | ERROR_PROTOCOL
"""Errors of received data. The chip's CRC is not used, so its bit means nothing (9.3.1.7)."""

FIFO_SIZE = 64
FIFO_FLUSH = 0x80
"""Empties the FIFO and forgets an overflow (9.3.1.11)."""

CONTROL_LAST_BITS = 0x07
"""The number of valid bits of the last byte in the FIFO, 0 for all (9.3.1.13)."""

COLL_POSITION = 0x3F
"""CollPosNotValid and CollPos of CollReg (9.3.1.15)."""

START_SEND = 0x80
"""A bit of BitFramingReg; it stays set until something else is written (9.3.1.14)."""

MODE_AS_SET = 0x3D
"""TxWaitRF, PolMFin and 0x6363 as the CRC's initial value, as ISO 14443-3 requires (9.3.2.2)."""
TX_CONTROL_ON = 0x83
"""Both antenna pins send the carrier (9.3.2.5)."""
TX_CONTROL_OFF = 0x80
"""The reset value: no carrier."""
TX_ASK_FULL = 0x40
"""Force100ASK: the modulation that tags of type A need (9.3.2.6)."""
T_MODE_AUTO = 0x80
"""TAuto: the timer starts when sending ends and stops with the fifth bit of an answer (9.3.3.10)."""

TICK_US = 25
TICK_PRESCALER = 169
"""13.56 MHz / (2 * 169 + 1) = 40 kHz: the timer counts steps of 25 us (9.3.3.10)."""

GAIN_BITS = {18: 2, 23: 3, 33: 4, 38: 5, 43: 6, 48: 7}
"""RxGain by decibels; 18 and 23 have two codes each (9.3.3.6)."""
RF_CFG_RESERVED = 0x08
"""The low half of RFCfgReg after a reset, which must not be changed."""


def rf_cfg_value(gain_db: int) -> int:
    """RFCfgReg for a gain in dB: 18, 23, 33, 38, 43 or 48. Raises ValueError for another."""
    if gain_db not in GAIN_BITS:
        raise ValueError(f"a gain of {gain_db} dB: the chip has 18, 23, 33, 38, 43 and 48")
    return GAIN_BITS[gain_db] << 4 | RF_CFG_RESERVED


GENUINE_VERSIONS = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0"}
"""VersionReg of NXP's own chips (9.3.4.8)."""
CLONE_VERSIONS = {0x88: "FM17522", 0x12: "a clone", 0x15: "a clone", 0x82: "FM17522E"}
"""Chips that are sold as RC522 and often work."""

SILENT_VERSIONS = (0x00, 0xFF)
"""Values of a line that nothing drives: no chip answers."""


def chip_name_and_is_nxp(version: int) -> tuple[str, bool]:
    """The name of a chip's version, and whether it is NXP's own; a clone is a reason to warn, not to refuse."""
    if version in GENUINE_VERSIONS:
        return GENUINE_VERSIONS[version], True
    return CLONE_VERSIONS.get(version, "an unknown chip"), False
