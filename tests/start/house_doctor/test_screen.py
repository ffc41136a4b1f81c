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
    assert display.found == "a screen without a desktop: DSI-1"
    assert touch.found == "raspberrypi-ts"
    assert [display.wrong, touch.wrong] == [False, False]


def test_a_panel_that_is_not_connected_is_told(tmp_path: Path) -> None:
    panel(tmp_path, status="disconnected", touch=MOUSE)
    display, touch = screen(tmp_path, "console")
    assert display.found == "no panel is connected"
    assert touch.found == "no touchscreen"
    assert display.absent
    assert touch.absent


@pytest.mark.parametrize(
    ("name", "group"), [("card1", "video"), ("renderD128", "render"), ("event1", "usermod -aG input")]
)
def test_what_this_user_may_not_use_of_a_panel_says_which_group_may(
    name: str, group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    (told,) = [each for each in screen(tmp_path, "console", lambda device: device.name != name) if each.wrong]
    assert group in told.advice


def test_without_mtdev_no_touch_is_felt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise OSError

    monkeypatch.setattr("ctypes.CDLL", missing)
    panel(tmp_path)
    _, touch = screen(tmp_path, "console")
    assert touch.wrong
    assert "libmtdev1" in touch.advice


@pytest.mark.parametrize("abilities", ["", "x y", "0", "3", "100000000 3"])
def test_what_is_no_touchscreen_is_not_taken_for_one(abilities: str, tmp_path: Path) -> None:
    panel(tmp_path, touch=abilities)
    _, touch = screen(tmp_path, "console")
    assert touch.found == "no touchscreen"
