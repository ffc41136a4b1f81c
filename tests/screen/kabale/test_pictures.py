"""Every screen of Kabale und Hiebe by real touches, and a picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
from companion.screen.draw.canvas_widget import visible_within
from companion.screen.draw.painter import DIGITS, PaintedText
from companion.screen.draw.theme import NUMBER_TEXT, SMALL_TEXT
from tests.long import usually
from tests.screen import SIZES
from tests.screen.harness.album import Album, album, press
from tests.screen.harness.evening import PATIENT, Guest
from tests.screen.harness.reading import laid
from tests.screen.kabale.evenings import FOUR, SIX, evening_at
from tests.screen.kabale.playing import begin, name_card
from tests.start.tables import Hands, real_evening


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def read_from_a_chair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is looked at, the letters of the game's own widgets are large enough to be read from a chair."""
    look = Album.look

    def closely(album: Album, name: str) -> None:
        look(album, name)
        album.wrong.extend(f"{name}: {each}" for each in small_letters(album.guest.driver))

    monkeypatch.setattr(Album, "look", closely)


def small_letters(driver: Any) -> Iterator[str]:
    scale = dots_per_inch_to_fit_layout(driver.size) / 25.4
    for widget, mark, *_ in laid(driver):
        if isinstance(mark, PaintedText) and type(widget).__module__.startswith("companion.games.kabale."):
            least = NUMBER_TEXT if DIGITS.issuperset(mark.text) else SMALL_TEXT
            if mark.font_pixels < round(least * scale):
                yield f"{mark.text!r} in letters of {mark.font_pixels / scale:.1f} mm"


AS_IT_LIES = (
    ("table", 80),
    ("many", 41),
    ("naming", 79),
    ("removed", 16),
    ("cloak", 65),
    ("traitor", 82),
    ("explorer", 97),
    ("showing", 85),
)


@pytest.mark.parametrize(("name", "lines"), AS_IT_LIES)
def test_moments_of_a_round_of_four(home: Path, name: str, lines: int) -> None:
    with evening_at(home, FOUR, lines) as (pictures, guest):
        guest.tap("back") if guest.model.overlay is not None else None
        pictures.take(f"kabale-{name}")


OF_SIX = [
    ("six", 60),
    ("six-naming", 63),
    ("six-explorer", 94),
    ("six-many", 138),
    ("six-named", 139),
    ("six-showing", 142),
]


@pytest.mark.parametrize(
    ("name", "lines"),
    usually([each for each in OF_SIX if each[0] not in ("six-naming", "six-named")], OF_SIX),
)
def test_moments_of_a_round_of_six(home: Path, name: str, lines: int) -> None:
    with evening_at(home, SIX, lines) as (pictures, _):
        pictures.take(f"kabale-{name}")


def test_the_column_that_yes_and_no_point_at_is_marked(home: Path) -> None:
    with evening_at(home, FOUR, 82) as (pictures, guest):
        guest.tap("back") if guest.model.overlay is not None else None
        press(guest, "yes", "no")
        assert guest.live.snapshot.pointed_at.startswith("column/")
        pictures.take("kabale-pointed")


def test_from_the_last_card_shown_to_the_next_objectives(home: Path) -> None:
    with evening_at(home, FOUR, 46) as (pictures, guest):
        guest.tap("column/1/4")
        pictures.take("kabale-shown")
        name_card(guest, "alchemist")
        pictures.take("kabale-evaluation")
        assert [card.note for card in guest.model.overlay.model.left_blocks[0].cards] == [
            "",
            "",
            "Poustevník −3",
            "vlastní symbol",
        ]
        guest.tap("skip-all")
        guest.tap("objective/1/trade:4")
        guest.tap("objective/2/religion:4")
        pictures.take("kabale-objectives")


def test_six_columns_are_evaluated(home: Path) -> None:
    with evening_at(home, SIX, 148) as (pictures, guest):
        for _ in range(3):
            guest.tap("next")
        pictures.take("kabale-six-evaluation")
        guest.tap("skip-all")
        pictures.take("kabale-six-objectives")


def last_touches(guest: Guest, words: str) -> None:
    """The last card of a game is shown, and the columns read."""
    _table, _shown, place, card = words.split()
    column, _, at = place.partition(".")
    guest.tap(f"column/{column}/{at}")
    name_card(guest, card)
    guest.tap("skip-all")


@pytest.mark.parametrize(
    ("record", "name", "lines", "last"),
    [
        (FOUR, "kabale", 239, "table shown 3.4 mage"),
        (SIX, "kabale-six", 416, "table shown 1.1 squire"),
    ],
)
def test_the_end_from_the_objectives_opened_to_the_winner(
    home: Path, record: Path, name: str, lines: int, last: str
) -> None:
    with evening_at(home, record, lines) as (pictures, guest):
        last_touches(guest, last)
        for _ in range(len(guest.live.snapshot.setup.seats) - 1):
            guest.tap("next")
        pictures.take(f"{name}-opened")
        guest.tap("next")
        pictures.take(f"{name}-winner")
        (chart,), scores = (
            guest.model.overlay.model.right_blocks,
            guest.live.snapshot.position.outcome().scores,
        )
        assert {run.colour: run.points[-1] for run in chart.lines} == scores
        winner = guest.live.snapshot.position.outcome().winners[0]
        guest.tap(f"ledger/{winner}")
        pictures.take(f"{name}-ledger")
        guest.tap("back")
        guest.tap("next")
        pictures.take(f"{name}-over")


def test_what_the_menu_leads_to(home: Path) -> None:
    with evening_at(home, FOUR, 80) as (pictures, guest):
        for name in ("standing", "check"):
            guest.tap("menu")
            guest.tap(name)
            pictures.take(f"kabale-{name}")
            if name == "check":
                guest.tap_place("column/3")
                pictures.take("kabale-check-column")
                guest.tap("set/1")
                pictures.take("kabale-check-card")
            guest.tap("back")
        guest.tap("undo")
        guest.tap("moves/3")
        guest.tap("take-back")
        pictures.take("kabale-carry")


def test_the_virtual_table(home: Path) -> None:
    with album() as pictures:
        guest = pictures.guest
        begin(guest, players=4)
        pictures.take("kabale-virtual")
        for step in ("menu", "guide", "guide/2"):
            guest.tap(step)
        pictures.take("kabale-guide")
        guest.tap("back")
        guest.tap(guest.model.table_model.hand_cards[0].touch_target)
        pictures.take("kabale-virtual-column")


def test_virtual_players_who_wait_for_a_touch_and_what_they_did(home: Path) -> None:
    with album() as pictures:
        guest = pictures.guest
        begin(guest, players=6)
        for thing in ("menu", "pace"):
            guest.tap(thing)
        pictures.take("pace")
        guest.tap("pace/step")
        for thing in (guest.model.table_model.hand_cards[0].touch_target, "column/1"):
            guest.tap(thing)
        pictures.take("kabale-six-next")
        while "next-move" in guest.driver.things():
            guest.tap("next-move")
        (log,) = (part for part in visible_within(guest.page.view) if part.asked_target == "log")
        guest.driver.tap_at(*log.center)
        guest.settle()
        pictures.take("kabale-six-history")
        guest.tap("line/3")
        pictures.take("kabale-six-then")


def test_the_box_is_chosen_from_colour_by_colour(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands, "cs") as guest:
        pictures = Album(guest, "cs", SIZES[0])
        driver = guest.driver
        driver.tap("deck")
        driver.until(lambda: guest.page.model is not None, PATIENT)
        driver.tap("choose")
        driver.until(lambda: guest.page.model.choice_overlay is not None, PATIENT)
        driver.tap("game/kabale")
        driver.until(lambda: guest.page.model.total == 186, PATIENT)
        pictures.take("kabale-deck")
        driver.tap("choose")
        driver.until(lambda: guest.page.model.choice_overlay is not None, PATIENT)
        pictures.take("kabale-deck-kinds")
        driver.tap("kind/card/white")
        driver.until(
            lambda: guest.page.model.choice_overlay.choices[0].touch_target.startswith("piece/"),
            PATIENT,
        )
        assert {choice.touch_target.split("/")[2] for choice in guest.page.model.choice_overlay.choices} == {
            "white"
        }
        pictures.take("kabale-deck-white")
    pictures.close()
