"""A drawing (SVG) of a board and of the parts that are wired to it, each with the places it goes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol
from xml.sax.saxutils import escape

from msgspec import Struct

from hardware.boards import Wire

WIDTH = 880
ROW = 27
MIDDLE = WIDTH / 2
PAPER, INK, FAINT, LINE, BOARD, BARE = "#ffffff", "#1b1f24", "#6b7480", "#c3cad3", "#1f5fa8", "#eef1f5"
KINDS = {"3.3 V": "#b3261e", "5 V": "#7a1b16", "ground": "#1b1f24"}
SIGNAL = "#1f5fa8"
CARD, GAP, ABREAST = 160, 12, 5
"""The width of a part, the room between two, and how many stand side by side."""


class Pin(Protocol):
    """A place on a board; `supply` is what is there instead of a pin of the program."""

    @property
    def number(self) -> int: ...

    @property
    def supply(self) -> str: ...


def sheet(board: Sequence[str], rows: Sequence[Sequence[Card]], top: float, pins: Sequence[Pin]) -> str:
    """A board, and below it from `top` on the parts that are wired to its `pins`, row by row."""
    parts, height = _all_cards(rows, top, pins)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height:g}" rx="10" fill="{PAPER}"/>',
        *board,
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def drawn_pin(pin: Pin, x: float, y: float, used: bool) -> Iterator[str]:
    """A square is a supply, a disc a pin of the program; an empty one stays free. Each says its number."""
    colour = KINDS.get(pin.supply, SIGNAL)
    fill, ink = (colour, PAPER) if used else (PAPER, FAINT)
    edge = colour if used else LINE
    if pin.supply:
        yield f'<rect x="{x - 11:g}" y="{y - 11:g}" width="22" height="22" fill="{fill}" stroke="{edge}"/>'
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="11.5" fill="{fill}" stroke="{edge}"/>'
    yield text(x, y + 4, str(pin.number), ink, "middle", 11)


OPEN = "open"
Row = tuple[str, str, int | str]
"""A terminal, what lies between, and the wire's other end: a place on the header, or in words."""


class Card(Struct, frozen=True):
    """One part with its terminals in their order."""

    title: str
    under: str
    rows: tuple[Row, ...]
    foot: tuple[str, ...] = ()
    antenna: bool = False
    width: int = CARD

    @property
    def height(self) -> float:
        return 70 + (78 if self.antenna else 0) + len(self.rows) * 26 + len(self.foot) * 18


def rows_of(part: str, all_wires: Sequence[Wire]) -> tuple[Row, ...]:
    """A part's terminals, what lies between, and the wire's other end."""
    return tuple((wire.terminal, wire.through, wire.end) for wire in all_wires if wire.part == part)


def _all_cards(rows: Sequence[Sequence[Card]], top: float, pins: Sequence[Pin]) -> tuple[list[str], float]:
    """Every part, and where the last one ends."""
    lines: list[str] = []
    for row in filter(None, rows):
        x = (WIDTH - sum(card.width for card in row) - (len(row) - 1) * GAP) / 2
        height = max(card.height for card in row)
        for card in row:
            lines += _card(card, x, top, height, pins)
            x += card.width + GAP
        top += height + GAP
    return lines, top + 6


def _card(card: Card, x: float, y: float, height: float, pins: Sequence[Pin]) -> Iterator[str]:
    wide, middle = card.width, x + card.width / 2
    yield f'<rect x="{x:g}" y="{y:g}" width="{wide}" height="{height:g}" rx="8" fill="#f6f8fa" stroke="{LINE}"/>'
    yield text(middle, y + 24, card.title, INK, "middle", 15, bold=True)
    yield text(middle, y + 42, card.under, FAINT, "middle", 12)
    y += 68
    if card.antenna:
        for step in (0, 6, 12):
            yield (
                f'<rect x="{x + 30 + step:g}" y="{y - 14 + step:g}" width="{100 - 2 * step}" '
                f'height="{66 - 2 * step}" rx="6" fill="none" stroke="{BOARD}" stroke-width="1.5"/>'
            )
        yield text(middle, y + 23, "card here", BOARD, "middle", 11)
        y += 78
    for name, through, end in card.rows:
        yield text(x + 12, y + 5, name, INK, "start", 13, bold=True)
        if isinstance(end, int):
            if through:
                yield text(x + wide - 42, y + 4, through, INK, "end", 12)
            yield from drawn_pin(pins[end - 1], x + wide - 22, y, used=True)
        else:
            said = f"{through}, {end}" if through else end
            yield text(x + wide - 12, y + 4, said, FAINT if end == OPEN else INK, "end", 12)
        y += 26
    for line in card.foot:
        yield text(middle, y + 6, line, INK, "middle", 12)
        y += 18


def text(
    x: float, y: float, said: str, fill: str = INK, anchor: str = "start", size: int = 14, bold: bool = False
) -> str:
    """One line of writing."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(said)}</text>"
    )
