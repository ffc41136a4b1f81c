from __future__ import annotations

from random import Random

import pytest

from companion.games import game
from companion.rules.account import Account
from companion.simulator.evening import Table, hands_on, spend
from companion.simulator.witness import Misunderstood
from companion.table.messages import Correct
from tests.simulator.parties import ALL_COUNTS, COLOURS, LONG, answers, party, setup


@pytest.mark.parametrize("players", ALL_COUNTS)
@pytest.mark.parametrize("greedy_ones", [(), COLOURS, ("blue",)], ids=["random", "greedy", "mixed"])
def test_the_app_agrees_with_the_table_after_every_move(players: int, greedy_ones: tuple[str, ...]) -> None:
    wanted = tuple(who for who in greedy_ones if who in COLOURS[:players])
    for seed in range(2 * LONG):
        evening, _ = spend(party(players, f"agrees/{seed}", wanted))
        assert evening.decisions > 50
        assert evening.said == 0
        assert evening.refused == {}
        assert evening.scores.keys() == set(COLOURS[:players])


@pytest.mark.parametrize("players", ALL_COUNTS)
def test_a_record_replays_to_the_same_position(players: int) -> None:
    table = Table(party(players, "replay"))
    outcome = table.play()
    *said, last = answers(table.record())
    assert not any("refused" in answer for answer in said)
    assert last["position"] == table.truth.position.to_json()
    assert last["position"]["scores"] == dict(outcome.scores)


def test_the_same_seed_is_the_same_evening() -> None:
    faults = {"illegal_move": 0.1, "missed_read": 0.1, "reader_dead": 0.1}
    first, second = (spend(party(3, 7, ("red",), **faults)) for _ in range(2))
    assert first == second
    assert spend(party(3, 8, ("red",), **faults))[1] != first[1]


def test_every_table_people_build_is_played_at() -> None:
    plans = {frozenset(hands_on(Random(seed), "louis-xiv", setup(2)).zones) for seed in range(40)}
    sizes = {len(zones) for zones in plans}
    assert 1 in sizes  # cards only
    assert 15 in sizes  # all tiles and seats
    assert len(sizes) > 3  # and some in between


def test_a_wrong_account_is_found_and_named() -> None:
    table = Table(party(2, "wrong"))
    for _ in range(5):
        table.move()
    table.app.finish()
    table.app.tell(Correct((("/players/blue/money", 17),)))
    with pytest.raises(Misunderstood, match="/players/blue/money: app 17, table"):
        table.agree()


def test_the_record_has_sums_and_a_head() -> None:
    table = Table(party(2, "head"))
    first = table.record().decode().splitlines()
    assert first[0].startswith("herald 1 ;")
    assert all(" ;" in line for line in first)
    account = Account.of(table.head, game("louis-xiv"))
    assert account.position == table.app.position
