"""The owner's wiring plan, read so that nothing that lies in its place can hang whoever reads it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from companion.start.real_table.plugged_in_devices import KEPT_ANSWERS, plan_of_readers
from companion.table.storage.kept_files import KEPT_FILES, Content
from hardware.wiring_plan import parse_plan
from hardware.wiring_schema import WiringPlan


def owner_plan_path(home: Path) -> Path:
    """The wiring plan; where there is none, the readers that people plugged in, if they did."""
    planned, plugged_in = (home / KEPT_FILES[kind].file_name for kind in ("wiring", "devices"))
    return plugged_in if not os.path.lexists(planned) and plugged_in.exists() else planned


def read_owner_plan(path: Path) -> WiringPlan:
    """The plan of that file: a wiring plan, or what people plugged in.

    A wiring plan may be a link: people write it themselves, and Herald never moves it. Raises WiringPlanError with all
    its faults, FileNotFoundError, SideFileError.
    """
    devices = KEPT_FILES["devices"]
    if path.name == devices.file_name:
        return plan_of_readers(answer for answer in devices.at(path).load(KEPT_ANSWERS) if answer.zone)
    return parse_plan(KEPT_FILES["wiring"].at(path).read())


OWNER_PLAN: Final[Content[WiringPlan | None]] = Content(lambda raw, _path: parse_plan(raw), None)
