"""Voice and sound, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.house_doctor import sound as sound_doctor
from companion.start.house_doctor.sound import sound, speech, voice_heard
from companion.voice.player import NoSound
from tests.start.house_doctor import write


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
    monkeypatch.setattr(sound_doctor, "SystemPlayer", lambda: player)
    monkeypatch.setattr(sound_doctor, "make", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = voice_heard(lambda _question: answer)
    assert (told.wrong, player.played) == (wrong, 1)
    assert words in str(told)


def test_a_voice_that_cannot_be_played_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_question: str) -> bool | None:
        raise AssertionError

    monkeypatch.setattr(sound_doctor, "SystemPlayer", lambda: Player(NoSound("aplay cannot play")))
    monkeypatch.setattr(sound_doctor, "make", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = voice_heard(never)
    assert told.wrong
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert list(voice_heard(never)) == []
