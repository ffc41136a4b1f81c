"""A PN532 at its serial line (HSU): bytes come in, frames go out, each at its time (UM0701-02, PN532 V1.6).

    chip = VirtualPn532(VirtualField(clock), clock)
    chip.receive(bytes.fromhex("0000FF02FED4022A00"))   # they take their time on the wire
    chip.run_pending()                                  # whenever it is due
    for frame in chip.take_sent(): ...

What the host sends is taken apart here, and what it gets is put together here, from the manual alone.

Simplified, or not said by the manual: the time that the firmware needs (ANSWER_NS, STEP_NS, WAKE_NS) is chosen; a
listing before SAMConfiguration gets an error frame; FeliCa, type B and Jewel are polled for and never found; the
keys of MIFARE Classic are never right; registers, GPIOs, other baud rates, InAutoPoll, listing by a known UID and
target modes are missing and get an error frame. Whether a listing polls with REQA or WUPA was not found in the manual.
It is REQA here, as nfc-tools/libnfc issue 617 and libnfc's own search for several tags suggest: a tag that was left
active answers the second poll only (ISO 14443-3, 6.2), and one that was halted, as the first is if two are asked for,
is silent until the field was off for 5 ms. A chip of version 1.6 was seen to list two tags, then one, then none
(https://community.nxp.com/thread/481864); that it began anew when the endless third listing was ended is not done here.
`wake_code` is WUPA for a chip that finds halted tags, too. Exchanges of real chips with their sources are in
tests/hardware/pn532/test_frames.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from typing import NamedTuple

from hardware.clock import MonotonicClock
from hardware.virtual.crc import crc_a, has_valid_crc
from hardware.virtual.field import BIT_NS, POWER_UP_NS, FieldAnswer, VirtualField
from hardware.virtual.reception import REPLY_BITS
from hardware.virtual.registers import PARITY_ERR
from hardware.virtual.tags import CASCADE, HLTA, REQA, WUPA

BYTE_NS = 10 * 1_000_000_000 // 115_200
"""A byte on the line: 115,200 baud, 8N1."""
WAKE_NS = 1_000_000
"""The time from the first rising edges until a chip that slept hears: its oscillator starts."""
ACK_NS = 1_000_000
ANSWER_NS = 500_000
STEP_NS = 100_000
"""The time from a frame to its acknowledgement (15 ms at most: 6.2.2), to the answer of a command without radio,
and around each exchange on the air."""
SILENCE_NS = 1_000_000
"""The time for which a poll, an anticollision or a HLTA waits for an answer."""
DEAF_NS = 1_000_000
"""The time after the host's ACK has ended a command in which another one is not heard. That was seen on a real line,
after TgInitAsTarget (https://github.com/nfc-tools/libnfc/issues/167); how long it lasts is chosen."""
MAX_DATA = 265
MAX_ANSWER = 262
"""The bytes of TFI and data in the longest frame (6.2.1.2), and of a tag's answer."""

ACK = bytes.fromhex("0000FF00FF00")
ERROR = bytes.fromhex("0000FF01FF7F8100")
FIRMWARE = bytes.fromhex("32010607")
"""The answer to GetFirmwareVersion: PN532, version 1.6, ISO 14443 A and B and ISO 18092."""

WELL, TIMEOUT, CRC_WRONG, PARITY_WRONG, FRAMING, COLLISION = 0x00, 0x01, 0x02, 0x03, 0x05, 0x06
TOO_LONG, TAG_ERROR, MIFARE_ERROR, CONTEXT = 0x07, 0x13, 0x14, 0x27
"""Status bytes (7.1)."""
MAX_TARGETS = 2
ISO_DEP = 0x20
READ_LENGTHS = {0x30: 2, 0xA0: 18, 0xA2: 6, 0x60: 12, 0x61: 12, 0xB0: 6, 0xC0: 6, 0xC1: 6, 0xC2: 6}
"""The MIFARE commands of InDataExchange and their lengths (7.3.8)."""

Work = Generator[int, None, "bytes | None"]
"""A command under way: it yields the nanoseconds that pass, and ends with the answer's data; None: an error frame."""


class SentFrame(NamedTuple):
    """A frame on its way to the host: its first byte begins at `at_ns`."""

    at_ns: int
    data: bytes
    is_ack: bool


class _Target(NamedTuple):
    uid: bytes
    sens_res: int
    sak: int
    ats: bytes = b""


class _Heard(NamedTuple):
    """An answer from the air with its status. `data` is without CRC where one was asked for."""

    status: int
    data: bytes = b""
    bits: int = 0


class VirtualPn532:
    """A PN532. `wake_code`: what a listing polls with, WUPA or REQA."""

    def __init__(self, field: VirtualField, clock: MonotonicClock) -> None:
        """It has power and sleeps."""
        self.field = field
        self.wake_code = REQA
        self._clock = clock
        self._sent: list[SentFrame] = []
        self._commands: dict[int, Callable[[bytes], Work]] = {
            0x00: self._diagnose,
            0x02: self._firmware_version,
            0x04: self._general_status,
            0x12: self._set_parameters,
            0x14: self._configure_sam,
            0x16: self._power_down,
            0x32: self._configure_rf,
            0x40: self._exchange_data,
            0x42: self._communicate_through,
            0x44: self._deselect,
            0x4A: self._list_targets,
            0x52: self._release,
            0x54: self._select_target,
        }
        self.restart()

    def restart(self) -> None:
        """Cut its power for a moment: it sleeps, and its configuration and its tags are forgotten."""
        self._now_ns = self._clock.now_ns()
        self.field.switch_carrier(False, self._now_ns)
        self._arriving = deque[tuple[int, int]]()
        self._asleep = True
        self._hears_from_ns = 0
        self._buffer = bytearray()
        self._work: Work | None = None
        self._work_ns = 0
        self._last_answer = b""
        self._sam_mode = 0
        self._tries = 0xFF
        self._tries_after_error = 0
        self._answer_timeout_ns = 51_200_000
        self._rats_is_automatic = True
        self._targets: dict[int, _Target] = {}
        self._active = 0
        self._last_error = WELL

    @property
    def is_asleep(self) -> bool:
        """Whether it must be woken before it hears."""
        return self._asleep

    @property
    def is_configured(self) -> bool:
        """Whether SAMConfiguration was done since it has power."""
        return bool(self._sam_mode)

    # -- bytes in, frames out

    def receive(self, data: bytes) -> None:
        """The host sends these bytes now, one after another."""
        at_ns = max(self._clock.now_ns(), self._arriving[-1][0] if self._arriving else 0)
        for byte in data:
            at_ns += BYTE_NS
            self._arriving.append((at_ns, byte))

    def run_pending(self) -> None:
        """Do what is due by now."""
        now_ns = self._clock.now_ns()
        while (due_ns := self.due_ns()) is not None and due_ns <= now_ns:
            self._now_ns = max(self._now_ns, due_ns)
            if self._arriving and self._arriving[0][0] == due_ns:
                self._hear(self._arriving.popleft()[1])
            elif self._work is not None:
                self._go_on(self._work)

    def due_ns(self) -> int | None:
        """The time when it has something to do; None: when the host has spoken."""
        dues = [self._arriving[0][0]] if self._arriving else []
        if self._work is not None:
            dues.append(self._work_ns)
        return min(dues, default=None)

    def take_sent(self) -> list[SentFrame]:
        """The frames that it has begun to send since the last call."""
        sent, self._sent = self._sent, []
        return sent

    def _hear(self, byte: int) -> None:
        if self._asleep:
            if byte == 0x55:  # five rising edges wake it (HSU: 3.1.3)
                self._asleep = False
                self._hears_from_ns = self._now_ns + WAKE_NS
                self._buffer.clear()
        elif self._now_ns >= self._hears_from_ns:
            self._buffer.append(byte)
            self._find_frame()

    def _find_frame(self) -> None:
        """Act on a frame when its last byte before the postamble has come (6.2.1)."""
        buffer = self._buffer
        start = buffer.find(b"\x00\xff")
        if start < 0:
            del buffer[:-1]
            return
        head = buffer[start + 2 :]
        if len(head) < 2:
            return
        if head[:2] == b"\xff\xff" and len(head) < 5:
            return
        begin, length = 2, head[0]
        whole = (head[0] + head[1]) & 0xFF == 0
        if head[:2] == b"\xff\xff":
            begin, length = 5, head[2] << 8 | head[3]
            whole = sum(head[2:5]) & 0xFF == 0 and length <= MAX_DATA
        if bytes(head[:2]) in (b"\x00\xff", b"\xff\x00"):
            buffer.clear()
            self._hear_short_frame(is_ack=not head[0])
        elif not whole or not length:
            del buffer[: start + 2]  # no frame: another may begin within it
        elif len(head) > begin + length:
            buffer.clear()
            if sum(head[begin:]) & 0xFF == 0 and head[begin] == 0xD4:
                self._hear_command(bytes(head[begin + 1 : -1]))

    def _hear_short_frame(self, is_ack: bool) -> None:
        """ACK ends the command under way; NACK has the last answer sent again (6.2.1.3, 6.2.1.4)."""
        if is_ack:
            if self._work is not None:
                self._hears_from_ns = self._now_ns + DEAF_NS
            self._abort()
        elif self._last_answer and self._work is None:
            self._work, self._work_ns = self._answer_again(), self._now_ns

    def _hear_command(self, command: bytes) -> None:
        """Acknowledge a command and begin with it; the one under way ends without an answer."""
        self._abort()
        self._work, self._work_ns = self._obey(command), self._now_ns

    def _abort(self) -> None:
        if self._work is not None:
            self._work.close()
            self._work = None

    def _go_on(self, work: Work) -> None:
        try:
            self._work_ns = self._now_ns + next(work)
        except StopIteration as ended:
            self._work = None
            answer: bytes | None = ended.value
            if answer != b"":
                self._last_answer = ERROR if answer is None else _framed(b"\xd5" + answer)
                self._sent.append(SentFrame(self._now_ns, self._last_answer, False))

    def _answer_again(self) -> Work:
        yield ANSWER_NS
        self._sent.append(SentFrame(self._now_ns, self._last_answer, False))
        return b""

    def _obey(self, command: bytes) -> Work:
        yield ACK_NS
        self._sent.append(SentFrame(self._now_ns, ACK, True))
        yield len(ACK) * BYTE_NS + ANSWER_NS
        obey = self._commands.get(command[0]) if command else None
        if obey is None:
            return None
        answer = yield from obey(command[1:])
        return None if answer is None else bytes((command[0] + 1,)) + answer

    # -- commands without radio: each gets what follows its code

    def _diagnose(self, data: bytes) -> Work:
        """Diagnose (7.2.1): communication line, ROM and RAM."""
        yield 0
        return data if data[:1] == b"\x00" else b"\x00" if data in (b"\x01", b"\x02") else None

    def _firmware_version(self, data: bytes) -> Work:
        """GetFirmwareVersion (7.2.2)."""
        yield 0
        return None if data else FIRMWARE

    def _general_status(self, data: bytes) -> Work:
        """GetGeneralStatus (7.2.3): the last error, a strange field, the targets, the SAM."""
        yield 0
        targets = b"".join(bytes((number, 0x00, 0x00, 0x10)) for number in self._targets)
        known = bytes((self._last_error, 0x00, len(self._targets)))
        return None if data else known + targets + b"\x80"

    def _set_parameters(self, data: bytes) -> Work:
        """SetParameters (7.2.9): only fAutomaticRATS matters here."""
        yield 0
        if len(data) != 1:
            return None
        self._rats_is_automatic = bool(data[0] & 0x10)
        return b""

    def _configure_sam(self, data: bytes) -> Work:
        """SAMConfiguration (7.2.10): mode, time-out, whether it uses P70_IRQ."""
        yield 0
        if not 1 <= len(data) <= 3 or not 1 <= data[0] <= 4:
            return None
        self._sam_mode = data[0]
        return b""

    def _power_down(self, data: bytes) -> Work:
        """PowerDown (7.2.11): it sleeps once it has answered, and keeps its configuration."""
        yield 0
        if not 1 <= len(data) <= 2:
            return None
        self.field.switch_carrier(False, self._now_ns)
        self._asleep = True
        return bytes((WELL,))

    def _configure_rf(self, data: bytes) -> Work:
        """RFConfiguration (7.3.1): the field, time-outs and retries; other settings are taken and ignored."""
        yield 0
        lengths = {0x01: 2, 0x02: 4, 0x04: 2, 0x05: 4, 0x0A: 12, 0x0B: 9, 0x0C: 4, 0x0D: 10}
        if not data or lengths.get(data[0]) != len(data):
            return None
        if data[0] == 0x01:
            self.field.switch_carrier(bool(data[1] & 1), self._now_ns)
        elif data[0] == 0x02:
            self._answer_timeout_ns = 100_000 << data[3] - 1 if 0 < data[3] <= 0x10 else 0
        elif data[0] == 0x04:
            self._tries_after_error = data[1]
        elif data[0] == 0x05:
            self._tries = data[3]
        return b""

    # -- commands with radio

    def _list_targets(self, data: bytes) -> Work:
        """InListPassiveTarget (7.3.5)."""
        if not self._sam_mode or len(data) < 2 or not 1 <= data[0] <= MAX_TARGETS or data[1] > 4:
            return None
        if data[1] == 0x00 and len(data) > 2:
            return None
        for number in tuple(self._targets):
            if self._targets[number].ats:
                yield from self._halt(number)
        self._targets.clear()
        self._active = 0
        if not self.field.on:
            self.field.switch_carrier(True, self._now_ns)
            yield POWER_UP_NS + STEP_NS
        tries = self._tries
        while (found := (yield from self._activate(self.wake_code)) if not data[1] else None) is None:
            if not tries:
                return b"\x00"
            tries -= tries != 0xFF
            yield STEP_NS
        self._targets[1], self._active = found, 1
        if data[0] == 2:
            yield from self._halt(1)
            other = yield from self._activate(REQA)
            if other is not None:
                self._targets[2], self._active = other, 2
        return bytes((len(self._targets),)) + b"".join(map(_target_data, self._targets.items()))

    def _exchange_data(self, data: bytes) -> Work:
        """InDataExchange (7.3.8): one MIFARE command, any other gets an error frame; or an APDU."""
        yield 0
        if len(data) < 2:
            return None
        number, command = data[0] & 0x3F, data[1:]
        target = self._targets.get(number)
        if target is None:
            return self._status(CONTEXT)
        if target.ats:
            command = b"\x02" + command
        elif len(command) != READ_LENGTHS.get(command[0]):
            return None
        if not (yield from self._reach(number)):
            return self._status(TIMEOUT)
        is_key = not target.ats and command[0] in (0x60, 0x61)
        heard = yield from self._exchange(command[:2] if is_key else command)
        if heard.bits == 4:
            return self._status(WELL if heard.data == b"\x0a" else TAG_ERROR)
        if is_key and heard.status in (WELL, CRC_WRONG):
            yield from self._exchange(bytes(8))
            return self._status(MIFARE_ERROR)
        return self._status(heard.status, heard.data[1:] if target.ats else heard.data)

    def _communicate_through(self, data: bytes) -> Work:
        """InCommunicateThru (7.3.9): bytes for whichever tag listens; an answer of 4 bits has no right CRC.

        So it is on a real chip: https://community.nxp.com/t5/NFC/NTAG-I-C-Sector-Select-on-PN532/m-p/505506
        """
        yield 0
        if not data:
            return None
        heard = yield from self._exchange(data)
        return self._status(CRC_WRONG) if heard.bits == 4 else self._status(heard.status, heard.data)

    def _select_target(self, data: bytes) -> Work:
        """InSelect (7.3.12)."""
        yield 0
        if len(data) != 1:
            return None
        if data[0] not in self._targets:
            return self._status(CONTEXT)
        return self._status(WELL if (yield from self._reach(data[0])) else TIMEOUT)

    def _deselect(self, data: bytes) -> Work:
        """InDeselect (7.3.10): targets are halted and stay known."""
        if len(data) != 1:
            return None
        if data[0] and data[0] not in self._targets:
            return self._status(CONTEXT)
        for number in (data[0],) if data[0] else tuple(self._targets):
            yield from self._halt(number)
        return self._status(WELL)

    def _release(self, data: bytes) -> Work:
        """InRelease (7.3.11): targets are halted and forgotten."""
        answer = yield from self._deselect(data)
        if answer == bytes((WELL,)):
            for number in (data[0],) if data[0] else tuple(self._targets):
                del self._targets[number]
        return answer

    def _status(self, status: int, data: bytes = b"") -> bytes:
        if len(data) > MAX_ANSWER:
            status = TOO_LONG
        if status:
            self._last_error = status
            return bytes((status,))
        return bytes((status,)) + data

    # -- the air

    def _air(
        self, frame: bytes, bits: int, silence_ns: int = SILENCE_NS
    ) -> Generator[int, None, FieldAnswer | None]:
        """One exchange, with the time that its bits take."""
        if not self.field.on:
            yield silence_ns
            return None
        yield STEP_NS
        began_ns = self._now_ns
        sent_ns = int((2 + bits + bits // 8) * BIT_NS)
        yield sent_ns
        heard = self.field.exchange(frame, bits, began_ns, began_ns + sent_ns, 1.0)
        if heard is None or heard.delay_ns > silence_ns:
            yield silence_ns
            return None
        yield heard.delay_ns + int((REPLY_BITS + 2 + heard.bits + heard.bits // 8) * BIT_NS)
        return heard

    def _exchange(self, frame: bytes) -> Generator[int, None, _Heard]:
        """A frame with its CRC, as often as RFConfiguration says; the answer without its CRC."""
        frame += crc_a(frame)
        for _ in range(1 + self._tries_after_error):
            answer = yield from self._air(frame, 8 * len(frame), self._answer_timeout_ns)
            heard = _judged(answer)
            if heard.status == WELL or heard.bits == 4:
                break
        return heard

    def _halt(self, number: int) -> Generator[int, None, None]:
        """Halt a target by its own protocol: S(DESELECT), or HLTA, which has no answer."""
        if not (yield from self._reach(number)):
            return
        if self._targets[number].ats:
            frame = b"\xc2" + crc_a(b"\xc2")
            yield from self._air(frame, 8 * len(frame))
        else:
            yield from self._air(HLTA, 32)
        self._active = 0

    def _reach(self, number: int) -> Generator[int, None, bool]:
        """Select a listed target again unless it is active, and halt the one that is; whether it is active."""
        if self._active == number:
            return True
        if self._active:
            yield from self._halt(self._active)
        self._active = 0
        target = self._targets[number]
        if (yield from self._air(bytes((WUPA,)), 7)) is None:
            return False
        for level, part in enumerate(_cascade(target.uid)):
            if (yield from self._select(level, part)) is None:
                return False
        if target.ats and not (yield from self._rats()):
            return False
        self._active = number
        return True

    def _activate(self, code: int) -> Generator[int, None, _Target | None]:
        """Wake tags, single one out, select it, and have the ATS of a card of ISO 14443-4; None where none is found."""
        atqa = yield from self._air(bytes((code,)), 7)
        if atqa is None or atqa.bits != 16 or atqa.errors:
            return None
        uid = b""
        for level in range(3):
            part = yield from self._single_out(level)
            sak = None if part is None else (yield from self._select(level, part))
            if part is None or sak is None:
                return None
            uid += part[1:4] if sak & 0x04 else part[:4]
            if not sak & 0x04:
                ats = (yield from self._rats()) if sak & ISO_DEP and self._rats_is_automatic else b""
                return None if ats is None else _Target(uid, atqa.value, sak, ats)
        return None

    def _single_out(self, level: int) -> Generator[int, None, bytes | None]:
        """The four UID bytes and the check byte of one tag of a level (ISO 14443-3, 6.5.3); None after an error."""
        value = known = 0
        while known < 40:
            bits = 16 + known
            head = bytes((0x93 + 2 * level, bits // 8 << 4 | bits % 8))
            heard = yield from self._air(head + value.to_bytes(5, "little")[: (known + 7) // 8], bits)
            if heard is None or heard.errors or heard.bits != 40 - known:
                return None
            if heard.collision < 0:
                value |= heard.value << known
                known = 40
            else:  # those with a one at that place go on
                value |= (heard.value & (1 << heard.collision) - 1 | 1 << heard.collision) << known
                known += heard.collision + 1
        part = value.to_bytes(5, "little")
        return part if part[4] == part[0] ^ part[1] ^ part[2] ^ part[3] else None

    def _select(self, level: int, part: bytes) -> Generator[int, None, int | None]:
        frame = bytes((0x93 + 2 * level, 0x70)) + part
        answer = yield from self._air(frame + crc_a(frame), 72)
        heard = _judged(answer)
        return heard.data[0] if heard.status == WELL and len(heard.data) == 1 else None

    def _rats(self) -> Generator[int, None, bytes | None]:
        frame = b"\xe0\x50"
        answer = yield from self._air(frame + crc_a(frame), 32, 5_000_000)
        heard = _judged(answer)
        return heard.data if heard.status == WELL and heard.data else None


def _judged(answer: FieldAnswer | None) -> _Heard:
    """An answer with a CRC as the chip judges it, or one of four bits."""
    if answer is None:
        return _Heard(TIMEOUT)
    if answer.collision >= 0:
        return _Heard(COLLISION)
    if answer.errors:
        return _Heard(PARITY_WRONG if answer.errors & PARITY_ERR else FRAMING)
    data = answer.value.to_bytes((answer.bits + 7) // 8, "little")
    if answer.bits == 4:
        return _Heard(WELL, data, 4)
    if answer.bits % 8:
        return _Heard(FRAMING)
    return (
        _Heard(WELL, data[:-2], answer.bits) if has_valid_crc(data) else _Heard(CRC_WRONG, b"", answer.bits)
    )


def _cascade(uid: bytes) -> list[bytes]:
    """The UID by levels, each with its check byte."""
    size = len(uid) // 3 - 1
    parts = [bytes((CASCADE,)) + uid[3 * n : 3 * n + 3] for n in range(size)] + [uid[3 * size :]]
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


def _target_data(numbered: tuple[int, _Target]) -> bytes:
    """A target as InListPassiveTarget describes it.

    SENS_RES has its second byte first, as the logs of PN532s on UART have it; the manual's example has it the other way
    round (04 00), and so have ACR122 readers with a PN532 (https://github.com/nfc-tools/libnfc/issues/476).
    """
    number, target = numbered
    head = bytes((number, target.sens_res >> 8, target.sens_res & 0xFF, target.sak, len(target.uid)))
    return head + target.uid + target.ats


def _framed(data: bytes) -> bytes:
    """A frame with TFI and data, extended where it must be (6.2.1.1, 6.2.1.2)."""
    length = len(data)
    if length < 0x100:
        head = bytes((length, -length & 0xFF))
    else:
        head = b"\xff\xff" + bytes((length >> 8, length & 0xFF, -(length >> 8) - (length & 0xFF) & 0xFF))
    return b"\x00\x00\xff" + head + data + bytes((-sum(data) & 0xFF, 0x00))
