"""The protocol of access to one chip's registers. For type checkers: never imported when Herald runs."""

from collections.abc import Sequence
from typing import Protocol


class RegisterPort(Protocol):
    """The registers of one RC522 (numbers as in the datasheet, section 9: 0x01 to 0x37, not shifted).

    Every method raises OSError when the bus itself fails, and is one SPI frame where so many bytes go into one.
    """

    def read(self, register: int) -> int:
        """The value of one register: 0 to 255."""
        ...

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        """The values of several registers, in that order; the FIFO's may be repeated."""
        ...

    def write(self, register: int, value: int) -> None:
        """Write one register."""
        ...

    def write_all_to_register(self, register: int, values: Sequence[int]) -> None:
        """Write all values, one after another, into the same register (the FIFO)."""
        ...

    def now_us(self) -> int:
        """Microseconds since some moment, never going back."""
        ...

    def wait_us(self, us: int) -> None:
        """Wait for at least so many microseconds."""
        ...
