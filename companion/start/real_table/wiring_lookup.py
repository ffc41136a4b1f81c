"""Whether anything is wired; what opens it is imported only then, and not before it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.home import herald_home

if TYPE_CHECKING:
    from companion.start.real_table.real_table_hardware import RealTableHardware

WIRING_FILE = "wiring.toml"


def find_real_table() -> RealTableHardware | None:
    """The table of HERALD_HOME/wiring.toml, not opened yet; None without that file."""
    path = herald_home() / WIRING_FILE
    if not path.exists():
        return None
    from companion.start.real_table.real_table_hardware import RealTableHardware

    return RealTableHardware(path)
