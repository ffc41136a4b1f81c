"""Speech: real sounds by espeak-ng, never in anybody's way, silent and said once when something is missing."""

from __future__ import annotations

import wave
from pathlib import Path
from threading import Event, current_thread

import pytest

from companion.voice import speech
from companion.voice.language import LANGUAGES
from companion.voice.speech import (
    FASTEST,
    SLOWEST,
    USUAL,
    WAITING,
    NoSound,
    ProgramPlayer,
    Speech,
    Trouble,
    make,
    spoken,
)
from tests.voice.evenings import voice

PATIENCE = 20.0
"""Seconds until a test gives up; none takes anything like it."""


class Ear:
    """A player that notes what it is given, and can hold its breath."""

    def __init__(self, breaks: BaseException | None = None) -> None:
        self.heard: list[float] = []
        self.threads: set[str] = set()
        self.began = Event()
        self.go_on = Event()
        self.done = Event()
        self.expected = 1
        self._breaks = breaks

    def play(self, sound: Path, seconds: float) -> None:
        assert sound.stat().st_size > 1000
        self.threads.add(current_thread().name)
        self.began.set()
        assert self.go_on.wait(PATIENCE)
        if self._breaks is not None:
            raise self._breaks
        self.heard.append(seconds)
        if len(self.heard) >= self.expected:
            self.done.set()

    def stop(self) -> None:
        self.go_on.set()


class Told:
    """Notes what trouble is told."""

    def __init__(self) -> None:
        self.troubles: list[Trouble] = []
        self.told = Event()

    def __call__(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)
        self.told.set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_espeak_makes_a_sound_in_every_language(lang: str, tmp_path: Path) -> None:
    text = voice("louis-xiv", lang).words.gettext("Shuffle all influence cards")
    sound = tmp_path / "said.wav"
    seconds = make(text, lang, USUAL, sound)
    with wave.open(str(sound)) as made:
        assert made.getnframes() / made.getframerate() == seconds
    assert 0.8 < seconds < 8


def test_faster_is_shorter_and_speeds_have_bounds(tmp_path: Path) -> None:
    text, sound = "The king leaves Colbert. Turn Colbert over.", tmp_path / "said.wav"
    slow, usual, fast = (make(text, "en", speed, sound) for speed in (SLOWEST, USUAL, FASTEST))
    assert slow > usual > fast
    assert make(text, "en", 10_000, sound) == fast
    assert make(text, "en", -5, sound) == slow


def test_a_sentence_that_looks_like_an_option_is_only_said(tmp_path: Path) -> None:
    assert make("--help -w x", "en", USUAL, tmp_path / "said.wav") > 0.3


HALVES = {"en": "9 and a half", "cs": "9 a půl", "nl": "9 en een half", "de": "9 einhalb"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_halves_are_said_in_the_language_of_the_table(lang: str, tmp_path: Path) -> None:
    assert spoken("Anna 9½, Bert 12.", lang) == f"Anna {HALVES[lang]}, Bert 12."
    sound = tmp_path / "said.wav"
    assert make("9½", lang, USUAL, sound) == make(HALVES[lang], lang, USUAL, sound)


def test_sentences_are_heard_one_after_another_by_the_worker() -> None:
    ear = Ear()
    ear.expected = 3
    ear.go_on.set()
    speaking = Speech(ear)
    speaking.say_all(["One.", "Two, two.", "Three, three, three."])
    assert ear.done.wait(PATIENCE)
    speaking.close()
    assert ear.heard == sorted(ear.heard)
    assert ear.threads == {"speech"}


def test_a_slow_player_keeps_nobody_waiting_and_the_queue_is_bounded() -> None:
    ear = Ear()
    speaking = Speech(ear)
    speaking.say("This one takes for ever.")
    assert ear.began.wait(PATIENCE)
    for number in range(10 * WAITING):
        speaking.say(f"Sentence {number}.")
    assert speaking.waiting == tuple(f"Sentence {number}." for number in range(9 * WAITING, 10 * WAITING))
    speaking.close()


def test_what_is_no_longer_true_is_displaced_by_topic() -> None:
    ear = Ear()
    speaking = Speech(ear)
    speaking.say("First.")
    assert ear.began.wait(PATIENCE)
    speaking.say("Anna: play a card.", topic="prompt")
    speaking.say("Anna plays a joker.")
    speaking.say("Bert: play a card.", topic="prompt")
    assert [*speaking.waiting] == ["Anna plays a joker.", "Bert: play a card."]
    speaking.hush()
    assert [*speaking.waiting] == []
    speaking.close()


@pytest.mark.parametrize("wrong", [NoSound("no device"), RuntimeError("a driver's own")])
def test_a_broken_player_mutes_the_voice_and_is_told_once(wrong: Exception) -> None:
    ear, told = Ear(breaks=wrong), Told()
    ear.go_on.set()
    speaking = Speech(ear, told)
    speaking.say("One.")
    assert told.told.wait(PATIENCE)
    speaking.say("Two.")
    speaking.close()
    assert speaking.mute
    assert speaking.waiting == ()
    assert told.troubles == ["no-sound"]


def test_without_a_player_it_is_silent() -> None:
    told = Told()
    speaking = Speech(None, told)
    speaking.say("One.")
    assert told.told.wait(PATIENCE)
    speaking.close()
    assert told.troubles == ["no-sound"]


def test_without_espeak_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    told = Told()
    speaking = Speech(Ear(), told)
    speaking.say("One.")
    assert told.told.wait(PATIENCE)
    speaking.close()
    assert told.troubles == ["no-espeak"]


def test_after_closing_nothing_is_said() -> None:
    ear = Ear()
    speaking = Speech(ear)
    speaking.close()
    speaking.say("One.")
    assert speaking.waiting == ()
    assert not ear.began.is_set()


def _program(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "aplay"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_in_the_terminal_a_program_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, monkeypatch, f'echo "$@" > {tmp_path}/asked')
    player = speech.program_player()
    assert player is not None
    player.play(tmp_path / "said.wav", 0.1)
    player.stop()
    assert (tmp_path / "asked").read_text() == f"-q {tmp_path}/said.wav\n"


def test_a_program_without_a_sound_device_is_no_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path, monkeypatch, "exit 1")
    with pytest.raises(NoSound):
        ProgramPlayer(("aplay", "-q")).play(tmp_path / "said.wav", 0.1)


def test_a_system_without_any_has_no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert speech.program_player() is None
