"""Buildings and freedoms on the stage: which one? With outline, supply, and why one cannot be had."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.ground import TILES
from companion.games.florence.screen.views import Offered, Site
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED_SEPIA,
    LEAD_TEXT,
    MUTED,
    PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class SiteButton(ParchmentCardView[Site]):
    """One that may be taken."""

    def paint_model(self, ink: Painter, whole: Rect, site: Site) -> None:
        """Sign, outline, name; beneath, how many are left, or why it cannot be had."""
        bright = not site.barred
        inner = self.paint_plate(ink, whole, bright, 0.8).inset(mm(0.8), mm(0.7))
        name, rest = inner.cut_top(mm(4.6), mm(0.3))
        note, rest = rest.cut_bottom(mm(5.8) if site.note else 0.0, mm(0.3))
        ink.draw_text(site.name, name, LEAD_TEXT, SEPIA if bright else MUTED, bold=True, halign="center")
        ink.draw_text(
            site.note, note, SMALL_TEXT, FADED_SEPIA if bright else MUTED, halign="center", max_lines=2
        )
        shade = fade(CHALK, 1.0 if bright else 0.25)
        if not site.rows:
            ink.draw_symbol(site.symbol, rest, shade)
            return
        sign, shape = rest.split_columns(2, mm(0.6))
        ink.draw_symbol(site.symbol, sign, shade)
        colour = TILES[site.symbol.partition("/")[2]]
        paint_outline(
            ink, shape.inset(0, mm(0.4)), site.rows, colour if bright else mix_colours(PANEL, MUTED, 0.3)
        )
        if bright:
            dots = shape.cut_bottom(mm(2.2))[0]
            for cell in dots.cut_right(mm(2.6) * site.left)[0].split_columns(site.left) if site.left else ():
                ink.draw_symbol("dot", cell.centred(mm(1.7), mm(1.7)), FADED_SEPIA)


def paint_outline(ink: Painter, room: Rect, rows: tuple[str, ...], colour: Colour) -> None:
    """The squares of a tile as it is printed."""
    side = int(min(room.width / len(rows[0]), room.height / len(rows), mm(3.4)))
    spot = room.centred(side * len(rows[0]), side * len(rows))
    squares = [
        Rect(spot.x + across * side, spot.top - (down + 1) * side, side, side)
        for down, row in enumerate(rows)
        for across, mark in enumerate(row)
        if mark == "x"
    ]
    for square in squares:
        ink.fill_rect(square.inset(-1), mix_colours(colour, SEPIA, 0.6))
    for square in squares:
        ink.fill_rect(square.inset(0.5), colour)


class OfferedView(GlowingModelView[Offered]):
    """A row above that says what holds for all and what one costs, beneath it all of them."""

    HEAD = 6.0
    ACROSS = 5

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.buttons: list[SiteButton] = []
        super().__init__()

    def on_model_changed(self, offered: Offered, previous: object) -> None:
        """A button each."""
        self.sync_children(self.buttons, offered.sites, lambda site: SiteButton(site, self.act))

    def arrange_children(self, whole: Rect) -> None:
        """Side by side, in two rows when there are many."""
        _, rest = whole.cut_top(mm(self.HEAD), mm(0.6))
        across = min(max(1, len(self.buttons)), self.ACROSS)
        rows = max(1, -(-len(self.buttons) // across))
        room = rest if rows > 1 else rest.cut_top(min(rest.height, mm(36)))[0]
        for button, cell in zip(self.buttons, room.split_grid(across, rows, mm(0.3)), strict=False):
            place_widget(button, cell)

    def paint_model(self, ink: Painter, whole: Rect, offered: Offered) -> None:
        """What one costs."""
        head, _ = whole.cut_top(mm(self.HEAD))
        price, words = head.cut_right(mm(26), mm(1))
        ink.draw_text(offered.note, words, LEAD_TEXT, MUTED)
        ink.draw_text(offered.price, price, TITLE_TEXT, CHALK, bold=True, halign="right")
