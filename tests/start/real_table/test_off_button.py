"""The button `off` of a kit: it opens the question, and answers it when it is pressed once more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from companion.screen.app_state import PowerAction
from companion.screen.pages.power import ANSWER_DELAY_SECONDS
from companion.table.table_hardware import POWER_BUTTON
from companion.voice.language import languages, load_translation
from hardware.wiring_plan import KIT_NAMES, load_kit
from tests.screen.harness.evening import PATIENT, Guest, begin
from tests.start.tables import Hands, real_evening


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


class Seated:
    """Hands at the buttons of a table in mid-game, and eyes on its screen."""

    def __init__(self, hands: Hands, guest: Guest) -> None:
        self.hands, self.guest, self.driver, self.model = hands, guest, guest.driver, guest.model

    @property
    def page(self) -> str:
        """The page that is shown."""
        way: list[str] = self.driver.app.page_history
        return way[-1]

    def chosen(self) -> PowerAction | None:
        """What the program ends for."""
        closing: PowerAction | None = self.model.closing_action
        return closing

    def press(self, button: str) -> None:
        """Press, and see what comes of it."""
        self.hands.press(button)
        self.driver.rest()

    def ask(self) -> None:
        """Press `off`, and look at the question until an answer counts."""
        self.press("off")
        assert self.page == "power"
        self.driver.wait(ANSWER_DELAY_SECONDS)


@contextmanager
def seated(home: Path, kiosk: bool = True, lang: str = "en") -> Iterator[Seated]:
    """Three play; the money card was turned over on the reader."""
    hands = Hands(home)
    with real_evening(hands, lang, kiosk=kiosk) as guest:
        begin(guest, players=3)
        hands.show("money/4:2", "play")
        guest.driver.until(lambda: guest.live.snapshot.accepted_texts == ("table money 4 2",), PATIENT)
        guest.settle()
        yield Seated(hands, guest)


@pytest.mark.parametrize("answer", ["off", "yes"])
def test_pressed_once_it_asks_and_a_second_press_or_yes_shuts_down(home: Path, answer: str) -> None:
    with seated(home) as at:
        at.ask()
        assert at.chosen() is None
        assert at.driver.sees("By the buttons: off once more, or yes, shuts down; no goes back.")
        assert at.driver.faults() == []
        at.press(answer)
        assert at.chosen() == PowerAction.POWEROFF
        assert at.driver.sees("Herald is closing")
        at.press("no")
        assert at.page == "power"


def test_no_leads_back_to_the_game_where_buttons_mean_what_they_did(home: Path) -> None:
    with seated(home) as at:
        at.ask()
        at.press("no")
        assert at.page == "table"
        at.guest.settle()
        assert at.guest.live.snapshot.accepted_texts == ("table money 4 2",)
        at.press("undo")
        at.driver.until(lambda: at.guest.live.snapshot.undo_plan is not None, PATIENT)


def test_while_it_is_asked_yes_and_no_say_nothing_at_the_table(home: Path) -> None:
    with seated(home) as at:
        at.ask()
        at.press("yes")
        now = at.guest.live.snapshot
        assert (now.pointed_at, now.undo_plan, now.accepted_texts) == ("", None, ("table money 4 2",))


def test_a_second_press_before_anybody_can_have_seen_the_question_is_none(home: Path) -> None:
    with seated(home) as at:
        at.press("off")
        at.press("off")
        at.press("yes")
        assert at.chosen() is None
        at.driver.wait(ANSWER_DELAY_SECONDS)
        assert at.chosen() is None


@pytest.mark.parametrize("door", ["settings", "readers", "deck", "game/kabale"])
def test_it_asks_from_any_page_and_no_leads_back_there(home: Path, door: str) -> None:
    with seated(home) as at:
        at.driver.tap("home")
        at.driver.tap(door)
        at.ask()
        at.press("no")
        page = "new-game" if door.startswith("game/") else door
        at.driver.until(lambda: at.page == page, PATIENT)  # the page before is laid out anew


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_where_the_computer_is_not_heralds_it_says_nothing_and_can_be_tried_like_any_other(
    home: Path, lang: str
) -> None:
    with seated(home, kiosk=False, lang=lang) as at:
        before = at.guest.live.snapshot
        at.press("off")
        assert at.page == "table"
        assert (at.guest.live.snapshot.accepted_texts, at.guest.live.snapshot.refusal_notice) == (
            before.accepted_texts,
            None,
        )
        at.driver.tap("home")
        at.driver.tap("readers")
        at.driver.until(lambda: at.guest.page.model is not None, PATIENT)
        at.press("off")
        at.driver.until(
            lambda: any(
                k.text == load_translation(lang).gettext("off") and k.is_pressed
                for k in at.guest.page.model.buttons
            ),
            PATIENT,
        )
        assert at.driver.faults() == []


@pytest.mark.parametrize("lang", languages())
def test_the_names_of_all_fourteen_buttons_of_kit_columns_fit(home: Path, lang: str) -> None:
    hands = Hands(home, wiring=files("hardware").joinpath("kits", "columns.toml").read_text())
    with real_evening(hands, lang) as guest:
        guest.driver.tap("readers")
        guest.driver.until(lambda: guest.page.model is not None, PATIENT)
        for button in ("off", "column/6"):
            hands.press(button)
            guest.driver.rest()
            assert guest.driver.faults() == []


def test_every_kit_that_has_a_pin_left_has_the_button() -> None:
    assert {name for name in KIT_NAMES if POWER_BUTTON not in load_kit(name).button_names} == {"five", "usb"}
    assert load_kit("usb").button_names == ()
    assert load_kit("five").free_pins() == ()
