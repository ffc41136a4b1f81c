"""The table when the game is over: everybody's objectives, face up."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.views import Trophies
from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, ON_PLAYER, PANEL, PARCHMENT, PROMPT, ROUND, SEPIA, TITLE


class TrophiesView(View[tuple[Trophies, ...]]):
    """A panel for each player: his points, gold around the winner's; beneath, what he has won."""

    ROWS = 5

    def draw(self, ink: Ink, whole: Rect, trophies: tuple[Trophies, ...]) -> None:
        """Side by side, clockwise."""
        if trophies:
            for each, cell in zip(trophies, whole.columns(len(trophies), mm(1)), strict=True):
                self._panel(ink, cell.inset(mm(0.7)), each)

    def _panel(self, ink: Ink, panel: Rect, each: Trophies) -> None:
        if each.wins:
            ink.box(panel.inset(-mm(0.5)), GOLD, mm(ROUND + 0.4))
        ink.box(panel, PANEL, mm(ROUND))
        colour = each.seat.colour
        head, rest = panel.from_top(mm(10))
        ink.seat(colour, head, mm(ROUND))
        sign, points = head.inset(mm(1.4), mm(1)).from_left(mm(8), mm(1))
        ink.picture(f"{colour}/flat", sign, ON_PLAYER[colour])
        ink.words(str(each.points), points, PROMPT, ON_PLAYER[colour], bold=True, across="right")
        across = max(1, -(-len(each.won) // self.ROWS))
        cells = rest.inset(mm(0.8)).grid(max(across, 2), self.ROWS, mm(0.5))
        for won, cell in zip(each.won, cells, strict=False):
            ink.box(cell, PARCHMENT, mm(0.9))
            picture, value = cell.inset(mm(0.5), mm(0.3)).from_left(cell.width * 0.5)
            ink.picture(won.symbol, picture)
            ink.words(str(won.value), value, TITLE, SEPIA, bold=True, across="center")
        if not each.won:
            ink.words("–", rest, TITLE, CHALK, across="center")
