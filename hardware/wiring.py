"""What a wiring plan may hold: reset, sounder and buttons on the Pi, and a table for each reader, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from hardware.boards import Use, Wire
from hardware.pins import HEADER, PI, named
from hardware.sheet import Card

Gpio = Annotated[int, Meta(ge=0, le=27, description="a BCM number, 2 to 27")]
"""A pin by its BCM number; where it is on the header stands in `hardware.pins`. 0 and 1 are refused with the reason."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"\A[^\s\x00-\x1f\x7f]+\Z",
        description='a name of 1 to 40 characters without blanks, as "play" or "tile/6"',
    ),
]

Role = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"\A(yes|no|undo|off|player/[1-6]|(?!player/)[a-z][a-z-]*/[1-9][0-9]?)\Z",
        description='"yes", "no", "undo", "off", "player/1" to "player/6", or a thing of a game by its number, as '
        '"column/2"',
    ),
]
"""What a button is for. Players are counted in the order of their seats; a thing is as good as touched by it."""

Plain = Mapping[str, Any]
"""A table as it was written, or what of it could be read; `at` says where it stands."""


class Light(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high when it shines."""

    red: Gpio
    green: Gpio
    blue: Gpio


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: Role
    pin: Gpio


class Place(NamedTuple):
    """Where a reader is wired to: `board` is what carries it, "" for the Raspberry Pi; `bus` and `select` its bus there
    and the wire that is its alone, where it has such."""

    board: str
    bus: int = 0
    select: str = ""


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the plan that stands for one reader, or for a board with several. Every kind of reader has its own.

    `name` is the zone that a reader watches. What else a table holds, its kind says in fields of its own; `light`, a
    Light or None, means the same in all of them: a light on the Pi's pins beside the reader. Class methods work on
    plain `tables`, whole or in parts, before any of them is known to be right.
    """

    name: Name

    on_pins: ClassVar[bool] = False
    """Whether it is wired to the Pi's own pins."""
    board: ClassVar[str] = ""
    """What people call it where it is no reader itself: `hub`."""
    start_us: ClassVar[int] = 1_000_000
    """Whatever lies there when Herald begins was seen by then."""

    @property
    def reader_names(self) -> tuple[str, ...]:
        """Of all its readers."""
        return (self.name,)

    @property
    def lit_readers(self) -> tuple[str, ...]:
        """Names of those that have a light."""
        return (self.name,) if isinstance(getattr(self, "light", None), Light) else ()

    @property
    def button_names(self) -> tuple[str, ...]:
        """Of all buttons that hang on it."""
        return ()

    @property
    def devices(self) -> tuple[str, ...]:
        """The device files that it needs for itself alone."""
        return ()

    def may_use(self, device: str) -> bool:
        """Whether it may be that device that it is found on."""
        return device in self.devices

    def place(self, reader: str) -> Place:
        """Where that reader is wired to."""
        return Place(self.name)

    def button_place(self, button: str) -> str:
        """What that button is wired to, in words."""
        raise KeyError(button)

    @classmethod
    def outdated(cls, raw: object) -> str:
        """What is said of a table of its kind that is written in a way of before; "" of any other."""
        return ""

    @classmethod
    def readers_in(cls, tables: Sequence[Plain]) -> Sequence[Plain]:
        """The tables in these that are of a reader each."""
        return tables

    @classmethod
    def buttons_in(cls, tables: Sequence[Plain]) -> Sequence[Plain]:
        """The tables in these that are of a button each."""
        return ()

    @classmethod
    def on_the_pi(cls, tables: Sequence[Plain]) -> Iterator[Use]:
        """Every pin of the Pi that they take all together, lights apart."""
        yield from ()

    @classmethod
    def contradictions(cls, tables: Sequence[Plain], plan: Plain) -> Iterator[tuple[str, str]]:
        """What is wrong between tables that are each well, or with what the whole plan says: place and sentence."""
        yield from ()

    @classmethod
    def overlays(cls, tables: Sequence[Plain]) -> Sequence[str]:
        """The lines that config.txt needs for them."""
        return ()

    @classmethod
    def notes(cls, tables: Sequence[Plain]) -> Iterator[str]:
        """What works, but has a price, in sentences."""
        yield from ()

    @classmethod
    def wires(cls, plan: WiringPlan) -> Iterator[Wire]:
        """Every wire between them and the Pi, supplies and ground too."""
        yield from ()

    @classmethod
    def cards(cls, plan: WiringPlan, wires: Sequence[Wire]) -> tuple[list[Card], list[Card]]:
        """How they are drawn beside the Pi: readers, and what belongs to them."""
        return [], []


class Unusable(Wiring, frozen=True):
    """A reader of a kind that registers and cannot be used: `why` says so in a sentence."""

    why: str = ""


W = TypeVar("W", bound=Wiring)


class WiringPlan(Struct, frozen=True):
    """Everything that is wired. `reset` is the pin of the one wire to RST of all readers on the Pi's pins, None where
    there are none; `buzzer` is the pin of a passive piezo sounder; `tables` are of readers and of boards with readers.
    Made by `load`, `read` and `kit` of hardware.plan, which check it.
    """

    reset: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=27,
                description="the BCM number of the pin that is wired to RST of all readers, 2 to 27",
            ),
        ]
        | None
    ) = None
    buzzer: Gpio | None = None
    tables: tuple[Wiring, ...] = field(default=(), name="reader")
    buttons: tuple[ButtonWiring, ...] = field(default=(), name="button")

    def of(self, kind: type[W]) -> tuple[W, ...]:
        """The tables of one kind, in their order; one that was derived from it is another kind."""
        return tuple(table for table in self.tables if type(table) is kind)

    def kinds(self) -> Iterator[tuple[type[Wiring], list[dict[str, Any]]]]:
        """Each kind that there is, with its tables as plain ones."""
        for kind in dict.fromkeys(type(table) for table in self.tables):
            yield kind, [msgspec.to_builtins(table) for table in self.of(kind)]

    @property
    def reader_names(self) -> tuple[str, ...]:
        """Of all readers, table by table."""
        return tuple(name for table in self.tables for name in table.reader_names)

    @property
    def lit_readers(self) -> tuple[str, ...]:
        """Names of those that have a light, in the same order."""
        return tuple(name for table in self.tables for name in table.lit_readers)

    @property
    def button_names(self) -> tuple[str, ...]:
        """Of all buttons: the Pi's, then table by table."""
        on_boards = (name for table in self.tables for name in table.button_names)
        return (*(button.name for button in self.buttons), *on_boards)

    @property
    def lights(self) -> Mapping[str, Light]:
        """The lights on the Pi's own pins, by the reader that each stands beside."""
        found = ((table.name, getattr(table, "light", None)) for table in self.tables)
        return {name: light for name, light in found if isinstance(light, Light)}

    def off_pins(self) -> WiringPlan:
        """What of it is not wired to the Pi's own pins."""
        beside = [table for table in self.tables if not table.on_pins]
        return WiringPlan(
            tables=tuple(replace(t, light=None) if t.name in self.lights else t for t in beside)
        )

    def uses(self) -> tuple[Use, ...]:
        """Every pin of the Pi that is taken, each once; all pins of a bus belong to the bus."""
        return tuple(uses(dict(self.kinds()), msgspec.to_builtins(self)))

    def free(self) -> tuple[int, ...]:
        """BCM numbers of the Pi's pins that something more can be wired to."""
        return PI.free({use.pin for use in self.uses()})

    def overlays(self) -> tuple[str, ...]:
        """The lines that config.txt needs for its readers, the same for a Pi 5 as for one before it."""
        return tuple(line for kind, tables in self.kinds() for line in kind.overlays(tables))

    def notes(self) -> tuple[str, ...]:
        """What works, but has a price, in sentences."""
        by = {use.pin: str(use) for use in self.uses()}
        said = []
        for priced in HEADER.priced:
            taken = " and ".join(f"{named(bcm)} for {by[bcm]}" for bcm in priced.bcm if bcm in by)
            if taken:
                said.append(f"{priced.name} is given up ({taken}): {priced.lost}")
        return (*said, *(note for kind, tables in self.kinds() for note in kind.notes(tables)))


def uses(kinds: Mapping[type[Wiring], Sequence[Plain]], plan: Plain) -> Iterator[Use]:
    """Every pin of the Pi that is taken, of a plan as plain tables, whole or in parts."""
    for kind, tables in kinds.items():
        yield from kind.on_the_pi(tables)
    for part in ("reset", "buzzer"):
        if plan.get(part) is not None:
            yield Use(plan[part], part)
    for table in plan.get("reader", ()):
        for colour, bcm in (table.get("light") or {}).items():
            yield Use(bcm, f"light of {table.get('name', 'a reader')}", colour)
    for button in plan.get("button", ()):
        if "pin" in button:
            yield Use(button["pin"], f"button {button.get('name', 'without a name')}")
