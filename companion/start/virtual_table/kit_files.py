"""The wiring of a virtual table: one of the kits that come with Herald, or the user's own plan."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from companion.rules.errors import InvalidFile, UsageError
from hardware.errors import WiringPlanError
from hardware.wiring_plan import KIT_NAMES, load_plan
from hardware.wiring_schema import WiringPlan


def load_kit_or_plan(kit: str, option: str) -> tuple[Path, WiringPlan]:
    """The path and the plan of the kit of that name, or of the file with that path.

    Raises UsageError, with the `option` of the command line, where there is no such kit or file; InvalidFile
    where it is no plan; OSError.
    """
    path = Path(str(files("hardware").joinpath("kits", f"{kit}.toml"))) if kit in KIT_NAMES else Path(kit)
    try:
        return path, load_plan(path)
    except FileNotFoundError as wrong:
        raise UsageError(
            f"there is no kit {kit} and no such file; kits: {', '.join(KIT_NAMES)}", option
        ) from wrong
    except WiringPlanError as wrong:
        raise InvalidFile("; ".join(wrong.faults), kit) from wrong
