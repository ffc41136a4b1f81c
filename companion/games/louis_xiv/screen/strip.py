"""A player's strip: everything of his that lies open on the table."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.views import Player
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    METALS,
    MUTED,
    PARCHMENT,
)
from companion.screen.widgets.seat_strip import SeatStrip

ICON = 3.4
SMALL_ICON = 2.9
NUMBER = 0.81
"""A symbol in millimetres, a smaller one, and its number in sizes of the symbol."""

GENERAL = "general"
"""Not a symbol: the number of stones in the general supply stands in a square, as on the board."""

BACKS = {"light": METALS["sky"], "mid": METALS["water"], "dark": METALS["deep"]}
"""The backs of the mission cards."""


class Strip(SeatStrip[Player]):
    """Sign and name, chips; beneath money, stones own and general, coats of arms, cards, missions."""

    def above(self, ink: Ink, row: Rect, player: Player) -> None:
        """Name, start player, chips, missions laid out."""
        if player.missions:
            spot, row = row.from_right(_width(player.missions, ICON), mm(0.5))
            _counted(ink, "mission", player.missions, spot, ICON)
        for chip in reversed(player.chips):
            spot, row = row.from_right(_width(chip.count, ICON) if chip.count > 1 else mm(ICON), mm(0.5))
            _counted(ink, chip.symbol, chip.count if chip.count > 1 else None, spot, ICON)
        if player.start:
            spot, row = row.from_right(mm(4.4))
            ink.picture("sun", spot.middle(mm(4), mm(4)))
        ink.words(player.seat.name, row, BODY, CHALK, bold=True)

    def below(self, ink: Ink, row: Rect, player: Player) -> None:
        """What they have, counted, with equal room between; smaller when there is much of everything."""
        backs = [back.symbol for back in player.hand for _ in range(back.count)]
        hand, row = row.from_right(mm(1.5) * len(backs), mm(0.8))
        for back, slip in zip(backs, hand.columns(max(1, len(backs)), mm(0.3)), strict=False):
            ink.box(slip.middle(slip.width, mm(3.4)), PARCHMENT, mm(0.2))
            ink.box(slip.middle(slip.width, mm(3.4)).inset(mm(0.15)), BACKS[back], mm(0.2))
        things = [
            ("louis", player.money),
            (player.seat.colour, player.own),
            (GENERAL, player.general),
            ("arms", player.arms),
            ("influence", player.influence),
            ("intrigue", player.intrigue),
        ]
        for icon in (ICON, SMALL_ICON):
            widths = [mm(icon + 1) if symbol == GENERAL else _width(count, icon) for symbol, count in things]
            gap = min(mm(2.2), (row.width - sum(widths)) / len(things))
            if gap > mm(0.6):
                break
        for (symbol, count), width in zip(things, widths, strict=True):
            cell, row = row.from_left(width, gap)
            if symbol == GENERAL:
                square = cell.middle(width, mm(icon + 0.5))
                ink.frame(square, MUTED, mm(0.3), mm(0.5))
                ink.words(str(count), square, icon * NUMBER, CHALK, across="center")
            else:
                _counted(ink, symbol, count, cell, icon)


def _width(count: int, icon: float) -> float:
    """What a symbol and this number take."""
    return float(mm(icon + 0.3)) + width_of(str(count), letters(icon * NUMBER), True)


def _counted(ink: Ink, symbol: str, count: int | None, cell: Rect, icon: float) -> None:
    """A symbol and how many."""
    sign, words = cell.from_left(mm(icon), mm(0.3))
    ink.picture(symbol, sign)
    if count is not None:
        room = Rect(words.x, words.y, words.width + 2, words.height)
        ink.words(str(count), room, icon * NUMBER, CHALK, bold=True)
