from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.layout import Layout
from companion.rules.movement_execution import layout_after_movements, layout_mismatches
from companion.rules.movements import Movement, movements_between
from companion.rules.tree_walk import pick_legal_move
from companion.table.undo import layouts_while_undoing, make_undo_plan
from tests.long import ALL, LONG, usually
from tests.table.evenings import TABLES, setup


def account(name: str = "louis-xiv", players: int = 3) -> GameHistory:
    table = setup(name, players)
    return GameHistory(game_rules(name), table, game_rules(name).initial_position(table))


def test_stones_go_back_to_the_supply_they_came_from_and_cards_to_their_hands() -> None:
    kept = account()
    for line in ("table money 4 2", "blue inf6 place 6 6 1", "yellow inf3 take"):
        kept.apply_line(line)
    plan = make_undo_plan(kept, 2)
    assert plan.move_texts == ("yellow inf3 take", "blue inf6 place 6 6 1")
    assert set(plan.movements) == {
        Movement("move", "stone/blue", 2, "tile/6", "own/blue"),
        Movement("move", "stone/blue", 1, "tile/1", "own/blue"),
        Movement("move", "card/inf6", 1, "played", "hand/blue"),
        Movement("move", "card/inf3", 1, "played", "hand/yellow"),
        Movement("move", "stone/yellow", 3, "own/yellow", "general/yellow"),
    }
    assert plan.irreversible_events == ()


def test_a_money_card_and_dealt_cards_cannot_be_unseen() -> None:
    kept = account()
    kept.apply_line("table money 4 2")
    plan = make_undo_plan(kept, 1)
    tags = [event.__struct_config__.tag for event in plan.irreversible_events]
    assert tags == ["money-card", *["influence-drawn"] * 3]
    assert Movement("move", "king", 1, "tile/2", "deck/money") in plan.movements
    assert Movement("move", "money", 4, "player/blue", "bank") in plan.movements


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(MoveRefused, match="undo-too-many"):
        make_undo_plan(account(), 1)


@cache
def whole(name: str, players: int, seed: int) -> GameHistory:
    """A whole game by chance."""
    kept = account(name, players)
    rng = Random(seed)
    while kept.position.outcome() is None:
        kept.apply_line(str(pick_legal_move(kept.position.choice_tree, rng.choice)[0]))
    return kept


def back(kept: GameHistory, upto: int, to: int) -> tuple[Sequence[Layout], tuple[Movement, ...]]:
    """The way from so many moves back to so many, and what hands do."""
    before = (kept.opening, *kept.accepted_lines)[to].position
    path = layouts_while_undoing(kept.game, before, kept.accepted_lines[to:upto])
    return path, movements_between(kept.game.inventory(kept.setup), path)


def any_undo(kept: GameHistory, rng: Random) -> tuple[Sequence[Layout], tuple[Movement, ...]]:
    """Of one to ten moves, now and then of many."""
    upto = rng.randint(1, len(kept.accepted_lines))
    count = rng.choice([*range(1, 11), rng.randint(1, upto)])
    return back(kept, upto, max(0, upto - count))


UNDONE = 400 * LONG if ALL else 6


at_tables = pytest.mark.parametrize(
    ("name", "players"), usually([("kabale", 3), ("louis-xiv", 2), ("florence", 2)], TABLES)
)


@at_tables
def test_a_plan_carried_out_makes_the_table_that_was(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    for number in range(UNDONE):
        kept = whole(name, players, number // 100)
        path, plan = any_undo(kept, rng)
        box = kept.game.inventory(kept.setup)
        assert list(layout_mismatches(box, layout_after_movements(box, path, plan), path[-1])) == []
        for each in plan:
            assert each.count > 0
            assert each.from_ != each.to


@at_tables
def test_what_goes_into_hands_and_supplies_goes_before_what_comes_out_of_them(
    name: str, players: int
) -> None:
    rng = Random(f"{name} {players} order")
    for _ in range(3):
        path, plan = any_undo(whole(name, players, 0), rng)
        open_ = {
            place.id for layout in path for place in layout if place.kind not in ("hand", "deck", "supply")
        }

        def lies_open(spot: str, open_: set[str] = open_) -> bool:
            return spot.startswith("card/") or any(f"{spot}/".startswith(f"{id}/") for id in open_)

        moves = [(lies_open(each.from_), lies_open(each.to)) for each in plan if each.kind == "move"]
        off = [at for at, way in enumerate(moves) if way == (True, False)]
        onto = [at for at, way in enumerate(moves) if way == (False, True)]
        piled = [
            each.to for each in plan if each.to.startswith("discard/") and each.from_.startswith("deck/")
        ]
        assert piled or not off or not onto or max(off) < min(onto)


@at_tables
def test_there_and_back_again_is_no_movement(name: str, players: int) -> None:
    kept = whole(name, players, 0)
    path, _ = back(kept, len(kept.accepted_lines), 0)
    assert movements_between(kept.game.inventory(kept.setup), [*path, *reversed(path)]) == ()
