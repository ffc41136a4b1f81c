"""Sounds played by the system's programs: which one, on which device, and what is told when none can."""

from __future__ import annotations

import shutil
import wave
from pathlib import Path
from threading import Thread

import pytest

from companion.voice import sound_player
from companion.voice.sound_player import (
    SILENCE_S,
    PlaybackFailed,
    SystemSoundPlayer,
    has_sound_server,
    play_commands,
    sound_cards,
    sound_devices_state,
    write_silence,
)

CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Webcam         ]: USB-Audio - Webcam
                      A webcam, which only listens
 2 [Device         ]: USB-Audio - USB Audio Device
                      USB Audio Device at usb-xhci-hcd.0-1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A computer with HDMI, a webcam that only listens, and a USB loudspeaker."""
    (tmp_path / "proc/asound").mkdir(parents=True)
    (tmp_path / "proc/asound/cards").write_text(CARDS)
    (tmp_path / "dev/snd").mkdir(parents=True)
    for node in ("controlC0", "pcmC0D0p", "pcmC1D0c", "pcmC2D0p"):
        (tmp_path / "dev/snd" / node).touch()
    return tmp_path


@pytest.fixture
def bin_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a system's own programs lie, none yet, in a session without a sound server."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sh").symlink_to(shutil.which("sh") or "/bin/sh")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return folder


def program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def test_cards_that_only_listen_are_no_loudspeakers(root: Path) -> None:
    assert [(card.number, card.id) for card in sound_cards(root)] == [(0, "vc4hdmi0"), (2, "Device")]


@pytest.mark.parametrize(
    "listed", [b"", b"--- no soundcards ---\n", b"\xff\x00[[[]]:", b"9" * 100_000 + b" [x]: y"]
)
def test_what_lists_no_card_is_no_card(listed: bytes, root: Path) -> None:
    (root / "proc/asound/cards").write_bytes(listed)
    assert sound_cards(root) == ()
    assert sound_cards(root / "nowhere") == ()


HDMI, USB = ("-D", "sysdefault:CARD=vc4hdmi0"), ("-D", "sysdefault:CARD=Device")


def test_a_usb_loudspeaker_comes_first_then_the_systems_choice_then_each_other_card(
    root: Path, bin_: Path
) -> None:
    assert play_commands(root) == ()
    program(bin_, "aplay", "")
    program(bin_, "paplay", "")
    assert [command[2:] for command in play_commands(root)] == [USB, (), HDMI]


@pytest.mark.parametrize("choice", [".asoundrc", "etc/asound.conf"])
def test_where_somebody_chose_that_comes_first(choice: str, root: Path, bin_: Path) -> None:
    program(bin_, "aplay", "")
    (root / choice).parent.mkdir(exist_ok=True)
    (root / choice).touch()
    assert [command[2:] for command in play_commands(root)] == [(), HDMI, USB]


def test_on_a_desktop_its_sound_server_comes_first(
    root: Path, bin_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bin_, "aplay", "")
    program(bin_, "paplay", "")
    monkeypatch.setenv("PULSE_SERVER", "unix:/somewhere")
    assert play_commands(root)[0] == ("paplay",)


def test_a_session_has_a_sound_server_where_its_socket_is(tmp_path: Path) -> None:
    session = {"XDG_RUNTIME_DIR": str(tmp_path)}
    assert not has_sound_server(session)
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse/native").touch()
    assert has_sound_server(session)
    assert not has_sound_server({})


def test_a_sound_is_played_once_by_the_first_that_can(root: Path, bin_: Path) -> None:
    program(bin_, "aplay", f'echo "$@" >>{root}/asked; case "$*" in *vc4hdmi0*) exit 0;; esac; exit 1')
    SystemSoundPlayer(root).play(root / "said.wav", 0.1)
    assert (root / "asked").read_text().splitlines() == [
        f"-q -D sysdefault:CARD=Device {root}/said.wav",
        f"-q {root}/said.wav",
        f"-q -D sysdefault:CARD=vc4hdmi0 {root}/said.wav",
    ]


def test_a_loudspeaker_that_comes_is_played_on_and_one_that_goes_is_missed(root: Path, bin_: Path) -> None:
    program(bin_, "aplay", f'test -e {root}/dev/snd/pcmC2D0p && case "$*" in *Device*) exit 0;; esac; exit 1')
    plays = SystemSoundPlayer(root)
    plays.play(root / "said.wav", 0.1)
    (root / "dev/snd/pcmC2D0p").unlink()
    with pytest.raises(PlaybackFailed):
        plays.play(root / "said.wav", 0.1)
    (root / "dev/snd/pcmC2D0p").touch()
    plays.play(root / "said.wav", 0.1)


def test_without_a_program_there_is_no_sound(root: Path, bin_: Path) -> None:
    assert not (bin_ / "aplay").exists()
    with pytest.raises(PlaybackFailed):
        SystemSoundPlayer(root).play(root / "said.wav", 0.1)


def test_a_program_that_is_stopped_was_heard_and_no_other_begins(root: Path, bin_: Path) -> None:
    said = f"{root}/asked"
    another_ends_at_once = f"test -e {said} && echo again >>{said} && exit"
    program(bin_, "aplay", f"{another_ends_at_once}\necho begun >>{said}\nwhile :; do :; done")
    plays, wrong = SystemSoundPlayer(root), list[PlaybackFailed]()

    def play() -> None:
        try:
            plays.play(root / "said.wav", 60)
        except PlaybackFailed as silent:
            wrong.append(silent)

    worker = Thread(target=play)
    worker.start()
    while not (root / "asked").exists() or not (root / "asked").read_text():
        worker.join(0.01)
    for _ in range(2000):  # its number may not be known yet though it runs
        plays.stop()
        worker.join(0.01)
        if not worker.is_alive():
            break
    assert (worker.is_alive(), wrong, (root / "asked").read_text()) == (False, [], "begun\n")
    plays.stop()


def test_a_program_that_hangs_is_given_up_and_no_other_is_tried(
    root: Path, bin_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_player, "PLAY_TIMEOUT_MARGIN_S", 0.5)
    program(bin_, "aplay", f"echo begun >>{root}/asked\nwhile :; do :; done")
    with pytest.raises(PlaybackFailed, match="does not come to an end"):
        SystemSoundPlayer(root).play(root / "said.wav", 0.0)
    assert (root / "asked").read_text() == "begun\n"


def test_a_program_that_breaks_down_was_not_heard(root: Path, bin_: Path) -> None:
    program(bin_, "aplay", "kill -SEGV $$")
    with pytest.raises(PlaybackFailed):
        SystemSoundPlayer(root).play(root / "said.wav", 0.1)


def test_devices_are_others_when_one_comes_or_goes_or_its_owner_changes(root: Path) -> None:
    before = sound_devices_state(root)
    assert sound_devices_state(root) == before
    node = root / "dev/snd/pcmC3D0p"
    node.touch()
    came = sound_devices_state(root)
    assert came != before
    while node.stat().st_ctime_ns == dict(came)[node.name]:  # the file system's clock is a coarse one
        node.chmod(0o600)
    assert sound_devices_state(root) not in (came, before)
    node.unlink()
    assert sound_devices_state(root) == before
    assert sound_devices_state(root / "nowhere") == ()


def test_silence_is_a_sound_of_a_moment(tmp_path: Path) -> None:
    assert write_silence(tmp_path / "said.wav") == SILENCE_S
    with wave.open(str(tmp_path / "said.wav")) as made:
        assert made.getnframes() / made.getframerate() == pytest.approx(SILENCE_S)
        assert not any(made.readframes(made.getnframes()))
