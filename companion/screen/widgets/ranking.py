"""Who has how many points, and what they are made of: one bar a player, the longest first."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    FIGURE,
    GOLD,
    MUTED,
    ON_PLAYER,
    PANEL,
    PLAYERS,
    RAISED,
    ROUND,
    SMALL,
    TITLE,
    faded,
    mixed,
)
from companion.screen.reports import Points
from companion.screen.views import Rank
from companion.screen.widgets.blocks import Block


class RankRow(Touchable):
    """One player: place, name, bar, points. Touched, it opens what the points are made of."""

    def __init__(self, rank: Rank, most: int, act: Act) -> None:
        self.rank = rank
        self.most = most
        super().__init__(rank.thing, act)
        self.open = bool(rank.thing)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Gold around the winner."""
        rank = self.rank
        if rank.place == 1:
            ink.box(whole, GOLD, mm(ROUND))
        plate = whole.inset(mm(0.5))
        ink.box(plate, mixed(RAISED, GOLD, 0.2) if self.pressed else PANEL, mm(ROUND - 0.3))
        place, rest = plate.from_left(mm(11), mm(1))
        said = f"{rank.place}." if rank.place else ""
        ink.words(said, place, TITLE, GOLD if rank.place == 1 else MUTED, bold=True, across="center")
        sign, rest = rest.from_left(mm(9), mm(2))
        ink.picture(rank.seat.colour, sign.middle(mm(8.4), mm(8.4)))
        points, rest = rest.inset(mm(1), mm(0.8)).from_right(mm(15), mm(2))
        ink.words(str(rank.points), points, FIGURE, CHALK, bold=True, across="right")
        above, below = rest.from_top(rest.height * 0.46 if rest.height > mm(8) else rest.height - mm(3.5))
        used = ink.words(rank.seat.name, above, TITLE, CHALK, bold=True)
        ink.words(rank.note, above.from_left(used, mm(3))[1], SMALL, MUTED, across="right", most=2)
        high = max(below.height * 0.7, min(below.height, mm(3.5)))  # room for a number
        self._bar(ink, below.middle(below.width, high))

    def _bar(self, ink: Ink, room: Rect) -> None:
        """The parts, each as long as it is worth."""
        colour = PLAYERS[self.rank.seat.colour]
        scale = room.width / max(1, self.most)
        ink.box(room, faded(colour, 0.14), mm(0.8))
        at = room.x
        for number, part in enumerate(self.rank.parts):
            piece = Rect(at, room.y, part.count * scale, room.height)
            ink.seat(self.rank.seat.colour, piece, 0.0, mixed(colour, PANEL, 0.28 * (number % 3)))
            at = piece.right
            if piece.width >= mm(9):
                sign, words = piece.inset(mm(0.8), mm(0.3)).from_left(mm(3.6), mm(0.6))
                written = ON_PLAYER[self.rank.seat.colour]
                ink.picture(part.symbol, sign, written)
                ink.words(str(part.count), words, BODY, written, bold=True)


class Ranking(Block[Points]):
    """All players."""

    shown = Points(())

    def heights(self, width: float) -> tuple[float, float]:
        """All that there is room for."""
        return mm(7) * len(self.shown.ranks), mm(200)

    def changed(self, value: Points, before: object) -> None:
        """A row each, in this order."""
        self.clear_widgets()
        longest = value.longest or max((rank.points for rank in value.ranks), default=1)
        for rank in value.ranks:
            self.add_widget(RankRow(rank, longest, self.act))

    def arrange(self, whole: Rect) -> None:
        """Equal rows."""
        rows = max(4, len(self.shown.ranks))
        gap = mm(2 if rows == 4 else 0.7)
        high = min(mm(17), (whole.height - gap * (rows - 1)) / rows)
        for at, row in enumerate(reversed(self.children)):
            lay(row, Rect(whole.x, whole.top - (at + 1) * high - at * gap, whole.width, high))
