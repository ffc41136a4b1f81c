"""`herald hub`: the reader hubs on USB, and the one command that gives a Pico its program."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING

from companion.home import herald_home
from companion.rules.errors import HeraldError, Unreadable
from companion.start.real_table.wiring_lookup import WIRING_FILE

if TYPE_CHECKING:
    from hardware.common.link.words import Welcome
    from hardware.readers.hub.bootsel import Drive
    from hardware.readers.hub.choice import Seen
    from hardware.readers.hub.plan import HubWiring
    from hardware.readers.hub.serials import Found, RealPorts

EXIT_PROBLEMS = 1
MICROPYTHON_TIMEOUT_S = 20.0
"""A Pico that was given MicroPython makes itself a file system first."""
POLL_INTERVAL_S = 0.2

FLASH_HELP = """\
Gives a Pico the reader hub's program, with one command, from a Raspberry Pi or a laptop: its
program ends, what has changed is written, it starts anew and is told what wiring.toml says of
it. Interrupted at any moment, saying it again mends it.

A new Pico needs MicroPython first: hold its BOOTSEL button while you plug it in, download the
UF2 file for it (micropython.org/download/RPI_PICO; for a Pico 2, RPI_PICO2), and say

    herald hub flash --uf2 FILE
"""


class HubNotFound(HeraldError, OSError):
    """There is no hub to speak with, or not the one that is meant."""


def add_arguments(parser: ArgumentParser) -> None:
    """What may stand after `herald hub`."""
    parser.description = (
        "Says which reader hubs are on USB, what runs on them, and whether they are set up as wiring.toml says. Ends"
        " with 1 when one that is planned is not there, or one cannot be asked."
    )
    parser.set_defaults(run=_list)
    commands = parser.add_subparsers(title="commands", metavar="command")
    flash = commands.add_parser(
        "flash",
        help="give a Pico the hub's program",
        description=FLASH_HELP,
        formatter_class=RawDescriptionHelpFormatter,
    )
    flash.add_argument("name", nargs="?", default="", metavar="NAME", help="of the hub in wiring.toml")
    flash.add_argument(
        "--port", default="", metavar="PATH", help="its serial device, where there are several Picos"
    )
    flash.add_argument(
        "--uf2", metavar="FILE", help="give a Pico that waits in BOOTSEL this MicroPython first"
    )
    flash.set_defaults(run=_flash)


# -- herald hub


def _list(args: Namespace) -> int:
    from hardware.readers.hub.bootsel import unmounted, waiting
    from hardware.readers.hub.choice import NONE, planned_at, seen

    hubs = planned_hubs()
    ports = _ports(hubs)
    found = [each for each in ports.found() if each.likely or any(planned_at(hub, each) for hub in hubs)]
    there = [seen(ports, each) for each in found]
    for each in there:
        print(describe_device(each, hubs), flush=True)
    drives, devices = waiting(), unmounted()
    for drive in drives:
        print(f"{drive.path}: {_waits(drive)}")
    for device in devices:
        print(f"{device}: {_unmounted(device)}")
    missing = [hub.name for hub in hubs if hub.name not in {each.name for each in there}]
    for name in missing:
        print(
            f"hub {name}: in the wiring plan, and not found: plug its USB cable in; a new one is prepared with herald"
            f" hub flash {name}"
        )
    if not (there or drives or devices or missing):
        print(NONE)
    return EXIT_PROBLEMS if missing or not there or any(each.why for each in there) else 0


def describe_device(seen: Seen, hubs: tuple[HubWiring, ...]) -> str:
    """A device and who is on it, in a line."""
    from hardware.common.link.words import BOARDS, CAUSES, VERSION
    from hardware.readers.hub.staging import version

    where = seen.found.path + (f" (USB number {seen.found.usb})" if seen.found.usb else "")
    welcome = seen.welcome
    if seen.why:
        return f"{where}: {seen.why.removeprefix(seen.found.path).strip()}"
    if welcome is None:
        return f"{where}: no hub's program answers; to give it one: herald hub flash --port {seen.found.path}"
    if welcome.version != VERSION:
        return f"{where}: a hub that speaks version {welcome.version} of the link, this Herald {VERSION}"
    same = (
        "this Herald's" if welcome.program == version() else f"this Herald's is {version()}: herald hub flash"
    )
    return (
        f"{where}: {f'hub {welcome.name}' if welcome.name else 'a hub without a name'}, {BOARDS[welcome.board]};"
        f" program {welcome.program} ({same}); {_settings(welcome, hubs)};"
        f" started {_time_ago_text(welcome.uptime_s)} ({CAUSES[welcome.cause]})"
    )


def _settings(welcome: Welcome, hubs: tuple[HubWiring, ...]) -> str:
    from hardware.common.link.settings import check

    if not welcome.check:
        return "no settings yet"
    wiring = next((hub for hub in hubs if hub.name == welcome.name), None)
    if wiring is None:
        return "not in the wiring plan" if hubs else "no wiring plan to compare its settings with"
    same = welcome.check == check(_encoded_settings(wiring))
    return (
        "settings as planned"
        if same
        else "other settings than planned; Herald sends them when it opens the table"
    )


def _time_ago_text(seconds: int) -> str:
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit} ago"
    return f"{seconds} seconds ago"


# -- herald hub flash


def _flash(args: Namespace) -> int:
    """Raises HeraldError, OSError."""
    from hardware.readers.hub.choice import meant
    from hardware.readers.hub.flashing import Pico, flash

    hubs = planned_hubs()
    ports = _ports(hubs, args.port)
    port = args.port
    if args.uf2 is not None:
        port = _micropython(ports, Path(args.uf2)).path
    elif not any(found.likely for found in ports.found()) and not port:
        _raise_if_pico_waits()
    chosen = meant(ports, hubs, args.name, port)
    print(f"{chosen.found.path}: {f'hub {chosen.wiring.name}' if chosen.wiring else 'a hub'}", flush=True)
    pico = Pico(ports, chosen.is_it)
    settings = _encoded_settings(chosen.wiring) if chosen.wiring is not None else None
    welcome = flash(pico, settings, lambda step: print(f"  {step}", flush=True))
    print(_flashed_summary(welcome, pico.path(), chosen.wiring))
    return 0


def _flashed_summary(welcome: Welcome, path: str, wiring: HubWiring | None) -> str:
    if wiring is not None:
        return f"Hub {welcome.name} at {path} has the program {welcome.program} and the settings of {WIRING_FILE}."
    name = f"keeps the name {welcome.name}" if welcome.name else "has no name yet"
    return (
        f"The hub at {path} has the program {welcome.program}; it {name}, because no hub is planned in"
        f" {herald_home() / WIRING_FILE}."
    )


def _raise_if_pico_waits() -> None:
    """Raises HubNotFound where a Pico waits and nothing says what for."""
    from hardware.readers.hub.bootsel import unmounted, waiting

    for drive in waiting():
        raise HubNotFound(f"{drive.path}: {_waits(drive)}")
    for device in unmounted():
        raise HubNotFound(f"{device}: {_unmounted(device)}")


def _micropython(ports: RealPorts, uf2: Path) -> Found:
    """Give the Pico that waits MicroPython, and find it afterwards. Raises HeraldError, OSError."""
    from hardware.readers.hub.bootsel import NotForIt, load, unmounted, waiting

    drives = waiting()
    if len(drives) != 1:
        for device in unmounted() if not drives else ():
            raise HubNotFound(f"{device}: {_unmounted(device)}")
        raise HubNotFound(
            "several Picos wait in BOOTSEL: plug in one at a time"
            if drives
            else "no Pico waits in BOOTSEL: hold its BOOTSEL button while you plug it in, then say this again"
        )
    before = {found.path for found in ports.found()}
    print(f"{drives[0].path}: MicroPython is written to the {drives[0].model}", flush=True)
    try:
        load(drives[0], uf2)
    except NotForIt as wrong:
        raise Unreadable(str(wrong), "--uf2") from wrong
    end = time.monotonic() + MICROPYTHON_TIMEOUT_S
    while time.monotonic() < end:
        for found in ports.found():
            if found.path not in before:
                return found
        time.sleep(POLL_INTERVAL_S)
    raise HubNotFound(
        f"the Pico has not come back with MicroPython within {MICROPYTHON_TIMEOUT_S:.0f} s: unplug it, plug it in again without its"
        " button, then say herald hub flash"
    )


def _waits(drive: Drive) -> str:
    return (
        f"a {drive.model} waits for MicroPython: download the UF2 file from {drive.model.page}, then say herald hub"
        " flash --uf2 FILE"
    )


def _unmounted(device: Path) -> str:
    mount = f"sudo mount -o uid=$(id -u) {device} /mnt"
    return f"a Pico waits for MicroPython, and is not mounted: {mount}, then say this again"


# -- both


def planned_hubs() -> tuple[HubWiring, ...]:
    """The hubs of the owner's wiring plan, none without one. Raises Unreadable, OSError."""
    from hardware.errors import PlanFault
    from hardware.plan import load
    from hardware.readers.hub.plan import HubWiring

    path = herald_home() / WIRING_FILE
    try:
        return load(path).of(HubWiring)
    except FileNotFoundError:
        return ()
    except PlanFault as wrong:
        raise Unreadable("; ".join(wrong.faults), str(path)) from wrong


def _ports(hubs: tuple[HubWiring, ...], port: str = "") -> RealPorts:
    from hardware.readers.hub.serials import RealPorts

    return RealPorts(pattern for pattern in (*(hub.port for hub in hubs), port) if pattern)


def _encoded_settings(wiring: HubWiring) -> bytes:
    from hardware.common.link.settings import settings_bytes
    from hardware.readers.hub.offer import settings_of

    return settings_bytes(settings_of(wiring))
