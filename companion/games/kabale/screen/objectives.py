"""The objectives: those that may be laid out, to choose from, and at the end what everybody has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.rules.constants import SYMBOLS, objective_symbol, objective_value
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.columns import (
    HEAD_HEIGHT,
    ColumnModel,
    noticed_objectives,
    paint_column_head,
)
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FIGURE_TEXT,
    GOLD,
    MUTED,
    PANEL,
    PARCHMENT,
    PROMPT_TEXT,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.table.snapshot import Snapshot


class ObjectiveModel(Struct, frozen=True):
    """An objective that may be laid out; not `enabled` where none of its kind is left."""

    touch_target: str
    symbol: str
    value: int
    enabled: bool = True


class WonObjectiveModel(Struct, frozen=True):
    """An objective that somebody has won, face up."""

    symbol: str
    value: int


class WonObjectivesModel(Struct, frozen=True):
    """What a player has won, at the end."""

    seat: Seat
    points: int
    won: tuple[WonObjectiveModel, ...]
    is_winner: bool = False


LAY_OUT_PREFIX: Final = "table objectives "
"""The first words of the line that lays out a round's objectives."""


def objective_models(
    position: Position, next_targets: Iterable[str], snapshot: Snapshot
) -> tuple[ObjectiveModel, ...]:
    """All kinds of objectives, for the next column.

    Everybody saw which were laid out before; their winners have them face down, so that the position does
    not tell that they are gone.
    """
    coming = [thing for thing in next_targets if thing.startswith("objective/")]
    if not coming:
        return ()
    number = coming[0].split("/")[1]
    out = Counter(_objectives_laid_out(position, snapshot))
    things = {name: f"objective/{number}/{name}" for name in OBJECTIVE_COPY_COUNTS}
    return tuple(
        ObjectiveModel(
            thing,
            objective_symbol(name),
            objective_value(name),
            thing in coming and out[name] < OBJECTIVE_COPY_COUNTS[name],
        )
        for name, thing in things.items()
    )


def _objectives_laid_out(position: Position, snapshot: Snapshot) -> Iterator[str]:
    """Every objective of an earlier round, the latest first, and those observed now."""
    texts = reversed(snapshot.accepted_texts)
    laid_out = (text for text in texts if text.startswith(LAY_OUT_PREFIX))
    for text in islice(laid_out, position.round - 1):
        yield from text.removeprefix(LAY_OUT_PREFIX).split()
    for _, name in noticed_objectives(snapshot.pending_input):
        yield name


def won_objectives_models(position: Position, seats: Iterable[Seat]) -> Iterator[WonObjectivesModel]:
    """What everybody has won, once it lies open (K-4)."""
    outcome = position.outcome()
    if outcome is None:
        return
    for seat in seats:
        won = sorted(
            position.players[seat.colour].won, key=lambda name: (SYMBOLS.index(objective_symbol(name)), name)
        )
        yield WonObjectivesModel(
            seat,
            outcome.scores[seat.colour],
            tuple(WonObjectiveModel(objective_symbol(name), objective_value(name)) for name in won),
            seat.colour in outcome.winners,
        )


class ObjectiveButton(ParchmentCardView[ObjectiveModel]):
    """One kind of objective; dark where none is left."""

    def paint_model(self, painter: Painter, bounds: Rect, objective: ObjectiveModel) -> None:
        """Paint symbol and value, as on the card."""
        self.paint_card(painter, bounds)
        sign, value = bounds.inset(mm(1.4), mm(0.5)).cut_left(bounds.width * 0.5)
        if self.enabled:
            painter.draw_symbol(objective.symbol, sign)
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.7)
        painter.draw_text(str(objective.value), value, FIGURE_TEXT, colour, bold=True, halign="center")


class ObjectivePickerView(ModelView[tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]]]):
    """The columns above, with gold around the one whose objective is awaited, and the objectives below.

    These have a column for each symbol, with the values one below the other.
    """

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.buttons: list[ObjectiveButton] = []
        super().__init__()

    def on_model_changed(
        self, model: tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]], previous: object
    ) -> None:
        """Make a button for each objective."""
        self.sync_children(
            self.buttons, model[0], lambda objective: ObjectiveButton(objective, self.touch_handler)
        )

    def _split(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the columns and of the grid."""
        return bounds.cut_top(mm(HEAD_HEIGHT + 1.0), mm(0.5))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in a grid."""
        objectives = self.model[0] if self.model is not None else ()
        symbols = list(dict.fromkeys(objective.symbol for objective in objectives))
        values = sorted({objective.value for objective in objectives})
        if not symbols:
            return
        columns = list(self._split(bounds)[1].split_columns(len(symbols), mm(1)))
        for button, objective in zip(self.buttons, objectives, strict=True):
            rows = list(columns[symbols.index(objective.symbol)].split_rows(len(values), mm(0.4)))
            place_widget(button, rows[values.index(objective.value)])

    def paint_model(
        self,
        painter: Painter,
        bounds: Rect,
        model: tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]],
    ) -> None:
        """Paint the columns and the objectives that lie there."""
        _, there = model
        room = self._split(bounds)[0]
        awaited = next((column.number for column in there if not column.symbol), 0)
        for column, cell in zip(there, room.split_columns(max(1, len(there)), mm(1.2)), strict=False):
            head = cell.inset(mm(0.7))
            if column.number == awaited:
                painter.draw_glow(head, GOLD, mm(CORNER_RADIUS))
                painter.fill_rect(head, PANEL, mm(CORNER_RADIUS))
            paint_column_head(painter, head, column, full=False)


class WonObjectivesView(ModelView[tuple[WonObjectivesModel, ...]]):
    """A panel for each player with their points and what they have won; gold around the winner's."""

    ROWS = 5

    def paint_model(self, painter: Painter, bounds: Rect, winnings: tuple[WonObjectivesModel, ...]) -> None:
        """Paint the panels side by side, clockwise."""
        if winnings:
            for each, cell in zip(winnings, bounds.split_columns(len(winnings), mm(1)), strict=True):
                self._paint_panel(painter, cell.inset(mm(0.7)), each)

    def _paint_panel(self, painter: Painter, panel: Rect, each: WonObjectivesModel) -> None:
        if each.is_winner:
            painter.fill_rect(panel.inset(-mm(0.5)), GOLD, mm(CORNER_RADIUS + 0.4))
        painter.fill_rect(panel, PANEL, mm(CORNER_RADIUS))
        colour = each.seat.colour
        head, rest = panel.cut_top(mm(10))
        painter.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, points = head.inset(mm(1.4), mm(1)).cut_left(mm(8), mm(1))
        painter.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        painter.draw_text(
            str(each.points), points, PROMPT_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True, halign="right"
        )
        across = max(1, -(-len(each.won) // self.ROWS))
        cells = rest.inset(mm(0.8)).split_grid(max(across, 2), self.ROWS, mm(0.5))
        for won, cell in zip(each.won, cells, strict=False):
            painter.fill_rect(cell, PARCHMENT, mm(0.9))
            picture, value = cell.inset(mm(0.5), mm(0.3)).cut_left(cell.width * 0.5)
            painter.draw_symbol(won.symbol, picture)
            painter.draw_text(str(won.value), value, TITLE_TEXT, SEPIA, bold=True, halign="center")
        if not each.won:
            painter.draw_text("–", rest, TITLE_TEXT, CHALK, halign="center")
