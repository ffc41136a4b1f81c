"""Voice, sound, screen, touch, disk, kiosk and decks, on file systems as real machines have them."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.start import house_doctor
from companion.start.house_doctor import (
    card,
    decks,
    evenings,
    kiosk,
    printed,
    screen,
    sound,
    speech,
    voice_heard,
)
from companion.table.decks import deck_path, owners_deck
from companion.voice.speech import NoSound
from hardware.finding import Finding

PI_TOUCH = "260800000000003"  # ABS_MT_SLOT, _TRACKING_ID, _POSITION_X and _Y as the 7 inch panel has them
MOUSE = "0"


def write(root: Path, name: str, text: str = "") -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


# -- voice and sound


def test_without_espeak_the_table_is_silent_and_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = speech()
    assert told.absent
    assert "espeak-ng" in told.advice


def test_an_espeak_that_makes_no_sound_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "espeak-ng", "#!/bin/sh\nexit 3\n")
    (tmp_path / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = speech()
    assert told.wrong
    assert "anew" in told.advice


CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Device         ]: USB-Audio - USB Audio Device
                      USB Audio Device at usb-xhci-hcd.0-1
"""


@pytest.fixture
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PULSE_SERVER", raising=False)


@pytest.mark.usefixtures("no_desktop")
def test_the_sound_cards_are_told_in_their_order(tmp_path: Path) -> None:
    assert sound(tmp_path).absent
    write(tmp_path, "proc/asound/cards", "--- no soundcards ---\n")
    assert sound(tmp_path).absent
    write(tmp_path, "proc/asound/cards", CARDS)
    told = sound(tmp_path)
    assert told.found == "vc4-hdmi - vc4-hdmi-0, USB-Audio - USB Audio Device"
    assert "raspi-config" in told.advice


@pytest.mark.usefixtures("no_desktop")
def test_a_sound_card_that_this_user_may_not_use_says_which_group_may(tmp_path: Path) -> None:
    write(tmp_path, "proc/asound/cards", CARDS)
    write(tmp_path, "dev/snd/pcmC0D0p")
    assert not sound(tmp_path).wrong
    told = sound(tmp_path, lambda _device: False)
    assert told.wrong
    assert "usermod -aG audio" in told.advice


def test_on_a_desktop_its_own_sound_is_used(tmp_path: Path) -> None:
    write(tmp_path, "run/user/1000/pulse/native")
    assert sound(tmp_path).found == "that of the desktop"


class Player:
    def __init__(self, wrong: NoSound | None = None) -> None:
        self.played = 0
        self._wrong = wrong

    def play(self, said: Path, seconds: float) -> None:
        self.played += 1
        if self._wrong is not None:
            raise self._wrong

    def stop(self) -> None:
        """Nothing is ever broken off here."""


@pytest.mark.parametrize(
    ("answer", "wrong", "words"),
    [(True, False, "was heard"), (False, True, "alsamixer"), (None, False, "not tried")],
)
def test_whether_the_voice_is_heard_is_asked(
    answer: bool | None, wrong: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player()
    monkeypatch.setattr(house_doctor, "program_player", lambda: player)
    monkeypatch.setattr(house_doctor, "make", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = voice_heard(lambda _question: answer)
    assert (told.wrong, player.played) == (wrong, 1)
    assert words in str(told)


def test_a_voice_that_cannot_be_played_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_question: str) -> bool | None:
        raise AssertionError

    monkeypatch.setattr(house_doctor, "program_player", lambda: Player(NoSound("aplay cannot play")))
    monkeypatch.setattr(house_doctor, "make", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = voice_heard(never)
    assert told.wrong
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert list(voice_heard(never)) == []


# -- screen and touch


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


# -- disk


def test_an_evening_that_can_be_kept_is_timed_and_leaves_nothing(tmp_path: Path) -> None:
    assert "a move is safe" not in evenings(tmp_path / "not there yet").found
    assert "a move is safe after" in evenings(tmp_path).found
    assert list(tmp_path.iterdir()) == []


def test_a_slow_card_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    told = evenings(tmp_path)
    assert told.wrong
    assert "1000 ms" in told.found


def test_a_card_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("os.fsync", broken)
    assert evenings(tmp_path).wrong


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda _path, _how: False)
    assert "writable" in evenings(tmp_path / "evenings").advice


def test_evenings_cannot_be_kept_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = evenings(tmp_path / "file" / "herald")
    assert told.wrong
    assert "is no folder" in told.advice


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_doctor, "LEAST_FREE", 1 << 62)
    assert "Make room" in evenings(tmp_path).advice


def test_errors_that_a_file_system_counted_are_told(tmp_path: Path) -> None:
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    assert list(card(tmp_path)) == []
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    (told,) = card(tmp_path)
    assert told.found == "3 errors on mmcblk0p2"


# -- the kiosk


def shown(**states: str) -> str:
    return "".join(f"{name}={value}\n" for name, value in states.items())


RUNNING = {
    "NRestarts": "0",
    "WatchdogUSec": "1min",
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("", "--  kiosk: not installed"),
        (shown(LoadState="not-found", ActiveState="inactive"), "--  kiosk: not installed"),
        (shown(**RUNNING), "ok  kiosk: enabled, active, watched every 1min"),
        (shown(**{**RUNNING, "NRestarts": "4"}), "It was started anew 4 times"),
        (
            shown(**{**RUNNING, "ActiveState": "activating", "StatusText": "Waiting for a panel: no card"}),
            "--  kiosk: enabled, activating, watched every 1min: Waiting for a panel: no card",
        ),
        (shown(**{**RUNNING, "ActiveState": "failed"}), "!!  kiosk: enabled, failed"),
        (
            shown(**{**RUNNING, "ActiveState": "inactive", "ExecMainStatus": "1"}),
            "!!  kiosk: enabled, inactive",
        ),
        (
            shown(**{**RUNNING, "ActiveState": "inactive", "ExecMainStatus": "0"}),
            "--  kiosk: enabled, inactive",
        ),
    ],
)
def test_the_kiosk_is_told_as_the_service_manager_has_it(answer: str, told: str) -> None:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> str:
        asked.append(command)
        return answer

    assert told in str(kiosk(run))
    assert asked[0][:3] == ("systemctl", "show", "herald")


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert printed(["no-such-program-anywhere"]) == ""
    assert printed(["false"]) == ""
    assert printed(["echo", "so"]) == "so\n"


# -- decks


def louis_deck(folder: Path) -> Finding:
    """What is told of the tags of Louis XIV."""
    return next(told for told in decks(folder) if told.what == "tags of louis-xiv")


def test_decks_are_counted(tmp_path: Path) -> None:
    told = louis_deck(tmp_path)
    assert told.absent
    assert "herald enrol" in told.advice
    deck = owners_deck("louis-xiv", tmp_path)
    first = next(iter(deck.box.values()))
    deck.bind(first, "04a1b2c3d4e5f6")
    deck.save(deck_path("louis-xiv", tmp_path))
    told = louis_deck(tmp_path)
    assert told.found == f"1 of {len(deck.box)} pieces have one"
    assert str(len(deck.box) - 1) in told.advice


def test_a_deck_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    deck_path("louis-xiv", tmp_path).write_text("no deck")
    told = louis_deck(tmp_path)
    assert told.wrong
    assert str(deck_path("louis-xiv", tmp_path)) in told.advice


def test_a_deck_that_is_no_file_is_told(tmp_path: Path) -> None:
    deck_path("louis-xiv", tmp_path).mkdir()
    told = louis_deck(tmp_path)
    assert told.wrong
    assert told.found == f"{deck_path('louis-xiv', tmp_path)} cannot be read (Is a directory)"
