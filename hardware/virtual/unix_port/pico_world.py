"""A virtual Raspberry Pi Pico as its program finds it: pins, SPI buses with readers, buttons, lights, watchdog.

Simplified: a chip select that floats lets its chip hear what is for others on its bus; where none at all is low, nobody
hears anything. Pins other than chip selects, RST, buttons and lights lead nowhere.
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
"""SPI bus -> the pins that the readers' SCK, MOSI and MISO are wired to."""

PULL_UP = 1

SHORT_NS, LONG_NS = (250, 550), (650, 950)
"""How long the high part of a 0 and of a 1 may be for WS2812B lights (its datasheet, "data transfer time")."""


class ShownLights(NamedTuple):
    """What was sent to a chain of lights: when, in microseconds, and red, green, blue of each."""

    at_us: int
    lights: list[tuple[int, int, int]]


class PicoWorld:
    """`starts`: why the program was started each time, POWER_ON or WATCHDOG. `chains`: GP number -> what was shown.

    `selects`: the pins that only matter while a frame is sent, as bits.

    `transfer_us`: what one SPI frame costs on a Pico besides its bits, in virtual time. `ticks_us`: where a program's
    ticks begin, to see them go round.
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

    # What is wired, and what a person does

    def add_reader(self, bus: int, select: int, *, reset: int = 22, version: int = 0x92) -> VirtualReader:
        """Wire a reader to an SPI bus; its chip select and RST by GP number."""
        reader = self.board.add_reader(bus, select, reset=reset, version=version)
        self._selects[bus][select] = reader
        self.selects |= 1 << select
        return reader

    def button_contact(self, pin: int) -> ButtonContact:
        """The contact between a pin and ground."""
        return self._contacts.setdefault(pin, ButtonContact(self.clock))

    # What happens to the whole

    def start(self, cause: int) -> None:
        """The program begins: pins float again. At POWER_ON the readers have just got their supply, too."""
        self.starts.append(cause)
        if cause == POWER_ON_CAUSE:
            self.board.inject_fault(BROWN_OUT)
        self._began_us = self.clock.now_us()
        self._patience_us = 0
        self._places = dict(WIRED_SPI_PINS)
        self.set_outputs(0, 0)

    @property
    def watchdog_due_us(self) -> int | None:
        """When the watchdog starts the program anew, unless it is fed before; None while it sleeps."""
        return self._fed_us + self._patience_us if self._patience_us else None

    # What the program asks for

    def now_us(self) -> int:
        """Microseconds as the program's ticks count them."""
        return self.clock.now_us() - self._began_us + self.ticks_us

    def start_watchdog(self, patience_ms: int) -> None:
        """The watchdog wakes."""
        self._patience_us = 1000 * patience_ms
        self.feed_watchdog()

    def feed_watchdog(self) -> None:
        """The watchdog is fed."""
        self._fed_us = self.clock.now_us()

    def set_outputs(self, outputs: int, levels: int) -> None:
        """What all pins put out, as bits; the others float."""
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
            # a floating RST is pulled up by the readers themselves
            self.board.set_reset_pin(pin, bool((levels | ~outputs) >> pin & 1))

    def read_input(self, pin: int, pull: int) -> bool:
        """An input; one that nothing pulls up or down reads low."""
        contact = self._contacts.get(pin)
        if contact is not None and contact.is_closed:
            return False
        return pull == PULL_UP

    def place_spi(self, bus: int, pins: tuple[int, int, int]) -> None:
        """Where an SPI bus is: SCK, MOSI, MISO."""
        self._places[bus] = pins

    def exchange_spi(self, bus: int, data: bytes, speed_hz: int) -> bytes:
        """An SPI frame to whoever's chip select is low. Raises OSError as the board does."""
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
        """Bits to a chain of lights: the highest first, green, red, blue (WS2812B datasheet). Others are not heard."""
        self.clock.advance_ns(8 * len(data) * (timing[2] + timing[3]))
        short, long = timing[0], timing[2]
        if not self._outputs >> pin & 1 or not _between(short, SHORT_NS) or not _between(long, LONG_NS):
            return
        lights = [(data[n + 1], data[n], data[n + 2]) for n in range(0, len(data) - 2, 3)]
        self.chains.setdefault(pin, []).append(ShownLights(self.clock.now_us(), lights))


def _between(value: int, borders: tuple[int, int]) -> bool:
    return borders[0] <= value <= borders[1]
