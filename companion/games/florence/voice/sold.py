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
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    from_fields,
    full_sentence,
    predicate,
    register_templates,
)
from companion.voice.translator import Translator


@singledispatch
def tell(event: Event, words: Translator) -> EventNarration:
    """The event in words; each kind of event is told below, in `done` or in `judged`."""
    raise LookupError(f"the Princes of Florence have no sentence for {type(event).__name__}")


# -- bids


@tell.register
def _(event: Passed, words: Translator) -> EventNarration:
    return passed(event, (event.who,), words)


def passed(event: Passed, whos: tuple[str, ...], words: Translator) -> EventNarration:
    """Somebody passes; or several by themselves, all for that reason."""
    who = words.player_names(whos)
    match event.why:
        case "money":
            text = words.gettext("Too little money to bid: {who}", who=who)
        case "builders":
            text = words.gettext("Three builders already: {who}", who=who)
        case "no-room":
            text = words.gettext("No room for {lot}: {who}", lot=names.the(words, event.kind), who=who)
        case _:
            return EventNarration(words.gettext("passes"), event.who, starts_sentence=True)
    return EventNarration(text)


def once(price: int, lot: str, words: Translator) -> str:
    """Only one may still answer."""
    return words.gettext("{price} for {lot} - going once", price=price, lot=lot)


@tell.register
def _(event: PassedPhase, words: Translator) -> EventNarration:
    who = words.player_name(event.who)
    match event.why:
        case "money":
            return EventNarration(words.gettext("Out of the auction, too little money: {who}", who=who))
        case "":
            return EventNarration(words.gettext("is out of the auction"), event.who, starts_sentence=True)
        case _:
            return EventNarration(
                words.gettext("Out of the auction, nothing left to bid for: {who}", who=who)
            )


@tell.register
def _(event: Chosen, words: Translator) -> EventNarration:
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
    return EventNarration(text, event.who, starts_sentence=True)


# -- what was won


def jesters(who: str, number: int, each: int, words: Translator) -> EventNarration:
    """So many jesters are there now."""
    text = words.ngettext(
        "has {n} jester now (plus {points} to every work)",
        "has {n} jesters now (plus {points} to every work)",
        number,
        points=number * each,
    )
    return EventNarration(text, who, starts_sentence=True)


@tell.register
def _(event: BuilderCame, words: Translator) -> EventNarration:
    match event.number:
        case 1:
            price = names.florins(words, PRICES["building"][1])
            text = words.gettext("has a first builder (buildings for {florins})", florins=price)
        case 2:
            text = words.gettext("has a second builder (buildings may touch)")
        case _:
            text = words.gettext("has a third builder (buildings are free)")
    return EventNarration(text, event.who, starts_sentence=True)


# -- what one message tells


def _whose(words: Translator, kind: str) -> str:
    return names.the(words, kind, names.WHO)


LOT = from_fields("kind", formatter=names.the)
FLORINS = from_fields("price", formatter=names.florins)
SOLD = from_fields("kind", formatter=_whose)

SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    AuctionOpened: predicate(message("opens {lot} at {price}"), lot=LOT, starts_sentence=True),
    Bid: full_sentence(message("{price} from {who}"), who=Translator.player_name),
    ObjectWon: full_sentence(
        message("Sold: {lot} to {who} for {price}"), lot=SOLD, who=Translator.player_name
    ),
    Paid: predicate(message("pays {florins}"), florins=FLORINS),
    JesterCame: predicate(message("gets a jester")),
    RecruitingTaken: predicate(message("gets a recruiting card")),
    LandscapeLaid: predicate(
        message("lays {tile} at {square}"),
        tile=lambda words, tile: names.the(words, tile.name),
        square=from_fields("tile", formatter=lambda _words, tile: tile.square),
        at_short_level=False,
    ),
    LandscapeReturned: full_sentence(message("No room for {lot}: back to the supply, no points"), lot=LOT),
    PrestigeKept: predicate(message("keeps a prestige card")),
    Sold: predicate(
        message("sells {points} for {florins}"),
        points=from_fields("number", formatter=points_text),
        florins=names.florins,
    ),
}

TAKES = predicate(message("takes {lot} for {price}"), lot=LOT, starts_sentence=True)
"""AuctionOpened where the last one left has it without an auction (P-A2)."""
SET_ASIDE = full_sentence(
    message("Sold: {lot} to {who} for {price}, laid aside"), lot=SOLD, who=Translator.player_name
)
"""ObjectWon where it lies aside, unpaid, until the choice (P-2.1)."""

register_templates(tell, SENTENCES)
