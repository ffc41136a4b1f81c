"""The objectives: those that may be laid out, to choose from, and at the end what everybody has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from kivy.metrics import mm

from companion.games.kabale.rules.constants import SYMBOLS, objective_symbol, objective_value
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS
from companion.games.kabale.rules.state import PlayerState
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.columns import (
    HEAD_HEIGHT,
    ColumnAtTable,
    noticed_objectives,
    paint_column_head,
)
from companion.rules.position import Outcome
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
from companion.screen.view_models import CardModel, PlayerAtTable
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.table.snapshot import Snapshot

LAY_OUT_PREFIX: Final = "table objectives "
"""The first words of the line that lays out a round's objectives."""


def objective_cards(
    position: Position, next_targets: Iterable[str], snapshot: Snapshot
) -> tuple[CardModel, ...]:
    """All kinds of objectives, for the next column; dark where none is left of one.

    Everybody saw which were laid out before; their winners have them face down, so that the position does
    not tell that they are gone.
    """
    coming = [thing for thing in next_targets if thing.startswith("objective/")]
    if not coming:
        return ()
    number = coming[0].split("/")[1]
    out = Counter(_objectives_laid_out(position, snapshot))
    return tuple(
        CardModel(
            thing := f"objective/{number}/{name}",
            str(objective_value(name)),
            "",
            objective_symbol(name),
            enabled=thing in coming and out[name] < most,
        )
        for name, most in OBJECTIVE_COPY_COUNTS.items()
    )


def _objectives_laid_out(position: Position, snapshot: Snapshot) -> Iterator[str]:
    """Every objective of an earlier round, the latest first, and those observed now."""
    texts = (accepted.text for accepted in reversed(snapshot.public_history.accepted_lines))
    laid_out = (text for text in texts if text.startswith(LAY_OUT_PREFIX))
    for text in islice(laid_out, position.round - 1):
        yield from text.removeprefix(LAY_OUT_PREFIX).split()
    for _, name in noticed_objectives(snapshot.pending_input):
        yield name


class ObjectiveButton(ParchmentCardView[CardModel]):
    """One kind of objective; dark where none is left."""

    def paint_model(self, painter: Painter, bounds: Rect, objective: CardModel) -> None:
        """Paint symbol and value, as on the card."""
        self.paint_card(painter, bounds)
        sign, value = bounds.inset(mm(1.4), mm(0.5)).cut_left(bounds.width * 0.5)
        if self.enabled:
            painter.draw_symbol(objective.symbol, sign)
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.7)
        painter.draw_text(objective.number, value, FIGURE_TEXT, colour, bold=True, halign="center")


class ObjectivePickerView(ModelView[tuple[tuple[CardModel, ...], tuple[ColumnAtTable, ...]]]):
    """The columns above, with a frame around the one whose objective is awaited, and the objectives below.

    These have a column for each symbol, with the values one below the other.
    """

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.buttons: list[ObjectiveButton] = []
        super().__init__()

    def on_model_changed(
        self, model: tuple[tuple[CardModel, ...], tuple[ColumnAtTable, ...]], previous: object
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
        numbers = sorted({objective.number for objective in objectives})
        if not symbols:
            return
        columns = list(self._split(bounds)[1].split_columns(len(symbols), mm(1)))
        for button, objective in zip(self.buttons, objectives, strict=True):
            rows = list(columns[symbols.index(objective.symbol)].split_rows(len(numbers), mm(0.4)))
            place_widget(button, rows[numbers.index(objective.number)])

    def paint_model(
        self,
        painter: Painter,
        bounds: Rect,
        model: tuple[tuple[CardModel, ...], tuple[ColumnAtTable, ...]],
    ) -> None:
        """Paint the columns and the objectives that lie there."""
        _, there = model
        room = self._split(bounds)[0]
        awaited = next((column.number for column in there if not column.symbol), 0)
        for column, cell in zip(there, room.split_columns(max(1, len(there)), mm(1.2)), strict=False):
            head = cell.inset(mm(0.7))
            if column.number == awaited:
                painter.outline_rect(cell, CHALK, mm(0.5), mm(CORNER_RADIUS))
                painter.fill_rect(head, PANEL, mm(CORNER_RADIUS))
            paint_column_head(painter, head, column, full=False)


WonObjectives = tuple[Outcome, tuple[PlayerAtTable[PlayerState], ...]]
"""How the game ended, and the players."""


class WonObjectivesView(ModelView[WonObjectives | None]):
    """Once what was won lies open (K-4), a panel for each player with it and their points; gold around the winner's."""

    asked_target = "prompt"
    ROWS = 5

    def paint_model(self, painter: Painter, bounds: Rect, won: WonObjectives | None) -> None:
        """Paint the panels side by side, clockwise."""
        if won is None:
            return
        outcome, players = won
        for player, cell in zip(players, bounds.split_columns(len(players), mm(1)), strict=True):
            colour = player.seat.colour
            panel = cell.inset(mm(0.7))
            if colour in outcome.winners:
                painter.fill_rect(panel.inset(-mm(0.5)), GOLD, mm(CORNER_RADIUS + 0.4))
            self._paint_panel(painter, panel, colour, outcome.scores[colour], player.state.won)

    def _paint_panel(
        self, painter: Painter, panel: Rect, colour: str, score: int, objectives: Iterable[str]
    ) -> None:
        painter.fill_rect(panel, PANEL, mm(CORNER_RADIUS))
        head, rest = panel.cut_top(mm(10))
        painter.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, points = head.inset(mm(1.4), mm(1)).cut_left(mm(8), mm(1))
        painter.draw_player_sign(colour, sign)
        painter.draw_text(
            str(score), points, PROMPT_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True, halign="right"
        )
        won = sorted(objectives, key=lambda name: (SYMBOLS.index(objective_symbol(name)), name))
        across = max(1, -(-len(won) // self.ROWS))
        cells = rest.inset(mm(0.8)).split_grid(max(across, 2), self.ROWS, mm(0.5))
        for name, cell in zip(won, cells, strict=False):
            painter.fill_rect(cell, PARCHMENT, mm(0.9))
            picture, value = cell.inset(mm(0.5), mm(0.3)).cut_left(cell.width * 0.5)
            painter.draw_symbol(objective_symbol(name), picture)
            painter.draw_text(
                str(objective_value(name)), value, TITLE_TEXT, SEPIA, bold=True, halign="center"
            )
        if not won:
            painter.draw_text("–", rest, TITLE_TEXT, CHALK, halign="center")
