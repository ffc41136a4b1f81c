"""Examines whether sentences become sound, and whether the sound can be heard."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from companion.screen.display.sysfs import AccessCheck, is_accessible
from companion.start.doctor.system_info import access_advice
from companion.voice.sound_player import (
    PlayCommand,
    SoundCard,
    SystemSoundPlayer,
    has_sound_server,
    play_command_for,
    play_commands,
    sound_cards,
    write_silence,
)
from companion.voice.speech import synthesise
from hardware.finding import Finding

TEST_SENTENCE = "Hello, this is Herald."
SILENCE_TIMEOUT_S = 5.0
"""Seconds that playing a moment of silence may take."""
ALSA_CARD_PATTERN = re.compile(r"Hardware PCM card (\d+) ")
ALSA_ERROR_PATTERN = re.compile(r"error: (.+)")

NO_SOUND_CARD_ADVICE = (
    "Plug in a USB loudspeaker (a Raspberry Pi 5 has no jack, a DSI panel carries no sound): Herald finds it while it"
    " runs. Until then the sentences are on the screen"
)
HDMI_SOUND_ADVICE = (
    "HDMI has no sound where the monitor has no loudspeakers or is off: plug in a USB loudspeaker, Herald finds it"
    " while it runs. Until then the sentences are on the screen"
)
AUDIO_CHOICE_ADVICE = "If that is the wrong one: raspi-config, System Options, Audio"


class PlaybackAttempt(Struct, frozen=True):
    """The result of playing a moment of silence; `output` is what the program printed."""

    succeeded: bool
    output: str

    @property
    def card_number(self) -> str:
        """The number of the card that played it; "" where the program does not name it."""
        match = ALSA_CARD_PATTERN.search(self.output)
        return match[1] if match else ""

    @property
    def failure_reason(self) -> str:
        """Why playing failed, as the program says it."""
        match = ALSA_ERROR_PATTERN.search(self.output)
        return match[1].strip() if match else "no reason given"


AttemptPlayback = Callable[[PlayCommand], PlaybackAttempt]


def examine_speech_synthesis() -> Finding:
    """Whether espeak-ng can turn a sentence into sound."""
    what = "speech"
    if not shutil.which("espeak-ng"):
        return Finding(what, "none", absent=True, advice="Install the package espeak-ng to hear the table")
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            synthesise(TEST_SENTENCE, "en", 165, Path(folder) / "said.wav")
    except OSError as wrong:  # NoSpeech too, and a full disk
        return Finding(what, str(wrong), True, "Install the package espeak-ng anew")
    return Finding(what, "espeak-ng")


def examine_sound_output(
    root: Path, attempt: AttemptPlayback, is_usable: AccessCheck = is_accessible
) -> Iterator[Finding]:
    """Whether any device can play sound.

    Each device is tried and not only looked up: a card that is listed may fail, as HDMI does where the
    monitor has no loudspeakers.
    """
    served = has_sound_server()
    found = sound_cards(root)
    barred = [node for node in sorted((root / "dev/snd").glob("pcm*p")) if not is_usable(node)]
    if not served and not found:
        yield Finding("sound", "no sound device", absent=True, advice=NO_SOUND_CARD_ADVICE)
        return
    if not served and barred:
        barred_text = f"this user may not use /dev/snd/{barred[0].name}"
        yield Finding("sound", barred_text, True, access_advice(barred[0], "audio"))
        return
    commands = play_commands(root)
    if not commands:
        yield Finding("sound", "nothing can play", True, "Install the package alsa-utils")
        return
    tried = {command: attempt(command) for command in commands}
    for card in found:
        if (command := play_command_for(card)) in tried:
            yield _card(card, tried[command])
    working = next((command for command in commands if tried[command].succeeded), None)
    yield _played(working, tried, found)


def _card(card: SoundCard, tried: PlaybackAttempt) -> Finding:
    what, busy = f"sound {card.id}", "busy" in tried.output
    if tried.succeeded or busy:
        return Finding(what, f"{card.name}, {'can be played on' if tried.succeeded else 'in use just now'}")
    return Finding(what, f"{card.name}, cannot be played on ({tried.failure_reason})", absent=True)


def _played(
    working: PlayCommand | None, tried: dict[PlayCommand, PlaybackAttempt], found: tuple[SoundCard, ...]
) -> Finding:
    """The device of the voice: the first command that works, in the order of `companion.voice.sound_player`."""
    if working is None and any("busy" in each.output for each in tried.values()):
        advice = "That may be Herald itself, which is no fault: look again when it is silent"
        return Finding("sound", "in use by another program", advice=advice)
    if working is None:
        return Finding("sound", "no device can be played on", True, HDMI_SOUND_ADVICE)
    if working[0] != "aplay":
        return Finding("sound", "that of the desktop")
    number = tried[working].card_number
    name = next((card.name for card in found if str(card.number) == number), "what the system chooses")
    advice = AUDIO_CHOICE_ADVICE if len(found) > 1 else ""
    return Finding("sound", f"played on {name}", advice=advice)


def attempt_playback(command: PlayCommand) -> PlaybackAttempt:
    """Play a moment of silence by a command of `companion.voice.sound_player.play_commands`."""
    options = ("-v",) if command[0] == "aplay" else ()  # with -v aplay names the card that it plays on
    base_command = [word for word in command if word != "-q"]
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            silence = Path(folder) / "silence.wav"
            write_silence(silence)
            done = subprocess.run(
                [*base_command, *options, str(silence)],
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SILENCE_TIMEOUT_S,
                check=False,
            )
    except (OSError, subprocess.SubprocessError) as wrong:
        return PlaybackAttempt(False, f"error: {wrong}")
    return PlaybackAttempt(done.returncode == 0, (done.stdout + done.stderr).decode(errors="replace"))


def examine_voice_heard(answer: Callable[[str], bool | None]) -> Iterator[Finding]:
    """Say a sentence and ask whether it was heard; no finding where nothing can be said."""
    if not play_commands() or not shutil.which("espeak-ng"):
        return
    what = "voice, heard"
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            wav = Path(folder) / "said.wav"
            SystemSoundPlayer().play(wav, synthesise(TEST_SENTENCE, "en", 165, wav))
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
