"""Draws a plan as SVG: the header with the wires of each pin, and each part with its pins.

The drawing of a hub is in hardware.readers.hub.wiring_drawing. No wires are drawn between the two: a number
at both ends is easier to follow than a line among forty. Labels name the pins; colour only helps.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.pi_header import HEADER, HEADER_POSITIONS
from hardware.pin_layout import Wire
from hardware.svg_drawing import (
    BARE_COLOUR,
    CARDS_PER_ROW,
    FAINT_COLOUR,
    INK_COLOUR,
    LINE_COLOUR,
    MIDDLE_X,
    ROW_HEIGHT,
    PartBox,
    TerminalRow,
    draw_pin,
    draw_sheet,
    draw_text,
    terminal_rows,
)
from hardware.wire_list import BUTTON_GROUND, group_names, label_at_position, list_wires
from hardware.wiring_schema import WiringPlan


def draw_wiring(plan: WiringPlan) -> str:
    """The drawing of everything that is wired to the Pi."""
    all_wires = list_wires(plan)
    header, bottom = _header(plan, all_wires)
    readers, others = reader_and_other_boxes(plan, all_wires)
    rows = [[*readers, *others]] if len(readers) + len(others) <= CARDS_PER_ROW else [readers, others]
    return draw_sheet(header, rows, bottom + 24, HEADER.pins)


def _header(plan: WiringPlan, all_wires: Sequence[Wire]) -> tuple[list[str], float]:
    """The forty pins, seen with the Pi's USB sockets at the bottom, and the height where they end."""
    top, rows = 52.0, len(HEADER.pins) // 2
    bottom = top + rows * ROW_HEIGHT
    lines = [
        draw_text(
            MIDDLE_X, 22, "the header from above: the end with the memory card", FAINT_COLOUR, "middle"
        ),
        draw_text(MIDDLE_X, bottom + 26, "the end with the USB sockets", FAINT_COLOUR, "middle"),
        f'<rect x="{MIDDLE_X - 34}" y="{top - 18}" width="68" height="{rows * ROW_HEIGHT + 10}" rx="6" '
        f'fill="{BARE_COLOUR}" stroke="{LINE_COLOUR}"/>',
    ]
    for pin in HEADER.pins:
        side = 1 if pin.number % 2 == 0 else -1
        y = top + (pin.number - 1) // 2 * ROW_HEIGHT
        label = label_at_position(pin.number, all_wires, group_names(plan))
        anchor = "start" if side > 0 else "end"
        lines += draw_pin(pin, MIDDLE_X + side * 15, y, bool(label))
        name = pin.supply or f"BCM {pin.bcm}"
        lines.append(
            draw_text(MIDDLE_X + side * 44, y + 4, name, INK_COLOUR if label else FAINT_COLOUR, anchor, 12)
        )
        if label:
            lines.append(draw_text(MIDDLE_X + side * 108, y + 5, label, INK_COLOUR, anchor, 14, bold=True))
    return lines, bottom + 26


def reader_and_other_boxes(
    plan: WiringPlan, all_wires: Sequence[Wire]
) -> tuple[list[PartBox], list[PartBox]]:
    """The cards of the readers, and those of all other parts."""
    by_kind = [kind.reader_and_other_boxes(plan, all_wires) for kind, _ in plan.kinds_with_plain_tables()]
    others = [
        PartBox(f"light of {name}", "common ground", terminal_rows(f"light of {name}", all_wires))
        for name in plan.pi_light_by_reader
    ]
    if plan.buttons:
        legs: list[TerminalRow] = [(button.name, "", HEADER_POSITIONS[button.pin]) for button in plan.buttons]
        others.append(PartBox("buttons", "one leg each", (*legs, ("all other legs", "", BUTTON_GROUND))))
    if plan.buzzer is not None:
        others.append(PartBox("sounder", "passive piezo", terminal_rows("sounder", all_wires)))
    readers = [card for of_readers, _ in by_kind for card in of_readers]
    return readers, [*others, *(card for _, beside in by_kind for card in beside)]
