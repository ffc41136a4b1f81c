"""The models of what lies on the table, made from what everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.florence.rules.edition import PIECE_COUNTS
from companion.games.florence.rules.phases.auction import max_objects_per_round
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.selling.prestige_sale_presenter import purse_target
from companion.games.florence.screen.view_models import (
    AuctionStatus,
    LotModel,
    PlacedTileModel,
    PlayerModel,
    PlayerResultModel,
    RoundModel,
)
from companion.games.florence.screen.word_symbols import letters_by_building, symbol_of_word
from companion.rules.game import Seat
from companion.voice.translator import Translator


def placed_tile_models(position: Position, who: str, translator: Translator) -> tuple[PlacedTileModel, ...]:
    """The tiles in a principality."""
    letters = letters_by_building(translator)
    return tuple(
        PlacedTileModel(tile.name, tile.squares, letters.get(tile.name, ""))
        for tile in position.players[who].grid
    )


def player_models(
    position: Position, seats: Iterable[Seat], translator: Translator
) -> tuple[PlayerModel, ...]:
    """The panels of all players, clockwise."""
    return tuple(_player_model(position, seat, translator) for seat in seats)


def _player_model(position: Position, seat: Seat, translator: Translator) -> PlayerModel:
    who = seat.colour
    player = position.players[who]
    part = _auction_status(position, who)
    return PlayerModel(
        seat,
        player.money,
        player.points,
        placed_tile_models(position, who, translator),
        player.jesters,
        player.builders,
        player.freedoms,
        sum(player.hand.values()),
        len(player.table),
        sum(player.bonus.values()),
        sum(player.prestige.values()),
        player.recruiting,
        player.best,
        tuple(LotModel("", "", symbol_of_word(won.kind), price=won.price) for won in player.won),
        part,
        "" if player.won else _auction_status_text(position, part, translator),
        is_start_player=position.start == who,
        is_on_turn=position.awaited_player == who,
        purse_target="" if position.outcome() is not None else purse_target(who),
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


def round_model(position: Position, translator: Translator) -> RoundModel:
    """The round, and the least value of a work in it."""
    text = translator.gettext("Round {round}", round=position.round)
    return RoundModel(position.round, PIECE_COUNTS["rounds"], text, position.least_work_value)


def result_models(
    position: Position, seats: Iterable[Seat], translator: Translator
) -> Iterator[PlayerResultModel]:
    """The results, the first place first; players with equal points and florins share a place (P-E2)."""
    outcome = position.outcome()
    if outcome is None:
        return
    found = player_models(position, seats, translator)
    for player in sorted(found, key=lambda player: (-player.points, -player.money)):
        better = sum((each.points, each.money) > (player.points, player.money) for each in found)
        yield PlayerResultModel(player, 1 + better, player.seat.colour in outcome.winners)
