"""The road to one chip's registers, as the driver needs it. For type checkers: never imported when Herald runs."""

from collections.abc import Sequence
from typing import Protocol


class RegisterPort(Protocol):
    """One RC522 by its registers (numbers as in the datasheet, section 9: 0x01 to 0x37, not shifted).

    Every method is one SPI frame and raises OSError when the bus itself fails.
    """

    def read(self, register: int) -> int:
        """One register: 0 to 255."""
        ...

    def read_each(self, registers: Sequence[int]) -> Sequence[int]:
        """Several registers in one frame, in that order; the FIFO's may be named many times."""
        ...

    def write(self, register: int, value: int) -> None:
        """One register."""
        ...

    def write_all(self, register: int, values: Sequence[int]) -> None:
        """All values one after another into the same register (the FIFO) in one frame."""
        ...

    def now_us(self) -> int:
        """Microseconds since some moment, never going back."""
        ...

    def wait_us(self, us: int) -> None:
        """Let at least so many microseconds pass."""
        ...
