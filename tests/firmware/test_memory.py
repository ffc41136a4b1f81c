"""A hub's memory stays flat over as many scans as one likes, in a real MicroPython."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from statistics import linear_regression, mean

import pytest

from hardware.readers.hub.staging import stage_program
from hardware.virtual.unix_port.process import MICROPYTHON_PATH
from tests.long import LONG

USUAL, MANY = 100_000, 1_000_000
SCANS = MANY if LONG > 1 else USUAL
"""The whole million takes a minute and a half: with HERALD_LONG=2."""
HEAP = "300K"
"""Twice what is in use after the start, in a Python whose objects are twice as large as a Pico's."""
PLAY = 300
"""Bytes by which thirds of the evening may differ, each tag that lies there taken out of account."""


@pytest.mark.long(
    instead="tests/hardware/over_pty/test_long.py"
    "::test_every_sighting_is_told_once_and_in_order_whatever_becomes_of_line_and_power"
)
def test_memory_stays_flat_over_any_number_of_scans(tmp_path: Path) -> None:
    stage_program(tmp_path)
    for name in ("tiny.py", "long_run.py"):
        shutil.copy(Path(__file__).parent / name, tmp_path)
    run = subprocess.run(
        [MICROPYTHON_PATH, "-X", f"heapsize={HEAP}", "long_run.py", str(SCANS)],
        cwd=tmp_path,
        env={"MICROPYPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-300:] + run.stderr
    *lines, end = [line.split() for line in run.stdout.splitlines()]
    scans, used, came, left = zip(*(map(int, line) for line in lines), strict=True)
    assert scans[-1] >= SCANS * 98 // 100
    if SCANS == USUAL:  # in a longer evening more tags lie there at its end than at its beginning
        part = len(used) // 3
        assert mean(used[-part:]) <= mean(used[:part]) + 2 * PLAY
        assert max(used[-part:]) <= max(used[:part]) + 4 * PLAY
    lying = [there - gone for there, gone in zip(came, left, strict=True)]
    each_tag = linear_regression(lying[1:], used[1:]).slope
    without = [bytes_ - each_tag * tags for bytes_, tags in zip(used, lying, strict=True)][1:]
    third = len(without) // 3
    assert mean(without[-third:]) <= mean(without[:third]) + PLAY
    assert max(without[-third:]) <= max(without[:third]) + 4 * PLAY
    assert min(came[-1], left[-1]) > SCANS / 1_000, "it was no empty evening"
    assert came[-1] - left[-1] in range(17), "who came and has not left lies there"
    assert int(end[1]) > SCANS / 500
