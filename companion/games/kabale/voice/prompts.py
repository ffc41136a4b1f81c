"""The prompts of Kabale und Hiebe: each decision of the game as a request."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.kabale.rules.card_effects import (
    NameRemovedCardDecision,
    NameTurnedCardDecision,
    SlideDecision,
    SwapDecision,
)
from companion.games.kabale.rules.objectives import ObjectivesDecision
from companion.games.kabale.rules.rounds import ShowCardsDecision, cards_with_places
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.rules.turns import PlayDecision
from companion.rules.agenda import AgendaItem
from companion.rules.moves import UNKNOWN
from companion.voice.agenda_prompts import AgendaPrompts
from companion.voice.language import mark_message
from companion.voice.sentence_templates import SentenceTemplate, full_sentence_template
from companion.voice.translator import Translator

PROMPTS: Mapping[type[AgendaItem], SentenceTemplate] = {
    PlayDecision: full_sentence_template(mark_message("lay a card face down")),
    SlideDecision: full_sentence_template(mark_message("slide a card under the cloak in column {column}?")),
    SwapDecision: full_sentence_template(mark_message("exchange the objective of column {column}?")),
}
"""Decision -> its request, for decisions that have only one."""

turn_prompt = AgendaPrompts(PROMPTS)


@turn_prompt.register
def _(item: ObjectivesDecision, position: TableState, translator: Translator) -> str:
    return translator.ngettext("lay out {n} objective", "lay out {n} objectives", len(position.players))


@turn_prompt.register
def _(
    item: NameTurnedCardDecision | NameRemovedCardDecision, position: TableState, translator: Translator
) -> str:
    request = mark_message("discard the last card of column {column} ({who}): which is it?")
    if isinstance(item, NameTurnedCardDecision):
        request = mark_message("turn up the card in column {column} ({who}): which is it?")
    owner = position.column(item.column).cards[item.at - 1].by
    return translator.gettext(request, column=item.column, who=translator.player_name(owner))


@turn_prompt.register
def _(item: ShowCardsDecision, position: TableState, translator: Translator) -> str:
    left = dict.fromkeys(
        str(column) for (column, _), card in cards_with_places(position) if card.card == UNKNOWN
    )
    return translator.ngettext(
        "turn up what lies face down in column {columns}: what is it?",
        "turn up what lies face down in columns {columns}: what is it?",
        len(left),
        columns=translator.join_with_and(left),
    )
