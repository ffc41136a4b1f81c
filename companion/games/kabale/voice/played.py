"""Cards laid, turned up and shown, and what they set off, in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardRemoved,
    CardShown,
    CardSlid,
    CardTurned,
    ColumnClosed,
    DeckRefilled,
    ExplorerMoved,
    ExplorerStayed,
    ObjectivesLaid,
    ObjectivesSwapped,
    RoundBegan,
    RoundEnded,
    TurnBegan,
)
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from companion.voice.language import message
from companion.voice.sentences import Sentence, does, of, says, tell_by
from companion.voice.told import THINGS, Told
from companion.voice.words import Words


@singledispatch
def tell(event: Event, words: Words) -> Told:
    """The event in words; each kind of event is told below or in `judged`."""
    raise LookupError(f"Kabale und Hiebe has no sentence for {type(event).__name__}")


@tell.register
def _(event: ObjectivesLaid, words: Words) -> Told:
    return Told(f"{words.named('word', 'objectives')}: {names.objectives(words, event.objectives)}")


def turns_up(who: str, event: CardTurned, words: Words) -> Told:
    """A card turned by one that a player just laid there."""
    card = names.owned(words, names.card(words, event.card), event.by)
    return Told(words.gettext("turns up: {things}", things=THINGS), who, card)


@tell.register
def _(event: ExplorerStayed, words: Words) -> Told:
    match event.why:
        case "no-column":
            return Told(words.gettext("The explorer stays, face up: no other column is open"))
        case "moved-already":
            return Told(words.gettext("The explorer stays, face up: it has already moved in this turn"))


@tell.register
def _(event: CardRemoved, words: Words) -> Told:
    if event.card == UNKNOWN:
        who = words.player(event.by)
        text = words.gettext(
            "To the discard pile: the last card of column {column} ({who})", column=event.column, who=who
        )
    else:
        card = names.owned(words, names.card(words, event.card), event.by)
        text = words.gettext("To the discard pile: {card}", card=card)
    return Told(text)


# -- what one message tells


def _owned(words: Words, card: str, by: str) -> str:
    return names.owned(words, names.card(words, card), by)


def _explorer(words: Words, by: str) -> str:
    return _owned(words, "explorer", by)


CARD = of("card", "by", by=_owned)

SENTENCES: Mapping[type[Event], Sentence] = {
    RoundBegan: says(message("Round {round}: {who} starts"), who=of("start", by=Words.player)),
    TurnBegan: does(message("is to move"), short=False),
    RoundEnded: says(message("The round is over: turn all cards up")),
    CardLaid: does(message("lays a card in column {column}")),
    CardSlid: does(message("slides a card under the cloak in column {column}")),
    CardDrawn: does(message("draws a card")),
    DeckRefilled: does(message("shuffles the discard pile into a new deck"), opens=True),
    CardTurned: says(message("Turned up in column {column}: {card}"), card=CARD),
    CardShown: says(message("Shown in column {column}: {card}"), card=CARD, short=False),
    ExplorerMoved: says(
        message("{card}: move the card to column {column}, face down"),
        card=of("by", by=_explorer),
        column=of("to"),
    ),
    ColumnClosed: says(message("Column {column} is closed")),
    ObjectivesSwapped: does(message("exchanges the objectives of columns {column} and {other}")),
}

ROUND_OVER = says(message("The round is over"))
"""RoundEnded where the cards to turn up are asked for (K-1.5)."""
MOVE_ON = says(message("Move the card to column {column}, face down"), column=of("to"))
"""ExplorerMoved where it was told just before which card is meant (K-2.1)."""

tell_by(tell, SENTENCES)
