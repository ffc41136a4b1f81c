"""What Herald costs: memory, a core at rest, and seconds from power-on to home."""

from __future__ import annotations

import subprocess
import sys
import time

from machines.kiosk import begin_virtual_game, busy, property_of, standing, until_home
from machines.machine import Machine
from machines.stage import Stage

REST = 60
"""Seconds over which rest is measured."""
AT_REST = 3.0
"""Percent of a core of a computer like this one that Herald may take while nobody touches anything."""
ROOM = 400
"""Megabytes that Herald may have in its memory, of the smallest Pi's 1024."""

LOOP = """
import time
best = 9.0
for _ in range(5):
    began = time.process_time()
    sum(number * number % 7 for number in range(200_000))
    best = min(best, time.process_time() - began)
print(best)
"""

SINCE = 'awk "/^{}:/ {{ print \\$2 / 1024 }}" /proc/$(systemctl show --property=MainPID --value herald)/smaps_rollup'

SAID = "journalctl --boot --no-pager --output=short-monotonic --unit=herald --grep='{}' | head -n 1"


def cost(stage: Stage) -> None:
    """What Herald takes of memory and, at rest, of a core, on home and in a game; the way from power-on to home."""
    with stage.machine("cost") as machine:
        until_home(machine)
        slowness = float(machine.must(f"python3 -c '{LOOP}'")) / _here()
        stage.tell(
            f"{machine.accelerator.name}, {slowness:.1f} times slower than this computer with the same Python loop"
        )
        _way(stage, machine)
        for where in ("home", "a game"):
            standing(machine)
            _at_rest(stage, machine, where, slowness)
            if where == "home":
                stage.keep(begin_virtual_game(machine))


def _here() -> float:
    done = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _way(stage: Stage, machine: Machine) -> None:
    """By systemd, and Herald's own by what it says on the way."""
    machine.must("systemctl is-system-running --wait || true", 120)
    stage.tell(machine.must("systemd-analyze time").splitlines()[0])
    for line in machine.must("systemd-analyze critical-chain --no-pager herald.service").splitlines()[3:9]:
        stage.tell(line.strip())
    began = int(property_of(machine, "ExecMainStartTimestampMonotonic")) / 1e6
    ready = int(property_of(machine, "ActiveEnterTimestampMonotonic")) / 1e6
    looked, heard = (
        float(machine.must(SAID.format(said)).strip("[ ").split("]")[0])
        for said in ("The picture goes to", "The touchscreen")
    )
    stage.tell(
        f"Herald is started {began:.1f} s after the kernel; {looked - began:.1f} s until it looks for a panel (Python, "
        f"what it imports), {heard - looked:.1f} s more until its window feels touch, {ready - heard:.1f} s more until "
        f"its picture is seen: {ready - began:.1f} s are Herald's own"
    )


def _at_rest(stage: Stage, machine: Machine, where: str, slowness: float) -> None:
    time.sleep(3 * machine.accelerator.slowness)
    share = 100 * busy(machine, REST)
    rss, pss = (float(machine.must(SINCE.format(what))) for what in ("Rss", "Pss"))
    used = machine.must("free --mebi | awk '/^Mem/ {print $3}'").strip()
    stage.expect(
        rss < ROOM, f"on {where}: {rss:.0f} MB resident ({pss:.0f} its own share); {used} MB in use in all"
    )
    stage.expect(
        share / slowness < AT_REST,
        f"on {where}, at rest: {share:.1f} % of its core, {share / slowness:.2f} % of one of this computer's",
    )
