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
from companion.voice.ranking import points, ranking
from companion.voice.sentences import Sentence, does, says, tell_by
from companion.voice.told import Told
from companion.voice.words import Words


def best_work(event: BestWork, number: int, words: Words) -> Told:
    """With the points it brings, to each of them."""
    said, who = points(words, number), words.players(event.who)
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
    return Told(text)


@tell.register
def _(event: PrestigeCounted, words: Words) -> Told:
    card = names.card(words, PRESTIGE_CARD, event.card)
    return Told(f"{words.player(event.who)}, {card}: {points(words, event.counted.points)}")


@tell.register
def _(event: GameEnded, words: Words) -> Told:
    return Told(ranking(words, event.scores, event.winners, won(event, words)))


def won(event: GameEnded, words: Words) -> str:
    """Who won, and by what where the points were tied (P-E2)."""
    who = words.players(event.winners)
    match event.decided_by:
        case "points":
            return words.gettext("{who} wins", who=who)
        case "money":
            return words.gettext("Tied on points; with more florins {who} wins", who=who)
        case "shared":
            return words.gettext("{who} share the win, tied on points and florins", who=who)


SENTENCES: Mapping[type[Event], Sentence] = {
    BestWork: says(message("Best work of the round, value {value}: {who}"), who=Words.players),
    FinalBegan: says(message("The last round is over: the final count")),
    PrestigeShown: does(
        message("shows: {cards}"),
        cards=lambda words, cards: names.cards(words, PRESTIGE_CARD, cards),
        opens=True,
    ),
}
"""What one message tells."""

tell_by(tell, SENTENCES)
