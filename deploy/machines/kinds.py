"""What a machine is and starts from."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

Tell = Callable[[str], None]

PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's names of them and the kernel's."""

SERIAL = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
"""The serial line of their boards."""


class Kind(NamedTuple):
    """A release on a processor."""

    suite: str
    architecture: str = "amd64"

    def __str__(self) -> str:
        return f"{self.suite}-{self.architecture}"

    @property
    def is_native(self) -> bool:
        """Whether this computer runs its programs without QEMU."""
        return platform.machine() == PROCESSORS[self.architecture]


class Disk(NamedTuple):
    """What a machine starts from."""

    kind: Kind
    image: Path
    kernel: Path
    initramfs: Path
