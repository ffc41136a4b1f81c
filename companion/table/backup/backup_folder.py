"""Backups in a folder: which files look like one."""

from __future__ import annotations

from pathlib import Path

from companion.table.backup.backup_archive import BACKUP_SUFFIX

MAX_LISTED = 60


def backups_in(folder: Path) -> tuple[Path, ...]:
    """The files there that may be backups, those named later first, as Herald names them by date. Raises OSError."""
    found = (
        path for path in folder.iterdir() if path.suffix == BACKUP_SUFFIX and not path.name.startswith(".")
    )
    return tuple(sorted(found, key=lambda path: path.name, reverse=True)[:MAX_LISTED])
