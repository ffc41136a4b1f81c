"""Speech: real sounds by espeak-ng, never in anybody's way. Lost sound is told once, and so is sound that is back."""

from __future__ import annotations

import errno
import wave
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Semaphore, current_thread

import pytest

from companion.voice.language import languages
from companion.voice.sound_player import SILENCE_S, PlaybackFailed, SoundDevicesState
from companion.voice.speech import (
    FASTEST,
    MAX_QUEUED_SENTENCES,
    RETRY_AFTER_S,
    SLOWEST,
    USUAL,
    SpeechProblem,
    SpeechQueue,
    synthesise,
    to_speakable_text,
)
from tests.voice.evenings import voice

PATIENCE = 20.0
"""Seconds until a test gives up; none takes anything like it."""


class Ear:
    """A player that notes what it is given, and can hold its breath."""

    def __init__(self) -> None:
        self.heard: list[float] = []
        self.threads: set[str] = set()
        self.began = Event()
        self.go_on = Event()
        self.done = Event()
        self.expected = 1

    def play(self, sound: Path, seconds: float) -> None:
        assert sound.stat().st_size > 1000
        self.threads.add(current_thread().name)
        self.began.set()
        assert self.go_on.wait(PATIENCE)
        self.heard.append(seconds)
        if len(self.heard) >= self.expected:
            self.done.set()

    def stop(self) -> None:
        self.go_on.set()


class Room:
    """A voice among sound devices that come and go, by a clock that stands still."""

    def __init__(self) -> None:
        self.now = 0.0
        self.devices: SoundDevicesState = ()
        self.meanwhile: SoundDevicesState | None = None
        self.wrong: Exception | None = None
        self.tried = 0
        self.said: list[float] = []
        self.told: list[SpeechProblem | None] = []
        self._over = Semaphore(0)
        self._is_told = Semaphore(0)
        self.voice = SpeechQueue(self, clock=lambda: self.now, look=lambda: self.devices)
        self.voice.changed = self._changed

    def play(self, sound: Path, seconds: float) -> None:
        self.tried += 1
        self.devices = self.devices if self.meanwhile is None else self.meanwhile
        try:
            if self.wrong is not None:
                raise self.wrong
            self.said.append(seconds)
        finally:
            self._over.release()

    def stop(self) -> None:
        """Nothing here lasts."""

    def _changed(self, trouble: SpeechProblem | None) -> None:
        self.told.append(trouble)
        self._is_told.release()

    def wait_tried(self) -> None:
        assert self._over.acquire(timeout=PATIENCE)

    def wait_told(self) -> None:
        assert self._is_told.acquire(timeout=PATIENCE)


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    yield made
    made.voice.close()


@pytest.mark.parametrize("lang", languages())
def test_espeak_makes_a_sound_in_every_language(lang: str, tmp_path: Path) -> None:
    text = voice("louis-xiv", lang).translator.gettext("Shuffle all influence cards")
    sound = tmp_path / "said.wav"
    seconds = synthesise(text, lang, USUAL, sound)
    with wave.open(str(sound)) as made:
        assert made.getnframes() / made.getframerate() == seconds
    assert 0.8 < seconds < 8


def test_faster_is_shorter_and_speeds_have_bounds(tmp_path: Path) -> None:
    text, sound = "The king leaves Colbert. Turn Colbert over.", tmp_path / "said.wav"
    slow, usual, fast = (synthesise(text, "en", speed, sound) for speed in (SLOWEST, USUAL, FASTEST))
    assert slow > usual > fast
    assert synthesise(text, "en", 10_000, sound) == fast
    assert synthesise(text, "en", -5, sound) == slow


def test_a_sentence_that_looks_like_an_option_is_only_said(tmp_path: Path) -> None:
    assert synthesise("--help -w x", "en", USUAL, tmp_path / "said.wav") > 0.3


HALVES = {"en": "9 and a half", "cs": "9 a půl", "nl": "9 en een half", "de": "9 einhalb"}


@pytest.mark.parametrize("lang", HALVES)
def test_halves_are_said_in_the_language_of_the_table(lang: str, tmp_path: Path) -> None:
    assert to_speakable_text("Anna 9½, Bert 12.", lang) == f"Anna {HALVES[lang]}, Bert 12."
    sound = tmp_path / "said.wav"
    assert synthesise("9½", lang, USUAL, sound) == synthesise(HALVES[lang], lang, USUAL, sound)


def test_sentences_are_heard_one_after_another_by_the_worker() -> None:
    ear = Ear()
    ear.expected = 3
    ear.go_on.set()
    speaking = SpeechQueue(ear)
    speaking.say_all(["One.", "Two, two.", "Three, three, three."])
    assert ear.done.wait(PATIENCE)
    speaking.close()
    assert ear.heard == sorted(ear.heard)
    assert ear.threads == {"speech"}


def test_a_slow_player_keeps_nobody_waiting_and_the_queue_is_bounded() -> None:
    ear = Ear()
    speaking = SpeechQueue(ear)
    speaking.say("This one takes for ever.")
    assert ear.began.wait(PATIENCE)
    for number in range(10 * MAX_QUEUED_SENTENCES):
        speaking.say(f"Sentence {number}.")
    assert speaking.queued_texts == tuple(
        f"Sentence {number}." for number in range(9 * MAX_QUEUED_SENTENCES, 10 * MAX_QUEUED_SENTENCES)
    )
    speaking.close()


def test_what_is_no_longer_true_is_displaced_by_topic() -> None:
    ear = Ear()
    speaking = SpeechQueue(ear)
    speaking.say("First.")
    assert ear.began.wait(PATIENCE)
    speaking.say("Anna: play a card.", topic="prompt")
    speaking.say("Anna plays a joker.")
    speaking.say("Bert: play a card.", topic="prompt")
    assert [*speaking.queued_texts] == ["Anna plays a joker.", "Bert: play a card."]
    speaking.cancel_all()
    assert [*speaking.queued_texts] == []
    speaking.close()


@pytest.mark.parametrize("wrong", [PlaybackFailed("no device"), RuntimeError("a driver's own")])
def test_lost_sound_is_told_once_and_what_waits_is_forgotten(wrong: Exception, room: Room) -> None:
    room.wrong = wrong
    room.voice.say("One.")
    room.wait_told()
    room.voice.say("Two.")
    assert (room.voice.problem, room.voice.queued_texts, room.tried) == ("no-sound", (), 1)
    room.now += RETRY_AFTER_S
    room.voice.say("Three.")
    room.wait_tried()
    room.voice.close()
    assert room.told == ["no-sound"]


def test_a_sentence_now_and_then_tries_again_and_sound_that_is_back_is_told_once(room: Room) -> None:
    room.wrong = PlaybackFailed("busy")
    room.voice.say("One.")
    room.wait_told()
    room.wrong = None
    room.now += RETRY_AFTER_S - 1
    room.voice.say("Two.")
    assert room.voice.queued_texts == ()
    room.now += 1
    room.voice.say_all(["Three.", "Four."])
    room.wait_told()
    room.voice.close()
    assert room.told == ["no-sound", None]
    assert room.tried <= 3


def test_a_sentence_tries_again_at_once_when_a_device_came(room: Room) -> None:
    room.wrong = PlaybackFailed("none")
    room.voice.say("One.")
    room.wait_told()
    room.wrong, room.devices = None, (("pcmC0D0p", 1),)
    room.voice.say("Two.")
    room.wait_told()
    assert room.told == ["no-sound", None]
    assert len(room.said) == 1  # what could not be said is not said later


def test_a_device_that_comes_or_goes_is_noticed_in_silence_while_nothing_is_said(room: Room) -> None:
    room.wrong = PlaybackFailed("none")
    room.voice.check_sound()
    room.wait_told()
    for _ in range(10):
        room.now += RETRY_AFTER_S
        room.voice.check_sound()  # the devices are the same: nothing is tried
    assert (room.tried, room.voice.queued_texts) == (1, ())
    room.wrong, room.devices = None, (("pcmC0D0p", 1),)
    room.voice.check_sound()
    room.wait_told()
    assert room.said == [SILENCE_S]
    room.wrong, room.devices = PlaybackFailed("gone"), ()
    room.voice.check_sound()
    room.wait_told()
    assert room.told == ["no-sound", None, "no-sound"]


def test_one_that_comes_while_it_is_tried_and_goes_again_is_noticed(room: Room) -> None:
    room.wrong = PlaybackFailed("none")
    room.voice.check_sound()
    room.wait_told()
    room.now += RETRY_AFTER_S
    room.meanwhile, room.wrong = (("pcmC0D0p", 1),), None
    room.voice.say("Heard.")
    room.wait_told()
    room.meanwhile, room.devices, room.wrong = None, (), PlaybackFailed("gone")
    room.voice.check_sound()
    room.wait_told()
    assert room.told == ["no-sound", None, "no-sound"]


def test_a_device_that_somebody_else_may_use_now_is_tried_again(room: Room) -> None:
    room.devices, room.wrong = (("pcmC0D0p", 1),), PlaybackFailed("not permitted")
    room.voice.check_sound()
    room.wait_told()
    room.devices, room.wrong = (("pcmC0D0p", 2),), None
    room.voice.check_sound()
    room.wait_told()
    assert room.told == ["no-sound", None]


def test_a_mute_voice_forgets_what_it_is_told_without_trying_each_time(room: Room) -> None:
    room.wrong = PlaybackFailed("none")
    room.voice.say("One.")
    room.wait_told()
    for number in range(1000):
        room.voice.say(f"Sentence {number}.")
    room.voice.close()
    assert (room.tried, room.told) == (1, ["no-sound"])


def test_without_espeak_it_is_silent_until_a_sentence_can_be_made(
    monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    with monkeypatch.context() as without:
        without.setenv("PATH", "/nowhere")
        room.voice.say("One.")
        room.wait_told()
        room.devices = (("pcmC0D0p", 1),)
        room.voice.check_sound()  # silence needs no espeak, and would prove nothing
        assert (room.voice.queued_texts, room.tried) == ((), 0)
    room.now += RETRY_AFTER_S
    room.voice.say("Two.")
    room.wait_told()
    assert room.told == ["no-espeak", None]


def test_what_became_untrue_while_its_sound_was_made_is_not_heard(
    monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    hushed = Event()

    def hush(*_said: object) -> float:
        room.voice.cancel_all()
        hushed.set()
        return 1.0

    monkeypatch.setattr("companion.voice.speech.synthesise", hush)
    room.voice.say("Untrue.")
    assert hushed.wait(PATIENCE)
    room.voice.close()
    assert (room.tried, room.told) == (0, [])


def test_a_disk_without_room_for_a_sound_mutes_the_voice_and_no_more(
    monkeypatch: pytest.MonkeyPatch, room: Room
) -> None:
    with monkeypatch.context() as full:
        full.setattr("companion.voice.speech.TemporaryDirectory", _no_room)
        room.voice.say("One.")
        room.wait_told()
    room.now += RETRY_AFTER_S
    room.voice.say("Two.")
    room.wait_told()
    assert room.told == ["no-sound", None]


def _no_room(prefix: str) -> None:
    raise OSError(errno.ENOSPC, prefix)


def test_after_closing_nothing_is_said() -> None:
    ear = Ear()
    speaking = SpeechQueue(ear)
    speaking.close()
    speaking.say("One.")
    assert speaking.queued_texts == ()
    assert not ear.began.is_set()
