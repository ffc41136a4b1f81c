"""The board (L-M7): twelve tiles like a chessboard with what lies on each and in the gaps, and a tile in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.games.louis_xiv.rules.edition import TileCondition
from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, NeutralCardTurned
from companion.games.louis_xiv.rules.layout import BOARD_LAYOUT
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
from companion.screen.draw.painter import DIGIT_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MUTED,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TILE_BACK,
    TITLE_TEXT,
    Colour,
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

    Above are number (or the king) and name; below a banner in the leader's colour, everybody's stones, the
    reward and the condition.
    """

    BANNER_WIDTH = 5.6
    REWARD_WIDTH = 5.0
    CONDITION_WIDTH = 5.2

    def __init__(self, tile: TileAtTable, touch_handler: TouchHandler) -> None:
        self.model = tile
        super().__init__(f"tile/{tile.number}", touch_handler)
        self.enabled = False

    def paint_model(self, painter: Painter, bounds: Rect, tile: TileAtTable) -> None:
        """Paint the tile, from the background up."""
        plate = bounds.inset(mm(0.6), mm(0.45))
        if self.enabled:
            painter.draw_glow(plate, GOLD, mm(TILE_RADIUS))
        paper = TILE_BACK if tile.state.side == "back" else PARCHMENT
        if tile.has_king:
            painter.fill_rect(plate.inset(-mm(0.3)), ART_COLOURS["royal"], mm(TILE_RADIUS + 0.3))
        else:
            painter.fill_rect(plate, mix_colours(paper, SEPIA, 0.5), mm(TILE_RADIUS))
        face = plate.inset(mm(0.3 if tile.has_king else 0.2))
        painter.fill_rect(
            face, mix_colours(paper, GOLD, 0.5) if self.is_pressed else paper, mm(TILE_RADIUS - 0.2)
        )
        head, low = face.cut_top(mm(3.8))
        if tile.is_being_evaluated:
            painter.fill_rect(head, GOLD, mm(TILE_RADIUS - 0.2))
            painter.fill_rect(head.cut_bottom(mm(TILE_RADIUS))[0], GOLD)
        self._head(painter, tile, head)
        banner, low = low.cut_left(mm(self.BANNER_WIDTH), mm(0.3))
        if tile.noticed_stones is None:
            self._banner(painter, tile, banner)
        asks, low = low.inset(mm(0.2), mm(0.1)).cut_right(mm(self.CONDITION_WIDTH), mm(0.2))
        gives, stones = low.cut_right(mm(self.REWARD_WIDTH), mm(0.3))
        if self._stones(painter, tile, stones, low):
            _paint_reward(painter, tile, gives)
        _paint_condition(painter, tile, asks)
        if tile.noticed_stones is not None:
            self._noticed(painter, banner, tile.noticed_stones)

    def _noticed(self, painter: Painter, banner: Rect, stones: SymbolCountModel) -> None:
        """Paint stones that were observed but belong to no move yet, in place of the banner."""
        colour = stones.symbol
        painter.fill_rect(banner.inset(-mm(0.4)), SEPIA, mm(TILE_RADIUS))
        painter.fill_rect(banner.inset(0, mm(0.1)), PLAYER_COLOURS[colour], mm(TILE_RADIUS))
        _paint_pile(painter, colour, stones.count, banner, TEXT_ON_PLAYER_COLOURS[colour])

    def _banner(self, painter: Painter, tile: TileAtTable, banner: Rect) -> None:
        """Paint the leader's colour, sign and margin.

        A tie has both colours and an equals sign; without stones there is no banner.
        """
        leaders = players_with_most(tile.state.stones)
        round_ = mm(TILE_RADIUS - 0.2)
        for leader, part in zip(leaders, banner.split_rows(max(1, len(leaders))), strict=False):
            painter.fill_rect(part, PLAYER_COLOURS[leader], round_ if leader == leaders[-1] else 0)
            painter.fill_rect(part.cut_right(round_)[0], PLAYER_COLOURS[leader])
            painter.fill_rect(part.cut_top(part.height / 2)[0], PLAYER_COLOURS[leader])
        if len(leaders) > 1:
            badge = banner.centred(mm(4.8), mm(4.8))
            painter.draw_symbol("dot", badge, SEPIA)
            painter.draw_text("=", badge, NUMBER_TEXT, CHALK, bold=True, halign="center")
        elif leaders:
            most, second, *_ = (*sorted(tile.state.stones.values(), reverse=True), 0)
            colour = TEXT_ON_PLAYER_COLOURS[leaders[0]]
            _paint_pile(painter, leaders[0], most - second, banner, colour)

    def _head(self, painter: Painter, tile: TileAtTable, head: Rect) -> None:
        """Paint number and name: in place of the number the king, or an intrigue card while it may be played."""
        number, rest = head.cut_left(mm(4.6), mm(0.4))
        if tile.has_king:
            painter.draw_symbol("king", number.centred(mm(6), mm(6)))
        if tile.intrigue_is_open:
            painter.draw_symbol("intrigue", number.centred(mm(5.6), mm(5.6)))
        elif not tile.has_king:
            painter.draw_symbol(
                "dot",
                number.centred(mm(4.4), mm(4.4)),
                BACK_COLOUR if tile.state.side == "back" else FRONT_COLOUR,
            )
            painter.draw_text(
                str(tile.number), number, SMALL_TEXT, CHALK, bold=True, halign="center", role="small print"
            )
        painter.draw_text(tile.person, rest, SMALL_TEXT, SEPIA, bold=True)

    def _stones(self, painter: Painter, tile: TileAtTable, usual: Rect, whole: Rect) -> bool:
        """Paint everybody's stones: one or two piles beside their signs, more of them beneath.

        True where they have room in the usual place, which leaves some for the reward.
        """
        piles = [(who, count) for who in tile.colours if (count := tile.state.stones.get(who, 0))]
        if len(piles) <= 2:
            for (who, count), cell in zip(piles, usual.split_columns(2), strict=False):
                number = text_width(str(count), font_pixels(TITLE_TEXT), True) + 1.0
                sign, text_rect = cell.cut_left(min(mm(3.6), cell.width - number - mm(0.2)), mm(0.2))
                painter.draw_symbol(who, sign)
                painter.draw_text(str(count), text_rect, TITLE_TEXT, SEPIA, bold=True, halign="center")
            return True
        needs = [text_width(str(count), font_pixels(NUMBER_TEXT), True) + 1.0 for _, count in piles]
        fits = sum(needs) <= usual.width
        room = usual if fits else whole
        share = room.width / sum(needs)
        for (who, count), need in zip(piles, needs, strict=True):
            cell, room = room.cut_left(need * share)
            text_rect, sign = cell.cut_bottom(_number_height(cell))
            painter.draw_symbol(who, sign)
            painter.draw_text(str(count), text_rect, NUMBER_TEXT, SEPIA, bold=True, halign="center")
        return fits


def _number_height(rect: Rect) -> float:
    """The height of the number that stands above or beneath a symbol there."""
    return min(font_pixels(NUMBER_TEXT) * DIGIT_SPACING, rect.height * 0.62)


def _paint_pile(painter: Painter, owner: str, more: int, rect: Rect, colour: Colour) -> None:
    """Paint how many more there are, beneath their owner's sign, on a box in their colour."""
    text_rect, sign = rect.cut_bottom(_number_height(rect))
    painter.draw_player_sign(owner, sign.inset(0, mm(0.1)))
    number = f"+{more}" if more < 10 else str(more)
    painter.draw_text(number, text_rect, NUMBER_TEXT, colour, bold=True, halign="center")


def _paint_reward(painter: Painter, tile: TileAtTable, rect: Rect) -> None:
    """Paint the reward: one large symbol beneath its number, or two, the second before the first."""
    reward = REWARD_SYMBOLS[tile.number]
    if len(reward) == 2:
        side = rect.height * 0.62
        painter.draw_symbol(reward[0].symbol, Rect(rect.x - mm(0.3), rect.top - side, side, side))
        painter.draw_symbol(reward[1].symbol, Rect(rect.right - side + mm(0.3), rect.y, side, side))
        return
    for thing in reward:
        if thing.count == 1:
            painter.draw_symbol(thing.symbol, rect)
        else:
            count, sign = rect.cut_top(_number_height(rect))
            painter.draw_symbol(thing.symbol, sign)
            painter.draw_text(str(thing.count), count, NUMBER_TEXT, SEPIA, bold=True, halign="center")


def _paint_condition(painter: Painter, tile: TileAtTable, rect: Rect) -> None:
    """Paint the condition: a price, the first place alone, or a number of stones."""
    kind, value = tile.condition.kind, tile.condition.number
    if kind == "first":
        painter.draw_symbol("laurel", rect.centred(mm(6), mm(6)), ART_COLOURS["leaf"])
        painter.draw_text("1", rect, NUMBER_TEXT, SEPIA, bold=True, halign="center")
        return
    text_rect, sign = rect.cut_top(_number_height(rect))
    painter.draw_symbol("stones" if kind == "stones" else "louis", sign)
    painter.draw_text(
        f"≥{value}" if kind == "stones" else str(value),
        text_rect,
        NUMBER_TEXT,
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


TILE_WIDTH = 1.66
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
                gap = self._gap_rect(bounds, *rotate_square(row, column, board.rotation))
                gap = gap.inset(mm(0.15), mm(0.4))
                if what == "general":
                    supply = next(supplies, None)
                    if supply:
                        self._paint_supply(painter, gap, supply[0], supply[1].general)
                elif what == "played":
                    self._paint_played_card(painter, gap, board.last_played)
                elif what == "free":
                    round_, phase = board.round_and_phase
                    fits = text_width(phase, font_pixels(SMALL_TEXT)) <= gap.width
                    above, below = gap.cut_bottom(mm(4) if fits else 0)[::-1]
                    painter.draw_text(round_, above, NUMBER_TEXT, CHALK, bold=True, halign="center")
                    if fits:
                        painter.draw_text(phase, below, SMALL_TEXT, MUTED, halign="center")
                elif isinstance(what, str):
                    painter.draw_symbol(what, gap.centred(mm(6), mm(6)), fade(CHALK, 0.45))

    def _paint_supply(self, painter: Painter, gap: Rect, colour: str, count: int) -> None:
        """Paint a player's square of the general supply."""
        painter.fill_rect(gap, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(gap.inset(mm(0.25)), PANEL, mm(CORNER_RADIUS - 0.25))
        sign, number = gap.inset(0, mm(0.8)).cut_top(gap.height * 0.42)
        painter.draw_symbol(colour, sign.inset(mm(0.5)))
        number = number.inset(-mm(0.4), 0)
        painter.draw_text(str(count), number, NUMBER_TEXT, CHALK, bold=True, halign="center")

    def _paint_played_card(self, painter: Painter, gap: Rect, number: str | None) -> None:
        """Paint the place in the middle, with the number of the influence card played last."""
        card, below = gap.cut_top(gap.height * 0.56)
        painter.draw_symbol("influence", card, fade(CHALK, 0.45 if number is None else 1.0))
        painter.draw_text(number or "", below, NUMBER_TEXT, MUTED, bold=True, halign="center")
