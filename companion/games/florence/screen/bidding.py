"""The auction made ready to be shown: objects, the bid that stands, what bid and pass say, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.asking import to_sell
from companion.games.florence.rules.auction import Bidding as Asked
from companion.games.florence.rules.auction import Open, barred, bidders, sold_to
from companion.games.florence.rules.objects import Choose
from companion.games.florence.rules.pieces import pile
from companion.games.florence.rules.placing import fits
from companion.games.florence.rules.printed import AUCTION, KINDS, LANDSCAPES, POINTS, PRICES
from companion.games.florence.rules.state import Player
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.barring import sell_first, short
from companion.games.florence.screen.named import sign
from companion.games.florence.screen.selling import purse
from companion.games.florence.screen.views import Auction, Bidding, Lot
from companion.screen.presenters.prompt import capitalise, find_seat
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


def auction_of(now: Snapshot, position: Position, look: UiState, words: Translator) -> Auction | None:
    """The auction that somebody is asked about; None when it is about something else."""
    item = position.agenda[0] if position.agenda else None
    match item:
        case Choose(who=who):
            won = position.players[who].won
            lots = (
                Lot(pile(each.kind), name(each.kind, words), sign(each.kind), price=each.price)
                for each in won
            )
            return Auction(tuple(lots))
        case Open(who=who):
            lots = (opening(position, who, kind, words) for kind in KINDS)
            return Auction(tuple(lots), pass_=_leave(position, who, words) if _here(who, look) else "")
        case Asked(who=who):
            lots = (_lot(position, kind, words) for kind in KINDS)
            return Auction(tuple(lots), _bidding(now, position, who, look, words))
    return None


def _here(who: str, look: UiState) -> bool:
    """Whether he is at this screen."""
    return not look.is_virtual or who in look.human_colours


def name(kind: str, words: Translator) -> str:
    """An object by its name alone."""
    return capitalise(words.name_of("kind", kind))


def _leave(position: Position, who: str, words: Translator) -> str:
    """What passing means instead of opening."""
    if bidders(position) == (who,):
        return words.gettext("Take nothing")
    return words.gettext("Out of this auction")


# -- objects


def _lot(position: Position, kind: str, words: Translator) -> Lot:
    """An object as it is for everybody."""
    winner = sold_to(position, kind) or ""
    price = next((won.price for won in position.players[winner].won if won.kind == kind), 0) if winner else 0
    return Lot(pile(kind), name(kind, words), sign(kind), position.supply(kind), price, winner)


def opening(position: Position, who: str, kind: str, words: Translator) -> Lot:
    """An object as it is for the one who is to open."""
    lot, player = _lot(position, kind, words), position.players[who]
    why, sell = barred(position, who, kind), to_sell(player, AUCTION["opening"])
    if why is not None:
        return _noted(lot, "" if lot.winner else short(why, position, words), barred=True)
    if sell:
        return _noted(lot, sell_first(sell, words), barred=True, warned=True)
    if kind in LANDSCAPES and not fits(position, who, kind):
        return _noted(lot, words.gettext("fits nowhere"), warned=True)
    return _noted(lot, brings(player, kind, words))


def _noted(lot: Lot, note: str, *, barred: bool = False, warned: bool = False) -> Lot:
    return Lot(lot.thing, lot.name, lot.symbol, lot.left, lot.price, lot.winner, note, barred, warned)


def brings(player: Player, kind: str, words: Translator) -> str:
    """What an object would bring him, in a few words (P-A4, P-A5)."""
    match kind:
        case "jester":
            return words.gettext("every work +2")
        case "builder":
            return builder(player.builders, words)
        case "prestige":
            return words.gettext("points at the end")
        case "recruiting":
            return words.gettext("fetches a profession")
    if player.has(kind):
        return words.gettext("+{points} prestige at once", points=POINTS["landscape"])
    return words.gettext("the first of its kind")


def builder(number: int, words: Translator) -> str:
    """What one more builder than so many changes; "" where there can be no more."""
    points = POINTS["builder"]
    match number:
        case 0:
            return words.gettext("buildings for {price}", price=PRICES["building"][1])
        case 1:
            return words.gettext("buildings may touch, +{points}", points=points)
        case 2:
            return words.gettext("buildings for nothing, +{points}", points=points)
    return ""


# -- what is bid for


def _bidding(now: Snapshot, position: Position, who: str, look: UiState, words: Translator) -> Bidding | None:
    auction = position.auction
    assert auction is not None
    by = find_seat(now, auction.by)
    if by is None:
        return None
    player = position.players[who]
    lot = _noted(_lot(position, auction.kind, words), brings(player, auction.kind, words))
    price = auction.bid + AUCTION["step"]
    sell = to_sell(player, price)
    here = _here(who, look)
    return Bidding(
        lot,
        auction.bid,
        by,
        words.gettext("Bid {price}", price=grouped(price)) if here else "",
        words.name_of("word", "pass") if here else "",
        ". ".join(_warnings(position, who, auction.kind, sell, words)),
        purse(who) if sell and here else "",
        words.name_of("word", "sell"),
    )


def _warnings(position: Position, who: str, kind: str, sell: int, words: Translator) -> Iterator[str]:
    """P-A3: the money must be there; P-A4 (RULING): a landscape that fits nowhere is lost."""
    if sell:
        yield sell_first(sell, words)
    if kind in LANDSCAPES and not fits(position, who, kind):
        yield words.gettext("It would fit nowhere")
