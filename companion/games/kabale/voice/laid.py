"""The table as it lies, in words: for whoever does not see it before him."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.kabale.rules.state import Card, Column, Player, Table
from companion.games.kabale.voice import names
from companion.voice.words import Words


def laid(position: Table, words: Words) -> Iterator[str]:
    """What everybody may see, a line each: the moment, the players clockwise, the columns from the left."""
    yield words.sentence(", ".join(_moment(position, words)))
    for who, player in position.players.items():
        yield words.sentence(f"{words.player(who)}: {', '.join(_before(player, words))}")
    for number, column in enumerate(position.columns, 1):
        yield words.sentence(_column(number, column, words))


def _moment(position: Table, words: Words) -> Iterator[str]:
    yield words.gettext("Round {round}", round=position.round)
    yield words.named("phase", position.phase)


def _before(player: Player, words: Words) -> Iterator[str]:
    """How many cards lie before a player and in his hand, and what lies open. What he won lies face down."""
    yield _counted(words.named("thing", "hand"), player.held)
    yield _counted(words.named("thing", "deck"), player.deck)
    yield _counted(words.named("thing", "discard"), sum(player.discard.values()))
    yield _counted(words.named("thing", "won"), len(player.won))


def _column(number: int, column: Column, words: Words) -> str:
    """An objective and the cards under it, from the objective down."""
    head = f"{names.column(words, number)}, {names.objective(words, column.objective)}"
    state = words.gettext("filled") if column.full else ""
    if column.closed:
        state = words.gettext("closed by a storm")
    if state:
        head = f"{head} ({state})"
    cards = ", ".join(_card(card, words) for card in column.cards)
    return f"{head}: {cards}" if cards else head


def _card(card: Card, words: Words) -> str:
    said = names.card(words, card.card) if card.up else words.gettext("face down")
    return names.owned(words, said, card.by)


def _counted(what: str, number: int) -> str:
    """So many of something, where several such counts stand beside each other."""
    return f"{what} {number}"
