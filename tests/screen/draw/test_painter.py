"""What painting leaves behind, and that rounded rectangles painted again look like new ones."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.graphics import SmoothRoundedRectangle
from PIL import ImageChops

from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import (
    SPARE_ROUNDED_RECTANGLES,
    Painter,
    _line_texture,
    fit_text,
    text_width,
)
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone


class Boxes(ModelView[tuple[float, ...]]):
    """Paints a rounded box for each radius, one above the other."""

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[float, ...]) -> None:
        for at, radius in enumerate(model):
            box = Rect(10 + 7 * at, 10 + 55 * at, 50 + 20 * radius, 45)
            painter.fill_rect(box, CHALK if at % 2 else GOLD, radius)


def test_a_widget_that_is_painted_again_makes_no_new_shapes(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[SmoothRoundedRectangle] = []

    class Shape(SmoothRoundedRectangle):
        """A rounded rectangle that is noted."""

        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            made.append(self)

    SPARE_ROUNDED_RECTANGLES.clear()
    monkeypatch.setattr("companion.screen.draw.painter.SmoothRoundedRectangle", Shape)
    person = sit(Alone(Boxes))
    for model in ((3, 6, 9, 12), (12, 3), (5, 5, 5), (), (3, 6, 9, 12)):
        person.app.widget.show(model)
        person.frame()
        assert len(made) == 4
    SPARE_ROUNDED_RECTANGLES.clear()


def test_shapes_that_were_painted_before_look_like_new_ones(sit: Sit) -> None:
    person = sit(Alone(Boxes))
    boxes, model = person.app.widget, (2.0, 20.0, 8.0)
    for earlier in ((15.0, 1.0, 30.0, 4.0), (3.0,), model):
        boxes.show(earlier)
        person.frame()
    again = person.picture()
    SPARE_ROUNDED_RECTANGLES.clear()
    boxes.show(())
    person.frame()
    SPARE_ROUNDED_RECTANGLES.clear()
    boxes.show(model)
    person.frame()
    assert ImageChops.difference(again, person.picture()).getbbox() is None


def test_letters_that_the_usual_font_has_not_are_no_boxes() -> None:
    """What a font has not it draws as one box, whatever it is."""
    first, second = (_line_texture(letter, 40, False) for letter in "שת")
    assert first.size != second.size or first.pixels != second.pixels


def test_a_path_that_is_wider_than_its_room_goes_on_in_the_next_line_and_no_other_word_does() -> None:
    path = "/dev/serial/by-id/usb-Silicon_Labs_CP2102_USB_to_UART_Bridge_Controller_0001-if00-port0"
    found = fit_text(f"reader play on {path} has gone: plug it in", 300.0, 200.0, 20, 16, False, 8)
    assert found.fits
    first, *_ = found.lines
    assert first.startswith("reader play on /dev/")
    assert "".join(found.lines).replace(" ", "") == f"readerplayon{path}hasgone:plugitin"
    assert all(text_width(line, found.font_pixels) <= 300 for line in found.lines)
    whole = fit_text("reader play on /dev/ttyUSB0 has gone: plug it in", 300.0, 200.0, 20, 16, False, 8)
    assert any("/dev/ttyUSB0" in line for line in whole.lines)
    assert not fit_text(f"reader play on {path[1:]}", 300.0, 200.0, 20, 16, False, 8).fits
