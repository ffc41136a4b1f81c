"""Sentences to speech: espeak-ng makes a sound, a player lets it be heard, nobody waits for either.

One worker says one sentence after another. What it has not begun to say is a short queue: the
newest displaces the oldest, and a new sentence on a topic the waiting one on the same topic.
Whatever goes wrong here mutes the voice, is told once, and the game never notices. A voice that is mute is
tried again when sound devices changed, and otherwise by a sentence now and then: once it is heard, that is told too.
What could not be said is on the screen and is never said later.
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
from companion.voice.language import SOURCE_LANGUAGE, espeak_voice, languages, load_translation, message
from companion.voice.sound_player import SoundDevicesState, SoundPlayer, sound_devices_state, write_silence

log = logging.getLogger(__name__)

SLOWEST, SLOWER, USUAL, FASTER, FASTEST = 80, 130, 165, 210, 320
"""Words a minute."""
MAX_QUEUED_SENTENCES = 30
"""Sentences that may wait, as many as the end of an evening makes: more would be old before they are said."""
SYNTHESIS_TIMEOUT_S = 10.0
"""Seconds after which making a sound is given up; it takes about ten milliseconds."""
RETRY_AFTER_S = 30.0
"""Seconds for which a mute voice tries nothing as long as sound devices are the same."""

SpeechProblem = Literal["no-espeak", "no-sound"]


class QueuedSentence(Struct, frozen=True):
    """One sentence that waits; "" is a moment of silence. `topic`: "" for none."""

    text: str
    lang: str
    speed: int
    topic: str


class SpeechQueue:
    """The voice of a table. `clock` gives seconds; `look` the sound devices of now."""

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
        self.changed: Callable[[SpeechProblem | None], None] = _untold
        """Called by the worker, with the trouble when nothing can be heard any more, with None when it can again."""
        self._player = player
        self._clock, self._look = clock, look
        self._waiting: list[QueuedSentence] = []
        self._state = Condition()
        self._closed = False
        self._hushed = False
        self._trouble: SpeechProblem | None = None
        self._tried: SoundDevicesState | None = None
        self._again = 0.0
        self._worker: Thread | None = None

    @property
    def problem(self) -> SpeechProblem | None:
        """Why nothing was heard when it was tried last; None when it was, or nothing was tried yet."""
        return self._trouble

    @property
    def queued_texts(self) -> tuple[str, ...]:
        """The sentences not begun yet."""
        with self._state:
            return tuple(each.text for each in self._waiting)

    def say(self, text: str, topic: str = "") -> None:
        """Say it when its turn comes, in the language and at the speed of now; returns at once. Forgotten while the
        voice is mute and it is not the time to try again.
        """
        if text.strip() and self._worth_trying():
            self._queue(QueuedSentence(text, self.lang, self.speed, topic))

    def check_sound(self) -> None:
        """Try by a moment of silence whether anything can be heard, when sound devices are others than at the last
        try; returns at once. Called now and then, so that a loudspeaker is noticed while there is nothing to say.
        """
        if self._trouble != "no-espeak" and self._look() != self._tried:
            self._queue(QueuedSentence("", self.lang, self.speed, "check"))

    def _worth_trying(self) -> bool:
        return self._trouble is None or self._clock() >= self._again or self._look() != self._tried

    def _queue(self, saying: QueuedSentence) -> None:
        with self._state:
            if self._closed:
                return
            kept = [each for each in self._waiting if not saying.topic or each.topic != saying.topic]
            self._waiting = [*kept, saying][-MAX_QUEUED_SENTENCES:]
            if self._worker is None:
                self._worker = Thread(target=self._work, name="speech", daemon=True)
                self._worker.start()
            self._state.notify()

    def say_all(self, texts: Iterable[str]) -> None:
        """Say them one after another."""
        for text in texts:
            self.say(text)

    def cancel_all(self) -> None:
        """Forget what waits and break off what is heard: it is no longer true, or no longer wanted."""
        with self._state:
            self._waiting = []
            self._hushed = True
        self._player.stop()

    def close(self) -> None:
        """Hush, and say no more; waits a moment for the worker."""
        with self._state:
            self._closed = True
            self._state.notify()
        self.cancel_all()
        if self._worker is not None:
            self._worker.join(1.0)

    # -- the worker

    def _work(self) -> None:
        while (saying := self._next()) is not None:
            self._speak(saying)

    def _next(self) -> QueuedSentence | None:
        with self._state:
            self._state.wait_for(lambda: self._waiting or self._closed)
            self._hushed = False
            return None if self._closed else self._waiting.pop(0)

    def _speak(self, saying: QueuedSentence) -> None:
        now = self._look()
        try:
            with TemporaryDirectory(prefix="herald-") as folder:
                sound = Path(folder) / "said.wav"
                seconds = _made(saying, sound)
                if self._hushed:
                    return
                self._player.play(sound, seconds)
        except SynthesisFailed:
            self._tell("no-espeak", now)
        except Exception as wrong:  # a player comes from outside: whatever it does, the game goes on
            if not isinstance(wrong, OSError):
                log.exception("a sentence was not played")
            self._tell("no-sound", now)
        else:
            self._tell(None, now)

    def _tell(self, trouble: SpeechProblem | None, tried: SoundDevicesState) -> None:
        meanwhile = self._look() != tried  # one came or went: which of them was tried nobody knows
        with self._state:
            before, self._trouble = self._trouble, trouble
            self._tried = None if meanwhile else tried
            if trouble is not None:
                self._waiting = []
                self._again = self._clock() + RETRY_AFTER_S
        if trouble != before:
            self.changed(trouble)


def _untold(_trouble: SpeechProblem | None) -> None:
    """Where nobody wants to know."""


# -- making a sound


class SynthesisFailed(HeraldError, OSError):
    """espeak-ng is not installed, or failed."""


def synthesise(text: str, lang: str, speed: int, wav_file: Path) -> float:
    """Write `text` as a WAV file, spoken in one of `languages` at so many words a minute; its length in
    seconds. Raises SynthesisFailed when espeak-ng cannot."""
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


def _made(saying: QueuedSentence, sound: Path) -> float:
    return synthesise(saying.text, saying.lang, saying.speed, sound) if saying.text else write_silence(sound)


HALF_MESSAGE = message("{number} and a half")


def to_speakable_text(text: str, lang: str) -> str:
    """The text as espeak-ng can say it in one of `languages`: most of its voices know `½` only in English."""
    half = load_translation(lang).gettext(HALF_MESSAGE)
    return re.sub(r"(\d+)½", lambda found: half.format(number=found[1]), text)
