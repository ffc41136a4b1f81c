"""Screen and touch, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.doctor.screen import WantedRotation, examine_display
from tests.start.doctor import write

PI_TOUCH = "260800000000003"  # ABS_MT_SLOT, _TRACKING_ID, _POSITION_X and _Y as the 7 inch panel has them
MOUSE = "0"


def connect(root: Path, name: str, status: str | bytes = "connected") -> None:
    write(root, f"sys/class/drm/{name}/status", status)
    write(root, f"dev/dri/{name.partition('-')[0]}")


def panel(root: Path, status: str = "connected", touch: str = PI_TOUCH) -> None:
    write(root, "dev/dri/card1")
    write(root, "dev/dri/renderD128")
    connect(root, "card1-DSI-1", status)
    connect(root, "card1-HDMI-A-1", "disconnected")
    for number, (name, abilities) in enumerate((("mouse", MOUSE), ("raspberrypi-ts", touch))):
        write(root, f"sys/class/input/event{number}/device/name", f"{name}\n")
        write(root, f"sys/class/input/event{number}/device/capabilities/abs", f"{abilities}\n")
        write(root, f"dev/input/event{number}")


def test_a_desktop_needs_no_more_and_no_display_is_no_fault(tmp_path: Path) -> None:
    (desktop,) = examine_display(tmp_path, "desktop", False, opens_window=lambda: True)
    assert str(desktop) == "ok  display: a desktop"
    (told,) = examine_display(tmp_path, None, False)
    assert told.absent
    assert told.found == "there is no graphics card"
    assert "in the terminal" in told.advice


def test_a_desktop_that_is_not_there_is_told_with_what_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":987")
    (told,) = examine_display(tmp_path, "desktop", False)
    assert (told.wrong, told.found) == (True, "no window can be opened on DISPLAY=:987")


def test_a_panel_on_the_console_is_told_with_its_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    display, touch = examine_display(tmp_path, "console", True)
    assert display.found == "DSI-1 of card1"
    assert touch.found.startswith("raspberrypi-ts (/dev/input/event1, of the group ")
    assert [display.wrong, touch.wrong] == [False, False]


def test_a_panel_that_is_higher_than_wide_is_told_with_how_it_is_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    write(tmp_path, "sys/class/drm/card1-DSI-1/modes", "720x1280\n")
    display, _ = examine_display(tmp_path, "console", True)
    assert display.found == "DSI-1 of card1, 720 x 1280, turned by 90 degrees"
    assert display.advice == "If the picture is upside down: Settings, Turn the picture"
    display, _ = examine_display(tmp_path, "console", True, rotation=WantedRotation(None, 270))
    assert display.found == "DSI-1 of card1, 720 x 1280, turned by 270 degrees"
    display, _ = examine_display(tmp_path, "console", True, rotation=WantedRotation(90, 270))
    assert display.found == "DSI-1 of card1, 720 x 1280, turned by 90 degrees"
    assert display.advice.startswith("deploy/install --rotate says so; with --rotate auto")
    display, _ = examine_display(tmp_path, "console", True, rotation=WantedRotation(0))
    assert (display.found, display.advice) == ("DSI-1 of card1, 720 x 1280", "")
    connect(tmp_path, "card0-HDMI-A-2")
    display, _ = examine_display(tmp_path, "console", True)
    assert display.advice.startswith("Herald shows nothing on HDMI-A-2 of card0, which is connected too. If ")
    write(tmp_path, "sys/class/drm/card1-DSI-1/modes", "1280x720\n")
    display, _ = examine_display(tmp_path, "console", True)
    assert display.found == "DSI-1 of card1, 1280 x 720"
    assert "upside down" not in display.advice


def test_a_panel_that_is_not_connected_is_waited_for_by_a_kiosk_and_by_nobody_else(tmp_path: Path) -> None:
    panel(tmp_path, status="disconnected", touch=MOUSE)
    display, touch = examine_display(tmp_path, None, True)
    assert display.found == "nothing is connected to DSI-1 of card1, HDMI-A-1 of card1"
    assert display.advice == "Look at its cable and its supply. The kiosk waits for it"
    assert touch.found == "no touchscreen"
    assert "terminal" not in touch.advice
    assert display.absent
    assert touch.absent
    display, touch = examine_display(tmp_path, None, False)
    assert display.advice == "Look at its cable and its supply. The game is told in the terminal"
    assert "herald --terminal" in touch.advice


@pytest.mark.parametrize(
    ("name", "advice"), [("card1", "-aG video "), ("renderD128", "-aG render "), ("event1", "-aG input ")]
)
def test_what_this_user_may_not_use_of_a_panel_says_which_group_may(
    name: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    groups = {"card1": "video", "renderD128": "render", "event1": "input"}
    monkeypatch.setattr("companion.start.doctor.system_info.device_group", lambda device: groups[device.name])
    panel(tmp_path)
    (told,) = [
        each
        for each in examine_display(tmp_path, "console", True, lambda device: device.name != name)
        if each.wrong
    ]
    assert advice in told.advice


def test_a_device_that_belongs_to_nobodys_group_is_to_be_given_its_own_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.start.doctor.system_info.device_group", lambda _device: "root")
    panel(tmp_path)
    display, *_ = examine_display(tmp_path, "console", True, lambda device: device.name != "card1")
    assert display.advice.startswith("Its group should be video: ")


def test_without_mtdev_no_touch_is_felt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise OSError

    monkeypatch.setattr("ctypes.CDLL", missing)
    panel(tmp_path)
    *_, mtdev = examine_display(tmp_path, "console", True)
    assert mtdev.wrong
    assert "libmtdev1" in mtdev.advice


def test_of_two_graphics_cards_the_one_that_a_kiosk_takes_is_named(tmp_path: Path) -> None:
    panel(tmp_path)
    connect(tmp_path, "card0-HDMI-A-2", "disconnected")
    display, *_ = examine_display(tmp_path, "console", True)
    assert display.found == "DSI-1 of card1; card0 has nothing connected"
    connect(tmp_path, "card0-HDMI-A-2", "connected")
    display, *_ = examine_display(tmp_path, "console", True)
    assert display.found == "DSI-1 of card1"
    assert display.advice == "Herald shows nothing on HDMI-A-2 of card0, which is connected too"


def test_a_kiosk_takes_another_card_when_it_may_not_use_the_first(tmp_path: Path) -> None:
    panel(tmp_path)
    connect(tmp_path, "card0-HDMI-A-2")
    display, *_ = examine_display(tmp_path, "console", True, lambda device: device.name != "card1")
    assert display.wrong
    assert display.found == "HDMI-A-2 of card0; this user may not use /dev/dri/card1"


@pytest.mark.parametrize("status", [b"", b"\xff\xfe", b"9" * 100_000])
def test_a_connector_that_tells_garbage_has_nothing_connected(status: bytes, tmp_path: Path) -> None:
    connect(tmp_path, "card0-HDMI-A-1", status)
    (tmp_path / "sys/class/drm/card1-HDMI-A-1").mkdir()
    write(tmp_path, "sys/class/drm/cardx-HDMI-A-1/status", "connected")
    write(tmp_path, "sys/class/drm/card0-HDMI-A-1/connector_id", status)
    display, _ = examine_display(tmp_path, "console", True)
    assert display.found == "nothing is connected to HDMI-A-1 of card0"


def test_a_card_without_its_file_is_told_as_the_kiosk_tells_it(tmp_path: Path) -> None:
    write(tmp_path, "sys/class/drm/card0-HDMI-A-1/status", "connected")
    display, _ = examine_display(tmp_path, "console", True)
    assert display.found == "there is no /dev/dri/card0"


def test_every_touchscreen_is_told_and_whether_this_user_may_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: name)
    panel(tmp_path)
    for number in (2, 10):
        write(tmp_path, f"sys/class/input/event{number}/device/name", b"\xffgoodix\n")
        write(tmp_path, f"sys/class/input/event{number}/device/capabilities/abs", PI_TOUCH)
    write(tmp_path, "dev/input/event2")
    _, first, second, third = examine_display(
        tmp_path, "console", True, lambda device: device.name != "event2"
    )
    assert not first.wrong
    assert second.found.startswith("this user may not use \ufffdgoodix (/dev/input/event2, of the group ")
    assert third.found == "\ufffdgoodix (/dev/input/event10) has no device"


@pytest.mark.parametrize("abilities", ["", "x y", "0", "3", "100000000 3", "\xff", "g" * 100_000])
def test_what_is_no_touchscreen_is_not_taken_for_one(abilities: str, tmp_path: Path) -> None:
    panel(tmp_path, touch=abilities)
    _, touch = examine_display(tmp_path, "console", True)
    assert touch.found == "no touchscreen"
