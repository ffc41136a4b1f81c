from __future__ import annotations

from random import Random

import pytest

from companion.games.louis_xiv.players.ground_truth import LouisXIVGroundTruth
from companion.rules.clauses import MoveRefused
from companion.rules.moves import Move
from tests.simulator.parties import setup, wrong


def dealt(players: int = 3) -> LouisXIVGroundTruth:
    truth = LouisXIVGroundTruth(setup("louis-xiv", players), Random(1))
    truth.play(truth.table_move())
    return truth


def test_a_lost_card_is_named() -> None:
    truth = dealt()
    card = truth.influence_deck.pop()
    left = len(truth.influence_deck)
    assert wrong("louis-xiv", truth) == [
        f"deck/influence: card: app {left + 1}, table {left}",
        f"lost or doubled: card/{card}",
    ]


def test_a_hand_with_a_card_too_many_is_named() -> None:
    truth = dealt()
    truth.influence_hands["red"].append(truth.influence_deck.pop())
    left = len(truth.influence_deck)
    assert wrong("louis-xiv", truth) == [
        "hand/red: card: app 5, table 6",
        f"deck/influence: card: app {left + 1}, table {left}",
    ]


def test_a_player_sees_his_own_hand_and_no_other() -> None:
    truth = dealt()
    seen = truth.knowledge_of("yellow", truth.position)
    hands = {who: player["influence"] for who, player in seen.position.to_json()["players"].items()}
    assert hands["blue"] == hands["red"] == {"?": 5}
    assert sum(hands["yellow"].values()) == 5
    assert "?" not in hands["yellow"]
    assert seen.hidden_pieces == {f"mission/{name}" for name in truth.mission_hands["yellow"]}


def test_nobody_plays_a_card_he_does_not_hold() -> None:
    truth = dealt()
    lacking = next(card for card in truth.influence_deck if card not in truth.influence_hands["blue"])
    with pytest.raises(MoveRefused):
        truth.play(Move.parse(f"blue {lacking} take"))
    assert wrong("louis-xiv", truth) == []


def test_the_neutral_cards_are_those_on_top() -> None:
    truth = dealt(2)
    before, move = tuple(truth.influence_deck), truth.table_move()
    assert move.words[:2] == ("table", "neutral")
    truth.play(move)
    turned = len(move.words) - 2
    assert tuple(truth.influence_deck) == before[:-turned]
    assert sum(truth.position.played.values()) == turned


def test_a_mission_nobody_holds_is_not_laid_out() -> None:
    truth = dealt()
    with pytest.raises(LookupError, match="blue holds"):
        truth.play(Move.parse("blue fulfil light-renew:nothing ring ring"))
