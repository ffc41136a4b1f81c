"""Buildings and freedoms on the stage: which one? With outline, supply, and why one cannot be had."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.ground import TILES
from companion.games.florence.screen.views import Offered, Site
from companion.screen.draw.drawn import Act, Glowing, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    LEAD,
    MUTED,
    PANEL,
    SEPIA,
    SMALL,
    TITLE,
    Colour,
    faded,
    mixed,
)
from companion.screen.widgets.paper import Paper


class SiteButton(Paper[Site]):
    """One that may be taken."""

    def draw(self, ink: Ink, whole: Rect, site: Site) -> None:
        """Sign, outline, name; beneath, how many are left, or why it cannot be had."""
        bright = not site.barred
        inner = self.plate(ink, whole, bright, 0.8).inset(mm(0.8), mm(0.7))
        name, rest = inner.from_top(mm(4.6), mm(0.3))
        note, rest = rest.from_bottom(mm(5.8) if site.note else 0.0, mm(0.3))
        ink.words(site.name, name, LEAD, SEPIA if bright else MUTED, bold=True, across="center")
        ink.words(site.note, note, SMALL, FADED if bright else MUTED, across="center", most=2)
        shade = faded(CHALK, 1.0 if bright else 0.25)
        if not site.rows:
            ink.picture(site.symbol, rest, shade)
            return
        sign, shape = rest.columns(2, mm(0.6))
        ink.picture(site.symbol, sign, shade)
        colour = TILES[site.symbol.partition("/")[2]]
        paint_outline(ink, shape.inset(0, mm(0.4)), site.rows, colour if bright else mixed(PANEL, MUTED, 0.3))
        if bright:
            dots = shape.from_bottom(mm(2.2))[0]
            for cell in dots.from_right(mm(2.6) * site.left)[0].columns(site.left) if site.left else ():
                ink.picture("dot", cell.middle(mm(1.7), mm(1.7)), FADED)


def paint_outline(ink: Ink, room: Rect, rows: tuple[str, ...], colour: Colour) -> None:
    """The squares of a tile as it is printed."""
    side = int(min(room.width / len(rows[0]), room.height / len(rows), mm(3.4)))
    spot = room.middle(side * len(rows[0]), side * len(rows))
    squares = [
        Rect(spot.x + across * side, spot.top - (down + 1) * side, side, side)
        for down, row in enumerate(rows)
        for across, mark in enumerate(row)
        if mark == "x"
    ]
    for square in squares:
        ink.box(square.inset(-1), mixed(colour, SEPIA, 0.6))
    for square in squares:
        ink.box(square.inset(0.5), colour)


class OfferedView(Glowing[Offered]):
    """A row above that says what holds for all and what one costs, beneath it all of them."""

    HEAD = 6.0
    ACROSS = 5

    def __init__(self, act: Act) -> None:
        self.act = act
        self.buttons: list[SiteButton] = []
        super().__init__()

    def changed(self, offered: Offered, before: object) -> None:
        """A button each."""
        self.each(self.buttons, offered.sites, lambda site: SiteButton(site, self.act))

    def arrange(self, whole: Rect) -> None:
        """Side by side, in two rows when there are many."""
        _, rest = whole.from_top(mm(self.HEAD), mm(0.6))
        across = min(max(1, len(self.buttons)), self.ACROSS)
        rows = max(1, -(-len(self.buttons) // across))
        room = rest if rows > 1 else rest.from_top(min(rest.height, mm(36)))[0]
        for button, cell in zip(self.buttons, room.grid(across, rows, mm(0.3)), strict=False):
            lay(button, cell)

    def draw(self, ink: Ink, whole: Rect, offered: Offered) -> None:
        """What one costs."""
        head, _ = whole.from_top(mm(self.HEAD))
        price, words = head.from_right(mm(26), mm(1))
        ink.words(offered.note, words, LEAD, MUTED)
        ink.words(offered.price, price, TITLE, CHALK, bold=True, across="right")
