"""What is asked when the bag could mean several things: shown on a tree of a few words, no game's."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Clause
from companion.rules.moves import Move, MoveStep, touch_observation
from companion.rules.transaction import Action, Transaction
from companion.table.interpretation.evidence import MovePath, make_count_answer, make_move_answer
from companion.table.interpretation.question import AnswerOption, ClarifyingQuestion, best_question
from companion.table.interpretation.search import MoveSearch
from tests.table.evenings import EVERYWHERE


class Says(Action, frozen=True):
    text: str

    def perform(self, transaction: Transaction) -> None:
        raise NotImplementedError


def trail(text: str, *things: str) -> MovePath:
    return MovePath(end_of_move_choice(Says(text), "T-1"), tuple(text.split()), things, ())


def test_one_thing_more_or_less_often_is_asked_as_how_often() -> None:
    asked = best_question([trail("a 6", "a", "tile/6"), trail("a 6 6", "a", "tile/6", "tile/6")])
    assert asked == ClarifyingQuestion(
        "often",
        (
            AnswerOption("tile/6", 1, (Move.parse("a 6"),)),
            AnswerOption("tile/6", 2, (Move.parse("a 6 6"),)),
        ),
    )
    assert [option.observation for option in asked.options] == [
        make_count_answer(1, "tile/6"),
        make_count_answer(2, "tile/6"),
    ]


def test_different_things_at_one_place_are_asked_as_which() -> None:
    asked = best_question([trail(f"a {number}", "a", f"louis/{number}") for number in (3, 4, 5)])
    assert asked.kind == "which"
    assert [option.touch_target for option in asked.options] == ["louis/3", "louis/4", "louis/5"]


def test_the_question_that_leaves_fewest_is_asked() -> None:
    meanings = [
        trail("a x 1", "a", "x", "one"),
        trail("a x 2", "a", "x", "two"),
        trail("a y 3", "a", "y", "three"),
        trail("a y 4", "a", "y", "four"),
    ]
    assert max(len(option.moves) for option in best_question(meanings).options) == 1


def test_moves_that_differ_in_their_order_alone_are_asked_whole() -> None:
    asked = best_question([trail("a x y", "a", "x", "y"), trail("a y x", "a", "y", "x")])
    assert [option.observation for option in asked.options] == [
        make_move_answer(Move.parse("a x y")),
        make_move_answer(Move.parse("a y x")),
    ]


@pytest.mark.parametrize("text", ["a x y", "a y x"])
def test_an_answer_that_is_a_whole_move_leaves_only_that(text: str) -> None:
    def words(said: tuple[str, ...]) -> Choice:
        if len(said) == 2:
            return end_of_move_choice(Says(" ".join(said)), "T-1")

        def step(word: Any) -> MoveStep:
            return MoveStep(word, touch_target=word)

        return Choice(
            "T-1",
            [word for word in ("x", "y") if word not in said],
            step,
            lambda word: words((*said, word)),
        )

    turn = Turn({"a": words(())}, ("a",), ("a",), Clause("T-1", "not-you", ("who", "awaited")))
    seen = (touch_observation("x"), touch_observation("y"), make_move_answer(Move.parse(text)))
    found = MoveSearch(turn, seen, EVERYWHERE).complete_moves()
    assert [str(trail.move) for trail in found.complete] == [text]
    assert found.are_all_found
