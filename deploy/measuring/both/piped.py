"""Measures the driver over virtual chips, as main.py on a virtual Pico.

Every frame and every reading of the clock is a request to another program. One reader has an empty antenna,
on the other a sticker lies. Prints a line for each measured thing: its name, the number of requests, and the
nanoseconds by the computer's clock.
"""

import pico_time
from machine import SPI, Pin

from firmware.spi_port import SpiRegisterPort
from hardware.common.events import NO_TAG, ONE_TAG
from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.iso14443 import halt_tag, scan_field
from hardware.common.rc522.reader import Rc522Reader

MYPY = False
if MYPY:
    from collections.abc import Callable

now_ns = pico_time.time.time_ns  # type: ignore[attr-defined]  # the computer's own, beside the virtual Pico's
REPETITIONS = 60
EMPTY, LAID = (0, 17), (1, 13)


class CountingPort:
    """SPI, chip select and clock of one reader. `request_count`: the number of requests to the virtual Pico."""

    def __init__(self, spi: SPI, select: int) -> None:
        self._spi = spi
        pin = Pin(select, Pin.OUT, value=1)
        self.on = pin.on
        self.off = pin.off
        self.request_count = 0

    def write(self, buf: "bytearray | memoryview") -> None:
        """Send a frame."""
        self.request_count += 1
        self._spi.write(buf)

    def write_readinto(self, write_buf: "bytearray | memoryview", read_buf: "bytearray | memoryview") -> None:
        """Send a frame and receive its answer."""
        self.request_count += 1
        self._spi.write_readinto(write_buf, read_buf)

    def now_us(self) -> int:
        """The virtual Pico's time, which takes a request."""
        self.request_count += 1
        return pico_time.us()

    def wait_us(self, us: int) -> None:
        """Wait in virtual time."""
        self.request_count += 1
        pico_time.sleep_us(us)


def time_repeated(name: str, port: CountingPort, work: "Callable[[], None]") -> None:
    """Time repetitions and print the result."""
    before = port.request_count
    begun = now_ns()
    for _ in range(REPETITIONS):
        work()
    print(name, (port.request_count - before) / REPETITIONS, (now_ns() - begun) // REPETITIONS)


def main() -> None:
    """Set all chip selects high, then measure one thing after the other."""
    empty = CountingPort(SPI(0, 4_000_000, sck=Pin(18), mosi=Pin(19), miso=Pin(16)), EMPTY[1])
    laid = CountingPort(SPI(1, 4_000_000, sck=Pin(10), mosi=Pin(11), miso=Pin(12)), LAID[1])
    port = SpiRegisterPort(empty, empty, empty)
    time_repeated("frame", empty, lambda: read_one_register(port))
    reader = Rc522Reader(port)
    reader.step()
    time_repeated("empty", empty, lambda: poll_empty(reader))
    chip = Rc522Chip(SpiRegisterPort(laid, laid, laid))
    chip.start()
    time_repeated("identified", laid, lambda: identify_tag(chip))


def read_one_register(port: SpiRegisterPort) -> None:
    """Read one register."""
    port.read(reg.VERSION)


def poll_empty(reader: Rc522Reader) -> None:
    """Scan an empty antenna. Raises AssertionError where it is not empty."""
    reader.step()
    if reader.tally[NO_TAG] != sum(reader.tally.values()):
        raise AssertionError("the empty antenna is not empty")


def identify_tag(chip: Rc522Chip) -> None:
    """Wake the sticker, select it through both levels, and halt it.

    Raises AssertionError where it is not found.
    """
    if scan_field(chip).outcome != ONE_TAG or not halt_tag(chip):
        raise AssertionError("the sticker is not found")


if __name__ == "__main__":
    main()
