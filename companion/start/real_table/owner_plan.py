"""The owner's wiring plan, read so that nothing that lies in its place can hang whoever reads it."""

from __future__ import annotations

from pathlib import Path

from companion.table.storage.disk import read_side_file
from hardware.wiring_plan import parse_plan
from hardware.wiring_schema import WiringPlan

MAX_PLAN_BYTES = 1 << 18
"""The largest plan that is read; one with every reader of wiring.md has a few kilobytes."""


def read_owner_plan(path: Path) -> WiringPlan:
    """The plan in that file, which may be a link: people write it themselves, and Herald never moves it.

    Raises WiringPlanError with all its faults, FileNotFoundError, SideFileError.
    """
    return parse_plan(read_side_file(path, MAX_PLAN_BYTES, follows_links=True))
