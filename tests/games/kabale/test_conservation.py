"""Nothing is lost and nothing appears, along whole random games; knowing more never allows more."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.contract.game_sampler import SampleGame, sample_legal_moves
from companion.games.kabale.rules.events import CardDrawn, CardLaid, CardSlid, DeckRefilled
from companion.rules.position import Position
from tests.contract.corpus import table
from tests.games.kabale.tables import CARDS, GAME, SYMBOLS

NAME = "kabale"
PLAYERS = range(2, 7)
OBJECTIVES = Counter({f"{symbol}:{value}": 1 + (value == 3) for symbol in SYMBOLS for value in range(1, 6)})
at_every_count = pytest.mark.parametrize("players", PLAYERS)


def everywhere(players: int) -> list[dict[str, Any]]:
    return [position.to_json() for whole in table(NAME, players).sample_games for position in whole.positions]


def cards_of(at: dict[str, Any], who: str) -> Counter[str]:
    """The player's cards outside their deck, by name."""
    player = at["players"][who]
    laid = [card["card"] for column in at["columns"] for card in column["cards"] if card["by"] == who]
    return Counter(player["hand"]) + Counter(player["discard"]) + Counter(laid)


@pytest.mark.long(usual=("2", "4"))
@at_every_count
def test_K_M1__twenty_five_cards_of_each_colour_and_no_character_twice(players: int) -> None:
    for at in everywhere(players):
        for who, player in at["players"].items():
            cards = cards_of(at, who)
            assert player["deck"] + cards.total() == 25
            assert set(cards) <= {*CARDS, "?"}
            assert all(number == 1 for card, number in cards.items() if card != "?")


@at_every_count
def test_K_M3__no_objective_twice_but_those_of_value_3(players: int) -> None:
    for at in everywhere(players):
        out = [name for player in at["players"].values() for name in player["won"]]
        seen = Counter([*out, *at.get("lost", []), *(column["objective"] for column in at["columns"])])
        assert seen <= OBJECTIVES
        rounds = at["round"] if at["phase"] == "over" else at["round"] - 1
        assert len(out) + len(at.get("lost", [])) == rounds * players


@at_every_count
def test_K_1_3__three_cards_in_every_hand_between_two_turns(players: int) -> None:
    """Except for a player whose deck and discard pile are empty."""
    for at in everywhere(players):
        if at["phase"] == "play" and "asked" not in at:
            for player in at["players"].values():
                held = sum(player["hand"].values())
                assert held == 3 or (held < 3 and player["deck"] == sum(player["discard"].values()) == 0)


@at_every_count
def test_K_1_3__a_deck_shrinks_by_what_is_drawn_and_grows_only_by_a_whole_pile(players: int) -> None:
    for whole in table(NAME, players).sample_games:
        for each in whole.played_moves:
            before, after = each.before.to_json()["players"], each.after.to_json()["players"]
            for who in before:
                mine = [event for event in each.events if getattr(event, "who", "") == who]
                drawn = sum(isinstance(event, CardDrawn) for event in mine)
                laid = sum(isinstance(event, CardLaid | CardSlid) for event in mine)
                piled = sum(event.cards for event in mine if isinstance(event, DeckRefilled))
                assert after[who]["deck"] == before[who]["deck"] - drawn + piled
                held, holds = sum(before[who]["hand"].values()), sum(after[who]["hand"].values())
                assert holds == held + drawn - laid


@at_every_count
def test_K_1_1__six_rounds_of_one_objective_a_player(players: int) -> None:
    for whole in table(NAME, players).sample_games:
        over = whole.positions[-1].to_json()
        assert over["round"] == 6
        assert sum(len(player["won"]) for player in over["players"].values()) + len(over.get("lost", [])) == (
            6 * players
        )


# -- knowing more


def known_hands(whole: SampleGame, position: Position, rng: Random) -> Position:
    """The same table with every card in a hand named, as it may really be."""
    at = position.to_json()
    for who, player in at["players"].items():
        left = [card for card in CARDS if card not in cards_of(at, who)]
        unknown = rng.sample(left, player["hand"].pop("?", 0))
        player["hand"] |= dict.fromkeys(unknown, 1)
    return GAME.position_from_json(at, whole.setup)


@pytest.mark.long(usual="3")
@at_every_count
@given(at=st.integers(0, 10**6), seed=st.integers(0, 10**6))
def test_knowing_the_hands_allows_nothing_new_and_changes_nothing_else(
    players: int, at: int, seed: int
) -> None:
    rng = Random(seed)
    everything = list(table(NAME, players).sample_positions(300))
    whole, position = everything[at % len(everything)]
    known = known_hands(whole, position, rng)
    assert known.faults() == ()
    if position.outcome() is not None or known.settled_with_events()[1]:
        return  # with known cards there was nothing to choose
    for move in sample_legal_moves(known, rng, 6):
        assert move in position.legal_moves()
        after, unknowing = counted(known.play(move)[0]), counted(position.play(move)[0])
        if asked(unknowing) and question(after) != question(unknowing):
            continue  # which card was turned could only be one, all others being known
        assert after == unknowing


def question(at: dict[str, Any]) -> tuple[Any, ...]:
    """The phase, and the decision asked."""
    return at["phase"], at.get("asked")


def asked(at: dict[str, Any]) -> bool:
    """Whether somebody is asked which card it was."""
    return bool(at["phase"] == "shown" or at.get("asked", {}).get("who") == "table")


def counted(position: Position) -> dict[str, Any]:
    """The table as somebody sees it who only counts the cards in hands."""
    at = position.to_json()
    for player in at["players"].values():
        player["hand"] = sum(player["hand"].values())
    return at
