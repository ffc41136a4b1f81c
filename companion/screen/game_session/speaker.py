"""The table's voice in a window: it speaks sentences, and knows whether there is sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.voice.narration import NarrationLine, SpeechLevel, texts_to_speak
from companion.voice.sound_player import SystemSoundPlayer
from companion.voice.speech import USUAL, SpeechProblem, SpeechQueue

CHECK_SECONDS = 5.0
"""Seconds after which a loudspeaker that was plugged in or out is noticed while nothing is spoken."""


class Speaker:
    """Speaks what happens at the level that is set.

    `speech`: another voice than the system's, in tests.
    """

    def __init__(self, level: SpeechLevel = "short", speech: SpeechQueue | None = None) -> None:
        self.level = level
        self._app_state: AppState | None = None
        self._on_silent_change: Callable[[], None] = _ignore
        self._speech = speech or SpeechQueue(SystemSoundPlayer())
        self._speech.changed = self._on_trouble_change
        self._checks: Any = None

    @property
    def has_sound_problem(self) -> bool:
        """Whether nothing can be heard though somebody wants to hear it."""
        return self._speech.problem is not None and self.level != "off"

    def follow_language_of(self, app_state: AppState, tell: Callable[[], None]) -> None:
        """Speak the language of this app state from now on.

        `tell` is called whenever `has_sound_problem` may have changed.
        """
        self._app_state, self._on_silent_change = app_state, tell
        app_state.bind(lang=self._on_language)
        self._on_language()
        self._checks = Clock.schedule_interval(self._check, CHECK_SECONDS)

    def speak_events(self, lines: Sequence[NarrationLine], prompt: str) -> None:
        """Speak these sentences; at level full also what is to be done now."""
        if self.level == "off":
            return
        self._speech.say_all(texts_to_speak(lines, self.level))
        if self.level == "full":
            self._speech.say(prompt, "prompt")

    def speak_pointed(self, what: str) -> None:
        """Speak what is pointed at; an earlier one that still waits is dropped."""
        if self.level != "off":
            self._speech.say(what, "pointed")

    def set_speech_level(self, level: SpeechLevel, speed: int = USUAL) -> None:
        """Set how much is spoken from now on, and how many words a minute."""
        before = self.has_sound_problem
        self.level = level
        self._speech.speed = speed
        if level == "off":
            self._speech.cancel_all()
        if self.has_sound_problem != before:
            self._on_silent_change()

    def close(self) -> None:
        """Stop speaking for good."""
        if self._checks is not None:
            self._checks.cancel()
        self._speech.close()

    def _check(self, _elapsed: float) -> None:
        if self.level != "off":
            self._speech.check_sound()

    def _on_language(self, *_change: Any) -> None:
        if self._app_state is not None:
            self._speech.lang = self._app_state.lang
            self._speech.cancel_all()

    def _on_trouble_change(self, _trouble: SpeechProblem | None) -> None:
        """Called on the worker's thread."""
        run_on_kivy_thread(self._on_silent_change)


def _ignore() -> None:
    """Stands in before an app state is attached."""


def speak_nothing(lines: Sequence[NarrationLine], prompt: str) -> None:
    """Stands in for `speak` where there is no voice."""


def ask_nothing(what: str) -> None:
    """Stands in for `ask` where there is no voice."""
