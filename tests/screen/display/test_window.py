from pathlib import Path

import pytest
from kivy.config import Config

from companion.screen.display import kivy_config


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
