"""The campaign at the table: a few cases of each part of `deploy/soak`, all of them with HERALD_LONG.

Whole, each part takes minutes to hours: `deploy/soak --list`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.long import LONG, usually

SOAK = Path(__file__).parents[2] / "deploy/soak"
SHORT = [("evenings", 2), ("doors", 1_000), ("damage", 400), ("clocks", 5), ("full-disk", 3)]
WHOLE = [
    *SHORT,
    ("evenings", 20 * LONG),
    ("doors", 20_000 * LONG),
    ("damage", 6_000 * LONG),
    ("clocks", 40 * LONG),
    ("full-disk", 9 * LONG),
    ("clock", 5 * LONG),
]
SHORT_PART = pytest.mark.parametrize(("part", "cases"), usually(SHORT, WHOLE))


@pytest.mark.long(usual="damage-400")
@SHORT_PART
def test_a_part_of_the_campaign_tries_its_cases_and_loses_nothing(part: str, cases: int) -> None:
    done = subprocess.run([SOAK, part, "--times", str(cases)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    row = next(line.split() for line in done.stdout.splitlines() if line.startswith(f"{part} "))
    tried, lost, wrong = row[1:4]
    assert (int(tried.replace(",", "")), lost, wrong) == (cases, "0", "0")
