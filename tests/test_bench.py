"""deploy/bench says what it measures; how fast this computer is, no test asks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "deploy" / "bench", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("part", "lines"),
    [
        (
            "engine",
            ["listed / python-chess asked", "walked / python-chess asked", "whole games/s, 4 players"],
        ),
        ("shares", ["walked: "]),
        ("replay", ["replay of an evening of", "replay of 100 in one program"]),
        ("memory", ["memory after 0 games listed"]),
        ("disk", ["journal append, synced", "journal / plain"]),
    ],
)
def test_each_part_prints_its_lines(part: str, lines: list[str]) -> None:
    ran = bench("--tiny", "--only", part)
    assert not ran.stderr
    assert ran.returncode == ("MISSED" in ran.stdout)
    said = ran.stdout.splitlines()
    assert said[0].startswith("CPython 3.")
    assert said[1] == f"-- {part}"
    for line in lines:
        assert any(each.startswith(line) for each in said), f"no line begins with {line!r}"


def test_a_part_it_does_not_know_is_refused() -> None:
    ran = bench("--only", "engines")
    assert ran.returncode == 2
    assert "invalid choice: 'engines'" in ran.stderr
