"""The surroundings of a virtual Raspberry Pi Pico: pins, SPI buses with readers, buttons, lights, watchdog.

Simplified: a chip select that floats lets its chip receive frames for others on its bus; where none at all is
low, no chip receives anything. Pins other than chip selects, RST, buttons and lights are not connected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.clock import MonotonicClock
from hardware.readers.hub.pico_pinout import SPI_BUSES
from hardware.virtual.button_contact import ButtonContact
from hardware.virtual.faults import BROWN_OUT
from hardware.virtual.reader import VirtualReader
from hardware.virtual.spi_board import MAX_SPI_HZ, VirtualSpiBoard

POWER_ON_CAUSE = 1
WATCHDOG_CAUSE = 3
"""machine.PWRON_RESET and machine.WDT_RESET."""

WIRED_SPI_PINS: Mapping[int, tuple[int, int, int]] = {
    bus.bus: (bus.pins["SCK"], bus.pins["MOSI"], bus.pins["MISO"]) for bus in SPI_BUSES.values()
}
"""SPI bus -> the pins of the readers' SCK, MOSI and MISO."""

PULL_UP = 1

SHORT_NS, LONG_NS = (250, 550), (650, 950)
"""The durations of the high part of a 0 and of a 1 that WS2812B lights accept (its datasheet, "data transfer
time")."""


class ShownLights(NamedTuple):
    """Colours that were sent to a chain of lights: time in us, and red, green, blue of each light."""

    at_us: int
    lights: list[tuple[int, int, int]]


class PicoWorld:
    """The surroundings of one virtual Pico.

    `starts`: the cause of each start of the program, POWER_ON_CAUSE or WATCHDOG_CAUSE. `chains`: GP number ->
    the shown colours. `selects`: the pins that only matter during a frame, as bits.

    `transfer_us`: the duration of an SPI frame on a Pico besides its bits, in virtual time. `ticks_us`: the
    start of a program's ticks, to test their wrap.
    """

    def __init__(
        self,
        clock: MonotonicClock,
        *,
        transfer_us: float = 40.0,
        ticks_us: int = 0,
        unique_id: bytes = b"\xe6\x61\x41\x03\xe7\x17\x4b\x2c",
        seed: int = 0,
    ) -> None:
        self.clock = clock
        self.board = VirtualSpiBoard(clock, transfer_us=transfer_us, seed=seed)
        self.unique_id = unique_id
        self.ticks_us = ticks_us
        self.starts: list[int] = []
        self.chains: dict[int, list[ShownLights]] = {}
        self.selects = 0
        self._contacts: dict[int, ButtonContact] = {}
        self._selects: dict[int, dict[int, VirtualReader]] = {0: {}, 1: {}}
        self._outputs, self._highs = 0, 0
        self._steady = (0, 0)
        self._places = dict(WIRED_SPI_PINS)
        self._began_us = 0
        self._patience_us = 0
        self._fed_us = 0

    # -- wiring and a person's actions

    def add_reader(self, bus: int, select: int, *, reset: int = 22, version: int = 0x92) -> VirtualReader:
        """Wire a reader to an SPI bus; its chip select and RST by GP number."""
        reader = self.board.add_reader(bus, select, reset=reset, version=version)
        self._selects[bus][select] = reader
        self.selects |= 1 << select
        return reader

    def button_contact(self, pin: int) -> ButtonContact:
        """The contact between a pin and ground."""
        return self._contacts.setdefault(pin, ButtonContact(self.clock))

    # -- start and watchdog

    def start(self, cause: int) -> None:
        """Begin the program: pins float again. At POWER_ON_CAUSE the readers have just got their supply, too."""
        self.starts.append(cause)
        if cause == POWER_ON_CAUSE:
            self.board.inject_fault_into_all(BROWN_OUT)
        self._began_us = self.clock.now_us()
        self._patience_us = 0
        self._places = dict(WIRED_SPI_PINS)
        self.set_outputs(0, 0)

    @property
    def watchdog_due_us(self) -> int | None:
        """The time when the watchdog restarts the program, unless it is fed before; None while it is off."""
        return self._fed_us + self._patience_us if self._patience_us else None

    # -- requests of the program

    def now_us(self) -> int:
        """Microseconds as the program's ticks count them."""
        return self.clock.now_us() - self._began_us + self.ticks_us

    def start_watchdog(self, patience_ms: int) -> None:
        """Start the watchdog."""
        self._patience_us = 1000 * patience_ms
        self.feed_watchdog()

    def feed_watchdog(self) -> None:
        """Feed the watchdog."""
        self._fed_us = self.clock.now_us()

    def set_outputs(self, outputs: int, levels: int) -> None:
        """Set the outputs of all pins, as bits; the others float."""
        self._outputs, self._highs = outputs, levels
        steady = outputs, levels & ~self.selects
        if steady == self._steady:
            return
        self._steady = steady
        for reader in self.board.readers.values():
            driven = bool(outputs >> reader.device & 1)
            if reader.selectable != driven:
                self.board.drive_select(reader, driven)
        for pin in {reader.reset for reader in self.board.readers.values() if reader.reset is not None}:
            # the readers themselves pull a floating RST up
            self.board.set_reset_pin(pin, bool((levels | ~outputs) >> pin & 1))

    def read_input(self, pin: int, pull: int) -> bool:
        """The level of an input; one without a pull-up or pull-down reads low."""
        contact = self._contacts.get(pin)
        if contact is not None and contact.is_closed:
            return False
        return pull == PULL_UP

    def set_spi_pins(self, bus: int, pins: tuple[int, int, int]) -> None:
        """Set the pins of an SPI bus: SCK, MOSI, MISO."""
        self._places[bus] = pins

    def exchange_spi(self, bus: int, data: bytes, speed_hz: int) -> bytes:
        """Send an SPI frame to the chips whose select is low. Raises OSError as the board does."""
        lows = self._outputs & ~self._highs
        low = [reader for pin, reader in self._selects[bus].items() if lows & 1 << pin]
        if not low or self._places[bus] != WIRED_SPI_PINS[bus]:
            return b"\xff" * len(data)
        for other in low[1:]:
            self.board.drive_select(other, False)
        answer = bytes(self.board.transfer(low[0], data, speed_hz))
        for other in low[1:]:
            self.board.drive_select(other, True)
        return answer if speed_hz <= MAX_SPI_HZ else bytes(value >> 1 for value in answer)

    def send_to_lights(self, pin: int, timing: tuple[int, ...], data: bytes) -> None:
        """Send bits to a chain of lights: highest first, green, red, blue (WS2812B datasheet).

        Bad timings are ignored.
        """
        self.clock.advance_ns(8 * len(data) * (timing[2] + timing[3]))
        short, long = timing[0], timing[2]
        if not self._outputs >> pin & 1 or not _between(short, SHORT_NS) or not _between(long, LONG_NS):
            return
        lights = [(data[n + 1], data[n], data[n + 2]) for n in range(0, len(data) - 2, 3)]
        self.chains.setdefault(pin, []).append(ShownLights(self.clock.now_us(), lights))


def _between(value: int, borders: tuple[int, int]) -> bool:
    return borders[0] <= value <= borders[1]
