"""The ways to lay a card face down: shown to the reader of its column, to the one for cards, or to none."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.rules.moves import Move, Observation, touch_observation
from companion.rules.position import Position
from companion.simulator.cheating import is_surely_illegal
from companion.simulator.move_observations import move_without_hidden_words, observations_of_move
from tests.games.kabale.tables import begun, kabale

Reads = Callable[[Observation], bool]
MAGE = "card/black/mage"
AT_COLUMN, AT_PLAY = Observation(MAGE, "column/2"), Observation(MAGE, "play")


def reader_at(*zones: str) -> Reads:
    return lambda sight: sight.zone in zones


def playing() -> Position:
    return begun(2).say("table objectives alchemy:3 trade:5").position


@pytest.mark.parametrize(
    ("zones", "shown"),
    [
        (("column/1", "column/2", "play"), [AT_COLUMN]),  # where it lies says which column, too
        (("play",), [touch_observation("column/2"), AT_PLAY]),
        (("column/1",), [touch_observation("column/2")]),
        ((), [touch_observation("column/2")]),
    ],
)
def test_a_card_face_down(zones: tuple[str, ...], shown: list[Observation]) -> None:
    assert observations_of_move(playing().choice_tree, Move.parse("black 2 mage"), reader_at(*zones)) == shown


def test_a_card_under_the_cloak() -> None:
    column = "alchemy:5 +black/cloak -white/king"
    position = kabale(column, "trade:5", turn="white", asked=_about(0, 0, "slide")).position
    move = Move.parse("black slide mage")
    assert observations_of_move(position.choice_tree, move, reader_at("column/1")) == [
        Observation(MAGE, "column/1")
    ]
    assert observations_of_move(position.choice_tree, move, reader_at("play")) == [
        touch_observation("slide"),
        AT_PLAY,
    ]
    assert observations_of_move(position.choice_tree, move, reader_at()) == [touch_observation("slide")]


def test_a_card_that_is_shown_at_the_end_says_its_column_and_no_place() -> None:
    columns = ("alchemy:2 -black/? -black/?", "trade:1 -white/king")
    position = kabale(*columns, phase="shown", turn="black").position
    move = Move.parse("table shown 1.2 mage")
    assert observations_of_move(position.choice_tree, move, reader_at("column/1")) == [
        Observation(MAGE, "column/1")
    ]
    assert observations_of_move(position.choice_tree, move, reader_at()) == [
        touch_observation("column/1/2"),
        touch_observation("card/black/mage"),
    ]


def test_a_card_nobody_read_is_unknown() -> None:
    turn = playing().choice_tree
    assert move_without_hidden_words(turn, Move.parse("black 2 mage")) == Move.parse("black 2 ?")
    assert move_without_hidden_words(turn, Move.parse("black 2 ?")) == Move.parse("black 2 ?")


@pytest.mark.parametrize(
    ("sights", "forbidden"),
    [
        ((AT_PLAY,), False),
        ((touch_observation("column/2"), AT_PLAY), False),
        ((AT_PLAY, touch_observation("column/2")), False),
        ((AT_COLUMN,), False),
        ((Observation("card/white/mage", "column/2"),), True),  # another's card
        ((AT_COLUMN, AT_COLUMN, AT_PLAY), False),  # one card, shown three times
        ((touch_observation("column/3"), AT_PLAY), True),  # no such column
        ((AT_PLAY, touch_observation("column/1"), touch_observation("column/2")), False),  # complete before
    ],
)
def test_what_could_be_a_move_is_no_cheating(sights: tuple[Observation, ...], forbidden: bool) -> None:
    reads = reader_at("column/1", "column/2", "play")
    assert is_surely_illegal(playing().choice_tree, sights, reads) == forbidden


def test_every_move_has_something_to_show_or_to_touch() -> None:
    chance = Random(1)
    position = playing()
    while position.outcome() is None:
        for move in chance.sample(sorted(position.legal_moves()), 1):
            for zones in ((), ("play",), ("column/1", "column/2")):
                assert observations_of_move(position.choice_tree, move, reader_at(*zones))
            position = position.play(move)[0]
        if position.to_json()["phase"] == "objectives":
            return


def _about(column: int, card: int, what: str) -> dict[str, object]:
    return {"who": "black", "what": what, "column": column, "card": card}
