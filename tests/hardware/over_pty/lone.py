"""A host in a process of its own, which can be killed: prints what its readers say, reader, what and UID in a line."""

from __future__ import annotations

import sys
from threading import Event

import msgspec

from hardware.clock import RealClock
from hardware.device_manager import DeviceManager
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.hub.driver import HubDriver
from hardware.wiring_schema import WiringPlan
from tests.hardware.over_pty.hub import wiring
from tests.hardware.over_pty.table import nothing


def main(path: str) -> None:
    """Listen to the hub at a path, for good."""
    plan = WiringPlan(tables=(msgspec.structs.replace(wiring(), port=path),))
    rig = DeviceManager(plan, [HubDriver(program=lambda: "")], nothing, told, RealClock())
    rig.open()
    rig.start()
    Event().wait()


def told(heard: HardwareEvent) -> None:
    if isinstance(heard, ReaderReported):
        print(heard.reader, heard.event.kind, heard.event.uid.hex(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
