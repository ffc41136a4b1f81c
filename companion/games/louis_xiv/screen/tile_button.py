"""The button of one tile: who leads and by how much, what it gives and what it asks for, at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.games.louis_xiv.screen.view_models import TileModel
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BODY_TEXT,
    CHALK,
    GOLD,
    LEAD_TEXT,
    NOTE_TEXT,
    PARCHMENT,
    PLAYER_COLOURS,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TILE_BACK,
    WORN_PARCHMENT,
    mix_colours,
    parse_colour,
)
from companion.screen.view_models import SymbolCountModel
from companion.screen.widgets.report_blocks import ReportBlockView

FRONT_COLOUR = parse_colour("#b3262e")  # the numbers of the fronts are red
BACK_COLOUR = ART_COLOURS["deep"]
CORNER_RADIUS = 1.2


class TileButton(ModelView[TileModel], TouchableWidget):
    """A tile.

    At the left is a banner in the leader's colour; above are number, name and king, below everybody's stones,
    the reward and the condition.
    """

    BANNER_WIDTH = 5.0
    REWARD_WIDTH = 5.6
    CONDITION_WIDTH = 5.0

    def __init__(self, tile: TileModel, touch_handler: TouchHandler) -> None:
        self.model = tile
        super().__init__(f"tile/{tile.number}", touch_handler)
        self.enabled = False

    def paint_model(self, painter: Painter, bounds: Rect, tile: TileModel) -> None:
        """Paint the tile, from the background up."""
        plate = bounds.inset(mm(0.6))
        if self.enabled:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        paper = TILE_BACK if tile.shows_back else PARCHMENT
        painter.fill_rect(
            plate,
            ART_COLOURS["royal"] if tile.has_king else mix_colours(paper, SEPIA, 0.5),
            mm(CORNER_RADIUS),
        )
        face = plate.inset(mm(0.6 if tile.has_king else 0.2))
        painter.fill_rect(
            face, mix_colours(paper, GOLD, 0.5) if self.is_pressed else paper, mm(CORNER_RADIUS - 0.2)
        )
        banner, rest = face.cut_left(mm(self.BANNER_WIDTH))
        head, low = rest.cut_top(rest.height * 0.4)
        if tile.is_being_evaluated:
            painter.fill_rect(head, GOLD, mm(CORNER_RADIUS - 0.2))
            painter.fill_rect(head.cut_left(mm(CORNER_RADIUS))[0], GOLD)
            painter.fill_rect(head.cut_bottom(mm(CORNER_RADIUS))[0], GOLD)
        self._banner(painter, tile, banner)
        self._head(painter, tile, head.inset(mm(0.6), mm(0.1)))
        asks, low = low.inset(mm(0.5), mm(0.3)).cut_right(mm(self.CONDITION_WIDTH), mm(0.2))
        gives, stones = low.cut_right(mm(self.REWARD_WIDTH), mm(0.4))
        self._stones(painter, tile.stones, stones)
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
        painter.draw_symbol(f"{stones.symbol}/flat", sign, TEXT_ON_PLAYER_COLOURS[stones.symbol])
        painter.draw_text(
            f"+{stones.count}", text_rect, BODY_TEXT, TEXT_ON_PLAYER_COLOURS[stones.symbol], bold=True
        )

    def _banner(self, painter: Painter, tile: TileModel, banner: Rect) -> None:
        """Paint the leader's colour, sign and margin.

        A tie has both colours and an equals sign; without stones the banner is bare.
        """
        leaders = tile.leaders
        if not leaders:
            painter.fill_rect(banner.cut_right(mm(0.25))[0], mix_colours(WORN_PARCHMENT, SEPIA, 0.2))
            return
        round_ = mm(CORNER_RADIUS - 0.2)
        painter.fill_rect(banner, PLAYER_COLOURS[leaders[0]], round_)
        painter.fill_rect(banner.cut_right(round_)[0], PLAYER_COLOURS[leaders[0]])
        if len(leaders) == 1:
            sign, margin = banner.inset(mm(0.35)).cut_top(banner.height * 0.46)
            painter.draw_symbol(f"{leaders[0]}/flat", sign, TEXT_ON_PLAYER_COLOURS[leaders[0]])
            painter.draw_text(
                f"+{tile.margin}",
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

    def _head(self, painter: Painter, tile: TileModel, head: Rect) -> None:
        """Paint number (an intrigue card while these may be played), name and king."""
        number, rest = head.cut_left(head.height * 0.96, mm(0.7))
        if tile.intrigue_is_open:
            painter.draw_symbol("intrigue", number.centred(mm(5.6), mm(5.6)))
        else:
            painter.draw_symbol("dot", number, BACK_COLOUR if tile.shows_back else FRONT_COLOUR)
            painter.draw_text(str(tile.number), number, NOTE_TEXT, CHALK, bold=True, halign="center")
        if tile.has_king:
            figure, rest = rest.cut_right(mm(2.6), mm(0.2))
            painter.draw_symbol("king", Rect(figure.x - mm(1.2), figure.y, mm(6.4), mm(6.4)))
        painter.draw_text(tile.person, rest, NOTE_TEXT, SEPIA, bold=True)

    def _stones(self, painter: Painter, piles: Sequence[SymbolCountModel], stones: Rect) -> None:
        """Paint everybody's stones: in one row while there is room, else in two."""
        cells = stones.split_columns(2) if len(piles) <= 2 else stones.split_grid(2, 2)
        for pile, cell in zip(piles, cells, strict=False):
            sign, count = cell.cut_left(mm(3.3 if len(piles) <= 2 else 2.9), mm(0.4))
            painter.draw_symbol(pile.symbol, sign)
            painter.draw_text(
                str(pile.count), count, LEAD_TEXT if len(piles) <= 2 else NOTE_TEXT, SEPIA, bold=True
            )


class TileReportView(ReportBlockView[TileModel]):
    """The tile that a report is about, as large as on the board."""

    WIDE, HIGH = 34.0, 13.5

    def height_range(self, width: float) -> tuple[float, float]:
        """The least and greatest height, which are equal."""
        return mm(self.HIGH), mm(self.HIGH)

    def on_model_changed(self, model: TileModel, previous: object) -> None:
        """Show another tile."""
        self.clear_widgets()
        self.add_widget(TileButton(model, self.touch_handler))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the tile at the left."""
        for face in self.children:
            place_widget(face, bounds.cut_left(mm(self.WIDE))[0])


def _paint_reward(painter: Painter, tile: TileModel, rect: Rect) -> None:
    """Paint the reward: one large symbol, or two, the second before the first."""
    if len(tile.reward) == 2:
        side = rect.height * 0.66
        painter.draw_symbol(tile.reward[0].symbol, Rect(rect.x - mm(0.4), rect.top - side, side, side))
        painter.draw_symbol(tile.reward[1].symbol, Rect(rect.right - side + mm(0.4), rect.y, side, side))
        return
    for thing in tile.reward:
        if thing.count == 1:
            painter.draw_symbol(thing.symbol, rect.centred(mm(5.4), min(rect.height, mm(5.4))))
        else:
            count, sign = rect.cut_left(mm(2.2))
            painter.draw_text(str(thing.count), count, BODY_TEXT, SEPIA, bold=True, halign="right")
            painter.draw_symbol(thing.symbol, sign)


def _paint_condition(painter: Painter, tile: TileModel, rect: Rect) -> None:
    """Paint the condition: a price, the first place alone, or a number of stones."""
    if tile.condition == "first":
        painter.draw_symbol("laurel", rect, ART_COLOURS["leaf"])
        painter.draw_text("1", rect, NOTE_TEXT, SEPIA, bold=True, halign="center")
        return
    value = "?" if tile.condition_value is None else str(tile.condition_value)
    sign, text_rect = rect.cut_bottom(rect.height * 0.48)
    painter.draw_symbol("stones" if tile.condition == "stones" else "louis", sign)
    painter.draw_text(
        f"≥{value}" if tile.condition == "stones" else value,
        text_rect,
        NOTE_TEXT,
        SEPIA,
        bold=True,
        halign="center",
    )
