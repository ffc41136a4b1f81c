"""The view in which a tile is placed: a large principality, and the tile dragged, tapped, rotated, flipped.

The squares that the tile could cover are light. Where it lies it has a golden edge if it may lie there, else
a red one with the reason beside it.
"""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.principality.held_tile import HeldTile
from companion.games.florence.screen.principality.placement_grid import PlacementGridView
from companion.games.florence.screen.principality.placement_presenter import (
    TURN_PREFIX,
    PlacementModel,
    square_and_rotation,
    square_of_target,
)
from companion.games.florence.screen.status_panel import StatusPanel
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, HEADING_TEXT, TOUCH_SIZE
from companion.screen.widgets.button import PushButton


class PlacementView(CanvasWidget):
    """The grid at the left; at the right the status and the buttons.

    `touch_handler` receives the targets of the move one after another, or `clear`.
    """

    MAX_STATUS_HEIGHT = 27.0
    """The greatest height of the status, in millimetres."""
    MIN_ONE_ROW_WIDTH = 50.0
    """The width at the right, in millimetres, from which on rotate and flip stand in one row."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.placement: PlacementModel | None = None
        self.is_laid = False
        """Whether the tile was placed and the answer is awaited: a finger may touch twice."""
        self.placement_grid = PlacementGridView(self._on_moved)
        self.status_panel = StatusPanel()
        self.turn_left_button = PushButton("anticlockwise", self._on_turn, symbol="anticlockwise")
        self.turn_right_button = PushButton("clockwise", self._on_turn, symbol="clockwise")
        self.flip_button = PushButton("flip", self._on_turn, symbol="flip")
        self.cancel_button = PushButton("cancel", self._on_cancel, style="quiet", max_lines=3)
        self.lay_button = PushButton(
            "lay", self._on_lay, symbol="check", style="main", font_size=HEADING_TEXT
        )
        super().__init__()
        for part in (
            self.placement_grid,
            self.status_panel,
            self.turn_left_button,
            self.turn_right_button,
            self.flip_button,
            self.lay_button,
        ):
            self.add_widget(part)

    def show(self, placing: PlacementModel) -> None:
        """Show that placement; the same tile in the same principality stays where a finger put it."""
        before, self.placement, self.is_laid = self.placement, placing, False
        if before is None or (before.seat, before.tile, before.refusal_by_spot) != (
            placing.seat,
            placing.tile,
            placing.refusal_by_spot,
        ):
            self.placement_grid.show_placement(placing, _initial_held_tile(placing))
        else:
            self.placement_grid.show_placement(placing, self.placement_grid.held_tile)
        noticed = _noticed_held_tile(placing)
        if noticed is not None:
            self.placement_grid.show_placement(placing, noticed)
        self.set_attached(self.cancel_button, bool(placing.chosen_building))
        self.cancel_button.update(placing.labels.cancel_button)
        self._update_status()
        self.request_redraw()

    def _update_status(self) -> None:
        """Show whether the tile may lie where it is, and why not."""
        placing = self.placement
        assert placing is not None
        labels, spot = placing.labels, self.placement_grid.held_tile.spot
        why = placing.refusal_by_spot[square_and_rotation(spot)]
        if why and not any(placing.legal_spots(spot.rotation)):
            why = labels.must_be_rotated_text
        self.status_panel.show(why or labels.may_lie_text, "wrong" if why else "well", placing.tile_name)
        self.lay_button.update(labels.lay_button, enabled=not why)

    # -- touches

    def _on_moved(self) -> None:
        self._update_status()

    def _on_turn(self, touch_target: str) -> None:
        hand = self.placement_grid.held_tile
        self.placement_grid.move_tile(
            hand.flipped()
            if touch_target == "flip"
            else hand.rotated(1 if touch_target == "clockwise" else -1)
        )
        self._update_status()

    def _on_cancel(self, _thing: str) -> None:
        self.touch_handler("clear")

    def _on_lay(self, _thing: str) -> None:
        if self.placement is None or self.is_laid:
            return
        self.is_laid = True
        for thing in self.placement.touch_targets_for(self.placement_grid.held_tile.spot):
            self.touch_handler(thing)

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place the grid at the left; at the right, from above, lay, status, rotate, and flip and cancel.

        At the foot lie the ways out of an auction and of a turn: lay lies away from them.
        """
        grid, side = bounds.cut_left(min(bounds.height, bounds.width * 0.68), mm(GAP + 0.5))
        place_widget(self.placement_grid, grid.largest_square())
        last, side = side.cut_top(mm(TOUCH_SIZE + 1), mm(GAP))
        turnings = (self.turn_left_button, self.turn_right_button, self.flip_button)
        if side.width >= mm(self.MIN_ONE_ROW_WIDTH):
            if self.cancel_button.parent is not None:
                cancel, last = last.cut_left(last.width * 0.36, mm(GAP))
                place_widget(self.cancel_button, cancel)
            row, side = side.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
            for button, cell in zip(turnings, row.split_columns(3, mm(GAP)), strict=True):
                place_widget(button, cell)
        else:
            row, side = side.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            beside = (
                (self.flip_button, self.cancel_button)
                if self.cancel_button.parent is not None
                else (self.flip_button,)
            )
            for button, cell in zip(beside, row.split_columns(len(beside), mm(GAP)), strict=True):
                place_widget(button, cell)
            row, side = side.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            for button, cell in zip(turnings[:2], row.split_columns(2, mm(GAP)), strict=True):
                place_widget(button, cell)
        place_widget(self.lay_button, last)
        place_widget(self.status_panel, side.cut_top(mm(self.MAX_STATUS_HEIGHT))[0])


def _initial_held_tile(placing: PlacementModel) -> HeldTile:
    """A spot where the tile may lie, as printed if possible."""
    spots = [spot for turn in ("r0", *placing.distinct_rotations) for spot in placing.legal_spots(turn)]
    hand = HeldTile(placing.outline)
    return hand.at_spot(spots[0]) if spots else hand


def _noticed_held_tile(placing: PlacementModel) -> HeldTile | None:
    """The tile at the spot entered so far, or pointed at by the shared buttons; None where there is none."""
    things = (*placing.noticed_targets, *placing.pointed_targets)
    square = next(filter(None, map(square_of_target, things)), "")
    turn = next((thing.removeprefix(TURN_PREFIX) for thing in things if thing.startswith(TURN_PREFIX)), "r0")
    spot = placing.find_spot((square, turn)) if square else None
    return HeldTile(placing.outline).at_spot(spot) if spot is not None else None
