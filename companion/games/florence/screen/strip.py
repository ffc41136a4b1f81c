"""A player's panel: the principality from above, money and prestige large, beneath them the court and the cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.printed import FREEDOMS, MATERIAL
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Player
from companion.screen.draw.canvas_widget import TouchableModelView
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    RAISED_PANEL,
    TEXT_ON_PLAYER_COLOURS,
    fade,
    mix_colours,
)

SIGN = 5.4
"""Millimetres of the player's colour at the left."""
ROWS_LEAST = 25.5
"""What the rows beside the ground need, in millimetres."""
TALL = 18.0
"""Millimetres of a panel from which on court and cards have two rows each."""
NAME, PURSE, OTHER = 1.18, 1.28, 1.0
"""The shares of the rows: the name, money and prestige, all others."""
LETTERS = (LEAD_TEXT, HEADING_TEXT, NOTE_TEXT)
"""Millimetres of their letters at most."""
SIDE = 3.8
"""And of a sign."""


class PlayerPanel(TouchableModelView[Player]):
    """Touched, it opens their purse, or names them where that is asked."""

    asked = False

    @property
    def represented_target(self) -> str:
        """A finger on their sign."""
        return self.player.thing

    @property
    def player(self) -> Player:
        """Whose it is."""
        assert self.model is not None
        return self.model

    def show(self, player: Player, enabled_targets: Collection[str] | None = None) -> None:
        """See TouchableModelView."""
        super().show(player)
        asked = player.thing in (enabled_targets or ())
        if asked != self.asked:
            self.asked = asked
            self.request_redraw()
        self.touch_target = player.thing if asked else player.purse
        self.enabled = bool(self.touch_target)

    def on_model_changed(self, player: Player, previous: object) -> None:
        """See TouchableModelView."""

    @property
    def gone(self) -> bool:
        """Whether he takes no part in what is going on."""
        return self.player.part in ("passed", "out") and not self.player.turn

    def paint_model(self, ink: Painter, whole: Rect, player: Player) -> None:
        """Their sign, their ground, four rows."""
        colour = player.seat.colour
        plate = whole.inset(mm(0.35))
        if self.asked:
            ink.draw_glow(plate.inset(mm(0.4)), GOLD, mm(CORNER_RADIUS))
        elif player.turn:
            ink.fill_rect(whole, GOLD, mm(CORNER_RADIUS + 0.35))
        face = RAISED_PANEL if player.turn or self.is_pressed else PANEL
        ink.fill_rect(plate, mix_colours(face, GOLD, 0.2) if self.is_pressed else face, mm(CORNER_RADIUS))
        band, rest = plate.cut_left(mm(SIGN), mm(0.5))
        ink.fill_rect(band.cut_right(mm(CORNER_RADIUS))[0], PLAYER_COLOURS[colour])
        ink.fill_player_rect(colour, band, mm(CORNER_RADIUS))
        sign = band.inset(mm(0.6))
        if player.start:
            sun, sign = sign.cut_top(sign.height * 0.42)
            ink.draw_symbol("sun", sun.inset(-mm(0.2)))
        ink.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        ground, rest = rest.cut_left(min(plate.height, rest.width - mm(ROWS_LEAST)), mm(0.7))
        paint_ground(ink, ground.inset(mm(0.3)), player.ground)
        if self.gone:
            ink.fill_rect(ground.inset(mm(0.3)), fade(PANEL, 0.45))
        self._rows(ink, rest.cut_right(mm(0.6))[1].inset(0, mm(0.15)))

    def _rows(self, ink: Painter, rest: Rect) -> None:
        won: list[Item] = [Won(lot.symbol, lot.price) for lot in self.player.won]
        others = [*([won] if len(won) > 1 else []), *self._others(rest.height >= mm(TALL))]
        share = rest.height / (NAME + PURSE + OTHER * len(others))
        name, rest = rest.cut_top(share * NAME)
        purse, rest = rest.cut_top(share * PURSE)
        sizes = [
            min(most, share * each / mm(1) / LINE_SPACING)
            for most, each in zip(LETTERS, (NAME, PURSE, OTHER), strict=True)
        ]
        self._name(ink, name, sizes[0])
        self._purse(ink, purse, sizes[1])
        for items, row in zip(others, rest.split_rows(len(others)), strict=True):
            _row(ink, row, items, sizes[2])

    def _others(self, tall: bool) -> list[list[Item]]:
        """Court and cards, row by row."""
        player = self.player
        builders = ["builder/flat"] * MATERIAL["builders-most"]
        freedoms = [f"freedom/{freedom}/flat" for freedom in FREEDOMS]
        court: list[Item] = [
            Counted("jester/flat", player.jesters),
            Places(tuple(zip(builders, (at < player.builders for at in range(len(builders))), strict=True))),
            Places(tuple(zip(freedoms, (each in player.freedoms for each in FREEDOMS), strict=True))),
            Counted("best-work" if player.best else "work/flat", player.best),
        ]
        cards: list[Item] = [
            Counted("profession/flat", player.hand),
            Counted("work/flat", player.works),
            Counted("bonus/flat", player.bonus),
            Counted("prestige/flat", player.prestige),
            Counted("recruiting/flat", player.recruiting),
        ]
        best = court if player.best else court[:-1]
        return [[court[0], *best[3:]], court[1:3], cards[:2], cards[2:]] if tall else [best, cards]

    def _name(self, ink: Painter, row: Rect, size: float) -> None:
        """Name, start player, what he does in the auction and what he has won."""
        player = self.player
        side = min(row.height, mm(4.6))
        for lot in player.won if len(player.won) == 1 else ():
            room = text_width(str(lot.price), font_pixels(size * 0.86), True) + 2.0
            price, row = row.cut_right(room, mm(0.2))
            ink.draw_text(str(lot.price), price, size * 0.86, GOLD, bold=True)
            spot, row = row.cut_right(side, mm(0.5))
            ink.draw_symbol(lot.symbol, spot)
        if player.note:
            room = min(row.width * 0.55, text_width(player.note, font_pixels(size * 0.86), True) + 2.0)
            said, row = row.cut_right(room, mm(0.6))
            colour = GOLD if player.part == "bids" else MUTED
            ink.draw_text(player.note, said, size * 0.86, colour, bold=True, halign="right")
        ink.draw_text(
            player.seat.name, row, size, MUTED if self.gone else CHALK, bold=True, may_truncate=True
        )

    def _purse(self, ink: Painter, row: Rect, size: float) -> None:
        """Money and prestige: the largest there is."""
        money, points = row.cut_left(row.width * 0.56, mm(0.8))
        for symbol, number, cell in (
            ("florin", self.player.money, money),
            ("points", self.player.points, points),
        ):
            spot, words = cell.cut_left(min(row.height, mm(4.8)), mm(0.6))
            ink.draw_symbol(symbol, spot.centred(spot.width, spot.width))
            ink.draw_text(grouped(number), words, size, CHALK, bold=True)


class Counted(NamedTuple):
    """A sign and how many of it; pale for none."""

    symbol: str
    number: int

    def wide(self, side: float, size: float) -> float:
        """The room it takes in a row, signs being so large and letters of that size."""
        said = text_width(str(self.number), font_pixels(size), True) + 1.0
        return float(side + mm(0.3) + max(mm(1.6), said))

    def paint(self, ink: Painter, cell: Rect, side: float, size: float) -> None:
        """Sign, number."""
        spot, words = cell.cut_left(side, mm(0.3))
        if "/" in self.symbol:
            ink.draw_symbol(self.symbol, spot.centred(side, side), MUTED if self.number else PALE)
        else:
            ink.draw_symbol(self.symbol, spot.centred(side, side))
        ink.draw_text(str(self.number), words, size, CHALK if self.number else PALE, bold=bool(self.number))


class Places(NamedTuple):
    """Places for things, each with its sign: bright where it is taken."""

    places: tuple[tuple[str, bool], ...]

    def wide(self, side: float, size: float) -> float:
        """See Counted."""
        return side * 0.88 * len(self.places)

    def paint(self, ink: Painter, cell: Rect, side: float, size: float) -> None:
        """Side by side."""
        for (symbol, taken), spot in zip(self.places, cell.split_columns(len(self.places)), strict=True):
            ink.draw_symbol(symbol, spot.centred(side * 0.82, side * 0.82), PARCHMENT if taken else PALE)


class Won(NamedTuple):
    """An object won in the auction, and its price."""

    symbol: str
    price: int

    def wide(self, side: float, size: float) -> float:
        """See Counted."""
        return float(side + mm(0.3) + text_width(grouped(self.price), font_pixels(size), True) + 1.0)

    def paint(self, ink: Painter, cell: Rect, side: float, size: float) -> None:
        """Sign, price."""
        spot, words = cell.cut_left(side, mm(0.3))
        ink.draw_symbol(self.symbol, spot.centred(side, side))
        ink.draw_text(grouped(self.price), words, size, GOLD, bold=True)


Item = Counted | Places | Won
PALE = mix_colours(BORDER, MUTED, 0.1)


def _row(ink: Painter, row: Rect, items: Sequence[Item], size: float) -> None:
    """Items beside each other, as large as they fit."""
    side = min(row.height * 0.92, mm(SIDE))
    while sum(item.wide(side, size) for item in items) + mm(0.6) * (len(items) - 1) > row.width and side > mm(
        1
    ):
        side, size = side * 0.95, max(MIN_TEXT, size * 0.95)
    total = sum(item.wide(side, size) for item in items)
    gap = min(mm(2.4), (row.width - total) / max(1, len(items) - 1))
    for item in items:
        cell, row = row.cut_left(item.wide(side, size), gap)
        item.paint(ink, cell, side, size)
