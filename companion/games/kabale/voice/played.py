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
    raise LookupError(f"Kabale und Hiebe has no sentence for {type(event).__name__}")


@tell.register
def _(event: ObjectivesLaid, words: Translator) -> EventNarration:
    return EventNarration(
        f"{words.name_of('word', 'objectives')}: {names.objectives(words, event.objectives)}"
    )


def turns_up(who: str, event: CardTurned, words: Translator) -> EventNarration:
    """A card turned by one that a player just laid there."""
    card = names.owned(words, names.card(words, event.card), event.by)
    return EventNarration(words.gettext("turns up: {things}", things=ITEMS_PLACEHOLDER), who, card)


@tell.register
def _(event: ExplorerStayed, words: Translator) -> EventNarration:
    match event.why:
        case "no-column":
            return EventNarration(words.gettext("The explorer stays, face up: no other column is open"))
        case "moved-already":
            return EventNarration(
                words.gettext("The explorer stays, face up: it has already moved in this turn")
            )


@tell.register
def _(event: CardRemoved, words: Translator) -> EventNarration:
    if event.card == UNKNOWN:
        who = words.player_name(event.by)
        text = words.gettext(
            "To the discard pile: the last card of column {column} ({who})", column=event.column, who=who
        )
    else:
        card = names.owned(words, names.card(words, event.card), event.by)
        text = words.gettext("To the discard pile: {card}", card=card)
    return EventNarration(text)


# -- what one message tells


def _owned(words: Translator, card: str, by: str) -> str:
    return names.owned(words, names.card(words, card), by)


def _explorer(words: Translator, by: str) -> str:
    return _owned(words, "explorer", by)


CARD = from_fields("card", "by", formatter=_owned)

SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence(
        message("Round {round}: {who} starts"), who=from_fields("start", formatter=Translator.player_name)
    ),
    TurnBegan: predicate(message("is to move"), at_short_level=False),
    RoundEnded: full_sentence(message("The round is over: turn all cards up")),
    CardLaid: predicate(message("lays a card in column {column}")),
    CardSlid: predicate(message("slides a card under the cloak in column {column}")),
    CardDrawn: predicate(message("draws a card")),
    DeckRefilled: predicate(message("shuffles the discard pile into a new deck"), starts_sentence=True),
    CardTurned: full_sentence(message("Turned up in column {column}: {card}"), card=CARD),
    CardShown: full_sentence(message("Shown in column {column}: {card}"), card=CARD, at_short_level=False),
    ExplorerMoved: full_sentence(
        message("{card}: move the card to column {column}, face down"),
        card=from_fields("by", formatter=_explorer),
        column=from_fields("to"),
    ),
    ColumnClosed: full_sentence(message("Column {column} is closed")),
    ObjectivesSwapped: predicate(message("exchanges the objectives of columns {column} and {other}")),
}

ROUND_OVER = full_sentence(message("The round is over"))
"""RoundEnded where the cards to turn up are asked for (K-1.5)."""
MOVE_ON = full_sentence(message("Move the card to column {column}, face down"), column=from_fields("to"))
"""ExplorerMoved where it was told just before which card is meant (K-2.1)."""

register_templates(tell, SENTENCES)
