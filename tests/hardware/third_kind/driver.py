"""The driver: a reader opened by pyserial, and the doctor's look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from serial import Serial, SerialException

from hardware.clock import MonotonicClock
from hardware.common.events import NOISE, READER_STARTING, READER_WELL, TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.errors import HardwareMissingError
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.readers.driver import ReaderDriver, ReaderGroup
from hardware.readers.supervisor import SupervisedReaderGroup
from hardware.wiring_schema import WiringPlan
from tests.hardware.third_kind.kind import LineWiring

LOOK_US = 10_000
MOST = 4096


class Lying:
    """What lies on a reader, "" for nothing: known beyond a cable that was pulled, so that a tag that was taken
    meanwhile is said to have left.
    """

    uid = b""


class LineReader:
    """See hardware.readers.driver.Reader."""

    version = 0

    def __init__(self, wiring: LineWiring, clock: MonotonicClock, lying: Lying) -> None:
        """Raises HardwareMissingError where the port cannot be opened."""
        self._clock, self._wiring = clock, wiring
        self.state = READER_STARTING
        self.due_us = clock.now_us()
        self.tally: Mapping[str, int] = {}
        self._begun = b""
        self._lying = lying
        try:
            self._line = Serial(wiring.port, timeout=0)
        except SerialException as wrong:
            raise HardwareMissingError(
                f"{wiring.port} cannot be opened: plug reader {wiring.name} in"
            ) from wrong

    def step(self) -> list[ReaderEvent]:
        self.due_us = self._clock.now_us() + LOOK_US
        try:
            data = self._line.read(MOST)
        except SerialException as wrong:
            raise HardwareMissingError(
                f"{self._wiring.port} has gone: plug reader {self._wiring.name} in"
            ) from wrong
        self.state = READER_WELL
        *lines, self._begun = (self._begun + data).split(b"\n")
        return [said for line in lines for said in self._news(line)]

    def _news(self, line: bytes) -> Iterator[ReaderEvent]:
        try:
            lies = bytes.fromhex(line.decode("ascii"))
        except ValueError:
            yield ReaderEvent(NOISE)
            return
        before, self._lying.uid = self._lying.uid, lies
        if lies != before and before:
            yield ReaderEvent(TAG_LEFT, before)
        if lies != before and lies:
            yield ReaderEvent(TAG_CAME, lies)

    def close(self) -> None:
        self._line.close()


class Lines(ReaderDriver):
    """Every reader is a device of its own."""

    wiring_type = LineWiring

    def open(
        self, plan: WiringPlan, on_event: Callable[[HardwareEvent], None], clock: MonotonicClock
    ) -> ReaderGroup:
        openers = {
            wiring.name: partial(LineReader, wiring, clock, Lying()) for wiring in plan.wirings_of(LineWiring)
        }
        return SupervisedReaderGroup(openers, on_event, clock, "a reader that says lines")

    def examine(
        self, plan: WiringPlan, clock: MonotonicClock, unreachable: frozenset[str]
    ) -> Iterator[Finding]:
        for wiring in plan.wirings_of(LineWiring):
            try:
                LineReader(wiring, clock, Lying()).close()
            except HardwareMissingError as wrong:
                found, _, advice = str(wrong).partition(": ")
                yield Finding(f"reader {wiring.name}", found, True, advice[:1].upper() + advice[1:])
            else:
                yield Finding(f"reader {wiring.name}", f"is there, on {wiring.port}")
