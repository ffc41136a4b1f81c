"""The protocols of access to a chip's registers and to a tag. For type checkers: never imported when Herald runs."""

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


class TagResponse(Protocol):
    """The answer of a tag; hardware.common.rc522.chip.TagAnswer is one, and says what each part means."""

    kind: int
    data: bytes
    last_bits: int

    def is_whole(self, size: int) -> bool: ...


class TagChip(Protocol):
    """A chip with a selected tag, to which it sends frames: an RC522, or one that does the same."""

    def transceive(
        self, data: bytes, last_bits: int = 0, answer_bytes: int = 0, timeout_us: int = ..., /
    ) -> TagResponse:
        """Send a frame with its check bytes and receive the answer, as hardware.common.rc522.chip.Rc522Chip does."""
        ...
