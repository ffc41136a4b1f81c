"""A slip of the finger makes no move: double taps, second fingers, palms and worse, at real tables of four people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.screen.florence.playing import begin as begin_florence
from tests.screen.harness.evening import Guest, evening
from tests.screen.harness.evening import begin as begin_louis
from tests.screen.harness.slips import LATE, held_session, twice
from tests.screen.kabale.playing import begin as begin_kabale

GAPS = (0.06, 0.10, 0.15, 0.20, 0.25)
"""Seconds between two touches that were seen to count twice."""
BEGIN = {"kabale": begin_kabale, "florence": begin_florence, "louis-xiv": begin_louis}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(params=[0.0, LATE], ids=["at-once", "late"])
def guest(request: pytest.FixtureRequest) -> Iterator[Guest]:
    """A guest before sessions that answer at once, or late."""
    with held_session(request.param), evening("en") as someone:
        yield someone


def lines(guest: Guest) -> list[str]:
    """What was accepted."""
    return list(guest.live.snapshot.accepted_texts)


def play_until(guest: Guest, thing: str, seed: int = 1) -> None:
    """Touch what glows until that can be touched."""
    guest.play(Random(seed), lambda _: thing in guest.driver.things())


def one_line_comes_of(guest: Guest, act: Callable[[], None]) -> str:
    """What is accepted meanwhile is one line, which is told."""
    before = lines(guest)
    act()
    after = lines(guest)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1, after[len(before) :]
    return after[-1]


# -- A1


@pytest.mark.parametrize("gap", GAPS)
def test_a_double_tap_on_a_column_lays_one_card(guest: Guest, gap: float) -> None:
    begin_kabale(guest, 4, virtual=False)
    play_until(guest, "column/4")
    assert one_line_comes_of(guest, lambda: twice(guest, "column/4", gap)) == "blue 4 ?"
