"""A plan as a drawing (SVG): the header with what goes to each pin, and each part with the pins it goes to. A hub's is
in hardware.readers.hub.drawing.

No wires are drawn from one to the other: a number at both ends is easier to follow than a line among forty. What a
pin is, its label says; colour only helps.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.boards import Wire
from hardware.harness import BUTTON_GROUND, at_place, groups, wires
from hardware.pins import HEADER, PLACES
from hardware.sheet import (
    ABREAST,
    BARE,
    FAINT,
    INK,
    LINE,
    MIDDLE,
    ROW,
    Card,
    Row,
    drawn_pin,
    rows_of,
    sheet,
    text,
)
from hardware.wiring import WiringPlan


def drawing(plan: WiringPlan) -> str:
    """The whole drawing of what is wired to the Pi."""
    all_wires = wires(plan)
    header, bottom = _header(plan, all_wires)
    readers, others = cards(plan, all_wires)
    rows = [[*readers, *others]] if len(readers) + len(others) <= ABREAST else [readers, others]
    return sheet(header, rows, bottom + 24, HEADER.pins)


def _header(plan: WiringPlan, all_wires: Sequence[Wire]) -> tuple[list[str], float]:
    """The forty pins as they lie when the Pi's USB sockets point down, and where they end."""
    top, rows = 52.0, len(HEADER.pins) // 2
    bottom = top + rows * ROW
    lines = [
        text(MIDDLE, 22, "the header from above: the end with the memory card", FAINT, "middle"),
        text(MIDDLE, bottom + 26, "the end with the USB sockets", FAINT, "middle"),
        f'<rect x="{MIDDLE - 34}" y="{top - 18}" width="68" height="{rows * ROW + 10}" rx="6" '
        f'fill="{BARE}" stroke="{LINE}"/>',
    ]
    for pin in HEADER.pins:
        side = 1 if pin.number % 2 == 0 else -1
        y = top + (pin.number - 1) // 2 * ROW
        label = at_place(pin.number, all_wires, groups(plan))
        anchor = "start" if side > 0 else "end"
        lines += drawn_pin(pin, MIDDLE + side * 15, y, bool(label))
        name = pin.supply or f"BCM {pin.bcm}"
        lines.append(text(MIDDLE + side * 44, y + 4, name, INK if label else FAINT, anchor, 12))
        if label:
            lines.append(text(MIDDLE + side * 108, y + 5, label, INK, anchor, 14, bold=True))
    return lines, bottom + 26


def cards(plan: WiringPlan, all_wires: Sequence[Wire]) -> tuple[list[Card], list[Card]]:
    """The readers, and everything else."""
    by_kind = [kind.cards(plan, all_wires) for kind, _ in plan.kinds()]
    others = [
        Card(f"light of {name}", "common ground", rows_of(f"light of {name}", all_wires))
        for name in plan.lights
    ]
    if plan.buttons:
        legs: list[Row] = [(button.name, "", PLACES[button.pin]) for button in plan.buttons]
        others.append(Card("buttons", "one leg each", (*legs, ("all other legs", "", BUTTON_GROUND))))
    if plan.buzzer is not None:
        others.append(Card("sounder", "passive piezo", rows_of("sounder", all_wires)))
    readers = [card for of_readers, _ in by_kind for card in of_readers]
    return readers, [*others, *(card for _, beside in by_kind for card in beside)]
