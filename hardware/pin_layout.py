"""A board with numbered pins, and what a wiring plan puts on them: the Pi's header and the Pico are two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct


class PinUse(Struct, frozen=True):
    """A pin and what is on it: `part` as `light of play`, `wire` as `red`. `pin` is the number that programs use, BCM
    on the Pi and GP on a Pico.
    """

    pin: int
    part: str
    wire: str = ""

    def __str__(self) -> str:
        return f"{self.part} ({self.wire})" if self.wire else self.part


REGULATOR = "regulator"


class Wire(Struct, frozen=True):
    """A wire from a place on the board to a terminal of a part; with no place it comes from `source`."""

    place: int | None
    part: str
    terminal: str
    through: str = ""
    source: str = REGULATOR

    @property
    def origin(self) -> int | str:
        """Where it comes from: the place, or what stands in for one."""
        return self.source if self.place is None else self.place


class PinLayout(Struct, frozen=True):
    """`pin_prefix` is what stands before a pin's number, blank and all; `positions` is where each pin is on the board's
    edge; `forbidden` says of pins that nothing may be wired to why that is so, as what comes after "but";
    `position_word` is what people call a place.
    """

    pin_prefix: str
    positions: Mapping[int, int]
    forbidden: Mapping[int, str]
    position_word: str = "pin"

    def pin_label(self, pin: int) -> str:
        """`BCM 25 (pin 22)`: both ways to call a pin, because people count and programs do not."""
        place = f" ({self.position_word} {self.positions[pin]})" if pin in self.positions else ""
        return f"{self.pin_prefix}{pin}{place}"

    def free_pins(self, taken: Collection[int]) -> tuple[int, ...]:
        """The pins that something more can be wired to."""
        return tuple(sorted(self.positions.keys() - set(taken) - self.forbidden.keys()))

    def conflicts(self, uses: Iterable[PinUse]) -> Iterator[tuple[str, str]]:
        """Pins that two parts want, or that nothing may have: the pin, and a sentence."""
        users = defaultdict(list)
        for use in uses:
            users[use.pin].append(str(use))
        left = ", ".join(map(str, self.free_pins(users)))
        instead = f"; free are {self.pin_prefix.strip()} {left}" if left else "; no pin is free"
        for pin, each in sorted(users.items()):
            if len(each) > 1:
                yield self.pin_label(pin), f"wanted by {' and '.join(each)}{instead}"
            if pin in self.forbidden:
                yield self.pin_label(pin), f"wanted by {each[0]}, but {self.forbidden[pin]}{instead}"
