"""Draws a hub as SVG: the Pico with the wires of each position, and each part with its positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hardware.pin_layout import REGULATOR, Wire
from hardware.readers.hub.pico_pinout import PICO_LAYOUT, PINOUT
from hardware.readers.hub.wire_list import (
    BUTTON_GROUND,
    group_names,
    light_label,
    list_wires,
    needs_regulator,
    used_buses,
)
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.rc522.wiring_schema import CAPACITORS, PRINTED_TERMINALS
from hardware.svg_drawing import (
    BARE_COLOUR,
    FAINT_COLOUR,
    INK_COLOUR,
    LINE_COLOUR,
    MIDDLE_X,
    ROW_HEIGHT,
    UNCONNECTED,
    PartBox,
    TerminalRow,
    draw_pin,
    draw_sheet,
    draw_text,
    terminal_rows,
)
from hardware.wire_list import label_at_position

HALF_BOARD_WIDTH = 75
"""Distance from the middle of the Pico to its pins."""
CARD, ABREAST = 206, 4
"""The width of a part, and how many stand side by side."""


def draw_hub(hub: HubWiring) -> str:
    """The whole drawing."""
    all_wires = list_wires(hub)
    board, bottom = _pico(hub, all_wires)
    cards = _cards(hub, all_wires)
    return draw_sheet(board, [cards[:ABREAST], cards[ABREAST:]], bottom + 24, PINOUT.pins)


def _pico(hub: HubWiring, all_wires: Sequence[Wire]) -> tuple[list[str], float]:
    """The board with its USB socket at the top, and the height where it ends."""
    top, rows = 70.0, len(PINOUT.pins) // 2
    bottom = top + rows * ROW_HEIGHT
    lines = [
        draw_text(MIDDLE_X, 22, "the Pico from above: the end with the USB socket", FAINT_COLOUR, "middle"),
        f'<rect x="{MIDDLE_X - HALF_BOARD_WIDTH - 18}" y="{top - 28}" width="{2 * HALF_BOARD_WIDTH + 36}" '
        f'height="{rows * ROW_HEIGHT + 20}" rx="6" fill="{BARE_COLOUR}" stroke="{LINE_COLOUR}"/>',
        f'<rect x="{MIDDLE_X - 24}" y="{top - 36}" width="48" height="28" rx="3" fill="{LINE_COLOUR}"'
        f' stroke="{FAINT_COLOUR}"/>',
        draw_text(
            MIDDLE_X,
            bottom + 14,
            f"three more, elsewhere, stay open: {', '.join(PINOUT.debug)}",
            FAINT_COLOUR,
            "middle",
        ),
    ]
    for pin in PINOUT.pins:
        side = -1 if pin.number <= rows else 1
        y = top + ROW_HEIGHT * (pin.number - 1 if side < 0 else len(PINOUT.pins) - pin.number)
        label = label_at_position(pin.number, all_wires, group_names(hub))
        inward, outward = ("start", "end") if side < 0 else ("end", "start")
        lines += draw_pin(pin, MIDDLE_X + side * HALF_BOARD_WIDTH, y, bool(label))
        name = pin.supply or f"GP{pin.gp}"
        lines.append(
            draw_text(
                MIDDLE_X + side * (HALF_BOARD_WIDTH - 18),
                y + 4,
                name,
                INK_COLOUR if label else FAINT_COLOUR,
                inward,
                12,
            )
        )
        if label:
            lines.append(
                draw_text(
                    MIDDLE_X + side * (HALF_BOARD_WIDTH + 28),
                    y + 5,
                    label,
                    INK_COLOUR,
                    outward,
                    14,
                    bold=True,
                )
            )
    return lines, bottom + 20


def _cards(hub: HubWiring, all_wires: Sequence[Wire]) -> list[PartBox]:
    """The cards of the readers of each bus, and of all other parts."""
    found = [_readers(hub, bus, all_wires) for bus in used_buses(hub)]
    if needs_regulator(hub):
        outs: tuple[TerminalRow, ...] = (("OUT", "", "all 3.3V"), ("GND", "", "all GND"))
        foot = ("OUT never goes to place 36.",)
        rows = (*terminal_rows(REGULATOR, all_wires), *outs)
        found.append(PartBox(REGULATOR, "5 V to 3.3 V, and its supply", rows, foot, width=CARD))
    if hub.lights is not None:
        found.append(_lights(hub, all_wires))
    if hub.buttons:
        legs: list[TerminalRow] = [
            (button.name, "", PICO_LAYOUT.positions[button.pin]) for button in hub.buttons
        ]
        rows = (*legs, ("all other legs", "", BUTTON_GROUND))
        found.append(PartBox("buttons", "one leg each", rows, width=CARD))
    return found


def _readers(hub: HubWiring, bus: int, all_wires: Sequence[Wire]) -> PartBox:
    """The card of a bus's readers. Each has its own SDA; all other wires come from the same positions."""
    readers = [reader for reader in hub.readers if reader.bus == bus]
    selects: list[TerminalRow] = [
        (f"SDA of {reader.name}", "", PICO_LAYOUT.positions[reader.select]) for reader in readers
    ]
    ends = {wire.terminal: wire.origin for wire in all_wires if wire.part == f"reader {readers[0].name}"}
    shared: list[TerminalRow] = [
        (f"{name} of each", "", ends.get(name, UNCONNECTED)) for name in PRINTED_TERMINALS if name != "SDA"
    ]
    return PartBox(
        f"readers on bus {bus}", f"RC522: {len(readers)}", (*selects, *shared), CAPACITORS, width=CARD
    )


def _lights(hub: HubWiring, all_wires: Sequence[Wire]) -> PartBox:
    """The card of the lights. The first is wired to other parts; each other one only to the one before it."""
    begin = terminal_rows(light_label(hub.readers[0]), all_wires)
    chain: list[TerminalRow] = [
        (light.name, "", f"from {before.name}") for before, light in pairwise(hub.readers)
    ]
    first: TerminalRow = (hub.readers[0].name, "", "the first")
    foot = ("DOUT to the next DIN,", "5V to 5V, GND to GND") if chain else ()
    return PartBox("lights", "a chain of WS2812", (*begin, first, *chain), foot, width=CARD)
