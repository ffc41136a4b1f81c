"""The panel of a player: everything of theirs that lies open on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.edition import FREEDOMS, PIECE_COUNTS
from companion.games.florence.rules.phases.auction import max_objects_per_round
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.auction import AuctionStatus
from companion.games.florence.screen.piece_faces import letters_by_building, symbol_of_word
from companion.games.florence.screen.principality import paint_principality
from companion.games.florence.screen.selling import purse_target
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import TouchableModelView
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    RAISED_PANEL,
    fade,
    mix_colours,
)
from companion.screen.view_models import PlayerAtTable
from companion.voice.translator import Translator


class FlorencePlayer(PlayerAtTable[PlayerState], frozen=True):
    """A player with what they do in the auction, and the letters that tell their buildings apart."""

    letters: Mapping[str, str] = {}
    auction_status: AuctionStatus = ""
    auction_status_text: str = ""
    """The same in a word, or the bid."""
    purse_target: str = ""
    """The target that opens their purse, "" once the game is over."""

    @property
    def touch_target(self) -> str:
        """The target that names the player."""
        return f"player/{self.seat.colour}"


def florence_players(
    position: Position, seats: Iterable[Seat], translator: Translator
) -> Iterator[FlorencePlayer]:
    """All players, clockwise."""
    letters, is_over = letters_by_building(translator), position.outcome() is not None
    for seat in seats:
        who, player = seat.colour, position.players[seat.colour]
        status = _auction_status(position, who)
        yield FlorencePlayer(
            seat,
            player,
            is_start_player=position.start == who,
            is_on_turn=position.awaited_player == who,
            letters=letters,
            auction_status=status,
            auction_status_text="" if player.won else _auction_status_text(position, status, translator),
            purse_target="" if is_over else purse_target(who),
        )


def _auction_status(position: Position, who: str) -> AuctionStatus:
    """What the player does in the current auction."""
    player = position.players[who]
    if position.phase != "auction":
        return ""
    if player.out or len(player.won) >= max_objects_per_round(position):
        return "out"
    auction = position.auction
    if auction is not None and auction.by == who:
        return "bids"
    if auction is not None and who in auction.passed:
        return "passed"
    return "asked" if position.awaited_player == who else ""


def _auction_status_text(position: Position, part: AuctionStatus, translator: Translator) -> str:
    """The same in a word, or the bid."""
    match part:
        case "bids" if position.auction is not None:
            return group_digits(position.auction.bid)
        case "passed":
            return translator.gettext("passes")
        case "out":
            return translator.gettext("out")
    return ""


COLOUR_BAND_WIDTH = 5.4
"""The width of the player's colour at the left, in millimetres."""
MIN_ROWS_WIDTH = 25.5
"""The least width of the rows beside the principality, in millimetres."""
MIN_TWO_ROW_HEIGHT = 18.0
"""The height in millimetres from which on court and cards have two rows each."""
NAME_SHARE, MONEY_SHARE, OTHER_SHARE = 1.18, 1.28, 1.0
"""The relative heights of the rows: the name, money and prestige, all others."""
MAX_LETTER_SIZES = (LEAD_TEXT, HEADING_TEXT, NOTE_TEXT)
"""The greatest letter size of these rows, in millimetres."""
MAX_SYMBOL_SIZE = 3.8
"""The greatest size of a symbol, in millimetres."""


class PlayerPanel(TouchableModelView[FlorencePlayer]):
    """The panel of a player; a touch opens their purse, or names them where a player is asked for."""

    is_asked = False

    @property
    def represented_target(self) -> str:
        """The target of a touch of their sign."""
        return self.player_model.touch_target

    @property
    def player_model(self) -> FlorencePlayer:
        """The player that is shown."""
        assert self.model is not None
        return self.model

    def show(self, player: FlorencePlayer, enabled_targets: Collection[str] | None = None) -> None:
        """Show that player; the panel glows where it is among `enabled_targets`."""
        super().show(player)
        asked = player.touch_target in (enabled_targets or ())
        if asked != self.is_asked:
            self.is_asked = asked
            self.request_redraw()
        self.touch_target = player.touch_target if asked else player.purse_target
        self.enabled = bool(self.touch_target)

    def on_model_changed(self, player: FlorencePlayer, previous: object) -> None:
        """Keep the touch targets, which `show` sets."""

    @property
    def has_passed(self) -> bool:
        """Whether the player takes no part in the current auction."""
        return self.player_model.auction_status in ("passed", "out") and not self.player_model.is_on_turn

    def paint_model(self, painter: Painter, bounds: Rect, player: FlorencePlayer) -> None:
        """Paint their sign, their principality and four rows."""
        colour = player.seat.colour
        plate = bounds.inset(mm(0.35))
        if self.is_asked:
            painter.draw_glow(plate.inset(mm(0.4)), GOLD, mm(CORNER_RADIUS))
        elif player.is_on_turn:
            painter.fill_player_rect(colour, bounds, mm(CORNER_RADIUS + 0.35))
        face = RAISED_PANEL if player.is_on_turn or self.is_pressed else PANEL
        painter.fill_rect(plate, mix_colours(face, GOLD, 0.2) if self.is_pressed else face, mm(CORNER_RADIUS))
        band, rest = plate.cut_left(mm(COLOUR_BAND_WIDTH), mm(0.5))
        painter.fill_rect(band.cut_right(mm(CORNER_RADIUS))[0], PLAYER_COLOURS[colour])
        painter.fill_player_rect(colour, band, mm(CORNER_RADIUS))
        sign = band.inset(mm(0.6))
        if player.is_start_player:
            sun, sign = sign.cut_top(sign.height * 0.42)
            painter.draw_symbol("sun", sun.inset(-mm(0.2)))
        painter.draw_player_sign(colour, sign)
        ground, rest = rest.cut_left(min(plate.height, rest.width - mm(MIN_ROWS_WIDTH)), mm(0.7))
        paint_principality(painter, ground.inset(mm(0.3)), player.state.grid, player.letters)
        if self.has_passed:
            painter.fill_rect(ground.inset(mm(0.3)), fade(PANEL, 0.45))
        self._rows(painter, rest.cut_right(mm(0.6))[1].inset(0, mm(0.15)))

    def _rows(self, painter: Painter, rest: Rect) -> None:
        won: list[PanelItem] = [
            WonObjectItem(symbol_of_word(each.kind), each.price) for each in self.player_model.state.won
        ]
        others = [*([won] if len(won) > 1 else []), *self._others(rest.height >= mm(MIN_TWO_ROW_HEIGHT))]
        share = rest.height / (NAME_SHARE + MONEY_SHARE + OTHER_SHARE * len(others))
        name, rest = rest.cut_top(share * NAME_SHARE)
        purse, rest = rest.cut_top(share * MONEY_SHARE)
        sizes = [
            min(most, share * each / mm(1) / LINE_SPACING)
            for most, each in zip(MAX_LETTER_SIZES, (NAME_SHARE, MONEY_SHARE, OTHER_SHARE), strict=True)
        ]
        self._name(painter, name, sizes[0])
        self._purse(painter, purse, sizes[1])
        for items, row in zip(others, rest.split_rows(len(others)), strict=True):
            _paint_items(painter, row, items, sizes[2])

    def _others(self, tall: bool) -> list[list[PanelItem]]:
        """The items of court and cards, row by row."""
        player = self.player_model.state
        builders = ["builder/flat"] * PIECE_COUNTS["builders-most"]
        freedoms = [f"freedom/{freedom}/flat" for freedom in FREEDOMS]
        court: list[PanelItem] = [
            CountItem("jester/flat", player.jesters),
            SlotsItem(
                tuple(zip(builders, (at < player.builders for at in range(len(builders))), strict=True))
            ),
            SlotsItem(tuple(zip(freedoms, (each in player.freedoms for each in FREEDOMS), strict=True))),
            CountItem("best-work" if player.best else "work/flat", player.best),
        ]
        cards: list[PanelItem] = [
            CountItem("profession/flat", sum(player.hand.values())),
            CountItem("work/flat", len(player.table)),
            CountItem("bonus/flat", sum(player.bonus.values())),
            CountItem("prestige/flat", sum(player.prestige.values())),
            CountItem("recruiting/flat", player.recruiting),
        ]
        best = court if player.best else court[:-1]
        return [[court[0], *best[3:]], court[1:3], cards[:2], cards[2:]] if tall else [best, cards]

    def _name(self, painter: Painter, row: Rect, size: float) -> None:
        """Paint name, start player, auction status and objects won."""
        player = self.player_model
        side = min(row.height, mm(4.6))
        if len(player.state.won) == 1:
            (won,) = player.state.won
            room = text_width(str(won.price), font_pixels(size * 0.86), True) + 2.0
            price, row = row.cut_right(room, mm(0.2))
            painter.draw_text(str(won.price), price, size * 0.86, GOLD, bold=True)
            spot, row = row.cut_right(side, mm(0.5))
            painter.draw_symbol(symbol_of_word(won.kind), spot)
        if player.auction_status_text:
            room = min(
                row.width * 0.55, text_width(player.auction_status_text, font_pixels(size * 0.86), True) + 2.0
            )
            status_rect, row = row.cut_right(room, mm(0.6))
            colour = GOLD if player.auction_status == "bids" else MUTED
            painter.draw_text(
                player.auction_status_text, status_rect, size * 0.86, colour, bold=True, halign="right"
            )
        painter.draw_text(
            player.seat.shown_name,
            row,
            size,
            MUTED if self.has_passed else CHALK,
            bold=True,
            may_truncate=True,
        )

    def _purse(self, painter: Painter, row: Rect, size: float) -> None:
        """Paint money and prestige, larger than all else."""
        money, points = row.cut_left(row.width * 0.56, mm(0.8))
        for symbol, number, cell in (
            ("florin", self.player_model.state.money, money),
            ("points", self.player_model.state.points, points),
        ):
            spot, text_rect = cell.cut_left(min(row.height, mm(4.8)), mm(0.6))
            painter.draw_symbol(symbol, spot.centred(spot.width, spot.width))
            painter.draw_text(group_digits(number), text_rect, size, CHALK, bold=True)


class CountItem(NamedTuple):
    """A symbol with a number, pale for none."""

    symbol: str
    number: int

    def width(self, side: float, size: float) -> float:
        """The width of the item with symbols of that size and letters of that size."""
        number_width = text_width(str(self.number), font_pixels(size), True) + 1.0
        return float(side + mm(0.3) + max(mm(1.6), number_width))

    def paint(self, painter: Painter, cell: Rect, side: float, size: float) -> None:
        """Paint the symbol and the number."""
        spot, text_rect = cell.cut_left(side, mm(0.3))
        if "/" in self.symbol:
            painter.draw_symbol(self.symbol, spot.centred(side, side), MUTED if self.number else PALE_COLOUR)
        else:
            painter.draw_symbol(self.symbol, spot.centred(side, side))
        painter.draw_text(
            str(self.number), text_rect, size, CHALK if self.number else PALE_COLOUR, bold=bool(self.number)
        )


class SlotsItem(NamedTuple):
    """Places for things, each with its symbol, which is bright where the place is taken."""

    slots: tuple[tuple[str, bool], ...]

    def width(self, side: float, size: float) -> float:
        """The width of the places with symbols of that size."""
        return side * 0.88 * len(self.slots)

    def paint(self, painter: Painter, cell: Rect, side: float, size: float) -> None:
        """Paint the places side by side."""
        for (symbol, taken), spot in zip(self.slots, cell.split_columns(len(self.slots)), strict=True):
            painter.draw_symbol(
                symbol, spot.centred(side * 0.82, side * 0.82), PARCHMENT if taken else PALE_COLOUR
            )


class WonObjectItem(NamedTuple):
    """An object won in the auction, and its price."""

    symbol: str
    price: int

    def width(self, side: float, size: float) -> float:
        """The width of symbol and price."""
        return float(side + mm(0.3) + text_width(group_digits(self.price), font_pixels(size), True) + 1.0)

    def paint(self, painter: Painter, cell: Rect, side: float, size: float) -> None:
        """Paint the symbol and the price."""
        spot, text_rect = cell.cut_left(side, mm(0.3))
        painter.draw_symbol(self.symbol, spot.centred(side, side))
        painter.draw_text(group_digits(self.price), text_rect, size, GOLD, bold=True)


PanelItem = CountItem | SlotsItem | WonObjectItem
PALE_COLOUR = mix_colours(BORDER, MUTED, 0.1)


def _paint_items(painter: Painter, row: Rect, items: Sequence[PanelItem], size: float) -> None:
    """Paint items side by side, as large as they fit."""
    side = min(row.height * 0.92, mm(MAX_SYMBOL_SIZE))
    while sum(item.width(side, size) for item in items) + mm(0.6) * (
        len(items) - 1
    ) > row.width and side > mm(1):
        side, size = side * 0.95, max(MIN_TEXT, size * 0.95)
    total = sum(item.width(side, size) for item in items)
    gap = min(mm(2.4), (row.width - total) / max(1, len(items) - 1))
    for item in items:
        cell, row = row.cut_left(item.width(side, size), gap)
        item.paint(painter, cell, side, size)
