"""The standing of a column before its evaluation: the result of the open cards, and who could still win."""

from __future__ import annotations

import pytest

from companion.games.kabale.rules.column_evaluation import column_standing, evaluate_column
from companion.games.kabale.rules.state import CardState, ColumnState


def column(objective: str, *cards: str) -> ColumnState:
    """`black king` lies face up, `black (king)` face down."""
    said = (each.split() for each in cards)
    return ColumnState(
        objective, cards=tuple(CardState(by, name.strip("()"), up=name[0] != "(") for by, name in said)
    )


@pytest.mark.parametrize(
    ("cards", "leader", "rule", "hidden"),
    [
        ((), None, "nobody", ()),
        (("black (king)",), None, "nobody", ("black",)),
        (("black queen", "blue (king)"), "black", "highest", ("blue",)),
        (("black cardinal", "blue cardinal"), "black", "highest", ()),
        (("black king", "blue squire", "blue prince", "red (mage)"), "blue", "prince-and-squire", ("red",)),
        (("black king", "blue beggar", "red (king)", "blue (witch)"), "blue", "lowest", ("red", "blue")),
        (("black (witch)", "blue little-giant", "black (king)"), "blue", "highest", ("black",)),
    ],
)
def test_the_open_cards_alone_are_judged_and_whose_lie_face_down_is_told(
    cards: tuple[str, ...], leader: str | None, rule: str, hidden: tuple[str, ...]
) -> None:
    found = column_standing(column("religion:3", *cards))
    assert (found.result.winner, found.result.rule, found.face_down_owners) == (leader, rule, hidden)


def test_what_lies_face_down_makes_no_difference_whatever_it_is() -> None:
    open_alone = evaluate_column("music:2", [("black", "king"), ("red", "troubadour")])
    for card in ("mage", "witch", "dragon", "beggar", "musketeers", "?"):
        found = column_standing(column("music:2", "black king", f"blue ({card})", "red troubadour"))
        assert found.result == open_alone


def test_K_3_5__cards_face_down_are_counted_by_hermit_and_little_giant_before_they_are_shown() -> None:
    found = column_standing(
        column("trade:5", "black hermit", "blue little-giant", "red (king)", "red (mage)")
    )
    assert [card.halves for card in found.result.cards] == [18, 22]  # 12 - 3, 2 + 9
    assert found.result.winner == "blue"


def test_with_every_card_open_it_is_the_evaluation() -> None:
    cards = ("black romeo", "black julia", "blue dragon", "red doppelgaenger", "red hermit")
    judged = evaluate_column("trade:5", [(card.by, card.card) for card in column("trade:5", *cards).cards])
    assert column_standing(column("trade:5", *cards)).result == judged
