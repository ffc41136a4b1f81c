from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.movements import Movement
from companion.rules.walking import walk
from companion.table.undo import undo_plan
from tests.table.evenings import TABLES, setup


def account(name: str = "louis-xiv", players: int = 3) -> Account:
    table = setup(name, players)
    return Account(game(name), table, game(name).begin(table))


def test_stones_go_back_to_the_supply_they_came_from_and_cards_to_their_hands() -> None:
    kept = account()
    for line in ("table money 4 2", "blue inf6 place 6 6 1", "yellow inf3 take"):
        kept.say(line)
    plan = undo_plan(kept, 2)
    assert plan.moves == ("yellow inf3 take", "blue inf6 place 6 6 1")
    assert set(plan.movements) == {
        Movement("move", "stone/blue", 2, "tile/6", "own/blue"),
        Movement("move", "stone/blue", 1, "tile/1", "own/blue"),
        Movement("move", "card/inf6", 1, "played", "hand/blue"),
        Movement("move", "card/inf3", 1, "played", "hand/yellow"),
        Movement("move", "stone/yellow", 3, "own/yellow", "general/yellow"),
    }
    assert plan.unseen == ()


def test_what_leaves_the_board_comes_first_and_what_is_put_on_it_last() -> None:
    kept = account()
    rng = Random(7)
    while kept.position.outcome() is None:
        kept.say(str(walk(kept.position.offered, rng.choice)[0]))
    plan = undo_plan(kept, len(kept.standing) // 2)
    onto = [hand.to.startswith(("tile/", "played", "laid/")) for hand in plan.movements]
    assert onto == sorted(onto)
    assert any(onto)


def test_a_money_card_and_dealt_cards_cannot_be_unseen() -> None:
    kept = account()
    kept.say("table money 4 2")
    plan = undo_plan(kept, 1)
    tags = [event.__struct_config__.tag for event in plan.unseen]
    assert tags == ["money-card", *["influence-drawn"] * 3]
    assert Movement("move", "king", 1, "tile/2", "deck/money") in plan.movements
    assert Movement("move", "money", 4, "player/blue", "bank") in plan.movements


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(Refused, match="undo-too-many"):
        undo_plan(account(), 1)


@pytest.mark.parametrize(("name", "players"), TABLES)
@settings(max_examples=4, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 60))
def test_movements_go_back_exactly_where_the_game_came_from(
    name: str, players: int, seed: int, count: int
) -> None:
    """There and back again is no movement; a movement never stays where it is or moves nothing."""
    kept = account(name, players)
    rng = Random(seed)
    for _ in range(count):
        if kept.position.outcome() is None:
            kept.say(str(walk(kept.position.offered, rng.choice)[0]))
    path = [accepted.position for accepted in (kept.opening, *kept.standing)]
    assert kept.game.hands(*path, *reversed(path)) == ()
    for hand in undo_plan(kept, len(kept.standing)).movements:
        assert hand.count > 0
        assert hand.from_ != hand.to
