"""The page of clauses is what catalogue, code and tests make today."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_of_clauses_is_fresh() -> None:
    ran = subprocess.run(
        [ROOT / "deploy" / "clauses", "--check"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
