"""A backup as a file: a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) with a manifest.

Any computer can open it and look. What is read comes from outside: names, sizes and sums must be those of the manifest,
and nothing is unpacked that is not.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct, field

from companion.games.installed import OWN_PACKAGE, entry_points_and_games
from companion.rules.errors import HeraldError, InvalidFile
from companion.table.storage.disk import fsync_folder, is_bad_offset, open_regular_file
from companion.table.storage.kept_files import EVENINGS_FOLDER, MAX_FILE_BYTES, is_kept_path, kept_entries

# -- what is in it

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


ReportProgress = Callable[[int, int], None]
"""Called with the bytes that are done, and all there are."""

BACKUP_SUFFIX = ".zip"
_END_RECORD = struct.Struct("<4s4H2LH")
_END_MARK, _LARGE_END_MARK = b"PK\x05\x06", b"PK\x06\x07"
_LARGE_END_BYTES = 20
_MAX_ENTRY_BYTES = 1_000
"""Bytes of an entry in the archive's directory at most; a path and what belongs to it take far fewer."""
_FILE_MODE = stat.S_IFREG | 0o600
_FIRST_ZIP_TIME, _LAST_ZIP_TIME = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)


class BackupNotWritten(HeraldError, OSError):
    """Raised where a backup cannot be written; nothing was left behind, and no file was changed.

    `number`: of the system's error, where it was one.
    """

    def __init__(self, words: str, number: int | None = None) -> None:
        super().__init__(words)
        self.errno = number


class WrittenBackup(Struct, frozen=True):
    """A backup that was written; `left_out`: path -> why a file is not in it."""

    file: Path
    manifest: BackupManifest
    left_out: dict[str, str]


def backup_file_name(now: datetime) -> str:
    """The name of a backup that nobody named; later ones are sorted behind earlier ones."""
    return f"herald-backup-{now:%Y-%m-%d-%H%M%S}{BACKUP_SUFFIX}"


def no_progress(done: int, total: int) -> None:
    """Stands in where nobody watches."""


# -- writing


def write_backup(
    file: Path, home: Path, now: datetime, progress: ReportProgress = no_progress
) -> WrittenBackup:
    """Write everything that is kept into one new file, whole or not at all, readable only by its owner.

    Raises BackupNotWritten.
    """
    if not file.parent.is_dir():
        raise BackupNotWritten(
            f"{file}: there is no folder {file.parent}; make it, or connect the disk it is on"
        )
    if os.path.lexists(file):
        raise BackupNotWritten(f"{file} is there already: name another file")
    temporary = file.with_name(f".{file.name}.new")
    try:
        with suppress(FileNotFoundError):
            temporary.unlink()  # left by a backup that lost power
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "wb") as stream:
            manifest, left_out = _write_archive(stream, home, now, progress)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.rename(file)
        try:
            fsync_folder(file.parent)
        except OSError:
            file.unlink()  # whether it outlives a power cut is not known: it was not written
            raise
    except BaseException as wrong:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(wrong, OSError) and not isinstance(wrong, HeraldError):
            why = wrong.strerror or wrong
            raise BackupNotWritten(
                f"{file}: {why}; make room, or name a file on another disk", wrong.errno
            ) from wrong
        raise
    return WrittenBackup(file, manifest, left_out)


def _write_archive(
    stream: BinaryIO, home: Path, now: datetime, progress: ReportProgress
) -> tuple[BackupManifest, dict[str, str]]:
    files: list[BackupFile] = []
    left_out: dict[str, str] = {}
    entries = kept_entries(home)
    total, done = sum(_size(home / entry.path) for entry in entries), 0
    if len(entries) > MAX_FILES or total > MAX_TOTAL_BYTES:
        raise BackupNotWritten(
            f"{home} holds more than {MAX_FILES} files or {MAX_TOTAL_BYTES >> 20} MB:"
            " take old evenings out of it, or copy the folder as a whole"
        )
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, allowZip64=False) as archive:
        for entry in entries:
            progress(done, total)
            try:
                data, modified_ns = _read_kept_file(home / entry.path)
            except OSError as wrong:
                left_out[ascii(entry.path)[1:-1]] = wrong.strerror or str(wrong)
                continue
            if not entry.is_file:
                left_out[ascii(entry.path)[1:-1]] = "its name cannot be written down"
                continue
            when = datetime.fromtimestamp(modified_ns // 10**9)
            archive.writestr(zip_entry(entry.path, when), data)
            files.append(BackupFile(entry.path, len(data), hashlib.sha256(data).hexdigest(), modified_ns))
            done += len(data)
        manifest = BackupManifest(
            version(OWN_PACKAGE), f"{now:%Y-%m-%dT%H:%M:%S}", tuple(_games_from_outside()), tuple(files)
        )
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        archive.writestr(zip_entry(MANIFEST_NAME, now), text)
    progress(total, total)
    return manifest, left_out


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _read_kept_file(path: Path) -> tuple[bytes, int]:
    """The bytes of a regular file, and when it was written; raises OSError for anything else, without waiting."""
    with os.fdopen(open_regular_file(path), "rb") as stream:
        modified_ns = os.fstat(stream.fileno()).st_mtime_ns
        data = stream.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise OSError(f"larger than {MAX_FILE_BYTES >> 20} MB")
    return data, min(
        max(0, modified_ns), MAX_TIME_NS
    )  # a clock may have jumped far, and its backup is read again


def zip_entry(path: str, when: datetime) -> zipfile.ZipInfo:
    """A file of an archive, for its owner only, as old as a ZIP file can say.

    A computer without a clock may think that it is 1970, and ZIP knows 1980 to 2107.
    """
    entry = zipfile.ZipInfo(path, min(max(_FIRST_ZIP_TIME, when.timetuple()[:6]), _LAST_ZIP_TIME))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = _FILE_MODE << 16
    return entry


def _games_from_outside() -> Iterator[ListedGame]:
    for _, game in entry_points_and_games():
        if not game.is_built_in:
            yield ListedGame(game.name, game.version)


# -- reading


class OpenBackup:
    """A backup whose manifest was read and agrees with what the archive holds."""

    def __init__(self, archive: zipfile.ZipFile, manifest: BackupManifest, where: str) -> None:
        self._archive, self.manifest, self._where = archive, manifest, where

    def read_files(self) -> Iterator[tuple[BackupFile, bytes]]:
        """Every file with its bytes, which have their size and their sum; raises InvalidFile."""
        for each in self.manifest.files:
            with _damage_as_invalid_file(self._where), self._archive.open(each.path) as stream:
                data = stream.read(each.size + 1)
            if len(data) != each.size or hashlib.sha256(data).hexdigest() != each.sha256:
                raise InvalidFile(
                    f"{each.path} is damaged: its sum is another one; take another backup", self._where
                )
            yield each, data


@contextmanager
def open_backup(file: Path) -> Iterator[OpenBackup]:
    """A backup from outside, opened and its list of contents checked; raises InvalidFile and OSError."""
    with os.fdopen(open_regular_file(file, follows_links=True), "rb") as stream:
        _check_directory_size(stream, file.name)
        with _damage_as_invalid_file(file.name):
            archive = zipfile.ZipFile(stream)
        with archive:
            manifest = _read_manifest(archive, file.name)
            yield OpenBackup(archive, manifest, file.name)


@contextmanager
def _damage_as_invalid_file(where: str) -> Iterator[None]:
    """Say of whatever a damaged archive makes its reader raise that it is damaged; raises InvalidFile."""
    try:
        yield
    except HeraldError:
        raise
    except Exception as fault:
        if isinstance(fault, OSError) and not is_bad_offset(fault):
            raise
        raise InvalidFile(
            f"damaged, or no backup ({type(fault).__name__}); take another one", where
        ) from fault


def _check_directory_size(stream: BinaryIO, where: str) -> None:
    """Raise InvalidFile unless the archive ends as ours do: its directory is read into memory as a whole."""
    length = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, length - _END_RECORD.size - _LARGE_END_BYTES))
    end = stream.read()
    last = end[-_END_RECORD.size :]
    if len(last) < _END_RECORD.size or not last.startswith(_END_MARK):
        raise InvalidFile("cut off, or no backup; take another one", where)
    _, _, _, _, entries, size, _, comment = _END_RECORD.unpack(last)
    if (
        end.startswith(_LARGE_END_MARK)
        or comment
        or entries > MAX_FILES + 1
        or size > entries * _MAX_ENTRY_BYTES
    ):
        raise InvalidFile(f"no backup that Herald wrote, or one of more than {MAX_FILES} files", where)
    stream.seek(0)


def _read_manifest(archive: zipfile.ZipFile, where: str) -> BackupManifest:
    """The manifest, which names exactly what is in the archive; raises InvalidFile."""
    entries = archive.infolist()
    sizes = {entry.filename: entry.file_size for entry in entries}
    if len(sizes) < len(entries):
        raise InvalidFile("a name stands in it twice; take another backup", where)
    if not all(map(_is_plain_file, entries)):
        raise InvalidFile("it holds a link, or what Herald did not write; take another backup", where)
    if sizes.pop(MANIFEST_NAME, MAX_MANIFEST_BYTES + 1) > MAX_MANIFEST_BYTES:
        raise InvalidFile(f"no backup of Herald: it has no {MANIFEST_NAME}", where)
    with _damage_as_invalid_file(where), archive.open(MANIFEST_NAME) as stream:
        text = stream.read(MAX_MANIFEST_BYTES + 1)
    manifest = parse_manifest(text, where)
    if sizes != {each.path: each.size for each in manifest.files}:
        raise InvalidFile("it does not hold what its list says; take another backup", where)
    return manifest


def _is_plain_file(entry: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return (
        entry.orig_filename == entry.filename
        and not entry.flag_bits & 1  # encrypted
        and kind in (0, stat.S_IFREG)
        and entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    )


# -- where they are: folders, sticks and disks

MAX_LISTED = 60


def backups_in(folder: Path) -> tuple[Path, ...]:
    """The files there that may be backups, those named later first, as Herald names them by date. Raises OSError."""
    found = (
        path for path in folder.iterdir() if path.suffix == BACKUP_SUFFIX and not path.name.startswith(".")
    )
    return tuple(sorted(found, key=lambda path: path.name, reverse=True)[:MAX_LISTED])


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
