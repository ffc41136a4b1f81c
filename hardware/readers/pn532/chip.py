"""One PN532 behind a serial line: its frames, and the commands that a reader of tags needs.

Sections in brackets are those of NXP's PN532 user manual, UM0701-02. What comes from the line may be anything: a frame
counts only if its lengths and sums are right, and an answer only after the acknowledgement of its own command.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from hardware.clock import MonotonicClock
from hardware.common.rc522.chip import ANSWERED, GARBLED, NO_ANSWER, TagAnswer
from hardware.common.rc522.crc import append_crc
from hardware.common.rc522.iso14443 import SAK_ISO_DEP
from hardware.errors import HardwareError, HardwareMissingError
from hardware.readers.serial_ports import SerialConnection

HOST_TO_CHIP, CHIP_TO_HOST = 0xD4, 0xD5
"""The first byte of a frame's content, its direction (6.2.1.1)."""
ACK_FRAME = bytes.fromhex("0000ff00ff00")
"""Acknowledges a command; sent by the host, it ends one that is under way (6.2.1.3)."""
MAX_CONTENT = 265
"""The most bytes of a frame's content, its direction included (6.2.1.2)."""

_START = b"\x00\xff"
_ERROR_CONTENT = b"\x7f"
"""The content of the frame that reports a command with a wrong syntax (6.2.1.5)."""
_WAKE_UP = bytes.fromhex("5555") + bytes(14)
"""Wakes a chip that sleeps after its start; an awake one passes over it (7.2.11). libnfc sends the same bytes
(https://github.com/nfc-tools/libnfc/issues/355). A chip whose command was ended needs their time, too: see 167 there.
"""

GET_FIRMWARE_VERSION = b"\x02"
SAM_CONFIGURATION = b"\x14\x01"
"""Normal mode: no security module (7.2.10). A chip that has just started does nothing else before."""
_MAX_RETRIES = bytes.fromhex("3205ff01")
"""MaxRetries (7.3.1), and behind it how often the chip tries again to find a tag; after its start it does so for ever.
"""
FIELD_OFF = bytes.fromhex("320100")
"""RFConfiguration (7.3.1): without power every tag forgets that a listing has selected or halted it, so that the next
one, which switches the field on, finds all of them whether the chip wakes by REQA or by WUPA."""
FIELD_OFF_US = 5_000
"""The time in which a tag loses its power (ISO 14443-3, 5)."""
LIST_TAGS = bytes.fromhex("4a0200")
"""InListPassiveTarget: at most two of type A at 106 kbit/s (7.3.5)."""
_SELECT_FIRST_TAG = b"\x54\x01"
"""InSelect (7.3.12): the first tag listens again after the search for a second one."""
_DATA_EXCHANGE = b"\x40\x01"
"""InDataExchange with the first tag (7.3.8)."""
_COMMUNICATE_THRU = b"\x42"
"""InCommunicateThru (7.3.9), for what the chip does not know as a command of MIFARE."""
_NTAG_READ, _NTAG_WRITE = 0x30, 0xA2
_NTAG_ACK, _NTAG_NAK = b"\x0a", b"\x00"
_IC_PN532 = 0x32

_STATUS_BITS = 0x3F
_STATUS_GOOD, _STATUS_TIMEOUT, _STATUS_TAG_ERROR = 0x00, 0x01, 0x13
_STATUS_NO_TAG = (_STATUS_TIMEOUT, 0x27, 0x29)
"""Status bytes (7.1): the tag did not answer in time, is in no state for it, or was given up."""

ACK_WAIT_US = 100_000
"""The chip acknowledges within 15 ms (6.2.2); a USB adapter and a busy computer may add to that."""
ANSWER_WAIT_US = 300_000
"""Longer than any command here takes, two looks for two tags included."""


class LostAnswerError(HardwareError, OSError):
    """The answer to a command did not come or was damaged; the text says which, for a sentence in brackets.

    What comes later may still belong to that command: the next one must be `Pn532Chip.set_up`.
    """


class Frame(NamedTuple):
    """A frame from the chip, or damaged bytes in place of one.

    `content` of an answer is the code of its command plus one, and its data; other kinds have none.
    """

    kind: Literal["ack", "nack", "answer", "error", "damaged"]
    content: bytes = b""


_DAMAGED = Frame("damaged")


def encode_frame(content: bytes) -> bytes:
    """The normal frame with this content, 1 to 255 bytes that begin with the direction (6.2.1.1)."""
    length = len(content)
    return bytes((0, 0, 0xFF, length, -length & 0xFF, *content, -sum(content) & 0xFF, 0))


class Pn532FrameDecoder:
    """Finds frames in the bytes of a line (6.2.1). It keeps less than a frame between two calls of `feed`."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def clear(self) -> None:
        """Forget a frame that has only begun."""
        self._buffer.clear()

    def feed(self, data: bytes) -> None:
        """Add bytes that have come."""
        self._buffer += data

    def next_frame(self) -> Frame | None:
        """The next frame; None until more bytes come. Bytes between frames that are not zero are damaged ones."""
        buffer = self._buffer
        start = buffer.find(_START)
        if start < 0:
            start = len(buffer) - buffer.endswith(b"\x00")
        is_clean = not any(buffer[:start])
        del buffer[:start]
        if not is_clean:
            return _DAMAGED
        parsed = _parse_frame(buffer)
        if parsed is None:
            return None
        size, frame = parsed
        del buffer[:size]
        return frame


def _parse_frame(buffer: bytearray) -> tuple[int, Frame] | None:
    """The frame that begins with its start code here, and its bytes without the zero behind it.

    None while bytes are missing. Of a damaged one only the start code is taken: another may begin within it.
    """
    if len(buffer) < 4:
        return None
    length, check = buffer[2:4]
    if (length, check) == (0x00, 0xFF):
        return 4, Frame("ack")
    if (length, check) == (0xFF, 0x00):
        return 4, Frame("nack")
    begin = 4
    if (length, check) == (0xFF, 0xFF):  # an extended frame
        begin = 7
        if len(buffer) < begin:
            return None
        length, check = buffer[4] << 8 | buffer[5], buffer[4] + buffer[5] + buffer[6]
    else:
        check += length
    if check & 0xFF or not 1 <= length <= MAX_CONTENT:
        return len(_START), _DAMAGED
    end = begin + length
    if len(buffer) <= end:
        return None
    if sum(buffer[begin : end + 1]) & 0xFF:
        return len(_START), _DAMAGED
    return end + 1, _frame_of(bytes(buffer[begin:end]))


def _frame_of(content: bytes) -> Frame:
    if content == _ERROR_CONTENT:
        return Frame("error")
    return Frame("answer", content[1:]) if content[0] == CHIP_TO_HOST else _DAMAGED


class ListedTag(NamedTuple):
    """A tag that the chip has found and selected: its whole UID of 4, 7 or 10 bytes, and its SAK."""

    uid: bytes
    sak: int


class Pn532Chip:
    """The chip behind a line.

    Everything raises LostAnswerError, and OSError where the line itself is gone. Nothing waits longer than
    ACK_WAIT_US and ANSWER_WAIT_US for one command. `version`: the firmware's, 0x16 for 1.6; 0 before `set_up`.
    """

    def __init__(self, line: SerialConnection, clock: MonotonicClock) -> None:
        self._line, self._clock = line, clock
        self._decoder = Pn532FrameDecoder()
        self._tries = 0
        self._may_have_halted = True
        self.version = 0

    def set_up(self) -> None:
        """Wake the chip, and configure it as it may have forgotten.

        It also separates what comes from what was lost: the chip answers in the order of its commands, so nothing that
        was asked before can come after the answer to SAMConfiguration, which is asked here alone. Raises
        HardwareMissingError for another chip.
        """
        self._exchange(SAM_CONFIGURATION, before=ACK_FRAME + _WAKE_UP)
        version = self._exchange(GET_FIRMWARE_VERSION)
        if len(version) != 4:
            raise LostAnswerError("its version makes no sense")
        if version[0] != _IC_PN532:
            raise HardwareMissingError(f"a chip 0x{version[0]:02x} answers, and no PN532 (0x{_IC_PN532:02x})")
        self.version = (version[1] & 0x0F) << 4 | version[2] & 0x0F
        self._tries = 0

    def list_tags(self, tries: int) -> list[ListedTag]:
        """The tags in the field, at most two; the first can be selected until the next look.

        `tries`: so often a tag is looked for before there is none.
        """
        if tries != self._tries:
            self._exchange(_MAX_RETRIES + bytes((tries - 1,)))
            self._tries = tries
        if self._may_have_halted:
            self._exchange(FIELD_OFF)
            self._clock.wait_us(FIELD_OFF_US)
        self._may_have_halted = True
        tags = _parse_tags(self._exchange(LIST_TAGS))
        self._may_have_halted = bool(tags)
        return tags

    def select_tag(self) -> None:
        """Select the first of the tags that were listed, for `transceive`."""
        self._exchange(_SELECT_FIRST_TAG)

    def transceive(
        self, data: bytes, last_bits: int = 0, answer_bytes: int = 0, timeout_us: int = 0
    ) -> TagAnswer:
        """Send a frame with its check bytes to the listed tag, as `Rc522Chip.transceive` does.

        The chip makes and checks the check bytes itself. It tells ACK and NAK of a tag only by its status, and it has
        its own times: `answer_bytes` and `timeout_us` are left aside. Raises LostAnswerError.
        """
        command = data[:-2]
        known = command[0] in (_NTAG_READ, _NTAG_WRITE)
        answer = self._exchange((_DATA_EXCHANGE if known else _COMMUNICATE_THRU) + command)
        if not answer:
            raise LostAnswerError("its answer about a tag is empty")
        status, content = answer[0] & _STATUS_BITS, answer[1:]
        if status in _STATUS_NO_TAG:
            return TagAnswer(NO_ANSWER)
        if status == _STATUS_TAG_ERROR:
            return TagAnswer(ANSWERED, _NTAG_NAK, 4)
        if status != _STATUS_GOOD:
            return TagAnswer(GARBLED)
        return TagAnswer(ANSWERED, append_crc(content)) if content else TagAnswer(ANSWERED, _NTAG_ACK, 4)

    def _exchange(self, command: bytes, before: bytes = b"") -> bytes:
        """Send a command, with bytes before its frame; the data of its answer."""
        self._decoder.clear()
        frame = before + encode_frame(bytes((HOST_TO_CHIP,)) + command)
        if self._line.write(frame) != len(frame):
            raise LostAnswerError("its port takes no bytes")
        for found in self._frames(ACK_WAIT_US):
            if found.kind == "ack":  # anything before belongs to an earlier command
                break
        else:
            raise LostAnswerError("it did not acknowledge a command")
        for found in self._frames(ANSWER_WAIT_US):
            if found.kind == "error":
                raise LostAnswerError("it did not understand a command")
            if found.kind == "damaged":
                raise LostAnswerError("its answer came damaged")
            if found.kind == "answer" and found.content[:1] == bytes((command[0] + 1,)):
                return found.content[1:]
        raise LostAnswerError("its answer did not come")

    def _frames(self, wait_us: int) -> Iterator[Frame]:
        """The frames that come within so many microseconds.

        What had come by then is read once more, as a busy computer may look late.
        """
        end_us = self._clock.now_us() + wait_us
        is_over = False
        while True:
            while (frame := self._decoder.next_frame()) is not None:
                yield frame
            left_us = end_us - self._clock.now_us()
            if is_over:
                return
            if left_us > 0:
                self._line.wait(left_us / 1_000_000)
            is_over = left_us <= 0
            data = self._line.read()
            if not data:
                return
            self._decoder.feed(data)


def _parse_tags(answer: bytes) -> list[ListedTag]:
    """The tags in the answer to InListPassiveTarget (7.3.5). Raises LostAnswerError if it makes no sense."""
    tags: list[ListedTag] = []
    rest = answer[1:]
    for number in range(1, answer[0] + 1 if answer else 0):
        head, rest = rest[:5], rest[5:]
        if len(head) < 5 or head[0] != number or head[4] not in (4, 7, 10) or len(rest) < head[4]:
            break
        uid, rest = rest[: head[4]], rest[head[4] :]
        tag = ListedTag(uid, head[3])
        tags.append(tag)
        if tag.sak & SAK_ISO_DEP and rest:  # its answer to select, whose first byte is its length
            rest = rest[max(1, rest[0]) :] if rest[0] <= len(rest) else b"?"
    if not answer or answer[0] > 2 or len(tags) != answer[0] or rest:
        raise LostAnswerError("its answer makes no sense")
    return tags
