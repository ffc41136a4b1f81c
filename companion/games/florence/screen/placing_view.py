"""A tile is laid: the principality large, the tile on it, dragged by a finger or sent by taps, turned and flipped.

The squares that the tile could cover are light; where it lies it has a golden edge if it may lie there, else a red one
and the reason beside it.
"""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.in_hand import InHand
from companion.games.florence.screen.placing import TURN, Placing, square_of, where
from companion.games.florence.screen.placing_grid import PlacingGrid
from companion.games.florence.screen.verdict import Verdict
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, HEADING_TEXT, TOUCH_SIZE
from companion.screen.widgets.button import PushButton


class PlacingView(CanvasWidget):
    """The grid at the left; at the right how it stands and what can be done. `act` gets what a finger must say of the
    move, one thing after another, or `clear`.
    """

    SAID = 27.0
    """Millimetres at most for how it stands."""
    WIDE = 50.0
    """From so many millimetres at the right on, turning and flipping stand in one row."""

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.placing: Placing | None = None
        self.told = False
        """Whether the tile was laid and nothing came of it yet: a finger may come down twice."""
        self.grid = PlacingGrid(self._moved)
        self.verdict = Verdict()
        self.back = PushButton("anticlockwise", self._turned, symbol="anticlockwise")
        self.turn = PushButton("clockwise", self._turned, symbol="clockwise")
        self.flip = PushButton("flip", self._turned, symbol="flip")
        self.cancel = PushButton("cancel", self._cancelled, style="quiet", max_lines=3)
        self.lay = PushButton("lay", self._lain, symbol="check", style="main", font_size=HEADING_TEXT)
        super().__init__()
        for part in (self.grid, self.verdict, self.back, self.turn, self.flip, self.lay):
            self.add_widget(part)

    def show(self, placing: Placing) -> None:
        """Lay this one. While it is the same tile before the same principality, it stays where a finger put it."""
        before, self.placing, self.told = self.placing, placing, False
        if before is None or (before.seat, before.tile, before.why) != (
            placing.seat,
            placing.tile,
            placing.why,
        ):
            self.grid.take(placing, _begin(placing))
        else:
            self.grid.take(placing, self.grid.hand)
        said = _said(placing)
        if said is not None:
            self.grid.take(placing, said)
        self.set_attached(self.cancel, bool(placing.chosen))
        self.cancel.update(placing.labels.cancel)
        self._judge()
        self.request_redraw()

    def _judge(self) -> None:
        """Whether it may lie where it is, and why not."""
        placing = self.placing
        assert placing is not None
        labels, spot = placing.labels, self.grid.hand.spot
        why = placing.why[where(spot)]
        if why and not any(placing.legal(spot.turn)):
            why = labels.otherwise
        self.verdict.show(why or labels.well, "wrong" if why else "well", placing.words)
        self.lay.update(labels.lay, enabled=not why)

    # -- what is touched

    def _moved(self) -> None:
        self._judge()

    def _turned(self, thing: str) -> None:
        hand = self.grid.hand
        self.grid.put(hand.flipped() if thing == "flip" else hand.turned(1 if thing == "clockwise" else -1))
        self._judge()

    def _cancelled(self, _thing: str) -> None:
        self.act("clear")

    def _lain(self, _thing: str) -> None:
        if self.placing is None or self.told:
            return
        self.told = True
        for thing in self.placing.says(self.grid.hand.spot):
            self.act(thing)

    # -- where it lies

    def arrange_children(self, whole: Rect) -> None:
        """A square at the left, from below: lay, flip and cancel, turn, and above them how it stands."""
        grid, side = whole.cut_left(min(whole.height, whole.width * 0.68), mm(GAP + 0.5))
        place_widget(self.grid, grid.largest_square())
        last, side = side.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
        turnings = (self.back, self.turn, self.flip)
        if side.width >= mm(self.WIDE):
            if self.cancel.parent is not None:
                cancel, last = last.cut_left(last.width * 0.36, mm(GAP))
                place_widget(self.cancel, cancel)
            row, side = side.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
            for button, cell in zip(turnings, row.split_columns(3, mm(GAP)), strict=True):
                place_widget(button, cell)
        else:
            row, side = side.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            beside = (self.flip, self.cancel) if self.cancel.parent is not None else (self.flip,)
            for button, cell in zip(beside, row.split_columns(len(beside), mm(GAP)), strict=True):
                place_widget(button, cell)
            row, side = side.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            for button, cell in zip(turnings[:2], row.split_columns(2, mm(GAP)), strict=True):
                place_widget(button, cell)
        place_widget(self.lay, last)
        place_widget(self.verdict, side.cut_bottom(mm(self.SAID))[0])


def _begin(placing: Placing) -> InHand:
    """Somewhere it may lie, as printed if it can."""
    spots = [spot for turn in ("r0", *placing.turns) for spot in placing.legal(turn)]
    hand = InHand(placing.outline)
    return hand.at(spots[0]) if spots else hand


def _said(placing: Placing) -> InHand | None:
    """Where it was said to lie, or where the shared buttons point; None while nobody said it."""
    things = (*placing.said, *placing.pointed)
    square = next(filter(None, map(square_of, things)), "")
    turn = next((thing.removeprefix(TURN) for thing in things if thing.startswith(TURN)), "r0")
    spot = placing.at((square, turn)) if square else None
    return InHand(placing.outline).at(spot) if spot is not None else None
