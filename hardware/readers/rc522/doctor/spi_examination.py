"""Examines SPI: the lines of config.txt that the plan needs, and the resulting devices.

`root` is the root of the file system; `usable` says whether this user may read and write a device.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from hardware.finding import Finding
from hardware.pi_header import SPI_OVERLAYS
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.wiring_schema import WiringPlan

CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""Since Bookworm, and before."""
ALL_SECTION = "all"
MAX_CONFIG_BYTES = 1 << 17

IsUsable = Callable[[Path], bool]


def is_accessible(device: Path) -> bool:
    """Whether this user may read and write the device."""
    return os.access(device, os.R_OK | os.W_OK)


class ConfigLine(Struct, frozen=True):
    """A line of config.txt and its section: `all` always counts, `pi4` only on a Pi 4."""

    line: str
    section: str


def examine_spi(plan: WiringPlan, root: Path, usable: IsUsable = is_accessible) -> Iterator[Finding]:
    """Examine the buses of the plan's readers, and their devices."""
    config = next((root / name for name in CONFIG_FILES if (root / name).exists()), None)
    switched = config_line_by_bus(_text(config) if config else "")
    for bus in sorted({reader.bus for reader in plan.wirings_of(Rc522Wiring)}):
        there = [reader for reader in plan.wirings_of(Rc522Wiring) if reader.bus == bus]
        absent = [reader for reader in there if not _device(root, reader).exists()]
        if absent:
            yield Finding(_title(bus), *_why_absent(root, config, switched.get(bus), absent[0]))
        else:
            by = f" ({switched[bus].line})" if bus in switched else ""
            yield Finding(_title(bus), f"on{by}")
        for reader in there:
            if reader not in absent and not usable(_device(root, reader)):
                found = f"this user may not use /dev/spidev{reader.bus}.{reader.device}"
                advice = 'Run "sudo usermod -aG spi $USER", then log in anew'
                yield Finding(_title(bus), found, True, advice)


def unreachable_readers(plan: WiringPlan, root: Path, usable: IsUsable = is_accessible) -> frozenset[str]:
    """The names of the readers whose device does not exist or may not be used."""
    return frozenset(
        reader.name for reader in plan.wirings_of(Rc522Wiring) if not usable(_device(root, reader))
    )


def config_line_by_bus(text: str) -> dict[int, ConfigLine]:
    """Bus -> the last line of a config.txt that switches it on."""
    found: dict[int, ConfigLine] = {}
    section = ALL_SECTION
    for raw in text[:MAX_CONFIG_BYTES].splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            section = line.strip("[] ").lower()
            continue
        for bus, on in _about(line.replace(" ", "")):
            if on:
                found[bus] = ConfigLine(line, section)
            elif section == ALL_SECTION:
                found.pop(bus, None)
    return found


def _about(line: str) -> Iterator[tuple[int, bool]]:
    """The buses that a line switches on or off."""
    key, _, value = line.partition("=")
    first, *more = value.split(",")
    if key == "dtparam":
        for part in (first, *more):
            name, _, state = part.partition("=")
            if name in ("spi", "spi0"):
                yield 0, state in ("", "on", "yes", "true", "1", "ok", "okay")
    elif key == "dtoverlay":
        for bus, overlay in SPI_OVERLAYS.items():
            if f"dtoverlay={first}" == overlay.line:
                yield bus, True


def _why_absent(
    root: Path, config: Path | None, setting: ConfigLine | None, reader: Rc522Wiring
) -> tuple[str, bool, str]:
    """Why there is no device for this reader: found, wrong, advice."""
    name, line = f"{reader.bus}.{reader.device}", SPI_OVERLAYS[reader.bus].line
    found = f"there is no /dev/spidev{name}, which reader {reader.name} needs"
    device = root / "sys/bus/spi/devices" / f"spi{name}"
    driver = (device / "driver").resolve().name if (device / "driver").exists() else ""
    if driver not in ("", "spidev"):
        advice = (
            f"The driver {driver} has its place: take the overlay of that display or chip out of config.txt"
        )
    elif device.exists():
        advice = 'The kernel\'s module for it is not loaded: run "sudo modprobe spidev"'
    elif config is None:
        advice = "There is no config.txt of a Raspberry Pi here either: readers need one"
    elif setting is None:
        advice = f"Run deploy/install again, or put the line {line} under [all] in {_shown(config, root)}; then reboot"
    elif setting.section != ALL_SECTION:
        advice = f"{setting.line} counts only for [{setting.section}]: put it under [all] in {_shown(config, root)}"
    else:
        advice = (
            f"{setting.line} is in {_shown(config, root)}, so this Raspberry Pi was not started since: reboot"
        )
    return found, True, advice


def _title(bus: int) -> str:
    return f"SPI bus {bus}"


def _device(root: Path, reader: Rc522Wiring) -> Path:
    return root / "dev" / f"spidev{reader.bus}.{reader.device}"


def _shown(config: Path, root: Path) -> Path:
    return Path("/") / config.relative_to(root)


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""
