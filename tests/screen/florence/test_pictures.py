"""Every screen of the Princes of Florence's table by real touches, and a picture of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.storage.journal import read_record
from tests.screen.florence.evenings import FIVE, evening_at
from tests.screen.florence.playing import begin, sit_down
from tests.screen.florence.test_over_pictures import LAST, said
from tests.screen.harness.album import album, press


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


MOMENTS = [
    ("open", 219, ()),
    ("bid", 213, ("bid", "pass")),
    ("keep", 229, ()),
    ("actions", 160, ()),
    ("build", 160, ("build",)),
    ("recruit", 211, ()),
]


@pytest.mark.parametrize(("name", "lines", "touches"), MOMENTS)
def test_moments_of_a_round_of_five(home: Path, name: str, lines: int, touches: tuple[str, ...]) -> None:
    with evening_at(home, lines) as (pictures, guest):
        for thing in touches:
            guest.tap(thing)
        pictures.take(f"florence-{name}")


def test_the_building_that_yes_and_no_point_at_is_marked(home: Path) -> None:
    with evening_at(home, 160) as (pictures, guest):
        press(guest, "no", "no", "yes", "no", "no")
        assert guest.live.snapshot.pointed_at == "building/opera"
        pictures.take("florence-pointed")


def test_the_virtual_table(home: Path) -> None:
    with album() as pictures:
        guest = pictures.guest
        begin(guest, players=4)
        pictures.take("florence-virtual")
        for step in ("menu", "guide", "guide/2"):
            guest.tap(step)
        pictures.take("florence-guide")
        guest.tap("back")
        guest.tap("pile/prestige")
        while "bid" in guest.driver.things():
            guest.tap("bid")
        pictures.take("florence-virtual-keep")


def test_when_it_is_over_everybodys_principality_lies_there(home: Path) -> None:
    with evening_at(home, LAST) as (pictures, guest):
        said(guest, read_record(FIVE)[1][LAST])
        for thing in ("next", "skip-all", "next"):
            guest.tap(thing)
        pictures.take("florence-over")


def test_the_four_professions_of_which_one_goes_back(home: Path) -> None:
    with album() as pictures:
        guest = pictures.guest
        sit_down(guest, players=5, persons=5)
        pictures.take("florence-dealt")
        guest.tap("look/blue")
        guest.tap(guest.live.ui_state.pieces_to_choose_from[1])
        pictures.take("florence-dealt-marked")
