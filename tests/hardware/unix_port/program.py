"""What the test programs have in common: the readers that readers.txt names, each `zone bus select` in a line."""

from machine import SPI, Pin

from firmware.spi_port import SpiRegisterPort
from hardware.common.rc522.reader import Rc522Reader

MYPY = False
if MYPY:
    import pico_time as time

    from hardware.common.events import ReaderEvent
else:
    import time

RST = 22


class Ticks:
    """A clock that goes on where ticks begin anew."""

    def __init__(self) -> None:
        self._ticks = time.ticks_us()
        self._us = 0

    def now_us(self) -> int:
        ticks = time.ticks_us()
        self._us += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._us

    def wait_us(self, us: int) -> None:
        time.sleep_us(us)


CLOCK = Ticks()


def readers() -> "list[tuple[str, Rc522Reader]]":
    """All chip selects high, one pulse for all, and the readers by their zones."""
    buses = (
        SPI(0, 4_000_000, sck=Pin(18), mosi=Pin(19), miso=Pin(16)),
        SPI(1, 4_000_000, sck=Pin(10), mosi=Pin(11), miso=Pin(12)),
    )
    with open("readers.txt") as file:  # noqa: PTH123
        wired = [line.split() for line in file.read().split("\n") if line]
    ports = [
        SpiRegisterPort(buses[int(bus)], Pin(int(select), Pin.OUT, value=1), CLOCK)
        for _, bus, select in wired
    ]
    reset = Pin(RST, Pin.OUT, value=0)
    CLOCK.wait_us(100)
    reset.on()
    CLOCK.wait_us(50_000)
    return [(wired[n][0], Rc522Reader(ports[n], seed_us=5_000 * n)) for n in range(len(ports))]


def watch(all_readers: "list[tuple[str, Rc522Reader]]", until_us: int = 1 << 60) -> None:
    """Step whoever is due and print what is said, and when."""
    while CLOCK.now_us() < until_us:
        due = min([(reader.due_us, n) for n, (_, reader) in enumerate(all_readers)])
        CLOCK.wait_us(due[0] - CLOCK.now_us())
        zone, reader = all_readers[due[1]]
        for said in reader.step():
            print(told(zone, said))


def told(zone: str, said: "ReaderEvent") -> str:
    """A line for what a reader said."""
    uid = said.uid.hex() if said.uid else ""  # that of no bytes is no string in MicroPython
    return f"{CLOCK.now_us()} {zone} {said.kind} {uid} {said.why}"
