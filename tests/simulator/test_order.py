"""In which order people say what two buttons go through, and do what readers see."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.moves import Move, Observation, touch_observation
from companion.simulator.faults import Luck
from companion.simulator.order import in_any_order, next_of, on_the_way, taking_the_word
from companion.simulator.senses import FromSightings, tagged
from companion.table.zones import Plan
from tests.start.sessions import BOX, GAME
from tests.tables import louis

CARD, SEAL = Observation("card/inf6", "play"), Observation("seal/blue", "tile/6")
FIRST, SECOND = touch_observation("arms1/1"), touch_observation("arms2/3")
SIGHTS = [CARD, FIRST, SEAL, SECOND]


class Buttons(FromSightings):
    """People who touch nothing; what they can say now is given."""

    def __init__(self, *offered: Observation) -> None:
        zones = Plan(dict.fromkeys(("play", "tile/6"), "reader"))
        super().__init__(tagged(GAME.name, BOX), zones, Luck({}, Random(1)))
        self.fingers = False
        self.offered = {CARD, SEAL, *offered}

    def ready(self, sight: Observation) -> bool:
        return sight in self.offered


@pytest.mark.parametrize("seed", range(20))
def test_what_is_said_by_buttons_stays_in_its_order_and_pieces_come_at_any_time(seed: int) -> None:
    mixed = in_any_order(SIGHTS, Buttons(), Random(seed))
    assert sorted(map(str, mixed)) == sorted(map(str, SIGHTS))
    assert mixed.index(FIRST) < mixed.index(SECOND)


def test_pieces_and_fingers_come_in_every_order() -> None:
    buttons = Buttons()
    orders = {tuple(in_any_order(SIGHTS, buttons, Random(seed))) for seed in range(200)}
    assert {order.index(CARD) for order in orders} == {0, 1, 2, 3}
    buttons.fingers = True
    said = [in_any_order(SIGHTS, buttons, Random(seed)) for seed in range(200)]
    assert {order.index(FIRST) < order.index(SECOND) for order in said} == {True, False}


def test_nothing_is_said_before_what_goes_before_it() -> None:
    assert next_of([FIRST, SECOND], Buttons(FIRST, SECOND)) == FIRST
    assert next_of([FIRST, SECOND], Buttons(SECOND)) is None
    assert next_of([FIRST, SECOND, CARD], Buttons(SECOND)) == CARD


def test_only_he_for_whom_nobody_waits_says_who_he_is() -> None:
    before = louis("supply").say("table money 4 2").position
    assert taking_the_word(Move.parse("blue inf6 take"), before, Buttons()) == ()
    assert taking_the_word(Move.parse("blue inf6 place 6"), before, Buttons()) == ()


def test_words_that_follow_from_others_may_have_to_be_said_on_the_way() -> None:
    before = louis("supply").say("table money 4 2").position
    words = list(on_the_way(Move.parse("blue inf6 place 6"), before, ()))
    assert words == [touch_observation("place")]
    assert list(on_the_way(Move.parse("blue inf6 place 6"), before, words)) == []
