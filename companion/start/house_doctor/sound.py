"""Whether sentences become sound, and whether it can be heard."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.rules.errors import HeraldError
from companion.start.house_doctor.files import Usable, may_use, text
from companion.voice.player import SystemPlayer, commands
from companion.voice.speech import make
from hardware.finding import Finding

GREETING = "Hello, this is Herald."


def speech() -> Finding:
    """Whether sentences become sound."""
    what = "speech"
    if not shutil.which("espeak-ng"):
        return Finding(what, "none", absent=True, advice="Install the package espeak-ng to hear the table")
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            make(GREETING, "en", 165, Path(folder) / "said.wav")
    except HeraldError as wrong:
        return Finding(what, str(wrong), True, "Install the package espeak-ng anew")
    return Finding(what, "espeak-ng")


def sound(root: Path, usable: Usable = may_use) -> Finding:
    """The sound cards: the first is the one that is played on, unless the system was told otherwise."""
    what = "sound"
    if os.environ.get("PULSE_SERVER") or any((root / "run/user").glob("*/pulse/native")):
        return Finding(what, "that of the desktop")
    lines = text(root / "proc/asound/cards").splitlines()
    cards = [line.split("]:", 1)[1].strip() for line in lines if "]:" in line]
    if not cards:
        return Finding(what, "no sound device", absent=True, advice="The sentences are on the screen")
    if not all(usable(device) for device in (root / "dev/snd").glob("pcm*p")):
        advice = 'Run "sudo usermod -aG audio $USER", then log in anew'
        return Finding(what, "this user may not use it", True, advice)
    told = ", ".join(cards)
    advice = "If it comes out of the wrong one: raspi-config, System Options, Audio" if len(cards) > 1 else ""
    return Finding(what, told, advice=advice)


def voice_heard(answer: Callable[[str], bool | None]) -> Iterator[Finding]:
    """Say something, and ask whether it was heard; nothing where nothing can be said."""
    if not commands() or not shutil.which("espeak-ng"):
        return
    what = "voice, heard"
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            said = Path(folder) / "said.wav"
            SystemPlayer().play(said, make(GREETING, "en", 165, said))
    except HeraldError as wrong:
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
