from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.rules.moves import FINGER, Observation, touch_observation
from companion.simulator.cheating import (
    ILLEGAL_ATTEMPT_MAKERS,
    PiecesAndZones,
    is_legal_line,
    is_surely_illegal,
    make_illegal_attempt,
)
from companion.simulator.simulated_game import SimulatedGame, simulate_game
from companion.table.interpretation.judge import Incomplete, Unexplained, judge
from companion.table.zones import TOUCH_ONLY_PLAN, ZoneStatus
from tests.long import LONG
from tests.simulator.parties import answers, every_game, party, setup, usual_counts
from tests.table.evenings import EVERYWHERE
from tests.tables import louis

NOWHERE = ZoneStatus(TOUCH_ONLY_PLAN, {})


def everywhere(sight: Observation) -> bool:
    return sight.piece != FINGER


CLAUSES = {"louis-xiv": ("L-", "H-"), "kabale": ("K-", "H-"), "florence": ("P-", "H-")}


@pytest.mark.long(usual="florence-3")
@usual_counts
def test_every_illegal_thing_is_refused_with_a_clause_and_changes_nothing(name: str, players: int) -> None:
    for seed in range(LONG):
        evening, _ = simulate_game(party(name, players, f"cheat/{seed}", illegal_move=0.5))
        plain, _ = simulate_game(party(name, players, f"cheat/{seed}"))
        assert evening.cheats == evening.caught > 20
        assert sum(evening.refused.values()) == evening.cheats
        assert len(evening.refused) > 5
        assert all(clause.startswith(CLAUSES[name]) for clause in evening.refused)
        assert evening.scores == plain.scores


@pytest.mark.long(usual="florence")
@every_game
def test_said_cheats_stand_in_the_record_and_are_refused_again(name: str) -> None:
    table = SimulatedGame(party(name, 3, "said", illegal_move=0.5))
    table.play_game()
    *said, last = answers(table.record_bytes())
    refused = [answer for answer in said if "refused" in answer]
    assert refused
    assert all(answer["clause"] for answer in refused)
    assert last["position"] == table.ground_truth.position.to_json()


def test_where_the_box_has_no_pieces_nothing_foreign_is_laid_down() -> None:
    position = louis("influence", 3).position
    box = PiecesAndZones((), ("play",))
    found = [make_illegal_attempt(position, Random(seed), everywhere, box) for seed in range(60)]
    assert "foreign-piece" not in {each.name for each in found if each is not None}


def test_every_trick_is_tried_by_showing_and_by_saying() -> None:
    position = louis("influence", 3, stones={6: {"red": 2}}).position
    at_table, louis_xiv = setup("louis-xiv", 3), game_rules("louis-xiv")
    box = PiecesAndZones(louis_xiv.taggable_pieces(at_table), louis_xiv.zones(at_table))
    tried = Counter[tuple[str, bool]]()
    for seed in range(60):
        found = make_illegal_attempt(position, Random(seed), everywhere, box)
        assert found is not None
        assert not is_legal_line(position, found.text)
        tried[found.name, bool(found.observations)] += 1
    names = {"forbidden-word", "out-of-turn", "too-much", "foreign-piece", "wrong-number", "rubbish"}
    assert {name for name, _ in tried} == names
    assert {name for name, shown in tried if shown} >= {"forbidden-word", "out-of-turn", "foreign-piece"}
    assert len(ILLEGAL_ATTEMPT_MAKERS) >= len(names)


CARD, HERE, THERE = (
    Observation("card/inf6", "play"),
    Observation("seal/blue", "tile/6"),
    Observation("seal/blue", "tile/5"),
)


@pytest.mark.parametrize(
    ("sights", "forbidden"),
    [
        ((CARD,), False),  # the beginning of a move
        ((CARD, HERE), False),  # a move
        ((THERE, HERE, CARD), False),  # a move in another order
        ((Observation("seal/blue", "tile/10"), CARD), True),  # a wrong tile
        ((THERE, Observation("seal/blue", "tile/1"), HERE, CARD), True),  # two directions
        ((HERE, HERE, HERE, HERE, CARD), True),  # four stones
        ((Observation("seal/red", "tile/6"), CARD), True),  # the stone of somebody who does not play
        (
            (CARD, HERE, Observation("seal/blue", "tile/10")),
            True,
        ),  # complete before the wrong stone came, and yet open
    ],
)
def test_what_could_be_a_move_is_no_cheating(sights: tuple[Observation, ...], forbidden: bool) -> None:
    turn = louis("influence", 3).position.choice_tree
    whole_on_the_way = sights[:2] == (CARD, HERE)
    assert is_surely_illegal(turn, sights, everywhere) == (forbidden and not whole_on_the_way)


@pytest.mark.parametrize(
    "sight", [touch_observation("arms3/9"), Observation("mission/light-renew:ring", "play")]
)
def test_what_nobody_could_mean_is_refused_however_much_could_be_meant(sight: Observation) -> None:
    people = {
        "blue": {"arms": 25, "shown": {"arms1": 10, "arms2": 10, "arms3": 5}},
        "yellow": {"arms": 30},
        "red": {"arms": 8},
    }
    left: list[Any] = [{"do": "arms", "left": ["yellow", "red"]}]
    position = louis("final", 3, people=people, agenda=left).position
    verdict = judge(position, (sight,), EVERYWHERE)
    assert isinstance(verdict, Unexplained)
    assert verdict.refusal.clause.id == "L-5.2"


def test_what_a_rule_forbids_is_refused_however_much_is_still_missing() -> None:
    position = game_rules("kabale").initial_position(setup("kabale", 6)).settled_with_events()[0]
    laid = (touch_observation("objective/1/trade:5"), touch_observation("objective/2/farming:2"))
    assert isinstance(judge(position, laid, NOWHERE), Incomplete)
    verdict = judge(position, (*laid, touch_observation("objective/3/farming:2")), NOWHERE)
    assert isinstance(verdict, Unexplained)
    assert str(verdict.refusal.clause.code) == "objective-out"
    assert isinstance(
        judge(position, (*laid, touch_observation("objective/3/farming:1")), NOWHERE), Incomplete
    )
