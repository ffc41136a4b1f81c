"""Shows the size of the logs of the system and of Herald."""

from __future__ import annotations

import re

from machines.kiosk_driver import (
    CARD,
    COMPLETE,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_human_turn,
)
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

LOG_LIMIT_MB = 64
"""Megabytes, as in deploy/pi/journald.conf."""
SAVED_GAMES_PLAYED = 28
"""Two games a day for two weeks, each with a start of its own."""
FLOOD_MB = 96
"""Megabytes of lines, more than there is room for."""
FLOOD_LINE_BYTES = 40_000
"""Bytes of each line: random data is incompressible but for base64's quarter, and a few lines are quickly
written."""

REPEAT_LOG_SCRIPT = """
journalctl --boot --no-pager --output=cat | grep '[^[:space:]]' >/run/one
for _ in $(seq {times}); do cat /run/one; done >/run/weeks
wc --lines </run/weeks
"""
WRITE_LOG_COMMAND = (
    "systemd-run --quiet --wait --unit={unit} --property=LogRateLimitIntervalSec=1ms "
    "--property=LogRateLimitBurst=1000000 bash -c '{command}' && journalctl --sync"
)
"""No line is dropped, as journald does with programs that log too much: 0 would mean its own limit."""
COUNT_LOG_LINES_COMMAND = (
    "journalctl --boot --no-pager --output=cat _SYSTEMD_UNIT={unit}.service | wc --lines"
)


def show_logs(stage: SceneRun) -> None:
    """The log of two weeks of games, and of half as much again as there is room for, keeps to its 64 MB."""
    with stage.start_machine("logs") as machine:
        wait_for_home(machine)
        start_virtual_game(machine)
        tap_and_wait(machine, CARD)
        tap_and_wait(machine, COMPLETE)
        lines = machine.run_checked("journalctl --boot --no-pager --output=cat --unit=herald").splitlines()
        before = _megabytes(machine)
        weeks = int(machine.run_checked(REPEAT_LOG_SCRIPT.format(times=SAVED_GAMES_PLAYED)))
        stage.report(
            f"a start and the beginning of a game: {len(lines)} lines of Herald's unit,"
            f" {weeks // SAVED_GAMES_PLAYED} in all"
        )
        machine.run_checked(WRITE_LOG_COMMAND.format(unit="weeks", command="cat /run/weeks"), 300)
        stage.expect(
            int(machine.run_checked(COUNT_LOG_LINES_COMMAND.format(unit="weeks"))) == weeks
            and _megabytes(machine) < LOG_LIMIT_MB,
            f"{SAVED_GAMES_PLAYED} of them, {weeks} lines, are all kept: from {before:.0f} to"
            f" {_megabytes(machine):.0f} MB",
        )
        flood = f"head --bytes={FLOOD_MB}M /dev/urandom | base64 --wrap={FLOOD_LINE_BYTES}"
        machine.run_checked(WRITE_LOG_COMMAND.format(unit="flood", command=flood), 300)
        full = _megabytes(machine)
        stage.expect(
            LOG_LIMIT_MB / 2 < full <= LOG_LIMIT_MB,
            f"{FLOOD_MB} MB more: {full:.2f} MB, no more than {LOG_LIMIT_MB}",
        )
        wait_for_human_turn(machine)
        stage.keep_screenshot(tap_and_wait(machine, CARD))
        stage.expect(
            systemd_property(machine, "NRestarts") == "0", "Herald plays on: a card is laid as before"
        )


def _megabytes(machine: VirtualMachine) -> float:
    """The size of the log in MB by journalctl and by the blocks of its files: the larger of both."""
    said = machine.run_checked("journalctl --disk-usage")
    found = re.search(r"take up ([\d.]+)([BKMG])", said)
    size, unit = (found[1], found[2]) if found is not None else ("0", "B")
    told = float(size) * {"B": 1e-6, "K": 1 / 1024, "M": 1, "G": 1024}[unit]
    blocks = machine.run_checked("find /var/log/journal -type f -printf '%b\\n'").split()
    return max(told, sum(map(int, blocks)) * 512 / 2**20)
