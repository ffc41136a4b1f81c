"""File systems as real machines have them, and a computer on them."""

from __future__ import annotations

from pathlib import Path


def write(root: Path, name: str, text: str = "") -> None:
    """A file below `root`, with the folders above it."""
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
