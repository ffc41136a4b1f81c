"""The Pico of a reader hub inside a machine, at the end of a USB cable that the kernel simulates (g_serial).

Herald's own firmware runs in a MicroPython; all that is wired to the Pico is virtual. It has power while this runs:

    pico.py PLAN MICROPYTHON TTY HANDS

PLAN is a wiring plan, TTY the Pico's end of the cable, and HANDS a named pipe with commands for simulated hands, one a
line: `lay tile/3 04a1b2c3d4e580`, `take tile/3 04a1b2c3d4e580`.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tty
from pathlib import Path

from hardware.clock import RealClock
from hardware.common.link.hub_settings import encode_settings
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.staging import stage_program
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.virtual.tags import VirtualTag, make_ntag213
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MicroPythonProcess
from hardware.wiring_plan import load_plan

MICROPYTHON_HEAP_OPTION = "heapsize=192K"
"""The memory of a Pico for MicroPython; pointers take half as much there as here."""
WATCHDOG_FACTOR = 8
"""Factor of the watchdog's time: a translated machine is so much slower than a Pico, or more."""


class SlowVirtualPico(PicoWorld):
    """A world in which nothing is as quick as on a Pico."""

    def start_watchdog(self, patience_ms: int) -> None:
        super().start_watchdog(WATCHDOG_FACTOR * patience_ms)


def main(plan: str, micropython: str, cable: str, hands_fifo: str) -> None:
    """Run until the process is killed, as when the cable is pulled."""
    (wired,) = load_plan(Path(plan)).wirings_of(HubWiring)
    world = SlowVirtualPico(RealClock())
    readers = {
        reader.name: world.add_reader(reader.bus, reader.select, reset=wired.reset)
        for reader in wired.readers
    }
    lies: dict[str, VirtualTag] = {}
    with tempfile.TemporaryDirectory() as folder:
        flash = Path(folder)
        stage_program(flash)
        (flash / "settings.bin").write_bytes(encode_settings(settings_from_wiring(wired)))
        end = os.open(cable, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(end)
        with MicroPythonProcess(
            world, flash, ends=lambda: (end, end), python=(micropython, "-X", MICROPYTHON_HEAP_OPTION)
        ):
            while True:
                for line in Path(hands_fifo).read_text().splitlines():
                    what, name, uid = line.split()
                    if what == "lay":
                        lies[uid] = make_ntag213(bytes.fromhex(uid))
                        readers[name].field.put_tag(lies[uid])
                    else:
                        readers[name].field.take_tag(lies.pop(uid))


if __name__ == "__main__":
    main(*sys.argv[1:])
