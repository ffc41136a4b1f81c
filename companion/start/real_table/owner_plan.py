"""The owner's wiring plan, read so that nothing that lies in its place can hang whoever reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.table.storage.kept_files import KEPT_FILES, Content
from hardware.wiring_plan import parse_plan
from hardware.wiring_schema import WiringPlan


def read_owner_plan(path: Path) -> WiringPlan:
    """The plan in that file, which may be a link: people write it themselves, and Herald never moves it.

    Raises WiringPlanError with all its faults, FileNotFoundError, SideFileError.
    """
    return parse_plan(KEPT_FILES["wiring"].at(path).read())


OWNER_PLAN: Final[Content[WiringPlan | None]] = Content(lambda raw, _path: parse_plan(raw), None)
