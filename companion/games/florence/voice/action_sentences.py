"""The sentences of turns and actions: works, buildings, cards, freedoms, prestige gained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.edition import PRICES
from companion.games.florence.rules.events import (
    ActionPhaseBegan,
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    PrestigeGained,
    ProfessionRecruited,
    ProfessionTaken,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    WorkCompleted,
)
from companion.games.florence.voice import names
from companion.games.florence.voice.auction_sentences import PRICE_VALUE, narrate_event
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
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

# -- rounds and turns


def narrate_round_began(event: RoundBegan, least: int, translator: Translator) -> EventNarration:
    """The sentence of a round that begins, with the least value of a work (P-M4)."""
    return EventNarration(
        translator.gettext(
            "Round {round}: {who} starts; works from value {least}",
            round=event.round,
            who=translator.player_name(event.start),
            least=least,
        )
    )


@narrate_event.register
def _(event: TurnEnded, translator: Translator) -> EventNarration:
    if not event.given_up:
        return EventNarration(translator.gettext("ends the turn"), event.who, at_short_level=False)
    number = event.given_up
    text = translator.ngettext("gives up {n} action", "gives up {n} actions", number)
    return EventNarration(text, event.who, at_short_level=False)


# -- works


@narrate_event.register
def _(event: WorkCompleted, translator: Translator) -> EventNarration:
    text = translator.gettext(
        "completes a work ({profession}), value {value}: {income}",
        profession=translator.name_of("profession", event.profession),
        value=event.value.total,
        income=translator.join_with_and(
            list(_income(event, translator)) or [names.florins_text(translator, 0)]
        ),
    )
    return EventNarration(text, event.who, starts_sentence=True)


def _income(event: WorkCompleted, translator: Translator) -> Iterator[str]:
    """P-B3: the income kept, and the part that became prestige."""
    if event.kept:
        yield names.florins_text(translator, event.kept)
    if event.bought:
        yield points_text(translator, event.bought)


# -- buildings, and prestige gained


@narrate_event.register
def _(event: BuildingBuilt, translator: Translator) -> EventNarration:
    building, square = names.object_with_article(translator, event.tile.name), event.tile.square
    if not event.price:
        text = translator.gettext("builds {tile} at {square} for free", tile=building, square=square)
    else:
        text = translator.gettext(
            "builds {tile} at {square} for {florins}",
            tile=building,
            square=square,
            florins=names.florins_text(translator, event.price),
        )
    return EventNarration(text, event.who, starts_sentence=True)


@narrate_event.register
def _(event: PrestigeGained, translator: Translator) -> EventNarration:
    points = points_text(translator, event.number)
    match event.why:
        case "landscape":
            text = translator.gettext("gains {points} for one more landscape of the same kind", points=points)
        case "builder":
            text = translator.gettext("gains {points} for one more builder", points=points)
        case "building":
            text = translator.gettext("gains {points} for a building", points=points)
        case "best-work":
            text = translator.gettext("gains {points} for the best work", points=points)
    return EventNarration(text, event.who)


# -- events with one sentence


def _recruited(translator: Translator, profession: str, from_: str) -> str:
    return names.name_with_owner(translator, translator.name_of("profession", profession), from_)


ACTION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence_template(
        mark_message("Round {round}: {who} starts"),
        who=value_from_fields("start", formatter=Translator.player_name),
    ),
    ActionPhaseBegan: full_sentence_template(mark_message("The auction is over")),
    TurnBegan: predicate_template(
        mark_plural_message("has {n} action", "has {n} actions"),
        n=value_from_fields(formatter=lambda _words: PRICES["actions"]),
        at_short_level=False,
        starts_sentence=True,
    ),
    ProfessionTaken: predicate_template(
        mark_message("takes a profession for {florins}"),
        florins=PRICE_VALUE,
        at_short_level=False,
        starts_sentence=True,
    ),
    BonusCardTaken: predicate_template(
        mark_message("takes a bonus card for {florins}"),
        florins=PRICE_VALUE,
        at_short_level=False,
        starts_sentence=True,
    ),
    FreedomTaken: predicate_template(
        mark_message("introduces {freedom} for {florins}"),
        freedom=names.object_with_article,
        florins=PRICE_VALUE,
        starts_sentence=True,
    ),
    FreedomRemoved: full_sentence_template(
        mark_message("Out of the game: {what}"),
        what=value_from_fields(
            "freedom", formatter=lambda translator, freedom: translator.name_of("freedom", freedom)
        ),
    ),
    ProfessionRecruited: predicate_template(
        mark_message("recruits: {profession}"),
        profession=value_from_fields("profession", "from_", formatter=_recruited),
        starts_sentence=True,
    ),
}

FIRST_TURN_SENTENCE = full_sentence_template(
    mark_message("The auction is over. Now the actions: {who} first"), who=Translator.player_name
)
"""TurnBegan of the player who acts first."""
SHORT_GAIN_SENTENCE = predicate_template(
    mark_message("gains {points}"), points=value_from_fields("number", formatter=points_text)
)
"""PrestigeGained where its reason was told just before."""

register_templates(narrate_event, ACTION_SENTENCES)
