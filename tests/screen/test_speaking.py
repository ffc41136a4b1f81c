"""The voice in a window: heard through Kivy, silent without harm where there is no sound."""

from __future__ import annotations

import wave
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.screen.speaking import Speaker, WindowPlayer
from companion.voice.speech import NoSound
from companion.voice.told import Line
from tests.screen.conftest import Sit
from tests.screen.driver import Driver
from tests.screen.stage import Alone


class Sound:
    """A sound of Kivy's."""

    def __init__(self, length: float) -> None:
        self.length = length
        self.played = 0
        self.over: Any = None

    def bind(self, on_stop: Any) -> None:
        self.over = on_stop

    def play(self) -> None:
        self.played += 1

    def stop(self) -> None:
        """Nothing is heard any more."""

    def unload(self) -> None:
        """Its device is given back."""


@pytest.fixture
def person(sit: Sit) -> Driver:
    from companion.screen.drawn import Drawn

    return sit(Alone(Drawn))


@pytest.fixture
def said(tmp_path: Path) -> Path:
    """A sentence as espeak-ng leaves it."""
    path = tmp_path / "said.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"\0\0" * 800)
    return path


def played(monkeypatch: pytest.MonkeyPatch, person: Driver, said: Path, sound: Sound | None) -> list[str]:
    """Play on a thread of its own, as the voice does; what went wrong."""
    from kivy.core.audio import SoundLoader

    monkeypatch.setattr(SoundLoader, "load", lambda _name: sound)
    wrong: list[str] = []

    def play() -> None:
        try:
            WindowPlayer().play(said, 0.1)
        except NoSound as silent:
            wrong.append(str(silent))

    worker = Thread(target=play)
    worker.start()
    if sound is not None and sound.length:
        person.until(lambda: bool(sound.played), 100_000)
        sound.over(sound)
    person.until(lambda: not worker.is_alive(), 1_000_000)
    return wrong


def test_a_sentence_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, person: Driver, said: Path) -> None:
    sound = Sound(0.1)
    assert played(monkeypatch, person, said, sound) == []
    assert sound.played == 1


@pytest.mark.parametrize("sound", [None, Sound(0)])
def test_without_a_sound_device_it_is_told_and_nothing_waits(
    monkeypatch: pytest.MonkeyPatch, person: Driver, said: Path, sound: Sound | None
) -> None:
    (wrong,) = played(monkeypatch, person, said, sound)
    assert "no sound device" in wrong


def test_the_level_decides_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    speaker = Speaker("short")
    monkeypatch.setattr(speaker._speech, "say", lambda text, topic="": said.append(text))
    lines = (Line("short"), Line("long", short=False))
    speaker.speak(lines, "prompt")
    assert said == ["short"]
    speaker.set("full")
    speaker.speak(lines, "prompt")
    assert said == ["short", "short", "long", "prompt"]
    speaker.set("off")
    speaker.speak(lines, "prompt")
    speaker.ask("take?")
    assert len(said) == 4
    speaker.close()


def test_what_is_pointed_at_is_said_in_place_of_what_was_pointed_at_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[str, str]] = []
    speaker = Speaker("short")
    monkeypatch.setattr(speaker._speech, "say", lambda text, topic="": said.append((text, topic)))
    speaker.ask("take?")
    speaker.ask("four?")
    assert said == [("take?", "pointed"), ("four?", "pointed")]
    speaker.close()
