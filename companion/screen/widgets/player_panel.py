"""A player's panel at any table: their sign at the left, a golden frame around the one on turn."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CORNER_RADIUS,
    PANEL,
    RAISED_PANEL,
)


class PlayerPanelModel(Protocol):
    """What every game's player model has."""

    @property
    def seat(self) -> Seat:
        """Whose panel it is."""
        ...

    @property
    def is_on_turn(self) -> bool:
        """Whether it is their turn."""
        ...


P = TypeVar("P", bound=PlayerPanelModel)


class BasePlayerPanel(ModelView[P], Generic[P]):
    """A player: their sign, and beside it two rows."""

    SIGN_WIDTH = 6.0

    def __init__(self, player: P, **settings: Any) -> None:
        super().__init__(**settings)
        self.show(player)

    @property
    def represented_target(self) -> str:
        """A finger on their sign."""
        return f"player/{self.model.seat.colour}" if self.model is not None else ""

    def paint_model(self, painter: Painter, bounds: Rect, model: P) -> None:
        """Paint edge and sign, and beside them two rows."""
        colour = model.seat.colour
        if model.is_on_turn:
            painter.fill_player_rect(colour, bounds.inset(-mm(0.35)), mm(CORNER_RADIUS + 0.3))
        painter.fill_rect(bounds, RAISED_PANEL if model.is_on_turn else PANEL, mm(CORNER_RADIUS))
        sign, rest = bounds.cut_left(mm(self.SIGN_WIDTH), mm(1))
        painter.fill_player_rect(colour, sign, mm(CORNER_RADIUS))
        side = mm(self.SIGN_WIDTH - 1)
        painter.draw_player_sign(colour, sign.centred(side, side))
        inner = rest.cut_right(mm(0.8))[1].inset(0, mm(0.5))
        above, below = inner.cut_top(inner.height * 0.5)
        self.paint_name_row(painter, above, model)
        self.paint_counts_row(painter, below, model)

    def paint_name_row(self, painter: Painter, row: Rect, model: P) -> None:
        """Paint the row with their name."""
        raise NotImplementedError

    def paint_counts_row(self, painter: Painter, row: Rect, model: P) -> None:
        """Paint the row with the counts of what they have."""
        raise NotImplementedError
