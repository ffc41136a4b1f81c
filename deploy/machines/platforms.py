"""What a machine is and starts from."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ReportProgress = Callable[[str], None]

KERNEL_ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's names of them and the kernel's."""

SERIAL_DEVICES = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
"""The serial line of their boards."""


class Platform(NamedTuple):
    """A release on a processor."""

    debian_suite: str
    architecture: str = "amd64"

    def __str__(self) -> str:
        return f"{self.debian_suite}-{self.architecture}"

    @property
    def is_native(self) -> bool:
        """Whether this computer runs its programs without QEMU."""
        return platform.machine() == KERNEL_ARCHITECTURES[self.architecture]


class BootDisk(NamedTuple):
    """What a machine starts from."""

    platform: Platform
    image: Path
    kernel: Path
    initramfs: Path
    modules: Path | None = None
    """An image with the kernel's modules, where it is not the kernel whose modules are on the disk."""
