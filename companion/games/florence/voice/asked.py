"""What is to be done now, in words: each decision of the game as a request, with what it would take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from companion.games.florence.rules.actions import Acting, barred, left, price_of
from companion.games.florence.rules.asking import to_sell
from companion.games.florence.rules.auction import Bidding, Open, bidders
from companion.games.florence.rules.auction import barred as no_object
from companion.games.florence.rules.final import ShowPrestige
from companion.games.florence.rules.objects import Choose, Keep, Place, RecruitNow
from companion.games.florence.rules.placing import fits
from companion.games.florence.rules.printed import AUCTION, BUILDINGS, FREEDOMS, LANDSCAPES, PRICES
from companion.games.florence.rules.recruiting import can_recruit
from companion.games.florence.rules.state import Player, Table
from companion.games.florence.voice import names
from companion.rules.agenda import AgendaItem
from companion.rules.moves import UNKNOWN
from companion.voice.narration import TurnPrompt
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator


def asked(position: Table, words: Translator) -> TurnPrompt | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return TurnPrompt(request(item, position, words), item.awaited_player or "")


@singledispatch
def request(item: AgendaItem, position: Table, words: Translator) -> str:
    """What that decision asks for; "" for what happens by itself."""
    return ""


# -- the auction


@request.register
def _(item: Open, position: Table, words: Translator) -> str:
    price, player = AUCTION["opening"], position.players[item.who]
    if bidders(position) == (item.who,):
        text = words.gettext("take an object for {price}, or pass", price=price)
    else:
        text = words.gettext("open an object at {price}, or pass", price=price)
    roomless = [
        kind
        for kind in LANDSCAPES
        if no_object(position, item.who, kind) is None and not fits(position, item.who, kind)
    ]
    return ". ".join((text, *_first(player, price, words), *_no_room(roomless, words)))


@request.register
def _(item: Bidding, position: Table, words: Translator) -> str:
    auction, player = position.auction, position.players[item.who]
    assert auction is not None
    price = auction.bid + AUCTION["step"]
    text = words.gettext("{price} for {lot}, or pass?", price=price, lot=names.the(words, auction.kind))
    roomless = auction.kind in LANDSCAPES and not fits(position, item.who, auction.kind)
    more = [*_first(player, price, words), *_no_room([auction.kind] if roomless else [], words)]
    return " ".join((text, *map(words.to_sentence, more)))


def _first(player: Player, price: int, words: Translator) -> Iterator[str]:
    """P-B8: what must be sold before he can pay that."""
    number = to_sell(player, price)
    if number:
        yield words.gettext("Sell {points} first", points=points_text(words, number))


def _no_room(kinds: list[str], words: Translator) -> Iterator[str]:
    """P-A4 (RULING): a landscape that fits nowhere is lost."""
    if kinds:
        lots = words.join_with_or([names.the(words, kind) for kind in kinds])
        yield words.gettext("Beware: no room for {lot}", lot=lots)


@request.register
def _(item: Place, position: Table, words: Translator) -> str:
    return words.gettext("lay {tile} on your grid", tile=names.the(words, item.kind))


@request.register
def _(item: Keep, position: Table, words: Translator) -> str:
    number = min(PRICES["stack"], position.supply("prestige"))
    return words.ngettext(
        "look at the top prestige card and keep it",
        "look at the top {n} prestige cards and keep one",
        number,
    )


@request.register
def _(item: RecruitNow, position: Table, words: Translator) -> str:
    return words.gettext("recruit a profession at once?")


@request.register
def _(item: Choose, position: Table, words: Translator) -> str:
    won = position.players[item.who].won
    return words.gettext(
        "{lots}: which one do you keep? The price is {florins}",
        lots=words.join_with_or([words.name_of("kind", each.kind) for each in won]),
        florins=names.florins(words, max(each.price for each in won)),
    )


# -- actions


@request.register
def _(item: Acting, position: Table, words: Translator) -> str:
    number = left(position)
    if not number:
        return words.gettext("recruit a profession, or say done")
    first = number == PRICES["actions"]
    head = words.gettext("first action") if first else words.gettext("last action")
    what = words.join_with_or([*_what(item.who, position, words)])
    return ". ".join((f"{head}: {what}", *_to_sell(item.who, position, words)))


def _what(who: str, position: Table, words: Translator) -> Iterator[str]:
    """What he may do, with what it takes."""
    if position.players[who].hand:
        yield words.gettext("work from value {least}", least=position.least)
    yield from (
        f"{words.name_of('thing', action)} {price}"
        for action, price in _prices(who, position)
        if price <= position.players[who].means
    )
    if can_recruit(position, who):
        yield words.gettext("recruit a profession")
    yield words.gettext("nothing more")


def _prices(who: str, position: Table) -> Iterator[tuple[str, int]]:
    """What can be had for florins, and for how many (P-B4, P-B5)."""
    player = position.players[who]
    if any(not player.has(name) and position.supply(name) for name in BUILDINGS):
        yield "building", price_of(position, who)
    if position.professions and barred(position, "profession") is None:
        yield "profession", PRICES["card"]
    if position.bonus_cards:
        yield "bonus", PRICES["card"]
    free = any(name not in player.freedoms and position.supply(name) for name in FREEDOMS)
    if free and barred(position, "freedom") is None:
        yield "freedom", PRICES["freedom"]


def _to_sell(who: str, position: Table, words: Translator) -> Iterator[str]:
    """P-B8: for each price that his cash does not reach, what must be sold before."""
    player = position.players[who]
    for price in sorted({price for _, price in _prices(who, position)}):
        number = to_sell(player, price)
        if 0 < number <= player.points:
            yield words.gettext(
                "For {price} sell {points} first", price=price, points=points_text(words, number)
            )


# -- the end


@request.register
def _(item: ShowPrestige, position: Table, words: Translator) -> str:
    hiding = [who for who, player in position.players.items() if UNKNOWN in player.prestige]
    return words.gettext("show the prestige cards: {who}", who=words.player_names(hiding))
