"""What the kernel's small files say in numbers, whose its devices are, and what programs print."""

from __future__ import annotations

import grp
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.screen.display.sysfs import read_text

RunCommand = Callable[[Sequence[str]], str]


def device_group(device: Path) -> str:
    """The group that a device belongs to; "" where it is not there."""
    try:
        number = device.stat().st_gid
    except OSError:
        return ""
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def access_advice(device: Path, usual: str) -> str:
    """What to do when this user may not use a device, which usually belongs to the group `usual`."""
    owner = device_group(device)
    if owner in ("", "root"):
        # without the action, udev takes it for a change, and gives groups to new devices only
        return f'Its group should be {usual}: run "sudo udevadm trigger --action=add", then look again'
    return f'Run "sudo usermod -aG {owner} $USER", then log in anew'


def read_number(file: Path) -> int | None:
    """The number in it, written as 12 or 0x0c; None where there is none, or none that a kernel could mean."""
    return parse_number(read_text(file))


def parse_number(written: str) -> int | None:
    """The same of what was read already."""
    digits, base = (written[2:], 16) if written[:2] in ("0x", "0X") else (written, 10)
    if not (digits.isascii() and digits.isalnum() and len(digits) <= 18):
        return None
    try:
        return int(digits, base)
    except ValueError:
        return None


def run_and_capture(command: Sequence[str]) -> str:
    """What a program prints; "" when it cannot be run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace")


def read_properties(run_command: RunCommand, *command: str) -> dict[str, str]:
    """What a program prints line by line as NAME=VALUE, as systemctl and timedatectl do."""
    return dict(line.split("=", 1) for line in run_command(command).splitlines() if "=" in line)
