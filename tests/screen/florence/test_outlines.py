"""Outlines and least values told by touch: what is kept stands in the owner's file, and the game reads it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.florence.rules.edition import TILE_NAMES, load_edition
from companion.games.florence.rules.grid_geometry import BIT_BY_SQUARE, GRID_SIZE, TileOutline
from companion.games.florence.screen.edition import centred_squares, find_outline_fault, outline_from_squares
from companion.screen.app import HeraldApp
from companion.screen.herald_controller import BackgroundWork
from companion.screen.pages.edition import EditionPage
from companion.table.storage.edition_file import edition_path, load_edition_lines
from tests.screen import SIZES, everywhere
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT
from tests.screen.harness.stage import Listener


class Owner:
    """An owner before the page of their copy."""

    def __init__(self, person: Driver, app: Any) -> None:
        self.person, self.app = person, app
        self.page = app.page_named("copy")
        assert isinstance(self.page, EditionPage)
        self.page.game = "florence"
        app.go_to_page("copy")
        self.settle()

    def settle(self, before: Any = None) -> None:
        """Until the file was read or written."""
        self.person.until(lambda: self.page.model not in (None, before), PATIENT)

    def tap(self, *things: str) -> None:
        for thing in things:
            self.person.tap(thing)

    def kept(self, thing: str) -> None:
        """A touch that writes."""
        before = self.page.model
        self.tap(thing)
        self.settle(before)

    def square(self, name: str) -> tuple[float, float]:
        """Its middle."""
        place, bit = self.person.find("grid"), BIT_BY_SQUARE[name]
        side = min(place.width, place.height) / GRID_SIZE
        left, low = (each - side * GRID_SIZE / 2 for each in place.center)
        return left + (bit % GRID_SIZE + 0.5) * side, low + (bit // GRID_SIZE + 0.5) * side

    def touch(self, *names: str) -> None:
        for name in names:
            self.person.tap_at(*self.square(name))

    def stroke(self, *names: str) -> None:
        """One stroke over these squares."""
        self.person.stroke([self.square(name) for name in names])

    @property
    def said(self) -> list[str]:
        """The file."""
        return edition_path("florence").read_text().splitlines()


Sits = Callable[..., Owner]


@pytest.fixture
def owner(sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sits]:
    """An owner sits down: `owner(lang, size)`."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    works: list[tuple[Owner, BackgroundWork]] = []

    def before(lang: str = "en", size: tuple[int, int] = SIZES[0]) -> Owner:
        listener: Any = Listener()
        app = HeraldApp(listener, lang)
        work = BackgroundWork(app.app_state)
        listener.run_in_background = work.run
        works.append((Owner(sit(app, size), app), work))
        return works[-1][0]

    yield before
    for user, work in works:
        user.page.on_leave()
        work.join()


@everywhere
def test_the_page_fits_in_every_language(owner: Sits, lang: str, size: tuple[int, int]) -> None:
    user = owner(lang, size)
    seen = [user.person.faults()]
    for thing in ("empty", "tile/library", "tile/hospital", "least", "less/2", "less/2", "less/2"):
        user.tap(thing)
        seen.append(user.person.faults())
    assert not any(seen)


def test_an_outline_is_drawn_square_by_square_and_in_one_stroke(owner: Sits) -> None:
    user = owner()
    user.tap("tile/library")
    assert user.person.sees("Assumed")
    user.tap("empty")
    assert user.person.sees("Touch the squares")
    assert "keep" not in user.person.things()
    user.stroke("b2", "b3", "b4")
    assert user.person.sees("Squares drawn: 3. This building has 5.")
    user.touch("d4", "d5")
    assert user.person.sees("must hang together")
    user.touch("d5", "c4")
    assert user.person.sees("Then keep it")
    user.kept("keep")
    assert user.said == ["print outline library xxx/x../x.."]
    assert load_edition(load_edition_lines("florence")).outlines["library"] == TileOutline(
        ("xxx", "x..", "x..")
    )
    assert user.person.sees("As on your copy")
    assert "keep" not in user.person.things()


def test_a_stroke_takes_away_what_it_began_to_take_away(owner: Sits) -> None:
    user = owner()
    user.tap("tile/forest")  # three by two in the middle
    user.stroke("c3", "d3", "e3", "f3")
    user.kept("keep")
    assert user.said == ["print outline forest xxx"]  # how many squares a landscape has nobody knows


def test_what_is_assumed_may_be_kept_as_it_is_and_told_anew_and_forgotten(owner: Sits) -> None:
    user = owner()
    user.tap("tile/tower")
    user.kept("keep")
    assert user.said == ["print outline tower xxx"]
    assert "outline tower" not in {
        value.name for value in load_edition(load_edition_lines("florence")).assumed_values
    }
    user.tap("empty")
    user.touch("a1", "a2", "b2")
    user.kept("keep")
    assert user.said == ["print outline tower xx/x."]
    user.kept("assumed")
    assert user.said == []
    assert user.person.sees("Assumed")


def test_what_is_drawn_stays_while_another_tile_is_looked_at_and_can_be_thrown_away(owner: Sits) -> None:
    user = owner()
    user.tap("tile/chapel", "empty")
    user.touch("c3")
    user.tap("tile/tower", "tile/chapel")
    assert user.person.sees("Squares drawn: 1.")
    user.tap("assumed")
    assert user.person.sees("Assumed")
    assert not edition_path("florence").exists()


def test_least_values_are_said_round_by_round(owner: Sits) -> None:
    user = owner()
    user.tap("least")
    assert user.person.sees("rounds 2, 3 and 6")
    user.tap("more/0", "less/6", "less/6")
    assert user.person.sees("No round asks for less")
    assert "keep" not in user.person.things()
    user.tap("more/6")
    user.kept("keep")
    assert user.said == ["print least 8 10 12 14 15 16 16"]
    assert load_edition(load_edition_lines("florence")).least_by_round == (8, 10, 12, 14, 15, 16, 16)


def test_what_stood_in_the_file_is_shown_and_its_other_lines_stay(owner: Sits) -> None:
    path = edition_path("florence")
    path.write_text("# read off in May\nprint outline tower x/x/x\nprint least 7 10 12 13 15 16 17\n")
    user = owner()
    user.tap("tile/tower")
    assert user.person.sees("As on your copy")
    user.tap("least")
    user.tap("more/3")
    user.kept("keep")
    assert user.said == ["# read off in May", "print outline tower x/x/x", "print least 7 10 12 14 15 16 17"]


def test_a_file_that_cannot_be_read_is_told_and_not_written_over(owner: Sits) -> None:
    path = edition_path("florence")
    path.write_text("print outline castle xxx\n")
    user = owner()
    assert user.person.sees("florence.print cannot be used")
    assert user.person.faults() == []
    assert path.with_name("florence.print.damaged").read_text() == "print outline castle xxx\n"
    user.tap("back")
    user.app.go_to_page("copy")
    user.settle(user.page.model)
    assert user.person.sees("Assumed")


def test_a_disk_that_takes_nothing_is_told(owner: Sits) -> None:
    user = owner()
    edition_path("florence").with_name(".florence.print.new").mkdir()
    user.tap("tile/tower")
    user.kept("keep")
    assert user.page.model.error
    assert user.person.sees("directory")
    assert user.person.faults() == []


# -- squares and outlines


@pytest.mark.parametrize("tile", TILE_NAMES)
def test_every_outline_is_drawn_and_read_back(tile: str) -> None:
    outline = load_edition(()).outlines[tile]
    assert outline_from_squares(centred_squares(outline)) == outline
    assert find_outline_fault(tile, centred_squares(outline)) == ""


@pytest.mark.parametrize(
    ("tile", "squares", "wrong"),
    [
        ("library", "", "empty"),
        ("forest", "", "empty"),
        ("library", "a1 a2 a3 a4", "number"),
        ("library", "a1 a2 a3 a4 c4", "apart"),
        ("library", "a1 b2 c3 d4 e5", "apart"),
        ("library", "g1 g2 g3 g4 g5", ""),
        ("forest", "a1", ""),
        ("park", "a1 b1 c1 d1 e1 f1 g1 g2 g3 g4 g5 g6 g7", ""),
        ("park", "a1 a2 a3 a4 a5 a6 a7 b7 c7 d7 e7 f7 g7 g6 g5 g4 g3 g2 g1 f1 e1 d1", "too-big"),
    ],
)
def test_what_is_no_outline_of_a_tile(tile: str, squares: str, wrong: str) -> None:
    assert find_outline_fault(tile, sum(1 << BIT_BY_SQUARE[name] for name in squares.split())) == wrong
