"""What the system and Herald write down."""

from __future__ import annotations

import re

from machines.kiosk import CARD, COMPLETE, begin_virtual_game, property_of, tap, until_asked, until_home
from machines.machine import Machine
from machines.stage import Stage

LIMIT = 64
"""Megabytes, as deploy/pi/journald.conf says."""
EVENINGS = 28
"""Two a day, for two weeks, each with a start of its own."""
FLOOD = 96
"""Megabytes of lines, more than there is room for."""
LINE = 40_000
"""Bytes of each: chance makes them incompressible but for base64's quarter, and so few are quickly written."""

REPEAT = """
journalctl --boot --no-pager --output=cat | grep '[^[:space:]]' >/run/one
for _ in $(seq {times}); do cat /run/one; done >/run/weeks
wc --lines </run/weeks
"""
WRITE = (
    "systemd-run --quiet --wait --unit={unit} --property=LogRateLimitIntervalSec=1ms "
    "--property=LogRateLimitBurst=1000000 bash -c '{command}' && journalctl --sync"
)
"""No line is left out, as journald does with whoever says too much: 0 would mean its own limit."""
WRITTEN = "journalctl --boot --no-pager --output=cat _SYSTEMD_UNIT={unit}.service | wc --lines"


def logs(stage: Stage) -> None:
    """Two weeks of evenings, and then half again what there is room for: the log keeps to its 64 MB."""
    with stage.machine("logs") as machine:
        until_home(machine)
        begin_virtual_game(machine)
        tap(machine, CARD)
        tap(machine, COMPLETE)
        lines = machine.must("journalctl --boot --no-pager --output=cat --unit=herald").splitlines()
        before = _megabytes(machine)
        weeks = int(machine.must(REPEAT.format(times=EVENINGS)))
        stage.tell(
            f"a start and the beginning of a game: {len(lines)} lines of Herald's unit, {weeks // EVENINGS} in all"
        )
        machine.must(WRITE.format(unit="weeks", command="cat /run/weeks"), 300)
        stage.expect(
            int(machine.must(WRITTEN.format(unit="weeks"))) == weeks and _megabytes(machine) < LIMIT,
            f"{EVENINGS} of them, {weeks} lines, are all kept: from {before:.0f} to {_megabytes(machine):.0f} MB",
        )
        flood = f"head --bytes={FLOOD}M /dev/urandom | base64 --wrap={LINE}"
        machine.must(WRITE.format(unit="flood", command=flood), 300)
        full = _megabytes(machine)
        stage.expect(LIMIT / 2 < full <= LIMIT, f"{FLOOD} MB more: {full:.2f} MB, no more than {LIMIT}")
        until_asked(machine)
        stage.keep(tap(machine, CARD))
        stage.expect(property_of(machine, "NRestarts") == "0", "Herald plays on: a card is laid as before")


def _megabytes(machine: Machine) -> float:
    """What the log takes on the card, as journalctl and its files' blocks say it: the larger of both."""
    said = machine.must("journalctl --disk-usage")
    found = re.search(r"take up ([\d.]+)([BKMG])", said)
    size, unit = (found[1], found[2]) if found is not None else ("0", "B")
    told = float(size) * {"B": 1e-6, "K": 1 / 1024, "M": 1, "G": 1024}[unit]
    blocks = machine.must("find /var/log/journal -type f -printf '%b\\n'").split()
    return max(told, sum(map(int, blocks)) * 512 / 2**20)
