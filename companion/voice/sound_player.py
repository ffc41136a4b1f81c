"""Sounds are played by a program of the system, which opens the sound device anew for each one.

So nothing needs to be done when a device comes, goes or comes back. Kivy's own sound (SDL_mixer) opens it once: where
there was none it stays mute, and when one is pulled out it plays on into nothing and reports no failure.
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
"""Seconds of silence that test a device."""
SAMPLE_RATE_HZ = 22050  # the rate of espeak-ng
ALSA_CARD_LINE = re.compile(r"^ *(\d+) \[(\S+) *\]: (.+)$", re.MULTILINE)
"""A sound card in /proc/asound/cards: its number, id, and driver with name."""

USB_DRIVER = "USB-Audio"
"""The beginning of the name of a card with a USB driver."""

SoundDevicesState = tuple[tuple[str, int], ...]
PlayCommand = tuple[str, ...]


class PlaybackFailed(HeraldError, OSError):
    """No sound can be played."""


class SoundPlayer(Protocol):
    """Plays a sound. Only the worker of a `companion.voice.speech.SpeechQueue` calls it, except `stop`."""

    def play(self, sound: Path, seconds: float) -> None:
        """Return when the sound has been heard or was stopped; raise PlaybackFailed where nothing can be heard."""
        ...

    def stop(self) -> None:
        """Stop the sound; any thread may call it, also when nothing is playing."""
        ...


class SoundCard(Struct, frozen=True):
    """A sound card: its number, its id in names of ALSA's devices, and the name its driver gives."""

    number: int
    id: str
    name: str


def sound_cards(root: Path = ROOT) -> tuple[SoundCard, ...]:
    """The sound cards that can play, in their order."""
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
    """A value that changes when a sound device comes or goes, or when its permissions change."""
    try:
        with os.scandir(root / "dev/snd") as nodes:
            return tuple(sorted((node.name, node.stat().st_ctime_ns) for node in nodes))
    except OSError:  # no sound at all, or a device that has just vanished
        return ()


def has_sound_server(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the user's session has a sound server, as a desktop has: PulseAudio or PipeWire."""
    session = environment.get("XDG_RUNTIME_DIR", "")
    return "PULSE_SERVER" in environment or (session != "" and Path(session, "pulse/native").exists())


def play_command_for(card: SoundCard) -> PlayCommand:
    """The command that plays on this card, whatever the system's choice, mixed with other sounds where possible."""
    return ("aplay", "-q", "-D", f"sysdefault:CARD={card.id}")


def play_commands(root: Path = ROOT, environment: Mapping[str, str] = os.environ) -> tuple[PlayCommand, ...]:
    """The installed programs that may play a WAV file, the first choice first.

    The order is: the desktop's sound server, a USB loudspeaker, the system's choice, then each other card. A person
        who plugs a loudspeaker in wants to hear it there though the system's choice is HDMI; a device that somebody
        chose comes first.
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
    """Whether somebody chose the device for ALSA, as raspi-config does: for this user or for all."""
    own = Path(environment.get("HOME") or "/", ".asoundrc")
    return own.exists() or (root / "etc/asound.conf").exists()


class SystemSoundPlayer:
    """Plays by the first of `play_commands` that works, found anew each time."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._running: subprocess.Popen[bytes] | None = None

    def play(self, sound: Path, seconds: float) -> None:
        """Play by the first command that works; raises PlaybackFailed where none does, or where one hangs."""
        for command in play_commands(self._root):
            if self._played((*command, str(sound)), seconds):
                return
        raise PlaybackFailed("no sound device can be played on: the sentences are on the screen")

    def _played(self, command: PlayCommand, seconds: float) -> bool:
        """Whether it was heard to its end or was stopped.

        Raises PlaybackFailed when it hangs: by then it is too late to try others.
        """
        quiet = subprocess.DEVNULL
        self._running = running = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            return running.wait(seconds + PLAY_TIMEOUT_MARGIN_S) in (0, -SIGTERM)
        except subprocess.TimeoutExpired:
            running.kill()  # without waiting: in a driver that hangs not even that ends it
            raise PlaybackFailed(
                f"{command[0]} does not come to an end: is the sound device broken?"
            ) from None

    def stop(self) -> None:
        """Stop the running program, if there is one."""
        running = self._running
        if running is not None and running.poll() is None:
            running.terminate()


def write_silence(sound: Path) -> float:
    """Write a moment of silence as a WAV file, to test a device; return its length in seconds."""
    with wave.open(str(sound), "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(SAMPLE_RATE_HZ)
        made.writeframes(bytes(2 * round(SAMPLE_RATE_HZ * SILENCE_S)))
    return SILENCE_S
