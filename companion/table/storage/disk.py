"""Files on a disk, whatever happens to it: written whole, set aside, read without waiting, locked, held.

From above: writing a file so that after a power cut there is the old one or the new one; names aside; reading what lies
there, which may be anything; locks between two Heralds; files that one program holds and writes at their end; what
kind of trouble a disk or Herald's home has.

The system gives a lock back when the program that has it ends, however that comes. A disk without such locks (some
network disks) stops nobody: playing matters more.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import stat
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from companion.home import herald_home
from companion.rules.errors import HeraldError

log = logging.getLogger(__name__)

PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, PRIVATE_UMASK = 0o600, 0o700, 0o077
"""What Herald keeps is for its owner only: a journal knows what lies face down, and who was there."""
_CANNOT_SYNC_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What file systems answer that cannot sync a folder, as some of shares and sticks: none has failed."""
_told_disks: set[int] = set()
"""The disks that cannot sync a folder, of which that was told."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, durably, for its owner only; raises OSError that names it."""
    make_private_folder(path.parent)
    temporary = path.with_name(f".{path.name}.new")
    try:
        with os.fdopen(_open_private(temporary), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            temporary.unlink()
        wrong.filename = str(path)  # not the temporary file, which nobody knows; a full disk names none
        raise
    fsync_folder(path.parent)


def _open_private(path: Path) -> int:
    """Open a file for writing from its beginning, readable by its owner only; never waits."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    handle = os.open(path, flags, PRIVATE_FILE_MODE)
    found = os.fstat(handle)
    if stat.S_ISREG(found.st_mode) and found.st_mode & 0o077:  # left there by an earlier Herald
        with suppress(OSError):  # a disk without such rights
            os.fchmod(handle, PRIVATE_FILE_MODE)
    return handle


def make_private_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, durably, for their owner only. Raises OSError."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_private_folder(folder.parent)
    try:
        folder.mkdir(mode=PRIVATE_FOLDER_MODE, exist_ok=True)
    except FileExistsError as wrong:  # a file, or a link that leads nowhere
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from wrong
    fsync_folder(folder.parent)


def fsync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where its disk can do that: else that is told once. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as wrong:
        if wrong.errno not in _CANNOT_SYNC_FOLDERS:
            raise
        if (disk := os.fstat(handle).st_dev) not in _told_disks:
            _told_disks.add(disk)
            log.warning(
                "the disk of %s cannot sync a folder: do not cut the power before Herald has ended, which may cost"
                " the newest files there",
                folder,
            )
    finally:
        os.close(handle)


# -- what cannot be used is set aside: beside its old place, under a name that nothing had


def free_name(first: Path, ending: str = "") -> Path:
    """That name with the ending, or where something lies there the first free one of `NAME-2`, `NAME-3` and so on."""
    names = chain((first.name,), (f"{first.name}-{number}" for number in count(2)))
    paths = (first.with_name(f"{name}{ending}") for name in names)
    return next(each for each in paths if not os.path.lexists(each))


def set_aside(path: Path, first: Path) -> Path | None:
    """Give what lies at `path` a name aside, the first one or one like it, and answer that; raises OSError.

    A file keeps its old name, too, until something is put there: at no moment there is none. A folder, or anything on
    a disk without such links, moves. None where nothing lies there.
    """
    while True:
        aside = free_name(first)
        try:
            aside.hardlink_to(path)
        except FileExistsError:
            continue
        except FileNotFoundError:
            return None
        except OSError:  # a folder, or a disk without such links
            path.rename(aside)
        return aside


# -- reading: it never waits, whatever lies there

MAX_SIDE_FILE_BYTES = 1 << 20
"""The largest side file that is read, unless its reader says less; the largest deck has a few kilobytes."""

WhyUnusable = Literal["damaged", "folder", "link", "special", "large", "denied", "disk"]
"""Why a side file cannot be used: what is in it, what lies in its place instead of a file, or the disk itself."""


class SideFileError(HeraldError, OSError):
    """What lies in the place of a file cannot be read as one. `why`: in a word, for whoever tells it."""

    def __init__(self, path: Path, why: WhyUnusable, words: str) -> None:
        super().__init__(errno.EINVAL, words, str(path))
        self.why: WhyUnusable = why
        self.words = words

    def __str__(self) -> str:
        """The file, and what is wrong with it."""
        return f"{self.filename}: {self.words}"


def open_regular_file(path: Path, follows_links: bool = False) -> int:
    """Open a file for reading and return its handle; never waits, whatever lies there.

    A link is refused unless `follows_links`: only what people write themselves may be one.

    Raises FileNotFoundError where nothing lies there, SideFileError where what lies there is no file to be read.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        handle = os.open(path, flags if follows_links else flags | os.O_NOFOLLOW)
    except OSError as wrong:
        if isinstance(wrong, FileNotFoundError | NotADirectoryError) and not os.path.lexists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from wrong
        raise _side_file_error(path, wrong) from wrong
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise SideFileError(path, "folder", "it is a folder, not a file")
        if not stat.S_ISREG(mode):
            raise SideFileError(path, "special", "it is no ordinary file")
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_side_file(path: Path, limit: int = MAX_SIDE_FILE_BYTES, follows_links: bool = False) -> bytes:
    """The bytes of a file, `limit` at most; never waits, whatever lies there.

    The mark that some editors set in front of a text is no part of them.

    Raises FileNotFoundError where nothing lies there, SideFileError where what lies there cannot be read.
    """
    handle = open_regular_file(path, follows_links)
    try:
        with os.fdopen(handle, "rb") as stream:
            raw = stream.read(limit + 1)
    except OSError as wrong:
        raise _side_file_error(path, wrong) from wrong
    if len(raw) > limit:
        raise SideFileError(path, "large", f"longer than {limit} bytes")
    return raw.removeprefix(BOM_UTF8)


def _side_file_error(path: Path, wrong: OSError) -> SideFileError:
    words = wrong.strerror or str(wrong)
    if path.is_symlink():
        return SideFileError(path, "link", f"it is {_link_in_words(path)}")
    if isinstance(wrong, PermissionError):
        return SideFileError(path, "denied", f"it may not be read: {words}")
    if wrong.errno == errno.ENXIO:
        return SideFileError(path, "special", "it is no ordinary file")
    return SideFileError(path, "disk", words)


def _link_in_words(path: Path) -> str:
    """Where a link leads: to a file, which is not taken from there, or nowhere."""
    with suppress(OSError):  # it leads where nobody may look
        if path.is_file():
            return "a link, and not the file itself"
    return "a link that leads to no file"


# -- locks between two Heralds: on a file that is being changed, and on the folder of the evenings

_LOCK_FLAGS: Final = os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
_RETRY_SECONDS: Final = 0.01


class FileInUseError(HeraldError, OSError):
    """Another Herald uses the file."""


class FileLock:
    """A lock for changing a file: no other Herald may change it meanwhile. Raises FileInUseError, OSError.

    patience: seconds to wait for another Herald that changes it.
    """

    def __init__(self, path: Path, patience: float = 0) -> None:
        self._path = path
        self._patience = patience
        self._handle = -1

    def __enter__(self) -> Self:
        make_private_folder(self._path.parent)
        lock = self._path.with_name(f".{self._path.name.removeprefix('.')}.lock")
        self._handle = os.open(lock, os.O_RDWR | os.O_CREAT | _LOCK_FLAGS, PRIVATE_FILE_MODE)
        try:
            self._wait_for_lock()
        except BaseException:
            os.close(self._handle)
            raise
        return self

    def _wait_for_lock(self) -> None:
        until = time.monotonic() + self._patience
        while not take_lock(self._handle, fcntl.LOCK_EX):
            if time.monotonic() >= until:
                raise FileInUseError(f"{self._path.name} is being changed by another Herald; end that first")
            time.sleep(_RETRY_SECONDS)

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)


@contextmanager
def unused_file(path: Path) -> Iterator[None]:
    """Hold what lies in the place of a journal, so that no Herald plays it; raises FileInUseError, OSError."""
    with ExitStack() as held:
        with suppress(SideFileError):  # nobody can play that
            held.enter_context(held_file(path))
        yield


@contextmanager
def held_file(path: Path, follows_links: bool = False) -> Iterator[int]:
    """Open the journal of an evening to be read, and hold it, so that no Herald plays it.

    Raises FileInUseError, SideFileError where it is no file, OSError.
    """
    handle = open_regular_file(path, follows_links)
    try:
        if not take_lock(handle, fcntl.LOCK_EX):
            raise FileInUseError(f"{path.name} is being played; leave the table first")
        yield handle
    finally:
        os.close(handle)


def open_folder_shared(folder: Path) -> int:
    """The folder, with a lock that all open games share; raises FileInUseError while Herald is updated or restored.

    deploy/update and a restore take the lock alone, so they never interrupt a game, and no game begins on half of what
    they do.
    """
    handle = _open_folder(folder)
    if not take_lock(handle, fcntl.LOCK_SH):
        os.close(handle)
        raise FileInUseError("Herald is being updated or restored; try again when that is over")
    return handle


def open_folder_alone(folder: Path) -> int:
    """The folder, with its lock for nobody else; raises FileInUseError where a game is open or another has the lock."""
    handle = _open_folder(folder)
    if take_lock(handle, fcntl.LOCK_EX):
        return handle
    is_shared = take_lock(handle, fcntl.LOCK_SH)
    os.close(handle)
    if is_shared:
        raise FileInUseError("an evening is open, in this Herald or another one; end it first, it is kept")
    raise FileInUseError("Herald is being updated or restored; try again when that is over")


def _open_folder(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def take_lock(handle: int, kind: int) -> bool:
    """Take the lock of an open file or folder, without waiting; False where somebody else has it.

    `kind`: `fcntl.LOCK_EX` or `fcntl.LOCK_SH`.
    """
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a disk without such locks
    return True


# -- files that one program holds: begun whole or not at all, never over another, locked from the first moment on

_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK


def open_held(path: Path) -> int:
    """A file opened to be written at its end, and locked; raises BlockingIOError where another program holds it."""
    handle = os.open(path, _OPEN_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "no file to write into", str(path))
        if not take_lock(handle, fcntl.LOCK_EX):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        if not os.path.samestat(os.fstat(handle), path.stat()):
            raise BlockingIOError(errno.EAGAIN, "it was written anew just now", str(path))
    except OSError:
        os.close(handle)
        raise
    return handle


def is_held_by_another(path: Path, handle: int) -> bool:
    """Whether another program holds what lies under that name, and not we by `handle`."""
    try:
        other = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        if os.path.samestat(os.fstat(other), os.fstat(handle)):
            return False
        return not take_lock(other, fcntl.LOCK_EX)
    except OSError:
        return False
    finally:
        os.close(other)


@contextmanager
def unnamed_file(path: Path, write: Callable[[int], None]) -> Iterator[tuple[int, Path]]:
    """A new file beside `path`, written whole and held: its handle, and the name it has until it gets its own.

    `write`: writes the file and makes it durable. When the block raises, the file is gone.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    handle = os.open(temporary, _OPEN_FLAGS | os.O_CREAT | os.O_EXCL, PRIVATE_FILE_MODE)
    try:
        take_lock(handle, fcntl.LOCK_EX)  # nobody else knows that name
        write(handle)
        yield handle, temporary
    except BaseException:
        os.close(handle)
        with suppress(OSError):
            temporary.unlink()
        raise


def name_exclusively(temporary: Path, path: Path) -> None:
    """Give a whole file its name, durably; raises FileExistsError where there is something under it."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a disk without such links: the name is taken first
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE_MODE))
        temporary.replace(path)
    else:
        temporary.unlink()
    try:
        fsync_folder(path.parent)
    except OSError:
        path.unlink()  # whether it outlives a power cut is not known: it never began
        raise


def unlink_same(path: Path, ours: os.stat_result) -> None:
    """Take its name away from that file; what else lies under that name stays."""
    with suppress(OSError):
        if os.path.samestat(path.lstat(), ours):
            path.unlink()


def keep_aside(first: Path, write: Callable[[int], None]) -> Path:
    """A new file for a part of what is set aside, written whole and durably; its name: the first one or one like it."""
    while True:
        aside = free_name(first)
        with suppress(FileExistsError):  # another program was quicker: the next name
            with unnamed_file(aside, write) as (handle, temporary):
                name_exclusively(temporary, aside)
            os.close(handle)
            return aside


# -- trouble, by the number of the system's error: each needs another remedy

DiskTrouble = Literal["full", "read-only", "failing", "forbidden", "no-folder", "too-long", "other"]

_TROUBLE_BY_ERRNO: Final[dict[int, DiskTrouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EIO: "failing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.ENOTDIR: "no-folder",
    errno.EFBIG: "too-long",
}


def disk_trouble(error: OSError) -> DiskTrouble:
    """The kind of trouble behind an error."""
    return _TROUBLE_BY_ERRNO.get(error.errno or 0, "other")


def system_words(error: OSError) -> str:
    """What the system says about an error."""
    return error.strerror or str(error)


def is_bad_offset(why: BaseException) -> bool:
    """Whether a reader of archives was sent before the beginning of its file: the file is damaged, not the disk."""
    return isinstance(why, OSError) and why.errno == errno.EINVAL


# -- the home


class HomeUnusable(HeraldError, OSError):
    """Nothing can be kept in Herald's home, and nothing found where it is no folder. It has the system's number."""

    def __init__(self, number: int, there: Path, words: str) -> None:
        super().__init__(number, os.strerror(number), str(there))
        self._words = words

    def __str__(self) -> str:
        """Which place, what is wrong with it, and what to do now."""
        return f"{self.filename} {self._words}"


def usable_home(is_written: bool = False) -> Path:
    """Herald's home, for a command that reads what is kept, or with `is_written` keeps something. Raises HomeUnusable.

    A folder that is missing is usable: it is made when something is kept.
    """
    home = herald_home()
    trouble = find_home_trouble(home)
    if trouble is not None and (is_written or trouble.errno == errno.ENOTDIR):
        raise trouble
    return home


def find_home_trouble(home: Path | None = None) -> HomeUnusable | None:
    """Why nothing can be kept in Herald's home, unless it is another folder; None where it can."""
    there = nearest_existing(home or herald_home())
    if not os.path.isdir(there):  # noqa: PTH112 a Path raises where nobody may look
        return HomeUnusable(errno.ENOTDIR, there, "is no folder: set HERALD_HOME to one")
    if os.access(there, os.W_OK | os.X_OK):
        return None
    is_read_only = os.statvfs(there).f_flag & os.ST_RDONLY
    return HomeUnusable(
        errno.EROFS if is_read_only else errno.EACCES,
        there,
        "cannot be written: make it writable for this user, or set HERALD_HOME to another folder",
    )


def nearest_existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that this user can see."""
    whole = folder.absolute()
    return next(place for place in (whole, *whole.parents) if os.path.lexists(place))
