"""A player's panel: the principality from above, money and prestige large, beneath them the court and the cards."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.printed import FREEDOMS, MATERIAL
from companion.screen.drawn import Act, Touchable
from companion.screen.florence.ground import paint_ground
from companion.screen.florence.views import Player
from companion.screen.ink import LEADING, Ink, letters, width_of
from companion.screen.rect import Rect
from companion.screen.theme import (
    CHALK,
    GOLD,
    LINE,
    MUTED,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    PLAYERS,
    RAISED,
    ROUND,
    Colour,
    faded,
    mixed,
)

SIGN = 5.4
"""Millimetres of the player's colour at the left."""
ROWS_LEAST = 25.5
"""What the rows beside the ground need, in millimetres."""
ROWS = (0.26, 0.28, 0.23, 0.23)
"""The share of each row: name, money and prestige, court, cards."""
LETTERS = (3.9, 4.4, 3.3, 3.3)
"""Millimetres of the letters of each row at most."""


class PlayerPanel(Touchable):
    """Touched, it opens his purse, or names him where that is asked."""

    def __init__(self, player: Player, act: Act) -> None:
        self.player = player
        self.asked = False
        super().__init__(player.purse, act)

    @property
    def stands_for(self) -> str:
        """A finger on his sign."""
        return self.player.thing

    def show(self, player: Player, open_: frozenset[str] = frozenset()) -> None:
        """Show him like this."""
        asked = player.thing in open_
        if (player, asked) != (self.player, self.asked):
            self.player, self.asked = player, asked
            self.thing = player.thing if asked else player.purse
            self.open = bool(self.thing)
            self.again()

    @property
    def gone(self) -> bool:
        """Whether he takes no part in what is going on."""
        return self.player.part in ("passed", "out")

    def paint(self, ink: Ink, whole: Rect) -> None:
        """His sign, his ground, four rows."""
        player, colour = self.player, self.player.seat.colour
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
        ink.picture(f"{colour}/flat", band.inset(mm(0.6)), ON_PLAYER[colour])
        ground, rest = rest.from_left(min(plate.height, rest.width - mm(ROWS_LEAST)), mm(0.7))
        paint_ground(ink, ground.inset(mm(0.3)), player.ground)
        if self.gone:
            ink.box(ground.inset(mm(0.3)), faded(PANEL, 0.45))
        self._rows(ink, rest.from_right(mm(0.6))[1].inset(0, mm(0.15)))

    def _rows(self, ink: Ink, rest: Rect) -> None:
        heights = [rest.height * share for share in ROWS]
        sizes = [min(most, high / mm(1) / LEADING) for most, high in zip(LETTERS, heights, strict=True)]
        rows: list[Rect] = []
        for high in heights:
            row, rest = rest.from_top(high)
            rows.append(row)
        self._name(ink, rows[0], sizes[0])
        self._purse(ink, rows[1], sizes[1])
        self._court(ink, rows[2], sizes[2])
        self._cards(ink, rows[3], sizes[3])

    def _name(self, ink: Ink, row: Rect, size: float) -> None:
        """Name, start player, what he does in the auction and what he has won."""
        player = self.player
        side = min(row.height, mm(4.6))
        for lot in player.won:
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
        if player.start:
            spot, row = row.from_right(side, mm(0.3))
            ink.picture("sun", spot.middle(side * 0.92, side * 0.92))
        ink.words(player.seat.name, row, size, MUTED if self.gone else CHALK, bold=True, cut=True)

    def _purse(self, ink: Ink, row: Rect, size: float) -> None:
        """Money and prestige: the largest there is."""
        money, points = row.from_left(row.width * 0.56)
        for symbol, number, cell in (
            ("florin", self.player.money, money),
            ("points", self.player.points, points),
        ):
            spot, words = cell.from_left(min(row.height, mm(4.8)), mm(0.6))
            ink.picture(symbol, spot.middle(spot.width, spot.width))
            ink.words(str(number), words, size, CHALK, bold=True)

    def _court(self, ink: Ink, row: Rect, size: float) -> None:
        """Jesters, builders as places taken, freedoms, the best work of the round."""
        player = self.player
        side = min(row.height * 0.92, mm(3.8))
        _counted(ink, row, "jester/flat", player.jesters, side, size)
        _, row = row.from_left(side + mm(2.6))
        for number in range(MATERIAL["builders-most"]):
            spot, row = row.from_left(side * 0.82, mm(0.15))
            _slot(ink, spot, "builder/flat", number < player.builders)
        _, row = row.from_left(mm(1.0))
        for freedom in FREEDOMS:
            spot, row = row.from_left(side * 0.9, mm(0.2))
            _slot(ink, spot, f"freedom/{freedom}/flat", freedom in player.freedoms)
        if player.best:
            _, row = row.from_left(mm(1.0))
            spot, words = row.from_left(side, mm(0.3))
            ink.picture("best-work", spot)
            ink.words(str(player.best), words, size, CHALK, bold=True)

    def _cards(self, ink: Ink, row: Rect, size: float) -> None:
        """Professions in hand, works on the table, bonus, prestige and recruiting cards."""
        player = self.player
        counts = (
            ("profession/flat", player.hand),
            ("work/flat", player.works),
            ("bonus/flat", player.bonus),
            ("prestige/flat", player.prestige),
            ("recruiting/flat", player.recruiting),
        )
        side = min(row.height * 0.92, mm(3.8))
        for (symbol, count), cell in zip(counts, row.columns(len(counts)), strict=True):
            _counted(ink, cell, symbol, count, side, size)


def _counted(ink: Ink, cell: Rect, symbol: str, count: int, side: float, size: float) -> None:
    """A sign and how many of it; pale for none."""
    spot, words = cell.from_left(side, mm(0.3))
    ink.picture(symbol, spot.middle(side, side), MUTED if count else _pale())
    room = words.from_left(max(mm(1.6), width_of(str(count), letters(size), True) + 1))[0]
    ink.words(str(count), room, size, CHALK if count else _pale(), bold=bool(count))


def _slot(ink: Ink, spot: Rect, symbol: str, taken: bool) -> None:
    """A place for something: the sign bright when it is there, else its shadow."""
    ink.picture(symbol, spot.middle(spot.width, spot.width), PARCHMENT if taken else _pale())


def _pale() -> Colour:
    return mixed(LINE, MUTED, 0.1)
