"""Every wire of a plan that ends at the Pi, with supplies and ground.

The tables and drawings of wiring.md show them. The wires of a reader come from its kind; those of a hub are
in hardware.readers.hub.wire_list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hardware.pi_header import HEADER_POSITIONS
from hardware.pin_layout import REGULATOR, Wire
from hardware.wiring_schema import WiringPlan

LIGHT_GROUNDS, BUTTON_GROUND, BUZZER_GROUND = (14, 34), 9, 6
"""Positions on the header, each near the pins that it belongs to."""

RESISTORS = {"red": "330 Ω", "green": "100 Ω", "blue": "100 Ω", "buzzer": "330 Ω"}
"""Red drops about 2 V and leaves 4 mA through 330 Ω; green and blue drop about 3 V and get 3 mA through 100
Ω. A pin of the Pi may supply 16 mA. A piezo is a capacitor: its resistor limits the pulse of charge."""


def list_wires(plan: WiringPlan) -> tuple[Wire, ...]:
    """All wires, part by part."""
    of_readers = (wire for kind, _ in plan.kinds_with_plain_tables() for wire in kind.list_wires(plan))
    return (*of_readers, *_lights(plan), *_buttons(plan))


GroupNames = Mapping[str, frozenset[str]]
"""Name of a group of readers -> its members, where naming each of them would be long."""


def group_names(plan: WiringPlan) -> GroupNames:
    """The groups of the readers on the Pi."""
    return {"all readers": frozenset(table.name for table in plan.tables if table.is_on_pi_pins)}


def label_at_position(place: int, all_wires: Sequence[Wire], together: GroupNames) -> str:
    """The wires at a position of the board in words; "" where there is none."""
    here = [wire for wire in all_wires if wire.place == place]
    terminals = dict.fromkeys(wire.terminal for wire in here)
    return ", ".join(
        _joined(each, [w.part for w in here if w.terminal == each], together) for each in terminals
    )


def _joined(terminal: str, parts: Sequence[str], together: GroupNames) -> str:
    """One terminal of all the parts that share a position."""
    readers = [part.removeprefix("reader ") for part in parts if part.startswith("reader ")]
    if readers:
        names = [name for name, members in together.items() if members == set(readers)]
        return f"{terminal} of {names[0] if names and len(readers) > 1 else ', '.join(readers)}"
    if len(parts) > 1:
        return "all buttons"
    if terminal.endswith(" leg"):
        return parts[0]
    return f"{parts[0]} {terminal}" if parts[0] == REGULATOR else f"{parts[0]}, {terminal}"


def _lights(plan: WiringPlan) -> Iterator[Wire]:
    for number, (name, light) in enumerate(plan.pi_light_by_reader.items()):
        part = f"light of {name}"
        for colour, bcm in (("red", light.red), ("green", light.green), ("blue", light.blue)):
            yield Wire(HEADER_POSITIONS[bcm], part, colour, RESISTORS[colour])
        yield Wire(LIGHT_GROUNDS[number % len(LIGHT_GROUNDS)], part, "common leg")


def _buttons(plan: WiringPlan) -> Iterator[Wire]:
    for button in plan.buttons:
        yield Wire(HEADER_POSITIONS[button.pin], f"button {button.name}", "one leg")
        yield Wire(BUTTON_GROUND, f"button {button.name}", "other leg")
    if plan.buzzer is not None:
        yield Wire(HEADER_POSITIONS[plan.buzzer], "sounder", "one leg", RESISTORS["buzzer"])
        yield Wire(BUZZER_GROUND, "sounder", "other leg")
