"""The best work of a round, prestige cards and the end, in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.florence.rules.events import BestWork
from companion.games.florence.rules.final import FinalBegan, GameEnded, PrestigeCounted, PrestigeShown
from companion.games.florence.rules.pieces import PRESTIGE_CARD
from companion.games.florence.voice import names
from companion.games.florence.voice.sold import tell
from companion.rules.transaction import Event
from companion.voice.language import message
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text, ranking_text
from companion.voice.sentence_templates import SentenceTemplate, full_sentence, predicate, register_templates
from companion.voice.translator import Translator


def best_work(event: BestWork, number: int, words: Translator) -> EventNarration:
    """With the points it brings, to each of them."""
    said, who = points_text(words, number), words.player_names(event.who)
    if len(event.who) > 1:
        text = words.gettext(
            "Best work of the round, value {value}: {who}, {points} each",
            value=event.value,
            who=who,
            points=said,
        )
    else:
        text = words.gettext(
            "Best work of the round, value {value}: {who}, {points}", value=event.value, who=who, points=said
        )
    return EventNarration(text)


@tell.register
def _(event: PrestigeCounted, words: Translator) -> EventNarration:
    card = names.card(words, PRESTIGE_CARD, event.card)
    return EventNarration(
        f"{words.player_name(event.who)}, {card}: {points_text(words, event.counted.points)}"
    )


@tell.register
def _(event: GameEnded, words: Translator) -> EventNarration:
    return EventNarration(ranking_text(words, event.scores, event.winners, won(event, words)))


def won(event: GameEnded, words: Translator) -> str:
    """Who won, and by what where the points were tied (P-E2)."""
    who = words.player_names(event.winners)
    match event.decided_by:
        case "points":
            return words.gettext("{who} wins", who=who)
        case "money":
            return words.gettext("Tied on points; with more florins {who} wins", who=who)
        case "shared":
            return words.gettext("{who} share the win, tied on points and florins", who=who)


SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    BestWork: full_sentence(
        message("Best work of the round, value {value}: {who}"), who=Translator.player_names
    ),
    FinalBegan: full_sentence(message("The last round is over: the final count")),
    PrestigeShown: predicate(
        message("shows: {cards}"),
        cards=lambda words, cards: names.cards(words, PRESTIGE_CARD, cards),
        starts_sentence=True,
    ),
}
"""What one message tells."""

register_templates(tell, SENTENCES)
