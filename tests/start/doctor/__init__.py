"""File systems as real machines have them, and a computer on them."""

from __future__ import annotations

from pathlib import Path

from companion.start.doctor.system_info import RunCommand

GARBAGE = (b"", b"\xff\xfe\x00\x80", b"9" * 100_000, b"0x" + b"f" * 100, b"-1", b"\xb2", b"=\n=\n[]:")
"""What no healthy kernel writes: nothing, no UTF-8, numbers without end or sense."""


def write(root: Path, name: str, text: str | bytes = "") -> None:
    """A file below `root`, with the folders above it."""
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)


def prints(**answers: str) -> RunCommand:
    """A computer on which programs print these answers, each by its name, and others cannot be run."""
    return lambda command: answers.get(command[0], "")
