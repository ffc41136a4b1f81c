"""Reads numbers from the kernel's files, the groups of devices, and the output of programs."""

from __future__ import annotations

import grp
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.screen.display.sysfs import read_text

RunCommand = Callable[[Sequence[str]], str]


def device_group(device: Path) -> str:
    """The group that owns a device; "" where there is no such device."""
    try:
        number = device.stat().st_gid
    except OSError:
        return ""
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def access_advice(device: Path, usual: str) -> str:
    """The advice where this user may not use a device, which usually belongs to the group `usual`."""
    owner = device_group(device)
    if owner in ("", "root"):
        # without the action, udev treats it as a change, and sets groups only of new devices
        return f'Its group should be {usual}: run "sudo udevadm trigger --action=add", then look again'
    return f'Run "sudo usermod -aG {owner} $USER", then log in anew'


def read_number(file: Path) -> int | None:
    """The number in a file, written as 12 or 0x0c; None where there is none or it is too long."""
    return parse_number(read_text(file))


def parse_number(written: str) -> int | None:
    """The number of a text, written as 12 or 0x0c; None where it is none or too long."""
    digits, base = (written[2:], 16) if written[:2] in ("0x", "0X") else (written, 10)
    if not (digits.isascii() and digits.isalnum() and len(digits) <= 18):
        return None
    try:
        return int(digits, base)
    except ValueError:
        return None


def run_and_capture(command: Sequence[str]) -> str:
    """The output of a program; "" when it cannot be run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace")


def read_command_properties(run_command: RunCommand, *command: str) -> dict[str, str]:
    """The lines NAME=VALUE that a program prints, as systemctl and timedatectl do."""
    return dict(line.split("=", 1) for line in run_command(command).splitlines() if "=" in line)
