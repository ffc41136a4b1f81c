"""The registers of one reader over MicroPython's SPI (a port of hardware.common.rc522.register_port)."""

MYPY = False
if MYPY:
    from collections.abc import Sequence
    from typing import Protocol

    class Spi(Protocol):
        """The used part of machine.SPI."""

        def write(self, buf: bytearray | memoryview) -> object: ...
        def write_readinto(
            self, write_buf: bytearray | memoryview, read_buf: bytearray | memoryview
        ) -> object: ...

    class Pin(Protocol):
        """The used part of machine.Pin."""

        def on(self) -> object: ...
        def off(self) -> object: ...

    class Clock(Protocol):
        """Microseconds since some moment, never going back, and a wait of so many."""

        def now_us(self) -> int: ...
        def wait_us(self, us: int) -> None: ...


MAX_VALUES = 62
"""Bytes of a frame at most besides the address: as on a Raspberry Pi, where longer frames are sent otherwise."""
READ_BIT = 0x80
"""Bit 7 of an address byte selects reading; bits 6 to 1 are the register, bit 0 is 0 (datasheet 8.1.2.3)."""


class SpiRegisterPort:
    """A chip on `spi` with its chip select, an output that is high.

    Nothing else uses the bus while one of the methods runs. Sent and received bytes are in buffers that are
    made once.
    """

    __slots__ = ("_clock", "_heard", "_heard_two", "_select", "_sent", "_spi", "_two")

    def __init__(self, spi: "Spi", select: "Pin", clock: "Clock") -> None:
        self._spi = spi
        self._select = select
        self._clock = clock
        self._two = bytearray(2)
        self._heard_two = bytearray(2)
        self._sent = memoryview(bytearray(1 + MAX_VALUES))
        self._heard = memoryview(bytearray(1 + MAX_VALUES))

    def read(self, register: int) -> int:
        """The value of one register."""
        self._two[0] = register << 1 | READ_BIT
        self._two[1] = 0
        self._exchange(self._two, self._heard_two)
        return self._heard_two[1]

    def read_each(self, registers: "Sequence[int]") -> "Sequence[int]":
        """The values of several registers: each byte of a frame answers the address before it."""
        if len(registers) > MAX_VALUES:
            return bytes(self.read_each(registers[:MAX_VALUES])) + bytes(
                self.read_each(registers[MAX_VALUES:])
            )
        sent = self._sent
        size = 0
        for register in registers:
            sent[size] = register << 1 | READ_BIT
            size += 1
        sent[size] = 0
        self._exchange(sent[: size + 1], self._heard[: size + 1])
        return bytes(self._heard[1 : size + 1])

    def write(self, register: int, value: int) -> None:
        """Write one register."""
        self._two[0] = register << 1
        self._two[1] = value
        self._send(self._two)

    def write_all_to_register(self, register: int, values: "Sequence[int]") -> None:
        """Write all values into one register (the FIFO)."""
        if len(values) > MAX_VALUES:
            self.write_all_to_register(register, values[:MAX_VALUES])
            values = values[MAX_VALUES:]
        sent = self._sent
        sent[0] = register << 1
        size = 1
        for value in values:
            sent[size] = value
            size += 1
        self._send(sent[:size])

    def now_us(self) -> int:
        """Microseconds since some moment."""
        return self._clock.now_us()

    def wait_us(self, us: int) -> None:
        """Wait for at least so many microseconds."""
        self._clock.wait_us(us)

    def _exchange(self, sent: "bytearray | memoryview", heard: "bytearray | memoryview") -> None:
        self._select.off()
        try:
            self._spi.write_readinto(sent, heard)
        finally:
            self._select.on()

    def _send(self, sent: "bytearray | memoryview") -> None:
        self._select.off()
        try:
            self._spi.write(sent)
        finally:
            self._select.on()
