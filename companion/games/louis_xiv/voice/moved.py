"""Money, stones and cards on the move, in words: each event as what its player does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.louis_xiv.rules.events import (
    CardPlayed,
    InfluenceDrawn,
    IntrigueDrawn,
    IntriguePlayed,
    LastCardBack,
    MoneyGained,
    MoneyPaid,
    MoneyTurned,
    NeutralHome,
    NeutralPlaced,
    NeutralTurned,
    Shuffled,
    StoneGiven,
    StonesHome,
    StonesPlaced,
    StonesTaken,
)
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import JOKER, PERSON_TILE
from companion.games.louis_xiv.voice import names
from companion.rules.transaction import Event
from companion.voice.language import message, messages
from companion.voice.narration import ITEMS_PLACEHOLDER, EventNarration
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
    """The event in words; each kind of event is told below or in `judged`."""
    raise LookupError(f"Louis XIV has no sentence for {type(event).__name__}")


def gets(words: Translator, who: str, thing: str, why: str) -> EventNarration:
    """A player gains a thing, and why."""
    return EventNarration(
        because(words, words.gettext("gets {things}", things=ITEMS_PLACEHOLDER), why), who, thing
    )


def because(words: Translator, text: str, why: str) -> str:
    """A predicate with what gave it: a tile, a mission, a clause; the predicate alone where that is plain."""
    if why.startswith("tile/"):
        return words.gettext(
            "{gets} thanks to {tile}", gets=text, tile=names.tile(words, why.removeprefix("tile/"))
        )
    match why:
        case "" | "L-1.3" | "L-2.6" | "L-2.7":  # everybody's cards; what the card played is for
            return text
        case "L-1.1":
            return words.gettext("{gets} by the money card", gets=text)
        case "L-1.4":
            return words.gettext("{gets} for starting the last round", gets=text)
        case "L-3.7":
            return words.gettext("{gets} from the king", gets=text)
        case "L-4.4":
            return words.gettext("{gets} for the chips returned", gets=text)
        case _:
            return words.gettext("{gets} thanks to a mission", gets=text)


# -- money


@tell.register
def _(event: MoneyGained, words: Translator) -> EventNarration:
    return gets(words, event.who, names.louis(words, event.louis), event.why)


@tell.register
def _(event: MoneyPaid, words: Translator) -> EventNarration:
    louis = names.louis(words, event.louis)
    if event.why.startswith("tile/"):
        tile = names.tile(words, event.why.removeprefix("tile/"))
        return EventNarration(
            words.gettext("buys at {tile} for {louis}", tile=tile, louis=louis),
            event.who,
            starts_sentence=True,
        )
    return EventNarration(words.gettext("pays {louis}", louis=louis), event.who)


# -- stones


@tell.register
def _(event: StonesPlaced, words: Translator) -> EventNarration:
    text = words.gettext("places {things}", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = words.gettext("places {things} from the general supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(text, event.who, stones_on(words, event.stones, event.tile))


def stones_on(words: Translator, number: int, tile: int) -> str:
    """So many stones on a tile, as what somebody places."""
    return words.ngettext("{n} stone on {tile}", "{n} stones on {tile}", number, tile=names.tile(words, tile))


@tell.register
def _(event: StonesHome, words: Translator) -> EventNarration:
    text = words.gettext("takes {things} to the own supply", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = words.gettext("returns {things} to the general supply", things=ITEMS_PLACEHOLDER)
    stones = words.ngettext(
        "{n} stone from {tile}", "{n} stones from {tile}", event.stones, tile=names.tile(words, event.tile)
    )
    return EventNarration(text, event.who, stones)


@tell.register
def _(event: StonesTaken, words: Translator) -> EventNarration:
    text = words.gettext("takes {things} back to the own supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(because(words, text, event.why), event.who, names.stones(words, event.stones))


# -- cards


@tell.register
def _(event: CardPlayed, words: Translator) -> EventNarration:
    tile = _person(words, event.card)
    match event.card, event.way:
        case "joker", "discard":
            text = words.gettext("discards a joker")
        case _, "discard":
            text = words.gettext("discards the {tile} card", tile=tile)
        case "joker", _:
            text = words.gettext("plays a joker")
        case _:
            text = words.gettext("plays the {tile} card", tile=tile)
    return EventNarration(text, event.who)


def without_effect(event: CardPlayed, words: Translator) -> EventNarration:
    """L-2.6: a card played to take stones back where there are none."""
    if event.card == JOKER:
        return EventNarration(words.gettext("plays a joker without effect"), event.who)
    tile = _person(words, event.card)
    return EventNarration(words.gettext("plays the {tile} card without effect", tile=tile), event.who)


def _person(words: Translator, card: str) -> str:
    return names.tile(words, PERSON_TILE.get(card, card))


@tell.register
def _(event: InfluenceDrawn, words: Translator) -> EventNarration:
    text = because(words, words.gettext("draws {things}", things=ITEMS_PLACEHOLDER), event.why)
    return EventNarration(text, event.who, names.influence_cards(words, event.cards))


def dealt(cards: int, words: Translator) -> EventNarration:
    """L-1.3: influence cards for everybody."""
    return EventNarration(
        words.ngettext("Everyone is dealt {n} influence card", "Everyone is dealt {n} influence cards", cards)
    )


@tell.register
def _(event: IntrigueDrawn, words: Translator) -> EventNarration:
    return EventNarration(because(words, words.gettext("draws an intrigue card"), event.why), event.who)


SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    MoneyTurned: full_sentence(
        messages(
            "Money card: everyone takes {n} louis, the king goes to {tile}",
            "Money card: everyone takes {n} louis, the king goes to {tile}",
        ),
        n=from_fields("louis"),
        tile=from_fields("king", formatter=names.tile),
    ),
    StoneGiven: predicate(message("puts 1 stone from the own into the general supply")),
    NeutralTurned: full_sentence(
        message("For the neutral stones: {card}"), card=names.card, at_short_level=False
    ),
    NeutralPlaced: full_sentence(
        messages("{n} neutral stone goes to {tile}", "{n} neutral stones go to {tile}"),
        n=from_fields("stones"),
        tile=names.tile,
    ),
    NeutralHome: full_sentence(
        messages("{n} neutral stone leaves {tile}", "{n} neutral stones leave {tile}"),
        n=from_fields("stones"),
        tile=names.tile,
    ),
    LastCardBack: predicate(message("puts the last card back unseen")),
    Shuffled: full_sentence(message("Shuffle all influence cards")),
    IntriguePlayed: predicate(message("plays the intrigue card {tile}"), tile=names.tile),
    MissionUsed: predicate(message("uses the mission {mission}"), mission=names.mission),
}
"""What one message tells."""

register_templates(tell, SENTENCES)
