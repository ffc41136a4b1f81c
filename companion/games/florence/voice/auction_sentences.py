"""The sentences of the auction: opened, bid, passed, sold, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.florence.rules.auction_events import (
    AuctionOpened,
    AuctionPhasePassed,
    BidPaid,
    BidRaised,
    BuilderGained,
    JesterGained,
    LandscapePlaced,
    LandscapeReturned,
    ObjectChosen,
    ObjectPassed,
    ObjectWon,
    PrestigeCardKept,
    RecruitingCardGained,
)
from companion.games.florence.rules.edition import PRICES
from companion.games.florence.rules.events import PrestigeSold
from companion.games.florence.voice import names
from companion.rules.transaction import Event
from companion.voice.language import mark_message
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    predicate_template,
    register_templates,
    value_from_fields,
)
from companion.voice.translator import Translator


@singledispatch
def narrate_event(event: Event, translator: Translator) -> EventNarration:
    """The sentence of an event; others are in `action_sentences` and `evaluation_sentences`.

    Raises LookupError for an event of another game.
    """
    raise LookupError(f"the Princes of Florence have no sentence for {type(event).__name__}")


# -- bids


@narrate_event.register
def _(event: ObjectPassed, translator: Translator) -> EventNarration:
    return narrate_passes(event, (event.who,), translator)


def narrate_passes(event: ObjectPassed, whos: tuple[str, ...], translator: Translator) -> EventNarration:
    """The sentence of a player who passes, or of several who pass automatically for the same reason."""
    who = translator.joined_player_names(whos)
    match event.why:
        case "money":
            text = translator.gettext("Too little money to bid: {who}", who=who)
        case "builders":
            text = translator.gettext("Three builders already: {who}", who=who)
        case "no-room":
            text = translator.gettext(
                "No room for {lot}: {who}", lot=names.object_with_article(translator, event.kind), who=who
            )
        case _:
            return EventNarration(translator.gettext("passes"), event.who, starts_sentence=True)
    return EventNarration(text)


def going_once_text(price: int, lot: str, translator: Translator) -> str:
    """The auctioneer's call when only one player may still answer the bid."""
    return translator.gettext("{price} for {lot} - going once", price=price, lot=lot)


@narrate_event.register
def _(event: AuctionPhasePassed, translator: Translator) -> EventNarration:
    who = translator.player_name(event.who)
    match event.why:
        case "money":
            return EventNarration(translator.gettext("Out of the auction, too little money: {who}", who=who))
        case "":
            return EventNarration(
                translator.gettext("is out of the auction"), event.who, starts_sentence=True
            )
        case _:
            return EventNarration(
                translator.gettext("Out of the auction, nothing left to bid for: {who}", who=who)
            )


@narrate_event.register
def _(event: ObjectChosen, translator: Translator) -> EventNarration:
    lot, florins = (
        names.object_with_article(translator, event.kind),
        names.florins_text(translator, event.price),
    )
    if not event.given_up:
        text = translator.gettext("keeps {lot} and pays {florins}", lot=lot, florins=florins)
    else:
        text = translator.gettext(
            "keeps {lot}, gives up {other} and pays {florins}",
            lot=lot,
            other=names.object_with_article(translator, event.given_up),
            florins=florins,
        )
    return EventNarration(text, event.who, starts_sentence=True)


# -- what was won


def narrate_jesters(who: str, number: int, each: int, translator: Translator) -> EventNarration:
    """The sentence of a jester gained, with how many there are now."""
    text = translator.ngettext(
        "has {n} jester now (plus {points} to every work)",
        "has {n} jesters now (plus {points} to every work)",
        number,
        points=number * each,
    )
    return EventNarration(text, who, starts_sentence=True)


@narrate_event.register
def _(event: BuilderGained, translator: Translator) -> EventNarration:
    match event.number:
        case 1:
            price = names.florins_text(translator, PRICES["building"][1])
            text = translator.gettext("has a first builder (buildings for {florins})", florins=price)
        case 2:
            text = translator.gettext("has a second builder (buildings may touch)")
        case _:
            text = translator.gettext("has a third builder (buildings are free)")
    return EventNarration(text, event.who, starts_sentence=True)


# -- events with one sentence


def _whose(translator: Translator, kind: str) -> str:
    return names.object_with_article(translator, kind, names.SUBJECT_FORM)


LOT_VALUE = value_from_fields("kind", formatter=names.object_with_article)
PRICE_VALUE = value_from_fields("price", formatter=names.florins_text)
SOLD_LOT_VALUE = value_from_fields("kind", formatter=_whose)

AUCTION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    AuctionOpened: predicate_template(
        mark_message("opens {lot} at {price}"), lot=LOT_VALUE, starts_sentence=True
    ),
    BidRaised: full_sentence_template(mark_message("{price} from {who}"), who=Translator.player_name),
    ObjectWon: full_sentence_template(
        mark_message("Sold: {lot} to {who} for {price}"), lot=SOLD_LOT_VALUE, who=Translator.player_name
    ),
    BidPaid: predicate_template(mark_message("pays {florins}"), florins=PRICE_VALUE),
    JesterGained: predicate_template(mark_message("gets a jester")),
    RecruitingCardGained: predicate_template(mark_message("gets a recruiting card")),
    LandscapePlaced: predicate_template(
        mark_message("lays {tile} at {square}"),
        tile=lambda translator, tile: names.object_with_article(translator, tile.name),
        square=value_from_fields("tile", formatter=lambda _words, tile: tile.square),
        at_short_level=False,
    ),
    LandscapeReturned: full_sentence_template(
        mark_message("No room for {lot}: back to the supply, no points"), lot=LOT_VALUE
    ),
    PrestigeCardKept: predicate_template(mark_message("keeps a prestige card")),
    PrestigeSold: predicate_template(
        mark_message("sells {points} for {florins}"),
        points=value_from_fields("number", formatter=points_text),
        florins=names.florins_text,
    ),
}

LAST_BUYER_SENTENCE = predicate_template(
    mark_message("takes {lot} for {price}"), lot=LOT_VALUE, starts_sentence=True
)
"""AuctionOpened where the last player left gets the object without an auction (P-A2)."""
SET_ASIDE_SENTENCE = full_sentence_template(
    mark_message("Sold: {lot} to {who} for {price}, laid aside"),
    lot=SOLD_LOT_VALUE,
    who=Translator.player_name,
)
"""ObjectWon where it is set aside, unpaid, until the choice (P-2.1)."""

register_templates(narrate_event, AUCTION_SENTENCES)
