"""Homes of two people: what Herald keeps there, as bytes."""

from __future__ import annotations

import os
from pathlib import Path

from companion.table.storage.kept_files import kept_entries

ONE = {
    "evenings/2026-11-20-2000-louis-xiv.herald": b"herald 1\ngame louis-xiv\n",
    "evenings/2026-11-20-2000-louis-xiv.virtual": b'{"virtual":true,"absent":[]}',
    "evenings/.finished": b"{}",
    "evenings/deleted/2026-11-19-2000-kabale.herald": b"herald 1\ngame kabale\n",
    "louis-xiv.deck": b'{"deck":1,"game":"louis-xiv","tags":{}}',
    "louis-xiv.deck.replaced-1": b"{}",
    "settings.toml": b'voice = "full"\n',
    "people.json": b'["Anna"]',
}
OTHER = {
    "evenings/2026-11-21-2000-kabale.herald": b"herald 1\ngame kabale\n",
    "evenings/2026-11-20-2000-louis-xiv.herald": b"herald 1\ngame louis-xiv\nseat blue Bert\n",
    "evenings/deleted/2026-11-19-2000-florence.herald": b"herald 1\ngame florence\n",
    "exports/kabale-1.deck": b"{}",
    "settings.toml": b'voice = "off"\n',
    "florence.print": b"print library a\n",
    "wiring.toml": b"",
}
STRANGERS = {
    "games/herald-morris/morris.py": b"raise SystemExit\n",
    "herald.log": b"a fault\n",
    "diary.txt": b"nobody's business\n",
    "evenings/.x.herald.new": b"half",
    "evenings/deleted/2026-11-19-2000-kabale.herald": b"herald 1\ngame kabale\n",
}
"""What lies there too, and is no part of a backup."""


def fill(home: Path, files: dict[str, bytes]) -> Path:
    """A home with these files, each written at its own time."""
    for number, (name, data) in enumerate(files.items()):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(10**18 + number, 10**18 + number))
    return home


def kept(home: Path) -> dict[str, tuple[bytes, int]]:
    """Everything that is kept there, with the time at which it was written."""
    return {
        entry.path: ((home / entry.path).read_bytes(), (home / entry.path).stat().st_mtime_ns)
        for entry in kept_entries(home)
    }


def everything(home: Path) -> dict[str, bytes]:
    """Every file below a folder, kept or not."""
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }
