"""However much there is to look at, the bag answers soon, and never takes what it has not looked at wholly."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest

from companion.games.kabale.rules.constants import OBJECTIVES
from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Clause
from companion.rules.moves import Move, MoveStep, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.transaction import Action, Transaction
from companion.table.interpretation.evidence import explainable_observations
from companion.table.interpretation.free_walk import MAX_PATHS_OF_TOO_MANY
from companion.table.interpretation.judge import (
    MAX_MOVES_BESIDE_SEEN,
    Incomplete,
    Interpreted,
    judge,
)
from companion.table.interpretation.search import (
    MAX_WORK_SOMETHING_MISSING,
    MoveSearch,
    shared_search,
)
from tests.games.kabale.tables import COLOURS, kabale, spare
from tests.table.evenings import EVERYWHERE, NOWHERE, begun
from tests.tables import louis

WIDTH = 50
VISITED: list[tuple[int, ...]] = []
"""The forks of these trees that were looked at since a test began."""


@pytest.fixture(autouse=True)
def nothing_visited() -> None:
    VISITED.clear()


class Endless(Action, frozen=True):
    words: tuple[int, ...]

    def perform(self, transaction: Transaction) -> None:
        raise NotImplementedError


def endless(words: tuple[int, ...], fixed: bool = False) -> Choice:
    """Behind every word as many words again, and every one may be the last."""
    VISITED.append(words)
    return Choice(
        "T-1",
        range(WIDTH),
        lambda word: MoveStep(str(word), (Observation(f"card/{word}", "play"),), touch_target=f"card/{word}"),
        lambda word: endless((*words, word), fixed),
        action=Endless(words) if words else None,
        cacheable=fixed,
    )


TURN = Turn({"a": endless(())}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))


def test_a_blind_reader_before_an_endless_tree_is_told_as_not_looked_at_wholly() -> None:
    found = MoveSearch(TURN, (touch_observation("player/a"),), NOWHERE).complete_moves()
    assert not found.are_all_found
    assert found.are_all_seen_found
    assert len(VISITED) < 2 * MAX_PATHS_OF_TOO_MANY


def test_what_no_word_shows_is_given_up_soon() -> None:
    bag = MoveSearch(TURN, (Observation("king", "tile/1"),), EVERYWHERE)
    missing = bag.incomplete_moves()
    assert (missing.found, missing.is_search_complete) == ([], False)
    assert len(VISITED) < MAX_WORK_SOMETHING_MISSING
    assert bag.barred_steps(Observation("king", "tile/1")) == []


def test_what_lies_in_the_bag_leads_straight_to_its_move() -> None:
    cards = [Observation(f"card/{number}", "play") for number in (7, 49, 7, 3)]
    found = MoveSearch(TURN, cards, EVERYWHERE).complete_moves()
    assert found.are_all_found
    assert {trail.choice.action for trail in found.complete} > {Endless((7, 49, 7, 3))}
    assert all(sorted(trail.words[1:]) == sorted(("7", "49", "7", "3")) for trail in found.complete)


def test_a_tree_too_large_to_know_has_no_vocabulary() -> None:
    assert explainable_observations(endless((), fixed=True)) is None


def in_a_row(laid: tuple[int, ...]) -> Choice:
    """Five different ones of fifty, each at a place of its own."""
    VISITED.append(laid)
    if len(laid) == 5:
        return Choice("T-1", action=Endless(laid))
    return Choice(
        "T-1",
        range(WIDTH),
        lambda word: MoveStep(
            str(word), (Observation(f"card/{word}", f"place/{len(laid)}"),), touch_target=f"card/{word}"
        ),
        lambda word: in_a_row((*laid, word)),
        lambda word: Clause("T-1", "twice")() if word in laid else None,
    )


IN_A_ROW = Turn({"a": in_a_row(())}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))


def test_the_last_of_many_that_came_first_is_no_misfit_though_nobody_looks_at_all_before_it() -> None:
    seen = Observation("card/1", "place/4"), Observation("card/0", "place/3")
    bag = MoveSearch(IN_A_ROW, seen, EVERYWHERE)
    missing = bag.incomplete_moves()
    assert (missing.found, missing.is_search_complete) == ([], False)
    guessed = bag.guess_incomplete_move()
    assert guessed is not None
    assert guessed.words[4:] == ("0", "1")
    assert {"0", "1"}.isdisjoint(guessed.words[1:4])
    assert len(VISITED) < MAX_WORK_SOMETHING_MISSING


def test_what_no_move_can_be_is_not_guessed() -> None:
    for seen in (
        (Observation("card/1", "place/4"), Observation("card/1", "place/3")),
        (Observation("card/1", "place/9"),),
    ):
        assert MoveSearch(IN_A_ROW, seen, EVERYWHERE).guess_incomplete_move() is None
        assert len(VISITED) < MAX_WORK_SOMETHING_MISSING


def test_everything_that_would_help_as_much_is_told_and_not_the_first_alone() -> None:
    table = louis("influence", people={"blue": {"influence": {"?": 5}}})
    verdict = judge(table.position, (Observation("seal/blue", "tile/6"),), EVERYWHERE)
    assert isinstance(verdict, Incomplete)
    assert [step.word for step in verdict.missing_steps] == ["inf6", "joker"]


def test_a_word_that_needs_several_stones_takes_no_more_than_one_finger() -> None:
    table = louis("evaluation", tile=4, people={"red": {"intrigue": {"4": 1}}})
    verdict = judge(table.position, (Observation("intrigue/4", "play"),), EVERYWHERE)
    assert isinstance(verdict, Incomplete)
    assert [step.word for step in verdict.missing_steps] == ["general", "1", "2"]


def dead_ends(words: tuple[int, ...]) -> Choice:
    """Card 1 is a move; behind it lie as many words as one likes, and no move."""
    ahead = endless(words)
    return Choice(
        "T-1",
        ahead.candidates,
        ahead.step_for,
        lambda word: dead_ends((*words, word)),
        action=DEEDS.get(words),
    )


DEEDS: dict[tuple[int, ...], Action] = {(1,): Endless((1,))}


def test_what_might_go_on_further_than_can_be_looked_at_is_not_taken_by_itself() -> None:
    turn = Turn({"a": dead_ends(())}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))
    position = cast(Position, SimpleNamespace(choice_tree=turn))
    assert judge(position, (Observation("card/1", "play"),), EVERYWHERE) == Interpreted(
        Move.parse("a 1"), may_continue=True
    )


def up_to(most: int, words: tuple[int, ...]) -> Choice:
    """One to so many of twelve, in any order."""
    return Choice(
        "T-1",
        range(12 if len(words) < most else 0),
        endless(words).step_for,
        lambda word: up_to(most, (*words, word)),
        action=Endless(words) if words else None,
    )


def test_of_hundreds_that_a_dead_reader_may_have_missed_what_was_seen_counts() -> None:
    turn = Turn({"a": up_to(3, ())}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))
    touched = (touch_observation("card/1"),)
    found = MoveSearch(turn, touched, NOWHERE).complete_moves()
    assert found.are_all_found
    assert len(found.complete) > MAX_MOVES_BESIDE_SEEN
    position = cast(Position, SimpleNamespace(choice_tree=turn))
    assert judge(position, touched, NOWHERE) == Interpreted(
        Move.parse("a 1"), may_continue=True, is_search_complete=False
    )


def test_an_objective_touched_first_of_the_last_column_is_no_misfit_though_no_reader_works() -> None:
    verdict = judge(begun("kabale", 6), (touch_observation("objective/6/music:3"),), NOWHERE)
    assert isinstance(verdict, Incomplete)
    missing = {step.touch_target for step in verdict.missing_steps}
    assert missing >= {f"objective/1/{name}" for name in OBJECTIVES}
    assert {target.split("/")[1] for target in missing} == set("12345")


def test_one_search_answers_all_who_ask_about_the_same() -> None:
    seen = (touch_observation("card/1"),)
    search = shared_search(TURN, seen, EVERYWHERE)
    assert shared_search(TURN, seen, EVERYWHERE) is search
    assert search.incomplete_moves() is search.incomplete_moves()
    assert shared_search(TURN, seen, NOWHERE) is not search
    assert shared_search(IN_A_ROW, seen, EVERYWHERE) is not search


def test_a_move_that_lacks_much_does_not_end_the_search_for_one_that_lacks_less() -> None:
    stone = Observation("stone", "heap")

    def last(word: int) -> Choice:
        return Choice("T-1", action=Endless((word,)))

    def stones(number: int) -> MoveStep:
        return MoveStep(str(number), (stone,) * number, touch_target=f"heap/{number}")

    def cards(number: int) -> MoveStep:
        return MoveStep(
            f"card{number}", (Observation(f"card/{number}", "play"),), touch_target=f"card/{number}"
        )

    def end(number: int) -> MoveStep:
        return MoveStep(f"end{number}", is_implied=True, touch_target=f"end/{number}")

    many = Choice("T-1", range(500), cards, lambda card: Choice("T-1", range(1), end, last))
    root = Choice("T-1", (9, 1), stones, lambda number: many if number == 1 else last(9))
    turn = Turn({"a": root}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))
    found = MoveSearch(turn, [stone], EVERYWHERE).incomplete_moves().found
    assert found[0].cost == 1
    assert found[0].words[1] == "1"


def test_the_first_of_the_last_six_objectives_is_waited_for_where_there_are_two_of_it() -> None:
    left = ["alchemy:5", "fencing:2", "fencing:3", "fencing:3", "music:3", "trade:3"]
    out = [*(Counter(spare([], [])) - Counter(left)).elements()]
    people = {who: {"won": out[5 * at : 5 * at + 5]} for at, who in enumerate(COLOURS)}
    position = kabale(players=6, people=people, round=6, phase="objectives").position
    assert isinstance(
        judge(position, (Observation("objective/fencing:3", "column/6"),), EVERYWHERE), Incomplete
    )
