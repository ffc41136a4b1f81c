"""What the system and Herald write down."""

from __future__ import annotations

import re

from machines.kiosk import CARD, COMPLETE, begin_virtual_game, tap, until_home
from machines.machine import Machine
from machines.stage import Stage

LIMIT = 64
"""Megabytes, as deploy/pi/journald.conf says."""
EVENINGS = 28
"""Two a day, for two weeks, each with a start of its own."""
FLOOD = 96
"""Megabytes of lines, more than there is room for."""

REPEAT = """
journalctl --boot --no-pager --output=cat >/run/one
for _ in $(seq {times}); do cat /run/one; done >/run/weeks
"""
WRITE = (
    "systemd-run --quiet --wait --property=LogRateLimitIntervalSec=1ms --property=LogRateLimitBurst=1000000 "
    "bash -c '{}' && journalctl --sync"
)
"""No line is left out, as journald does with whoever says too much: 0 would mean its own limit."""


def logs(stage: Stage) -> None:
    """Two weeks of evenings, and then half again what there is room for: the log stays below its 64 MB."""
    with stage.machine("logs") as machine:
        until_home(machine)
        begin_virtual_game(machine)
        tap(machine, CARD)
        tap(machine, COMPLETE)
        lines = machine.must("journalctl --boot --no-pager --output=cat --unit=herald").splitlines()
        everybody = machine.must("journalctl --boot --no-pager --output=cat | wc -l")
        stage.tell(
            f"a start and the beginning of a game: {len(lines)} lines of Herald's unit, {int(everybody)} in all"
        )
        before = _megabytes(machine)
        machine.must(REPEAT.format(times=EVENINGS))
        machine.must(WRITE.format("cat /run/weeks"), 300)
        stage.expect(
            _megabytes(machine) < LIMIT,
            f"{EVENINGS} of them: from {before:.0f} to {_megabytes(machine):.0f} MB",
        )
        machine.must(WRITE.format(f"head --bytes={FLOOD}M /dev/urandom | base64 --wrap=200"), 900)
        machine.must("journalctl --sync")
        stage.expect(
            _megabytes(machine) < LIMIT, f"{FLOOD} MB more: {_megabytes(machine):.0f} MB, below {LIMIT}"
        )
        stage.expect(
            machine.run("runuser -u anna -- true && systemctl is-active herald").status == 0,
            "Herald plays on meanwhile",
        )


def _megabytes(machine: Machine) -> float:
    """What the log takes on the card, as journalctl and du say it: the larger of both."""
    said = machine.must("journalctl --disk-usage")
    found = re.search(r"take up ([\d.]+)([BKMG])", said)
    size, unit = (found[1], found[2]) if found is not None else ("0", "B")
    told = float(size) * {"B": 1e-6, "K": 1 / 1024, "M": 1, "G": 1024}[unit]
    return max(told, float(machine.must("du --summarize --block-size=1 /var/log/journal | cut -f1")) / 2**20)
