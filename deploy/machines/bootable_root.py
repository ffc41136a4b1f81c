"""The additions that make a root folder a bootable computer like a Raspberry Pi OS Lite."""

from __future__ import annotations

from pathlib import Path

from machines.root_folders import SUDO, run_checked

GUEST_FOLDER = Path(__file__).parent / "guest"

BOOT_PACKAGES = "systemd-sysv,libpam-systemd,kmod,dbus,systemd-timesyncd,sudo,gpiod,procps,iproute2"
"""Packages of a Raspberry Pi OS Lite that only a bootable computer needs."""

UDEV_RULES = """\
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
"""The groups of pins and buses: those of a Raspberry Pi OS's own rules (raspberrypi-sys-mods) that Herald
needs."""

DISK_SIZE = "3G"

HOSTNAME = "herald\n"
FSTAB = "/dev/vda / ext4 defaults,noatime 0 1\n"


def make_ext4_image(root: Path, image: Path) -> None:
    """Make an ext4 file system of a root folder."""
    run_checked([*SUDO, "mke2fs", "-q", "-t", "ext4", "-L", "herald", "-d", str(root), str(image), DISK_SIZE])
