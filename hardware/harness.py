"""Every wire of a plan that ends at the Pi, supplies and ground too: what wiring.md's tables and drawings show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from hardware.pins import BUSES, PLACES
from hardware.plan import ReaderWiring, WiringPlan

FED_BY_THE_PI = 2
"""Readers that the Pi's own 3.3 V feeds; more of them get a regulator of their own."""

READER_SUPPLIES, READER_GROUNDS = (17, 1), (25, 20)
REGULATOR_SUPPLY, REGULATOR_GROUND = 2, 39
LIGHT_GROUNDS, BUTTON_GROUND, BUZZER_GROUND = (14, 34), 9, 6
"""Places on the header, each near the pins it belongs to."""

RESISTORS = {"red": "330 Ω", "green": "100 Ω", "blue": "100 Ω", "buzzer": "330 Ω"}
"""Red drops about 2 V and leaves 4 mA through 330 Ω; green and blue drop about 3 V and get 3 mA through 100 Ω. A pin
of the Pi may give 16 mA. A piezo is a capacitor: its resistor keeps the pulse of charge small."""

REGULATOR = "regulator"

PRINTED = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
"""What is printed along the edge of the usual blue board, in its order. SDA is the chip select; IRQ stays open."""


class Wire(Struct, frozen=True):
    """A wire from a place on the board to a terminal of a part; with no place it comes from `source`."""

    place: int | None
    part: str
    terminal: str
    through: str = ""
    source: str = REGULATOR

    @property
    def end(self) -> int | str:
        """Where it comes from: the place, or what stands in for one."""
        return self.source if self.place is None else self.place


def regulated(plan: WiringPlan) -> bool:
    """Whether the readers on the Pi need a regulator of their own."""
    return len(plan.readers) > FED_BY_THE_PI


def wires(plan: WiringPlan) -> tuple[Wire, ...]:
    """All of them, part by part; those of its hubs are in hardware.readers.hub.harness."""
    return (*_readers(plan), *_lights(plan.readers), *_buttons(plan))


Groups = Mapping[str, frozenset[str]]
"""What readers together are called, where a name for each of them would be many."""


def groups(plan: WiringPlan) -> Groups:
    """Those of the readers on the Pi."""
    return {"all readers": frozenset(reader.name for reader in plan.readers)}


def at_place(place: int, all_wires: Sequence[Wire], together: Groups) -> str:
    """What goes to a place on the board, in words; nothing when nothing does."""
    here = [wire for wire in all_wires if wire.place == place]
    terminals = dict.fromkeys(wire.terminal for wire in here)
    return ", ".join(
        _joined(each, [w.part for w in here if w.terminal == each], together) for each in terminals
    )


def _joined(terminal: str, parts: Sequence[str], together: Groups) -> str:
    """One terminal of all the parts that share a place."""
    readers = [part.removeprefix("reader ") for part in parts if part.startswith("reader ")]
    if readers:
        called = [name for name, members in together.items() if members == set(readers)]
        return f"{terminal} of {called[0] if called and len(readers) > 1 else ', '.join(readers)}"
    if len(parts) > 1:
        return "all buttons"
    if terminal.endswith(" leg"):
        return parts[0]
    return f"{parts[0]} {terminal}" if parts[0] == REGULATOR else f"{parts[0]}, {terminal}"


def _readers(plan: WiringPlan) -> Iterator[Wire]:
    for number, reader in enumerate(plan.readers):
        pins = BUSES[reader.bus].pins
        part = f"reader {reader.name}"
        yield Wire(PLACES[pins[f"CE{reader.device}"]], part, "SDA")
        yield Wire(PLACES[pins["SCLK"]], part, "SCK")
        yield Wire(PLACES[pins["MOSI"]], part, "MOSI")
        yield Wire(PLACES[pins["MISO"]], part, "MISO")
        if plan.reset is not None:
            yield Wire(PLACES[plan.reset], part, "RST")
        if regulated(plan):
            yield Wire(None, part, "GND")
            yield Wire(None, part, "3.3V")
        else:
            yield Wire(READER_GROUNDS[number], part, "GND")
            yield Wire(READER_SUPPLIES[number], part, "3.3V")
    if regulated(plan):
        yield Wire(REGULATOR_SUPPLY, REGULATOR, "IN")
        yield Wire(REGULATOR_GROUND, REGULATOR, "GND")


def _lights(readers: Sequence[ReaderWiring]) -> Iterator[Wire]:
    lit = [(reader.name, reader.light) for reader in readers if reader.light is not None]
    for number, (name, light) in enumerate(lit):
        part = f"light of {name}"
        for colour, bcm in (("red", light.red), ("green", light.green), ("blue", light.blue)):
            yield Wire(PLACES[bcm], part, colour, RESISTORS[colour])
        yield Wire(LIGHT_GROUNDS[number % len(LIGHT_GROUNDS)], part, "common leg")


def _buttons(plan: WiringPlan) -> Iterator[Wire]:
    for button in plan.buttons:
        yield Wire(PLACES[button.pin], f"button {button.name}", "one leg")
        yield Wire(BUTTON_GROUND, f"button {button.name}", "other leg")
    if plan.buzzer is not None:
        yield Wire(PLACES[plan.buzzer], "sounder", "one leg", RESISTORS["buzzer"])
        yield Wire(BUZZER_GROUND, "sounder", "other leg")
