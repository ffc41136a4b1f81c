"""The sentences of the best work of a round, prestige cards and the end."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.florence.rules.events import BestWorkAwarded
from companion.games.florence.rules.phases.final_scoring import (
    FinalCountBegan,
    GameEnded,
    PrestigeCardCounted,
    PrestigeCardsShown,
)
from companion.games.florence.rules.pieces import PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.games.florence.voice.auction_sentences import narrate_event
from companion.rules.transaction import Event
from companion.voice.language import mark_message
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text, ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    predicate_template,
    register_templates,
)
from companion.voice.translator import Translator


def narrate_best_work(event: BestWorkAwarded, number: int, translator: Translator) -> EventNarration:
    """The sentence of the best work, with the points that each of its players gets."""
    points_each, who = points_text(translator, number), translator.joined_player_names(event.who)
    if len(event.who) > 1:
        text = translator.gettext(
            "Best work of the round, value {value}: {who}, {points} each",
            value=event.value,
            who=who,
            points=points_each,
        )
    else:
        text = translator.gettext(
            "Best work of the round, value {value}: {who}, {points}",
            value=event.value,
            who=who,
            points=points_each,
        )
    return EventNarration(text)


@narrate_event.register
def _(event: PrestigeCardCounted, translator: Translator) -> EventNarration:
    card = names.card_name(translator, PRESTIGE_CARD, event.card)
    return EventNarration(
        f"{translator.player_name(event.who)}, {card}: {points_text(translator, event.counted.points)}"
    )


@narrate_event.register
def _(event: GameEnded, translator: Translator) -> EventNarration:
    return EventNarration(
        ranking_text(translator, event.scores, event.winners, winner_sentence(event, translator))
    )


def winner_sentence(event: GameEnded, translator: Translator) -> str:
    """Who won, and what decided where the points were tied (P-E2)."""
    who = translator.joined_player_names(event.winners)
    match event.decided_by:
        case "points":
            return translator.gettext("{who} wins", who=who)
        case "money":
            return translator.gettext("Tied on points; with more florins {who} wins", who=who)
        case "shared":
            return translator.gettext("{who} share the win, tied on points and florins", who=who)


EVALUATION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    BestWorkAwarded: full_sentence_template(
        mark_message("Best work of the round, value {value}: {who}"), who=Translator.joined_player_names
    ),
    FinalCountBegan: full_sentence_template(mark_message("The last round is over: the final count")),
    PrestigeCardsShown: predicate_template(
        mark_message("shows: {cards}"),
        cards=lambda translator, cards: names.card_names_text(translator, PRESTIGE_CARD, cards),
        starts_sentence=True,
    ),
}
"""Event -> its sentence, for events that have only one."""

register_templates(narrate_event, EVALUATION_SENTENCES)
