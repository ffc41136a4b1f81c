"""The list of contents of a backup: what Herald wrote it, when, and every file with its size and sum.

    {"herald-backup": 1, "herald": "0.1.0", "made_at": "2026-11-23T16:20:00", "games": [...], "files": [
     {"path": "evenings/a.herald", "size": 812, "sha256": "...", "modified_ns": 1795000000000000000}]}

It comes from outside: nothing in it is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct, field

from companion.rules.errors import InvalidFile
from companion.table.backup.kept_files import EVENINGS_FOLDER, MAX_FILE_BYTES, is_kept_path

BACKUP_FORMAT = 1
MANIFEST_NAME = "herald-backup.json"
MAX_MANIFEST_BYTES = 1 << 24
MAX_FILES = 50_000
MAX_TOTAL_BYTES = 1 << 30
MAX_TIME_NS = 1 << 62
_SUM = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")
_GAME = re.compile(r"[a-z0-9-]{1,100}")
_VERSION = re.compile(r"[A-Za-z0-9.+!_-]{0,100}")
_QUOTED_LETTERS = 100


class BackupFile(Struct, frozen=True):
    """A file in a backup; `modified_ns`: when it was written, in nanoseconds since 1970."""

    path: str
    size: int
    sha256: str
    modified_ns: int


class ListedGame(Struct, frozen=True):
    """A game from outside that was installed when the backup was made; the backup does not hold it."""

    name: str
    version: str


class BackupManifest(Struct, frozen=True):
    """The contents of a backup. `made_at`: local time as the computer knew it, ISO 8601."""

    herald: str
    made_at: str
    games: tuple[ListedGame, ...]
    files: tuple[BackupFile, ...]
    format: int = field(default=BACKUP_FORMAT, name="herald-backup")

    @property
    def total_bytes(self) -> int:
        """Bytes of all files."""
        return sum(each.size for each in self.files)

    @property
    def evening_count(self) -> int:
        """How many journals it has, without deleted ones."""
        return sum(
            each.path.rpartition("/")[0] == EVENINGS_FOLDER and each.path.endswith(".herald")
            for each in self.files
        )

    @property
    def deck_count(self) -> int:
        """How many games have their tags in it."""
        return sum("/" not in each.path and each.path.endswith(".deck") for each in self.files)


class _AnyFormat(Struct, frozen=True):
    """What the manifest of every format has."""

    format: int = field(name="herald-backup")


def parse_manifest(data: bytes, where: str) -> BackupManifest:
    """The manifest, checked; raises InvalidFile."""
    try:
        format_number = msgspec.json.decode(data, type=_AnyFormat).format
        if format_number != BACKUP_FORMAT:
            raise InvalidFile(
                f"a backup of format {format_number}, this Herald reads {BACKUP_FORMAT}: bring Herald up to date",
                where,
            )
        manifest = msgspec.json.decode(data, type=BackupManifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise InvalidFile(
            f"its {MANIFEST_NAME} cannot be read: {wrong}; take another backup", where
        ) from wrong
    fault = next(_faults(manifest), None)
    if fault is not None:
        raise InvalidFile(f"{fault}; nothing was taken from it: take another backup", where)
    return manifest


def _faults(manifest: BackupManifest) -> Iterator[str]:
    if len(manifest.files) > MAX_FILES or manifest.total_bytes > MAX_TOTAL_BYTES:
        yield f"more than {MAX_FILES} files or {MAX_TOTAL_BYTES >> 20} MB"
    if not _TIME.fullmatch(manifest.made_at) or not _VERSION.fullmatch(manifest.herald):
        yield "its date or its version cannot be"
    if not all(_GAME.fullmatch(game.name) and _VERSION.fullmatch(game.version) for game in manifest.games):
        yield "it lists a game whose name cannot be"
    seen: set[str] = set()
    for each in manifest.files:
        path = each.path[:_QUOTED_LETTERS]
        if not is_kept_path(each.path):
            yield f"{path!r} is nothing that Herald keeps"
        elif each.path in seen:
            yield f"{path!r} stands there twice"
        elif not 0 <= each.size <= MAX_FILE_BYTES or not 0 <= each.modified_ns <= MAX_TIME_NS:
            yield f"{path!r} has a size or a time that cannot be"
        elif not _SUM.fullmatch(each.sha256):
            yield f"{path!r} has no sum"
        seen.add(each.path)
