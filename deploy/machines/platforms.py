"""The kinds of machines, and their boot disks."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ReportProgress = Callable[[str], None]

KERNEL_ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's name of an architecture -> the kernel's."""

SERIAL_DEVICES = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
"""The serial line of its board."""


class Platform(NamedTuple):
    """A release on a processor architecture."""

    debian_suite: str
    architecture: str = "amd64"

    def __str__(self) -> str:
        return f"{self.debian_suite}-{self.architecture}"

    @property
    def is_native(self) -> bool:
        """Whether this computer runs its programs without QEMU."""
        return platform.machine() == KERNEL_ARCHITECTURES[self.architecture]


class BootDisk(NamedTuple):
    """The disk, kernel and initramfs from which a machine starts."""

    platform: Platform
    image: Path
    kernel: Path
    initramfs: Path
    modules: Path | None = None
    """An image with the kernel's modules, where the kernel is not that of the disk."""
