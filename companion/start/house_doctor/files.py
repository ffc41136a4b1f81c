"""What the kernel says in its small files, and who may use its devices."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

Usable = Callable[[Path], bool]


def may_use(device: Path) -> bool:
    """Whether this user may read and write it."""
    return os.access(device, os.R_OK | os.W_OK)


def text(file: Path) -> str:
    """What stands in it, without the blanks around it; "" where it cannot be read."""
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
