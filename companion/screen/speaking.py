"""The table's voice in a window: sentences as they are made, heard through Kivy's own sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from companion.screen.model import Model, on_screen
from companion.voice.say import Level, aloud
from companion.voice.speech import USUAL, NoSound, Speech, Trouble
from companion.voice.told import Line

LONGER = 5.0
"""Seconds a sound may take beyond its length before nobody waits for it any more."""


class WindowPlayer:
    """Plays by Kivy, whose sound belongs to the thread of its window."""

    def __init__(self) -> None:
        self._sound: Any = None
        self._over = Event()
        self._deaf = False

    def play(self, sound: Path, seconds: float) -> None:
        """See `companion.voice.speech.Player`."""
        self._over.clear()
        on_screen(lambda: self._begin(str(sound)))
        self._over.wait(seconds + LONGER)
        if self._deaf:
            raise NoSound("there is no sound device: the sentences are on the screen")

    def stop(self) -> None:
        """See `companion.voice.speech.Player`."""
        on_screen(self._end)
        self._over.set()

    def _begin(self, sound: str) -> None:
        from kivy.core.audio import SoundLoader  # only now: opening the sound device takes a while

        self._sound = SoundLoader.load(sound)
        if self._sound is None or not self._sound.length:
            self._deaf = True
            self._over.set()
            return
        self._sound.bind(on_stop=lambda _sound: self._over.set())
        self._sound.play()

    def _end(self) -> None:
        if self._sound is not None:
            self._sound.stop()
            self._sound.unload()
            self._sound = None


class Speaker:
    """Says what happens at the level that is set. When it falls silent the first page says so, once."""

    def __init__(self, level: Level = "short") -> None:
        self.level = level
        self.silent = False
        self._model: Model | None = None
        self._tell: Callable[[], None] = _nobody
        self._speech = Speech(WindowPlayer(), self._fell_silent)

    def serve(self, model: Model, tell: Callable[[], None]) -> None:
        """Speak the language of this model from now on. `tell` is called once, when nothing can be heard."""
        self._model, self._tell = model, tell
        model.bind(lang=self._language)
        self._language()

    def speak(self, lines: Sequence[Line], prompt: str) -> None:
        """Say these sentences; at level full also what is to be done now."""
        if self.level == "off":
            return
        self._speech.say_all(aloud(lines, self.level))
        if self.level == "full":
            self._speech.say(prompt, "prompt")

    def ask(self, what: str) -> None:
        """Say what is pointed at; what was pointed at before and waits to be said is not said any more."""
        if self.level != "off":
            self._speech.say(what, "pointed")

    def set(self, level: Level, speed: int = USUAL) -> None:
        """Speak so much from now on, so many words a minute."""
        self.level = level
        self._speech.speed = speed
        if level == "off":
            self._speech.hush()

    def close(self) -> None:
        """Say no more."""
        self._speech.close()

    def _language(self, *_change: Any) -> None:
        if self._model is not None:
            self._speech.lang = self._model.lang
            self._speech.hush()

    def _fell_silent(self, _why: Trouble) -> None:
        """On the worker's thread."""
        self.silent = True
        on_screen(self._tell)


def _nobody() -> None:
    """Told before anybody is served."""
