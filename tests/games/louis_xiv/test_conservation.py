"""Nothing is lost and nothing appears, along whole random games; knowing more never allows more."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.contract.game_sampler import SampleGame, sample_legal_moves
from companion.games import game_rules
from companion.games.louis_xiv.rules.edition import MISSION_TYPES
from companion.games.louis_xiv.rules.events import MoneyGained, MoneyPaid, StonesPlaced
from companion.games.louis_xiv.rules.mission_events import LeftoversExchanged
from companion.games.louis_xiv.rules.pieces import INFLUENCE_CARDS
from companion.rules.position import Position
from tests.contract.corpus import table
from tests.games.louis_xiv.damage import named

GAME = "louis-xiv"
PLAYERS = [2, 3, 4]
COPIES = {card: 6 if card == "joker" else 2 for card in INFLUENCE_CARDS}
at_every_count = pytest.mark.parametrize("players", PLAYERS)


def everywhere(players: int) -> list[tuple[SampleGame, dict[str, Any]]]:
    return [(whole, at.to_json()) for whole in table(GAME, players).sample_games for at in whole.positions]


@at_every_count
def test_sixteen_stones_each_and_eight_neutral_ones_only_between_turning_and_evaluation(players: int) -> None:
    for _, at in everywhere(players):
        lying: Counter[str] = Counter()
        for tile in at["tiles"].values():
            lying.update(tile["stones"])
        for who, player in at["players"].items():
            assert lying.pop(who, 0) + player["own"] + player["general"] == 16
            assert min(player["own"], player["general"], player["money"], player["arms"]) >= 0
        if players == 2 and at["phase"] == "influence" and at["agenda"][0]["do"] != "neutral":
            assert lying == {"neutral": 8}
        elif at["phase"] != "evaluation" or players > 2:
            assert lying == {}


@at_every_count
def test_thirty_influence_cards_twelve_intrigue_cards_and_forty_missions(players: int) -> None:
    for _, at in everywhere(players):
        held = sum(sum(player["influence"].values()) for player in at["players"].values())
        assert held + sum(at["played"].values()) <= 30
        assert all(number <= COPIES[card] for card, number in at["played"].items())
        assert sum(sum(player["intrigue"].values()) for player in at["players"].values()) <= 12
        laid = Counter(
            name.partition(":")[0] for player in at["players"].values() for name in player["missions"]
        )
        assert all(number <= MISSION_TYPES[kind].copies for kind, number in laid.items())
        for player in at["players"].values():  # two missions in hand, one more for each "+1 mission card"
            more = sum(name.startswith("light-plus-mission") for name in player["missions"])
            owed = sum(item["do"] == "draw" and at["players"][item["who"]] is player for item in at["agenda"])
            assert sum(player["hand"].values()) == 2 + more - owed


@at_every_count
def test_money_is_what_was_gained_and_not_paid(players: int) -> None:
    for whole in table(GAME, players).sample_games:
        purse = Counter(
            {who: player["money"] for who, player in whole.opening_position.to_json()["players"].items()}
        )
        for each in whole.played_moves:
            for event in each.events:
                match event:
                    case MoneyGained(who=who, louis=louis):
                        purse[who] += louis
                    case MoneyPaid(who=who, louis=louis) | LeftoversExchanged(who=who, louis=louis):
                        purse[who] -= louis
            for who, player in each.after.to_json()["players"].items():
                assert player["money"] == purse[who]


@at_every_count
def test_stones_are_placed_from_the_general_supply_only_by_what_may(players: int) -> None:
    """L-2.3 to L-2.7: cards place from the own supply; L-X1: the general one comes first wherever it may."""
    for whole in table(GAME, players).sample_games:
        for each in whole.played_moves:
            words = each.move.words
            for event in each.events:
                if not isinstance(event, StonesPlaced):
                    continue
                if "place" in words:
                    assert event.supply == "own"
                elif words[1] in ("mission-stone", "stone"):
                    had = each.before.to_json()["players"][event.who]["general"]
                    assert event.supply == ("general" if had else "own")


@at_every_count
def test_every_player_is_start_player_in_his_turn(players: int) -> None:
    for whole in table(GAME, players).sample_games:
        seats = [seat.colour for seat in whole.setup.seats]
        first = seats.index(whole.setup.start_player)
        starts = {at["round"]: at["start"] for at in (position.to_json() for position in whole.positions)}
        assert starts == {round: seats[(first + round - 1) % players] for round in (1, 2, 3, 4)}


# -- knowing more


def masked(position: Position) -> dict[str, Any]:
    """The table as somebody sees it who knows no card in a hand."""
    at = position.to_json()
    for player in at["players"].values():
        for hand in ("influence", "intrigue"):
            player[hand] = sum(player[hand].values())
    return at


@pytest.mark.long(usual="2")
@at_every_count
@given(data=st.data())
def test_knowing_the_hands_allows_nothing_new_and_changes_nothing_else(
    players: int, data: st.DataObject
) -> None:
    whole, position = data.draw(st.sampled_from(list(table(GAME, players).sample_positions(300))))
    rng = Random(data.draw(st.integers(0, 10**6)))
    known = game_rules(GAME).position_from_json(named(position.to_json(), rng), whole.setup)
    assert known.faults() == ()
    if position.outcome() is not None or known.settled_with_events()[1]:
        return  # with known cards there was nothing to choose
    for move in sample_legal_moves(known, rng, 6):
        after, _ = known.play(move)
        unknowing, _ = position.play(move)
        assert masked(after) == masked(unknowing)
