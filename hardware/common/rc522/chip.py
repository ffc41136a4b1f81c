"""One RC522: configured, checked, and used to send a frame and receive the answer.

Sections in brackets are those of the MFRC522 datasheet.
"""

from hardware.common.rc522 import registers as reg
from hardware.common.rc522.self_test_answers import AUTO_TEST_ON, BUFFER_SIZE, EXPECTED_ANSWERS

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from hardware.common.rc522.register_port import RegisterPort

SHORT_ANSWER_TIMEOUT_US = 300
"""Tags answer a wake-up, an anticollision and a select exactly 86 or 91 us after the last bit (ISO 14443-3, 6.1.2), and
the fifth bit, which stops the chip's timer, comes 47 us later."""
CARRIER_SETTLE_US = 5_000
"""The time in which a tag starts in a field, and in which it loses power without one (ISO 14443-3, 5)."""

FRAME_DELAY_US = 91
"""From the last bit sent to the first bit received: 1236 / 13.56 MHz (ISO 14443-3, 6.1.2)."""
GUARD_US = 87
"""From the last bit received to the next one sent: 1172 / 13.56 MHz; a tag may be deaf until then (6.2.1.2).
"""
MARGIN_US = 30
"""One step of the chip's timer and the time it takes to decode."""
TIMER_GRACE_US = 1_000
"""Time for which an exchange is still polled after the chip's timer must have fired."""
MAX_POLLS = 40
"""The most polls of one exchange, should the port's clock stand still."""

POLL_STEP_US = 1_000
MAX_START_POLLS = 50
"""After a soft reset the oscillator needs well under a millisecond; a slow one is given 50 (8.8.2)."""
MAX_SELF_TEST_POLLS = 10

NO_ANSWER = 0
ANSWERED = 1
GARBLED = 2
COLLIDED = 3

_LOOK = (reg.COM_IRQ, reg.ERROR, reg.FIFO_LEVEL, reg.CONTROL)
_HEALTH = (
    (reg.VERSION, "Version", 0xFF),
    (reg.TX_CONTROL, "TxControl", 0xFB),
    (reg.T_MODE, "TMode", 0xFF),
    (reg.T_PRESCALER, "TPrescaler", 0xFF),
    (reg.TX_ASK, "TxASK", reg.TX_ASK_FULL),
    (reg.MODE, "Mode", 0xAB),
    (reg.RF_CFG, "RFCfg", 0x70),
)
"""Registers by name, and the bits with a meaning (9.3): clones differ in the reserved ones."""
_HEALTH_FRAME = tuple([register for register, _, _ in _HEALTH])


class ChipDeadError(OSError):
    """The chip does not behave like a working RC522; the text says what is observed and what to check."""


class TagAnswer:
    """The answer to a frame.

    `kind` is NO_ANSWER, ANSWERED, GARBLED or COLLIDED. `data`: the received bytes, of the last of which
    `last_bits` bits are valid, 0 for all; or the position of the collision (CollReg, 9.3.1.15); else nothing.
    """

    __slots__ = ("data", "kind", "last_bits")

    def __init__(self, kind: int, data: bytes = b"", last_bits: int = 0) -> None:
        self.kind = kind
        self.data = data
        self.last_bits = last_bits

    def is_whole(self, size: int) -> bool:
        """Whether exactly so many bytes were received, without an error."""
        return self.kind == ANSWERED and len(self.data) == size and not self.last_bits


_SILENT = TagAnswer(NO_ANSWER)
_GARBLED = TagAnswer(GARBLED)


def frame_duration_us(size: int, last_bits: int = 0) -> int:
    """The duration of a frame at 106 kbit/s: a start bit, nine bits a byte, the end; 9.44 us each."""
    bits = size * 9 if not last_bits else (size - 1) * 9 + last_bits
    return (bits + 2) * 944 // 100


class Rc522Chip:
    """One chip behind a port.

    Everything raises OSError when the bus fails, and ChipDeadError (an OSError) when the chip does. `version`
    is 0 until it was started.
    """

    __slots__ = ("_at_rest", "_clear_us", "_expected", "_port", "_rf_cfg", "_sent_us", "_ticks", "version")

    def __init__(self, port: "RegisterPort", gain_db: int = 33) -> None:
        self._port = port
        self._rf_cfg = reg.rf_cfg_value(gain_db)
        self._ticks = 0
        self._at_rest = False
        self._sent_us = 0
        self._clear_us = 0
        self._expected = b""
        self.version = 0

    def start(self) -> int:
        """Reset and configure the chip, switch the carrier on and check the registers; returns the version.

        It takes 11 ms, the first five without a carrier: every tag on the antenna starts anew. Raises
        ChipDeadError where the chip does not keep its registers.
        """
        port = self._port
        self._reset()
        self._at_rest = False
        self._ticks = SHORT_ANSWER_TIMEOUT_US // reg.TICK_US - 1
        for register, value in (
            (reg.T_MODE, reg.T_MODE_AUTO),
            (reg.T_PRESCALER, reg.TICK_PRESCALER),
            (reg.T_RELOAD_HIGH, self._ticks >> 8),
            (reg.T_RELOAD_LOW, self._ticks & 0xFF),
            (reg.TX_ASK, reg.TX_ASK_FULL),
            (reg.MODE, reg.MODE_AS_SET),
            (reg.RF_CFG, self._rf_cfg),
            (reg.TX_CONTROL, reg.TX_CONTROL_ON),
        ):
            port.write(register, value)
        self._expected = bytes(
            (
                self.version,
                reg.TX_CONTROL_ON,
                reg.T_MODE_AUTO,
                reg.TICK_PRESCALER,
                reg.TX_ASK_FULL,
                reg.MODE_AS_SET,
                self._rf_cfg,
            )
        )
        port.wait_us(CARRIER_SETTLE_US)
        why = self.find_fault()
        if why:
            raise ChipDeadError(why)
        return self.version

    def _reset(self) -> None:
        """Soft reset (10.3.1.9): every register back at its reset value, the oscillator running again."""
        port = self._port
        port.write(reg.COMMAND, reg.SOFT_RESET)
        port.wait_us(CARRIER_SETTLE_US)
        version = port.read(reg.VERSION)
        if version in reg.SILENT_VERSIONS or version == port.read(reg.COMMAND) == port.read(reg.COM_IRQ):
            raise ChipDeadError(_no_chip(version))
        for _ in range(MAX_START_POLLS):
            if not port.read(reg.COMMAND) & reg.COMMAND_POWER_DOWN:
                break
            port.wait_us(POLL_STEP_US)
        else:
            raise ChipDeadError(
                "the chip's oscillator does not start: check its 3.3 V, then replace the reader"
            )
        self.version = version

    def find_fault(self) -> str:
        """ "" when version, carrier and timer are as they were set, else what is wrong. It takes one frame."""
        values = self._port.read_each(_HEALTH_FRAME)
        if bytes(values) == self._expected:
            return ""
        version = values[0]
        if version in reg.SILENT_VERSIONS:
            return _no_chip(version)
        if values[1] == reg.TX_CONTROL_OFF and values[2] == 0:
            return "the chip's registers are back at their reset values: its supply dipped, check the 3.3 V"
        wrong = [
            f"{_HEALTH[n][1]} is 0x{values[n]:02x} and not 0x{self._expected[n]:02x}"
            for n in range(len(_HEALTH))
            if (values[n] ^ self._expected[n]) & _HEALTH[n][2]
        ]
        if not wrong:
            return ""
        return f"the chip does not keep its registers ({', '.join(wrong)}): check its wires"

    def switch_carrier(self, on: bool) -> None:
        """Switch the carrier on or off, and wait until every tag has noticed."""
        self._port.write(reg.TX_CONTROL, reg.TX_CONTROL_ON if on else reg.TX_CONTROL_OFF)
        self._port.wait_us(CARRIER_SETTLE_US)

    def transceive(
        self,
        data: bytes,
        last_bits: int = 0,
        answer_bytes: int = 0,
        timeout_us: int = SHORT_ANSWER_TIMEOUT_US,
    ) -> TagAnswer:
        """Send a frame and receive the answer.

        `last_bits` of the last byte are sent, 0 for all eight. `answer_bytes`: the expected length of the
        answer, which only decides when it is polled. The result is NO_ANSWER when no answer began within
        `timeout_us`.
        """
        port = self._port
        if timeout_us // reg.TICK_US - 1 != self._ticks:
            self._set_timer(timeout_us)
        if not self._at_rest:
            port.write(reg.COMMAND, reg.IDLE)
            port.write(reg.FIFO_LEVEL, reg.FIFO_FLUSH)
        self._at_rest = False
        port.write(reg.COM_IRQ, reg.IRQ_CLEAR_ALL)
        port.write(reg.BIT_FRAMING, last_bits)  # StartSend is off before there is anything to send
        port.write_all_to_register(reg.FIFO_DATA, data)
        port.write(reg.COMMAND, reg.TRANSCEIVE)
        early_us = self._clear_us - port.now_us()
        if early_us > 0:
            port.wait_us(early_us)
        port.write(reg.BIT_FRAMING, reg.START_SEND | last_bits)
        irq, error, level, control = self._await(
            frame_duration_us(len(data), last_bits), answer_bytes, timeout_us
        )
        if not irq & reg.IRQ_RX:
            return _GARBLED if irq & reg.IRQ_ERROR or level else _SILENT
        self._clear_us = self._sent_us + FRAME_DELAY_US + frame_duration_us(level) + GUARD_US
        if error & reg.ERROR_COLLISION:
            return TagAnswer(COLLIDED, bytes((port.read(reg.COLL) & reg.COLL_POSITION,)))
        if error & reg.ERROR_RECEIVING or not level:
            return _GARBLED
        heard = bytes(port.read_each((reg.FIFO_DATA,) * level))
        self._at_rest = True
        return TagAnswer(ANSWERED, heard, control & reg.CONTROL_LAST_BITS)

    def _await(self, sending_us: int, answer_bytes: int, timeout_us: int) -> "Sequence[int]":
        """Interrupts, error, FIFO level and control when the exchange is over.

        The first poll comes when an answer of the usual length is over, or the timer has run out: as a rule
        the only one. The port's clock, and the number of polls, limit later ones; what happened while this
        thread was delayed is polled before the decision.
        """
        port = self._port
        hearing_us = FRAME_DELAY_US + frame_duration_us(answer_bytes) if answer_bytes else 0
        sent_us = self._sent_us = port.now_us() + sending_us
        first_us = (
            hearing_us if hearing_us > SHORT_ANSWER_TIMEOUT_US else min(timeout_us, SHORT_ANSWER_TIMEOUT_US)
        )
        port.wait_us(sending_us + first_us + MARGIN_US)
        last_us = sent_us + timeout_us + hearing_us + TIMER_GRACE_US
        step_us = max(100, timeout_us // 16)
        for n in range(MAX_POLLS):
            late = port.now_us() > last_us
            values = port.read_each(_LOOK)
            if values[2] > reg.FIFO_SIZE:
                raise ChipDeadError("every register reads as ones: check MISO, 3.3 V and the chip select")
            if values[0] & (reg.IRQ_RX | reg.IRQ_TIMER):
                if n:  # the tag was slow to answer, at the worst until now
                    self._sent_us = max(sent_us, port.now_us() - hearing_us)
                return values
            if late:
                break
            port.wait_us(step_us)
        if values[0] & reg.IRQ_ERROR or (values[0] & reg.IRQ_TX and values[2]):
            return values  # something has been sending all the time
        if values[0] & reg.IRQ_TX:
            raise ChipDeadError("the chip sent a frame, but its timer does not run")
        raise ChipDeadError("the chip sent nothing and reported nothing: check its wires and its 3.3 V")

    def _set_timer(self, timeout_us: int) -> None:
        ticks = timeout_us // reg.TICK_US - 1
        if ticks >> 8 != self._ticks >> 8:
            self._port.write(reg.T_RELOAD_HIGH, ticks >> 8)
        self._port.write(reg.T_RELOAD_LOW, ticks & 0xFF)
        self._ticks = ticks

    def self_test(self) -> bool | None:
        """Run the chip's digital self test (16.1.1) and start it anew.

        None: this version's answer is not known.
        """
        port = self._port
        self._reset()
        port.write(reg.FIFO_LEVEL, reg.FIFO_FLUSH)
        port.write_all_to_register(reg.FIFO_DATA, bytes(BUFFER_SIZE))
        port.write(reg.COMMAND, reg.MEM)
        port.wait_us(POLL_STEP_US)
        port.write(reg.AUTO_TEST, AUTO_TEST_ON)
        port.write(reg.FIFO_DATA, 0x00)
        port.write(reg.COMMAND, reg.CALC_CRC)
        for _ in range(MAX_SELF_TEST_POLLS):
            port.wait_us(POLL_STEP_US)
            if port.read(reg.FIFO_LEVEL) >= reg.FIFO_SIZE:
                break
        port.write(reg.COMMAND, reg.IDLE)
        heard = bytes(port.read_each((reg.FIFO_DATA,) * reg.FIFO_SIZE))
        expected = EXPECTED_ANSWERS.get(self.start())
        return None if expected is None else heard == expected


def _no_chip(version: int) -> str:
    return f"no chip answers (its version reads 0x{version:02x}): check 3.3 V, GND, MISO, MOSI, SCK and the chip select"
