"""The auction in words: opened, bid, passed, sold, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.florence.rules.events import (
    AuctionOpened,
    Bid,
    BuilderCame,
    Chosen,
    JesterCame,
    LandscapeLaid,
    LandscapeReturned,
    ObjectWon,
    Paid,
    Passed,
    PassedPhase,
    PrestigeKept,
    RecruitingTaken,
    Sold,
)
from companion.games.florence.rules.printed import PRICES
from companion.games.florence.voice import names
from companion.rules.transaction import Event
from companion.voice.language import message
from companion.voice.ranking import points
from companion.voice.sentences import Sentence, does, of, says, tell_by
from companion.voice.told import Told
from companion.voice.words import Words


@singledispatch
def tell(event: Event, words: Words) -> Told:
    """The event in words; each kind of event is told below, in `done` or in `judged`."""
    raise LookupError(f"the Princes of Florence have no sentence for {type(event).__name__}")


# -- bids


@tell.register
def _(event: Passed, words: Words) -> Told:
    return passed(event, (event.who,), words)


def passed(event: Passed, whos: tuple[str, ...], words: Words) -> Told:
    """Somebody passes; or several by themselves, all for that reason."""
    who = words.players(whos)
    match event.why:
        case "money":
            text = words.gettext("Too little money to bid: {who}", who=who)
        case "builders":
            text = words.gettext("Three builders already: {who}", who=who)
        case "no-room":
            text = words.gettext("No room for {lot}: {who}", lot=names.the(words, event.kind), who=who)
        case _:
            return Told(words.gettext("passes"), event.who, opens=True)
    return Told(text)


def once(price: int, lot: str, words: Words) -> str:
    """Only one may still answer."""
    return words.gettext("{price} for {lot} - going once", price=price, lot=lot)


@tell.register
def _(event: PassedPhase, words: Words) -> Told:
    who = words.player(event.who)
    match event.why:
        case "money":
            return Told(words.gettext("Out of the auction, too little money: {who}", who=who))
        case "":
            return Told(words.gettext("is out of the auction"), event.who, opens=True)
        case _:
            return Told(words.gettext("Out of the auction, nothing left to bid for: {who}", who=who))


@tell.register
def _(event: Chosen, words: Words) -> Told:
    lot, florins = names.the(words, event.kind), names.florins(words, event.price)
    if not event.given_up:
        text = words.gettext("keeps {lot} and pays {florins}", lot=lot, florins=florins)
    else:
        text = words.gettext(
            "keeps {lot}, gives up {other} and pays {florins}",
            lot=lot,
            other=names.the(words, event.given_up),
            florins=florins,
        )
    return Told(text, event.who, opens=True)


# -- what was won


def jesters(who: str, number: int, each: int, words: Words) -> Told:
    """So many jesters are there now."""
    text = words.ngettext(
        "has {n} jester now (plus {points} to every work)",
        "has {n} jesters now (plus {points} to every work)",
        number,
        points=number * each,
    )
    return Told(text, who, opens=True)


@tell.register
def _(event: BuilderCame, words: Words) -> Told:
    match event.number:
        case 1:
            price = names.florins(words, PRICES["building"][1])
            text = words.gettext("has a first builder (buildings for {florins})", florins=price)
        case 2:
            text = words.gettext("has a second builder (buildings may touch)")
        case _:
            text = words.gettext("has a third builder (buildings are free)")
    return Told(text, event.who, opens=True)


# -- what one message tells


def _whose(words: Words, kind: str) -> str:
    return names.the(words, kind, names.WHO)


LOT = of("kind", by=names.the)
FLORINS = of("price", by=names.florins)
SOLD = of("kind", by=_whose)

SENTENCES: Mapping[type[Event], Sentence] = {
    AuctionOpened: does(message("opens {lot} at {price}"), lot=LOT, opens=True),
    Bid: says(message("{price} from {who}"), who=Words.player),
    ObjectWon: says(message("Sold: {lot} to {who} for {price}"), lot=SOLD, who=Words.player),
    Paid: does(message("pays {florins}"), florins=FLORINS),
    JesterCame: does(message("gets a jester")),
    RecruitingTaken: does(message("gets a recruiting card")),
    LandscapeLaid: does(
        message("lays {tile} at {square}"),
        tile=lambda words, tile: names.the(words, tile.name),
        square=of("tile", by=lambda _words, tile: tile.square),
        short=False,
    ),
    LandscapeReturned: says(message("No room for {lot}: back to the supply, no points"), lot=LOT),
    PrestigeKept: does(message("keeps a prestige card")),
    Sold: does(
        message("sells {points} for {florins}"), points=of("number", by=points), florins=names.florins
    ),
}

TAKES = does(message("takes {lot} for {price}"), lot=LOT, opens=True)
"""AuctionOpened where the last one left has it without an auction (P-A2)."""
SET_ASIDE = says(message("Sold: {lot} to {who} for {price}, laid aside"), lot=SOLD, who=Words.player)
"""ObjectWon where it lies aside, unpaid, until the choice (P-2.1)."""

tell_by(tell, SENTENCES)
