"""Voice and sound, on file systems as real machines have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.house_doctor import sound as sound_doctor
from companion.start.house_doctor.sound import Attempt, Tried, attempt, sound, speech, voice_heard
from companion.voice.player import NoSound
from tests.start.house_doctor import GARBAGE, write


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


def tries(**answers: str) -> Attempt:
    """Devices that answer so; what aplay says of an error is one."""

    def attempt(way: tuple[str, ...]) -> Tried:
        device = {HDMI: "hdmi", USB: "usb"}.get(way[-1], "chosen")
        return Tried("error" not in answers[device], answers[device])

    return attempt


def told(pi: Path, attempt: Attempt) -> list[str]:
    return [str(each).partition(". ")[0] for each in sound(pi, attempt)]


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
    found = list(sound(pi, tries(chosen=ERROR_524, hdmi=ERROR_524, usb=ON_USB)))
    assert "cannot be played on (Unknown error 524)" in found[0].found
    assert found[0].absent
    assert found[-1].found == "played on USB-Audio - USB Audio Device"
    assert "raspi-config" in found[-1].advice
    assert not any(each.wrong for each in found)


def test_cards_that_all_fail_are_a_fault_that_says_what_to_buy(pi: Path) -> None:
    *_, found = sound(pi, tries(chosen=ERROR_524, hdmi=ERROR_524, usb="aplay: \ufffd error: No such device"))
    assert found.wrong
    assert "USB loudspeaker" in found.advice


def test_a_card_that_is_in_use_is_no_fault(pi: Path) -> None:
    found = list(sound(pi, tries(chosen=BUSY, hdmi=ERROR_524, usb=BUSY)))
    assert [each.wrong for each in found] == [False, False, False]
    assert found[1].found.endswith("in use just now")
    assert found[2].found == "in use by another program"


def test_no_card_says_that_a_loudspeaker_may_be_plugged_in_at_any_time(pi: Path) -> None:
    for listed in (*GARBAGE, b"--- no soundcards ---\n"):
        write(pi, "proc/asound/cards", listed)
        (found,) = sound(pi, tries())
        assert found.absent
        assert "Plug in a USB loudspeaker" in found.advice


def test_a_sound_card_that_this_user_may_not_use_is_not_tried(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.start.house_doctor.files.group", lambda _device: "audio")
    (found,) = sound(pi, tries(), lambda _device: False)
    assert found.wrong
    assert "usermod -aG audio" in found.advice


def test_without_a_program_that_plays_its_package_is_named(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    (found,) = sound(pi, tries())
    assert found.wrong
    assert "alsa-utils" in found.advice


def test_on_a_desktop_its_own_sound_is_used(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/somewhere")
    *_, found = sound(pi, lambda way: Tried(way[0] == "paplay", BUSY))
    assert found.found == "that of the desktop"


def test_a_device_is_tried_with_a_moment_of_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path, "aplay", f'#!/bin/sh\necho "$@" >{tmp_path}/asked\nprintf "\\377 error: so" >&2\nexit 1\n'
    )
    (tmp_path / "aplay").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    tried = attempt(("aplay", "-q", "-D", USB))
    assert (tried.well, tried.error, tried.card) == (False, "so", "")
    assert (tmp_path / "asked").read_text().startswith(f"-D {USB} -v ")
    (tmp_path / "aplay").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "No such file" in attempt(("aplay", "-q")).error


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
