"""The faults of readers and hubs, by name, that virtual ones can be given."""

from __future__ import annotations

from collections.abc import Mapping

BROWN_OUT = "brown-out"
WEDGED_RECEIVER = "wedged-receiver"
MISO_LOW = "miso-low"
MISO_HIGH = "miso-high"
MISO_NOT_RELEASED = "miso-not-released"
UNPLUGGED = "unplugged"
CLONE_88 = "clone-0x88"
CLONE_12 = "clone-0x12"
CLONE_15 = "clone-0x15"
CLONE_82 = "clone-0x82"
NOISE = "noise"
EDGE_OF_FIELD = "edge-of-field"
WEAK_TAGS = "weak-tags"
TWO_TAGS = "two-tags"
NO_DEVICE = "no-device"
NO_PERMISSION = "no-permission"
BUS_FAILS = "bus-fails"

FAULTS: Mapping[str, str] = {
    BROWN_OUT: "the supply gives way for a moment: all registers are back at their reset values, the antenna is off",
    WEDGED_RECEIVER: "the receiver hears nothing and everything else looks well, until the chip is reset",
    MISO_LOW: "the MISO line of the reader's bus lies on ground: every register of every reader there reads 0x00",
    MISO_HIGH: "the MISO line of the reader's bus lies on 3.3 V: every register of every reader there reads 0xFF",
    MISO_NOT_RELEASED: "once spoken to, the chip holds the MISO line when another reader of its bus should answer",
    UNPLUGGED: "the reader is unplugged; when it is cured it comes back with its reset values",
    CLONE_88: "the chip is a clone that calls itself version 0x88",
    CLONE_12: "the chip is a clone that calls itself version 0x12",
    CLONE_15: "the chip is a clone that calls itself version 0x15",
    CLONE_82: "the chip is a clone that calls itself version 0x82",
    NOISE: "four of ten exchanges on the air are spoilt, with a tag or without one",
    EDGE_OF_FIELD: "every tag is so far away that its power and its answers fail now and then",
    WEAK_TAGS: "every tag hardly hears and hardly answers: of ten frames each way two get lost",
    TWO_TAGS: "strange tags are added until two lie on the reader",
    NO_DEVICE: "the SPI device of the reader does not exist",
    NO_PERMISSION: "the SPI device of the reader may not be opened",
    BUS_FAILS: "every transfer of the reader's SPI device ends with an input/output error",
}
"""Name -> description."""

CLONE_FAULTS: Mapping[str, int] = {CLONE_88: 0x88, CLONE_12: 0x12, CLONE_15: 0x15, CLONE_82: 0x82}
"""Name -> the value of such a chip's VersionReg."""

SPI_DEVICE_FAULTS = (NO_DEVICE, NO_PERMISSION, BUS_FAILS)
"""Faults that a reader on a hub cannot have, because it has no device of its own."""

HUB_READER_FAULTS: Mapping[str, str] = {
    name: description for name, description in FAULTS.items() if name not in SPI_DEVICE_FAULTS
}
"""Name of a fault of a reader on a hub -> description."""

HUB_UNPLUGGED = "hub-unplugged"
HUB_RESTART = "hub-restart"
LINE_CUT = "line-cut"
LINE_LOSS = "line-loss"
LINE_NOISE = "line-noise"

HUB_FAULTS: Mapping[str, str] = {
    HUB_UNPLUGGED: "the hub is unplugged, power and line; when it is cured it is plugged in again and starts",
    HUB_RESTART: "the hub starts anew, once",
    LINE_CUT: "the hub's line is away, but it keeps its power and goes on",
    LINE_LOSS: "of a hundred bytes on the hub's line two get lost, each way",
    LINE_NOISE: "of a hundred bytes on the hub's line one is changed and one followed by rubbish, each way",
}
"""Name of a fault of a virtual hub -> description."""

LOST_ACK = "lost-ack"
LATE_ANSWER = "late-answer"
HALF_FRAME = "half-frame"
RUBBISH = "rubbish"
WRONG_CHECKSUM = "wrong-checksum"
UNPLUGGED_MID_FRAME = "unplugged-mid-frame"

PN532_FRAME_FAULTS: Mapping[str, str] = {
    LOST_ACK: "of ten acknowledgements three do not come",
    LATE_ANSWER: "of ten answers three come 0.35 seconds late, and what is said meanwhile after them",
    HALF_FRAME: "of ten answers three end in the middle",
    RUBBISH: "three of ten frames have up to 16 bytes before them that nobody sent",
    WRONG_CHECKSUM: "three of ten answers have a wrong checksum",
    UNPLUGGED_MID_FRAME: "its cable is pulled in the middle of an answer; when it is cured it is plugged in again",
}
"""Name of a fault of a PN532's frames to the computer -> description."""

PN532_FAULTS: Mapping[str, str] = {
    **PN532_FRAME_FAULTS,
    BROWN_OUT: "the supply gives way for a moment: the chip sleeps, and its configuration is forgotten",
    UNPLUGGED: "its cable is out; when it is cured it is plugged in again and starts anew",
    **{name: FAULTS[name] for name in (NOISE, EDGE_OF_FIELD, WEAK_TAGS, TWO_TAGS)},
}
"""Name of a fault of a virtual PN532 on a serial line -> description."""

FAULTS_AT_START = (NO_DEVICE, NO_PERMISSION)
"""Faults that cannot occur while a reader is open."""

RUNTIME_FAULTS: Mapping[str, str] = {
    name: description for name, description in FAULTS.items() if name not in FAULTS_AT_START
}
"""Those faults of RC522 readers that can occur while a reader is open."""

ALL_RUNTIME_FAULTS: Mapping[str, str] = {**RUNTIME_FAULTS, **PN532_FRAME_FAULTS, **HUB_FAULTS}
"""Those of readers of any kind, and those of hubs."""
