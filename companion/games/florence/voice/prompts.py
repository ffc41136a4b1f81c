"""The prompts of the Princes of Florence: each decision as a request, with what it would take."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.edition import AUCTION_VALUES, BUILDINGS, FREEDOMS, LANDSCAPES, PRICES
from companion.games.florence.rules.phases.auction import (
    BiddingDecision,
    OpeningDecision,
    players_in_auction_phase,
)
from companion.games.florence.rules.phases.auction import refusal_for_object as no_object
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.recruiting import can_recruit
from companion.games.florence.rules.phases.turn_actions import actions_left
from companion.games.florence.rules.phases.turn_options import (
    ActionDecision,
    building_price,
    refusal_for_action,
)
from companion.games.florence.rules.phases.won_objects import (
    KeepPrestigeCardDecision,
    ObjectChoiceDecision,
    PlacementDecision,
    RecruitingDecision,
)
from companion.games.florence.rules.state import PlayerState, TableState
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.games.florence.voice import names
from companion.rules.moves import UNKNOWN
from companion.voice.agenda_prompts import AgendaPrompts
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

turn_prompt = AgendaPrompts()


def put_back_question(translator: Translator) -> str:
    """P-M1: which of the four professions dealt is not kept."""
    return translator.gettext("Which profession goes back?")


# -- the auction


@turn_prompt.register
def _(item: OpeningDecision, position: TableState, translator: Translator) -> str:
    price, player = AUCTION_VALUES["opening"], position.players[item.who]
    if players_in_auction_phase(position) == (item.who,):
        text = translator.gettext("take an object for {price}, or pass", price=price)
    else:
        text = translator.gettext("open an object at {price}, or pass", price=price)
    roomless = [
        kind
        for kind in LANDSCAPES
        if no_object(position, item.who, kind) is None and not has_legal_spot(position, item.who, kind)
    ]
    return ". ".join(
        (text, *_sell_first_warning(player, price, translator), *_no_room_warning(roomless, translator))
    )


@turn_prompt.register
def _(item: BiddingDecision, position: TableState, translator: Translator) -> str:
    auction, player = position.auction, position.players[item.who]
    assert auction is not None
    price = auction.bid + AUCTION_VALUES["step"]
    text = translator.gettext(
        "{price} for {lot}, or pass?", price=price, lot=names.object_with_article(translator, auction.kind)
    )
    roomless = auction.kind in LANDSCAPES and not has_legal_spot(position, item.who, auction.kind)
    more = [
        *_sell_first_warning(player, price, translator),
        *_no_room_warning([auction.kind] if roomless else [], translator),
    ]
    return " ".join((text, *map(translator.to_sentence, more)))


def _sell_first_warning(player: PlayerState, price: int, translator: Translator) -> Iterator[str]:
    """P-B8: what the player must sell before they can pay that."""
    number = points_to_sell(player, price)
    if number:
        yield translator.gettext("Sell {points} first", points=points_text(translator, number))


def _no_room_warning(kinds: list[str], translator: Translator) -> Iterator[str]:
    """P-A4 (RULING): a landscape that fits nowhere is lost."""
    if kinds:
        lots = translator.join_with_or([names.object_with_article(translator, kind) for kind in kinds])
        yield translator.gettext("Beware: no room for {lot}", lot=lots)


@turn_prompt.register
def _(item: PlacementDecision, position: TableState, translator: Translator) -> str:
    return translator.gettext(
        "lay {tile} on your grid", tile=names.object_with_article(translator, item.kind)
    )


@turn_prompt.register
def _(item: KeepPrestigeCardDecision, position: TableState, translator: Translator) -> str:
    number = min(PRICES["stack"], position.supply_of("prestige"))
    return translator.ngettext(
        "keep the top prestige card",
        "keep 1 of the top {n} prestige cards",
        number,
    )


@turn_prompt.register
def _(item: RecruitingDecision, position: TableState, translator: Translator) -> str:
    return translator.gettext("recruit a profession at once?")


@turn_prompt.register
def _(item: ObjectChoiceDecision, position: TableState, translator: Translator) -> str:
    won = position.players[item.who].won
    return translator.gettext(
        "{lots}: which one do you keep? The price is {florins}",
        lots=translator.join_with_or([translator.name_of("kind", each.kind) for each in won]),
        florins=names.florins_text(translator, max(each.price for each in won)),
    )


# -- actions


@turn_prompt.register
def _(item: ActionDecision, position: TableState, translator: Translator) -> str:
    number = actions_left(position)
    if not number:
        return translator.gettext("recruit a profession, or say done")
    first = number == PRICES["actions"]
    head = translator.gettext("first action") if first else translator.gettext("last action")
    what = translator.join_with_or([*_possible_actions(item.who, position, translator)])
    return ". ".join((f"{head}: {what}", *_to_sell(item.who, position, translator)))


def _possible_actions(who: str, position: TableState, translator: Translator) -> Iterator[str]:
    """What the player may do, with its price."""
    if position.players[who].hand:
        yield translator.gettext("work from value {least}", least=position.least_work_value)
    yield from (
        f"{translator.name_of('thing', action)} {price}"
        for action, price in _prices(who, position)
        if price <= position.players[who].purchasing_power
    )
    if can_recruit(position, who):
        yield translator.gettext("recruit a profession")
    yield translator.gettext("nothing more")


def _prices(who: str, position: TableState) -> Iterator[tuple[str, int]]:
    """What can be had for florins, and for how many (P-B4, P-B5)."""
    player = position.players[who]
    if any(not player.count_tiles(name) and position.supply_of(name) for name in BUILDINGS):
        yield "building", building_price(position, who)
    if position.profession_stack_size and refusal_for_action(position, "profession") is None:
        yield "profession", PRICES["card"]
    if position.bonus_stack_size:
        yield "bonus", PRICES["card"]
    free = any(name not in player.freedoms and position.supply_of(name) for name in FREEDOMS)
    if free and refusal_for_action(position, "freedom") is None:
        yield "freedom", PRICES["freedom"]


def _to_sell(who: str, position: TableState, translator: Translator) -> Iterator[str]:
    """P-B8: for each price above the player's cash, what they must sell first."""
    player = position.players[who]
    for price in sorted({price for _, price in _prices(who, position)}):
        number = points_to_sell(player, price)
        if 0 < number <= player.points:
            yield translator.gettext(
                "For {price} sell {points} first", price=price, points=points_text(translator, number)
            )


# -- the end


@turn_prompt.register
def _(item: ShowPrestigeCardsDecision, position: TableState, translator: Translator) -> str:
    hiding = [who for who, player in position.players.items() if UNKNOWN in player.prestige]
    return translator.gettext("show the prestige cards: {who}", who=translator.joined_player_names(hiding))
