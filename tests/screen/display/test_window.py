"""The window: how large everything is in it, on every panel and in every window that a person may drag."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.config import Config

from companion.screen.display import kivy_config
from companion.screen.display.sysfs import DisplayConnector, choose_rotation
from companion.screen.pages.page import MOST_UPRIGHT, WIDEST
from companion.table.storage.journal import read_record
from tests.games.golden import accepted
from tests.long import usually
from tests.screen.florence.evenings import FIVE
from tests.screen.harness.album import gone_on_with, interrupted
from tests.screen.kabale.evenings import SIX
from tests.screen.test_pictures import RECORD as FOUR


@pytest.mark.parametrize(("size", "dots"), [((800, 480), 132), ((1024, 600), 169)])
def test_millimetres_are_those_of_the_panel(size: tuple[int, int], dots: int) -> None:
    assert kivy_config.dots_per_inch_to_fit_layout(size) == pytest.approx(dots, abs=0.5)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 800), (1920, 1080), (720, 720)])
def test_every_screen_has_room_for_the_layout(size: tuple[int, int]) -> None:
    millimetre = kivy_config.dots_per_inch_to_fit_layout(size) / 25.4
    assert size[0] / millimetre >= kivy_config.LAYOUT_WIDTH - 0.1
    assert size[1] / millimetre >= kivy_config.LAYOUT_HEIGHT - 0.1


def test_a_desktop_is_found_by_its_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert kivy_config.detect_display_kind() == "desktop"


def test_the_tests_draw_offscreen_at_the_speed_they_like() -> None:
    assert Config.get("graphics", "multisamples") == "0"
    assert Config.get("graphics", "maxfps") == "0"
    assert Config.items("input") == []


@pytest.mark.parametrize(
    ("cards", "statuses", "found"),
    [
        ([], {}, None),
        (["card0"], {}, None),
        (["card0"], {"card0-HDMI-A-1": "disconnected"}, None),
        (["card0"], {"card0-HDMI-A-1": "connected"}, "console"),
        (["card0", "card1"], {"card0-HDMI-A-1": "disconnected", "card1-DSI-1": "connected"}, "console"),
    ],
)
def test_a_console_has_something_connected(
    cards: list[str],
    statuses: dict[str, str],
    found: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for card in cards:
        (tmp_path / "dev/dri" / card).mkdir(parents=True)
    for connector, status in statuses.items():
        (tmp_path / "sys/class/drm" / connector).mkdir(parents=True)
        (tmp_path / "sys/class/drm" / connector / "status").write_text(status)
    assert kivy_config.detect_display_kind(tmp_path) == found


# -- pages in a window of any proportions

BETWEEN = (
    *((640, 384), (640, 480), (720, 480), (800, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768)),
    *((1600, 900), (1920, 1080), (2560, 1080), (640, 960), (720, 1280), (1080, 1920)),
)
"""Windows and panels, lying and upright."""
MID_GAME = (
    ("louis-xiv", *accepted(FOUR), 60),
    ("florence", *read_record(FIVE), 160),
    ("kabale", *read_record(SIX), 142),
)
"""The most players of a game: a record, and after how many of its lines their table is full."""


@pytest.mark.parametrize(("width", "height"), usually([(640, 480), (1920, 1080), (720, 1280)], BETWEEN))
def test_pages_and_full_tables_are_whole_in_a_window_of_any_proportions(
    width: int, height: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, head, told, lines in MID_GAME:
        monkeypatch.setenv("HERALD_HOME", str(tmp_path / game))
        interrupted(tmp_path / game, head, told[:lines])
        with gone_on_with("cs", (width, height)) as (pictures, guest):
            if guest.model.overlay is not None:
                guest.tap("back")
            pictures.look(game)
            for thing in ("menu", "settings", "home", "game/louis-xiv"):
                guest.driver.tap(thing)
                pictures.look(f"{game}, {thing}")
            page = guest.driver.app.page_named("new-game")
            assert MOST_UPRIGHT - 0.01 < page.width / page.height < WIDEST + 0.01
            assert page.center == pytest.approx((width / 2, height / 2), abs=1)


# -- panels that are higher than wide


@pytest.mark.parametrize(
    ("size", "chosen", "console", "turned"),
    [
        ((720, 1280), "auto", "", 90),
        ((720, 1280), "auto", "0", 90),
        ((720, 1280), "auto", "1", 270),
        ((720, 1280), "auto", "3", 90),
        ((720, 1280), "auto", "2", 90),
        ((720, 1280), 270, "3", 270),
        ((720, 1280), 180, "1", 270),
        ((720, 1280), "auto", "x" * 100_000, 90),
        ((800, 480), "auto", "", 0),
        ((800, 480), "auto", "2", 180),
        ((800, 480), 0, "2", 0),
        ((800, 480), 90, "1", 0),
        ((720, 720), "auto", "", 0),
    ],
)
def test_a_picture_lies_as_a_person_chose_or_as_the_console_does(
    size: tuple[int, int], chosen: object, console: str, turned: int, tmp_path: Path
) -> None:
    (tmp_path / "sys/class/graphics/fbcon").mkdir(parents=True)
    (tmp_path / "sys/class/graphics/fbcon/rotate").write_text(f"{console}\n")
    assert choose_rotation(size, chosen, tmp_path) == turned


@pytest.mark.parametrize(
    ("modes", "preferred"),
    [
        ("720x1280\n640x480\n", (720, 1280)),
        ("1920x1080i\n", (1920, 1080)),
        ("", None),
        ("x480\n800x480\n", None),
        ("9" * 100_000, None),
    ],
)
def test_the_first_mode_is_the_one_that_is_shown(
    modes: str, preferred: tuple[int, int] | None, tmp_path: Path
) -> None:
    (tmp_path / "sys/class/drm/card1-DSI-1").mkdir(parents=True)
    (tmp_path / "sys/class/drm/card1-DSI-1/modes").write_text(modes)
    assert DisplayConnector("card1", "DSI-1", True).preferred_mode(tmp_path) == preferred
