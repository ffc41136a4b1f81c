"""What lies on the table of Kabale und Hiebe, explained at a public position: cards face down stay unknown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from companion.games.kabale.rules.column_evaluation import ColumnResult, ColumnStanding, column_standing
from companion.games.kabale.rules.constants import (
    CHARACTERS,
    SYMBOL_OF_PROFESSION,
    SYMBOLS,
    objective_symbol,
    objective_value,
    printed_value,
)
from companion.games.kabale.rules.events import column_evaluated
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.voice import names
from companion.games.kabale.voice.sentences import card_value_text, column_notes
from companion.rules.moves import UNKNOWN
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator

Sentences = Iterator[tuple[str, str]]
"""Sentences, each with its clause or ""."""
IMMEDIATE_EFFECTS: Mapping[str, str] = {
    "explorer": "K-2.1",
    "assassin": "K-2.2",
    "storm": "K-2.3",
    "cloak": "K-2.4",
    "traitor": "K-2.5",
}
EFFECTS_IN_THE_COUNT: Mapping[str, str] = {
    "musketeers": "K-3.2",
    "mage": "K-3.3",
    "witch": "K-3.3",
    "prince": "K-3.4",
    "squire": "K-3.4",
    "hermit": "K-3.5",
    "little-giant": "K-3.5",
    "romeo": "K-3.5",
    "julia": "K-3.5",
    "dragon": "K-3.5",
    "doppelgaenger": "K-3.6",
    "beggar": "K-3.7",
}
"""Character -> the clause of its effect, which happens when the card is turned up, or when the column is counted."""


def explain(word: str, position: TableState, translator: Translator) -> Sentences:
    """What a place or a piece of that word is about; nothing where `[about]` of names.toml says it all."""
    match word.split("/"):
        case ["column", number] if number in map(str, range(1, len(position.columns) + 1)):
            yield from _column(int(number), position, translator)
        case ["card", who, card] if card in CHARACTERS:
            yield from _character(card, translator)
            yield from _where_it_lies(who, card, position, translator)
        case ["card", _, card] if card == UNKNOWN:
            yield translator.gettext("Face down: a card laid directly under it turns it up"), "K-1.3"
            yield translator.gettext("At the end of the round it is shown, without immediate effect"), "K-1.5"
        case ["objective", *_, name] if objective_symbol(name) in SYMBOLS:
            yield from _symbol(objective_symbol(name), translator)
        case [symbol] if symbol in SYMBOLS:
            yield from _symbol(symbol, translator)
        case [card] if card in CHARACTERS:
            yield from _character(card, translator)


# -- a column


def _column(number: int, position: TableState, translator: Translator) -> Sentences:
    """What is to be won and how full it is, who leads by the open cards, what a card here sets off, and values."""
    column = position.column(number)
    if not column.objective:
        return
    value = objective_value(column.objective)
    yield (
        translator.gettext(
            "{objective}: {points} for whoever wins it; cards here: {cards} of {value}",
            objective=names.objective_name(translator, column.objective),
            points=points_text(translator, value),
            cards=len(column.cards),
            value=value,
        ),
        "K-1.4",
    )
    standing = column_standing(column)
    yield _lead(standing, translator)
    yield from _state(number, position, translator)
    if standing.face_down_owners:
        unknown = Counter(card.by for card in column.cards if not card.up)
        yield (
            translator.gettext(
                "Face down and not counted yet: {cards}",
                cards=", ".join(f"{translator.player_name(who)} ({count})" for who, count in unknown.items()),
            ),
            "K-1.5",
        )
    for line in column_notes(column_evaluated(number, column.objective, standing.result), translator):
        yield line.text, "K-3.1"
    yield (
        translator.gettext(
            "The highest sum wins, in a tie the card nearest the objective; "
            "with a beggar the lowest sum, in a tie the card farthest from it"
        ),
        "K-3.7",
    )


def _state(number: int, position: TableState, translator: Translator) -> Sentences:
    """Whether cards come here, and what the next one sets off."""
    column = position.column(number)
    others = [each for at, each in enumerate(position.columns, 1) if at != number]
    if column.closed:
        yield translator.gettext("A storm has closed it: no card comes here any more"), "K-2.3"
        return
    if column.cards and not column.cards[-1].up:
        above = translator.player_name(column.cards[-1].by)
        yield translator.gettext("A card laid here turns up the one above it ({who})", who=above), "K-1.3"
    if column.is_full and not all(each.is_full for each in others):
        yield translator.gettext("It is full; cards may be added while another column is not"), "K-1.4"
    elif not column.is_full and all(each.is_full for each in others):
        yield translator.gettext("Only this column is not full yet; when it is, the round ends"), "K-1.5"


def _lead(standing: ColumnStanding, translator: Translator) -> tuple[str, str]:
    """Who would win if the cards face down counted nothing."""
    result = standing.result
    if result.winner is None:
        return translator.gettext("No open card counts here now"), "K-3.7"
    who, sums = translator.player_name(result.winner), _sums_text(result, translator)
    match result.rule:
        case "prince-and-squire":
            return translator.gettext(
                "By the open cards {who} leads with prince and squire", who=who
            ), "K-3.4"
        case "lowest":
            text = translator.gettext(
                "By the open cards {who} leads with the lowest sum: {sums}", who=who, sums=sums
            )
        case "highest" if not result.tied:
            text = translator.gettext("By the open cards {who} leads: {sums}", who=who, sums=sums)
        case "highest":
            text = translator.gettext(
                "By the open cards {who} leads, nearest the objective: {sums}", who=who, sums=sums
            )
        case _:
            text = translator.gettext("By the open cards {who} leads, nearest the objective", who=who)
    return text, "K-3.7"


def _sums_text(result: ColumnResult, translator: Translator) -> str:
    """The sums, the winner's first: `Anna 17½, Bert 5`."""
    sign = 1 if result.rule == "lowest" else -1
    ranked = sorted(result.sums.items(), key=lambda each: (each[0] != result.winner, sign * each[1]))
    return ", ".join(
        f"{translator.player_name(who)} {names.half_points_text(halves)}" for who, halves in ranked
    )


# -- a card


def _where_it_lies(who: str, card: str, position: TableState, translator: Translator) -> Sentences:
    """What the card counts in the column where it lies open."""
    for number, column in enumerate(position.columns, 1):
        for found in column_standing(column).result.cards if column.objective else ():
            if (found.by, found.card) != (who, card):
                continue
            if found.removed:
                yield (
                    translator.gettext(
                        "In column {column} now removed by: {card}",
                        column=number,
                        card=names.card_name(translator, found.removed),
                    ),
                    "K-3.3",
                )
            else:
                text = card_value_text(found, column.objective, translator)
                yield translator.gettext("In column {column} now: {card}", column=number, card=text), "K-2.0"


def _character(card: str, translator: Translator) -> Sentences:
    """When its effect happens or its value counts, and that value where the effect does not tell it."""
    if card in IMMEDIATE_EFFECTS:
        yield (
            translator.gettext("Only a card laid under it sets this off, not the showing at the end"),
            IMMEDIATE_EFFECTS[card],
        )
    else:
        yield (
            translator.gettext("This counts at the end of the round, and only in its own column"),
            EFFECTS_IN_THE_COUNT.get(card, "K-M2"),
        )
    value = printed_value(card, "")
    told = re.findall(r"[\d½]+", names.card_effect(card, translator))
    if value is not None and names.half_points_text(value) not in told:
        yield translator.gettext("Printed value: {value}", value=names.half_points_text(value)), "K-M2"


def _symbol(symbol: str, translator: Translator) -> Sentences:
    """The profession that counts more under it, and what the six symbols are good for."""
    name = translator.name_of("symbol", symbol)
    for card, at in SYMBOL_OF_PROFESSION.items():
        if at == symbol:
            yield (
                translator.gettext(
                    "{symbol}: {card} counts 12 here, elsewhere 8",
                    symbol=name,
                    card=names.card_name(translator, card),
                ),
                "K-M2",
            )
    yield (
        translator.gettext("Whoever has all six symbols at the end may double the best of each"),
        "K-4.1",
    )
