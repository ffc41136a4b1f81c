"""What Herald needs of a computer besides readers: voice, sound, screen, touch, disk, the kiosk, and the decks.

`root` is where the file system begins: another one in tests.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from companion.games import GAMES
from companion.rules.errors import HeraldError
from companion.screen.devices import Usable, connectors, is_touchscreen, may_use, text
from companion.start.kiosk import WAITING
from companion.start.readers import every_zone
from companion.table.decks import deck_path, owners_deck
from companion.voice.speech import make, program_player
from hardware.finding import Finding

LEAST_FREE = 50_000_000  # bytes; an evening takes some ten thousand
WRITES = 5
SLOW = 0.5
"""Seconds until a move is safe on the disk: longer, and everybody waits."""
MTDEV = "libmtdev.so.1"
GREETING = "Hello, this is Herald."

Run = Callable[[Sequence[str]], str]


# -- voice and sound


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
    player = program_player()
    if player is None or not shutil.which("espeak-ng"):
        return
    what = "voice, heard"
    try:
        with TemporaryDirectory(prefix="herald-") as folder:
            said = Path(folder) / "said.wav"
            player.play(said, make(GREETING, "en", 165, said))
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


# -- screen and touch


def screen(root: Path, where: str | None, usable: Usable = may_use) -> Iterator[Finding]:
    """Where the window comes, as `companion.screen.window.display` says; of a graphics card also why not, and what
    touches its panel.
    """
    if where == "desktop":
        yield Finding("display", "a desktop")
    elif not any((root / "dev/dri").glob("card*")):
        yield Finding("display", "none", absent=True, advice="The game is told in the terminal")
    else:
        yield _console(root, usable)
        yield _touch(root, usable)


def _console(root: Path, usable: Usable) -> Finding:
    barred = [device.name for device in sorted((root / "dev/dri").glob("*")) if device.name[:4] in ("card", "rend")
              and not usable(device)]  # fmt: skip
    if barred:
        advice = 'Run "sudo usermod -aG video,render $USER", then log in anew'
        return Finding("display", f"this user may not use /dev/dri/{barred[0]}", True, advice)
    known = connectors(root)
    panels = [connector.name for connector in known if connector.connected]
    if known and not panels:
        advice = "Look at its cable and its supply. A kiosk waits for it; elsewhere the game is told in the terminal"
        return Finding("display", "no panel is connected", absent=True, advice=advice)
    return Finding("display", f"a screen without a desktop{': ' if panels else ''}{', '.join(panels)}")


def _touch(root: Path, usable: Usable) -> Finding:
    devices = [node for node in sorted((root / "sys/class/input").glob("event*")) if is_touchscreen(node)]
    if not devices:
        advice = (
            "Look at the panel's USB or ribbon cable; without touch, play in the terminal: herald --terminal"
        )
        return Finding("touch", "no touchscreen", absent=True, advice=advice)
    name = text(devices[0] / "device/name") or devices[0].name
    if not usable(root / "dev/input" / devices[0].name):
        advice = 'Run "sudo usermod -aG input $USER", then log in anew'
        return Finding("touch", f"this user may not use {name} (/dev/input/{devices[0].name})", True, advice)
    try:
        ctypes.CDLL(MTDEV)
    except OSError:
        return Finding("touch", f"{name}, but {MTDEV} is missing", True, "Install the package libmtdev1")
    return Finding("touch", name)


# -- disk


def evenings(folder: Path) -> Finding:
    """Whether evenings can be kept, and how long a move takes until it is safe."""
    what = "evenings"
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(there).free
    if not there.is_dir():
        return Finding(what, "cannot be kept", True, f"{there} is no folder: set HERALD_HOME to one")
    if not os.access(there, os.W_OK):
        return Finding(what, "cannot be kept", True, f"Make {there} writable for this user")
    if free < LEAST_FREE:
        return Finding(what, f"{free // 1_000_000} MB left", True, f"Make room on the disk of {there}")
    told = f"{free // 1_000_000} MB left for them"
    if not folder.is_dir():
        return Finding(what, told)
    try:
        took = _safe_after(folder)
    except OSError as wrong:
        return Finding(
            what, f"cannot be written ({wrong.strerror})", True, f"Exchange the card or disk of {there}"
        )
    told += f", a move is safe after {took * 1000:.0f} ms"
    if took > SLOW:
        return Finding(what, told, True, "The card is slow or wearing out: copy it to a new one")
    return Finding(what, told)


def _safe_after(folder: Path) -> float:
    """Seconds for a line to be written and synced, the middle one of a few; nothing is left behind."""
    times = []
    with TemporaryFile(dir=folder) as file:
        for _ in range(WRITES):
            began = time.monotonic()
            file.write(b"." * 80)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.monotonic() - began)
    return sorted(times)[WRITES // 2]


def card(root: Path) -> Iterator[Finding]:
    """Errors that the file systems have counted."""
    for count in sorted((root / "sys/fs/ext4").glob("*/errors_count")):
        if text(count) not in ("", "0"):
            found = f"{text(count)} errors on {count.parent.name}"
            yield Finding("disk", found, True, "Copy what you want to keep, then exchange the card or disk")


# -- kiosk and decks


STOPPED = ("0", str(signal.SIGTERM.value))
"""How a Herald ended that somebody stopped. One that gave up is "inactive" too: herald-login.service sees to that."""


def kiosk(run: Run) -> Finding:
    """Herald as a service. `run` gives what a program prints, "" when it cannot be run."""
    printed = run(
        (
            "systemctl",
            "show",
            "herald",
            "--property=LoadState,UnitFileState,ActiveState,ExecMainStatus,NRestarts,WatchdogUSec,StatusText",
        )
    )
    state = dict(line.split("=", 1) for line in printed.splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        return Finding(
            "kiosk", "not installed", absent=True, advice="deploy/install makes Herald start by itself"
        )
    told = f"{state.get('UnitFileState', '?')}, {state.get('ActiveState', '?')}"
    if state.get("WatchdogUSec", "0") not in ("0", "infinity", ""):
        told += f", watched every {state['WatchdogUSec']}"
    if state.get("ActiveState") == "activating" and state.get("StatusText", "").startswith(WAITING):
        return Finding("kiosk", f"{told}: {state['StatusText']}", absent=True)
    gave_up = state.get("ActiveState") == "inactive" and state.get("ExecMainStatus", "0") not in STOPPED
    if state.get("ActiveState") == "failed" or gave_up:
        return Finding("kiosk", told, True, "What happened: journalctl -u herald -n 50")
    if state.get("ActiveState") == "inactive":
        return Finding("kiosk", told, absent=True, advice="Start it again: sudo systemctl start herald")
    if state.get("NRestarts", "0") != "0":
        return Finding(
            "kiosk", told, advice=f"It was started anew {state['NRestarts']} times: journalctl -u herald"
        )
    return Finding("kiosk", told)


def printed(command: Sequence[str]) -> str:
    """What a program prints; "" when it cannot be run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def places(readers: Iterable[str]) -> Iterator[Finding]:
    """Readers whose name is no place of any game: nobody would ever wait for what they see."""
    known = every_zone()
    for name in readers:
        if name not in known:
            near = get_close_matches(name, sorted(known), 1)
            meant = f": is it {near[0]}?" if near else f", as {', '.join(sorted(known)[:3])}"
            yield Finding(f"reader {name}", "no game has such a place", True, f"Name it as one{meant}")


def decks(folder: Path) -> Iterator[Finding]:
    """How many pieces of each game have their tag."""
    for name in sorted(GAMES):
        what = f"tags of {name}"
        if not deck_path(name, folder).exists():
            yield Finding(what, "none yet", absent=True, advice="herald enrol gives each piece its own")
            continue
        try:
            deck = owners_deck(name, folder)
        except HeraldError as wrong:
            yield Finding(what, str(wrong), True, f"The file is {deck_path(name, folder)}")
            continue
        except OSError as wrong:
            found = f"{deck_path(name, folder)} cannot be read ({wrong.strerror})"
            yield Finding(what, found, True, "Put a file there that this user can read, or remove it")
            continue
        missing = len(deck.untagged)
        advice = (
            f"{missing} are touched on the screen until herald enrol gives them theirs" if missing else ""
        )
        yield Finding(what, f"{len(deck.box) - missing} of {len(deck.box)} pieces have one", advice=advice)
