"""Sticks and disks that were connected: folders to put a backup into, or to take one from."""

from __future__ import annotations

import re
from pathlib import Path

MEDIA_FOLDERS = ("/media/", "/run/media/", "/mnt/")
"""Where Linux shows what is connected: below the first two, at the third or below it."""
_ESCAPED = re.compile(r"\\([0-7]{3})")


def mounted_media(mounts: Path = Path("/proc/self/mounts")) -> tuple[Path, ...]:
    """The folders of what is connected now, as the kernel lists them; none of them is opened."""
    try:
        lines = mounts.read_bytes().splitlines()
    except OSError:
        return ()
    names = {_unescape(fields[1]) for line in lines if len(fields := line.split(b" ")) > 2}
    return tuple(Path(name) for name in sorted(names) if f"{name}/".startswith(MEDIA_FOLDERS))


def _unescape(name: bytes) -> str:
    r"""A name as the kernel writes it, a blank as `\040`."""
    text = name.decode("utf-8", "surrogateescape")
    return _ESCAPED.sub(lambda found: chr(int(found[1], 8)), text)
