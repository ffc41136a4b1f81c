"""A loudspeaker comes, goes and comes back, and what Herald says is listened to outside of the machine."""

from __future__ import annotations

import base64
from pathlib import Path

from machines.kiosk import (
    NEW_GAME,
    TO_HOME,
    begin_virtual_game,
    journals,
    standing,
    tap,
    until_home,
    until_offered,
)
from machines.machine import Machine
from machines.picture import Picture
from machines.recording import Recording
from machines.stage import Stage

NOTICE, LONGER = (20, 367, 450, 387), (455, 367, 500, 387)
"""Where home says how it is with the table: "No sound: what the voice would say is on the screen." fills the first and
leaves the second dark. "No reader is connected. Everything can be played by touch." comes in its place, and fills both.
"""
INK = 110
"""What letters there are brighter than, and their ground is not."""
NOTICED = 15.0
"""Seconds until Herald has noticed a loudspeaker, on a computer; it looks every five."""

HEAD = (200, 6, 720, 80)
"""Where the table says what to do."""
PAUSE = 2.0
"""Seconds between two sentences, on a computer, at most."""

FIRST_CARD, TAKE_STONES_BACK = (62, 443), (395, 443)
"""Of the hand of Louis XIV; with the second touch the first move is over, whatever the cards are."""
MOVE = "blue inf"
"""How the line of that move begins; at a virtual table lines of what is dealt come before it."""
TAKE_BACK, THE_LAST = (759, 443), (657, 427)
"""The way to taking moves back, and there: what was last moved."""

ALIKE = 0.9
"""How alike a sentence that was played and the same one made anew are at least. Two sentences reach 0.7."""

LISTEN = r"""
cat >/usr/local/bin/espeak-ng <<'END'
#!/bin/sh
said=$(cat)
printf '%s\n' "$said" | systemd-cat --identifier=said
printf '%s' "$said" | exec /usr/bin/espeak-ng "$@"
END
chmod 755 /usr/local/bin/espeak-ng
"""
"""The voice, which from now on also writes down each sentence that it is given, in the system's log."""

MAKE = """
espeak-ng -v en -s 165 -b 1 -w /tmp/said.wav --stdin <<'END'
{sentence}
END
base64 /tmp/said.wav
"""


class Loudspeaker:
    """A USB loudspeaker of a machine, and what it played since it was plugged in last."""

    def __init__(self, stage: Stage) -> None:
        self._file = stage.folder / "loudspeaker.wav"
        self._pulled = 0
        self.words = ("-device", "qemu-xhci,id=usb", "-audiodev", f"wav,id=ear,path={self._file}")

    @property
    def size(self) -> int:
        """Bytes that were written down: more while something is played."""
        return self._file.stat().st_size

    def plug(self, machine: Machine) -> None:
        """Into the machine; its recording begins anew."""
        machine.tell("device_add", driver="usb-audio", id="loudspeaker", audiodev="ear")

    def pull(self, machine: Machine) -> Recording:
        """Out again: what was played until now."""
        machine.tell("device_del", id="loudspeaker")
        machine.until(lambda: "no soundcards" in machine.must("cat /proc/asound/cards"), 10, "no sound card")
        self._pulled += 1
        return Recording(self._file.rename(self._file.with_stem(f"loudspeaker-{self._pulled}")))


def sound(stage: Stage) -> None:
    """Without a loudspeaker home says so; one that is plugged in, pulled and plugged in again is heard meanwhile."""
    loudspeaker = Loudspeaker(stage)
    with stage.machine(more=loudspeaker.words) as machine:
        until_home(machine)
        machine.until(lambda: _says_no_sound(machine.picture("now")), NOTICED, "a notice of no sound")
        silent = stage.keep(standing(machine))
        stage.expect(_says_no_sound(silent), "no sound device: home says that there is no sound")
        machine.must(LISTEN)
        _plugged(stage, machine, loudspeaker)

        begin_virtual_game(machine)
        _heard(stage, machine, loudspeaker, already=())
        _goes_on(stage, machine)
        machine.touch(*TO_HOME)
        until_offered(machine)
        machine.until(lambda: _says_no_sound(machine.picture("now")), NOTICED, "the notice again")
        stage.keep(machine.picture("silent-again"))
        stage.tell("home says again that there is no sound")
        already = _said(machine)

        _plugged(stage, machine, loudspeaker)
        until_offered(machine)
        tap(machine, NEW_GAME)
        _next(machine, TAKE_BACK)
        machine.touch(*THE_LAST)
        _heard(stage, machine, loudspeaker, already=already)


def _plugged(stage: Stage, machine: Machine, loudspeaker: Loudspeaker) -> None:
    """On home, where the notice goes."""
    loudspeaker.plug(machine)
    began = machine.now
    gone = machine.until(lambda: _says_no_reader(machine.picture("now")), NOTICED, "no notice of sound")
    stage.tell(f"a USB loudspeaker was plugged in: home says so no more after {gone - began:.0f} s")
    stage.keep(standing(machine))


def _goes_on(stage: Stage, machine: Machine) -> None:
    """A move of the game at the table, without sound."""
    before = journals(machine)
    _next(machine, FIRST_CARD)
    machine.touch(*TAKE_STONES_BACK)
    machine.until(lambda: MOVE in _lately(machine, before), 10, "a move")
    told = _lately(machine, before)
    stage.expect(
        MOVE in told, f"it was pulled out, and the game goes on: {told[told.index(MOVE) :].splitlines()[0]}"
    )
    stage.keep(standing(machine))


def _lately(machine: Machine, before: dict[str, str]) -> str:
    """What stands in the journal beyond what stood there."""
    ((name, lines),) = journals(machine).items()
    return lines[len(before[name]) :]


def _next(machine: Machine, spot: tuple[int, int]) -> None:
    """Touch there, and wait until the table says something else."""
    before = machine.picture("before").part(*HEAD)
    machine.touch(*spot)
    machine.until(lambda: machine.picture("now").part(*HEAD) != before, 10, f"another word after {spot}")
    standing(machine)


def _heard(stage: Stage, machine: Machine, loudspeaker: Loudspeaker, already: tuple[str, ...]) -> None:
    """Wait until all is said, pull the loudspeaker out, and find each sentence in what it played."""
    machine.until(lambda: len(_said(machine)) > len(already), 20, "a sentence")
    _until_silent(machine, loudspeaker)
    played = loudspeaker.pull(machine)
    stage.expect(
        played.audible > 1, f"{played.seconds:.1f} s were played, {played.audible:.1f} s of it not silent"
    )
    for sentence in _said(machine)[len(already) :]:
        made = _made(machine, sentence, stage.folder / "made.wav")
        found = played.find(made)
        stage.expect(
            found.alike > ALIKE,
            f'heard from {found.at:.1f} s on, for {made.seconds:.1f} s, {found.alike:.2f} alike: "{sentence}"',
        )
    never = played.find(_made(machine, NEVER_SAID, stage.folder / "made.wav"))
    stage.expect(never.alike < ALIKE, f'not heard, {never.alike:.2f} alike: "{NEVER_SAID}"')


NEVER_SAID = "Nobody at this table has ever said this."


def _until_silent(machine: Machine, loudspeaker: Loudspeaker) -> None:
    """Wait until for some time nothing was given to the voice, and nothing played: making a sound takes its time."""
    last, since = (-1, 0), machine.now

    def silent() -> bool:
        nonlocal last, since
        now = loudspeaker.size, len(_said(machine))
        if now != last:
            last, since = now, machine.now
        return machine.now - since > PAUSE * machine.accelerator.slowness

    machine.until(silent, 90, "silence", every=1)


def _said(machine: Machine) -> tuple[str, ...]:
    """All that the voice was given, each on its line."""
    return tuple(machine.must("journalctl --identifier=said --output=cat --no-pager").splitlines())


def _made(machine: Machine, sentence: str, to: Path) -> Recording:
    """The sentence as the machine's own voice makes it."""
    to.write_bytes(base64.b64decode(machine.must("PATH=/usr/bin:/bin" + MAKE.format(sentence=sentence))))
    return Recording(to)


def _says_no_sound(picture: Picture) -> bool:
    """Whether home says that nothing can be heard."""
    return max(picture.part(*NOTICE)) > INK and max(picture.part(*LONGER)) < INK


def _says_no_reader(picture: Picture) -> bool:
    """Whether home says what it says next when there is sound."""
    return max(picture.part(*NOTICE)) > INK and max(picture.part(*LONGER)) > INK
