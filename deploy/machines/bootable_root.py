"""What a root folder needs to be a computer that starts, as a Raspberry Pi OS Lite does, and to be looked at."""

from __future__ import annotations

from pathlib import Path

from machines.root_folders import SUDO, run_checked

GUEST_FOLDER = Path(__file__).parent / "guest"

BOOT_PACKAGES = "systemd-sysv,libpam-systemd,kmod,dbus,systemd-timesyncd,sudo,gpiod,procps,iproute2"
"""What a Raspberry Pi OS Lite has and a root folder does not need: all that makes it start and be looked at."""

UDEV_RULES = """\
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
"""Whose pins and buses are: of a Raspberry Pi OS's own rules (raspberrypi-sys-mods) those that Herald is in need of."""

DISK_SIZE = "3G"

HOSTNAME = "herald\n"
FSTAB = "/dev/vda / ext4 defaults,noatime 0 1\n"


def make_ext4_image(root: Path, image: Path) -> None:
    """An ext4 file system of a root folder."""
    run_checked([*SUDO, "mke2fs", "-q", "-t", "ext4", "-L", "herald", "-d", str(root), str(image), DISK_SIZE])
