"""The checks of how a screen looks: each sees what it is there for, and a sound screen has no faults."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kivy.metrics import mm

from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
from companion.screen.draw.canvas_widget import CanvasWidget, TouchableWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BORDER, MIN_TEXT_BY_ROLE, NIGHT, PANEL, TextRole, default_text_role
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone

Paint = Callable[[Painter, Rect], object]


class Sheet(CanvasWidget):
    """Whatever is drawn on it."""

    def __init__(self, draw: Paint) -> None:
        self.draw = draw
        super().__init__()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        painter.fill_rect(bounds, NIGHT)
        self.draw(painter, bounds.cut_top(mm(10))[0].cut_left(mm(60))[0])


class Pair(CanvasWidget):
    """Two things to be touched, of so many millimetres, from one left edge to the other."""

    def __init__(self, side: float, apart: float) -> None:
        self.side, self.apart = side, apart
        super().__init__()
        for thing in ("one", "other"):
            self.add_widget(TouchableWidget(thing, print))

    def arrange_children(self, bounds: Rect) -> None:
        for at, each in enumerate(self.children):
            place_widget(each, Rect(bounds.x + mm(self.apart) * at, bounds.y, mm(self.side), mm(self.side)))


def twice(ink: Painter, place: Rect) -> None:
    for words in ("Kateřina", "Bert"):
        ink.draw_text(words, place)


def under(ink: Painter, place: Rect) -> None:
    ink.draw_text("Kateřina", place)
    ink.fill_rect(place.cut_left(mm(8))[0], PANEL)


def struck(ink: Painter, place: Rect) -> None:
    ink.draw_text("Kateřina", place)
    ink.fill_rect(place.centred(place.width, mm(0.3)), PANEL)


def buried(ink: Painter, place: Rect) -> None:
    under(ink, place)
    ink.fill_rect(place, PANEL)
    ink.draw_text("Bert", place)


@pytest.mark.parametrize(
    ("draw", "fault"),
    [
        (lambda ink, place: ink.draw_text("Kateřina", place), ""),
        (struck, ""),
        (buried, ""),
        (lambda ink, place: ink.draw_text("Kateřina", place.cut_left(mm(6))[0]), "does not fit"),
        (twice, "lie over each other"),
        (under, "lies under a box of Sheet"),
        (lambda ink, place: ink.draw_text("Kateřina", place, colour=BORDER), "lies on by 1.9"),
        (
            lambda ink, place: ink.draw_text("Kateřina", place, min_size=1.0, size=1.0),
            "in letters of 5 pixels",
        ),
        (
            lambda ink, place: ink.draw_text("Otoč kartu", place, 3.4, role="prompt"),
            "is prompt in letters of 18",
        ),
        (lambda ink, place: ink.draw_symbol("crown", place._replace(x=-9.0, width=52)), "crown reaches out"),
    ],
)
def test_what_is_drawn_is_seen_through(sit: Sit, draw: Paint, fault: str) -> None:
    found = sit(Alone(lambda: Sheet(draw))).faults()
    assert len(found) == bool(fault)
    assert not fault or fault in found[0]


@pytest.mark.parametrize(
    ("side", "apart", "fault"),
    [(9.0, 9.1, ""), (8.8, 9.1, "is only"), (9.0, 8.7, "lie over each other"), (9.0, 150, "reaches out")],
)
def test_what_is_touched_has_room_for_a_finger(sit: Sit, side: float, apart: float, fault: str) -> None:
    found = sit(Alone(lambda: Pair(side, apart))).faults()
    assert bool(found) == bool(fault)
    assert all(fault in each for each in found)


@pytest.mark.parametrize(
    ("words", "size", "role"),
    [
        ("1 400", 3.4, "number"),
        ("≥2", 2.6, "number"),
        ("Kateřina", 3.7, "text"),
        ("Nastavení", 5.2, "title"),
        ("2. kolo", 2.9, "small print"),
    ],
)
def test_what_words_are_for_is_told_by_what_they_are(words: str, size: float, role: TextRole) -> None:
    assert default_text_role(words, size) == role


LEAST_INK = {"prompt": 6.0, "number": 3.2}
"""Role -> the least height of its capitals and digits in millimetres, to be read from a chair; of all others 2.2."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("role", MIN_TEXT_BY_ROLE)
def test_the_least_letters_of_a_role_are_painted_as_high_as_a_chair_away_asks(
    sit: Sit, size: tuple[int, int], role: TextRole
) -> None:
    person = sit(Alone(lambda: Sheet(lambda ink, place: paint_h8(ink, place, role))), size)
    bright = person.picture().convert("L").point(lambda light: 255 if light > 120 else 0)
    _, above, _, below = bright.getbbox() or (0, 0, 0, 0)
    assert (below - above) / dots_per_inch_to_fit_layout(size) * 25.4 >= LEAST_INK.get(role, 2.2)


def paint_h8(ink: Painter, place: Rect, role: TextRole) -> None:
    """A capital and a digit, in the least letters of the role."""
    ink.draw_text("H8", place.inset(0, -mm(4)), MIN_TEXT_BY_ROLE[role], role=role)


@pytest.mark.parametrize("role", MIN_TEXT_BY_ROLE)
def test_words_without_room_are_cut_off_in_the_least_letters_of_their_role(sit: Sit, role: TextRole) -> None:
    sheet = Sheet(lambda ink, place: ink.draw_text("Kateřina", place.cut_left(mm(4))[0], 9.0, role=role))
    person = sit(Alone(lambda: sheet))
    assert [each.font_pixels for each in sheet.painted_texts] == [round(mm(MIN_TEXT_BY_ROLE[role]))]
    assert "does not fit" in person.faults()[0]
