"""Whether sentences become sound, and whether it can be heard."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from companion.screen.display.devices import Usable, may_use
from companion.start.house_doctor.files import admission
from companion.voice.player import (
    Card,
    Command,
    SystemPlayer,
    card_command,
    cards,
    commands,
    sound_server,
    write_silence,
)
from companion.voice.speech import make
from hardware.finding import Finding

GREETING = "Hello, this is Herald."
PATIENCE = 5.0
"""Seconds that a moment of silence may take."""
HARDWARE = re.compile(r"Hardware PCM card (\d+) ")
ERROR = re.compile(r"error: (.+)")

NO_CARD = (
    "Plug in a USB loudspeaker (a Raspberry Pi 5 has no jack, a DSI panel carries no sound): Herald finds it while it"
    " runs. Until then the sentences are on the screen"
)
UNPLAYABLE = (
    "HDMI has no sound where the monitor has no loudspeakers or is off: plug in a USB loudspeaker, Herald finds it"
    " while it runs. Until then the sentences are on the screen"
)
CHOICE = "If that is the wrong one: raspi-config, System Options, Audio"


class Tried(Struct, frozen=True):
    """How a moment of silence was played: `said` is what the program printed."""

    well: bool
    said: str

    @property
    def card(self) -> str:
        """The number of the card that it was played on; "" where nobody says so."""
        match = HARDWARE.search(self.said)
        return match[1] if match else ""

    @property
    def error(self) -> str:
        """Why it was not."""
        match = ERROR.search(self.said)
        return match[1].strip() if match else "no reason given"


Attempt = Callable[[Command], Tried]


def speech() -> Finding:
    """Whether sentences become sound."""
    what = "speech"
    if not shutil.which("espeak-ng"):
        return Finding(what, "none", absent=True, advice="Install the package espeak-ng to hear the table")
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            make(GREETING, "en", 165, Path(folder) / "said.wav")
    except OSError as wrong:  # NoSpeech too, and a disk that is full
        return Finding(what, str(wrong), True, "Install the package espeak-ng anew")
    return Finding(what, "espeak-ng")


def sound(root: Path, attempt: Attempt, usable: Usable = may_use) -> Iterator[Finding]:
    """Whether anything can be played on, which is tried and not only looked up: a card that is listed may yet fail
    (HDMI without a monitor that has loudspeakers does).
    """
    served = sound_server()
    found = cards(root)
    barred = [node for node in sorted((root / "dev/snd").glob("pcm*p")) if not usable(node)]
    if not served and not found:
        yield Finding("sound", "no sound device", absent=True, advice=NO_CARD)
        return
    if not served and barred:
        told = f"this user may not use /dev/snd/{barred[0].name}"
        yield Finding("sound", told, True, admission(barred[0], "audio"))
        return
    ways = commands(root)
    if not ways:
        yield Finding("sound", "nothing can play", True, "Install the package alsa-utils")
        return
    tried = {way: attempt(way) for way in ways}
    for card in found:
        if (way := card_command(card)) in tried:
            yield _card(card, tried[way])
    heard = next((way for way in ways if tried[way].well), None)
    yield _played(heard, tried, found)


def _card(card: Card, tried: Tried) -> Finding:
    what, busy = f"sound {card.id}", "busy" in tried.said
    if tried.well or busy:
        return Finding(what, f"{card.name}, {'can be played on' if tried.well else 'in use just now'}")
    return Finding(what, f"{card.name}, cannot be played on ({tried.error})", absent=True)


def _played(heard: Command | None, tried: dict[Command, Tried], found: tuple[Card, ...]) -> Finding:
    """What the voice comes from: the first way that can be played on, as `companion.voice.player` takes it."""
    if heard is None and any("busy" in each.said for each in tried.values()):
        advice = "That may be Herald itself, which is no fault: look again when it is silent"
        return Finding("sound", "in use by another program", advice=advice)
    if heard is None:
        return Finding("sound", "no device can be played on", True, UNPLAYABLE)
    if heard[0] != "aplay":
        return Finding("sound", "that of the desktop")
    number = tried[heard].card
    name = next((card.name for card in found if str(card.number) == number), "what the system chooses")
    advice = CHOICE if len(found) > 1 else ""
    return Finding("sound", f"played on {name}", advice=advice)


def attempt(way: Command) -> Tried:
    """Play a moment of silence by this command of `companion.voice.player.commands`."""
    options = ("-v",) if way[0] == "aplay" else ()  # then it names the card that it plays on
    told = [word for word in way if word != "-q"]
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            silence = Path(folder) / "silence.wav"
            write_silence(silence)
            done = subprocess.run(
                [*told, *options, str(silence)],
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
    except (OSError, subprocess.SubprocessError) as wrong:
        return Tried(False, f"error: {wrong}")
    return Tried(done.returncode == 0, (done.stdout + done.stderr).decode(errors="replace"))


def voice_heard(answer: Callable[[str], bool | None]) -> Iterator[Finding]:
    """Say something, and ask whether it was heard; nothing where nothing can be said."""
    if not commands() or not shutil.which("espeak-ng"):
        return
    what = "voice, heard"
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            said = Path(folder) / "said.wav"
            SystemPlayer().play(said, make(GREETING, "en", 165, said))
    except OSError as wrong:
        yield Finding(what, str(wrong), True, "Look at its plug and its volume: alsamixer")
        return
    heard = answer("Did you hear a voice say hello? (y/n)")
    if heard is None:
        yield Finding(what, "not tried", absent=True)
    elif heard:
        yield Finding(what, "was heard")
    else:
        advice = "Look at its plug and its volume (alsamixer), and at the device (raspi-config, System Options, Audio)"
        yield Finding(what, "was not heard", True, advice)
