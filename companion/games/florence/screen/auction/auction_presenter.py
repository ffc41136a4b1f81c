"""The presenter of the auction: objects, the standing bid, the texts of bid and pass, and warnings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.edition import AUCTION_VALUES, LANDSCAPES, OBJECT_KINDS, POINTS, PRICES
from companion.games.florence.rules.phases.auction import BiddingDecision as Asked
from companion.games.florence.rules.phases.auction import (
    OpeningDecision,
    players_in_auction_phase,
    refusal_for_object,
    winner_of,
)
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.won_objects import ObjectChoiceDecision
from companion.games.florence.rules.pieces import pile_place
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.selling.prestige_sale_presenter import purse_target
from companion.games.florence.screen.short_refusals import sell_first_text, short_refusal
from companion.games.florence.screen.view_models import AuctionModel, BiddingModel, LotModel
from companion.games.florence.screen.word_symbols import symbol_of_word
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import capitalise, find_seat
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


def auction_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> AuctionModel | None:
    """The auction in which somebody is asked; None where something else is going on."""
    item = position.agenda[0] if position.agenda else None
    match item:
        case ObjectChoiceDecision(who=who):
            won = position.players[who].won
            lots = (
                LotModel(
                    pile_place(each.kind),
                    object_name(each.kind, translator),
                    symbol_of_word(each.kind),
                    price=each.price,
                )
                for each in won
            )
            return AuctionModel(tuple(lots))
        case OpeningDecision(who=who):
            lots = (opening_lot_model(position, who, kind, translator) for kind in OBJECT_KINDS)
            return AuctionModel(
                tuple(lots),
                pass_text=_pass_phase_text(position, who, translator) if _is_at_screen(who, ui_state) else "",
            )
        case Asked(who=who):
            lots = (_lot_model(position, kind, translator) for kind in OBJECT_KINDS)
            return AuctionModel(tuple(lots), _bidding_model(snapshot, position, who, ui_state, translator))
    return None


def _is_at_screen(who: str, ui_state: UiState) -> bool:
    """Whether the player is at this screen."""
    return not ui_state.is_virtual or who in ui_state.human_colours


def object_name(kind: str, translator: Translator) -> str:
    """The name of an object alone."""
    return capitalise(translator.name_of("kind", kind))


def _pass_phase_text(position: Position, who: str, translator: Translator) -> str:
    """The text of passing instead of opening."""
    if players_in_auction_phase(position) == (who,):
        return translator.gettext("Take nothing")
    return translator.gettext("Out of this auction")


# -- objects


def _lot_model(position: Position, kind: str, translator: Translator) -> LotModel:
    """An object as everybody sees it."""
    winner = winner_of(position, kind) or ""
    price = next((won.price for won in position.players[winner].won if won.kind == kind), 0) if winner else 0
    return LotModel(
        pile_place(kind),
        object_name(kind, translator),
        symbol_of_word(kind),
        position.supply_of(kind),
        price,
        winner,
    )


def opening_lot_model(position: Position, who: str, kind: str, translator: Translator) -> LotModel:
    """An object as the player who opens sees it."""
    lot, player = _lot_model(position, kind, translator), position.players[who]
    why, sell = refusal_for_object(position, who, kind), points_to_sell(player, AUCTION_VALUES["opening"])
    if why is not None:
        return _with_note(lot, "" if lot.winner else short_refusal(why, position, translator), barred=True)
    if sell:
        return _with_note(lot, sell_first_text(sell, translator), barred=True, warned=True)
    if kind in LANDSCAPES and not has_legal_spot(position, who, kind):
        return _with_note(lot, translator.gettext("fits nowhere"), warned=True)
    return _with_note(lot, object_benefit_text(player, kind, translator))


def _with_note(lot: LotModel, note: str, *, barred: bool = False, warned: bool = False) -> LotModel:
    return LotModel(
        lot.touch_target,
        lot.name,
        lot.symbol,
        lot.left_in_supply,
        lot.price,
        lot.winner,
        note,
        barred,
        warned,
    )


def object_benefit_text(player: PlayerState, kind: str, translator: Translator) -> str:
    """What an object would bring the player, in a few words (P-A4, P-A5)."""
    match kind:
        case "jester":
            return translator.gettext("every work +2")
        case "builder":
            return next_builder_text(player.builders, translator)
        case "prestige":
            return translator.gettext("points at the end")
        case "recruiting":
            return translator.gettext("fetches a profession")
    if player.count_tiles(kind):
        return translator.gettext("+{points} prestige at once", points=POINTS["landscape"])
    return translator.gettext("the first of its kind")


def next_builder_text(number: int, translator: Translator) -> str:
    """What one more builder than `number` changes; "" where there can be no more."""
    points = POINTS["builder"]
    match number:
        case 0:
            return translator.gettext("buildings for {price}", price=PRICES["building"][1])
        case 1:
            return translator.gettext("buildings may touch, +{points}", points=points)
        case 2:
            return translator.gettext("buildings for nothing, +{points}", points=points)
    return ""


# -- the object up for auction


def _bidding_model(
    snapshot: Snapshot, position: Position, who: str, ui_state: UiState, translator: Translator
) -> BiddingModel | None:
    auction = position.auction
    assert auction is not None
    by = find_seat(snapshot, auction.by)
    if by is None:
        return None
    player = position.players[who]
    lot = _with_note(
        _lot_model(position, auction.kind, translator), object_benefit_text(player, auction.kind, translator)
    )
    price = auction.bid + AUCTION_VALUES["step"]
    sell = points_to_sell(player, price)
    here = _is_at_screen(who, ui_state)
    return BiddingModel(
        lot,
        auction.bid,
        by,
        translator.gettext("Bid {price}", price=group_digits(price)) if here else "",
        translator.name_of("word", "pass") if here else "",
        ". ".join(_warnings(position, who, auction.kind, sell, translator)),
        purse_target(who) if sell and here else "",
        translator.name_of("word", "sell"),
    )


def _warnings(position: Position, who: str, kind: str, sell: int, translator: Translator) -> Iterator[str]:
    """P-A3: the money must be there. P-A4 (RULING): a landscape that fits nowhere is lost."""
    if sell:
        yield sell_first_text(sell, translator)
    if kind in LANDSCAPES and not has_legal_spot(position, who, kind):
        yield translator.gettext("It would fit nowhere")
