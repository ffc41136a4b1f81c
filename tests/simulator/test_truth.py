from __future__ import annotations

from random import Random

import pytest

from companion.rules.errors import UsageError
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.move_observations import move_without_hidden_words
from companion.simulator.plugin_parts import heuristic_move_chooser, make_ground_truth
from tests.long import LONG
from tests.simulator.parties import alone, colours, every_count, every_game, setup, wrong


def dealt(name: str, players: int = 3, seed: int = 1) -> GroundTruth:
    """A table on which the first moves of the table are done."""
    truth = make_ground_truth(name, setup(name, players), Random(seed))
    if truth.position.choice_tree.awaited_actors == ("table",):
        truth.play(truth.table_move())
    return truth


def table_awaited(name: str, players: int, seed: int) -> GroundTruth:
    """A table that awaits a move of its own; players moved until then, and nobody read what they hid."""
    truth, chance = make_ground_truth(name, setup(name, players), Random(seed)), Random(seed)
    while truth.position.choice_tree.awaited_actors != ("table",):
        who = truth.position.choice_tree.awaited_actors[0]
        move = heuristic_move_chooser(name)(truth.knowledge_of(who, truth.position), chance)
        assert move is not None
        truth.play(move, move_without_hidden_words(truth.position.choice_tree, move))
    return truth


@pytest.mark.long(usual=("louis-xiv-2", "kabale-4", "florence-5"))
@every_count
def test_nothing_is_lost_in_whole_games(name: str, players: int) -> None:
    for seed in range(6 * LONG):
        truth, outcome = alone(name, players, seed)
        assert wrong(name, truth) == []
        assert set(outcome.scores) == set(truth.position.to_json()["players"])


@every_count
def test_nothing_is_lost_at_the_beginning(name: str, players: int) -> None:
    assert wrong(name, make_ground_truth(name, setup(name, players), Random(1))) == []
    assert wrong(name, dealt(name, players)) == []


@every_game
def test_the_same_seed_shuffles_the_same(name: str) -> None:
    who = colours(name, 1)[0]
    one, same, other = (dealt(name, 2, seed).hand_pieces(who) for seed in (3, 3, 4))
    assert one == same
    assert one != other


@every_game
def test_asking_what_the_table_does_changes_nothing(name: str) -> None:
    one, other = (table_awaited(name, 3, 5) for _ in range(2))
    for _ in range(3):
        other.table_move()
    assert one.table_move() == other.table_move()


@every_game
def test_a_player_sees_his_own_hand_and_no_other(name: str) -> None:
    truth = dealt(name)
    me, *others = colours(name, 3)
    seen = truth.knowledge_of(me, truth.position).position.to_json()["players"]
    open_to_all = truth.position.to_public().to_json()["players"]
    assert {who: seen[who] for who in others} == {who: open_to_all[who] for who in others}
    named = {*seen[me].get("hand", {}), *seen[me].get("influence", {})}
    assert {piece.rpartition("/")[2] for piece in truth.hand_pieces(me)} & named


def test_a_game_without_a_virtual_table_is_named() -> None:
    with pytest.raises(UsageError, match="chess"):
        make_ground_truth("chess", setup("kabale", 2), Random(1))
