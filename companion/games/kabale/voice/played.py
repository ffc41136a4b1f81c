"""Cards laid, turned up and shown, and what they set off, in words."""

from __future__ import annotations

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
from companion.rules.tale import Event
from companion.voice.told import THINGS, Told
from companion.voice.words import Words


@singledispatch
def tell(event: Event, words: Words) -> Told:
    """The event in words; each kind of event is told below or in `judged`."""
    raise LookupError(f"Kabale und Hiebe has no sentence for {type(event).__name__}")


# -- rounds and turns


@tell.register
def _(event: RoundBegan, words: Words) -> Told:
    who = words.player(event.start)
    return Told(words.gettext("Round {round}: {who} starts", round=event.round, who=who))


@tell.register
def _(event: ObjectivesLaid, words: Words) -> Told:
    return Told(f"{words.named('word', 'objectives')}: {names.objectives(words, event.objectives)}")


@tell.register
def _(event: TurnBegan, words: Words) -> Told:
    return Told(words.gettext("is to move"), event.who, short=False)


@tell.register
def _(event: RoundEnded, words: Words) -> Told:
    return Told(words.gettext("The round is over: turn all cards up"))


def round_over(words: Words) -> Told:
    """K-1.5, where the cards to turn up are asked for."""
    return Told(words.gettext("The round is over"))


# -- cards from hands


@tell.register
def _(event: CardLaid, words: Words) -> Told:
    return Told(words.gettext("lays a card in column {column}", column=event.column), event.who)


@tell.register
def _(event: CardSlid, words: Words) -> Told:
    text = words.gettext("slides a card under the cloak in column {column}", column=event.column)
    return Told(text, event.who)


@tell.register
def _(event: CardDrawn, words: Words) -> Told:
    return Told(words.gettext("draws a card"), event.who)


@tell.register
def _(event: DeckRefilled, words: Words) -> Told:
    return Told(words.gettext("shuffles the discard pile into a new deck"), event.who, opens=True)


# -- cards turned up


@tell.register
def _(event: CardTurned, words: Words) -> Told:
    card = names.owned(words, names.card(words, event.card), event.by)
    return Told(words.gettext("Turned up in column {column}: {card}", column=event.column, card=card))


def turns_up(who: str, event: CardTurned, words: Words) -> Told:
    """A card turned by one that a player just laid there."""
    card = names.owned(words, names.card(words, event.card), event.by)
    return Told(words.gettext("turns up: {things}", things=THINGS), who, card)


@tell.register
def _(event: CardShown, words: Words) -> Told:
    card = names.owned(words, names.card(words, event.card), event.by)
    return Told(
        words.gettext("Shown in column {column}: {card}", column=event.column, card=card), short=False
    )


# -- what they set off


@tell.register
def _(event: ExplorerMoved, words: Words) -> Told:
    card = names.owned(words, names.card(words, "explorer"), event.by)
    return Told(
        words.gettext("{card}: move the card to column {column}, face down", card=card, column=event.to)
    )


def move_on(event: ExplorerMoved, words: Words) -> Told:
    """K-2.1, where it was told just before which card is meant."""
    return Told(words.gettext("Move the card to column {column}, face down", column=event.to))


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


@tell.register
def _(event: ColumnClosed, words: Words) -> Told:
    return Told(words.gettext("Column {column} is closed", column=event.column))


@tell.register
def _(event: ObjectivesSwapped, words: Words) -> Told:
    text = words.gettext(
        "exchanges the objectives of columns {column} and {other}", column=event.column, other=event.other
    )
    return Told(text, event.who)
