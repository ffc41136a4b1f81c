"""Side files: the small files beside a journal and in HERALD_HOME, of which none may stand between people and a game.

Whatever lies in such a file's place, reading it never waits and never raises: what cannot be used is set aside
(`NAME.damaged`), told once, and replaced by its last good version (`NAME.last-good`) where one is kept, else by its
default. A file that is missing is not wrong.

A backup takes what is kept, and leaves out the log, locks, what was deleted or only half written, the added games (it
lists them: nothing that could run comes out of one), what an earlier restore replaced, and whatever else lies there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, local
from typing import Literal, TypeVar

from msgspec import Struct

from companion.table.storage.disk import (
    MAX_SIDE_FILE_BYTES,
    SideFileError,
    WhyUnusable,
    fsync_folder,
    read_side_file,
    set_aside,
    write_atomically,
)

T = TypeVar("T")

DAMAGED_ENDING = ".damaged"
LAST_GOOD_ENDING = ".last-good"
SideFileKind = Literal["settings", "names", "virtual", "stale", "deck", "print", "evenings"]
"""What a side file holds: the settings, names of players, that this evening is virtual, that another one is, tags, what
is printed, the index of the evenings."""


# -- a file that cannot be used is told, set aside and replaced


class SideFileProblem(Struct, frozen=True):
    """A side file that could not be used, for whoever tells it.

    `kept_as`: the name it was set aside by, "" where it lies where it lay. `has_last_good`: whether its last good
    version was used; else its default was. `why` and `words`: what is wrong, in a word and in the system's words.
    """

    path: Path
    kind: SideFileKind
    why: WhyUnusable
    words: str
    kept_as: str
    has_last_good: bool


class _State:
    """What this process knows of side files that could not be used."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.untold: list[SideFileProblem] = []
        self.left_in_place: dict[Path, SideFileProblem] = {}


class _Teller(local):
    """The list of whoever tells what this thread finds, None where the next one who asks does."""

    problems: list[SideFileProblem] | None = None


_state, _teller = _State(), _Teller()


class SideFile(Struct, frozen=True):
    """A side file: where it is, what it holds, how large it may be.

    `keeps_last_good`: a copy of it lies beside it. `follows_links`: people write it themselves, so it may be a link.
    """

    path: Path
    kind: SideFileKind
    limit: int = MAX_SIDE_FILE_BYTES
    keeps_last_good: bool = False
    follows_links: bool = False

    def load(self, decode: Callable[[bytes], T], default: T) -> T:
        """What the file holds; else what its last good version does; else the default. It never waits.

        `decode` raises ValueError for what is no such content; nothing else is raised here.
        """
        with _state.lock:  # two threads would set aside, and tell, the same file twice
            try:
                raw = self._read(self.path)
                value = decode(raw)
            except FileNotFoundError:
                return default
            except SideFileError as wrong:
                return self._recover(decode, default, wrong.why, wrong.words)
            except (ValueError, RecursionError) as wrong:
                return self._recover(decode, default, "damaged", str(wrong))
            _state.left_in_place.pop(self.path, None)
            if self.keeps_last_good:
                self._keep(raw)
            return value

    def save(self, data: bytes) -> None:
        """Write the file whole or not at all, and its copy. Raises OSError, also where what lies there was not read.

        What could neither be read nor set aside is not overwritten: it may be worth more than what is written.
        """
        left = _state.left_in_place.get(self.path)
        if left is not None and os.path.lexists(self.path):
            raise SideFileError(
                self.path, left.why, f"it cannot be read, so it is not replaced: {left.words}"
            )
        write_atomically(self.path, data)
        if self.keeps_last_good:
            self._keep(data)

    def holds(self, data: bytes) -> bool:
        """Whether this is what the file has in it."""
        try:
            return self._read(self.path) == data
        except OSError:
            return False

    @property
    def last_good_path(self) -> Path:
        """Where its last good version is kept."""
        return self.path.with_name(self.path.name + LAST_GOOD_ENDING)

    def _read(self, path: Path) -> bytes:
        return read_side_file(path, self.limit, self.follows_links)

    def _keep(self, raw: bytes) -> None:
        """Keep this good version; a full disk only leaves the one before."""
        with suppress(OSError):
            if self._read(self.last_good_path) == raw:
                return
        with suppress(OSError):
            write_atomically(self.last_good_path, raw)

    def _recover(self, decode: Callable[[bytes], T], default: T, why: WhyUnusable, words: str) -> T:
        """Set the file aside, remember to tell it, and give what is used instead."""
        aside = (
            move_aside(self.path) if why != "disk" else None
        )  # what the disk refuses now may be whole tomorrow
        value, has_last_good = default, False
        if self.keeps_last_good:
            with suppress(OSError, ValueError, RecursionError):
                raw = self._read(self.last_good_path)
                value, has_last_good = decode(raw), True
                if aside is not None:
                    write_atomically(self.path, raw)
        self._remember(self.kind, why, words, aside, has_last_good)
        return value

    def _remember(
        self, kind: SideFileKind, why: WhyUnusable, words: str, aside: Path | None, has_last_good: bool
    ) -> None:
        """Remember to tell it, once."""
        known = _state.left_in_place.pop(self.path, None)
        kept_as = aside.name if aside is not None else ""
        problem = SideFileProblem(self.path, kind, why, words, kept_as, has_last_good)
        if aside is None:
            _state.left_in_place[self.path] = problem
        if aside is not None or known is None:
            (_state.untold if _teller.problems is None else _teller.problems).append(problem)

    def reject(self, kind: SideFileKind, words: str) -> None:
        """Set aside and tell a file that reads well and does not belong here; its last good version goes with it."""
        with _state.lock:
            self._remember(kind, "damaged", words, move_aside(self.path), has_last_good=False)
            move_aside(self.last_good_path)


def move_aside(path: Path) -> Path | None:
    """Rename what lies there to `NAME.damaged`, numbered where there is one; None where that cannot be done."""
    try:
        aside = set_aside(path, path.with_name(path.name + DAMAGED_ENDING))
        path.unlink(missing_ok=True)
    except OSError:
        return None
    with suppress(OSError):  # it is aside, whether or not that outlives a power cut
        fsync_folder(path.parent)
    return aside


@contextmanager
def problems_found_here() -> Iterator[list[SideFileProblem]]:
    """The files that this thread finds unusable in the block: whoever asks tells people, and nobody else does.

    When the block raises, they are told by the next one who takes what is untold.
    """
    found: list[SideFileProblem] = []
    _teller.problems = found
    try:
        yield found
    except BaseException:
        with _state.lock:
            _state.untold += found
        raise
    finally:
        _teller.problems = None


def take_untold_problems() -> tuple[SideFileProblem, ...]:
    """The files that could not be used since this was last asked: whoever asks tells people."""
    with _state.lock:
        untold = tuple(_state.untold)
        _state.untold.clear()
    return untold


# -- which files below HERALD_HOME are kept: those go into a backup, and nothing else comes out of one

EVENINGS_FOLDER, DELETED_FOLDER_NAME = "evenings", "deleted"
DELETED_FOLDER = f"{EVENINGS_FOLDER}/{DELETED_FOLDER_NAME}"
KEPT_FOLDERS = (EVENINGS_FOLDER, DELETED_FOLDER, "exports", "virtual")
"""The folders whose files are kept: evenings, deleted ones, copies of decks, and the decks of the virtual reader."""
MAX_FILE_BYTES = 1 << 26
"""The largest file of a backup: a journal of a million lines is smaller."""
MAX_NAME_BYTES = 255
_OWN_NAME = re.compile(
    r"(?:settings\.toml|people\.json|wiring\.toml|[a-z][a-z0-9-]*\.(?:deck|print))(?:\.[a-z0-9.-]+)?"
)
"""What lies in the home folder itself; behind it may stand `.last-good`, `.damaged`, `.replaced-1`."""
_TEMPORARY_NAME = re.compile(r"\..*\.(?:new|lock)")


class KeptEntry(Struct, frozen=True):
    """Something that is kept: its path below the home folder, and whether it is a file that a backup can hold."""

    path: str
    is_file: bool


def is_kept_path(path: str) -> bool:
    """Whether a backup may hold a file of that path (`evenings/a.herald`), which may come from outside."""
    folder, _, name = path.rpartition("/")
    if (
        not name.isprintable()
        or len(name.encode()) > MAX_NAME_BYTES
        or name in ("", ".", "..")
        or "\\" in name
    ):
        return False
    return _is_kept_name(folder, name)


def kept_entries(home: Path) -> tuple[KeptEntry, ...]:
    """Everything that is kept there, by its path; also what is no file and where one is expected. Raises OSError."""
    return tuple(
        sorted(
            (entry for folder in ("", *KEPT_FOLDERS) for entry in _entries_of(home, folder)),
            key=lambda entry: entry.path,
        )
    )


def _entries_of(home: Path, folder: str) -> Iterator[KeptEntry]:
    try:
        found = os.scandir(home / folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    with found:
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _is_kept_name(folder, entry.name):
                yield KeptEntry(path, entry.is_file(follow_symlinks=False) and _is_text(path))


def _is_kept_name(folder: str, name: str) -> bool:
    """Whether that name in that folder is one of Herald's, readable or not."""
    if _TEMPORARY_NAME.fullmatch(name):
        return False
    if folder in (EVENINGS_FOLDER, DELETED_FOLDER):
        return f"{folder}/{name}" != DELETED_FOLDER
    return (folder == "" or (folder in KEPT_FOLDERS and ".deck" in name)) and bool(_OWN_NAME.fullmatch(name))


def _is_text(path: str) -> bool:
    """Whether the name can be written down: a name may be any bytes."""
    try:
        return is_kept_path(path)
    except UnicodeEncodeError:
        return False
