"""Traces of scans: what a reader saw and when, and what had to be said about it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardware.common.events import ReaderEvent, ScanResult
from hardware.common.rc522.presence import PresenceFilter

FOLDER = Path(__file__).parents[1] / "traces"


class Seen(NamedTuple):
    """One scan of a trace: at `ms`, and what has to be said then."""

    ms: float
    scan: ScanResult
    said: list[ReaderEvent]


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
    return Seen(float(ms), ScanResult(outcome, bytes.fromhex("".join(uid))), said)


def _said(words: list[str]) -> ReaderEvent:
    return ReaderEvent(words[0], bytes.fromhex("".join(words[1:])))


class Recorder(PresenceFilter):
    """The filter of a reader, which keeps what goes through it: `Reader(port, presence=Recorder())`."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Seen] = []

    def add_scan(self, scan: ScanResult, now_us: int) -> list[ReaderEvent]:
        said = super().add_scan(scan, now_us)
        self.seen.append(Seen(now_us / 1000, scan, said))
        return said


def text(seen: list[Seen]) -> str:
    """A trace as `read` takes it."""
    return "".join(_line(one) for one in seen)


def _line(one: Seen) -> str:
    told = ", ".join(f"{said.kind} {said.uid.hex()}".strip() for said in one.said)
    found = f"{one.ms:<10.3f} {one.scan.outcome:<6}{one.scan.uid.hex()}".rstrip()
    return f"{found} -> {told}\n" if told else f"{found}\n"
