"""A hub as a drawing (SVG): the Pico with what goes to each place, and each part with the places it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hardware.boards import REGULATOR, Wire
from hardware.harness import at_place
from hardware.readers.hub.harness import BUTTON_GROUND, buses, groups, light_of, regulated, wires
from hardware.readers.hub.pico import EDGES, PICO
from hardware.readers.hub.plan import HubWiring
from hardware.readers.rc522.plan import CAPACITORS, PRINTED
from hardware.sheet import (
    BARE,
    FAINT,
    INK,
    LINE,
    MIDDLE,
    OPEN,
    ROW,
    Card,
    Row,
    drawn_pin,
    rows_of,
    sheet,
    text,
)

EDGE = 75
"""From the middle of the Pico to its places."""
CARD, ABREAST = 206, 4
"""The width of a part, and how many stand side by side."""


def hub_drawing(hub: HubWiring) -> str:
    """The whole drawing."""
    all_wires = wires(hub)
    board, bottom = _pico(hub, all_wires)
    cards = _cards(hub, all_wires)
    return sheet(board, [cards[:ABREAST], cards[ABREAST:]], bottom + 24, EDGES.pins)


def _pico(hub: HubWiring, all_wires: Sequence[Wire]) -> tuple[list[str], float]:
    """The board as it lies when its USB socket points up, and where it ends."""
    top, rows = 70.0, len(EDGES.pins) // 2
    bottom = top + rows * ROW
    lines = [
        text(MIDDLE, 22, "the Pico from above: the end with the USB socket", FAINT, "middle"),
        f'<rect x="{MIDDLE - EDGE - 18}" y="{top - 28}" width="{2 * EDGE + 36}" height="{rows * ROW + 20}" rx="6" '
        f'fill="{BARE}" stroke="{LINE}"/>',
        f'<rect x="{MIDDLE - 24}" y="{top - 36}" width="48" height="28" rx="3" fill="{LINE}" stroke="{FAINT}"/>',
        text(
            MIDDLE,
            bottom + 14,
            f"three more, elsewhere, stay open: {', '.join(EDGES.debug)}",
            FAINT,
            "middle",
        ),
    ]
    for pin in EDGES.pins:
        side = -1 if pin.number <= rows else 1
        y = top + ROW * (pin.number - 1 if side < 0 else len(EDGES.pins) - pin.number)
        label = at_place(pin.number, all_wires, groups(hub))
        inward, outward = ("start", "end") if side < 0 else ("end", "start")
        lines += drawn_pin(pin, MIDDLE + side * EDGE, y, bool(label))
        name = pin.supply or f"GP{pin.gp}"
        lines.append(text(MIDDLE + side * (EDGE - 18), y + 4, name, INK if label else FAINT, inward, 12))
        if label:
            lines.append(text(MIDDLE + side * (EDGE + 28), y + 5, label, INK, outward, 14, bold=True))
    return lines, bottom + 20


def _cards(hub: HubWiring, all_wires: Sequence[Wire]) -> list[Card]:
    """The readers of each bus, and everything else."""
    found = [_readers(hub, bus, all_wires) for bus in buses(hub)]
    if regulated(hub):
        outs: tuple[Row, ...] = (("OUT", "", "all 3.3V"), ("GND", "", "all GND"))
        foot = ("OUT never goes to place 36.",)
        rows = (*rows_of(REGULATOR, all_wires), *outs)
        found.append(Card(REGULATOR, "5 V to 3.3 V, and its supply", rows, foot, width=CARD))
    if hub.lights is not None:
        found.append(_lights(hub, all_wires))
    if hub.buttons:
        legs: list[Row] = [(button.name, "", PICO.places[button.pin]) for button in hub.buttons]
        rows = (*legs, ("all other legs", "", BUTTON_GROUND))
        found.append(Card("buttons", "one leg each", rows, width=CARD))
    return found


def _readers(hub: HubWiring, bus: int, all_wires: Sequence[Wire]) -> Card:
    """Each has its own SDA; all else of one bus comes from the same places."""
    readers = [reader for reader in hub.readers if reader.bus == bus]
    selects: list[Row] = [(f"SDA of {reader.name}", "", PICO.places[reader.select]) for reader in readers]
    ends = {wire.terminal: wire.end for wire in all_wires if wire.part == f"reader {readers[0].name}"}
    shared: list[Row] = [(f"{name} of each", "", ends.get(name, OPEN)) for name in PRINTED if name != "SDA"]
    return Card(
        f"readers on bus {bus}", f"RC522: {len(readers)}", (*selects, *shared), CAPACITORS, width=CARD
    )


def _lights(hub: HubWiring, all_wires: Sequence[Wire]) -> Card:
    """The first has wires from elsewhere; each other one has all three from the one before it."""
    begin = rows_of(light_of(hub.readers[0]), all_wires)
    chain: list[Row] = [(light.name, "", f"from {before.name}") for before, light in pairwise(hub.readers)]
    first: Row = (hub.readers[0].name, "", "the first")
    foot = ("DOUT to the next DIN,", "5V to 5V, GND to GND") if chain else ()
    return Card("lights", "a chain of WS2812", (*begin, first, *chain), foot, width=CARD)
