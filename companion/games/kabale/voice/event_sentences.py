"""The sentences of cards laid, turned up and shown, and of what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardRemoved,
    CardShown,
    CardSlid,
    CardTurnedUp,
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
from companion.voice.language import mark_message
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
    raise LookupError(f"Kabale und Hiebe has no sentence for {type(event).__name__}")


@narrate_event.register
def _(event: ObjectivesLaid, translator: Translator) -> EventNarration:
    return EventNarration(
        f"{translator.name_of('word', 'objectives')}: {names.objective_names_text(translator, event.objectives)}"
    )


def narrate_turned_up(who: str, event: CardTurnedUp, translator: Translator) -> EventNarration:
    """The sentence of a card turned up by one that a player just laid there."""
    card = names.card_with_owner(translator, names.card_name(translator, event.card), event.by)
    return EventNarration(translator.gettext("turns up: {things}", things=ITEMS_PLACEHOLDER), who, card)


@narrate_event.register
def _(event: ExplorerStayed, translator: Translator) -> EventNarration:
    match event.why:
        case "no-column":
            return EventNarration(translator.gettext("The explorer stays, face up: no other column is open"))
        case "moved-already":
            return EventNarration(
                translator.gettext("The explorer stays, face up: it has already moved in this turn")
            )


@narrate_event.register
def _(event: CardRemoved, translator: Translator) -> EventNarration:
    if event.card == UNKNOWN:
        who = translator.player_name(event.by)
        text = translator.gettext(
            "To the discard pile: the last card of column {column} ({who})", column=event.column, who=who
        )
    else:
        card = names.card_with_owner(translator, names.card_name(translator, event.card), event.by)
        text = translator.gettext("To the discard pile: {card}", card=card)
    return EventNarration(text)


# -- events with one sentence


def _owned(translator: Translator, card: str, by: str) -> str:
    return names.card_with_owner(translator, names.card_name(translator, card), by)


def _explorer(translator: Translator, by: str) -> str:
    return _owned(translator, "explorer", by)


CARD_WITH_OWNER = value_from_fields("card", "by", formatter=_owned)

EVENT_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence_template(
        mark_message("Round {round}: {who} starts"),
        who=value_from_fields("start", formatter=Translator.player_name),
    ),
    TurnBegan: predicate_template(mark_message("is to move"), at_short_level=False),
    RoundEnded: full_sentence_template(mark_message("The round is over: turn all cards up")),
    CardLaid: predicate_template(mark_message("lays a card in column {column}")),
    CardSlid: predicate_template(mark_message("slides a card under the cloak in column {column}")),
    CardDrawn: predicate_template(mark_message("draws a card")),
    DeckRefilled: predicate_template(
        mark_message("shuffles the discard pile into a new deck"), starts_sentence=True
    ),
    CardTurnedUp: full_sentence_template(
        mark_message("Turned up in column {column}: {card}"), card=CARD_WITH_OWNER
    ),
    CardShown: full_sentence_template(
        mark_message("Shown in column {column}: {card}"), card=CARD_WITH_OWNER, at_short_level=False
    ),
    ExplorerMoved: full_sentence_template(
        mark_message("{card}: move the card to column {column}, face down"),
        card=value_from_fields("by", formatter=_explorer),
        column=value_from_fields("to"),
    ),
    ColumnClosed: full_sentence_template(mark_message("Column {column} is closed")),
    ObjectivesSwapped: predicate_template(
        mark_message("exchanges the objectives of columns {column} and {other}")
    ),
}

ROUND_OVER_SENTENCE = full_sentence_template(mark_message("The round is over"))
"""RoundEnded where cards are still to be shown (K-1.5)."""
MOVE_CARD_SENTENCE = full_sentence_template(
    mark_message("Move the card to column {column}, face down"), column=value_from_fields("to")
)
"""ExplorerMoved where the event before told which card it is (K-2.1)."""

register_templates(narrate_event, EVENT_SENTENCES)
