"""The board (L-M7): twelve tiles like a chessboard with what lies on each and in the gaps, and a tile in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.games.louis_xiv.rules.edition import TileCondition
from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, NeutralCardTurned
from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision
from companion.games.louis_xiv.rules.phases.tile_ranking import players_with_most
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.state import PlayerState, TileState
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.games.louis_xiv.screen.piece_faces import hand_card_model
from companion.games.louis_xiv.voice import names
from companion.rules.moves import FINGER, Observation
from companion.screen.draw.canvas_widget import (
    GlowingModelView,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    LEAD_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TILE_BACK,
    WORN_PARCHMENT,
    fade,
    mix_colours,
    parse_colour,
)
from companion.screen.view_models import SymbolCountModel
from companion.screen.widgets.report_blocks import ReportBlockView
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


class TileAtTable(Struct, frozen=True):
    """One tile of the board; its stones are shown in the order of `colours`, the seats and the neutral ones last."""

    number: int
    person: str
    state: TileState
    condition: TileCondition
    colours: tuple[str, ...]
    has_king: bool = False
    is_being_evaluated: bool = False
    intrigue_is_open: bool = False
    """Whether its intrigue card may be played now."""
    noticed_stones: SymbolCountModel | None = None
    """Stones of a colour that were observed here and belong to no move yet."""


class BoardModel(Struct, frozen=True):
    """The twelve tiles in the order of their numbers, and what lies in the gaps.

    `rotation` counts the quarter turns (0 to 3) by which the board is turned to the person at the screen.
    """

    tiles: tuple[TileAtTable, ...]
    players: Mapping[str, PlayerState]
    """By colour, in the order of the seats: the general supply has what is theirs of it."""
    last_played: str | None = None
    """The number of the influence card in the middle ("" for the joker); None where there is none."""
    round_and_phase: tuple[str, str] = ("", "")
    """Round and phase in words, in the corner that the game leaves free."""
    rotation: int = 0


REWARD_SYMBOLS: Final[Mapping[int, tuple[SymbolCountModel, ...]]] = {
    1: (SymbolCountModel("sceptre"),),
    2: (SymbolCountModel("letter"),),
    3: (SymbolCountModel("ring"),),
    4: (SymbolCountModel("helmet"),),
    5: (SymbolCountModel("crown"),),
    6: (SymbolCountModel("arms"), SymbolCountModel("stones")),
    7: (SymbolCountModel("louis", 5),),
    8: (SymbolCountModel("stones", 2),),
    9: (SymbolCountModel("crown"),),
    10: (SymbolCountModel("arms", 2),),
    11: (SymbolCountModel("influence"),),
    12: (SymbolCountModel("arms"), SymbolCountModel("intrigue")),
}
"""Tile -> the symbols of its reward (L-M8)."""


def board_model(
    position: Position, snapshot: Snapshot, translator: Translator, rotation: int = 0
) -> BoardModel:
    """The board; the snapshot tells the influence card played last, and what belongs to no move yet."""
    played = next(
        (
            event.card
            for entry in reversed(snapshot.recent_entries)
            for event in reversed(entry.events)
            if isinstance(event, InfluenceCardPlayed | NeutralCardTurned)
        ),
        None,
    )
    return BoardModel(
        tuple(
            tile_at_table(position, number, snapshot.pending_input, translator) for number in position.tiles
        ),
        position.players,
        hand_card_model(f"card/{played}", 1, translator).number if played and position.played else None,
        (
            translator.gettext("Round {round}", round=position.round),
            translator.name_of("phase", position.phase),
        ),
        rotation,
    )


def tile_at_table(
    position: Position, number: int, pending_input: Iterable[Observation], translator: Translator
) -> TileAtTable:
    """The tile as the table shows it."""
    now = position.tile == number and position.phase == "evaluation"
    return TileAtTable(
        number,
        names.person_name(translator, number),
        position.tiles[number],
        position.condition(number),
        (*position.players, NEUTRAL),
        has_king=position.king == number,
        is_being_evaluated=now,
        intrigue_is_open=now and bool(position.agenda) and isinstance(position.agenda[0], IntrigueDecision),
        noticed_stones=_noticed_stones(position, number, pending_input),
    )


def _noticed_stones(
    position: Position, number: int, pending_input: Iterable[Observation]
) -> SymbolCountModel | None:
    """The stones on a tile for an unfinished move: seals read there, and touches of the player on turn."""
    zone = f"tile/{number}"
    stones = Counter(
        position.awaited_player if observation.piece == FINGER else observation.piece.removeprefix("seal/")
        for observation in pending_input
        if observation.zone == zone and (observation.piece == FINGER or observation.piece.startswith("seal/"))
    )
    del stones[None]  # a touch of the king's tile, when a money card is turned
    return next((SymbolCountModel(who, count) for who, count in stones.items() if who), None)


FRONT_COLOUR = parse_colour("#b3262e")  # the numbers of the fronts are red
BACK_COLOUR = ART_COLOURS["deep"]
TILE_RADIUS = 1.2


class TileButton(ModelView[TileAtTable], TouchableWidget):
    """A tile.

    At the left is a banner in the leader's colour; above are number, name and king, below everybody's stones,
    the reward and the condition.
    """

    BANNER_WIDTH = 5.0
    REWARD_WIDTH = 5.6
    CONDITION_WIDTH = 5.0

    def __init__(self, tile: TileAtTable, touch_handler: TouchHandler) -> None:
        self.model = tile
        super().__init__(f"tile/{tile.number}", touch_handler)
        self.enabled = False

    def paint_model(self, painter: Painter, bounds: Rect, tile: TileAtTable) -> None:
        """Paint the tile, from the background up."""
        plate = bounds.inset(mm(0.6))
        if self.enabled:
            painter.draw_glow(plate, GOLD, mm(TILE_RADIUS))
        paper = TILE_BACK if tile.state.side == "back" else PARCHMENT
        painter.fill_rect(
            plate,
            ART_COLOURS["royal"] if tile.has_king else mix_colours(paper, SEPIA, 0.5),
            mm(TILE_RADIUS),
        )
        face = plate.inset(mm(0.6 if tile.has_king else 0.2))
        painter.fill_rect(
            face, mix_colours(paper, GOLD, 0.5) if self.is_pressed else paper, mm(TILE_RADIUS - 0.2)
        )
        banner, rest = face.cut_left(mm(self.BANNER_WIDTH))
        head, low = rest.cut_top(rest.height * 0.4)
        if tile.is_being_evaluated:
            painter.fill_rect(head, GOLD, mm(TILE_RADIUS - 0.2))
            painter.fill_rect(head.cut_left(mm(TILE_RADIUS))[0], GOLD)
            painter.fill_rect(head.cut_bottom(mm(TILE_RADIUS))[0], GOLD)
        self._banner(painter, tile, banner)
        self._head(painter, tile, head.inset(mm(0.6), mm(0.1)))
        asks, low = low.inset(mm(0.5), mm(0.3)).cut_right(mm(self.CONDITION_WIDTH), mm(0.2))
        gives, stones = low.cut_right(mm(self.REWARD_WIDTH), mm(0.4))
        self._stones(painter, tile, stones)
        _paint_reward(painter, tile, gives)
        _paint_condition(painter, tile, asks)
        if tile.noticed_stones is not None:
            self._noticed(painter, face, tile.noticed_stones)

    def _noticed(self, painter: Painter, face: Rect, stones: SymbolCountModel) -> None:
        """Paint stones that were observed but belong to no move yet."""
        pill = Rect(
            face.x - mm(2.8), face.top - mm(4.4), mm(7.8), mm(5)
        )  # over the banner, so that number and stones stay visible
        painter.fill_rect(pill, SEPIA, pill.height / 2)
        inner = pill.inset(mm(0.35))
        painter.fill_rect(inner, PLAYER_COLOURS[stones.symbol], inner.height / 2)
        sign, text_rect = inner.inset(mm(0.6), mm(0.3)).cut_left(mm(2.6), mm(0.4))
        painter.draw_player_sign(stones.symbol, sign)
        painter.draw_text(
            f"+{stones.count}", text_rect, BODY_TEXT, TEXT_ON_PLAYER_COLOURS[stones.symbol], bold=True
        )

    def _banner(self, painter: Painter, tile: TileAtTable, banner: Rect) -> None:
        """Paint the leader's colour, sign and margin.

        A tie has both colours and an equals sign; without stones the banner is bare.
        """
        leaders = players_with_most(tile.state.stones)
        if not leaders:
            painter.fill_rect(banner.cut_right(mm(0.25))[0], mix_colours(WORN_PARCHMENT, SEPIA, 0.2))
            return
        round_ = mm(TILE_RADIUS - 0.2)
        painter.fill_rect(banner, PLAYER_COLOURS[leaders[0]], round_)
        painter.fill_rect(banner.cut_right(round_)[0], PLAYER_COLOURS[leaders[0]])
        if len(leaders) == 1:
            sign, margin = banner.inset(mm(0.35)).cut_top(banner.height * 0.46)
            painter.draw_player_sign(leaders[0], sign)
            most, second, *_ = (*sorted(tile.state.stones.values(), reverse=True), 0)
            painter.draw_text(
                f"+{most - second}",
                margin,
                LEAD_TEXT,
                TEXT_ON_PLAYER_COLOURS[leaders[0]],
                bold=True,
                halign="center",
            )
            return
        parts = list(banner.split_rows(len(leaders)))
        for leader, part in zip(leaders[1:], parts[1:], strict=True):
            painter.fill_rect(part, PLAYER_COLOURS[leader], round_ if leader == leaders[-1] else 0)
            painter.fill_rect(part.cut_right(round_)[0], PLAYER_COLOURS[leader])
            painter.fill_rect(part.cut_top(part.height / 2)[0], PLAYER_COLOURS[leader])
        badge = banner.centred(mm(4.2), mm(4.2))
        painter.draw_symbol("dot", badge, SEPIA)
        painter.draw_text("=", badge, BODY_TEXT, CHALK, bold=True, halign="center")

    def _head(self, painter: Painter, tile: TileAtTable, head: Rect) -> None:
        """Paint number (an intrigue card while these may be played), name and king."""
        number, rest = head.cut_left(head.height * 0.96, mm(0.7))
        if tile.intrigue_is_open:
            painter.draw_symbol("intrigue", number.centred(mm(5.6), mm(5.6)))
        else:
            painter.draw_symbol("dot", number, BACK_COLOUR if tile.state.side == "back" else FRONT_COLOUR)
            painter.draw_text(str(tile.number), number, NOTE_TEXT, CHALK, bold=True, halign="center")
        if tile.has_king:
            figure, rest = rest.cut_right(mm(2.6), mm(0.2))
            painter.draw_symbol("king", Rect(figure.x - mm(1.2), figure.y, mm(6.4), mm(6.4)))
        painter.draw_text(tile.person, rest, NOTE_TEXT, SEPIA, bold=True)

    def _stones(self, painter: Painter, tile: TileAtTable, stones: Rect) -> None:
        """Paint everybody's stones: in one row while there is room, else in two."""
        piles = [(who, count) for who in tile.colours if (count := tile.state.stones.get(who, 0))]
        cells = stones.split_columns(2) if len(piles) <= 2 else stones.split_grid(2, 2)
        for (who, count), cell in zip(piles, cells, strict=False):
            sign, number = cell.cut_left(mm(3.3 if len(piles) <= 2 else 2.9), mm(0.4))
            painter.draw_symbol(who, sign)
            painter.draw_text(
                str(count), number, LEAD_TEXT if len(piles) <= 2 else NOTE_TEXT, SEPIA, bold=True
            )


def _paint_reward(painter: Painter, tile: TileAtTable, rect: Rect) -> None:
    """Paint the reward: one large symbol, or two, the second before the first."""
    reward = REWARD_SYMBOLS[tile.number]
    if len(reward) == 2:
        side = rect.height * 0.66
        painter.draw_symbol(reward[0].symbol, Rect(rect.x - mm(0.4), rect.top - side, side, side))
        painter.draw_symbol(reward[1].symbol, Rect(rect.right - side + mm(0.4), rect.y, side, side))
        return
    for thing in reward:
        if thing.count == 1:
            painter.draw_symbol(thing.symbol, rect.centred(mm(5.4), min(rect.height, mm(5.4))))
        else:
            count, sign = rect.cut_left(mm(2.2))
            painter.draw_text(str(thing.count), count, BODY_TEXT, SEPIA, bold=True, halign="right")
            painter.draw_symbol(thing.symbol, sign)


def _paint_condition(painter: Painter, tile: TileAtTable, rect: Rect) -> None:
    """Paint the condition: a price, the first place alone, or a number of stones."""
    kind, value = tile.condition.kind, tile.condition.number
    if kind == "first":
        painter.draw_symbol("laurel", rect, ART_COLOURS["leaf"])
        painter.draw_text("1", rect, NOTE_TEXT, SEPIA, bold=True, halign="center")
        return
    sign, text_rect = rect.cut_bottom(rect.height * 0.48)
    painter.draw_symbol("stones" if kind == "stones" else "louis", sign)
    painter.draw_text(
        f"≥{value}" if kind == "stones" else str(value),
        text_rect,
        NOTE_TEXT,
        SEPIA,
        bold=True,
        halign="center",
    )


class TileReportView(ReportBlockView[TileAtTable]):
    """The tile that a report is about, as large as on the board."""

    WIDE, HIGH = 34.0, 13.5

    def height_range(self, width: float) -> tuple[float, float]:
        """The least and greatest height, which are equal."""
        return mm(self.HIGH), mm(self.HIGH)

    def on_model_changed(self, model: TileAtTable, previous: object) -> None:
        """Show another tile."""
        self.clear_widgets()
        self.add_widget(TileButton(model, self.touch_handler))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the tile at the left."""
        for face in self.children:
            place_widget(face, bounds.cut_left(mm(self.WIDE))[0])


BOARD_LAYOUT: Final = (
    ("crown", 6, "sceptre", 7, "when"),
    (5, "general", 1, "general", 8),
    ("helmet", 4, "played", 2, "letter"),
    (12, "general", 3, "general", 9),
    ("intrigue", 11, "ring", 10, "crown"),
)
"""Rows from the top as printed in L-M7: tiles by number, and what lies in the gaps."""
TILE_WIDTH = 1.7
"""A tile's width in columns: like a brick it reaches into the gaps beside it, to have room for words."""


def rotate_square(row: int, column: int, quarters: int) -> tuple[int, int]:
    """The row and column of a square after that many counter-clockwise quarter turns of the board."""
    for _ in range(quarters % 4):
        row, column = 4 - column, row
    return row, column


class BoardView(GlowingModelView[BoardModel]):
    """The board, turned to the side at which the screen stands; its tiles stay upright."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.tile_buttons: dict[int, TileButton] = {}
        super().__init__()

    def on_model_changed(self, board: BoardModel, previous: object) -> None:
        """Make a button for every tile that is new."""
        for tile in board.tiles:
            if tile.number not in self.tile_buttons:
                self.tile_buttons[tile.number] = TileButton(tile, self.touch_handler)
                self.add_widget(self.tile_buttons[tile.number])
            self.tile_buttons[tile.number].show(tile)

    def _cell_rect(self, bounds: Rect, row: int, column: int, wide: float) -> Rect:
        """The rectangle of a square that is `wide` columns wide."""
        step = bounds.width / (4 + TILE_WIDTH)
        high = bounds.height / 5
        middle = bounds.x + step * (column + TILE_WIDTH / 2)
        return Rect(middle - wide * step / 2, bounds.top - (row + 1) * high, wide * step, high)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the tiles on their squares."""
        if self.model is None:
            return
        for row, squares in enumerate(BOARD_LAYOUT):
            for column, what in enumerate(squares):
                if isinstance(what, int) and what in self.tile_buttons:
                    place_widget(
                        self.tile_buttons[what],
                        self._cell_rect(bounds, *rotate_square(row, column, self.model.rotation), TILE_WIDTH),
                    )

    def _gap_rect(self, bounds: Rect, row: int, column: int) -> Rect:
        """The room between the tiles at a gap, which is wider at the edge of the board."""
        narrow = self._cell_rect(bounds, row, column, 2 - TILE_WIDTH)
        if column == 0:
            return Rect(bounds.x, narrow.y, narrow.right - bounds.x, narrow.height)
        if column == 4:
            return Rect(narrow.x, narrow.y, bounds.right - narrow.x, narrow.height)
        return narrow

    def paint_model(self, painter: Painter, bounds: Rect, board: BoardModel) -> None:
        """Paint what lies in the gaps."""
        supplies = iter(board.players.items())
        for row, squares in enumerate(BOARD_LAYOUT):
            for column, what in enumerate(squares):
                gap = self._gap_rect(bounds, *rotate_square(row, column, board.rotation)).inset(mm(0.4))
                if what == "general":
                    supply = next(supplies, None)
                    if supply:
                        self._paint_supply(painter, gap, supply[0], supply[1].general)
                elif what == "played":
                    self._paint_played_card(painter, gap, board.last_played)
                elif what == "when":
                    above, below = gap.inset(mm(1), mm(1.6)).cut_top(gap.height / 2 - mm(1.6))
                    painter.draw_text(
                        board.round_and_phase[0], above, BODY_TEXT, CHALK, bold=True, halign="center"
                    )
                    painter.draw_text(
                        board.round_and_phase[1], below, SMALL_TEXT, MUTED, halign="center", max_lines=2
                    )
                elif isinstance(what, str):
                    painter.draw_symbol(what, gap.centred(mm(6), mm(6)), fade(CHALK, 0.45))

    def _paint_supply(self, painter: Painter, gap: Rect, colour: str, count: int) -> None:
        """Paint a player's square of the general supply."""
        painter.fill_rect(gap, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(gap.inset(mm(0.25)), PANEL, mm(CORNER_RADIUS - 0.25))
        sign, number = gap.inset(mm(0.6)).cut_top(gap.height * 0.46)
        painter.draw_symbol(colour, sign)
        painter.draw_text(str(count), number, LEAD_TEXT, CHALK, bold=True, halign="center")

    def _paint_played_card(self, painter: Painter, gap: Rect, number: str | None) -> None:
        """Paint the place in the middle, with the number of the influence card played last."""
        card, below = gap.cut_top(gap.height * 0.56)
        painter.draw_symbol("influence", card, fade(CHALK, 0.45 if number is None else 1.0))
        painter.draw_text(number or "", below, NOTE_TEXT, MUTED, bold=True, halign="center")
