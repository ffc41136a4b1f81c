"""The board that the hub's program runs on. For type checkers: never imported when the program runs."""

from collections.abc import Callable, Sequence
from typing import Protocol

from hardware.common.rc522.register_port import RegisterPort


class HubBoard(Protocol):
    """A Pico, or its virtual counterpart. Methods raise only what they name; times are microseconds."""

    def now_us(self) -> int:
        """The time since some moment, never going back."""
        ...

    def sleep_us(self, us: int) -> None:
        """Wait until so much time has passed, or bytes have come from the host."""
        ...

    def read(self) -> bytes:
        """The bytes that have come from the host, at most some hundred of them; never waits."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes to the host.

        Bytes that the host does not take are lost; waits for half a second at most.
        """
        ...

    def prepare(self, reset: int, selects: Sequence[int]) -> None:
        """Set all chip selects (GP numbers) high, then give one pulse on the wire to RST; before any reader."""
        ...

    def port(self, bus: int, select: int, speed_khz: int) -> RegisterPort:
        """The registers of one reader."""
        ...

    def button(self, pin: int) -> Callable[[], bool]:
        """A function that says whether a contact to ground is closed now."""
        ...

    def lights(self, pin: int, colours: Sequence[tuple[int, int, int]]) -> None:
        """Set the whole chain of lights: red, green and blue, 0 to 255, of each from the first on."""
        ...

    def feed(self) -> None:
        """Feed the watchdog: eight seconds without a call restart the board. The first call starts it."""
        ...

    def load(self) -> bytes:
        """The stored settings; empty when there are none."""
        ...

    def store(self, data: bytes) -> None:
        """Keep the settings beyond a restart. Raises OSError when the flash is full."""
        ...

    def last_words(self) -> str:
        """Why the program before this one ended, if it could say so; returned once."""
        ...

    def restart(self, stay: bool) -> None:
        """Restart at once; with `stay` into MicroPython's prompt, for once. On a Pico this does not return."""
        ...

    def free(self) -> int:
        """Collect garbage; the free bytes of memory afterwards."""
        ...

    @property
    def kind(self) -> int:
        """Index in hardware.common.link.messages.BOARD_NAMES."""
        ...

    @property
    def uid(self) -> bytes:
        """The board's own number, eight bytes."""
        ...

    @property
    def program(self) -> str:
        """Version of the program, as it was staged."""
        ...

    @property
    def cause(self) -> int:
        """The cause of the start: index in hardware.common.link.messages.START_CAUSES."""
        ...
