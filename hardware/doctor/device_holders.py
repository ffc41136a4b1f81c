"""Examines the chip of the pins, and which programs use pins and buses.

`root` is the root of the file system.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from hardware.errors import HardwareMissingError
from hardware.finding import Finding
from hardware.gpio_chip import chip_device_path, header_chip_number
from hardware.wiring_schema import WiringPlan

HERALD_COMMANDS = ("herald", "companion")
"""The names under which Herald runs: as a command, or as `python -m`."""
MAX_COMMAND_CHARS = 60  # characters of another program's command line that are shown


def examine_gpio_chip(root: Path, wanted: bool) -> Finding:
    """Which chip has the pins of the header, and whether this user may use it.

    `wanted`: whether anything is wired there.
    """
    try:
        number = header_chip_number(root / "sys")
        device = chip_device_path(number, root / "dev")
    except HardwareMissingError as missing:
        if wanted:
            return Finding("pins", str(missing), True)
        return Finding("pins", "none that this user can use, and none is needed", absent=True)
    return Finding("pins", f"{device.name} has those of the header, and may be used")


class DeviceHolder(Struct, frozen=True, order=True):
    """A process that has a device open."""

    pid: int
    command: str
    device: str

    @property
    def is_herald(self) -> bool:
        """Whether the process is Herald, by its command line."""
        words = self.command.split()
        return any(Path(word).name.split(".")[0] in HERALD_COMMANDS for word in words[:3])


def find_device_holders(plan: WiringPlan, root: Path, own: int | None = None) -> tuple[DeviceHolder, ...]:
    """The other processes that have devices of the plan open.

    These are the devices of its readers, devices that may be such, and the chip of the pins. Only processes
    of this user can be seen; all, for root.
    """
    wanted = exclusive_devices(plan) | set(_chip(root))
    found = set()
    for process in (root / "proc").glob("[0-9]*"):
        pid = int(process.name) if process.name.isdecimal() else 0
        if pid and pid != (own or os.getpid()):
            found |= {
                DeviceHolder(pid, _command(process), device)
                for device in _opened(process)
                if device in wanted or any(table.may_be_at_device_file(device) for table in plan.tables)
            }
    return tuple(sorted(found))


def exclusive_devices(plan: WiringPlan) -> set[str]:
    """The devices that readers of the plan need for themselves alone."""
    return {device for table in plan.tables for device in table.device_paths}


def busy_finding(plan: WiringPlan, found: Iterable[DeviceHolder]) -> Finding | None:
    """Why readers cannot be examined now; None when no program uses them.

    A program that uses pins and no bus does not matter here: a pin that it holds is reported as busy.
    """
    ours = [holder for holder in found if holder.is_herald]
    if ours:
        advice = (
            "End the evening, close Herald (as a kiosk: sudo systemctl stop herald), and run this again;"
            " what is wrong with its readers stands on its first page too"
        )
        found_text = f"Herald is open (process {ours[0].pid}) and has them, so they are not examined"
        return Finding("readers, buttons, lights", found_text, absent=True, advice=advice)
    alone = exclusive_devices(plan)
    for holder in found:
        if holder.device in alone:
            found_text = f"another program has {holder.device}: process {holder.pid}, {holder.command}"
            return Finding(
                "readers", found_text, True, "End it, and run this again: two cannot speak on one bus"
            )
    return None


def _chip(root: Path) -> Iterator[str]:
    try:
        yield f"/dev/gpiochip{header_chip_number(root / 'sys')}"
    except HardwareMissingError:
        return


def _command(process: Path) -> str:
    try:
        words = (process / "cmdline").read_text(errors="replace").split("\0")
    except OSError:
        return "?"
    return " ".join(words).strip()[:MAX_COMMAND_CHARS] or "?"


def _opened(process: Path) -> set[str]:
    found = set()
    try:
        for handle in (process / "fd").iterdir():
            found.add(str(handle.readlink()))
    except OSError:  # it has ended meanwhile, or is another user's
        pass
    return found
