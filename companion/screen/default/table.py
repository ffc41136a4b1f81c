"""The table screen of a game that brings none: its places by their kind, beside the players and what just happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.default.arrange import BESIDE, arrange, band, fit, has_room, wide
from companion.screen.default.buttons import Answers
from companion.screen.default.places import Spot
from companion.screen.default.shown import Player, Table
from companion.screen.default.spot_face import SpotFace
from companion.screen.default.tokens import draw_token, line
from companion.screen.draw.drawn import Act, Touchable, View, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    EDGE,
    GAP,
    GOLD,
    LEAD,
    ROUND,
    TITLE,
    TOUCH,
)
from companion.screen.widgets.choices import Choices
from companion.screen.widgets.frame import READER, TableFrame, Words
from companion.screen.widgets.seat_strip import SeatStrip


class Strip(SeatStrip[Player], Touchable):
    """A player: name, points, what they have. A finger on them turns to their places."""

    SIGN = 5.4

    def __init__(self, player: Player, act: Act) -> None:
        super().__init__(player, thing=player.thing, act=act)

    def changed(self, player: Player, before: object) -> None:
        """See View."""
        self.thing = player.thing

    def draw(self, ink: Ink, whole: Rect, player: Player) -> None:
        """In gold light where the player may be meant."""
        if player.open:
            ink.glow(whole.inset(mm(0.5)), GOLD, mm(ROUND))
        super().draw(ink, whole, player)
        if player.looked_at:
            ink.frame(whole, CHALK, mm(0.5), mm(ROUND))

    def above(self, ink: Ink, row: Rect, player: Player) -> None:
        """Name and points."""
        said = str(player.points)
        points, name = row.from_right(width_of(said, letters(TITLE), True), mm(0.8))
        ink.words(player.seat.name, name, LEAD, CHALK, bold=True, cut=True)
        ink.words(said, points, TITLE, CHALK, bold=True, across="right")

    def below(self, ink: Ink, row: Rect, player: Player) -> None:
        """As much of what they have as there is room for."""
        for token, rect in line(player.tokens, row):
            draw_token(ink, rect, token)


class Board(View[tuple[Sequence[Spot], Sequence[Spot], bool]]):
    """Places of nobody, in the order of the layout, and those of one player beneath them; whether they are shown as
    they would be after an answer. `beside`: see `arrange`.
    """

    shown: tuple[Sequence[Spot], Sequence[Spot], bool] = ((), (), False)

    def __init__(self, act: Act, beside: float = BESIDE) -> None:
        self.act = act
        self.beside = beside
        self.faces: list[SpotFace] = []
        super().__init__()

    def changed(self, value: tuple[Sequence[Spot], Sequence[Spot], bool], before: object) -> None:
        """A face each."""
        self.each(self.faces, [*value[0], *value[1]], lambda spot: SpotFace(spot, self.act))

    def arrange(self, whole: Rect) -> None:
        """What is nobody's above; a player's below."""
        shared, theirs = self._kept(whole)
        there = {spot.thing for spot in (*shared, *theirs)}
        for face in self.faces:
            self.there(face, face.thing in there)
        if shared and theirs:
            low, whole = whole.from_bottom(band(theirs, whole, mm(1)), mm(1.2))
            self._lay(low, theirs)
        self._lay(whole, shared or theirs)

    def _kept(self, whole: Rect) -> tuple[Sequence[Spot], Sequence[Spot]]:
        """What there is room for: where there is little, a player's only if something of it may be touched, and before
        that what only tells how many are left gives way; while an answer is tried all does that would stay as it is.
        """
        all_shared, theirs, trying = self.shown
        shared = tuple(spot for spot in all_shared if not spot.spare)
        changed = tuple(tuple(spot for spot in spots if spot.changed) for spots in (shared, theirs))
        if trying and shared and any(changed) and not has_room(shared, theirs, whole, mm(1)):
            return changed[0], changed[1]
        if shared and not any(thing for spot in theirs for thing in spot.things):
            theirs = theirs if fit(shared, theirs, whole, mm(1)) else ()
        if not shared or has_room(all_shared, theirs, whole, mm(1)):
            return all_shared, theirs
        return shared, theirs

    def _lay(self, area: Rect, spots: Sequence[Spot]) -> None:
        faces = {face.thing: face for face in self.faces}
        for thing, rect in arrange(area, spots, mm(1), self.beside):
            lay(faces[thing], rect)


def _wanted(spot: Spot, table: Table) -> bool:
    """Whether something of it may be touched, or would be otherwise after the answer that is tried."""
    return any(spot.things) or (table.trying and spot.changed)


class TableView(TableFrame):
    """At the left the places, or the answers where there are many; at the right players and events."""

    HAND = 11.6
    BOARD, SQUARE = 106.0, 75.0
    STRIP = 10.4
    EVENTS = 18.5
    SAID = 52.0
    ASIDE, FEW = 32.0, 4
    """Millimetres of answers beside the board where there is no room for them below: where it may be touched, or they
    are so few."""
    CARD = 12.0
    """Millimetres of a card that is to be read beside answers."""

    def __init__(self, act: Act, words: Words) -> None:
        self.board = Board(act)
        self.strips: list[Strip] = []
        self.tall = self.wide = self.trying = self.needed = False
        super().__init__(act, words)
        self.beneath(self.board)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        shared, theirs = table.shared, table.theirs
        self.tall, self.wide, self.trying = table.tall, wide(shared, self.BOARD), table.trying
        self.answered.count_off(table.numbers)
        self.answered.show(table.choices)
        if self.wide:
            theirs = tuple(spot for spot in theirs if _wanted(spot, table))
        if self.tall and self.choices.count > 1:  # they take the room beside it
            shared, theirs = (
                tuple(spot for spot in spots if spot.tall or _wanted(spot, table))
                for spots in (shared, theirs)
            )
        self.needed = any(thing for spot in (*shared, *theirs) for thing in spot.things)
        self.board.show((shared, theirs, table.trying))
        self.each(self.strips, table.players, lambda player: Strip(player, self.act))
        self.frame(table)
        self.answered.preview(table.previews, table.tried)
        self.answered.point_at(table.pointed)

    def answers(self) -> Choices:
        """See TableFrame."""
        self.answered = Answers(self.act)
        return self.answered

    @property
    def many(self) -> bool:
        """Whether there is no room for the answers below the board: they lie in its place, or
        beside it. Beside a board that reaches down there always is."""
        count = self.choices.count
        if self.tall or not count:
            return False
        taken = TOUCH + 2 * EDGE + GAP + (self.SAID if self.wide else 0)
        if self.fan.cards:
            taken += self.CARD * len(self.fan.cards) + GAP
        if self.reader.parent is not None:
            taken += READER + GAP
        return bool(self.width < mm(taken + (self.choices.NARROW - 1) * count))

    def middle(self, room: Rect, low: Rect) -> None:
        """The places, or the answers in their place; players and events beside them, or below where rows are many."""
        if self.wide:
            row, board = room.from_bottom(mm(self.STRIP), mm(1.2))
            self._strips(row, len(self.strips))
        else:
            board, side = room.from_left(mm(self.BOARD), mm(1.2))
            self._beside(side)
        down = self.tall or (self.many and not self.fan.cards and not self.wide)
        if down:
            board = Rect(board.x, low.y, board.width, board.top - low.y)
        if self.tall and self.choices.count > 1:
            board, answers = board.from_left(mm(self.SQUARE), mm(GAP))
            lay(self.choices, answers)
        covered = self.many and not self.needed and self.choices.count > self.FEW
        self.there(self.board, self.trying or not covered)  # here it is known how wide the window is
        self.choices.opacity = 0.0 if self.trying and covered else 1.0
        if self.many and not covered:
            answers, board = board.from_right(mm(self.ASIDE), mm(GAP))
            lay(self.choices, answers)
        elif self.many:
            lay(self.choices, board)
        lay(self.board, board)

    def _beside(self, side: Rect) -> None:
        """Players, and what has happened."""
        columns = 1 if len(self.strips) <= 4 else 2
        rows = ceil(len(self.strips) / columns)
        high = min(mm(self.STRIP + 0.9), (side.height - mm(self.EVENTS)) / rows)
        players, rest = side.inset(0, mm(0.5)).from_top(high * rows, mm(0.6))
        self._strips(players, columns)
        lay(self.events, rest)

    def _strips(self, room: Rect, columns: int) -> None:
        cells = room.grid(columns, ceil(len(self.strips) / columns), mm(0.9))
        for strip, cell in zip(self.strips, cells, strict=False):
            lay(strip, cell)

    def foot(self, low: Rect) -> None:
        """Beside a board that reaches down here; what has happened stands here where the board is wide."""
        if self.tall:
            low = low.from_left(mm(self.BOARD), mm(1.2))[1]
        if self.wide:
            events, low = low.from_right(mm(self.SAID), mm(1.2))
            lay(self.events, events)
        super().foot(low)
        if self.many:
            lay(self.fan, low.from_right(mm(READER), mm(GAP))[1] if self.reader.parent is not None else low)
