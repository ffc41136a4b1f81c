"""A sound is played by a program of the system, which opens the sound device anew for each one.

So a device that comes, goes or comes back needs no word from anybody. Kivy's own sound (SDL_mixer) opens it once:
where there was none it stays mute, and when one is pulled out it plays on into nothing and reports no failure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import wave
from collections.abc import Mapping
from pathlib import Path
from signal import SIGTERM
from typing import Protocol

from msgspec import Struct

from companion.rules.errors import HeraldError

ROOT = Path("/")
PLAY_TIMEOUT_MARGIN_S = 10.0
"""Seconds a program may take beyond the length of its sound before it is given up."""
SILENCE_S = 0.1
"""Seconds of silence by which a device is tried."""
SAMPLE_RATE_HZ = 22050  # samples a second, as espeak-ng makes them
ALSA_CARD_LINE = re.compile(r"^ *(\d+) \[(\S+) *\]: (.+)$", re.MULTILINE)
"""A sound card in /proc/asound/cards: its number, id, and driver with name."""

USB_DRIVER = "USB-Audio"
"""How the name of a card begins whose driver is USB's."""

SoundDevicesState = tuple[tuple[str, int], ...]
PlayCommand = tuple[str, ...]


class PlaybackFailed(HeraldError, OSError):
    """Nothing can be heard here."""


class SoundPlayer(Protocol):
    """Lets a sound be heard. Called by the worker of a `companion.voice.speech.SpeechQueue` only, except `stop`."""

    def play(self, sound: Path, seconds: float) -> None:
        """Returns when the sound has been heard or was stopped; raises PlaybackFailed where nothing can be."""
        ...

    def stop(self) -> None:
        """Breaks off what is being heard; called by anybody, also when nothing is."""
        ...


class SoundCard(Struct, frozen=True):
    """A sound card: its number, its id in names of ALSA's devices, and what its driver calls it."""

    number: int
    id: str
    name: str


def sound_cards(root: Path = ROOT) -> tuple[SoundCard, ...]:
    """The sound cards that have something to play on, in their order."""
    try:
        listed = (root / "proc/asound/cards").read_text(errors="replace")
    except OSError:
        return ()
    found = (
        SoundCard(int(number), id_, name.strip())
        for number, id_, name in ALSA_CARD_LINE.findall(listed[:10_000])
    )
    return tuple(card for card in found if any((root / "dev/snd").glob(f"pcmC{card.number}D*p")))


def sound_devices_state(root: Path = ROOT) -> SoundDevicesState:
    """A value that is another one when a sound device came or went, or other people may use it now."""
    try:
        with os.scandir(root / "dev/snd") as nodes:
            return tuple(sorted((node.name, node.stat().st_ctime_ns) for node in nodes))
    except OSError:  # no sound at all, or a device that went in this moment
        return ()


def has_sound_server(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this person's session has a sound server, as a desktop has: PulseAudio or PipeWire."""
    session = environment.get("XDG_RUNTIME_DIR", "")
    return "PULSE_SERVER" in environment or (session != "" and Path(session, "pulse/native").exists())


def play_command_for(card: SoundCard) -> PlayCommand:
    """What plays on this card whatever the system's choice is, mixed with what others play where it can be."""
    return ("aplay", "-q", "-D", f"sysdefault:CARD={card.id}")


def play_commands(root: Path = ROOT, environment: Mapping[str, str] = os.environ) -> tuple[PlayCommand, ...]:
    """The installed programs that may play a WAV file, the first choice first: through the desktop's sound server, on
    a USB loudspeaker, on the system's choice, then on each other card. Somebody who plugs a loudspeaker in wants to
    hear it there though the system's choice is HDMI; where somebody chose, that comes first.
    """
    found = sound_cards(root)
    plugged = (
        [] if _is_chosen(root, environment) else [card for card in found if card.name.startswith(USB_DRIVER)]
    )
    others = [card for card in found if card not in plugged]
    served = (("paplay",), ("pw-play",)) if has_sound_server(environment) else ()
    every = (*served, *map(play_command_for, plugged), ("aplay", "-q"), *map(play_command_for, others))
    return tuple(command for command in every if shutil.which(command[0]))


def _is_chosen(root: Path, environment: Mapping[str, str]) -> bool:
    """Whether somebody chose what ALSA plays on, as raspi-config does: for this person or for all."""
    own = Path(environment.get("HOME") or "/", ".asoundrc")
    return own.exists() or (root / "etc/asound.conf").exists()


class SystemSoundPlayer:
    """Plays by the first of `play_commands` that can, found anew each time."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._running: subprocess.Popen[bytes] | None = None

    def play(self, sound: Path, seconds: float) -> None:
        """See `SoundPlayer`."""
        for command in play_commands(self._root):
            if self._played((*command, str(sound)), seconds):
                return
        raise PlaybackFailed("no sound device can be played on: the sentences are on the screen")

    def _played(self, command: PlayCommand, seconds: float) -> bool:
        """Whether it was heard to its end or was stopped; raises PlaybackFailed when it hangs: by then it is too late
        to try others."""
        quiet = subprocess.DEVNULL
        self._running = running = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            return running.wait(seconds + PLAY_TIMEOUT_MARGIN_S) in (0, -SIGTERM)
        except subprocess.TimeoutExpired:
            running.kill()  # and nobody waits: in a driver that hangs not even that ends it
            raise PlaybackFailed(
                f"{command[0]} does not come to an end: is the sound device broken?"
            ) from None

    def stop(self) -> None:
        """See `SoundPlayer`."""
        running = self._running
        if running is not None and running.poll() is None:
            running.terminate()


def write_silence(sound: Path) -> float:
    """Write a moment of silence as a WAV file; its length in seconds. By playing it a device can be tried."""
    with wave.open(str(sound), "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(SAMPLE_RATE_HZ)
        made.writeframes(bytes(2 * round(SAMPLE_RATE_HZ * SILENCE_S)))
    return SILENCE_S
