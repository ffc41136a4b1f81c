"""Finds the real table; the modules that open it are imported when somebody asks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.home import herald_home

if TYPE_CHECKING:
    from companion.start.real_table.real_table_hardware import RealTableHardware

WIRING_FILE = "wiring.toml"


def find_real_table() -> RealTableHardware:
    """The table of HERALD_HOME/wiring.toml, where there is no such file that of what is plugged in; not opened yet."""
    from companion.start.real_table.plugged_in_devices import PluggedInDevices
    from companion.start.real_table.real_table_hardware import RealTableHardware
    from hardware.readers.serial_ports import LASTING_LINKS, RealSerialPorts

    home = herald_home()
    if os.path.lexists(home / WIRING_FILE):  # a link that leads nowhere is a plan that cannot be used
        return RealTableHardware(home / WIRING_FILE)
    return RealTableHardware(None, plugged_in=PluggedInDevices(home, RealSerialPorts(LASTING_LINKS)))
