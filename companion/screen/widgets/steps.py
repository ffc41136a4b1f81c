"""Movements to make on the table, one by one, each ticked off by a touch."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GAP,
    GOLD,
    GRANTED,
    INK,
    LEAD,
    LINE,
    MUTED,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    mixed,
)
from companion.screen.reports import Movements
from companion.screen.views import Hand
from companion.screen.widgets.blocks import Block


class StepRow(Touchable):
    """One movement: the box to tick, the symbol of what is moved, the words."""

    def __init__(self, at: int, hand: Hand, now: bool, act: Act) -> None:
        self.hand = hand
        self.now = now
        super().__init__(f"step/{at}", act)
        self.open = not hand.done

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment in gold light for the one to make now; dark and ticked when it is made."""
        done = self.hand.done
        plate = whole.inset(mm(0.6))
        if self.now:
            ink.glow(plate, GOLD, mm(ROUND))
        face = PANEL if done else mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
        ink.box(plate, face, mm(ROUND))
        tick, rest = plate.inset(mm(1.6), mm(1)).from_left(mm(6), mm(1.6))
        square = tick.middle(mm(5.6), mm(5.6))
        ink.box(square, GRANTED if done else SEPIA, mm(0.8))
        ink.box(square.inset(mm(0.4)), GRANTED if done else PARCHMENT, mm(0.6))
        if done:
            ink.picture("check", square.inset(mm(0.7)), INK)
        if self.hand.symbol:
            sign, rest = rest.from_left(mm(6), mm(1.6))
            ink.picture(self.hand.symbol, sign.middle(mm(6), mm(6)), MUTED if done else SEPIA)
        ink.words(self.hand.words, rest, LEAD, MUTED if done else SEPIA, bold=self.now, most=2)


class Steps(Block[Movements]):
    """The list. When there are more than fit, those around the first that is not made are shown, and how
    many there are in all.
    """

    ROW = 11.0
    shown = Movements(())

    def __init__(self, act: Act) -> None:
        self.rows: list[StepRow] = []
        super().__init__(act)

    def changed(self, value: Movements, before: object) -> None:
        """A row each, in this order."""
        self.clear_widgets()
        now = next((at for at, hand in enumerate(value.hands) if not hand.done), -1)
        self.rows = [StepRow(at, hand, at == now, self.act) for at, hand in enumerate(value.hands)]

    def heights(self, width: float) -> tuple[float, float]:
        """Two movements; more where there is nothing else to show, the others are turned to as they are made."""
        high = mm(5) + mm(self.ROW + GAP) * min(2, len(self.shown.hands))
        return high, high

    def arrange(self, whole: Rect) -> None:
        """As many rows as there is room for."""
        room = whole.from_bottom(mm(4.4))[1]
        shown = max(1, int((room.height + mm(GAP)) / mm(self.ROW + GAP)))
        now = next((at for at, hand in enumerate(self.shown.hands) if not hand.done), len(self.shown.hands))
        first = max(0, min(now - (shown > 2), len(self.rows) - shown))  # what comes rather than what was
        part = self.rows[first : first + shown]
        for row in self.rows:
            self.there(row, row in part)
        for at, row in enumerate(part):
            place = Rect(room.x, room.top - mm(self.ROW) - at * mm(self.ROW + GAP), room.width, mm(self.ROW))
            lay(row, place)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """How far one is."""
        made = sum(hand.done for hand in self.shown.hands)
        foot = whole.from_bottom(mm(4.4))[0]
        words, bar = foot.from_right(mm(14), mm(2))
        if not self.shown.hands:
            ink.picture("check", whole.middle(mm(20), mm(20)), GRANTED)
            return
        ink.words(f"{made} / {len(self.shown.hands)}", words, BODY, CHALK, across="right")
        track = bar.middle(bar.width, mm(1.2))
        ink.box(track, LINE, mm(0.6))
        if made:
            ink.box(track.from_left(track.width * made / len(self.shown.hands))[0], GRANTED, mm(0.6))
