"""Switched off and restarted on the screen."""

from __future__ import annotations

import time
from contextlib import suppress

from machines.errors import MachineError
from machines.kiosk import (
    BACK_HOME,
    begin_virtual_game,
    go_on,
    journals,
    property_of,
    standing,
    tap,
    until_home,
    until_offered,
)
from machines.machine import POWERED_OFF, RESTARTED, WIDTH, Machine
from machines.picture import Box, Picture
from machines.stage import Stage

SWITCH_OFF = (690, 428)
"""On home: the door to the page of two answers."""
SHUT_DOWN, RESTART = (206, 200), (594, 200)
"""The two answers. They are closed until the page was in sight for a second."""
FAREWELL = "The plug may be pulled now."
SAID: Box = (0, 48, WIDTH, 64)
"""Where the console says it: its fourth line."""
WAYS_OUT: Box = (8, 8, 90, 80)
"""Where every page but home has bright signs, and the layer that says that Herald ends has none."""
WORDS: Box = (150, 190, 650, 330)
"""Where that layer says it."""
DIM, BRIGHT = 100, 200
"""Its ground is darker than the one, its words are brighter than the other."""
SAY_FAREWELL = rf"printf '\033c\n\n\n   {FAREWELL}\n' >/dev/tty1"
CLEAN, UNCLEAN = "EXT4-fs (vda): mounted", ("recovery complete", "orphan inode")
"""What the kernel says of its disk: always, and after an unclean end."""
OFF = 60
"""Seconds that a computer takes at most to go off."""


def switch_off(stage: Stage) -> None:
    """Switch off, touched: the machine says when the plug may be pulled, goes off, and starts clean; so Restart."""
    with stage.machine("first") as machine:
        until_home(machine)
        said = _ends_otherwise(stage, machine)
        begin_virtual_game(machine)
        tap(machine, BACK_HOME)
        evening = journals(machine)
        last = _touched(stage, machine, SHUT_DOWN)
        stage.expect(machine.why_off() == POWERED_OFF, f"Shut down: it is off after {machine.now:.0f} s")
        told = [each for each in last if each.part(*SAID) == said]
        stage.expect(told and max(said) > DIM, f"and said before: {FAREWELL}")
        stage.keep(told[0])
    with stage.machine("second", overlay=machine.overlay) as machine:
        _starts_clean(stage, machine, evening)
        tap(machine, BACK_HOME)
        last = _touched(stage, machine, RESTART)
        stage.expect(machine.why_off() == RESTARTED, f"Restart: it starts again after {machine.now:.0f} s")
        stage.expect(
            not any(each.part(*SAID) == said for each in last), "and nobody is told to pull the plug"
        )
    with stage.machine("third", overlay=machine.overlay) as machine:
        _starts_clean(stage, machine, evening)


def _ends_otherwise(stage: Stage, machine: Machine) -> bytes:
    """Herald ends in other ways, and is on home again. The pixels of the farewell, printed here meanwhile."""
    before = property_of(machine, "MainPID")
    machine.must("systemctl kill --signal=KILL herald")
    machine.until(lambda: property_of(machine, "NRestarts") == "1", 30, "a new start")
    machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
    stage.expect(
        property_of(machine, "MainPID") != before and _stays(machine), "kill -9: another Herald, no power-off"
    )
    machine.must("systemctl stop herald")
    stage.expect(
        property_of(machine, "ActiveState") == "inactive" and _stays(machine),
        "systemctl stop herald: no power-off",
    )
    machine.must(SAY_FAREWELL)
    said = machine.picture("as-it-would-say").part(*SAID)
    machine.must("systemctl start herald", 120)
    standing(machine)
    return said


def _stays(machine: Machine) -> bool:
    """Whether the machine is on, as it answers, and is not about to go off."""
    machine.run("sleep 3")
    return "shutdown.target" not in machine.must("systemctl list-jobs --no-legend")


def _touched(stage: Stage, machine: Machine, answer: tuple[int, int]) -> list[Picture]:
    """Switch off on home, then the answer: every other picture from there until the machine is off."""
    page = stage.keep(tap(machine, SWITCH_OFF))
    machine.run("sleep 1")
    machine.touch(*answer)
    seen = _until_off(machine, page)
    closing = [each for each in seen if _is_closing(each)]
    stage.expect(closing and not _is_closing(page), "a touch on an answer: Herald says what it does")
    stage.keep(closing[0])
    return seen


def _is_closing(picture: Picture) -> bool:
    """Whether the layer that says that Herald ends lies over the page."""
    return picture.is_heralds and max(picture.part(*WAYS_OUT)) < DIM and max(picture.part(*WORDS)) > BRIGHT


def _until_off(machine: Machine, last: Picture) -> list[Picture]:
    """Each picture that differs from the one before, until it is off by itself."""
    seen = [last]
    end = machine.now + OFF * machine.accelerator.slowness
    with suppress(MachineError):  # it goes off while a picture is made
        while machine.is_on and machine.now < end:
            now = machine.picture(f"last-{len(seen):02}")
            if now.differs(seen[-1]):
                seen.append(now)
            time.sleep(0.2)
    machine.until_off(OFF)
    return seen[1:]


def _starts_clean(stage: Stage, machine: Machine, evening: dict[str, str]) -> None:
    """Home comes, with all the lines of an evening, from a disk that was unmounted."""
    took = until_home(machine)
    until_offered(machine)
    stage.keep(machine.picture("offered"))
    said = machine.log.read_text(errors="replace")
    stage.expect(
        CLEAN in said and not any(word in said for word in UNCLEAN),
        f"the next start is clean, and home comes after {took:.0f} s",
    )
    ((name, lines),) = evening.items()
    stage.expect(
        go_on(machine) == name and journals(machine) == evening,
        f"{name} goes on, with all its {lines.count(chr(10))} lines",
    )
