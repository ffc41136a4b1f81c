"""The panel of a player: everything of theirs that lies open on the table."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.metrics import mm
from msgspec import Struct

from companion.games.louis_xiv.rules.pieces import CHIPS, STACKS
from companion.games.louis_xiv.rules.state import PlayerState as LivePlayer
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.rules.game import Seat
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BODY_TEXT,
    CHALK,
    MUTED,
    PARCHMENT,
)
from companion.screen.view_models import SymbolCountModel
from companion.screen.widgets.player_panel import BasePlayerPanel


class PlayerModel(Struct, frozen=True):
    """The panel of a player."""

    seat: Seat
    money: int
    own_stones: int
    general_stones: int
    arms: int = 0
    chips: tuple[SymbolCountModel, ...] = ()
    influence_cards: int = 0
    intrigue_cards: int = 0
    mission_backs: tuple[SymbolCountModel, ...] = ()
    """Backs of the mission cards in hand: light, mid, dark."""
    missions_laid_out: int = 0
    """How many missions are laid out."""
    is_start_player: bool = False
    is_on_turn: bool = False


def player_models(position: Position, seats: Iterable[Seat]) -> tuple[PlayerModel, ...]:
    """The panels of all players, clockwise."""
    return tuple(_player_model(position, seat, position.players[seat.colour]) for seat in seats)


def _player_model(position: Position, seat: Seat, player: LivePlayer) -> PlayerModel:
    return PlayerModel(
        seat=seat,
        money=player.money,
        own_stones=player.own,
        general_stones=player.general,
        arms=player.arms,
        chips=tuple(SymbolCountModel(chip, player.chips[chip]) for chip in CHIPS if player.chips.get(chip)),
        influence_cards=sum(player.influence.values()),
        intrigue_cards=sum(player.intrigue.values()),
        mission_backs=tuple(
            SymbolCountModel(stack, player.hand[stack]) for stack in STACKS if player.hand.get(stack)
        ),
        missions_laid_out=len(player.missions),
        is_start_player=position.start == seat.colour,
        is_on_turn=position.awaited_player == seat.colour,
    )


SYMBOL_SIZE = 3.4
SMALL_SYMBOL_SIZE = 2.9
NUMBER_SCALE = 0.81
"""SYMBOL_SIZE and SMALL_SYMBOL_SIZE are millimetres; a number has this share of its symbol's size."""
GENERAL = "general"
"""Not a symbol: the number of stones in the general supply is drawn in a square, as on the board."""
MISSION_BACK_COLOURS = {"light": ART_COLOURS["sky"], "mid": ART_COLOURS["water"], "dark": ART_COLOURS["deep"]}
"""The colours of the backs of mission cards."""


class PlayerPanel(BasePlayerPanel[PlayerModel]):
    """Sign and name, chips; below them money, own and general stones, coats of arms, cards and missions."""

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Paint name, start player, chips and missions laid out."""
        if model.missions_laid_out:
            spot, row = row.cut_right(_width(model.missions_laid_out, SYMBOL_SIZE), mm(0.5))
            _paint_counted(painter, "mission", model.missions_laid_out, spot, SYMBOL_SIZE)
        for chip in reversed(model.chips):
            spot, row = row.cut_right(
                _width(chip.count, SYMBOL_SIZE) if chip.count > 1 else mm(SYMBOL_SIZE), mm(0.5)
            )
            _paint_counted(painter, chip.symbol, chip.count if chip.count > 1 else None, spot, SYMBOL_SIZE)
        if model.is_start_player:
            spot, row = row.cut_right(mm(4.4))
            painter.draw_symbol("sun", spot.centred(mm(4), mm(4)))
        painter.draw_text(model.seat.shown_name, row, BODY_TEXT, CHALK, bold=True)

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Paint the counts with equal gaps, smaller where there is much of everything."""
        backs = [back.symbol for back in model.mission_backs for _ in range(back.count)]
        hand, row = row.cut_right(mm(1.5) * len(backs), mm(0.8))
        for back, slip in zip(backs, hand.split_columns(max(1, len(backs)), mm(0.3)), strict=False):
            painter.fill_rect(slip.centred(slip.width, mm(3.4)), PARCHMENT, mm(0.2))
            painter.fill_rect(
                slip.centred(slip.width, mm(3.4)).inset(mm(0.15)), MISSION_BACK_COLOURS[back], mm(0.2)
            )
        things = [
            ("louis", model.money),
            (model.seat.colour, model.own_stones),
            (GENERAL, model.general_stones),
            ("arms", model.arms),
            ("influence", model.influence_cards),
            ("intrigue", model.intrigue_cards),
        ]
        for icon in (SYMBOL_SIZE, SMALL_SYMBOL_SIZE):
            widths = [mm(icon + 1) if symbol == GENERAL else _width(count, icon) for symbol, count in things]
            gap = min(mm(2.2), (row.width - sum(widths)) / len(things))
            if gap > mm(0.6):
                break
        for (symbol, count), width in zip(things, widths, strict=True):
            cell, row = row.cut_left(width, gap)
            if symbol == GENERAL:
                square = cell.centred(width, mm(icon + 0.5))
                painter.outline_rect(square, MUTED, mm(0.3), mm(0.5))
                painter.draw_text(str(count), square, icon * NUMBER_SCALE, CHALK, halign="center")
            else:
                _paint_counted(painter, symbol, count, cell, icon)


def _width(count: int, icon: float) -> float:
    """The width of a symbol with this number."""
    return float(mm(icon + 0.3)) + text_width(str(count), font_pixels(icon * NUMBER_SCALE), True)


def _paint_counted(painter: Painter, symbol: str, count: int | None, cell: Rect, icon: float) -> None:
    """Paint a symbol and its number."""
    sign, text_rect = cell.cut_left(mm(icon), mm(0.3))
    painter.draw_symbol(symbol, sign)
    if count is not None:
        room = Rect(text_rect.x, text_rect.y, text_rect.width + 2, text_rect.height)
        painter.draw_text(str(count), room, icon * NUMBER_SCALE, CHALK, bold=True)
