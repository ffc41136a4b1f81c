"""Ports that stand in for a chip: they replay answers from virtual time, without a model of the chip."""

from __future__ import annotations

import time
from collections.abc import Sequence

from hardware.clock import MonotonicClock, RealClock
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.register_port import RegisterPort

TRANSFER_OVERHEAD_US = 9
"""The time of a transfer on a Raspberry Pi 5 besides its bits: the 2013 of the stock package's empty poll
take 44 to 50 ms there at 1 MHz, 22 to 25 us each, and 16 us of that are bits."""


def transfer_time_ns(size: int, hz: int) -> int:
    """The time of a transfer of so many bytes on a Raspberry Pi 5."""
    return TRANSFER_OVERHEAD_US * 1_000 + 8_000_000_000 * size // hz


class RecordingPort:
    """A port that records every answer and every time of another one."""

    def __init__(self, port: RegisterPort) -> None:
        self.answers: list[Sequence[int]] = []
        self.times: list[int] = []
        self._port = port

    def read(self, register: int) -> int:
        value = self._port.read(register)
        self.answers.append((value,))
        return value

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        values = self._port.read_each(registers)
        self.answers.append(values)
        return values

    def write(self, register: int, value: int) -> None:
        self._port.write(register, value)

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        self._port.write_all_to_register(register, values)

    def now_us(self) -> int:
        now = self._port.now_us()
        self.times.append(now)
        return now

    def wait_us(self, us: int) -> None:
        self._port.wait_us(us)


class ReplayPort:
    """Replays the same answers and times in the same order, at once: only the driver's own work remains."""

    def __init__(self, noted: RecordingPort) -> None:
        self._answers = iter(noted.answers)
        self._times = iter(noted.times)

    def begin_scan(self, us: int) -> None:
        """Begin a scan that began at this time when it was recorded."""

    def read(self, register: int) -> int:
        return next(self._answers)[0]

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        return next(self._answers)

    def write(self, register: int, value: int) -> None: ...

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None: ...

    def now_us(self) -> int:
        return next(self._times)

    def wait_us(self, us: int) -> None: ...


class PacedReplayPort(ReplayPort):
    """Replays the same answers in real time: each transfer lasts as long as on a Raspberry Pi 5.

    Each wait lasts as long as this computer sleeps for it. Only the pauses between scans are left out.
    """

    def __init__(self, noted: RecordingPort, hz: int) -> None:
        super().__init__(noted)
        self._clock = RealClock()
        self._begins_us: int | None = None
        self._left_out_us = 0
        self._hz = hz

    def begin_scan(self, us: int) -> None:
        self._begins_us = us

    def read(self, register: int) -> int:
        begun = time.perf_counter_ns()
        value = super().read(register)
        self._last(begun, 2)
        return value

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        begun = time.perf_counter_ns()
        values = super().read_each(registers)
        self._last(begun, 1 + len(registers))
        return values

    def write(self, register: int, value: int) -> None:
        self._last(time.perf_counter_ns(), 2)

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        self._last(time.perf_counter_ns(), 1 + len(values))

    def now_us(self) -> int:
        now = self._clock.now_us()
        if self._begins_us is not None:  # exactly the same, so that the reader repeats its scan
            self._left_out_us = self._begins_us - now
            self._begins_us = None
        return self._left_out_us + now

    def wait_us(self, us: int) -> None:
        self._clock.wait_us(us)

    def _last(self, begun_ns: int, size: int) -> None:
        end = begun_ns + transfer_time_ns(size, self._hz)
        while time.perf_counter_ns() < end:
            pass


RecordedAnswers = dict[tuple[bytes, bytes, tuple[int, ...]], Sequence[int]]
"""A chip's answers, by the last two frames that were sent to a tag and the registers that were read: enough
for a chip with an unchanged antenna."""


class CachingPort:
    """A port that repeats a chip's answers. `wires_ns`: the time of its transfers on a Raspberry Pi 5."""

    def __init__(
        self, answers: RecordedAnswers, clock: MonotonicClock, hz: int, chip: RegisterPort | None = None
    ) -> None:
        """`chip`: a port whose answers are recorded; None: unknown requests raise KeyError."""
        self.transfers = 0
        self.wires_ns = 0
        self._answers = answers
        self._clock = clock
        self._hz = hz
        self._chip = chip
        self._before = self._last = b""

    def read(self, register: int) -> int:
        return self.read_each((register,))[0]

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        self._transfer(len(registers))
        asked = self._before, self._last, tuple(registers)
        if self._chip is not None:
            self._answers[asked] = self._chip.read_each(registers)
        return self._answers[asked]

    def write(self, register: int, value: int) -> None:
        self._transfer(1)
        if (register, value) == (reg.COMMAND, reg.SOFT_RESET):
            self._before = self._last = b""
        if self._chip is not None:
            self._chip.write(register, value)

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        self._transfer(len(values))
        self._before, self._last = self._last, bytes(values)
        if self._chip is not None:
            self._chip.write_all_to_register(register, values)

    def now_us(self) -> int:
        return self._clock.now_us()

    def wait_us(self, us: int) -> None:
        self._clock.wait_us(us)

    def _transfer(self, size: int) -> None:
        self.transfers += 1
        self.wires_ns += transfer_time_ns(1 + size, self._hz)
