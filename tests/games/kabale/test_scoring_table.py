"""K-3 by hand: both scorers give for every column in `columns.md` what was worked out on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.games.kabale.rules.column_evaluation import evaluate_column
from companion.games.kabale.rules.constants import OBJECTIVES
from companion.games.kabale.rules.pieces import COLOURS
from tests.games.kabale.plain import scorer

NONE = "–"
HOW = {
    "highest": "highest",
    "lowest": "lowest",
    "prince-and-squire": "pair",
    "only-doppelgaengers": "copies",
    "nobody": "nobody",
}
PROFESSIONS = {
    "alchemist": "alchemy",
    "fencing-master": "fencing",
    "landlord": "farming",
    "merchant": "trade",
    "cardinal": "religion",
    "troubadour": "music",
}
TEN_AND_MORE = {"king", "queen", "julia", "explorer", "traitor", "prince", "hermit", "dragon"}
"""What both books list for the Mage, beside professions and Doppelgängers."""
NINE_AND_LESS = {"storm", "cloak", "mage", "squire", "little-giant", "romeo", "beggar"}
"""What both books list for the Witch, beside professions and Doppelgängers."""
EFFECTS = {"mage", "witch", "prince", "squire", "hermit", "little-giant", "doppelgaenger", "dragon", "romeo"}
"""What Musketeers make void, with the Beggar."""
ALL = {
    *TEN_AND_MORE,
    *NINE_AND_LESS,
    *PROFESSIONS,
    *("assassin", "musketeers", "witch", "doppelgaenger"),
}


class Card(NamedTuple):
    by: str
    card: str
    value: str
    """As written: `9½`, `–`, `[mage]`."""


class Row(NamedTuple):
    line: int
    clause: str
    objective: str
    cards: tuple[Card, ...]
    winner: str
    how: str
    tied: bool

    @property
    def column(self) -> list[tuple[str, str]]:
        return [(card.by, card.card) for card in self.cards]

    @property
    def characters(self) -> list[str]:
        return sorted(card.card for card in self.cards)


@cache
def rows() -> tuple[Row, ...]:
    text = Path(__file__).with_name("columns.md").read_text(encoding="utf-8")
    lines = enumerate(text.splitlines(), 1)
    return tuple(row(number, line) for number, line in lines if line.startswith("| K-"))


def row(number: int, line: str) -> Row:
    clause, objective, cards, winner, how, _ = (cell.strip() for cell in line.strip("|").split("|"))
    how, tied = how.removesuffix(", tied"), how.endswith(", tied")
    listed = tuple(Card(*card.split()) for card in cards.split(", ")) if cards else ()
    return Row(number, clause, objective, listed, winner, how, tied)


def halves(value: int | None) -> str:
    """Half points as they are written on paper."""
    if value is None:
        return NONE
    return str(value // 2) + "½" * (value % 2)


def number(written: str) -> Fraction:
    return Fraction(written.removesuffix("½")) + Fraction(written.count("½"), 2)


def test_K_3__columns_worked_out_by_hand() -> None:
    for row in rows():
        found = evaluate_column(row.objective, row.column)
        values = [f"[{card.removed}]" if card.removed else halves(card.halves) for card in found.cards]
        assert values == [card.value for card in row.cards], f"line {row.line}, {row.clause}"
        how = (found.winner or NONE, HOW[found.rule], bool(found.tied))
        assert how == (row.winner, row.how, row.tied), f"line {row.line}, {row.clause}"
        assert {who: Fraction(of, 2) for who, of in found.sums.items()} == sums(row)


def sums(row: Row) -> dict[str, Fraction]:
    """Added up from the values on paper."""
    added: dict[str, Fraction] = {}
    for card in row.cards:
        if card.value != NONE and not card.value.startswith("["):
            added[card.by] = added.get(card.by, Fraction()) + number(card.value)
    return added


def test_K_3__columns_worked_out_by_hand_and_the_plain_scorer() -> None:
    for row in rows():
        found = scorer.evaluate(row.objective.partition(":")[0], row.column)
        assert [written(card) for card in found["cards"]] == [card.value for card in row.cards], row.line
        assert (found["winner"] or NONE) == row.winner, row.line


def written(card: dict[str, Any]) -> str:
    if card["gone"]:
        return f"[{card['gone']}]"
    return NONE if card["value"] is None else halves(int(card["value"] * 2))


# -- what the table covers


def pairs(one: str, others: Iterable[str]) -> set[tuple[str, ...]]:
    return {tuple(sorted((one, other))) for other in others}


def interacting() -> set[tuple[str, ...]]:
    """Every two characters of which one changes the value or effect of the other, as on the rules page."""
    return (
        pairs("musketeers", {*EFFECTS, "beggar", "musketeers", *PROFESSIONS})  # K-3.2
        | pairs("mage", {*TEN_AND_MORE, *PROFESSIONS, "doppelgaenger", "mage"})  # K-3.3
        | pairs("witch", {*NINE_AND_LESS, *PROFESSIONS, "doppelgaenger", "witch"})
        | {("prince", "squire"), ("julia", "romeo")}  # K-3.4, K-3.5
        | pairs("hermit", ALL)
        | pairs("little-giant", ALL)
        | pairs("dragon", ALL)
        | pairs("doppelgaenger", ALL)  # K-3.6
        | pairs("beggar", ALL)  # K-3.7
    )


def test_table__each_character_alone() -> None:
    alone = {row.characters[0] for row in rows() if len(row.cards) == 1}
    assert alone == ALL
    assert len(ALL) == 25
    assert any(not row.cards for row in rows())


@pytest.mark.parametrize(("card", "symbol"), PROFESSIONS.items())
def test_table__each_profession_under_its_own_and_another_symbol(card: str, symbol: str) -> None:
    for others in ([], ["mage"], ["witch"]):
        under = {
            row.objective.startswith(symbol) for row in rows() if row.characters == sorted([card, *others])
        }
        assert under == {True, False}, others


def test_table__every_pair_that_interacts() -> None:
    two = {tuple(row.characters) for row in rows() if len(row.cards) == 2}
    assert interacting() - two == set()
    assert len(interacting()) == 5 * 25 - 10 + 12 + 13 + 12 + 2  # each pair once, under the first that has it
    assert interacting() < set(combinations_with_replacement(sorted(ALL), 2))


@pytest.mark.parametrize("remover", ["mage", "witch"])
def test_table__what_neither_mage_nor_witch_takes(remover: str) -> None:
    """9½ is above 9 and below 10; 9 and 10 are each a limit."""
    beside = {row.characters[0]: row for row in rows() if len(row.cards) == 2 and remover in row.characters}
    assert not any(card.value.startswith("[") for card in beside["assassin"].cards)
    border = next(
        row
        for row in rows()
        if row.characters == sorted([remover, {"mage": "storm", "witch": "traitor"}[remover]])
    )
    assert not any(card.value.startswith("[") for card in border.cards)


@pytest.mark.parametrize("pair", [("prince", "squire"), ("julia", "romeo")])
def test_table__pairs_of_one_colour_and_of_two(pair: tuple[str, str]) -> None:
    colours = {len({card.by for card in row.cards}) for row in rows() if tuple(row.characters) == pair}
    assert colours == {1, 2}


@pytest.mark.parametrize("card", ["doppelgaenger", "hermit", "little-giant", "dragon", "beggar"])
def test_table__above_and_below_another_card(card: str) -> None:
    assert {
        row.cards[0].card == card for row in rows() if len(row.cards) == 2 and card in row.characters
    } == {
        True,
        False,
    }


def test_table__every_clause_and_every_way_to_win() -> None:
    assert {row.clause for row in rows()} == {"K-M2", *(f"K-3.{number}" for number in range(2, 8))}
    ways = {(row.how, row.tied) for row in rows()}
    assert ways == {
        *((how, tied) for how in ("highest", "lowest", "pair") for tied in (True, False)),
        ("copies", False),
        ("nobody", False),
    }


def test_table__rows_are_columns_and_each_stands_once() -> None:
    assert len({(row.objective, row.cards) for row in rows()}) == len(rows())
    for each in rows():
        assert each.objective in OBJECTIVES, each.line
        assert len(set(each.column)) == len(each.column), f"line {each.line}: a card twice"
        assert {card.by for card in each.cards} <= set(COLOURS), each.line
        for card in each.cards:
            assert re.fullmatch(r"\d+½?|–|\[mage\]|\[witch\]", card.value), each.line
