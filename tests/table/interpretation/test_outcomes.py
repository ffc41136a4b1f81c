"""What comes of moves is compared by what it changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.table.interpretation.outcomes import describe_change


class Pile(Struct, frozen=True):
    cards: tuple[str, ...] = ()
    counts: dict[str, int] = {}


class Table(Struct, frozen=True):
    piles: dict[str, Pile] = {}
    turn: str = ""


words = st.sampled_from(["a", "b", "c"])
piles = st.builds(
    Pile, st.lists(words, max_size=3).map(tuple), st.dictionaries(words, st.integers(0, 2), max_size=2)
)
tables = st.builds(Table, st.dictionaries(words, piles, max_size=2), words)


@given(before=tables, one=tables, other=tables)
def test_two_tables_are_equal_if_and_only_if_the_same_has_changed(
    before: Table, one: Table, other: Table
) -> None:
    same = describe_change(before, one) == describe_change(before, other)
    assert same == (one == other)
    assert hash(describe_change(before, one)) == hash(describe_change(before, one))


@given(table=tables)
def test_a_table_made_anew_is_no_other_one(table: Table) -> None:
    again = Table(
        {name: Pile((*pile.cards,), {**pile.counts}) for name, pile in reversed(table.piles.items())},
        table.turn,
    )
    assert describe_change(Table(), again) == describe_change(Table(), table)
    assert describe_change(table, again) == describe_change(table, table)
