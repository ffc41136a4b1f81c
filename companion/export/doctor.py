"""What this computer has and lacks for Herald, each finding with what to do about it.

Readers, buttons and lights are not looked for yet: Herald cannot drive any so far.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from companion.table.disk import home

LEAST_FREE = 50_000_000  # bytes; an evening takes some ten thousand


class Finding(Struct, frozen=True):
    """One thing looked at. `wrong`: Herald cannot work as it should; `advice`: what to do about it."""

    what: str
    found: str
    wrong: bool = False
    advice: str = ""

    def __str__(self) -> str:
        mark = "!!" if self.wrong else "ok"
        return f"{mark}  {self.what}: {self.found}" + (f". {self.advice}" if self.advice else "")


def findings() -> Iterator[Finding]:
    """Everything looked at, in the order a person would."""
    yield Finding("computer", f"{platform.machine()}, Python {platform.python_version()}")
    yield _display()
    yield _speech()
    yield _folder(home())
    yield Finding("readers", "none can be used yet", advice="Cards and stones are touched on the screen")


def _display() -> Finding:
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return Finding("display", "a desktop")
    if any(Path("/dev/dri").glob("card*")):
        return Finding("display", "a screen without a desktop")
    return Finding("display", "none", advice="The game is told in the terminal")


def _speech() -> Finding:
    if shutil.which("espeak-ng"):
        return Finding("speech", "espeak-ng")
    return Finding("speech", "none", advice="Install the package espeak-ng to hear the table")


def _folder(folder: Path) -> Finding:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(there).free
    if not os.access(there, os.W_OK):
        return Finding("evenings", "cannot be kept", True, f"Make {there} writable for this user")
    if free < LEAST_FREE:
        return Finding("evenings", f"{free // 1_000_000} MB left", True, f"Make room on the disk of {there}")
    return Finding("evenings", f"{free // 1_000_000} MB left for them")
