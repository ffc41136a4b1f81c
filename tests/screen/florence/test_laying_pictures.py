"""Tiles laid in a real evening and outlines drawn before one, by real touches, and pictures of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.florence.rules.edition import load_edition
from companion.games.florence.screen.principality import GridRects
from companion.screen.draw.rect import Rect
from companion.table.storage.edition_file import load_edition_lines
from companion.table.storage.journal import read_record
from tests.screen.florence.evenings import FIVE, evening_at
from tests.screen.harness.album import album
from tests.screen.harness.evening import PATIENT, Guest, journals, set_up
from tests.start.tables import Hands, real_evening

UNIVERSITY = "blue build university e5 r0m"
LAKE = "red place lake c5 r0"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def up_to(line: str) -> int:
    """How many lines were accepted before it."""
    return read_record(FIVE)[1].index(line)


def square(guest: Guest, column: int, row: int) -> tuple[float, float]:
    """The middle of a square of the large grid, counted from 0."""
    place = guest.driver.find("grid")
    return GridRects(Rect(place.x, place.y, place.width, place.height)).rect_at(column, row).center


def dragged(guest: Guest, *over: tuple[int, int]) -> list[tuple[float, float]]:
    """A finger's way over these squares, nearly to the last one's middle."""
    path = [square(guest, *each) for each in over]
    (x0, y0), (x1, y1) = path[-2:]
    return [*path[:-1], (x0 + (x1 - x0) * 0.9, y0 + (y1 - y0) * 0.9)]


def taken_back(guest: Guest) -> None:
    """The last move, by the house's take back."""
    for thing in ("undo", "take-back", "back"):
        guest.tap(thing)


def test_a_building_is_refused_and_laid_and_taken_back(home: Path) -> None:
    with evening_at(home, up_to(UNIVERSITY)) as (pictures, guest):
        guest.tap("build")
        guest.tap("building/university")
        guest.tap("cancel")
        assert guest.live.snapshot.pending_input == ()
        guest.tap("build")
        guest.tap("building/university")
        driver = guest.driver
        for thing in ("clockwise", "clockwise"):
            driver.tap(thing)
        driver.hold(dragged(guest, (5, 4), (3, 4), (2, 3)))
        pictures.take("florence-placing-refused")
        assert driver.sees("palác")
        driver.lift()
        for thing in ("anticlockwise", "anticlockwise", "flip"):
            driver.tap(thing)
        driver.stroke(dragged(guest, (2, 3), (5, 5)))
        guest.tap("lay")
        assert guest.live.snapshot.accepted_texts[-1] == UNIVERSITY
        taken_back(guest)
        assert guest.live.snapshot.accepted_texts[-1] != UNIVERSITY


def test_a_landscape_is_laid_and_taken_back(home: Path) -> None:
    with evening_at(home, up_to(LAKE)) as (pictures, guest):
        guest.driver.stroke([square(guest, 2, 4)])
        guest.driver.stroke(dragged(guest, (2, 4), (2, 5)))
        pictures.take("florence-placing")
        guest.tap("lay")
        assert guest.live.snapshot.accepted_texts[-1] == LAKE
        taken_back(guest)
        assert "lay" in guest.driver.things()


def test_outlines_and_least_values_before_a_new_game(home: Path) -> None:
    with album() as pictures:
        driver = pictures.guest.driver
        set_up(driver, "florence")
        driver.tap("printed")
        driver.until(lambda: driver.app.page_named("copy").model is not None, PATIENT)
        driver.tap("tile/library")
        driver.stroke([square(pictures.guest, 3, 2), square(pictures.guest, 3, 3)])
        pictures.take("florence-outlines")
        driver.tap("least")
        driver.tap("more/3")
        pictures.take("florence-least")
        driver.tap("keep")
        driver.until(lambda: bool(load_edition_lines("florence")), PATIENT)
        for thing in ("back", "start"):
            driver.tap(thing)
        pictures.guest.settle()
        head, _ = read_record(journals(home)[0])
        assert load_edition(head.setup.edition_lines).least_by_round == (7, 10, 12, 15, 15, 16, 17)
        assert pictures.guest.live.snapshot.position.config.least_by_round == (7, 10, 12, 15, 15, 16, 17)


def test_outlines_while_tags_are_given(home: Path) -> None:
    with real_evening(Hands(home), "cs") as guest:
        driver = guest.driver

        def tap(thing: str) -> None:
            driver.until(lambda: thing in driver.things(), PATIENT)
            driver.tap(thing)

        for thing in ("deck", "choose", "game/florence", "choose"):
            tap(thing)
        driver.until(lambda: "printed/florence" in driver.things(), PATIENT)
        assert driver.faults() == []
        tap("printed/florence")
        driver.until(lambda: driver.app.page_named("copy").model is not None, PATIENT)
        assert {"tile/forest", "least", "grid"} <= set(driver.things())
        assert driver.faults() == []
        tap("back")
        tap("choose")
