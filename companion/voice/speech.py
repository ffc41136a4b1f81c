"""Sentences to speech: espeak-ng makes a sound, a player lets it be heard, nobody waits for either.

One worker says one sentence after another. What it has not begun to say is a short queue: the
newest displaces the oldest, and a new sentence on a topic the waiting one on the same topic.
Whatever goes wrong here mutes the voice and is told once; the game never notices.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import wave
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import Literal, Protocol

from msgspec import Struct

from companion.rules.errors import HeraldError
from companion.voice.language import LANGUAGES, message, translation

SLOWEST, SLOWER, USUAL, FASTER, FASTEST = 80, 130, 165, 210, 320
"""Words a minute."""
WAITING = 30
"""Sentences that may wait, as many as the end of an evening makes: more would be old before they are said."""
MAKING = 10.0
"""Seconds after which making a sound is given up; it takes about ten milliseconds."""

Trouble = Literal["no-espeak", "no-sound"]


class NoSound(HeraldError, OSError):
    """Nothing can be heard here."""


class Player(Protocol):
    """Lets a sound be heard. Called by the worker only, except `stop`."""

    def play(self, sound: Path, seconds: float) -> None:
        """Returns when the sound has been heard or was stopped; raises NoSound where nothing can be."""
        ...

    def stop(self) -> None:
        """Breaks off what is being heard; called by anybody, also when nothing is."""
        ...


class Saying(Struct, frozen=True):
    """One sentence that waits. `topic`: "" for none."""

    text: str
    lang: str
    speed: int
    topic: str


class Speech:
    """The voice of a table. `trouble` is called once, by the worker, when it falls silent for good."""

    def __init__(
        self, player: Player | None, trouble: Callable[[Trouble], None] | None = None, lang: str = "en"
    ) -> None:
        self.lang = lang
        self.speed = USUAL
        self._player = player
        self._trouble = trouble
        self._waiting: list[Saying] = []
        self._changed = Condition()
        self._closed = False
        self._mute = False
        self._worker: Thread | None = None

    @property
    def mute(self) -> bool:
        """Whether it fell silent for good."""
        return self._mute

    @property
    def waiting(self) -> tuple[str, ...]:
        """The sentences not begun yet."""
        with self._changed:
            return tuple(each.text for each in self._waiting)

    def say(self, text: str, topic: str = "") -> None:
        """Say it when its turn comes, in the language and at the speed of now; returns at once."""
        if self._mute or not text.strip():
            return
        saying = Saying(text, self.lang, self.speed, topic)
        with self._changed:
            if self._closed:
                return
            kept = [each for each in self._waiting if not topic or each.topic != topic]
            self._waiting = [*kept, saying][-WAITING:]
            if self._worker is None:
                self._worker = Thread(target=self._work, name="speech", daemon=True)
                self._worker.start()
            self._changed.notify()

    def say_all(self, texts: Iterable[str]) -> None:
        """Say them one after another."""
        for text in texts:
            self.say(text)

    def hush(self) -> None:
        """Forget what waits and break off what is heard: it is no longer true, or no longer wanted."""
        with self._changed:
            self._waiting = []
        if self._player is not None:
            self._player.stop()

    def close(self) -> None:
        """Hush, and say no more; waits a moment for the worker."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self.hush()
        if self._worker is not None:
            self._worker.join(1.0)

    # -- the worker

    def _work(self) -> None:
        with TemporaryDirectory(prefix="herald-") as folder:
            sound = Path(folder) / "said.wav"
            while (saying := self._next()) is not None:
                self._heard(saying, sound)

    def _next(self) -> Saying | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return None if self._closed else self._waiting.pop(0)

    def _heard(self, saying: Saying, sound: Path) -> None:
        try:
            if self._player is None:
                raise NoSound("there is no sound device: the sentences are on the screen")
            seconds = make(saying.text, saying.lang, saying.speed, sound)
            if not self._closed:
                self._player.play(sound, seconds)
        except NoSpeech:
            self._fall_silent("no-espeak")
        except Exception:  # a player comes from outside: whatever it does, the game goes on
            self._fall_silent("no-sound")

    def _fall_silent(self, why: Trouble) -> None:
        with self._changed:
            told, self._mute, self._waiting = self._mute, True, []
        if self._trouble is not None and not told:
            self._trouble(why)


# -- making a sound


class NoSpeech(HeraldError, OSError):
    """espeak-ng is not installed, or failed."""


def make(text: str, lang: str, speed: int, sound: Path) -> float:
    """Write `text` as a WAV file, spoken in one of LANGUAGES at so many words a minute; its length in
    seconds. Raises NoSpeech when espeak-ng cannot."""
    voice = lang if lang in LANGUAGES else "en"
    text = spoken(text, voice)
    words = str(min(max(speed, SLOWEST), FASTEST))
    command = ["espeak-ng", "-v", voice, "-s", words, "-b", "1", "-w", str(sound), "--stdin"]
    try:
        subprocess.run(command, input=text.encode(), check=True, capture_output=True, timeout=MAKING)
        with wave.open(str(sound)) as made:
            return float(made.getnframes() / made.getframerate())
    except (OSError, subprocess.SubprocessError, wave.Error, EOFError) as wrong:
        raise NoSpeech(f"espeak-ng made no sound of {text!r} ({wrong}): is it installed?") from wrong


HALF = message("{number} and a half")


def spoken(text: str, lang: str) -> str:
    """The text as espeak-ng can say it in one of LANGUAGES: most of its voices know `½` only in English."""
    half = translation(lang).gettext(HALF)
    return re.sub(r"(\d+)½", lambda found: half.format(number=found[1]), text)


# -- without a window


PLAYERS = (("aplay", "-q"), ("paplay",), ("pw-play",))
"""Programs that play a WAV file, as different systems have them."""


class ProgramPlayer:
    """Plays by a program of the system, for the terminal."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None

    def play(self, sound: Path, seconds: float) -> None:
        """See `Player`; a program that fails means that there is no sound device."""
        self._running = subprocess.Popen(
            [*self._command, str(sound)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            ended = self._running.wait(seconds + MAKING)
        except subprocess.TimeoutExpired:
            self.stop()
            ended = self._running.wait()
        if ended > 0:
            raise NoSound(f"{self._command[0]} cannot play: is there a sound device?")

    def stop(self) -> None:
        """See `Player`."""
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()


def program_player() -> ProgramPlayer | None:
    """The first of PLAYERS that is installed; None when there is none."""
    for command in PLAYERS:
        if shutil.which(command[0]):
            return ProgramPlayer(command)
    return None
