from __future__ import annotations

from random import Random

import pytest

from companion.games import game_rules
from companion.games.kabale.players.ground_truth import KabaleGroundTruth
from companion.rules.history import GameHistory
from companion.simulator.simulated_game import SimulatedGame, random_zone_plan, simulate_game
from companion.simulator.virtual_journal import InconsistencyError
from companion.table import guesses
from companion.table.messages import CorrectPosition, Touch
from tests.long import ALL, LONG, usually
from tests.ours import GAMES
from tests.simulator.parties import (
    answers,
    colours,
    every_count,
    every_game,
    party,
    plan,
    setup,
    usual_counts,
    wrong,
)


@pytest.mark.long(usual="mixed-kabale-3")
@usual_counts
@pytest.mark.parametrize("who", usually(["mixed"], ["random", "greedy", "mixed"]))
def test_the_app_agrees_with_the_table_after_every_move(name: str, players: int, who: str) -> None:
    seats = colours(name, players)
    greedy_ones = {"random": (), "greedy": seats, "mixed": seats[:1]}[who]
    for seed in range(2 * LONG if ALL else 1):
        evening, _ = simulate_game(party(name, players, f"agrees/{seed}", greedy_ones))
        assert evening.decisions > 40
        assert evening.said == 0
        assert evening.refused == {}
        assert evening.scores.keys() == set(seats)


@pytest.mark.long(usual="louis-xiv-3")
@usual_counts
def test_a_record_replays_to_the_same_position(name: str, players: int) -> None:
    table = SimulatedGame(party(name, players, "replay"))
    outcome = table.play_game()
    *said, last = answers(table.record_bytes())
    assert not any("refused" in answer for answer in said)
    assert last["position"] == table.ground_truth.position.to_json()
    assert last["position"]["scores"] == dict(outcome.scores)


@every_game
def test_a_record_in_which_moves_were_taken_back_replays_as_it_was(name: str) -> None:
    """What was refused at the table is refused again, and nothing else."""
    fewest, most = game_rules(name).min_players, game_rules(name).max_players
    undone = 0
    for seed in range(30 * LONG if ALL else 2):
        players = fewest + seed % (most - fewest + 1)
        config = party(name, players, f"back/{seed}", taken_back=0.05, corrected=0.05, power_cut=0.02)
        *said, _ = answers(simulate_game(config)[1])
        assert not any("refused" in answer for answer in said), seed
        table = SimulatedGame(party(name, players, f"back/{seed}", illegal_move=0.1, taken_back=0.05))
        table.play_game()
        record = table.record_bytes()
        *said, last = answers(record)
        refused = sum("refused" in answer for answer in said)
        assert refused <= table.refused_attempt_count, seed
        assert last["position"] == table.app.app_position.to_json(), seed
        undone += record.count(b"\nundo ")
    assert undone > 0


@pytest.mark.parametrize("name", usually(["louis-xiv"], GAMES))
def test_the_same_seed_is_the_same_evening(name: str) -> None:
    faults = {"illegal_move": 0.1, "missed_read": 0.1, "reader_dead": 0.1}
    clever = colours(name, 3)[2:]
    first, second = (simulate_game(party(name, 3, 7, clever, None, **faults)) for _ in range(2))
    assert first == second
    assert simulate_game(party(name, 3, 8, clever, None, **faults))[1] != first[1]


@every_count
def test_every_table_people_build_is_played_at(name: str, players: int) -> None:
    zones = set(game_rules(name).zones(setup(name, players)))
    plans = {
        frozenset(random_zone_plan(Random(seed), name, setup(name, players)).zones) for seed in range(60)
    }
    assert {frozenset(), frozenset({"play"}), frozenset(zones)} <= plans
    assert len(plans) > 5 or zones == {"play"}  # and some in between


@every_game
def test_a_wrong_account_is_found_and_named(name: str) -> None:
    table = SimulatedGame(party(name, 2, "wrong"))
    while table.decision_count < 5 or table.app.has_pending_move:
        table.play_move()
    start = table.ground_truth.position.to_json()["start"]
    other = next(who for who in colours(name, 2) if who != start)
    table.app.send_message(CorrectPosition((("/start", other),)))
    said = "/start: app" if name == "kabale" else f"player/{start}: start: app 0, table 1"
    with pytest.raises(InconsistencyError, match=said):
        table.check_agreement()


def test_a_card_that_is_missing_from_the_box_is_found_and_named() -> None:
    table = SimulatedGame(party("kabale", 2, "missing"))
    table.play_move()
    table.check_agreement()
    assert isinstance(table.ground_truth, KabaleGroundTruth)
    card = table.ground_truth.hands["black"].pop()
    assert f"lost or doubled: card/black/{card}" in wrong("kabale", table.ground_truth)
    with pytest.raises(InconsistencyError, match="hand/black: card/black: app 3, table 2"):
        table.check_agreement()


def test_a_message_that_the_session_stumbles_on_ends_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SimulatedGame(party("kabale", 2, "stumbles", watched="touch"))

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(guesses, "judge", broken)
    with pytest.raises(InconsistencyError, match=r"(?s)the session failed: .*ZeroDivisionError"):
        table.app.send_message(Touch("column/1"))


@every_game
def test_the_record_has_sums_and_a_head(name: str) -> None:
    table = SimulatedGame(party(name, 2, "head"))
    first = table.record_bytes().decode().splitlines()
    assert first[0].startswith("herald 1 ;")
    assert all(" ;" in line for line in first)
    account = GameHistory.from_header(table.head, game_rules(name))
    assert account.position == table.app.app_position


def test_a_party_may_say_where_its_readers_are() -> None:
    at_columns = plan("kabale", 3, "places")
    assert SimulatedGame(party("kabale", 3, watched="places")).app.sensors.zone_plan == at_columns
    assert set(at_columns.zones) == {"column/1", "column/2", "column/3"}
