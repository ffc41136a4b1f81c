"""The page of clauses is what catalogue, code and tests make today."""

from __future__ import annotations

import subprocess
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).parents[2]


def test_the_page_of_clauses_is_fresh() -> None:
    ran = subprocess.run(
        [ROOT / "deploy" / "clauses", "--check"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_what_a_language_says_in_english_is_not_on_the_page() -> None:
    in_each = run_path(str(ROOT / "deploy" / "clauses"))["in_each"]
    assert in_each({"en": "No.", "nl": "Nee.", "sk": "No."}) == ["- en: No.", "- nl: Nee."]
