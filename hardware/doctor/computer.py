"""Examines the computer itself. `root` is the root of its file system; tests use another one."""

from __future__ import annotations

import platform
import struct
from pathlib import Path

from hardware.finding import Finding

SUPPORTED_RELEASES = ("bookworm", "trixie")
"""The releases of Raspberry Pi OS that deploy/install is made for."""
WORD_BITS = 8 * struct.calcsize("P")
"""Bits of an address of this Python: a 64-bit kernel may run a 32-bit system."""


def examine_computer(root: Path, word: int = WORD_BITS) -> Finding:
    """The computer's model and its system."""
    model, system = computer_model(root), _release(root)
    description = ", ".join(
        part
        for part in (
            model or platform.machine(),
            system.get("PRETTY_NAME", ""),
            f"{word}-bit",
            f"Python {platform.python_version()}",
        )
        if part
    )
    if not model.startswith("Raspberry Pi"):
        return Finding("computer", description)
    if word < 64:
        return Finding(
            "computer",
            description,
            True,
            "Herald needs the 64-bit Raspberry Pi OS: write it on the card anew",
        )
    if system.get("VERSION_CODENAME") not in SUPPORTED_RELEASES:
        advice = f"Herald was tried on {' and '.join(SUPPORTED_RELEASES)} of Raspberry Pi OS"
        return Finding("computer", description, advice=advice)
    return Finding("computer", description)


def computer_model(root: Path) -> str:
    """The name of this computer in its device tree, as "Raspberry Pi 5 Model B Rev 1.0", or ""."""
    return _text(root / "proc/device-tree/model")


def _release(root: Path) -> dict[str, str]:
    pairs = (line.partition("=") for line in _text(root / "etc/os-release").splitlines())
    return {key: value.strip("\"'") for key, _, value in pairs}


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip("\0 \n")
    except OSError:
        return ""
