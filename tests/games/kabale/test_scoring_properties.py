"""What holds for every column, whatever lies in it (K-3)."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.constants import CHARACTERS, OBJECTIVES, objective_symbol, printed_value
from companion.games.kabale.rules.pieces import COLOURS
from tests.games.kabale.plain.test_scorer import INTERACTING
from tests.long import examples

Column = list[tuple[str, str]]
MANY = settings(max_examples=examples(400))
objectives = st.sampled_from(OBJECTIVES)
cards = st.tuples(st.sampled_from(COLOURS), st.sampled_from(CHARACTERS) | st.sampled_from(INTERACTING))
columns = st.lists(cards, max_size=14, unique=True)


def values(found: ColumnResult) -> list[Any]:
    """What each card counts, and what removed it."""
    return [(card.halves, card.removed) for card in found.cards]


@MANY
@given(objectives, columns, st.permutations(COLOURS))
def test_K_3__colours_are_only_names(objective: str, column: Column, others: list[str]) -> None:
    renamed = dict(zip(COLOURS, others, strict=True))
    found = evaluate_column(objective, column)
    again = evaluate_column(objective, [(renamed[by], card) for by, card in column])
    assert values(again) == values(found)
    assert again.winner == (renamed[found.winner] if found.winner else None)
    assert again.sums == {renamed[who]: halves for who, halves in found.sums.items()}
    assert again.tied == tuple(renamed[who] for who in found.tied)


@MANY
@given(
    columns,
    st.permutations([objective for objective in OBJECTIVES if objective_symbol(objective) == "trade"]),
)
def test_K_3__an_objectives_value_does_not_matter(column: Column, same: list[str]) -> None:
    assert evaluate_column(same[0], column) == evaluate_column(same[1], column)


@MANY
@given(objectives, columns)
def test_K_3__the_cards_come_back_as_they_lie(objective: str, column: Column) -> None:
    found = evaluate_column(objective, column)
    assert [(card.by, card.card) for card in found.cards] == column


@MANY
@given(objectives, columns)
def test_K_3__the_winner_has_a_card_left(objective: str, column: Column) -> None:
    found = evaluate_column(objective, column)
    left = {card.by for card in found.cards if not card.removed}
    assert (found.winner is None) == (column == [])
    assert found.winner in left or not column
    assert set(found.tied) <= left
    assert found.winner in found.tied or not found.tied


@MANY
@given(objectives, columns)
def test_K_3__sums_add_up(objective: str, column: Column) -> None:
    found = evaluate_column(objective, column)
    for who, halves in found.sums.items():
        assert halves == sum(card.halves or 0 for card in found.cards if card.by == who)
    counted = {card.by for card in found.cards if card.halves is not None}
    assert set(found.sums) == counted


@MANY
@given(objectives, columns)
def test_K_3_5__a_value_is_what_is_printed_and_what_changes_it_never_below_0(
    objective: str, column: Column
) -> None:
    for card in evaluate_column(objective, column).cards:
        if card.removed:
            assert (card.halves, card.changes) == (None, ())
        elif card.printed is None:
            assert (card.card, card.halves, card.changes) == ("doppelgaenger", None, ())
        else:
            assert card.halves == max(0, card.printed + sum(change.halves for change in card.changes))


@MANY
@given(objectives, columns, cards, st.data())
def test_K_3_5__no_card_added_makes_a_value_negative(
    objective: str, column: Column, card: tuple[str, str], data: st.DataObject
) -> None:
    if card not in column:
        column.insert(data.draw(st.integers(0, len(column))), card)
    found = evaluate_column(objective, column)
    assert all(each.halves is None or each.halves >= 0 for each in found.cards)
    assert all(halves >= 0 for halves in found.sums.values())


@MANY
@given(objectives, columns, st.sampled_from(COLOURS), st.data())
def test_K_3_2__musketeers_make_every_other_effect_void(
    objective: str, column: Column, who: str, data: st.DataObject
) -> None:
    if (who, "musketeers") not in column:
        column.insert(data.draw(st.integers(0, len(column))), (who, "musketeers"))
    found = evaluate_column(objective, column)
    assert found.musketeers
    assert values(found) == [(printed_value(card, objective_symbol(objective)), "") for _, card in column]
    assert found.rule == "highest"
    assert found.sums[found.winner or ""] == max(found.sums.values())


@MANY
@given(objectives, columns)
def test_K_3_3__a_removed_card_might_as_well_not_have_been_there(objective: str, column: Column) -> None:
    found = evaluate_column(objective, column)
    left = [card for card in found.cards if not card.removed]
    again = evaluate_column(objective, [(card.by, card.card) for card in left])
    assert again.winner == found.winner
    assert again.sums == found.sums
    assert values(again) == [(card.halves, "") for card in left]


@MANY
@given(objectives, columns, columns, st.sampled_from(COLOURS))
def test_K_3_6__a_doppelgaenger_copies_what_lies_below_whatever_lies_above(
    objective: str, above: Column, below: Column, who: str
) -> None:
    copy = (who, "doppelgaenger")
    above, below = (
        [card for card in part if card != copy and card[1] not in ("musketeers", "mage", "witch")]
        for part in (above, below)
    )
    there = evaluate_column(objective, [*above, copy, *below]).cards[len(above)]
    alone = evaluate_column(objective, [copy, *below]).cards[0]
    assert (there.printed, there.copies) == (alone.printed, alone.copies)
    below_him = [card for _, card in below if card != "doppelgaenger"]
    assert there.copies == (below_him[0] if below_him else "")
