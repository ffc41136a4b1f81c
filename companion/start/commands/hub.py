"""`herald hub`: lists the reader hubs on USB, and installs the hub's program on a Pico."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING

from companion.home import herald_home
from companion.rules.errors import HeraldError, InvalidFile
from companion.start.real_table.wiring_lookup import WIRING_FILE

if TYPE_CHECKING:
    from hardware.common.link.messages import WelcomeMessage
    from hardware.readers.hub.bootsel import BootselDrive
    from hardware.readers.hub.pico_choice import ProbedDevice
    from hardware.readers.hub.wiring_schema import HubWiring
    from hardware.readers.serial_ports import RealSerialPorts, SerialDevice

EXIT_PROBLEMS = 1
MICROPYTHON_TIMEOUT_S = 20.0
"""Seconds for a Pico to come back with MicroPython: it makes a file system first."""
POLL_INTERVAL_S = 0.2

FLASH_HELP = """\
Installs the reader hub's program on a Pico, from a Raspberry Pi or a laptop: the running program
ends, changed files are written, and the Pico restarts and receives its settings of wiring.toml.
After an interruption at any moment, the same command repairs it.

A new Pico needs MicroPython first: hold its BOOTSEL button while you plug it in, download the
UF2 file for it (micropython.org/download/RPI_PICO; for a Pico 2, RPI_PICO2), and run

    herald hub flash --uf2 FILE
"""


class HubNotFound(HeraldError, OSError):
    """Raised where no hub, or not the named one, can be found."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald hub`."""
    parser.description = (
        "Lists the reader hubs on USB, their programs, and whether their settings are those of wiring.toml. Ends with"
        " 1 when a planned hub is missing, or one cannot be opened."
    )
    parser.set_defaults(run=_list)
    commands = parser.add_subparsers(title="commands", metavar="command")
    flash = commands.add_parser(
        "flash",
        help="install the hub's program on a Pico",
        description=FLASH_HELP,
        formatter_class=RawDescriptionHelpFormatter,
    )
    flash.add_argument("name", nargs="?", default="", metavar="NAME", help="name of the hub in wiring.toml")
    flash.add_argument(
        "--port", default="", metavar="PATH", help="its serial device, where there are several Picos"
    )
    flash.add_argument(
        "--uf2", metavar="FILE", help="first write this MicroPython to a Pico that waits in BOOTSEL"
    )
    flash.set_defaults(run=_flash)


# -- herald hub


def _list(args: Namespace) -> int:
    from hardware.readers.hub.bootsel import unmounted_devices, waiting_drives
    from hardware.readers.hub.pico_choice import NO_PICO_MESSAGE, is_where_planned, probe_device

    hubs = planned_hubs()
    ports = _ports(hubs)
    found = [
        each
        for each in ports.list_devices()
        if each.is_likely_pico or any(is_where_planned(hub, each) for hub in hubs)
    ]
    there = [probe_device(ports, each) for each in found]
    for each in there:
        print(describe_device(each, hubs), flush=True)
    drives, devices = waiting_drives(), unmounted_devices()
    for drive in drives:
        print(f"{drive.path}: {_waits(drive)}")
    for device in devices:
        print(f"{device}: {_unmounted(device)}")
    missing = [hub.name for hub in hubs if hub.name not in {each.hub_name for each in there}]
    for name in missing:
        print(
            f"hub {name}: in the wiring plan, and not found: plug its USB cable in; a new one is prepared with herald"
            f" hub flash {name}"
        )
    if not (there or drives or devices or missing):
        print(NO_PICO_MESSAGE)
    return EXIT_PROBLEMS if missing or not there or any(each.why for each in there) else 0


def describe_device(probed: ProbedDevice, hubs: tuple[HubWiring, ...]) -> str:
    """One line about a device and the hub on it."""
    from hardware.common.link.messages import BOARD_NAMES, PROTOCOL_VERSION, START_CAUSES
    from hardware.readers.hub.staging import program_version

    where = probed.device.path + (
        f" (USB number {probed.device.usb_serial})" if probed.device.usb_serial else ""
    )
    welcome = probed.welcome
    if probed.why:
        return f"{where}: {probed.why.removeprefix(probed.device.path).strip()}"
    if welcome is None:
        return (
            f"{where}: no hub's program answers; to give it one: herald hub flash --port {probed.device.path}"
        )
    if welcome.version != PROTOCOL_VERSION:
        return f"{where}: a hub that speaks version {welcome.version} of the link, this Herald {PROTOCOL_VERSION}"
    same = (
        "this Herald's"
        if welcome.program == program_version()
        else f"this Herald's is {program_version()}: herald hub flash"
    )
    return (
        f"{where}: {f'hub {welcome.name}' if welcome.name else 'a hub without a name'}, {BOARD_NAMES[welcome.board]};"
        f" program {welcome.program} ({same}); {_settings(welcome, hubs)};"
        f" started {_time_ago_text(welcome.uptime_s)} ({START_CAUSES[welcome.start_cause]})"
    )


def _settings(welcome: WelcomeMessage, hubs: tuple[HubWiring, ...]) -> str:
    from hardware.common.link.hub_settings import settings_checksum

    if not welcome.settings_checksum:
        return "no settings yet"
    wiring = next((hub for hub in hubs if hub.name == welcome.name), None)
    if wiring is None:
        return "not in the wiring plan" if hubs else "no wiring plan to compare its settings with"
    same = welcome.settings_checksum == settings_checksum(_encoded_settings(wiring))
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
    """Install the hub's program on a Pico. Raises HeraldError and OSError."""
    from hardware.readers.hub.flashing import UsbPico, flash_pico
    from hardware.readers.hub.pico_choice import choose_pico

    hubs = planned_hubs()
    ports = _ports(hubs, args.port)
    port = args.port
    if args.uf2 is not None:
        port = _micropython(ports, Path(args.uf2)).path
    elif not any(found.is_likely_pico for found in ports.list_devices()) and not port:
        _raise_if_pico_waits()
    chosen = choose_pico(ports, hubs, args.name, port)
    print(f"{chosen.device.path}: {f'hub {chosen.wiring.name}' if chosen.wiring else 'a hub'}", flush=True)
    pico = UsbPico(ports, chosen.is_same_pico)
    settings = _encoded_settings(chosen.wiring) if chosen.wiring is not None else None
    welcome = flash_pico(pico, settings, lambda step: print(f"  {step}", flush=True))
    print(_flashed_summary(welcome, pico.wait_for_path(), chosen.wiring))
    return 0


def _flashed_summary(welcome: WelcomeMessage, path: str, wiring: HubWiring | None) -> str:
    if wiring is not None:
        return f"Hub {welcome.name} at {path} has the program {welcome.program} and the settings of {WIRING_FILE}."
    name = f"keeps the name {welcome.name}" if welcome.name else "has no name yet"
    return (
        f"The hub at {path} has the program {welcome.program}; it {name}, because no hub is planned in"
        f" {herald_home() / WIRING_FILE}."
    )


def _raise_if_pico_waits() -> None:
    """Raise HubNotFound where a Pico waits in BOOTSEL and no UF2 file was named."""
    from hardware.readers.hub.bootsel import unmounted_devices, waiting_drives

    for drive in waiting_drives():
        raise HubNotFound(f"{drive.path}: {_waits(drive)}")
    for device in unmounted_devices():
        raise HubNotFound(f"{device}: {_unmounted(device)}")


def _micropython(ports: RealSerialPorts, uf2: Path) -> SerialDevice:
    """Write MicroPython to the Pico that waits in BOOTSEL, and find its port. Raises HeraldError and OSError."""
    from hardware.readers.hub.bootsel import WrongUf2Error, unmounted_devices, waiting_drives, write_uf2

    drives = waiting_drives()
    if len(drives) != 1:
        for device in unmounted_devices() if not drives else ():
            raise HubNotFound(f"{device}: {_unmounted(device)}")
        raise HubNotFound(
            "several Picos wait in BOOTSEL: plug in one at a time"
            if drives
            else "no Pico waits in BOOTSEL: hold its BOOTSEL button while you plug it in, then say this again"
        )
    before = {found.path for found in ports.list_devices()}
    print(f"{drives[0].path}: MicroPython is written to the {drives[0].model}", flush=True)
    try:
        write_uf2(drives[0], uf2)
    except WrongUf2Error as wrong:
        raise InvalidFile(str(wrong), "--uf2") from wrong
    end = time.monotonic() + MICROPYTHON_TIMEOUT_S
    while time.monotonic() < end:
        for found in ports.list_devices():
            if found.path not in before:
                return found
        time.sleep(POLL_INTERVAL_S)
    raise HubNotFound(
        f"the Pico has not come back with MicroPython within {MICROPYTHON_TIMEOUT_S:.0f} s: unplug it,"
        " plug it in again without its button, then say herald hub flash"
    )


def _waits(drive: BootselDrive) -> str:
    return (
        f"a {drive.model} waits for MicroPython: download the UF2 file from {drive.model.download_page},"
        " then say herald hub flash --uf2 FILE"
    )


def _unmounted(device: Path) -> str:
    mount = f"sudo mount -o uid=$(id -u) {device} /mnt"
    return f"a Pico waits for MicroPython, and is not mounted: {mount}, then say this again"


# -- both


def planned_hubs() -> tuple[HubWiring, ...]:
    """The hubs of the owner's wiring plan, none where there is no plan. Raises InvalidFile and OSError."""
    from companion.start.real_table.owner_plan import read_owner_plan
    from hardware.errors import WiringPlanError
    from hardware.readers.hub.wiring_schema import HubWiring

    path = herald_home() / WIRING_FILE
    try:
        return read_owner_plan(path).wirings_of(HubWiring)
    except FileNotFoundError:
        return ()
    except WiringPlanError as wrong:
        raise InvalidFile("; ".join(wrong.faults), str(path)) from wrong


def _ports(hubs: tuple[HubWiring, ...], port: str = "") -> RealSerialPorts:
    from hardware.readers.serial_ports import RealSerialPorts

    return RealSerialPorts(pattern for pattern in (*(hub.port for hub in hubs), port) if pattern)


def _encoded_settings(wiring: HubWiring) -> bytes:
    from hardware.common.link.hub_settings import encode_settings
    from hardware.readers.hub.configuration import settings_from_wiring

    return encode_settings(settings_from_wiring(wiring))
