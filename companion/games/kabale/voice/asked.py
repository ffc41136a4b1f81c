"""What is to be done now, in words: each decision of the game as a request."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from companion.games.kabale.rules.effects import AboutCard, NameRemoved, NameTurned, Slide, Swap
from companion.games.kabale.rules.objectives import Objectives
from companion.games.kabale.rules.rounds import Show, cards
from companion.games.kabale.rules.state import Table
from companion.games.kabale.rules.turns import Play
from companion.rules.agenda import AgendaItem
from companion.rules.moves import UNKNOWN
from companion.voice.language import message
from companion.voice.narration import TurnPrompt
from companion.voice.sentence_templates import SentenceTemplate, full_sentence
from companion.voice.translator import Translator


def asked(position: Table, words: Translator) -> TurnPrompt | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return TurnPrompt(request(item, position, words), item.awaited_player or "")


@singledispatch
def request(item: AgendaItem, position: Table, words: Translator) -> str:
    """What that decision asks for; "" for what happens by itself."""
    asked = REQUESTS.get(type(item))
    return asked.fill(item, words) if asked is not None else ""


REQUESTS: Mapping[type[AgendaItem], SentenceTemplate] = {
    Play: full_sentence(message("lay a card face down")),
    Slide: full_sentence(message("slide a card under the cloak in column {column}?")),
    Swap: full_sentence(message("exchange the objective of column {column} for another one?")),
}
"""What one message asks for."""


@request.register
def _(item: Objectives, position: Table, words: Translator) -> str:
    return words.ngettext("lay out {n} objective", "lay out {n} objectives", len(position.players))


@request.register
def _(item: NameTurned, position: Table, words: Translator) -> str:
    return words.gettext(
        "turn up the card in column {column} ({who}): which is it?",
        column=item.column,
        who=_owner(item, position, words),
    )


@request.register
def _(item: NameRemoved, position: Table, words: Translator) -> str:
    return words.gettext(
        "discard the last card of column {column} ({who}): which is it?",
        column=item.column,
        who=_owner(item, position, words),
    )


def _owner(item: AboutCard, position: Table, words: Translator) -> str:
    return words.player_name(position.column(item.column).cards[item.at - 1].by)


@request.register
def _(item: Show, position: Table, words: Translator) -> str:
    left = dict.fromkeys(str(column) for (column, _), card in cards(position) if card.card == UNKNOWN)
    return words.ngettext(
        "turn up what lies face down in column {columns}: what is it?",
        "turn up what lies face down in columns {columns}: what is it?",
        len(left),
        columns=words.join_with_and(left),
    )
