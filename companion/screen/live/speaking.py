"""The table's voice in a window: sentences as they are made, and how it is with the sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.voice.narration import NarrationLine
from companion.voice.sound_player import SystemSoundPlayer
from companion.voice.speech import USUAL, SpeechProblem, SpeechQueue
from companion.voice.voice import SpeechLevel, texts_to_speak

CHECK = 5.0
"""Seconds after which a loudspeaker that was plugged in, or pulled out, is noticed while nothing is said."""


class Speaker:
    """Says what happens at the level that is set. `speech`: another voice than the system's, in tests."""

    def __init__(self, level: SpeechLevel = "short", speech: SpeechQueue | None = None) -> None:
        self.level = level
        self._model: AppState | None = None
        self._tell: Callable[[], None] = _nobody
        self._speech = speech or SpeechQueue(SystemSoundPlayer())
        self._speech.changed = self._changed
        self._checks: Any = None

    @property
    def silent(self) -> bool:
        """Whether nothing can be heard though somebody wants to hear it."""
        return self._speech.problem is not None and self.level != "off"

    def serve(self, model: AppState, tell: Callable[[], None]) -> None:
        """Speak the language of this model from now on. `tell` is called whenever `silent` may have changed."""
        self._model, self._tell = model, tell
        model.bind(lang=self._language)
        self._language()
        self._checks = Clock.schedule_interval(self._check, CHECK)

    def speak(self, lines: Sequence[NarrationLine], prompt: str) -> None:
        """Say these sentences; at level full also what is to be done now."""
        if self.level == "off":
            return
        self._speech.say_all(texts_to_speak(lines, self.level))
        if self.level == "full":
            self._speech.say(prompt, "prompt")

    def ask(self, what: str) -> None:
        """Say what is pointed at; what was pointed at before and waits to be said is not said any more."""
        if self.level != "off":
            self._speech.say(what, "pointed")

    def set(self, level: SpeechLevel, speed: int = USUAL) -> None:
        """Speak so much from now on, so many words a minute."""
        before = self.silent
        self.level = level
        self._speech.speed = speed
        if level == "off":
            self._speech.cancel_all()
        if self.silent != before:
            self._tell()

    def close(self) -> None:
        """Say no more."""
        if self._checks is not None:
            self._checks.cancel()
        self._speech.close()

    def _check(self, _elapsed: float) -> None:
        if self.level != "off":
            self._speech.check_sound()

    def _language(self, *_change: Any) -> None:
        if self._model is not None:
            self._speech.lang = self._model.lang
            self._speech.cancel_all()

    def _changed(self, _trouble: SpeechProblem | None) -> None:
        """On the worker's thread."""
        run_on_kivy_thread(self._tell)


def _nobody() -> None:
    """Told before anybody is served."""
