from __future__ import annotations

from random import Random

import pytest

from companion.rules.clauses import Refused
from companion.rules.errors import Unreadable
from companion.rules.moves import Move
from companion.simulator.louis_xiv.truth import LouisXIVTruth
from companion.simulator.truth import begin, difference, differences
from tests.simulator.parties import ALL_COUNTS, LONG, alone, setup


def table(players: int = 2, seed: int = 1) -> LouisXIVTruth:
    return LouisXIVTruth(setup(players), Random(seed))


def dealt(players: int = 3) -> LouisXIVTruth:
    truth = table(players)
    truth.play(truth.table_move())
    return truth


@pytest.mark.parametrize("players", ALL_COUNTS)
def test_nothing_is_lost_in_whole_games(players: int) -> None:
    for seed in range(6 * LONG):
        truth, outcome = alone(players, seed)
        assert truth.lost() == ()
        assert set(outcome.scores) == set(truth.position.to_json()["players"])


@pytest.mark.parametrize("players", ALL_COUNTS)
def test_nothing_is_lost_after_any_move(players: int) -> None:
    truth = table(players)
    assert truth.lost() == ()
    truth.play(truth.table_move())
    assert truth.lost() == ()


def test_a_lost_card_is_named() -> None:
    truth = dealt()
    card = truth.influence.pop()
    assert truth.lost() == (card,)


def test_a_hand_with_a_card_too_many_is_named() -> None:
    truth = dealt()
    truth.influence_hand["red"].append(truth.influence.pop())
    assert truth.lost() == ("red's influence",)


def test_the_same_seed_shuffles_the_same() -> None:
    assert table(seed=3).influence == table(seed=3).influence
    assert table(seed=3).influence != table(seed=4).influence


def test_a_player_sees_his_own_hand_and_no_other() -> None:
    truth = dealt()
    seen = truth.seen_by("yellow", truth.position)
    hands = {who: player["influence"] for who, player in seen.position.to_json()["players"].items()}
    assert hands["blue"] == hands["red"] == {"?": 5}
    assert sum(hands["yellow"].values()) == 5
    assert "?" not in hands["yellow"]
    assert seen.held == {f"mission/{name}" for name in truth.missions["yellow"]}


def test_nobody_plays_a_card_he_does_not_hold() -> None:
    truth = dealt()
    lacking = next(card for card in truth.influence if card not in truth.influence_hand["blue"])
    with pytest.raises(Refused):
        truth.play(Move.of(f"blue {lacking} take"))
    assert truth.lost() == ()


def test_the_neutral_cards_are_those_on_top() -> None:
    truth = dealt(2)
    before, move = tuple(truth.influence), truth.table_move()
    assert move.words[:2] == ("table", "neutral")
    truth.play(move)
    turned = len(move.words) - 2
    assert tuple(truth.influence) == before[:-turned]
    assert sum(truth.position.played.values()) == turned


def test_a_mission_nobody_holds_is_not_laid_out() -> None:
    truth = dealt()
    with pytest.raises(LookupError, match="blue holds"):
        truth.play(Move.of("blue fulfil light-renew:nothing ring ring"))


def test_the_first_difference_is_a_json_pointer() -> None:
    truth = dealt()
    app = dealt().position
    assert difference(app, truth) is None
    truth.play(Move.of(f"blue {truth.influence_hand['blue'][0]} take"))
    wrong = difference(app, truth)
    assert wrong is not None
    assert wrong.startswith("/turn: app 'blue', table 'yellow'")


def test_differences_name_every_path() -> None:
    app = {"a": {"b": 1, "c": [1, 2]}, "gone": 1}
    true = {"a": {"b": 2, "c": [1, 3]}, "new": 1}
    assert list(differences(app, true)) == [
        "/a/b: app 1, table 2",
        "/a/c/1: app 2, table 3",
        "/new: app None, table 1",
        "/gone: app 1, table None",
    ]


def test_a_game_without_a_virtual_table_is_named() -> None:
    with pytest.raises(Unreadable, match="chess"):
        begin("chess", setup(2), Random(1))
