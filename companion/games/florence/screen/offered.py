"""Buildings and freedoms on the stage: which one? With outline, supply, and why one cannot be had."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.ground import TILES
from companion.games.florence.screen.views import Offered, Site
from companion.screen.draw.drawn import Act, Drawn, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    GOLD,
    LEAD,
    MUTED,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    SMALL,
    TITLE,
    Colour,
    faded,
    mixed,
)


class SiteButton(View[Site], Touchable):
    """One that may be taken."""

    def __init__(self, site: Site, act: Act) -> None:
        self.shown = site
        super().__init__(site.thing, act)

    def changed(self, site: Site, before: object) -> None:
        """Another one is touched."""
        self.thing = site.thing

    def draw(self, ink: Ink, whole: Rect, site: Site) -> None:
        """Sign, outline, name; beneath, how many are left, or why it cannot be had."""
        plate = whole.inset(mm(0.8))
        if self.open:
            ink.glow(plate, GOLD, mm(ROUND))
        bright = not site.barred
        paper = mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
        ink.box(plate, paper if bright else PANEL, mm(ROUND))
        inner = plate.inset(mm(0.8), mm(0.7))
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


class OfferedView(Drawn):
    """A row above that says what holds for all and what one costs, beneath it all of them."""

    HEAD = 6.0
    ACROSS = 5

    def __init__(self, act: Act) -> None:
        self.act = act
        self.offered: Offered | None = None
        self.buttons: list[SiteButton] = []
        super().__init__()

    def show(self, offered: Offered, open_: frozenset[str]) -> None:
        """Show these; what is among `open_` may be touched."""
        self.offered = offered
        if len(self.buttons) != len(offered.sites):
            for old in self.buttons:
                self.remove_widget(old)
            self.buttons = [SiteButton(site, self.act) for site in offered.sites]
            for button in self.buttons:
                self.add_widget(button)
        for button, site in zip(self.buttons, offered.sites, strict=True):
            button.show(site)
            button.allow(site.thing in open_)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """Side by side, in two rows when there are many."""
        _, rest = whole.from_top(mm(self.HEAD), mm(0.6))
        across = min(max(1, len(self.buttons)), self.ACROSS)
        rows = max(1, -(-len(self.buttons) // across))
        room = rest if rows > 1 else rest.from_top(min(rest.height, mm(36)))[0]
        for button, cell in zip(self.buttons, room.grid(across, rows, mm(0.3)), strict=False):
            lay(button, cell)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """What one costs."""
        if self.offered is None:
            return
        head, _ = whole.from_top(mm(self.HEAD))
        price, words = head.from_right(mm(26), mm(1))
        ink.words(self.offered.note, words, LEAD, MUTED)
        ink.words(self.offered.price, price, TITLE, CHALK, bold=True, across="right")
