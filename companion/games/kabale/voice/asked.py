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
from companion.voice.sentences import Sentence, says
from companion.voice.told import Asked
from companion.voice.words import Words


def asked(position: Table, words: Words) -> Asked | None:
    """What is to be done now; None when the game is over."""
    if not position.agenda:
        return None
    item = position.agenda[0]
    return Asked(request(item, position, words), item.awaited_player or "")


@singledispatch
def request(item: AgendaItem, position: Table, words: Words) -> str:
    """What that decision asks for; "" for what happens by itself."""
    asked = REQUESTS.get(type(item))
    return asked.said(item, words) if asked is not None else ""


REQUESTS: Mapping[type[AgendaItem], Sentence] = {
    Play: says(message("lay a card face down")),
    Slide: says(message("slide a card under the cloak in column {column}?")),
    Swap: says(message("exchange the objective of column {column} for another one?")),
}
"""What one message asks for."""


@request.register
def _(item: Objectives, position: Table, words: Words) -> str:
    return words.ngettext("lay out {n} objective", "lay out {n} objectives", len(position.players))


@request.register
def _(item: NameTurned, position: Table, words: Words) -> str:
    return words.gettext(
        "turn up the card in column {column} ({who}): which is it?",
        column=item.column,
        who=_owner(item, position, words),
    )


@request.register
def _(item: NameRemoved, position: Table, words: Words) -> str:
    return words.gettext(
        "discard the last card of column {column} ({who}): which is it?",
        column=item.column,
        who=_owner(item, position, words),
    )


def _owner(item: AboutCard, position: Table, words: Words) -> str:
    return words.player(position.column(item.column).cards[item.at - 1].by)


@request.register
def _(item: Show, position: Table, words: Words) -> str:
    left = dict.fromkeys(str(column) for (column, _), card in cards(position) if card.card == UNKNOWN)
    return words.ngettext(
        "turn up what lies face down in column {columns}: what is it?",
        "turn up what lies face down in columns {columns}: what is it?",
        len(left),
        columns=words.listed(left),
    )
