"""Voice and sound, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.doctor import sound as sound_doctor
from companion.start.doctor.sound import (
    AttemptPlayback,
    PlaybackAttempt,
    attempt_playback,
    examine_sound_output,
    examine_speech_synthesis,
    examine_voice_heard,
)
from companion.voice.sound_player import PlaybackFailed
from tests.start.doctor import GARBAGE, write


def test_without_espeak_the_table_is_silent_and_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    told = examine_speech_synthesis()
    assert told.absent
    assert "espeak-ng" in told.advice


def test_an_espeak_that_makes_no_sound_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "espeak-ng", "#!/bin/sh\nexit 3\n")
    (tmp_path / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = examine_speech_synthesis()
    assert told.wrong
    assert "anew" in told.advice


CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Device         ]: USB-Audio - USB Audio Device
                      USB Audio Device at usb-xhci-hcd.0-1
"""
HDMI, USB = "sysdefault:CARD=vc4hdmi0", "sysdefault:CARD=Device"
ON_HDMI = "Playing WAVE\nHardware PCM card 0 'vc4-hdmi-0' device 0 subdevice 0\n"
ON_USB = "Plug PCM\nHardware PCM card 1 'USB Audio Device' device 0 subdevice 0\n"
ERROR_524 = "aplay: main:831: audio open error: Unknown error 524\n"
BUSY = "aplay: main:831: audio open error: Device or resource busy\n"


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Raspberry Pi without a desktop, with HDMI, a USB loudspeaker and aplay."""
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: name)
    write(tmp_path, "proc/asound/cards", CARDS)
    write(tmp_path, "dev/snd/pcmC0D0p")
    write(tmp_path, "dev/snd/pcmC1D0p")
    return tmp_path


def tries(**answers: str) -> AttemptPlayback:
    """Devices that answer so; what aplay says of an error is one."""

    def attempt(way: tuple[str, ...]) -> PlaybackAttempt:
        device = {HDMI: "hdmi", USB: "usb"}.get(way[-1], "chosen")
        return PlaybackAttempt("error" not in answers[device], answers[device])

    return attempt


def told(pi: Path, attempt: AttemptPlayback) -> list[str]:
    return [str(each).partition(". ")[0] for each in examine_sound_output(pi, attempt)]


def test_each_card_is_tried_and_the_one_that_is_played_on_named(pi: Path) -> None:
    assert told(pi, tries(chosen=ON_HDMI, hdmi=ON_HDMI, usb=ON_USB)) == [
        "ok  sound vc4hdmi0: vc4-hdmi - vc4-hdmi-0, can be played on",
        "ok  sound Device: USB-Audio - USB Audio Device, can be played on",
        "ok  sound: played on USB-Audio - USB Audio Device",
    ]


def test_what_the_system_was_told_to_play_on_is_named(pi: Path) -> None:
    write(pi, ".asoundrc")
    assert (
        told(pi, tries(chosen=ON_HDMI, hdmi=ON_HDMI, usb=ON_USB))[-1]
        == "ok  sound: played on vc4-hdmi - vc4-hdmi-0"
    )
    found = told(pi, tries(chosen="Null PCM", hdmi=ON_HDMI, usb=ON_USB))
    assert found[-1] == "ok  sound: played on what the system chooses"


def test_a_card_that_is_listed_and_fails_is_told_and_another_one_played_on(pi: Path) -> None:
    found = list(examine_sound_output(pi, tries(chosen=ERROR_524, hdmi=ERROR_524, usb=ON_USB)))
    assert "cannot be played on (Unknown error 524)" in found[0].found
    assert found[0].absent
    assert found[-1].found == "played on USB-Audio - USB Audio Device"
    assert "raspi-config" in found[-1].advice
    assert not any(each.wrong for each in found)


def test_cards_that_all_fail_are_a_fault_that_says_what_to_buy(pi: Path) -> None:
    *_, found = examine_sound_output(
        pi, tries(chosen=ERROR_524, hdmi=ERROR_524, usb="aplay: \ufffd error: No such device")
    )
    assert found.wrong
    assert "USB loudspeaker" in found.advice


def test_a_card_that_is_in_use_is_no_fault(pi: Path) -> None:
    found = list(examine_sound_output(pi, tries(chosen=BUSY, hdmi=ERROR_524, usb=BUSY)))
    assert [each.wrong for each in found] == [False, False, False]
    assert found[1].found.endswith("in use just now")
    assert found[2].found == "in use by another program"


def test_no_card_says_that_a_loudspeaker_may_be_plugged_in_at_any_time(pi: Path) -> None:
    for listed in (*GARBAGE, b"--- no soundcards ---\n"):
        write(pi, "proc/asound/cards", listed)
        (found,) = examine_sound_output(pi, tries())
        assert found.absent
        assert "Plug in a USB loudspeaker" in found.advice


def test_a_sound_card_that_this_user_may_not_use_is_not_tried(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.start.doctor.system_info.device_group", lambda _device: "audio")
    (found,) = examine_sound_output(pi, tries(), lambda _device: False)
    assert found.wrong
    assert "usermod -aG audio" in found.advice


def test_without_a_program_that_plays_its_package_is_named(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    (found,) = examine_sound_output(pi, tries())
    assert found.wrong
    assert "alsa-utils" in found.advice


def test_on_a_desktop_its_own_sound_is_used(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/somewhere")
    *_, found = examine_sound_output(pi, lambda way: PlaybackAttempt(way[0] == "paplay", BUSY))
    assert found.found == "that of the desktop"


def test_a_device_is_tried_with_a_moment_of_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path, "aplay", f'#!/bin/sh\necho "$@" >{tmp_path}/asked\nprintf "\\377 error: so" >&2\nexit 1\n'
    )
    (tmp_path / "aplay").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    tried = attempt_playback(("aplay", "-q", "-D", USB))
    assert (tried.succeeded, tried.failure_reason, tried.card_number) == (False, "so", "")
    assert (tmp_path / "asked").read_text().startswith(f"-D {USB} -v ")
    (tmp_path / "aplay").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "No such file" in attempt_playback(("aplay", "-q")).failure_reason


class Player:
    def __init__(self, wrong: PlaybackFailed | None = None) -> None:
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
    monkeypatch.setattr(sound_doctor, "SystemSoundPlayer", lambda: player)
    monkeypatch.setattr(sound_doctor, "synthesise", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = examine_voice_heard(lambda _question: answer)
    assert (told.wrong, player.played) == (wrong, 1)
    assert words in str(told)


def test_a_voice_that_cannot_be_played_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_question: str) -> bool | None:
        raise AssertionError

    monkeypatch.setattr(
        sound_doctor, "SystemSoundPlayer", lambda: Player(PlaybackFailed("aplay cannot play"))
    )
    monkeypatch.setattr(sound_doctor, "synthesise", lambda *_said: 1.0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    (told,) = examine_voice_heard(never)
    assert told.wrong
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert list(examine_voice_heard(never)) == []
