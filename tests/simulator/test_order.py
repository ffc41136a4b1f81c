"""The order in which people press two buttons that a move needs, and do what readers see."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.moves import Move, Observation, touch_observation
from companion.simulator.faults import FaultInjector
from companion.simulator.observation_order import (
    implied_touches,
    interrupting_touches,
    next_possible_observation,
    shuffle_observations,
)
from companion.simulator.virtual_sensors import DirectEventSensors, make_tagged_deck
from companion.table.zones import ZonePlan
from tests.start.sessions import BOX, GAME
from tests.tables import louis

CARD, SEAL = Observation("card/inf6", "play"), Observation("seal/blue", "tile/6")
FIRST, SECOND = touch_observation("arms1/1"), touch_observation("arms2/3")
SIGHTS = [CARD, FIRST, SEAL, SECOND]


class Buttons(DirectEventSensors):
    """People who touch nothing; what they can enter now is given."""

    def __init__(self, *offered: Observation) -> None:
        zones = ZonePlan(dict.fromkeys(("play", "tile/6"), "reader"))
        super().__init__(make_tagged_deck(GAME.name, BOX), zones, FaultInjector({}, Random(1)))
        self.has_touch = False
        self.offered = {CARD, SEAL, *offered}

    def can_report_now(self, observation: Observation) -> bool:
        return observation in self.offered


@pytest.mark.parametrize("seed", range(20))
def test_what_is_said_by_buttons_stays_in_its_order_and_pieces_come_at_any_time(seed: int) -> None:
    mixed = shuffle_observations(SIGHTS, Buttons(), Random(seed))
    assert sorted(map(str, mixed)) == sorted(map(str, SIGHTS))
    assert mixed.index(FIRST) < mixed.index(SECOND)


def test_pieces_and_fingers_come_in_every_order() -> None:
    buttons = Buttons()
    orders = {tuple(shuffle_observations(SIGHTS, buttons, Random(seed))) for seed in range(200)}
    assert {order.index(CARD) for order in orders} == {0, 1, 2, 3}
    buttons.has_touch = True
    said = [shuffle_observations(SIGHTS, buttons, Random(seed)) for seed in range(200)]
    assert {order.index(FIRST) < order.index(SECOND) for order in said} == {True, False}


def test_nothing_is_said_before_what_goes_before_it() -> None:
    assert next_possible_observation([FIRST, SECOND], Buttons(FIRST, SECOND)) == FIRST
    assert next_possible_observation([FIRST, SECOND], Buttons(SECOND)) is None
    assert next_possible_observation([FIRST, SECOND, CARD], Buttons(SECOND)) == CARD


def test_only_he_for_whom_nobody_waits_says_who_he_is() -> None:
    before = louis("supply").say("table money 4 2").position
    assert interrupting_touches(Move.parse("blue inf6 take"), before, Buttons()) == ()
    assert interrupting_touches(Move.parse("blue inf6 place 6"), before, Buttons()) == ()


def test_words_that_follow_from_others_may_have_to_be_said_on_the_way() -> None:
    before = louis("supply").say("table money 4 2").position
    words = list(implied_touches(Move.parse("blue inf6 place 6"), before, ()))
    assert words == [touch_observation("place")]
    assert list(implied_touches(Move.parse("blue inf6 place 6"), before, words)) == []
