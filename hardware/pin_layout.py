"""A board with numbered pins, and their use by a wiring plan: the Pi's header and the Pico are such boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct


class PinUse(Struct, frozen=True):
    """A pin and the part on it: `part` as `light of play`, `wire` as `red`.

    `pin` is the number that programs use, BCM on the Pi and GP on a Pico.
    """

    pin: int
    part: str
    wire: str = ""

    def __str__(self) -> str:
        return f"{self.part} ({self.wire})" if self.wire else self.part


REGULATOR = "regulator"


class Wire(Struct, frozen=True):
    """A wire from a position on the board to a terminal of a part; without a position it comes from `source`."""

    place: int | None
    part: str
    terminal: str
    through: str = ""
    source: str = REGULATOR

    @property
    def origin(self) -> int | str:
        """The origin of the wire: its position, or the name of its source."""
        return self.source if self.place is None else self.place


class PinLayout(Struct, frozen=True):
    """The pins of a board.

    `pin_prefix` is written before a pin's number, with its blank; `positions` says where each pin is on the
    board's edge; `forbidden` gives the reason for pins to which nothing may be wired, in words that follow
    "but"; `position_word` is what people call a position.
    """

    pin_prefix: str
    positions: Mapping[int, int]
    forbidden: Mapping[int, str]
    position_word: str = "pin"

    def pin_label(self, pin: int) -> str:
        """Both names of a pin, as `BCM 25 (pin 22)`: people count positions, programs use numbers."""
        place = f" ({self.position_word} {self.positions[pin]})" if pin in self.positions else ""
        return f"{self.pin_prefix}{pin}{place}"

    def free_pins(self, taken: Collection[int]) -> tuple[int, ...]:
        """The pins to which something more can be wired."""
        return tuple(sorted(self.positions.keys() - set(taken) - self.forbidden.keys()))

    def conflicts(self, uses: Iterable[PinUse]) -> Iterator[tuple[str, str]]:
        """Pins that two parts want, or that nothing may use: the pin's name, and a sentence."""
        users = defaultdict(list)
        for use in uses:
            users[use.pin].append(str(use))
        free = ", ".join(map(str, self.free_pins(users)))
        instead = f"; free are {self.pin_prefix.strip()} {free}" if free else "; no pin is free"
        for pin, each in sorted(users.items()):
            if len(each) > 1:
                yield self.pin_label(pin), f"wanted by {' and '.join(each)}{instead}"
            if pin in self.forbidden:
                yield self.pin_label(pin), f"wanted by {each[0]}, but {self.forbidden[pin]}{instead}"
