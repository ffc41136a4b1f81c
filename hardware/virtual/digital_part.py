"""The digital half of the MFRC522: SPI, registers, FIFO, interrupt bits, timer, power.

Sections are as in chip.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from hardware.clock import MonotonicClock
from hardware.virtual import registers as r
from hardware.virtual.chip_timer import NEVER, ChipTimer
from hardware.virtual.field import VirtualField

FIFO_SIZE = 64
START_UP_NS = 1_000_000
"""From power or NRSTPD until registers can be written: the crystal starts, then 1024 clocks (8.8.2)."""
SOFT_RESET_NS = 5_000


class DigitalPart(ABC):
    """A chip without its commands and its radio, with power since long ago."""

    def __init__(self, field: VirtualField, clock: MonotonicClock, version: int) -> None:
        self.field = field
        self.version = version
        self.registers = bytearray(r.RESET_VALUES)
        self.wedged = False
        self.driving = True
        self._clock = clock
        self._fifo = bytearray()
        self._memory = bytes(25)
        self._timer = ChipTimer(self.registers)
        self._now = clock.now_ns()
        self._deaf = False
        self._start_send = False
        self._next_ns = self._task_ns = self._sent_ns = self._receive_ns = NEVER
        self._task: Callable[[], None] = self._awake
        self._step = 0
        self._readers: list[Callable[[], int] | None] = [None] * 64
        self._writers: list[Callable[[int], None] | None] = [None] * 64
        self._wire()
        self._reset()

    def _wire(self) -> None:
        """Set the functions of registers whose reading or writing has an effect."""
        for number, read in (
            (r.STATUS1, self._read_status1),
            (r.STATUS2, self._read_status2),
            (r.FIFO_DATA, self._read_fifo),
            (r.T_COUNTER_H, lambda: self._timer.counter(self._now) >> 8),
            (r.T_COUNTER_L, lambda: self._timer.counter(self._now) & 0xFF),
        ):
            self._readers[number] = read
        for number, write in (
            (r.COMMAND, self._write_command),
            (r.COM_IRQ, lambda value: self._write_irq(r.COM_IRQ, value, 0x7F)),
            (r.DIV_IRQ, lambda value: self._write_irq(r.DIV_IRQ, value, 0x14)),
            (r.FIFO_DATA, self._write_fifo),
            (r.FIFO_LEVEL, self._write_fifo_level),
            (r.CONTROL, self._write_control),
            (r.BIT_FRAMING, self._write_bit_framing),
            (r.TX_CONTROL, self._write_tx_control),
        ):
            self._writers[number] = write

    # The wires

    def exchange_spi(self, frame: Sequence[int]) -> list[int]:
        """Handle one SPI frame (8.1.2).

        It writes one register repeatedly, or reads one register for each byte but the last.
        """
        now = self._now = self._clock.now_ns()
        if now >= self._next_ns:
            self._catch_up(now)
        length = len(frame)
        if not length:
            return []
        first = frame[0]
        number = first >> 1 & 0x3F
        if first & 0x80:
            readers, values = self._readers, self.registers
            answer = [0] * length
            for place in range(1, length):
                read = readers[number]
                answer[place] = values[number] if read is None else read()
                number = frame[place] >> 1 & 0x3F
            return answer
        if not self._deaf or number == r.COMMAND:
            write = self._writers[number]
            for value in frame[1:]:
                if write is not None:
                    write(value)
                else:
                    mask = r.WRITABLE_BITS[number]
                    self.registers[number] = self.registers[number] & ~mask | value & mask
        return [0] * length

    def set_power(self, on: bool) -> None:
        """Switch the supply, or the pin NRSTPD: without it nothing works and MISO is released (8.7, 8.8)."""
        self._reset()
        self._deaf = True
        self._memory = bytes(25)
        self.driving = on
        if on:
            self.registers[r.COMMAND] |= r.POWER_DOWN
            self._later(START_UP_NS, self._awake)

    def _reset(self) -> None:
        self._now = self._clock.now_ns()
        self._stop()
        self.registers[:] = r.RESET_VALUES
        self.registers[r.VERSION] = self.version
        self._fifo.clear()
        self._timer.reset()
        self._start_send = False
        self.wedged = False
        self.field.switch_carrier(False, self._now)
        self._plan()

    def _awake(self) -> None:
        self.registers[r.COMMAND] &= ~r.POWER_DOWN
        self._deaf = False
        self._write_tx_control(self.registers[r.TX_CONTROL])

    # Time

    def _plan(self) -> None:
        self._next_ns = min(self._task_ns, self._timer.due_ns, self._sent_ns, self._receive_ns)

    def _later(self, ns: int, task: Callable[[], None]) -> None:
        self._task_ns = self._now + ns
        self._task = task
        self._plan()

    def _catch_up(self, until: int) -> None:
        """Let everything happen that was due, each at its time."""
        while self._next_ns <= until:
            self._now = at = self._next_ns
            if at == self._task_ns:
                self._task_ns = NEVER
                self._task()
            elif at == self._timer.due_ns:
                self._timer.expire(at)
                self._interrupt(r.TIMER_IRQ)
            elif at == self._sent_ns:
                self._sent_ns = NEVER
                self._sent()
            else:
                self._receive()
            self._plan()
        self._now = until

    def _interrupt(self, bits: int) -> None:
        self.registers[r.COM_IRQ] |= bits

    def _fail(self, bits: int) -> None:
        if bits:
            self.registers[r.ERROR] |= bits
            self._interrupt(r.ERR_IRQ)

    # Registers (9.3)

    def _read_status1(self) -> int:
        values = self.registers
        interrupt = (
            values[r.COM_IRQ] & values[r.COM_I_EN] & 0x7F or values[r.DIV_IRQ] & values[r.DIV_I_EN] & 0x14
        )
        computed = not values[r.CRC_RESULT_H] and not values[r.CRC_RESULT_L]
        busy = values[r.COMMAND] & 0x0F == r.CALC_CRC and not values[r.DIV_IRQ] & r.CRC_IRQ
        running = self._timer.due_ns != NEVER
        high, low = self._alerts()
        return computed << 6 | (not busy) << 5 | bool(interrupt) << 4 | running << 3 | high << 1 | low

    def _read_status2(self) -> int:
        return self.registers[r.STATUS2] & 0xC0 | self._modem()

    def _modem(self) -> int:
        """The value of ModemState."""
        if self._sent_ns != NEVER:
            return 0b011
        if self._receive_ns != NEVER:
            return 0b110 if self._step else 0b101
        return 0b001 if self.registers[r.COMMAND] & 0x0F == r.TRANSCEIVE else 0b000

    def _write_irq(self, number: int, value: int, mask: int) -> None:
        if value & r.SET1:
            self.registers[number] |= value & mask
        else:
            self.registers[number] &= ~value

    def _write_control(self, value: int) -> None:
        if value & 0x80:
            self._timer.stop(self._now)
        elif value & 0x40:
            self._timer.start(self._now)
        self._plan()

    def _write_bit_framing(self, value: int) -> None:
        self.registers[r.BIT_FRAMING] = value & 0x77
        self._start_send = bool(value & 0x80)
        self._may_send()

    def _may_send(self) -> None:
        """Send the FIFO while StartSend is set: the datasheet does not say that it clears itself (9.3.1.14)."""
        if self._start_send and self.registers[r.COMMAND] & 0x0F == r.TRANSCEIVE:
            self._send(self.registers[r.BIT_FRAMING] & 0x07)

    def _write_tx_control(self, value: int) -> None:
        self.registers[r.TX_CONTROL] = value
        self.field.switch_carrier(
            bool(value & 0x03) and not self.registers[r.COMMAND] & r.POWER_DOWN, self._now
        )

    # FIFO (8.3)

    def _alerts(self) -> tuple[bool, bool]:
        """HiAlert and LoAlert."""
        level, water = len(self._fifo), self.registers[r.WATER_LEVEL]
        return FIFO_SIZE - level <= water, level <= water

    def _fifo_changed(self) -> None:
        self.registers[r.FIFO_LEVEL] = len(self._fifo)
        high, low = self._alerts()
        self.registers[r.COM_IRQ] |= (r.HI_ALERT_IRQ if high else 0) | (r.LO_ALERT_IRQ if low else 0)

    def _read_fifo(self) -> int:
        if not self._fifo:
            return 0
        value = self._fifo.pop(0)
        self._fifo_changed()
        return value

    def _write_fifo(self, value: int) -> None:
        if len(self._fifo) >= FIFO_SIZE:
            self._fail(r.BUFFER_OVFL)
            return
        self._fifo.append(value)
        self._fifo_changed()
        if self.registers[r.COMMAND] & 0x0F == r.CALC_CRC:
            self._calc_crc()
        elif self._sent_ns == self._receive_ns == NEVER:
            self._may_send()

    def _write_fifo_level(self, value: int) -> None:
        if value & 0x80:
            self._fifo.clear()
            self.registers[r.ERROR] &= ~r.BUFFER_OVFL
            self._fifo_changed()

    def _taken(self) -> bytes:
        """Take all bytes out of the FIFO."""
        data = bytes(self._fifo)
        self._fifo.clear()
        self._fifo_changed()
        return data

    # The command register (9.3.1.2)

    def _write_command(self, value: int) -> None:
        command, values = value & 0x0F, self.registers
        if self._deaf and (self._task_ns != NEVER or value & r.POWER_DOWN):
            return
        if self._deaf:
            self._later(START_UP_NS, self._awake)
            return
        if command == r.SOFT_RESET:
            self._reset()
            self._deaf = True
            values[r.COMMAND] |= r.POWER_DOWN
            self._later(SOFT_RESET_NS, self._awake)
            return
        if command == r.NO_CMD_CHANGE:
            command = values[r.COMMAND] & 0x0F
        else:
            self._stop()
        values[r.COMMAND] = value & 0x30 | command
        if value & r.POWER_DOWN:
            self._stop()
            self._deaf = True
            self._write_tx_control(values[r.TX_CONTROL])
        elif command != r.IDLE and value & 0x0F != r.NO_CMD_CHANGE:
            values[r.ERROR] &= 0x40
            self._begin(command)
            self._may_send()

    def _stop(self) -> None:
        """End whatever the chip does; the timer continues."""
        self._task_ns = self._sent_ns = self._receive_ns = NEVER
        self._plan()

    def _done(self) -> None:
        """End a command that is complete."""
        self.registers[r.COMMAND] &= 0xF0
        self._interrupt(r.IDLE_IRQ)

    # -- commands and radio

    @abstractmethod
    def _begin(self, command: int) -> None:
        """Handle a command that was written to CommandReg."""

    @abstractmethod
    def _calc_crc(self) -> None:
        """Handle a byte in the FIFO while CalcCRC runs."""

    @abstractmethod
    def _send(self, last_bits: int) -> None:
        """Handle StartSend with TxLastBits."""

    @abstractmethod
    def _sent(self) -> None:
        """Handle the end of a sent frame at `_sent_ns`."""

    @abstractmethod
    def _receive(self) -> None:
        """Handle the next part of an answer at `_receive_ns`."""
