"""What was noticed at a table of Florence, in any order: what it means, and how soon that is sure."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.moves import touch
from companion.rules.record import Head
from companion.table.judge import Done, judge
from companion.table.overrule import correction, overruled
from companion.table.zones import TOUCH_ONLY, Watched
from tests.games.florence.tables import GAME, acting, paper, setup

BY_TOUCH = Watched(TOUCH_ONLY, {})
SAID = ("action/work", "profession/poet", "bonus/each-lake", "bonus/each-jester")
RICH: dict[str, Any] = {"hand": {"?": 3}, "jesters": 3, "grid": ["lake d4 r0"], "freedoms": ["travel"]}


@pytest.mark.parametrize("first", range(4))
def test_P_B2__a_work_with_all_the_bonus_cards_there_are_is_taken_at_once(first: int) -> None:
    position = acting(**RICH, bonus={"?": 2}).position
    for said in permutations((*SAID[:first], *SAID[first + 1 :])):
        verdict = judge(position, [touch(thing) for thing in (SAID[first], *said, "take/500")], BY_TOUCH)
        assert isinstance(verdict, Done)
        assert str(verdict.move) == "blue work poet bonus each-lake each-jester take 500"
        assert not verdict.open


def test_P_B2__with_another_card_in_hand_it_waits_for_the_next_sighting() -> None:
    position = acting(**RICH, bonus={"?": 3}).position
    verdict = judge(position, [touch(thing) for thing in (*SAID, "take/500")], BY_TOUCH)
    assert isinstance(verdict, Done)
    assert verdict.open


def test_P_B6__recruiting_from_somebody_else_cannot_be_let_stand() -> None:
    people = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    account = Account.of(Head("florence", setup(), paper("actions", people=people), 1), GAME)
    pairs = overruled(account.position, ("blue", "recruit", "poet", "from", "orange"))
    assert pairs is not None
    with pytest.raises(Refused, match="P-M1 twice"):
        account.say(correction(pairs))
