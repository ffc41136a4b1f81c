"""The ground truth against the app's position: one lost, doubled or moved piece is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from companion.games import game_rules
from companion.rules.layout import InventoryIndex, Place, PlacedPieces, Stock
from companion.simulator.consistency import (
    ConsistencyChecker,
    _miscounted_pieces,
    json_differences,
    layout_differences,
)
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.plugin_parts import make_ground_truth
from tests.long import LONG, usually
from tests.simulator import plain_truth
from tests.simulator.parties import COUNTS, USUAL, every_game, party, setup, wrong

EVERY = 11
"""One table in this many moves is compared."""


def tables(name: str, players: int, seed: int) -> Iterator[GroundTruth]:
    """The tables of a whole game, the last of them too; some players play well, some at random."""
    truth, chance = make_ground_truth(name, setup(name, players), Random(seed)), Random(seed)
    choosers = party(name, players, seed, [next(iter(truth.position.points_by_player()))]).players
    moves = 0
    while truth.position.outcome() is None:
        turn = truth.position.choice_tree
        for who in (
            *(who for who in turn.choice_by_actor if who not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            player = choosers.get(who)
            move = player(truth.knowledge_of(who, truth.position), chance) if player else truth.table_move()
            if move is not None:
                truth.play(move)
                break
        moves += 1
        if moves % EVERY == 0 or truth.position.outcome() is not None:
            yield truth


@pytest.mark.parametrize(("name", "players"), usually(USUAL, COUNTS))
def test_what_a_plain_count_finds_is_found(name: str, players: int) -> None:
    """A sound table has no differences; the plain count, which knows few places, may miss moved pieces."""
    found = 0
    for seed in range(LONG):
        chance = Random(f"{seed} damage")
        for truth in tables(name, players, seed):
            table = setup(name, players)
            compare = ConsistencyChecker(game_rules(name), table)
            assert [*compare.find_differences(truth.position, truth)] == plain_truth.wrong(truth, table) == []
            for _ in range(3):
                damaged = deepcopy(truth)
                what = plain_truth.damaged(damaged, chance)
                plain = plain_truth.wrong(damaged, table)
                assert not plain or any(compare.find_differences(damaged.position, damaged)), (what, plain)
                found += bool(plain)
    assert found > 10


@every_game
def test_an_account_of_another_moment_is_another_account(name: str) -> None:
    earlier, *later = (deepcopy(truth) for truth in tables(name, 3, 2))
    compare = ConsistencyChecker(game_rules(name), setup(name, 3))
    for truth in later:
        assert any(compare.find_differences(earlier.position, truth))
        earlier = truth


def test_what_no_piece_shows_is_told_where_it_stands() -> None:
    truth = make_ground_truth("kabale", setup("kabale", 2), Random(1))
    truth.play(truth.table_move())
    data = truth.position.to_json()
    app = game_rules("kabale").position_from_json({**data, "start": "white"}, setup("kabale", 2))
    compare = ConsistencyChecker(game_rules("kabale"), setup("kabale", 2))
    assert [*compare.find_differences(app, truth)] == ["/start: app 'white', table 'black'"]
    assert wrong("kabale", truth) == []


def test_differences_name_every_path() -> None:
    app = {"a": {"b": 1, "c": [1, 2]}, "gone": 1}
    true = {"a": {"b": 2, "c": [1, 3]}, "new": 1}
    assert list(json_differences(app, true)) == [
        "/a/b: app 1, table 2",
        "/a/c/1: app 2, table 3",
        "/new: app None, table 1",
        "/gone: app 1, table None",
    ]


# -- layouts by hand

BOX = (
    Stock("card", 3, None, "deck", {"king": 1, "queen": 2}),
    Stock("coin", None, None, "bank"),
    Stock("pawn", 2, None),
)


def told(true: Place, believed: Place) -> list[str]:
    """The differences between two tables of one place."""
    return [*layout_differences(InventoryIndex(BOX), (true,), (believed,))]


def test_what_the_app_does_not_know_by_name_may_be_any_piece_of_its_stock() -> None:
    true = Place("hand", "hand", pieces=(PlacedPieces("card/king"), PlacedPieces("card/queen", 2)))
    assert told(true, Place("hand", "hand", pieces=(PlacedPieces("card/?", 3),))) == []
    assert (
        told(true, Place("hand", "hand", pieces=(PlacedPieces("card/queen"), PlacedPieces("card/?", 2))))
        == []
    )
    assert told(true, Place("hand", "hand", pieces=(PlacedPieces("card/?", 2),))) == [
        "hand: card: app 2, table 3"
    ]
    both = Place("hand", "hand", pieces=(PlacedPieces("card/king", 2), PlacedPieces("card/?")))
    assert told(true, both) == ["hand: card/king: app 2, table 1", "hand: card: app 3, table 3"]


def test_pieces_are_counted_place_by_place() -> None:
    mine, bank = (
        Place("mine", "spot", pieces=(PlacedPieces("coin", 5),)),
        Place("bank", "supply", pieces=(PlacedPieces("coin", 9),)),
    )
    poor = Place("mine", "spot", pieces=(PlacedPieces("coin", 7), PlacedPieces("pawn")))
    assert told(mine, poor) == ["mine: coin: app 7, table 5", "mine: pawn: app 1, table 0"]
    assert told(bank, Place("bank", "supply")) == []  # coins never run out
    assert told(mine, Place("yours", "spot", pieces=(PlacedPieces("coin", 5),))) == [
        "mine: coin: app 0, table 5",
        "yours: coin: app 5, table 0",
    ]


def test_a_row_is_compared_card_by_card() -> None:
    row = Place("row", "row", pieces=(PlacedPieces("card/king", at="1"), PlacedPieces("card/queen", at="2")))
    turned = Place("row", "row", pieces=(PlacedPieces("card/?", at="1"), PlacedPieces("card/king", at="2")))
    assert told(row, turned) == ["row 2: card/king: app 1, table 0", "row 2: card/queen: app 0, table 1"]


def test_where_names_are_not_known_the_number_is_held() -> None:
    whole = Counter({"card/king": 1, "card/queen": 1})
    for backs, wrong_ in ((1, []), (0, ["card/queen"]), (2, ["card/?"])):
        there = Counter({"card/king": 1, **({"card/?": backs} if backs else {})})
        assert [*_miscounted_pieces(whole, there, every=True, only=True)] == wrong_


def test_lists_of_another_length_are_told_whole() -> None:
    assert [*json_differences({"a": [1, 2], "b": [3]}, {"a": [1], "b": [4]})] == [
        "/a: app [1, 2], table [1]",
        "/b/0: app 3, table 4",
    ]
