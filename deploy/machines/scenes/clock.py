"""A clock that is wrong, as a Raspberry Pi's is until it has a network."""

from __future__ import annotations

from machines.kiosk import (
    ANOTHER_GAME,
    CARD,
    COMPLETE,
    begin_virtual_game,
    go_on,
    journals,
    open_evening,
    property_of,
    tap,
    until_asked,
    until_home,
    until_offered,
)
from machines.machine import Machine
from machines.stage import Stage

NOON, BEHIND, LATER = "2026-11-22T12:00:00", "2026-11-22T11:00:00", "2026-11-22T12:30:00"
WATCHED = 75
"""Seconds of the machine: more than the service's WatchdogSec."""

FORGET = "systemctl disable --quiet --now systemd-timesyncd; rm --force /var/lib/systemd/timesync/clock; sync"
"""systemd sets a clock that is behind to the latest time that it wrote down: here it never did, as on a new card."""


def clock(stage: Stage) -> None:
    """A clock an hour behind, and set back and forth in a game: the evening played last is offered, nothing freezes."""
    with stage.machine("noon", clock=NOON) as machine:
        until_home(machine)
        begin_virtual_game(machine)
        first = open_evening(machine)
        machine.must(FORGET)
    with stage.machine("behind", clock=BEHIND, overlay=machine.overlay) as machine:
        until_offered(machine)
        begun = machine.must("date +%H:%M").strip()
        stage.expect(begun.startswith("11:"), f"{first} was begun at noon; the next clock says {begun}")
        begin_virtual_game(machine, ANOTHER_GAME)
        until_asked(machine)
        second = open_evening(machine)
        stage.expect(second not in (first, ""), f"a second evening was begun: {second}")
    with stage.machine("later", clock=LATER, overlay=machine.overlay) as machine:
        until_offered(machine)
        stage.keep(machine.picture("offered"))
        stage.expect(go_on(machine) == second, "with the clock right again that second one goes on")
        _set(stage, machine, second)


def _set(stage: Stage, machine: Machine, name: str) -> None:
    """In the middle of the game, first back and then forth."""
    for to, told in (("2 hours ago", "two hours back"), ("1 week", "a week forth")):
        until_asked(machine)
        before = journals(machine)[name]
        machine.must(f"date --set '{to}'")
        machine.must(f"sleep {WATCHED}", WATCHED * 2)
        stage.keep(tap(machine, CARD))
        stage.keep(tap(machine, COMPLETE))
        stage.expect(
            property_of(machine, "NRestarts") == "0",
            f"the clock is set {told}: the watchdog is content, and a card is laid as before",
        )
        after = journals(machine)[name]
        stage.expect(
            after.startswith(before) and after.count("\n") > before.count("\n"),
            "the move is in the journal, after all its lines",
        )
