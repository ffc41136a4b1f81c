"""The slider alone, pushed by a finger."""

from __future__ import annotations

from typing import Any

import pytest

from companion.screen.widgets.slider import StepSlider
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.stage import Alone


def slider(sit: Sit, at: int, most: int, *size: Any) -> tuple[Driver, list[int]]:
    """One of so many steps, and what it told."""
    heard: list[int] = []

    def make() -> Any:
        made = StepSlider("sold", heard.append)
        made.show(at, most)
        return made

    return sit(Alone(make, lambda whole: whole.centred(whole.width * 0.6, whole.height * 0.14)), *size), heard


@pytest.mark.parametrize("size", SIZES)
def test_the_ends_move_it_by_one_and_no_further_than_there_is(sit: Sit, size: tuple[int, int]) -> None:
    person, heard = slider(sit, 1, 2, size)
    person.tap("more/sold")
    assert "more/sold" not in person.things()
    person.tap("less/sold")
    person.tap("less/sold")
    assert "less/sold" not in person.things()
    assert heard == [2, 1, 0]
    assert person.faults() == []


def test_a_finger_along_it_goes_from_step_to_step(sit: Sit) -> None:
    person, heard = slider(sit, 0, 7)
    track = person.find("slide/sold")
    y = track.y + track.height / 2
    person.stroke([(track.x + track.width * at / 40, y) for at in range(4, 41)])
    assert heard == [1, 2, 3, 4, 5, 6, 7]
    person.tap_at(track.x + track.width / 2 + 4, y)
    assert heard[-1] == 4
    person.stroke([(track.x + track.width / 2, y), (track.x - 200, y + 90)])
    assert heard[-1] == 0


def test_where_there_is_nothing_to_choose_nothing_reacts(sit: Sit) -> None:
    person, heard = slider(sit, 0, 0)
    assert person.things() == []
    person.tap_at(400, 240)
    assert heard == []
