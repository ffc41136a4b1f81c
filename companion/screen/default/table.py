"""The table screen of a game that brings none: its places by their kind, beside the players and what just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.default.arrange import BESIDE, arrange, band, fit, has_room, wide
from companion.screen.default.grid import draw_grid
from companion.screen.default.places import Spot
from companion.screen.default.shown import Player, Table
from companion.screen.default.spot_face import Held, SpotFace
from companion.screen.default.tokens import draw_token, line
from companion.screen.draw.drawn import Act, Drawn, Touchable, lay
from companion.screen.draw.ink import Ink, letters, set_words, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    EDGE,
    GAP,
    GOLD,
    HEADING,
    LEAD,
    LEAST,
    PANEL,
    ROUND,
    SEPIA,
    SMALL,
    TITLE,
    TOUCH,
)
from companion.screen.views import Choice
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choices import Choices
from companion.screen.widgets.frame import READER, TableFrame, Words
from companion.screen.widgets.seat_strip import SeatStrip


class Strip(SeatStrip, Touchable):
    """A player: name, points, what they have. A finger on them turns to their places."""

    SIGN = 5.4

    def __init__(self, player: Player, act: Act) -> None:
        self.player = player
        Touchable.__init__(self, player.thing, act)

    def show(self, player: Player) -> None:
        """Show them like this."""
        self.thing = player.thing
        super().show(player)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """In gold light where the player may be meant."""
        if self.player.open:
            ink.glow(whole.inset(mm(0.5)), GOLD, mm(ROUND))
        super().paint(ink, whole)
        if self.player.looked_at:
            ink.frame(whole, CHALK, mm(0.5), mm(ROUND))

    def above(self, ink: Ink, row: Rect) -> None:
        """Name and points."""
        said = str(self.player.points)
        points, name = row.from_right(width_of(said, letters(TITLE), True), mm(0.8))
        ink.words(self.player.seat.name, name, LEAD, CHALK, bold=True, cut=True)
        ink.words(said, points, TITLE, CHALK, bold=True, across="right")

    def below(self, ink: Ink, row: Rect) -> None:
        """As much of what they have as there is room for."""
        for token, rect in line(self.player.tokens, row):
            draw_token(ink, rect, token)


class Answer(Held, PushButton):
    """An answer; where it says how something is laid on a grid, the grid as it would be then."""

    preview: Spot | None = None

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The grid, its words beside it where there is room."""
        if self.preview is None:
            super().paint(ink, whole)
            return
        said, self.words = self.words, ""
        super().paint(ink, whole)
        self.words = said
        inner = whole.inset(mm(1.4))
        beside, grid = inner.from_right(inner.width - inner.height, mm(1.2))
        least = round(mm(LEAST))
        if set_words(said, beside.width, beside.height, letters(SMALL), least, True, 4).fits:
            ink.words(said, beside, SMALL, SEPIA, bold=True, most=4)
        else:
            grid = inner.square()
        ink.box(grid.square(), PANEL, mm(0.8))
        draw_grid(ink, grid, self.preview)


class Answers(Choices):
    """The answers, each explaining itself when it is held."""

    HIGH = 10.0
    WIDER = 34.0
    LONG = 26
    LETTER = 1.3

    def button(self, choice: Choice) -> PushButton:
        """See Choices."""
        return Answer(
            choice.thing, self.act, choice.words, choice.symbol, choice.weight, size=HEADING, lines=4
        )

    def show(self, value: tuple[Choice, ...]) -> None:
        """See Choices; long words want wide buttons."""
        longest = max((len(word) for choice in value for word in choice.words.split()), default=0)
        long = any(len(choice.words) > self.LONG for choice in value)
        self.NARROW = max(self.WIDER if long else Choices.NARROW, longest * self.LETTER + 4.0)
        super().show(value)

    def preview(self, previews: Mapping[str, Spot]) -> None:
        """What grids would look like, by the answers."""
        for button in self.children:
            if button.preview != (preview := previews.get(button.thing)):
                button.preview = preview
                button.again()


class Board(Drawn):
    """Places, in the order of the layout; those of one player beneath those of nobody. `beside`: see `arrange`."""

    def __init__(self, act: Act, beside: float = BESIDE) -> None:
        self.act = act
        self.beside = beside
        self.shared: tuple[Spot, ...] = ()
        self.theirs: tuple[Spot, ...] = ()
        self.faces: dict[str, SpotFace] = {}
        super().__init__()

    def show(self, shared: Sequence[Spot], theirs: Sequence[Spot]) -> None:
        """These places."""
        if (self.shared, self.theirs) == (tuple(shared), tuple(theirs)):
            return
        self.shared, self.theirs = tuple(shared), tuple(theirs)
        spots = (*self.shared, *self.theirs)
        for thing in [*self.faces]:
            if thing not in {spot.thing for spot in spots}:
                self._there(self.faces.pop(thing), False)
        for spot in spots:
            if spot.thing not in self.faces:
                self.faces[spot.thing] = SpotFace(spot, self.act)
                self.add_widget(self.faces[spot.thing])
            self.faces[spot.thing].show(spot)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """What is nobody's above; a player's below, unless nothing of it may be touched and there is no room. What only
        tells how many are left gives way first.
        """
        theirs, shared = self.theirs, tuple(spot for spot in self.shared if not spot.spare)
        if shared and not any(thing for spot in theirs for thing in spot.things):
            theirs = theirs if fit(shared, theirs, whole, mm(1)) else ()
        if not shared or has_room(self.shared, theirs, whole, mm(1)):
            shared = self.shared
        for spot in self.theirs:
            self._there(self.faces[spot.thing], bool(theirs))
        for spot in self.shared:
            self._there(self.faces[spot.thing], spot in shared)
        if shared and theirs:
            low, whole = whole.from_bottom(band(theirs, whole, mm(1)), mm(1.2))
            self._lay(low, theirs)
        self._lay(whole, shared or theirs)

    def _there(self, face: SpotFace, wanted: bool) -> None:
        if wanted != (face.parent is not None):
            (self.add_widget if wanted else self.remove_widget)(face)

    def _lay(self, area: Rect, spots: Sequence[Spot]) -> None:
        for thing, rect in arrange(area, spots, mm(1), self.beside):
            lay(self.faces[thing], rect)


class TableView(TableFrame):
    """At the left the places, or the answers where there are many; at the right players and events."""

    HAND = 11.6
    BOARD, SQUARE = 106.0, 75.0
    STRIP = 10.4
    EVENTS = 18.5
    SAID = 52.0
    CARD = 14.0
    """Millimetres of a card that is to be read beside answers."""

    def __init__(self, act: Act, words: Words) -> None:
        self.board = Board(act)
        self.strips: list[Strip] = []
        self.tall = self.wide = False
        super().__init__(act, words)
        self.beneath(self.board)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        shared, theirs = table.shared, table.theirs
        self.tall, self.wide = table.tall, wide(shared, self.BOARD)
        if self.wide:
            theirs = tuple(spot for spot in theirs if any(spot.things))
        if self.tall and len(table.choices) > 1:  # they take the room beside it
            shared, theirs = (
                tuple(spot for spot in spots if spot.tall or any(spot.things)) for spots in (shared, theirs)
            )
        self.board.show(shared, theirs)
        if len(self.strips) != len(table.players):
            for old in self.strips:
                self.there(old, False)
            self.strips = [Strip(player, self.act) for player in table.players]
        for strip, player in zip(self.strips, table.players, strict=True):
            strip.show(player)
            self.there(strip, True)
        self.frame(table)
        self.answered.preview(table.previews)
        self.there(self.board, not self.many)

    def answers(self) -> Choices:
        """See TableFrame."""
        self.answered = Answers(self.act)
        return self.answered

    @property
    def many(self) -> bool:
        """Whether there is no room for the answers below the board: they lie in its place. Beside a board that reaches
        down there always is."""
        count = len(self.choices.shown)
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
        if self.tall and len(self.choices.shown) > 1:
            board, answers = board.from_left(mm(self.SQUARE), mm(GAP))
            lay(self.choices, answers)
        lay(self.choices if self.many else self.board, board)

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
