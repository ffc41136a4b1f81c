"""What a wiring plan may hold: reset, sounder and buttons on the Pi, and a table for each reader, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from hardware.pi_header import HEADER, PI_LAYOUT, pin_label
from hardware.pin_layout import PinUse, Wire
from hardware.svg_drawing import PartCard

BcmPin = Annotated[int, Meta(ge=0, le=27, description="a BCM number, 2 to 27")]
"""A pin by its BCM number; where it is on the header stands in `hardware.pi_header`. 0 and 1 are refused with the
reason."""

ZoneName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"\A[^\s\x00-\x1f\x7f]+\Z",
        description='a name of 1 to 40 characters without blanks, as "play" or "tile/6"',
    ),
]

ButtonRole = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"\A(yes|no|undo|off|player/[1-6]|(?!player/)[a-z][a-z-]*/[1-9][0-9]?)\Z",
        description='"yes", "no", "undo", "off", "player/1" to "player/6", or a thing of a game by its number, as '
        '"column/2"',
    ),
]
"""What a button is for. Players are counted in the order of their seats; a thing is as good as touched by it."""

PlainTable = Mapping[str, Any]
"""A table as it was written, or what of it could be read; `at` says where it stands."""


class LightWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high when it shines."""

    red: BcmPin
    green: BcmPin
    blue: BcmPin


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: ButtonRole
    pin: BcmPin


class ReaderLocation(NamedTuple):
    """Where a reader is wired to: `board_name` is what carries it, "" for the Raspberry Pi; `bus` and `select` its bus
    there and the wire that is its alone, where it has such."""

    board: str
    bus: int = 0
    select: str = ""


class WiringTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the plan that stands for one reader, or for a board with several. Every kind of reader has its own.

    `name` is the zone that a reader watches. What else a table holds, its kind says in fields of its own; `light`, a
    Light or None, means the same in all of them: a light on the Pi's pins beside the reader. Class methods work on
    plain `tables`, whole or in parts, before any of them is known to be right.
    """

    name: ZoneName

    is_on_pi_pins: ClassVar[bool] = False
    """Whether it is wired to the Pi's own pins."""
    board_name: ClassVar[str] = ""
    """What people call it where it is no reader itself: `hub`."""
    startup_us: ClassVar[int] = 1_000_000
    """Whatever lies there when Herald begins was seen by then."""

    @property
    def reader_names(self) -> tuple[str, ...]:
        """Of all its readers."""
        return (self.name,)

    @property
    def readers_with_light(self) -> tuple[str, ...]:
        """Names of those that have a light."""
        return (self.name,) if isinstance(getattr(self, "light", None), LightWiring) else ()

    @property
    def button_names(self) -> tuple[str, ...]:
        """Of all buttons that hang on it."""
        return ()

    @property
    def device_paths(self) -> tuple[str, ...]:
        """The device files that it needs for itself alone."""
        return ()

    def may_be_device(self, device: str) -> bool:
        """Whether it may be that device that it is found on."""
        return device in self.device_paths

    def reader_location(self, reader: str) -> ReaderLocation:
        """Where that reader is wired to."""
        return ReaderLocation(self.name)

    def button_location(self, button: str) -> str:
        """What that button is wired to, in words."""
        raise KeyError(button)

    @classmethod
    def outdated_message(cls, raw: object) -> str:
        """What is said of a table of its kind that is written in a way of before; "" of any other."""
        return ""

    @classmethod
    def reader_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """The tables in these that are of a reader each."""
        return tables

    @classmethod
    def button_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """The tables in these that are of a button each."""
        return ()

    @classmethod
    def pi_pin_uses(cls, tables: Sequence[PlainTable]) -> Iterator[PinUse]:
        """Every pin of the Pi that they take all together, lights apart."""
        yield from ()

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        """What is wrong between tables that are each well, or with what the whole plan says: place and sentence."""
        yield from ()

    @classmethod
    def config_lines(cls, tables: Sequence[PlainTable]) -> Sequence[str]:
        """The lines that config.txt needs for them."""
        return ()

    @classmethod
    def notes(cls, tables: Sequence[PlainTable]) -> Iterator[str]:
        """What works, but has a price, in sentences."""
        yield from ()

    @classmethod
    def list_wires(cls, plan: WiringPlan) -> Iterator[Wire]:
        """Every wire between them and the Pi, supplies and ground too."""
        yield from ()

    @classmethod
    def part_cards(cls, plan: WiringPlan, wires: Sequence[Wire]) -> tuple[list[PartCard], list[PartCard]]:
        """How they are drawn beside the Pi: readers, and what belongs to them."""
        return [], []


class UnusableReader(WiringTable, frozen=True):
    """A reader of a kind that registers and cannot be used: `why` says so in a sentence."""

    why: str = ""


W = TypeVar("W", bound=WiringTable)


class WiringPlan(Struct, frozen=True):
    """Everything that is wired. `reset` is the pin of the one wire to RST of all readers on the Pi's pins, None where
    there are none; `buzzer` is the pin of a passive piezo sounder; `tables` are of readers and of boards with readers.
    Made by `load`, `read` and `kit` of hardware.wiring_plan, which check it.
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
    buzzer: BcmPin | None = None
    tables: tuple[WiringTable, ...] = field(default=(), name="reader")
    buttons: tuple[ButtonWiring, ...] = field(default=(), name="button")

    def tables_of(self, kind: type[W]) -> tuple[W, ...]:
        """The tables of one kind, in their order; one that was derived from it is another kind."""
        return tuple(table for table in self.tables if type(table) is kind)

    def tables_by_kind(self) -> Iterator[tuple[type[WiringTable], list[dict[str, Any]]]]:
        """Each kind that there is, with its tables as plain ones."""
        for kind in dict.fromkeys(type(table) for table in self.tables):
            yield kind, [msgspec.to_builtins(table) for table in self.tables_of(kind)]

    @property
    def reader_names(self) -> tuple[str, ...]:
        """Of all readers, table by table."""
        return tuple(name for table in self.tables for name in table.reader_names)

    @property
    def readers_with_light(self) -> tuple[str, ...]:
        """Names of those that have a light, in the same order."""
        return tuple(name for table in self.tables for name in table.readers_with_light)

    @property
    def button_names(self) -> tuple[str, ...]:
        """Of all buttons: the Pi's, then table by table."""
        on_boards = (name for table in self.tables for name in table.button_names)
        return (*(button.name for button in self.buttons), *on_boards)

    @property
    def lights(self) -> Mapping[str, LightWiring]:
        """The lights on the Pi's own pins, by the reader that each stands beside."""
        found = ((table.name, getattr(table, "light", None)) for table in self.tables)
        return {name: light for name, light in found if isinstance(light, LightWiring)}

    def without_pi_pins(self) -> WiringPlan:
        """What of it is not wired to the Pi's own pins."""
        beside = [table for table in self.tables if not table.is_on_pi_pins]
        return WiringPlan(
            tables=tuple(replace(t, light=None) if t.name in self.lights else t for t in beside)
        )

    def pin_uses(self) -> tuple[PinUse, ...]:
        """Every pin of the Pi that is taken, each once; all pins of a bus belong to the bus."""
        return tuple(pin_uses(dict(self.tables_by_kind()), msgspec.to_builtins(self)))

    def free_pins(self) -> tuple[int, ...]:
        """BCM numbers of the Pi's pins that something more can be wired to."""
        return PI_LAYOUT.free_pins({use.pin for use in self.pin_uses()})

    def config_lines(self) -> tuple[str, ...]:
        """The lines that config.txt needs for its readers, the same for a Pi 5 as for one before it."""
        return tuple(line for kind, tables in self.tables_by_kind() for line in kind.config_lines(tables))

    def notes(self) -> tuple[str, ...]:
        """What works, but has a price, in sentences."""
        by = {use.pin: str(use) for use in self.pin_uses()}
        said = []
        for priced in HEADER.priced:
            taken = " and ".join(f"{pin_label(bcm)} for {by[bcm]}" for bcm in priced.bcm if bcm in by)
            if taken:
                said.append(f"{priced.name} is given up ({taken}): {priced.lost}")
        return (*said, *(note for kind, tables in self.tables_by_kind() for note in kind.notes(tables)))


def pin_uses(kinds: Mapping[type[WiringTable], Sequence[PlainTable]], plan: PlainTable) -> Iterator[PinUse]:
    """Every pin of the Pi that is taken, of a plan as plain tables, whole or in parts."""
    for kind, tables in kinds.items():
        yield from kind.pi_pin_uses(tables)
    for part in ("reset", "buzzer"):
        if plan.get(part) is not None:
            yield PinUse(plan[part], part)
    for table in plan.get("reader", ()):
        for colour, bcm in (table.get("light") or {}).items():
            yield PinUse(bcm, f"light of {table.get('name', 'a reader')}", colour)
    for button in plan.get("button", ()):
        if "pin" in button:
            yield PinUse(button["pin"], f"button {button.get('name', 'without a name')}")
