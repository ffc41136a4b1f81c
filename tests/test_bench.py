"""deploy/bench says what it measures; how fast this computer is, no test asks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAME = "Louis XIV"


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "deploy" / "bench", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("part", "lines"),
    [
        (
            "engine",
            [f"{GAME}: {line}" for line in ("listed / python-chess asked", "walked / python-chess asked")]
            + [f"{GAME}: 4 players, walked, whole games/s"],
        ),
        ("shares", [f"{GAME}, walked: "]),
        ("replay", [f"{GAME}: replay of an evening of", f"{GAME}: replay of 100 in one program"]),
        ("memory", [f"{GAME}: memory after 0 games listed"]),
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


SPEEDS = (" 1 MHz", " 4 MHz", "10 MHz")
TABLES = (" 1", " 5", "13")


@pytest.mark.parametrize(
    ("part", "wanted", "beside"),
    [
        (
            "radio",
            {
                f"{speed}: {kind}, {how}": limit
                for speed in SPEEDS
                for kind, limit in (("empty poll", "at most 1.5 ms"), ("identification", "at most 1.4 x"))
                for how in ("", "with Python's own")
            },
            [
                f"{speed}: {kind}, {what}"
                for speed in SPEEDS
                for kind in ("empty poll", "identification", "confirmation")
                for what in ("stock package", "in real time here")
            ],
        ),
        (
            "readers",
            {
                f"{n} at rest, {what}: ": "under 3 %"
                for n in TABLES
                for what in ("empty", "a sticker on each")
            },
            [f"{n} threads{what}" for n in TABLES for what in (" that only sleep", ", virtual chips: ")],
        ),
        (
            "tags",
            {f"{GAME}: 13 readers, 3 tags, laid to announced, 99th": "under 100 ms"},
            [f"{GAME}: 13 readers, 3 tags, laid to announced, 50th"],
        ),
    ],
)
def test_what_readers_must_reach_stands_beside_each_figure(
    part: str, wanted: dict[str, str], beside: list[str]
) -> None:
    ran = bench("--tiny", "--only", part)
    assert not ran.stderr
    assert ran.returncode == ("MISSED" in ran.stdout)
    said = ran.stdout.splitlines()
    for line, limit in wanted.items():
        found = [each for each in said if each.startswith(line)]
        assert found, f"no line begins with {line!r}"
        assert limit in found[0]
        assert found[0].endswith((": reached", ": MISSED"))
    for line in beside:
        found = [each for each in said if each.startswith(line)]
        assert found, f"no line begins with {line!r}"
        assert not found[0].endswith((": reached", ": MISSED"))


def test_a_part_it_does_not_know_is_refused() -> None:
    ran = bench("--only", "engines")
    assert ran.returncode == 2
    assert "invalid choice: 'engines'" in ran.stderr
