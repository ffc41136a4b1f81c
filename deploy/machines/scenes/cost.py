"""Measures what Herald needs: memory, a core at rest, and seconds from power-on to home."""

from __future__ import annotations

import subprocess
import sys
import time

from machines.kiosk_driver import (
    measure_cpu_share,
    start_virtual_game,
    systemd_property,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

REST_TIME_S = 60
"""Seconds over which the share at rest is measured."""
MAX_CPU_PERCENT_AT_REST = 3.0
"""Percent of a core of a computer like this one that Herald may use while nobody touches anything."""
MAX_MEMORY_MB = 400
"""Megabytes of memory that Herald may use, of the smallest Pi's 1024."""

SPEED_TEST_PROGRAM = """
import time
best = 9.0
for _ in range(5):
    began = time.process_time()
    sum(number * number % 7 for number in range(200_000))
    best = min(best, time.process_time() - began)
print(best)
"""

MEMORY_COMMAND = (
    'awk "/^{}:/ {{ print \\$2 / 1024 }}"'
    " /proc/$(systemctl show --property=MainPID --value herald)/smaps_rollup"
)

LOG_TIME_COMMAND = (
    "journalctl --boot --no-pager --output=short-monotonic --unit=herald --grep='{}' | head -n 1"
)


def show_cost(stage: SceneRun) -> None:
    """Measure Herald's memory and its share of a core at rest, on home and in a game, and the start to home."""
    with stage.start_machine("cost") as machine:
        wait_for_home(machine)
        slowness = float(machine.run_checked(f"python3 -c '{SPEED_TEST_PROGRAM}'")) / _here()
        stage.report(
            f"{machine.accelerator.name}, {slowness:.1f} times slower than this computer with the same Python loop"
        )
        _way(stage, machine)
        for where in ("home", "a game"):
            wait_for_stable_picture(machine)
            _at_rest(stage, machine, where, slowness)
            if where == "home":
                stage.keep_screenshot(start_virtual_game(machine))


def _here() -> float:
    done = subprocess.run(
        [sys.executable, "-c", SPEED_TEST_PROGRAM], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _way(stage: SceneRun, machine: VirtualMachine) -> None:
    """The time of the start by systemd, and Herald's own by its log."""
    machine.run_checked("systemctl is-system-running --wait || true", 120)
    stage.report(machine.run_checked("systemd-analyze time").splitlines()[0])
    for line in machine.run_checked("systemd-analyze critical-chain --no-pager herald.service").splitlines()[
        3:9
    ]:
        stage.report(line.strip())
    began = int(systemd_property(machine, "ExecMainStartTimestampMonotonic")) / 1e6
    ready = int(systemd_property(machine, "ActiveEnterTimestampMonotonic")) / 1e6
    looked, heard = (
        float(machine.run_checked(LOG_TIME_COMMAND.format(said)).strip("[ ").split("]")[0])
        for said in ("The picture goes to", "The touchscreen")
    )
    stage.report(
        f"Herald is started {began:.1f} s after the kernel; {looked - began:.1f} s until it looks for a panel (Python, "
        f"what it imports), {heard - looked:.1f} s more until its window feels touch, {ready - heard:.1f} s more until "
        f"its picture is seen: {ready - began:.1f} s are Herald's own"
    )


def _at_rest(stage: SceneRun, machine: VirtualMachine, where: str, slowness: float) -> None:
    time.sleep(3 * machine.accelerator.slowness)
    share = 100 * measure_cpu_share(machine, REST_TIME_S)
    rss, pss = (float(machine.run_checked(MEMORY_COMMAND.format(what))) for what in ("Rss", "Pss"))
    used = machine.run_checked("free --mebi | awk '/^Mem/ {print $3}'").strip()
    stage.expect(
        rss < MAX_MEMORY_MB,
        f"on {where}: {rss:.0f} MB resident ({pss:.0f} its own share); {used} MB in use in all",
    )
    stage.expect(
        share / slowness < MAX_CPU_PERCENT_AT_REST,
        f"on {where}, at rest: {share:.1f} % of its core, {share / slowness:.2f} % of one of this computer's",
    )
