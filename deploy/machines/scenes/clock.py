"""Shows a wrong clock, as a Raspberry Pi has without a network."""

from __future__ import annotations

from machines.kiosk_driver import (
    ANOTHER_GAME_BUTTON,
    CARD,
    COMPLETE,
    name_of_open_game,
    read_journals,
    resume_saved_game,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_human_turn,
    wait_for_resume_card,
)
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

NOON, BEHIND, LATER = "2026-11-22T12:00:00", "2026-11-22T11:00:00", "2026-11-22T12:30:00"
WATCH_TIME_S = 75
"""Seconds of the machine: more than the service's WatchdogSec."""

FORGET_TIME_COMMAND = (
    "systemctl disable --quiet --now systemd-timesyncd; rm --force /var/lib/systemd/timesync/clock; sync"
)
"""systemd sets a clock that is behind to the latest time that it stored: here it stored none, as on a new
card."""


def show_clock(stage: SceneRun) -> None:
    """With a clock an hour behind or set back and forth in a game, the last game is offered, nothing freezes."""
    with stage.start_machine("noon", clock=NOON) as machine:
        wait_for_home(machine)
        start_virtual_game(machine)
        first = name_of_open_game(machine)
        machine.run_checked(FORGET_TIME_COMMAND)
    with stage.start_machine("behind", clock=BEHIND, overlay=machine.overlay) as machine:
        wait_for_resume_card(machine)
        begun = machine.run_checked("date +%H:%M").strip()
        stage.expect(begun.startswith("11:"), f"{first} was begun at noon; the next clock says {begun}")
        start_virtual_game(machine, ANOTHER_GAME_BUTTON)
        wait_for_human_turn(machine)
        second = name_of_open_game(machine)
        stage.expect(second not in (first, ""), f"a second evening was begun: {second}")
    with stage.start_machine("later", clock=LATER, overlay=machine.overlay) as machine:
        wait_for_resume_card(machine)
        stage.keep_screenshot(machine.take_screenshot("offered"))
        stage.expect(
            resume_saved_game(machine) == second, "with the clock right again that second one goes on"
        )
        _set(stage, machine, second)


def _set(stage: SceneRun, machine: VirtualMachine, name: str) -> None:
    """Set the clock in the middle of the game, first back and then forward."""
    for to, told in (("2 hours ago", "two hours back"), ("1 week", "a week forth")):
        wait_for_human_turn(machine)
        before = read_journals(machine)[name]
        machine.run_checked(f"date --set '{to}'")
        machine.run_checked(f"sleep {WATCH_TIME_S}", WATCH_TIME_S * 2)
        stage.keep_screenshot(tap_and_wait(machine, CARD))
        stage.keep_screenshot(tap_and_wait(machine, COMPLETE))
        stage.expect(
            systemd_property(machine, "NRestarts") == "0",
            f"the clock is set {told}: the watchdog is content, and a card is laid as before",
        )
        after = read_journals(machine)[name]
        stage.expect(
            after.startswith(before) and after.count("\n") > before.count("\n"),
            "the move is in the journal, after all its lines",
        )
