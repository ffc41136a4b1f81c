"""Traces of scans: what a reader saw and when, and what had to be said about it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardware.rc522.said import Said, Scan

FOLDER = Path(__file__).parents[1] / "traces"


class Seen(NamedTuple):
    """One scan of a trace: at `ms`, and what has to be said then."""

    ms: float
    scan: Scan
    said: list[Said]


def traces() -> list[Path]:
    """Every trace there is."""
    return sorted(FOLDER.glob("*.txt"))


def read(path: Path) -> list[Seen]:
    """A trace: `ms outcome [uid] [-> word [uid], word [uid] ...]` on each line; what follows # is for readers."""
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    return [_seen(line) for line in lines if line]


def _seen(line: str) -> Seen:
    found, _, told = line.partition("->")
    ms, outcome, *uid = found.split()
    said = [_said(one.split()) for one in told.split(",") if one.strip()]
    return Seen(float(ms), Scan(outcome, bytes.fromhex("".join(uid))), said)


def _said(words: list[str]) -> Said:
    return Said(words[0], bytes.fromhex("".join(words[1:])))
