"""The MFRC522 behind its SPI pins: registers, FIFO, commands, interrupt bits, timer, CRC coprocessor, radio.

Registers show what happens on the air at its time: a byte of an answer when its last bit has come, RxIRq at
the end, the timer stopped after the answer's fifth bit. Sections are the MFRC522 datasheet's (rev. 3.9).

Simplified: a frame leaves the FIFO at once when it is sent, so none is longer than 64 bytes; collision,
parity and CRC errors show at the end of an answer, not at their bit; only 106 kbit/s, 100 % ASK and even
parity reach the tags; CollPos counts from bit 0 of the first byte in the FIFO, also with RxAlign; the timer's
gates, MSBFirst, MIN_LEVEL, conductances, test pins and the IRQ pin are registers without effect; Receive
alone receives nothing and MFAuthent never succeeds. SoftReset takes 5 us: the datasheet gives no time, and
drivers that write on without a pause are known to work.
"""

from __future__ import annotations

from binascii import crc_hqx
from random import Random

from hardware.clock import MonotonicClock
from hardware.virtual import registers as r
from hardware.virtual.chip_timer import AUTO_START, NEVER
from hardware.virtual.crc import CRC_PRESETS, MIRRORED_BYTES, crc_a
from hardware.virtual.digital_part import FIFO_SIZE, DigitalPart
from hardware.virtual.field import BIT_NS, VirtualField
from hardware.virtual.reception import REPLY_BITS, AnswerReception

GAIN_FACTORS = tuple(10 ** ((db - 33) / 20) for db in (18, 23, 18, 23, 33, 38, 43, 48))
"""RxGain in RFCfgReg -> gain relative to 33 dB."""


class VirtualChip(DigitalPart):
    """One chip with its antenna. `wedged`: its receiver receives nothing until the chip is reset."""

    def __init__(
        self, field: VirtualField, clock: MonotonicClock, version: int = 0x92, chance: Random | None = None
    ) -> None:
        self._chance = chance or Random(0)
        self._crc = CRC_PRESETS[1]
        self._frame, self._frame_bits, self._began_ns = b"", 0, 0
        self._reception: AnswerReception | None = None
        super().__init__(field, clock, version)

    # Commands (10.3)

    def _begin(self, command: int) -> None:
        if command == r.MEM:
            self._later(1_000, self._mem)
        elif command == r.GENERATE_RANDOM_ID:
            self._later(10_000, self._random_id)
        elif command == r.CALC_CRC and self.registers[r.AUTO_TEST] & 0x0F == 0x09:
            self._later(500_000, self._self_test)
        elif command == r.CALC_CRC:
            self._crc = CRC_PRESETS[self.registers[0x11] & 0x03]
            self._calc_crc()
        elif command == r.TRANSMIT:
            self._send(self.registers[r.BIT_FRAMING] & 0x07)
        elif command == r.MF_AUTHENT:
            self._send(0)
        elif command not in (r.TRANSCEIVE, r.RECEIVE):
            self._done()

    def _mem(self) -> None:
        """Exchange 25 bytes between FIFO and internal buffer (10.3.1.2)."""
        if len(self._fifo) >= 25:
            self._memory = self._taken()[:25]
        else:
            self._fifo[:] = self._memory
            self._fifo_changed()
        self._done()

    def _random_id(self) -> None:
        self._memory = self._chance.randbytes(10) + self._memory[10:]
        self._done()

    def _calc_crc(self) -> None:
        """Send the FIFO through the coprocessor (10.3.1.4), which takes less than an SPI frame."""
        self._crc = crc_hqx(self._taken().translate(MIRRORED_BYTES), self._crc)
        self.registers[r.CRC_RESULT_H] = MIRRORED_BYTES[self._crc & 0xFF]
        self.registers[r.CRC_RESULT_L] = MIRRORED_BYTES[self._crc >> 8]
        self.registers[r.DIV_IRQ] |= r.CRC_IRQ

    def _self_test(self) -> None:
        """Leave the self-test answer in the FIFO (16.1.1).

        No interrupt bit marks the end: some chips set none.
        """
        self._fifo[:] = r.self_test_answer(self.version)
        self._fifo_changed()

    # Radio

    def _send(self, last_bits: int) -> None:
        """Send the FIFO: start, bits with parity, end."""
        self._receive_ns = NEVER
        frame = self._taken()
        if not frame:
            self._plan()
            return
        if self.registers[r.COMMAND] & 0x0F == r.MF_AUTHENT:
            frame = frame[:2] + crc_a(frame[:2])
        elif self.registers[r.TX_MODE] & 0x80:
            frame, last_bits = frame + crc_a(frame), 0
        self._transmit(frame, last_bits)

    def _transmit(self, frame: bytes, last_bits: int) -> None:
        self._frame = frame
        self._frame_bits = 8 * len(frame) - (8 - last_bits if last_bits else 0)
        self._began_ns = self._now
        self._sent_ns = self._now + int((2 + self._frame_bits + self._frame_bits // 8) * BIT_NS)
        self._plan()

    def _sent(self) -> None:
        """The last bit is sent: the tags receive the frame, the timer starts, the receiver listens."""
        values = self.registers
        self._interrupt(r.TX_IRQ)
        if values[r.T_MODE] & AUTO_START:
            self._timer.start(self._now)
        understood = self.field.on and values[r.TX_ASK] & 0x40 and not values[r.TX_MODE] & 0x78
        understood = understood and (self._frame_bits < 8 or not values[r.MF_RX] & 0x10)
        heard = None
        if understood:
            gain = GAIN_FACTORS[values[r.RF_CFG] >> 4 & 0x07]
            heard = self.field.exchange(self._frame, self._frame_bits, self._began_ns, self._now, gain)
        if values[r.COMMAND] & 0x0F == r.TRANSMIT:
            self._done()
            return
        too_soon = (values[r.RX_SEL] & 0x3F) > REPLY_BITS
        off = self.wedged or too_soon or values[r.COMMAND] & r.RCV_OFF or values[r.RX_MODE] & 0x70
        if heard is None or off or (values[r.RX_MODE] & 0x08 and heard.bits < 4):
            return
        self._reception = AnswerReception(heard, self._now, values)
        self._step = 0
        self._receive_ns = self._reception.due_ns(0)

    def _receive(self) -> None:
        """Handle the next step of an answer: its fifth bit, a byte, its end."""
        answer, step = self._reception, self._step
        assert answer is not None
        if step < answer.steps:
            if not step:
                if self.registers[r.T_MODE] & AUTO_START and not self.registers[r.RX_MODE] & 0x04:
                    self._timer.stop(self._now)
            else:
                self._arrive(answer.fifo[step - 1])
            self._step = step + 1
            self._receive_ns = answer.due_ns(step + 1)
            return
        self._receive_ns = NEVER
        if step <= len(answer.fifo):
            self._arrive(answer.fifo[-1])
        self._received(answer)

    def _arrive(self, value: int) -> None:
        if self.registers[r.COMMAND] & 0x0F == r.MF_AUTHENT:
            return
        if len(self._fifo) >= FIFO_SIZE:
            self._fail(r.BUFFER_OVFL)
            return
        self._fifo.append(value)
        self._fifo_changed()

    def _received(self, answer: AnswerReception) -> None:
        values = self.registers
        values[r.CONTROL] = values[r.CONTROL] & 0xF8 | answer.last_bits
        values[r.COLL] = values[r.COLL] & 0x80 | answer.collision
        if values[r.COMMAND] & 0x0F == r.MF_AUTHENT:
            self._authenticate(answer)
            return
        self._fail(answer.errors)
        self._interrupt(r.RX_IRQ)

    def _authenticate(self, answer: AnswerReception) -> None:
        """The tag's nonce has come: send two encrypted numbers, which no simulated tag answers."""
        if answer.length != 32:
            self._fail(r.PROTOCOL_ERR)
            self._done()
            return
        self._transmit(bytes(8), 0)
