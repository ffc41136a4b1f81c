"""The schema of a wiring plan: reset, sounder and buttons on the Pi, and a table for each reader of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from hardware.pi_header import HEADER, PI_LAYOUT, pin_label
from hardware.pin_layout import PinUse, Wire
from hardware.svg_drawing import PartBox

BcmPin = Annotated[int, Meta(ge=0, le=27, description="a BCM number, 2 to 27")]
"""A pin by its BCM number; `hardware.pi_header` has its position. 0 and 1 are refused later, with the reason.
"""

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
"""The purpose of a button. Players are counted in the order of their seats; a press of a thing's button
counts as a touch of it."""

PlainTable = Mapping[str, Any]
"""A table as it was written, or its readable part; `at` is its place."""


class LightWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A light of three colours with a common ground: the pin of each colour, high while it shines."""

    red: BcmPin
    green: BcmPin
    blue: BcmPin


class ButtonWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """One button between its pin and ground; the Pi's own resistor pulls the pin up while it is not pressed."""

    name: ButtonRole
    pin: BcmPin


class ReaderLocation(NamedTuple):
    """Where a reader is wired.

    `board` is the board that carries it, "" for the Raspberry Pi; `bus` and `select` are its bus there and
    its own select wire, where it has them.
    """

    board: str
    bus: int = 0
    select: str = ""


class ReaderWiring(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the plan for one reader, or for a board with several.

    Every kind of reader has its own class.

    `name` is the zone that a reader watches. Each kind adds fields of its own; `light`, a LightWiring or
    None, means the same in all of them: a light on the Pi's pins beside the reader. Class methods work on
    plain `tables`, whole or in parts, before any of them is validated.
    """

    name: ZoneName

    is_on_pi_pins: ClassVar[bool] = False
    """Whether it is wired to the Pi's own pins."""
    is_on_cable: ClassVar[bool] = False
    """Whether it hangs on a cable of its own, so that its user has a plug to look at, and no wires."""
    board_name: ClassVar[str] = ""
    """The word for a board with readers, as `hub`; "" for a reader."""
    startup_us: ClassVar[int] = 1_000_000
    """Microseconds after the start within which every tag that lay there before was reported."""

    @property
    def reader_names(self) -> tuple[str, ...]:
        """The names of all its readers."""
        return (self.name,)

    @property
    def readers_with_light(self) -> tuple[str, ...]:
        """The names of its readers with a light."""
        return (self.name,) if isinstance(getattr(self, "light", None), LightWiring) else ()

    @property
    def button_names(self) -> tuple[str, ...]:
        """The names of all buttons that are wired to it."""
        return ()

    @property
    def device_paths(self) -> tuple[str, ...]:
        """The device files that it needs for itself alone."""
        return ()

    def may_be_at_device_file(self, device: str) -> bool:
        """Whether it may be on that device file."""
        return device in self.device_paths

    def reader_location(self, reader: str) -> ReaderLocation:
        """Where that reader is wired."""
        return ReaderLocation(self.name)

    def button_location(self, button: str) -> str:
        """The place where that button is wired, in words. Raises KeyError for a button that it has not."""
        raise KeyError(button)

    @classmethod
    def outdated_message(cls, raw: object) -> str:
        """The message about a table of its kind in an outdated form; "" for any other."""
        return ""

    @classmethod
    def reader_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """Those of these tables that belong to one reader each."""
        return tables

    @classmethod
    def button_tables(cls, tables: Sequence[PlainTable]) -> Sequence[PlainTable]:
        """Those of these tables that belong to one button each."""
        return ()

    @classmethod
    def pi_pin_uses(cls, tables: Sequence[PlainTable]) -> Iterator[PinUse]:
        """Every pin of the Pi that these tables occupy, without lights."""
        yield from ()

    @classmethod
    def contradictions(cls, tables: Sequence[PlainTable], plan: PlainTable) -> Iterator[tuple[str, str]]:
        """Place and sentence of each contradiction between valid tables, or with the whole plan."""
        yield from ()

    @classmethod
    def config_txt_lines(cls, tables: Sequence[PlainTable]) -> Sequence[str]:
        """The lines that config.txt needs for these tables."""
        return ()

    @classmethod
    def notes(cls, tables: Sequence[PlainTable]) -> Iterator[str]:
        """Sentences about wiring that works at a price."""
        yield from ()

    @classmethod
    def list_wires(cls, plan: WiringPlan) -> Iterator[Wire]:
        """Every wire between these tables and the Pi, with supplies and ground."""
        yield from ()

    @classmethod
    def reader_and_other_boxes(
        cls, plan: WiringPlan, wires: Sequence[Wire]
    ) -> tuple[list[PartBox], list[PartBox]]:
        """Their cards in the drawing beside the Pi: readers, and parts that belong to them."""
        return [], []


class UnusableReader(ReaderWiring, frozen=True):
    """A reader of a kind that is installed and cannot be used; `why` is the reason in a sentence."""

    why: str = ""


W = TypeVar("W", bound=ReaderWiring)


class WiringPlan(Struct, frozen=True):
    """Everything that is wired.

    `reset` is the pin of the one wire to RST of all readers on the Pi's pins, None where there are none;
    `buzzer` is the pin of a passive piezo sounder; `tables` are those of readers and of boards with readers.
    `load_plan`, `parse_plan` and `load_kit` of hardware.wiring_plan make it and check it.
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
    tables: tuple[ReaderWiring, ...] = field(default=(), name="reader")
    buttons: tuple[ButtonWiring, ...] = field(default=(), name="button")

    def wirings_of(self, kind: type[W]) -> tuple[W, ...]:
        """The tables of exactly this class, without subclasses, in their order."""
        return tuple(table for table in self.tables if type(table) is kind)

    def kinds_with_plain_tables(self) -> Iterator[tuple[type[ReaderWiring], list[dict[str, Any]]]]:
        """Each kind in the plan, with its tables as plain mappings."""
        for kind in dict.fromkeys(type(table) for table in self.tables):
            yield kind, [msgspec.to_builtins(table) for table in self.wirings_of(kind)]

    @property
    def reader_names(self) -> tuple[str, ...]:
        """The names of all readers, table by table."""
        return tuple(name for table in self.tables for name in table.reader_names)

    @property
    def readers_with_light(self) -> tuple[str, ...]:
        """The names of the readers with a light, in the same order."""
        return tuple(name for table in self.tables for name in table.readers_with_light)

    @property
    def readers_on_cable(self) -> tuple[str, ...]:
        """The names of the readers on a cable of their own, in the same order."""
        return tuple(name for table in self.tables if table.is_on_cable for name in table.reader_names)

    @property
    def button_names(self) -> tuple[str, ...]:
        """The names of all buttons: the Pi's, then table by table."""
        on_boards = (name for table in self.tables for name in table.button_names)
        return (*(button.name for button in self.buttons), *on_boards)

    @property
    def pi_light_by_reader(self) -> Mapping[str, LightWiring]:
        """The lights on the Pi's own pins, by the name of their reader."""
        found = ((table.name, getattr(table, "light", None)) for table in self.tables)
        return {name: light for name, light in found if isinstance(light, LightWiring)}

    def without_pi_pins(self) -> WiringPlan:
        """The part of the plan that is not wired to the Pi's own pins."""
        beside = [table for table in self.tables if not table.is_on_pi_pins]
        return WiringPlan(
            tables=tuple(replace(t, light=None) if t.name in self.pi_light_by_reader else t for t in beside)
        )

    def pin_uses(self) -> tuple[PinUse, ...]:
        """Every occupied pin of the Pi, each once; all pins of a bus belong to the bus."""
        return tuple(pin_uses(dict(self.kinds_with_plain_tables()), msgspec.to_builtins(self)))

    def free_pins(self) -> tuple[int, ...]:
        """BCM numbers of the Pi's pins to which something more can be wired."""
        return PI_LAYOUT.free_pins({use.pin for use in self.pin_uses()})

    def config_txt_lines(self) -> tuple[str, ...]:
        """The lines that config.txt needs for its readers, the same for a Pi 5 as for older ones."""
        return tuple(
            line for kind, tables in self.kinds_with_plain_tables() for line in kind.config_txt_lines(tables)
        )

    def notes(self) -> tuple[str, ...]:
        """Sentences about wiring that works at a price."""
        by = {use.pin: str(use) for use in self.pin_uses()}
        notes = []
        for priced in HEADER.priced:
            taken = " and ".join(f"{pin_label(bcm)} for {by[bcm]}" for bcm in priced.bcm if bcm in by)
            if taken:
                notes.append(f"{priced.name} is given up ({taken}): {priced.lost}")
        return (
            *notes,
            *(note for kind, tables in self.kinds_with_plain_tables() for note in kind.notes(tables)),
        )


def pin_uses(kinds: Mapping[type[ReaderWiring], Sequence[PlainTable]], plan: PlainTable) -> Iterator[PinUse]:
    """Every occupied pin of the Pi in a plan of plain tables, whole or in parts."""
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
