"""From sentences to speech: espeak-ng makes a sound, a player plays it, nobody waits for either.

One worker speaks one sentence after another. The sentences it has not begun are a short queue: the newest displaces
the oldest, and a new sentence on a topic displaces the waiting one on the same topic. Whatever goes wrong here mutes
the voice, is reported once, and the game is not affected. A mute voice is tried again when sound devices change, and
otherwise by a sentence now and then; that it works again is reported, too. What could not be spoken is on the screen
and is never spoken later.
"""

from __future__ import annotations

import logging
import re
import subprocess
import time
import wave
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import Literal

from msgspec import Struct

from companion.rules.errors import HeraldError
from companion.rules.shown_text import shown_line
from companion.voice.language import SOURCE_LANGUAGE, espeak_voice, languages, load_translation, mark_message
from companion.voice.sound_player import SoundDevicesState, SoundPlayer, sound_devices_state, write_silence

log = logging.getLogger(__name__)

SLOWEST, SLOWER, USUAL, FASTER, FASTEST = 80, 130, 165, 210, 320
"""Words per minute."""
MAX_QUEUED_SENTENCES = 30
"""Sentences that may wait, as many as the end of a game makes: more would be old before they are spoken."""
SYNTHESIS_TIMEOUT_S = 10.0
"""Seconds after which making a sound is given up; it takes about ten milliseconds."""
RETRY_AFTER_S = 30.0
"""Seconds for which a mute voice tries nothing while the sound devices are the same."""

SpeechProblem = Literal["no-espeak", "no-sound"]


class QueuedSentence(Struct, frozen=True):
    """One sentence that waits; the text "" is a moment of silence, the topic "" is none."""

    text: str
    lang: str
    speed: int
    topic: str


class SpeechQueue:
    """The voice of a table. `clock` gives seconds; `look` gives the present sound devices."""

    def __init__(
        self,
        player: SoundPlayer,
        lang: str = "en",
        *,
        clock: Callable[[], float] = time.monotonic,
        look: Callable[[], SoundDevicesState] = sound_devices_state,
    ) -> None:
        self.lang = lang
        self.speed = USUAL
        self.changed: Callable[[SpeechProblem | None], None] = _ignore_problem
        """Called by the worker, with the problem when nothing can be heard any more, with None when it can again."""
        self._player = player
        self._clock, self._look = clock, look
        self._waiting: list[QueuedSentence] = []
        self._state = Condition()
        self._closed = False
        self._hushed = False
        self._problem: SpeechProblem | None = None
        self._tried: SoundDevicesState | None = None
        self._again = 0.0
        self._worker: Thread | None = None

    @property
    def problem(self) -> SpeechProblem | None:
        """Why nothing was heard at the last try; None when it was, or nothing was tried yet."""
        return self._problem

    @property
    def queued_texts(self) -> tuple[str, ...]:
        """The sentences not begun yet."""
        with self._state:
            return tuple(each.text for each in self._waiting)

    def say(self, text: str, topic: str = "") -> None:
        """Speak it in its turn, in the current language and at the current speed; return at once.

        It is dropped while the voice is mute and it is not yet time to try again.
        """
        if (text := shown_line(text)).strip() and self._worth_trying():
            self._queue(QueuedSentence(text, self.lang, self.speed, topic))

    def check_sound(self) -> None:
        """Test the sound by a moment of silence where the sound devices have changed since the last try.

        Returns at once. It is called now and then, so that a loudspeaker is noticed while there is nothing to speak.
        """
        if self._problem != "no-espeak" and self._look() != self._tried:
            self._queue(QueuedSentence("", self.lang, self.speed, "check"))

    def _worth_trying(self) -> bool:
        return self._problem is None or self._clock() >= self._again or self._look() != self._tried

    def _queue(self, sentence: QueuedSentence) -> None:
        with self._state:
            if self._closed:
                return
            kept = [each for each in self._waiting if not sentence.topic or each.topic != sentence.topic]
            self._waiting = [*kept, sentence][-MAX_QUEUED_SENTENCES:]
            if self._worker is None:
                self._worker = Thread(target=self._work, name="speech", daemon=True)
                self._worker.start()
            self._state.notify()

    def say_all(self, texts: Iterable[str]) -> None:
        """Speak them one after another."""
        for text in texts:
            self.say(text)

    def cancel_all(self) -> None:
        """Drop what waits and stop what is heard: it is no longer true, or no longer wanted."""
        with self._state:
            self._waiting = []
            self._hushed = True
        self._player.stop()

    def close(self) -> None:
        """Stop, and speak no more; wait a moment for the worker."""
        with self._state:
            self._closed = True
            self._state.notify()
        self.cancel_all()
        if self._worker is not None:
            self._worker.join(1.0)

    # -- the worker

    def _work(self) -> None:
        while (sentence := self._next()) is not None:
            self._speak(sentence)

    def _next(self) -> QueuedSentence | None:
        with self._state:
            self._state.wait_for(lambda: self._waiting or self._closed)
            self._hushed = False
            return None if self._closed else self._waiting.pop(0)

    def _speak(self, sentence: QueuedSentence) -> None:
        devices = self._look()
        try:
            with TemporaryDirectory(prefix="herald-") as folder:
                sound = Path(folder) / "said.wav"
                seconds = _write_sound(sentence, sound)
                if self._hushed:
                    return
                self._player.play(sound, seconds)
        except SynthesisFailed:
            self._report("no-espeak", devices)
        except Exception as wrong:  # whatever a player does, the game goes on
            if not isinstance(wrong, OSError):
                log.exception("a sentence was not played")
            self._report("no-sound", devices)
        else:
            self._report(None, devices)

    def _report(self, problem: SpeechProblem | None, tried: SoundDevicesState) -> None:
        has_changed = self._look() != tried  # a device came or went, so it is unknown which was tried
        with self._state:
            before, self._problem = self._problem, problem
            self._tried = None if has_changed else tried
            if problem is not None:
                self._waiting = []
                self._again = self._clock() + RETRY_AFTER_S
        if problem != before:
            self.changed(problem)


def _ignore_problem(_problem: SpeechProblem | None) -> None:
    """Report to nobody."""


# -- making a sound


class SynthesisFailed(HeraldError, OSError):
    """espeak-ng is not installed, or failed."""


def synthesise(text: str, lang: str, speed: int, wav_file: Path) -> float:
    """Write `text` as a WAV file, spoken in one of `languages` at `speed` words per minute.

    Returns its length in seconds. Raises SynthesisFailed when espeak-ng cannot.
    """
    lang = lang if lang in languages() else SOURCE_LANGUAGE
    text = to_speakable_text(text, lang)
    words = str(min(max(speed, SLOWEST), FASTEST))
    command = ["espeak-ng", "-v", espeak_voice(lang), "-s", words, "-b", "1", "-w", str(wav_file), "--stdin"]
    try:
        subprocess.run(
            command, input=text.encode(), check=True, capture_output=True, timeout=SYNTHESIS_TIMEOUT_S
        )
        with wave.open(str(wav_file)) as made:
            return float(made.getnframes() / made.getframerate())
    except (OSError, subprocess.SubprocessError, wave.Error, EOFError) as wrong:
        raise SynthesisFailed(f"espeak-ng made no sound of {text!r} ({wrong}): is it installed?") from wrong


def _write_sound(saying: QueuedSentence, sound: Path) -> float:
    return synthesise(saying.text, saying.lang, saying.speed, sound) if saying.text else write_silence(sound)


HALF_MESSAGE = mark_message("{number} and a half")


def to_speakable_text(text: str, lang: str) -> str:
    """The text as espeak-ng can speak it in one of `languages`: most of its voices know `½` only in English."""
    half = load_translation(lang).gettext(HALF_MESSAGE)
    return re.sub(r"(\d+)½", lambda found: half.format(number=found[1]), text)
