"""The sentences of money, stones and cards: each event as what its player does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.louis_xiv.rules.events import (
    InfluenceCardPlayed,
    InfluenceDeckShuffled,
    InfluenceDrawn,
    IntrigueDrawn,
    IntriguePlayed,
    LastCardReturned,
    MoneyCardTurned,
    MoneyGained,
    MoneyPaid,
    NeutralCardTurned,
    NeutralStonesPlaced,
    NeutralStonesReturned,
    StoneGivenForCard,
    StonesPlaced,
    StonesReturned,
    StonesTakenBack,
)
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.pieces import JOKER, TILE_OF_PERSON
from companion.games.louis_xiv.voice import names
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
from companion.voice.narration import ITEMS_PLACEHOLDER, EventNarration
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
    """The sentence of an event; those of other kinds are in `evaluation_sentences`.

    Raises LookupError for an event of another game.
    """
    raise LookupError(f"Louis XIV has no sentence for {type(event).__name__}")


def narrate_gain(translator: Translator, who: str, item: str, why: str) -> EventNarration:
    """The sentence of a gain, with its reason."""
    return EventNarration(
        with_reason(translator, translator.gettext("gets {things}", things=ITEMS_PLACEHOLDER), why), who, item
    )


def with_reason(translator: Translator, text: str, why: str) -> str:
    """The predicate with what gave it (tile, mission, clause), or alone where that is plain."""
    if why.startswith("tile/"):
        return translator.gettext(
            "{gets} thanks to {tile}",
            gets=text,
            tile=names.person_name(translator, why.removeprefix("tile/")),
        )
    match why:
        case "" | "L-1.3" | "L-2.6" | "L-2.7":  # dealt to all, or what the card played is for
            return text
        case "L-1.1":
            return translator.gettext("{gets} by the money card", gets=text)
        case "L-1.4":
            return translator.gettext("{gets} for starting the last round", gets=text)
        case "L-3.7":
            return translator.gettext("{gets} from the king", gets=text)
        case "L-4.4":
            return translator.gettext("{gets} for the chips returned", gets=text)
        case _:
            return translator.gettext("{gets} thanks to a mission", gets=text)


# -- money


@narrate_event.register
def _(event: MoneyGained, translator: Translator) -> EventNarration:
    return narrate_gain(translator, event.who, names.louis_text(translator, event.louis), event.why)


@narrate_event.register
def _(event: MoneyPaid, translator: Translator) -> EventNarration:
    louis = names.louis_text(translator, event.louis)
    if event.why.startswith("tile/"):
        tile = names.person_name(translator, event.why.removeprefix("tile/"))
        return EventNarration(
            translator.gettext("buys at {tile} for {louis}", tile=tile, louis=louis),
            event.who,
            starts_sentence=True,
        )
    return EventNarration(translator.gettext("pays {louis}", louis=louis), event.who)


# -- stones


@narrate_event.register
def _(event: StonesPlaced, translator: Translator) -> EventNarration:
    text = translator.gettext("places {things}", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = translator.gettext("places {things} from the general supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(text, event.who, stones_on_tile_text(translator, event.stones, event.tile))


def stones_on_tile_text(translator: Translator, number: int, tile: int) -> str:
    """That many stones on a tile, as the object of a sentence."""
    return translator.ngettext(
        "{n} stone on {tile}", "{n} stones on {tile}", number, tile=names.person_name(translator, tile)
    )


@narrate_event.register
def _(event: StonesReturned, translator: Translator) -> EventNarration:
    text = translator.gettext("takes {things} to the own supply", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = translator.gettext("returns {things} to the general supply", things=ITEMS_PLACEHOLDER)
    stones = translator.ngettext(
        "{n} stone from {tile}",
        "{n} stones from {tile}",
        event.stones,
        tile=names.person_name(translator, event.tile),
    )
    return EventNarration(text, event.who, stones)


@narrate_event.register
def _(event: StonesTakenBack, translator: Translator) -> EventNarration:
    text = translator.gettext("takes {things} back to the own supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(
        with_reason(translator, text, event.why), event.who, names.stone_count_text(translator, event.stones)
    )


# -- cards


@narrate_event.register
def _(event: InfluenceCardPlayed, translator: Translator) -> EventNarration:
    tile = _person(translator, event.card)
    match event.card, event.way:
        case "joker", "discard":
            text = translator.gettext("discards a joker")
        case _, "discard":
            text = translator.gettext("discards the {tile} card", tile=tile)
        case "joker", _:
            text = translator.gettext("plays a joker")
        case _:
            text = translator.gettext("plays the {tile} card", tile=tile)
    return EventNarration(text, event.who)


def narrate_without_effect(event: InfluenceCardPlayed, translator: Translator) -> EventNarration:
    """L-2.6: the sentence of a card played to take stones back where there are none."""
    if event.card == JOKER:
        return EventNarration(translator.gettext("plays a joker without effect"), event.who)
    tile = _person(translator, event.card)
    return EventNarration(translator.gettext("plays the {tile} card without effect", tile=tile), event.who)


def _person(translator: Translator, card: str) -> str:
    return names.person_name(translator, TILE_OF_PERSON.get(card, card))


@narrate_event.register
def _(event: InfluenceDrawn, translator: Translator) -> EventNarration:
    text = with_reason(translator, translator.gettext("draws {things}", things=ITEMS_PLACEHOLDER), event.why)
    return EventNarration(text, event.who, names.influence_card_count_text(translator, event.cards))


def narrate_deal(cards: int, translator: Translator) -> EventNarration:
    """L-1.3: the sentence of influence cards dealt to all."""
    return EventNarration(
        translator.ngettext(
            "Everyone is dealt {n} influence card", "Everyone is dealt {n} influence cards", cards
        )
    )


@narrate_event.register
def _(event: IntrigueDrawn, translator: Translator) -> EventNarration:
    return EventNarration(
        with_reason(translator, translator.gettext("draws an intrigue card"), event.why), event.who
    )


EVENT_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    MoneyCardTurned: full_sentence_template(
        mark_plural_message(
            "Money card: everyone takes {n} louis, the king goes to {tile}",
            "Money card: everyone takes {n} louis, the king goes to {tile}",
        ),
        n=value_from_fields("louis"),
        tile=value_from_fields("king", formatter=names.person_name),
    ),
    StoneGivenForCard: predicate_template(mark_message("puts 1 stone from the own into the general supply")),
    NeutralCardTurned: full_sentence_template(
        mark_message("For the neutral stones: {card}"), card=names.influence_card_name, at_short_level=False
    ),
    NeutralStonesPlaced: full_sentence_template(
        mark_plural_message("{n} neutral stone goes to {tile}", "{n} neutral stones go to {tile}"),
        n=value_from_fields("stones"),
        tile=names.person_name,
    ),
    NeutralStonesReturned: full_sentence_template(
        mark_plural_message("{n} neutral stone leaves {tile}", "{n} neutral stones leave {tile}"),
        n=value_from_fields("stones"),
        tile=names.person_name,
    ),
    LastCardReturned: predicate_template(mark_message("puts the last card back unseen")),
    InfluenceDeckShuffled: full_sentence_template(mark_message("Shuffle all influence cards")),
    IntriguePlayed: predicate_template(
        mark_message("plays the intrigue card {tile}"), tile=names.person_name
    ),
    MissionUsed: predicate_template(mark_message("uses the mission {mission}"), mission=names.mission_name),
}
"""Event -> its sentence, for events that have only one."""

register_templates(narrate_event, EVENT_SENTENCES)
