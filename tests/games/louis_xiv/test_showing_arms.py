from __future__ import annotations

from itertools import permutations
from math import comb

import pytest

from companion.rules.moves import Move
from tests.tables import At, louis


def shown(held: int) -> At:
    people = {"blue": {"arms": held}, "yellow": {"arms": 0}}
    return louis("final", 2, people=people, start="blue")


@pytest.mark.parametrize("words", list(permutations(("arms1:1", "arms4:2", "arms0:1"))))
def test_l_5_2_kinds_are_understood_in_any_order(words: tuple[str, ...]) -> None:
    position = shown(4).position
    said = position.action_for(Move(("table", "arms", "blue", *words)))
    assert said == position.action_for(Move.parse("table arms blue arms1:1 arms4:2 arms0:1"))


@pytest.mark.parametrize("last", ["arms6", "arms0"])
def test_l_5_2_all_kinds_can_be_shown_by_one(last: str) -> None:
    kinds = [f"arms{kind}:1" for kind in range(7) if f"arms{kind}" != last]
    at = shown(7).say(" ".join(("table arms blue", *kinds, f"{last}:1")))
    assert at.player("blue").shown == {f"arms{kind}": 1 for kind in range(7)}


def test_l_5_2_all_that_is_left_of_the_last_kinds_can_be_shown_by_one() -> None:
    others = " ".join(f"arms{kind}:1" for kind in range(5))
    at = shown(25).say(f"table arms blue {others} arms5:10 arms6:10")
    assert at.player("blue").shown["arms6"] == 10
    assert shown(26).no(f"table arms blue {others} arms5:10 arms6:11").startswith("L-5.2")


def test_l_5_2_each_count_is_one_path() -> None:
    moves = [move for move in shown(3).position.legal_moves() if move.words[2] == "blue"]
    assert len({shown(3).position.action_for(move) for move in moves}) == len(moves)
    assert len(moves) == comb(3 + 6, 6)  # three coats of arms among six kinds and substitutes


def test_l_5_2_a_substitute_twice_is_refused() -> None:
    assert shown(3).no("table arms blue arms0:1 arms0:2").startswith("L-5.2")
