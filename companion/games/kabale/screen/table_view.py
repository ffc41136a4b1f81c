"""The table screen of Kabale und Hiebe: columns, players, the round and what hands must do, in the common frame."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import ClassVar

from kivy.metrics import mm

from companion.games import game_rules
from companion.games.kabale.rules.constants import MATERIAL
from companion.games.kabale.rules.events import (
    CardLaid,
    CardRemoved,
    CardTurnedUp,
    ExplorerMoved,
    ObjectivesLaid,
    ObjectivesSwapped,
)
from companion.games.kabale.rules.pieces import card_piece, column_zone
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.state import PlayerState
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.card_naming import CardNamingModel, CardNamingView
from companion.games.kabale.screen.columns import ColumnAtTable, ColumnView
from companion.games.kabale.screen.objectives import ObjectivePickerView, WonObjectives, WonObjectivesView
from companion.games.kabale.screen.piece_faces import character_name
from companion.games.kabale.voice import names
from companion.rules.history import AcceptedLine
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from companion.screen.context import public_position
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    HEADING_TEXT,
    MUTED,
    NUMBER_TEXT,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
)
from companion.screen.view_models import CardModel, MovementModel, PlayerAtTable, TableFrameModel
from companion.screen.widgets.player_panel import BasePlayerPanel
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView
from companion.table.snapshot import Snapshot, Spot, corrected_spots
from companion.voice.translator import Translator, capitalised


class PlayerPanel(BasePlayerPanel[PlayerAtTable[PlayerState]]):
    """Sign and name; below them cards in hand, deck and discard pile."""

    SIGN_WIDTH = 4.0
    SYMBOL_SIZE = 3.0
    MAX_GAP = 3.0

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint name and start player."""
        if model.is_start_player:
            spot, row = row.cut_right(mm(self.SYMBOL_SIZE), mm(0.2))
            painter.draw_symbol("sun", spot)
        painter.draw_text(
            model.seat.shown_name, row, SMALL_TEXT, CHALK, bold=True, min_size=SMALL_TEXT, may_truncate=True
        )

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerAtTable[PlayerState]) -> None:
        """Paint the numbers of cards in hand and deck, and in the discard pile where there is room."""
        player = model.state
        discarded = sum(player.discard.values())
        things = {"held": player.hand_size, "drawn": player.deck, "discarded": discarded}
        widths = {
            symbol: mm(self.SYMBOL_SIZE + 0.3) + text_width(str(count), font_pixels(NUMBER_TEXT), True) + 1
            for symbol, count in things.items()
        }
        if not discarded or sum(widths.values()) + mm(len(things) - 1) > row.width:
            del widths["discarded"]
        gap = min(mm(self.MAX_GAP), (row.width - sum(widths.values())) / (len(widths) - 1))
        for symbol, wide in widths.items():
            cell, row = row.cut_left(wide, gap)
            spot, number = cell.cut_left(mm(self.SYMBOL_SIZE), mm(0.3))
            painter.draw_symbol(symbol, spot, MUTED)
            painter.draw_text(
                str(things[symbol]), number, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT
            )


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "kabale"
    columns: tuple[ColumnAtTable, ...]
    players: tuple[PlayerAtTable[PlayerState], ...]
    round_progress: tuple[int, int, str] = (1, 6, "")
    """The round, how many there are, and what a round is called."""
    movements: tuple[MovementModel, ...] = ()
    """The movements to carry out now on the table."""
    card_naming: CardNamingModel | None = None
    """The card to name, in place of the columns; None where there is none."""
    objectives: tuple[CardModel, ...] = ()
    """The objectives to choose from, in place of the columns; empty where none is asked for."""
    won_objectives: WonObjectives | None = None
    """The objectives won, once the game is over, in place of the columns."""


def round_progress(position: Position, translator: Translator) -> tuple[int, int, str]:
    """The round, how many there are, and what a round is called."""
    return position.round, MATERIAL["rounds"], capitalised(translator.name_of("place", "round"))


MOVEMENT_EVENTS = (ExplorerMoved, CardRemoved, ObjectivesSwapped)
"""Events that people carry out as movements of pieces."""
MAX_SHOWN_MOVEMENTS = 3
"""How many of the latest movements are shown; earlier ones must have been made already."""


def pending_movements(snapshot: Snapshot, translator: Translator) -> tuple[MovementModel, ...]:
    """The movements that follow from the last card that lies there, until the next one is laid.

    Those that a reader has seen are done.
    """
    events = list(_events_for_hands(snapshot))
    return tuple(MovementModel(_movement_text(event, translator)) for event in events[-MAX_SHOWN_MOVEMENTS:])


def _movement_text(event: Event, translator: Translator) -> str:
    """The movement in a few words; raises LookupError for other events."""
    match event:
        case ExplorerMoved(by=by, to=to):
            card = names.card_with_owner(translator, character_name(translator, "explorer"), by)
            return translator.gettext("{card}: to column {column}, face down", card=card, column=to)
        case CardRemoved(by=by, card=card, column=column) if card == UNKNOWN:
            who = translator.player_name(by)
            return translator.gettext(
                "Last card of column {column} ({who}): discard it", column=column, who=who
            )
        case CardRemoved(by=by, card=card):
            return translator.gettext(
                "{card}: discard it",
                card=names.card_with_owner(translator, character_name(translator, card), by),
            )
        case CardTurnedUp(by=by, card=card):
            return translator.gettext(
                "{card}: turn it up",
                card=names.card_with_owner(translator, character_name(translator, card), by),
            )
        case ObjectivesSwapped(column=column, other=other):
            return translator.gettext(
                "Exchange the objectives of columns {column} and {other}", column=column, other=other
            )
    raise LookupError(f"no movement for {type(event).__name__}")


def _events_for_hands(snapshot: Snapshot) -> Iterator[Event]:
    """The events to carry out since the last card was laid; a card that people named is turned already.

    Where people have corrected the table since, there is nothing left to do.
    """
    entries = _entries_since_last_card(snapshot)
    for at, entry in enumerate(entries):
        corrected = corrected_spots(game_rules(snapshot.game), entries[at:])
        for before, event in pairwise((None, *entry.events)):
            if (
                isinstance(event, MOVEMENT_EVENTS)
                or (isinstance(event, CardTurnedUp) and isinstance(before, CardLaid))
            ) and not (_is_corrected(event, corrected) or _is_seen(event, entry, snapshot)):
                yield event


def _is_seen(event: Event, entry: AcceptedLine, snapshot: Snapshot) -> bool:
    """Whether a reader has seen the event carried out."""
    due = {each.observation.zone for each in snapshot.due_observations if each.entry is entry}
    expected = event.expected_observations()
    return bool(expected) and not any(each.zone in due for each in expected)


def _is_corrected(event: Event, corrected: Collection[Spot]) -> bool:
    """Whether people have corrected what hands move by that event; raises LookupError for other events."""
    match event:
        case ExplorerMoved(by=by, to=to):
            return (column_zone(to), card_piece(by, UNKNOWN)) in corrected
        case CardRemoved(by=by, card=card, column=column) | CardTurnedUp(by=by, card=card, column=column):
            return (column_zone(column), card_piece(by, card)) in corrected
        case ObjectivesSwapped(column=column, other=other):
            zones = column_zone(column), column_zone(other)
            return any(zone in zones and piece.startswith("objective/") for zone, piece in corrected)
    raise LookupError(f"no movement for {type(event).__name__}")


def _entries_since_last_card(snapshot: Snapshot) -> list[AcceptedLine]:
    """The log entry that laid the last card, and those after it; none once the round is over.

    What was laid again has been carried out.
    """
    since: list[AcceptedLine] = []
    if not public_position(snapshot, KabalePosition).columns:
        return since
    for entry in reversed(snapshot.recent_entries):
        if entry is snapshot.carried_out:
            break
        since.insert(0, entry)
        if any(isinstance(event, CardLaid | ObjectivesLaid) for event in entry.events):
            break
    return since


class RoundView(ModelView[tuple[int, int, str]]):
    """The round, and how many there are."""

    asked_target = "round"

    def paint_model(self, painter: Painter, bounds: Rect, round_: tuple[int, int, str]) -> None:
        """Paint the word above the numbers."""
        number, of, text = round_
        above, below = bounds.inset(0, mm(0.4)).split_rows(2)
        painter.draw_text(text, above, SMALL_TEXT, MUTED, halign="center", min_size=SMALL_TEXT)
        painter.draw_text(
            f"{number}/{of}", below, NUMBER_TEXT, CHALK, bold=True, halign="center", min_size=NUMBER_TEXT
        )


class PendingMovementsView(ModelView[tuple[MovementModel, ...]]):
    """The movements to carry out now, on parchment until they are done."""

    asked_target = "prompt"

    def paint_model(self, painter: Painter, bounds: Rect, movements: tuple[MovementModel, ...]) -> None:
        """Paint one row for each."""
        if not movements:
            return
        plate = bounds.inset(mm(0.7))
        painter.fill_rect(plate, PARCHMENT, mm(CORNER_RADIUS))
        for movement, row in zip(
            movements, plate.inset(mm(1.4), mm(0.6)).split_rows(len(movements)), strict=True
        ):
            sign, words = row.cut_left(mm(6), mm(1.6))
            painter.draw_symbol("hand", sign.centred(mm(5.4), min(mm(5.4), row.height)), SEPIA)
            painter.draw_text(
                movement.text, words, HEADING_TEXT, SEPIA, bold=True, max_lines=3, min_size=SMALL_TEXT
            )


class TableView(TableFrameView):
    """Columns side by side, or in their place characters or objectives to choose from; players below."""

    PANELS_HEIGHT = 9.4
    ROUND_WIDTH = 10.5
    MIN_EVENTS_WIDTH = 40.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.column_views: list[ColumnView] = []
        self.card_naming_view = CardNamingView(touch_handler)
        self.objective_picker = ObjectivePickerView(touch_handler)
        self.won_objectives_view = WonObjectivesView()
        self.movements_view = PendingMovementsView()
        self.round_view = RoundView()
        super().__init__(touch_handler, get_translations)
        self.add_board_widget(self.round_view)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.round_view.show(table.round_progress)
        self.movements_view.show(table.movements)
        if table.card_naming is not None:
            self.card_naming_view.show(table.card_naming)
        self.objective_picker.show((table.objectives, table.columns))
        self.won_objectives_view.show(table.won_objectives)
        self.sync_children(
            self.column_views,
            table.columns,
            lambda column: ColumnView(column, self.touch_handler),
            table.enabled_targets,
        )
        self.sync_children(self.player_panels, table.players, PlayerPanel)
        self.show_frame(table)
        board = table.card_naming is None and not table.objectives
        for column in self.column_views:
            self.set_attached(column, board)
        for part in (*self.player_panels, self.round_view):
            self.set_attached(part, not table.objectives)
        self.set_attached(self.card_naming_view, table.card_naming is not None)
        self.set_attached(self.objective_picker, bool(table.objectives))
        self.set_attached(self.won_objectives_view, table.won_objectives is not None)
        self.set_attached(self.movements_view, bool(table.movements))
        self.set_attached(self.event_panel, not table.movements)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the columns above the players."""
        if self.objective_picker.parent is not None:
            place_widget(self.objective_picker, board_rect)
            return
        strips, board_rect = board_rect.cut_bottom(mm(self.PANELS_HEIGHT), mm(0.6))
        round_rect, strips = strips.cut_left(mm(self.ROUND_WIDTH), mm(1))
        place_widget(self.round_view, round_rect)
        for panel, cell in zip(
            self.player_panels, strips.split_columns(len(self.player_panels), mm(1)), strict=True
        ):
            place_widget(panel, cell.inset(mm(0.3), mm(0.15)))
        place_widget(self.card_naming_view, board_rect)
        place_widget(self.won_objectives_view, board_rect)
        if self.column_views:
            for column, cell in zip(
                self.column_views, board_rect.split_columns(len(self.column_views), mm(0.4)), strict=True
            ):
                place_widget(column, cell)

    def keeps_place_of_done(self, rest: Rect) -> bool:
        """Whether it stays free: otherwise the latest events have it, and nothing that is touched."""
        return bool(self.done_panel.buttons)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the latest events, or the movements to carry out, beside cards and answers."""
        count = len(self.choice_panel.model)
        wanted = self.hand_view.preferred_width() + mm(34) * count
        used = min(wanted + mm(GAP if wanted else 0), foot_rect.width - mm(self.MIN_EVENTS_WIDTH))
        left, text = foot_rect.cut_left(used)
        place_widget(self.event_panel, text.inset(mm(0.5), mm(0.2)))
        place_widget(self.movements_view, text)
        super().arrange_foot(left.cut_right(mm(GAP))[1] if wanted else left)
