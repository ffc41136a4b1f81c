"""The panel of a player: everything of theirs that lies open on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kivy.metrics import mm

from companion.games.florence.rules.phases.auction import max_objects_per_round
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.amounts import (
    MAX_SYMBOL_SIZE,
    PLACES,
    group_digits,
    item_places,
    paint_count,
    paint_items,
    possession_rows,
)
from companion.games.florence.screen.auction import AuctionStatus
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.games.florence.screen.principality import paint_principality
from companion.games.florence.screen.selling import purse_target
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import TouchableModelView
from companion.screen.draw.painter import DIGIT_SPACING, LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MUTED,
    NUMBER_TEXT,
    PANEL,
    PLAYER_COLOURS,
    RAISED_PANEL,
    SMALL_TEXT,
    fade,
    mix_colours,
)
from companion.screen.view_models import PlayerAtTable
from companion.voice.translator import Translator


class FlorencePlayer(PlayerAtTable[PlayerState], frozen=True):
    """A player with what they do in the auction."""

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
    position: Position, seats: Iterable[Seat], translator: Translator, chooser: str = ""
) -> Iterator[FlorencePlayer]:
    """All players, clockwise; a `chooser` is asked before anybody may move."""
    is_over = position.outcome() is not None
    for seat in seats:
        who, player = seat.colour, position.players[seat.colour]
        status = _auction_status(position, who)
        yield FlorencePlayer(
            seat,
            player,
            is_start_player=position.start == who,
            is_on_turn=(chooser or position.awaited_player) == who,
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


COLOUR_BAND_WIDTH = 4.6
"""The width of the player's colour at the left, in millimetres."""
MIN_ROW_HEIGHT = NUMBER_TEXT * DIGIT_SPACING
"""The least height of a row in millimetres: a panel has as many rows as it has room for."""


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
        """Paint their sign, the colours of their principality, and the rows."""
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
        sign = band.inset(mm(0.5))
        if player.is_start_player:
            sun, sign = sign.cut_top(sign.height * 0.42)
            painter.draw_symbol("sun", sun.inset(-mm(0.2)))
        painter.draw_player_sign(colour, sign)
        ground, rest = rest.cut_right(mm(0.6))[1].cut_left(rest.width - mm(PLACES[-1] + 0.9), mm(0.9))
        ground = ground.largest_square()
        paint_principality(painter, ground, player.state.grid)
        if self.has_passed:
            painter.fill_rect(ground, fade(PANEL, 0.45))
        self._rows(painter, rest)

    def _rows(self, painter: Painter, rest: Rect) -> None:
        """Paint the name, money and prestige, and of court and cards as much as has room."""
        rows = possession_rows(self.player_model.state)[: max(0, int(rest.height / mm(MIN_ROW_HEIGHT)) - 2)]
        name, purse, *others = rest.split_rows(len(rows) + 2)
        self._name(painter, name)
        self._purse(painter, purse)
        for items, row in zip(rows, others, strict=True):
            paint_items(painter, row, items)

    def _name(self, painter: Painter, row: Rect) -> None:
        """Paint the name; at the right the best work of the round, else the part in the auction."""
        player = self.player_model
        size = min(BODY_TEXT, row.height / mm(1) / LINE_SPACING)
        seals = (
            [("best-work", player.state.best)]
            if player.state.best
            else [(symbol_of_word(won.kind), won.price) for won in player.state.won]
        )
        for symbol, number in seals[::-1]:
            text = group_digits(number)
            price, row = row.cut_right(text_width(text, font_pixels(NUMBER_TEXT), True) + 2, mm(0.4))
            painter.draw_text(text, price, NUMBER_TEXT, GOLD, bold=True, min_size=NUMBER_TEXT)
            spot, row = row.cut_right(mm(MAX_SYMBOL_SIZE), mm(0.6))
            painter.draw_symbol(symbol, spot)
        if status := player.auction_status_text:
            bids = player.auction_status == "bids"
            letters = NUMBER_TEXT if bids else SMALL_TEXT
            room = min(row.width * 0.55, text_width(status, font_pixels(letters), True) + 2)
            spot, row = row.cut_right(room, mm(0.6))
            painter.draw_text(
                status, spot, letters, GOLD if bids else MUTED, bold=True, halign="right", min_size=letters
            )
        painter.draw_text(
            player.seat.shown_name,
            row,
            size,
            MUTED if self.has_passed else CHALK,
            bold=True,
            min_size=SMALL_TEXT,
            may_truncate=True,
        )

    def _purse(self, painter: Painter, row: Rect) -> None:
        """Paint money and prestige."""
        places = item_places(row)
        for symbol, number, cell in (
            ("florin", self.player_model.state.money, places[0]),
            ("points", self.player_model.state.points, places[2]),
        ):
            room = Rect(cell.x, cell.y, mm(PLACES[2] - 0.4), cell.height)
            paint_count(painter, room, symbol, group_digits(number))
