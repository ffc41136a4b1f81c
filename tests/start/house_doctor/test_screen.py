"""Screen and touch, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.house_doctor.screen import screen
from tests.start.house_doctor import write

PI_TOUCH = "260800000000003"  # ABS_MT_SLOT, _TRACKING_ID, _POSITION_X and _Y as the 7 inch panel has them
MOUSE = "0"


def panel(root: Path, status: str = "connected", touch: str = PI_TOUCH) -> None:
    write(root, "dev/dri/card1")
    write(root, "dev/dri/renderD128")
    write(root, "sys/class/drm/card1-DSI-1/status", f"{status}\n")
    write(root, "sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")
    for number, (name, abilities) in enumerate((("mouse", MOUSE), ("raspberrypi-ts", touch))):
        write(root, f"sys/class/input/event{number}/device/name", f"{name}\n")
        write(root, f"sys/class/input/event{number}/device/capabilities/abs", f"{abilities}\n")
        write(root, f"dev/input/event{number}")


def test_a_desktop_needs_no_more_and_no_display_is_no_fault(tmp_path: Path) -> None:
    assert [str(each) for each in screen(tmp_path, "desktop")] == ["ok  display: a desktop"]
    (told,) = screen(tmp_path, None)
    assert told.absent


def test_a_panel_on_the_console_is_told_with_its_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    display, touch = screen(tmp_path, "console")
    assert display.found == "card1, DSI-1"
    assert touch.found.startswith("raspberrypi-ts (/dev/input/event1, of the group ")
    assert [display.wrong, touch.wrong] == [False, False]


def test_a_panel_that_is_not_connected_is_told(tmp_path: Path) -> None:
    panel(tmp_path, status="disconnected", touch=MOUSE)
    display, touch = screen(tmp_path, "console")
    assert display.found == "no panel is connected"
    assert touch.found == "no touchscreen"
    assert display.absent
    assert touch.absent


@pytest.mark.parametrize(
    ("name", "advice"), [("card1", "video"), ("renderD128", "render"), ("event1", "usermod -aG input")]
)
def test_what_this_user_may_not_use_of_a_panel_says_which_group_may(
    name: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    monkeypatch.setattr("companion.start.house_doctor.files.group", lambda _device: "input")
    panel(tmp_path)
    (told,) = [each for each in screen(tmp_path, "console", lambda device: device.name != name) if each.wrong]
    assert advice in told.advice


def test_without_mtdev_no_touch_is_felt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise OSError

    monkeypatch.setattr("ctypes.CDLL", missing)
    panel(tmp_path)
    *_, mtdev = screen(tmp_path, "console")
    assert mtdev.wrong
    assert "libmtdev1" in mtdev.advice


def test_of_two_graphics_cards_the_one_with_a_panel_is_named(tmp_path: Path) -> None:
    panel(tmp_path)
    write(tmp_path, "sys/class/drm/card0-HDMI-A-2/status", "disconnected\n")
    display, *_ = screen(tmp_path, "console")
    assert display.found == "card1, DSI-1; card0 has nothing connected"
    write(tmp_path, "sys/class/drm/card0-HDMI-A-2/status", "connected\n")
    display, *_ = screen(tmp_path, "console")
    assert display.found == "card0, HDMI-A-2"
    assert "card1, DSI-1" in display.advice


def test_a_card_without_connectors_may_yet_show_something(tmp_path: Path) -> None:
    write(tmp_path, "dev/dri/card0")
    display, _ = screen(tmp_path, "console")
    assert display.found == "a screen without a desktop"


def test_every_touchscreen_is_told_and_whether_this_user_may_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    for number in (2, 10):
        write(tmp_path, f"sys/class/input/event{number}/device/name", b"\xffgoodix\n")
        write(tmp_path, f"sys/class/input/event{number}/device/capabilities/abs", PI_TOUCH)
    write(tmp_path, "dev/input/event2")
    _, first, second, third = screen(tmp_path, "console", lambda device: device.name != "event2")
    assert not first.wrong
    assert second.found.startswith("this user may not use \ufffdgoodix (/dev/input/event2, of the group ")
    assert third.found == "\ufffdgoodix (/dev/input/event10) has no device"


@pytest.mark.parametrize("abilities", ["", "x y", "0", "3", "100000000 3", "\xff", "f" * 100_000 + " z"])
def test_what_is_no_touchscreen_is_not_taken_for_one(abilities: str, tmp_path: Path) -> None:
    panel(tmp_path, touch=abilities)
    _, touch = screen(tmp_path, "console")
    assert touch.found == "no touchscreen"
