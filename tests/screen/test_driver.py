"""The driver itself: what it sees is there, what it touches is touched, and it says clearly what it misses."""

import pytest
from kivy.clock import Clock

from companion.screen.draw.rect import Rect
from companion.screen.widgets.button import PushButton
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.harness.driver import NotThere, Unrest
from tests.screen.harness.stage import Alone


def middle(whole: Rect) -> Rect:
    return whole.centred(200, 80)


def button(heard: list[str], words: str = "Go on") -> Alone:
    def make() -> object:
        return PushButton("go", heard.append, words)

    return Alone(make, middle)


def test_a_tap_is_felt_once(sit: Sit) -> None:
    heard: list[str] = []
    person = sit(button(heard))
    person.tap("go")
    person.tap("Go on")
    assert heard == ["go", "go"]


def test_a_tap_beside_a_thing_is_not_felt(sit: Sit) -> None:
    heard: list[str] = []
    sit(button(heard)).tap_at(20, 20)
    assert heard == []


def test_a_finger_that_leaves_the_thing_changes_its_mind(sit: Sit) -> None:
    heard: list[str] = []
    person = sit(button(heard))
    person.stroke([person.find("go").center, (20.0, 20.0)])
    assert heard == []


def test_what_is_missing_is_told_with_what_is_there(sit: Sit) -> None:
    person = sit(button([]))
    with pytest.raises(
        NotThere, match=r"Nothing here is called 'Stop'. The screen says: 'Go on'. Things to touch: go."
    ):
        person.tap("Stop")


def test_words_that_do_not_fit_and_things_too_small_are_faults(sit: Sit) -> None:
    app = button([], "Donaudampfschifffahrtsgesellschaftskapitän")
    app.place = lambda whole: whole.centred(60, 30)
    faults = sit(app).faults()
    assert any("does not fit" in fault for fault in faults)
    assert "go is only 60 x 30 pixels" in faults


def test_a_screen_that_never_rests_is_found_out(sit: Sit) -> None:
    person = sit(button([]))
    flicker = Clock.schedule_interval(lambda _elapsed: person.app.widget.request_redraw(), 0)
    with pytest.raises(Unrest, match="still redraws itself"):
        person.rest()
    flicker.cancel()


@pytest.mark.parametrize("size", SIZES)
def test_two_pictures_of_one_screen_are_the_same_to_the_bit(sit: Sit, size: tuple[int, int]) -> None:
    first = sit(button([]), size).picture()
    other = sit(button([]), SIZES[0] if size == SIZES[1] else SIZES[1]).picture()
    again = sit(button([]), size).picture()
    assert first.size == size
    assert first == again
    assert first != other


def test_the_picture_shows_what_is_drawn(sit: Sit) -> None:
    person = sit(button([]))
    pixels = person.pixels()
    assert len(pixels) == 800 * 480 * 4
    corner, face = pixels[:3], pixels[(240 * 800 + 310) * 4 :][:3]
    assert corner == b"\0\0\0"
    assert face != corner
