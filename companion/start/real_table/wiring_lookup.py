"""Finds out whether anything is wired; the modules that open it are imported only where there is a plan."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.home import herald_home

if TYPE_CHECKING:
    from companion.start.real_table.real_table_hardware import RealTableHardware

WIRING_FILE = "wiring.toml"


def find_real_table() -> RealTableHardware | None:
    """The table of HERALD_HOME/wiring.toml, not opened yet; None where there is no such file."""
    path = herald_home() / WIRING_FILE
    if not os.path.lexists(path):  # a link that leads nowhere is a plan that cannot be used
        return None
    from companion.start.real_table.real_table_hardware import RealTableHardware

    return RealTableHardware(path)
