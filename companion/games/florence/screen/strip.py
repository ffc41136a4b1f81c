"""A player's panel: the principality from above, money and prestige large, beneath them the court and the cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.printed import FREEDOMS, MATERIAL
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Player
from companion.screen.draw.drawn import TouchView
from companion.screen.draw.ink import LEADING, Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GOLD,
    HEADING,
    LEAD,
    LEAST,
    LINE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    PLAYERS,
    RAISED,
    ROUND,
    faded,
    mixed,
)

SIGN = 5.4
"""Millimetres of the player's colour at the left."""
ROWS_LEAST = 25.5
"""What the rows beside the ground need, in millimetres."""
TALL = 18.0
"""Millimetres of a panel from which on court and cards have two rows each."""
NAME, PURSE, OTHER = 1.18, 1.28, 1.0
"""The shares of the rows: the name, money and prestige, all others."""
LETTERS = (LEAD, HEADING, NOTE)
"""Millimetres of their letters at most."""
SIDE = 3.8
"""And of a sign."""


class PlayerPanel(TouchView[Player]):
    """Touched, it opens their purse, or names them where that is asked."""

    asked = False

    @property
    def stands_for(self) -> str:
        """A finger on their sign."""
        return self.player.thing

    @property
    def player(self) -> Player:
        """Whose it is."""
        assert self.shown is not None
        return self.shown

    def show(self, player: Player, open_: Collection[str] | None = None) -> None:
        """See TouchView."""
        super().show(player)
        asked = player.thing in (open_ or ())
        if asked != self.asked:
            self.asked = asked
            self.again()
        self.thing = player.thing if asked else player.purse
        self.open = bool(self.thing)

    def changed(self, player: Player, before: object) -> None:
        """See TouchView."""

    @property
    def gone(self) -> bool:
        """Whether he takes no part in what is going on."""
        return self.player.part in ("passed", "out") and not self.player.turn

    def draw(self, ink: Ink, whole: Rect, player: Player) -> None:
        """Their sign, their ground, four rows."""
        colour = player.seat.colour
        plate = whole.inset(mm(0.35))
        if self.asked:
            ink.glow(plate.inset(mm(0.4)), GOLD, mm(ROUND))
        elif player.turn:
            ink.box(whole, GOLD, mm(ROUND + 0.35))
        face = RAISED if player.turn or self.pressed else PANEL
        ink.box(plate, mixed(face, GOLD, 0.2) if self.pressed else face, mm(ROUND))
        band, rest = plate.from_left(mm(SIGN), mm(0.5))
        ink.box(band.from_right(mm(ROUND))[0], PLAYERS[colour])
        ink.seat(colour, band, mm(ROUND))
        sign = band.inset(mm(0.6))
        if player.start:
            sun, sign = sign.from_top(sign.height * 0.42)
            ink.picture("sun", sun.inset(-mm(0.2)))
        ink.picture(f"{colour}/flat", sign, ON_PLAYER[colour])
        ground, rest = rest.from_left(min(plate.height, rest.width - mm(ROWS_LEAST)), mm(0.7))
        paint_ground(ink, ground.inset(mm(0.3)), player.ground)
        if self.gone:
            ink.box(ground.inset(mm(0.3)), faded(PANEL, 0.45))
        self._rows(ink, rest.from_right(mm(0.6))[1].inset(0, mm(0.15)))

    def _rows(self, ink: Ink, rest: Rect) -> None:
        won: list[Item] = [Won(lot.symbol, lot.price) for lot in self.player.won]
        others = [*([won] if len(won) > 1 else []), *self._others(rest.height >= mm(TALL))]
        share = rest.height / (NAME + PURSE + OTHER * len(others))
        name, rest = rest.from_top(share * NAME)
        purse, rest = rest.from_top(share * PURSE)
        sizes = [
            min(most, share * each / mm(1) / LEADING)
            for most, each in zip(LETTERS, (NAME, PURSE, OTHER), strict=True)
        ]
        self._name(ink, name, sizes[0])
        self._purse(ink, purse, sizes[1])
        for items, row in zip(others, rest.rows(len(others)), strict=True):
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

    def _name(self, ink: Ink, row: Rect, size: float) -> None:
        """Name, start player, what he does in the auction and what he has won."""
        player = self.player
        side = min(row.height, mm(4.6))
        for lot in player.won if len(player.won) == 1 else ():
            room = width_of(str(lot.price), letters(size * 0.86), True) + 2.0
            price, row = row.from_right(room, mm(0.2))
            ink.words(str(lot.price), price, size * 0.86, GOLD, bold=True)
            spot, row = row.from_right(side, mm(0.5))
            ink.picture(lot.symbol, spot)
        if player.note:
            room = min(row.width * 0.55, width_of(player.note, letters(size * 0.86), True) + 2.0)
            said, row = row.from_right(room, mm(0.6))
            colour = GOLD if player.part == "bids" else MUTED
            ink.words(player.note, said, size * 0.86, colour, bold=True, across="right")
        ink.words(player.seat.name, row, size, MUTED if self.gone else CHALK, bold=True, cut=True)

    def _purse(self, ink: Ink, row: Rect, size: float) -> None:
        """Money and prestige: the largest there is."""
        money, points = row.from_left(row.width * 0.56, mm(0.8))
        for symbol, number, cell in (
            ("florin", self.player.money, money),
            ("points", self.player.points, points),
        ):
            spot, words = cell.from_left(min(row.height, mm(4.8)), mm(0.6))
            ink.picture(symbol, spot.middle(spot.width, spot.width))
            ink.words(grouped(number), words, size, CHALK, bold=True)


class Counted(NamedTuple):
    """A sign and how many of it; pale for none."""

    symbol: str
    number: int

    def wide(self, side: float, size: float) -> float:
        """The room it takes in a row, signs being so large and letters of that size."""
        said = width_of(str(self.number), letters(size), True) + 1.0
        return float(side + mm(0.3) + max(mm(1.6), said))

    def paint(self, ink: Ink, cell: Rect, side: float, size: float) -> None:
        """Sign, number."""
        spot, words = cell.from_left(side, mm(0.3))
        if "/" in self.symbol:
            ink.picture(self.symbol, spot.middle(side, side), MUTED if self.number else PALE)
        else:
            ink.picture(self.symbol, spot.middle(side, side))
        ink.words(str(self.number), words, size, CHALK if self.number else PALE, bold=bool(self.number))


class Places(NamedTuple):
    """Places for things, each with its sign: bright where it is taken."""

    places: tuple[tuple[str, bool], ...]

    def wide(self, side: float, size: float) -> float:
        """See Counted."""
        return side * 0.88 * len(self.places)

    def paint(self, ink: Ink, cell: Rect, side: float, size: float) -> None:
        """Side by side."""
        for (symbol, taken), spot in zip(self.places, cell.columns(len(self.places)), strict=True):
            ink.picture(symbol, spot.middle(side * 0.82, side * 0.82), PARCHMENT if taken else PALE)


class Won(NamedTuple):
    """An object won in the auction, and its price."""

    symbol: str
    price: int

    def wide(self, side: float, size: float) -> float:
        """See Counted."""
        return float(side + mm(0.3) + width_of(grouped(self.price), letters(size), True) + 1.0)

    def paint(self, ink: Ink, cell: Rect, side: float, size: float) -> None:
        """Sign, price."""
        spot, words = cell.from_left(side, mm(0.3))
        ink.picture(self.symbol, spot.middle(side, side))
        ink.words(grouped(self.price), words, size, GOLD, bold=True)


Item = Counted | Places | Won
PALE = mixed(LINE, MUTED, 0.1)


def _row(ink: Ink, row: Rect, items: Sequence[Item], size: float) -> None:
    """Items beside each other, as large as they fit."""
    side = min(row.height * 0.92, mm(SIDE))
    while sum(item.wide(side, size) for item in items) + mm(0.6) * (len(items) - 1) > row.width and side > mm(
        1
    ):
        side, size = side * 0.95, max(LEAST, size * 0.95)
    total = sum(item.wide(side, size) for item in items)
    gap = min(mm(2.4), (row.width - total) / max(1, len(items) - 1))
    for item in items:
        cell, row = row.from_left(item.wide(side, size), gap)
        item.paint(ink, cell, side, size)
