"""What the hub's program needs of what it runs on. For type checkers: never imported when it runs."""

from collections.abc import Callable, Sequence
from typing import Protocol

from hardware.common.rc522.register_port import RegisterPort


class HubBoard(Protocol):
    """A Pico, or its virtual twin. Nothing here raises but what it says; times are microseconds."""

    def now_us(self) -> int:
        """Since some moment, never going back."""
        ...

    def sleep_us(self, us: int) -> None:
        """Until so much time has passed, or bytes have come from the host."""
        ...

    def read(self) -> bytes:
        """The bytes that have come from the host, at most some hundred of them; never waits."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes to the host. What nobody takes is lost; waits for half a second at most."""
        ...

    def prepare(self, reset: int, selects: Sequence[int]) -> None:
        """Before any reader is used: all chip selects (GP numbers) high, then one pulse on the wire to RST."""
        ...

    def port(self, bus: int, select: int, speed_khz: int) -> RegisterPort:
        """The registers of one reader."""
        ...

    def button(self, pin: int) -> Callable[[], bool]:
        """A contact to ground: called, it says whether it is closed now."""
        ...

    def lights(self, pin: int, colours: Sequence[tuple[int, int, int]]) -> None:
        """The whole chain of lights: red, green and blue, 0 to 255, of each from the first on."""
        ...

    def feed(self) -> None:
        """The watchdog: who does not call this for eight seconds is started anew. The first call begins it."""
        ...

    def load(self) -> bytes:
        """The settings as they were stored; nothing when there are none."""
        ...

    def store(self, data: bytes) -> None:
        """Keep the settings beyond a restart. Raises OSError when the flash is full."""
        ...

    def last_words(self) -> str:
        """Why the program before this one ended, if it could say so; told once."""
        ...

    def restart(self, stay: bool) -> None:
        """Start anew at once; with `stay` into MicroPython's prompt, for once. On a Pico this does not return."""
        ...

    def free(self) -> int:
        """Collect what is not used any more; bytes of memory that are free then."""
        ...

    @property
    def kind(self) -> int:
        """Place in hardware.common.link.messages.BOARD_NAMES."""
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
        """Why it started: place in hardware.common.link.messages.START_CAUSES."""
        ...
