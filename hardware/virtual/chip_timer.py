"""The chip's timer unit (8.5): a 16-bit counter behind a 12-bit prescaler, counting down once or repeatedly."""

from __future__ import annotations

from hardware.virtual.registers import DEMOD, T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L

NEVER = 1 << 62
"""A time in nanoseconds that never comes."""

AUTO_START = 0x80
AUTO_RELOAD = 0x10
EVEN_PRESCALER = 0x10
"""Bits of TModeReg, TModeReg and DemodReg."""


class ChipTimer:
    """Counts according to the registers. `due_ns`: the time when it reaches 0."""

    __slots__ = ("_registers", "_stopped_at", "due_ns")

    def __init__(self, registers: bytearray) -> None:
        self._registers = registers
        self.reset()

    def reset(self) -> None:
        self.due_ns = NEVER
        self._stopped_at = 0

    def tick_ns(self) -> float:
        """The duration of one step of the counter in nanoseconds.

        Its rate is 13.56 MHz / (2 x TPrescaler + 1), or + 2 with TPrescalEven.
        """
        registers = self._registers
        prescaler = (registers[T_MODE] & 0x0F) << 8 | registers[T_PRESCALER]
        return (2 * prescaler + (2 if registers[DEMOD] & EVEN_PRESCALER else 1)) * 1_000_000_000 / 13_560_000

    def start(self, now_ns: int) -> None:
        registers = self._registers
        reload = registers[T_RELOAD_H] << 8 | registers[T_RELOAD_L]
        self.due_ns = now_ns + max(1, round((reload + 1) * self.tick_ns()))

    def stop(self, now_ns: int) -> None:
        self._stopped_at = self.counter(now_ns)
        self.due_ns = NEVER

    def expire(self, now_ns: int) -> None:
        """Handle the counter at 0: it stays there, or starts anew."""
        self.stop(now_ns)
        if self._registers[T_MODE] & AUTO_RELOAD:
            self.start(now_ns)

    def counter(self, now_ns: int) -> int:
        """The value of TCounterValReg."""
        if self.due_ns == NEVER:
            return self._stopped_at
        return min(0xFFFF, max(0, int((self.due_ns - now_ns) / self.tick_ns())))
