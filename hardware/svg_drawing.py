"""Draws a board and the parts that are wired to it as SVG; each part shows the positions of its wires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol
from xml.sax.saxutils import escape

from msgspec import Struct

from hardware.pin_layout import Wire

DRAWING_WIDTH = 880
ROW_HEIGHT = 27
MIDDLE_X = DRAWING_WIDTH / 2
PAPER_COLOUR, INK_COLOUR, FAINT_COLOUR, LINE_COLOUR, BOARD_COLOUR, BARE_COLOUR = (
    "#ffffff",
    "#1b1f24",
    "#6b7480",
    "#c3cad3",
    "#1f5fa8",
    "#eef1f5",
)
SUPPLY_COLOURS = {"3.3 V": "#b3261e", "5 V": "#7a1b16", "ground": "#1b1f24"}
SIGNAL_COLOUR = "#1f5fa8"
CARD_WIDTH, CARD_GAP, CARDS_PER_ROW = 160, 12, 5
"""The width of a part, the gap between two, and the number of parts side by side."""


class DrawnPin(Protocol):
    """A position on a board; `supply` names the supply of a position that is no pin for programs."""

    @property
    def number(self) -> int: ...

    @property
    def supply(self) -> str: ...


def draw_sheet(
    board: Sequence[str], rows: Sequence[Sequence[PartBox]], top: float, pins: Sequence[DrawnPin]
) -> str:
    """The SVG of a board and, below it from `top` on, of the parts wired to its `pins`, row by row."""
    parts, height = _all_cards(rows, top, pins)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {DRAWING_WIDTH} {height:g}" '
        f'width="{DRAWING_WIDTH}" height="{height:g}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="14">',
        f'<rect width="{DRAWING_WIDTH}" height="{height:g}" rx="10" fill="{PAPER_COLOUR}"/>',
        *board,
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def draw_pin(pin: DrawnPin, x: float, y: float, used: bool) -> Iterator[str]:
    """Draw a pin with its number: a square for a supply, a disc for a program's pin; an unused pin is empty."""
    colour = SUPPLY_COLOURS.get(pin.supply, SIGNAL_COLOUR)
    fill, ink = (colour, PAPER_COLOUR) if used else (PAPER_COLOUR, FAINT_COLOUR)
    edge = colour if used else LINE_COLOUR
    if pin.supply:
        yield f'<rect x="{x - 11:g}" y="{y - 11:g}" width="22" height="22" fill="{fill}" stroke="{edge}"/>'
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="11.5" fill="{fill}" stroke="{edge}"/>'
    yield draw_text(x, y + 4, str(pin.number), ink, "middle", 11)


UNCONNECTED = "open"
TerminalRow = tuple[str, str, int | str]
"""A terminal, the part in between, and the other end of the wire: a position on the header, or words."""


class PartBox(Struct, frozen=True):
    """One part with its terminals in their order."""

    title: str
    subtitle: str
    rows: tuple[TerminalRow, ...]
    footnotes: tuple[str, ...] = ()
    has_antenna: bool = False
    width: int = CARD_WIDTH

    @property
    def height(self) -> float:
        return 70 + (78 if self.has_antenna else 0) + len(self.rows) * 26 + len(self.footnotes) * 18


def terminal_rows(part: str, all_wires: Sequence[Wire]) -> tuple[TerminalRow, ...]:
    """The terminals of a part, the parts in between, and the other ends of the wires."""
    return tuple((wire.terminal, wire.through, wire.origin) for wire in all_wires if wire.part == part)


def _all_cards(
    rows: Sequence[Sequence[PartBox]], top: float, pins: Sequence[DrawnPin]
) -> tuple[list[str], float]:
    """The drawing of every part, and the height where the last one ends."""
    lines: list[str] = []
    for row in filter(None, rows):
        x = (DRAWING_WIDTH - sum(card.width for card in row) - (len(row) - 1) * CARD_GAP) / 2
        height = max(card.height for card in row)
        for card in row:
            lines += _card(card, x, top, height, pins)
            x += card.width + CARD_GAP
        top += height + CARD_GAP
    return lines, top + 6


def _card(card: PartBox, x: float, y: float, height: float, pins: Sequence[DrawnPin]) -> Iterator[str]:
    wide, middle = card.width, x + card.width / 2
    yield f'<rect x="{x:g}" y="{y:g}" width="{wide}" height="{height:g}" rx="8" fill="#f6f8fa" stroke="{LINE_COLOUR}"/>'
    yield draw_text(middle, y + 24, card.title, INK_COLOUR, "middle", 15, bold=True)
    yield draw_text(middle, y + 42, card.subtitle, FAINT_COLOUR, "middle", 12)
    y += 68
    if card.has_antenna:
        for step in (0, 6, 12):
            yield (
                f'<rect x="{x + 30 + step:g}" y="{y - 14 + step:g}" width="{100 - 2 * step}" '
                f'height="{66 - 2 * step}" rx="6" fill="none" stroke="{BOARD_COLOUR}" stroke-width="1.5"/>'
            )
        yield draw_text(middle, y + 23, "card here", BOARD_COLOUR, "middle", 11)
        y += 78
    for name, through, end in card.rows:
        yield draw_text(x + 12, y + 5, name, INK_COLOUR, "start", 13, bold=True)
        if isinstance(end, int):
            if through:
                yield draw_text(x + wide - 42, y + 4, through, INK_COLOUR, "end", 12)
            yield from draw_pin(pins[end - 1], x + wide - 22, y, used=True)
        else:
            label = f"{through}, {end}" if through else end
            yield draw_text(
                x + wide - 12, y + 4, label, FAINT_COLOUR if end == UNCONNECTED else INK_COLOUR, "end", 12
            )
        y += 26
    for line in card.footnotes:
        yield draw_text(middle, y + 6, line, INK_COLOUR, "middle", 12)
        y += 18


def draw_text(
    x: float,
    y: float,
    content: str,
    fill: str = INK_COLOUR,
    anchor: str = "start",
    size: int = 14,
    bold: bool = False,
) -> str:
    """One line of text."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(content)}</text>"
    )
