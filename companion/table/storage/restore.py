"""The way back from a backup: everything that is kept is replaced at once, and what is replaced is kept.

The new state is built beside the old one, synced, and then counts from one renaming on:

    .restore-build     it is being built: a Herald that finds this takes it away, and all is as it was
    .restore-commit    it is decided: what is kept now goes to `old` in there
    .restore-place     what was built goes to its place

A Herald that finds one of the last two goes on where the other was cut off (`finish_interrupted_restore`), before it
reads anything. So nobody ever reads half of either. The home folder itself is never renamed: where Herald is a service
it is all that may be written, and the folder of the evenings has the lock.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from companion.home import RESTORE_FOLDER_NAMES
from companion.rules.errors import HeraldError
from companion.table.storage.backup import (
    BackupManifest,
    OpenBackup,
    ReportProgress,
    no_progress,
    open_backup,
)
from companion.table.storage.disk import (
    FileInUseError,
    FileLock,
    fsync_folder,
    make_private_folder,
    open_folder_alone,
)
from companion.table.storage.kept_files import EVENINGS_FOLDER, KEPT_FOLDERS, kept_entries

_DECK_LOCKS = ".*.deck.lock"
_BEFORE_NAME, _AFTER_NAME = ".", ".lock"


@contextmanager
def home_locked(home: Path) -> Iterator[None]:
    """Within the context no other Herald, and no game of this one, changes what is kept there.

    Raises FileInUseError while an evening is open, a deck is being changed or Herald is updated, and OSError.
    """
    evenings = home / EVENINGS_FOLDER
    make_private_folder(evenings)
    with ExitStack() as leaving:
        leaving.callback(os.close, open_folder_alone(evenings))
        for lock in home.glob(_DECK_LOCKS):
            name = lock.name.removeprefix(_BEFORE_NAME).removesuffix(_AFTER_NAME)
            leaving.enter_context(FileLock(home / name))
        yield


BUILD_NAME, COMMIT_NAME, PLACE_NAME = RESTORE_FOLDER_NAMES
REPLACED_NAME = "replaced"
"""What was replaced lies in `replaced-1`, `replaced-2` and so on, in the order in which it lay in the home folder."""
_SPARE_BYTES = 1 << 20
_FILE_BYTES = 1 << 12
"""Bytes that a small file takes on most disks."""


class RestoreFailed(HeraldError, OSError):
    """Raised where a backup cannot be restored; everything is as it was, or the next start finishes it.

    `number`: of the system's error, where it was one.
    """

    def __init__(self, words: str, number: int | None = None) -> None:
        super().__init__(words)
        self.errno = number


class FinishedRestore(Struct, frozen=True):
    """What a restore did; `replaced`: where that lies which was there before, None where there was nothing."""

    manifest: BackupManifest
    replaced: Path | None


def restore_backup(file: Path, home: Path, progress: ReportProgress = no_progress) -> FinishedRestore:
    """Replace everything that is kept by a backup, which is checked completely before anything is replaced.

    Raises InvalidFile for a damaged or hostile backup, FileInUseError while an evening is open or Herald is updated,
    RestoreFailed, and OSError where the backup cannot be read.
    """
    with open_backup(file) as backup, home_locked(home):
        _finish(home)
        build = home / BUILD_NAME
        try:
            _check_disk(backup.manifest, home)
            _build(backup, build, progress)
        except BaseException as wrong:
            _remove_build(build)
            if isinstance(wrong, OSError) and not isinstance(wrong, HeraldError):
                why = f"{home}: {wrong.strerror or wrong}; everything is as it was"
                raise RestoreFailed(why, wrong.errno) from wrong
            raise
        build.rename(home / COMMIT_NAME)  # from here on it is decided
        try:
            fsync_folder(home)
            return FinishedRestore(backup.manifest, _finish(home))
        except OSError as wrong:
            raise RestoreFailed(
                f"{home}: {wrong.strerror or wrong}; the next start of Herald goes on"
            ) from wrong


def finish_interrupted_restore(home: Path) -> None:
    """Finish a restore that was cut off, or take away what it had built before it was decided.

    What is only being built may go on. Raises FileInUseError while a restore is being finished, and RestoreFailed.
    """
    try:
        with home_locked(home):
            _finish(home)
    except FileInUseError:
        if any((home / name).exists() for name in (COMMIT_NAME, PLACE_NAME)):
            raise
    except HeraldError:
        raise
    except OSError as wrong:
        raise RestoreFailed(
            f"{home}: a restore was cut off and cannot be finished ({wrong.strerror or wrong}): make the folder"
            " writable and start Herald again; `herald --safe` works meanwhile"
        ) from wrong


def _check_disk(manifest: BackupManifest, home: Path) -> None:
    """Raise RestoreFailed where the disk has no room, or names cannot change places.

    They cannot where a folder may not be written, or lies on another disk.
    """
    room = os.statvfs(home)
    needed = manifest.total_bytes + len(manifest.files) * _FILE_BYTES + _SPARE_BYTES
    if (free := room.f_bavail * room.f_frsize) < needed:
        raise RestoreFailed(
            f"{home}: {os.strerror(errno.ENOSPC)}: {-(-(needed - free) // 10**6)} MB more are needed;"
            " everything is as it was",
            errno.ENOSPC,
        )
    for name in KEPT_FOLDERS:
        there = home / name
        if there.exists() and there.stat().st_dev != home.stat().st_dev:
            raise RestoreFailed(f"{there} lies on another disk than {home}: put it there, then restore again")
        if there.exists() and not os.access(there, os.W_OK | os.X_OK):
            raise RestoreFailed(
                f"{there}: {os.strerror(errno.EACCES)}: make it writable, then restore again;"
                " everything is as it was",
                errno.EACCES,
            )


def _build(backup: OpenBackup, build: Path, progress: ReportProgress) -> None:
    """Unpack everything below `new` and make room for the old below `old`, safe on the disk."""
    new, old, done = build / "new", build / "old", 0
    for folder in (build, new, old):
        folder.mkdir(mode=0o700)
    for each, data in backup.read_files():
        progress(done, backup.manifest.total_bytes)
        path = new / each.path
        make_private_folder(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.utime(handle, ns=(each.modified_ns, each.modified_ns))
            os.fsync(handle)
        done += each.size
    _fsync_tree(new)
    for folder in (old, build, build.parent):
        fsync_folder(folder)
    progress(done, backup.manifest.total_bytes)


def _finish(home: Path) -> Path | None:
    """Do what is still to be done of a restore; where that lies which was replaced, if anything was."""
    _remove_build(home / BUILD_NAME)
    commit, place = home / COMMIT_NAME, home / PLACE_NAME
    if commit.is_dir():
        _move_all(home, commit / "old")
        commit.rename(place)
        fsync_folder(home)
    if not place.is_dir():
        return None
    _move_all(place / "new", home)
    replaced = _keep_replaced(home, place / "old")
    shutil.rmtree(place)
    fsync_folder(home)
    return replaced


def _remove_build(build: Path) -> None:
    """Take away what was built, or what else lies there: opened as a folder, a pipe would wait for ever."""
    with suppress(OSError):
        if build.is_dir() and not build.is_symlink():
            shutil.rmtree(build, ignore_errors=True)
        else:
            build.unlink(missing_ok=True)


def _move_all(origin: Path, target: Path) -> None:
    """Move everything that is kept from one folder to the other, which may have some of it already."""
    for entry in kept_entries(origin):
        make_private_folder((target / entry.path).parent)  # durable before anything is moved into it
        (origin / entry.path).rename(target / entry.path)
    _fsync_tree(target)  # first: a name that is in neither folder would be lost
    _fsync_tree(origin)


def _fsync_tree(top: Path) -> None:
    """Make the names of all that is kept in a folder durable."""
    for folder in (*(top / name for name in KEPT_FOLDERS), top):
        if folder.is_dir():
            fsync_folder(folder)


def _keep_replaced(home: Path, old: Path) -> Path | None:
    """Give what was replaced a name of its own."""
    if not kept_entries(old):
        return None
    number = 1
    while os.path.lexists(kept := home / f"{REPLACED_NAME}-{number}"):
        number += 1
    old.rename(kept)
    fsync_folder(home)
    return kept
