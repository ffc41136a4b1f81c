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
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock, local
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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
EVENINGS_FOLDER, DELETED_FOLDER_NAME = "evenings", "deleted"
DELETED_FOLDER = f"{EVENINGS_FOLDER}/{DELETED_FOLDER_NAME}"
MAX_FILE_BYTES = 1 << 26
"""The largest file of a backup: a journal of a million lines is smaller."""

# -- the table of what is kept


class Content(Struct, Generic[T], frozen=True):
    """What files of a kind mean: `decode` is given the bytes and the path, and raises ValueError where it is none.

    `default`: what holds without such a file.
    """

    decode: Callable[[bytes, Path], T]
    default: T


def sum_of(content: Any) -> str:
    """The checksum of a struct that has one in its field `sum`."""
    return f"{zlib.crc32(msgspec.json.encode(replace(content, sum=''))):08x}"


def check_sum(content: Any) -> None:
    """Raise ValueError where a struct was changed since its sum was taken; files of earlier Heralds have none."""
    if content.sum not in ("", sum_of(content)):
        raise ValueError("its sum is another one")


def encode_with_sum(content: Any) -> bytes:
    """A struct as JSON, with its sum."""
    return msgspec.json.encode(replace(content, sum=sum_of(content)))


class KeptFile(Struct, frozen=True):
    """A kind of file that is kept for its owner: a row of the table.

    file_name: its whole name, or behind `*` the ending of one: in the home folder behind the name of a game, in that of
    the evenings behind the name of a journal. folders: where it may lie, below the home folder.
    content: its `Content`, as `module:NAME`: it is imported when somebody asks. example: a small one.
    limit: bytes at most. keeps_last_good: a copy of it lies beside it. follows_links: people write it themselves, so it
    may be a link.
    """

    kind: str
    file_name: str
    content: str
    example: bytes
    folders: tuple[str, ...] = ("",)
    limit: int = MAX_SIDE_FILE_BYTES
    keeps_last_good: bool = False
    follows_links: bool = False

    def at(self, path: Path) -> SideFile:
        """The file of this kind at that path."""
        return SideFile(path, self)

    @property
    def ending(self) -> str:
        """The ending of its name: `.deck`."""
        return self.file_name.removeprefix("*")

    @property
    def lies_beside_journals(self) -> bool:
        """Whether it says something about the evening whose journal it lies beside."""
        return (
            self.folders == (EVENINGS_FOLDER,) and self.file_name.startswith("*") and self.kind != "journal"
        )

    def load_content(self) -> Content[Any]:
        """What files of this kind mean."""
        module, _, name = self.content.partition(":")
        content: Content[Any] = getattr(import_module(module), name)
        return content


SMALL_FILE_BYTES = 1 << 16
"""The largest of the small files that is read; Herald's own are far smaller."""
_EVENINGS = (EVENINGS_FOLDER,)
KEPT_FILES: Final = {
    row.kind: row
    for row in (
        KeptFile(
            "settings",
            "settings.toml",
            "companion.screen.settings:SETTINGS",
            b'lang = "cs"\nvoice = "short"\nside = 0\n',
            limit=1 << 14,
            follows_links=True,
        ),
        KeptFile(
            "names",
            "people.json",
            "companion.screen.settings:PLAYER_NAMES",
            b'["Anna","Bert"]',
            limit=SMALL_FILE_BYTES,
            keeps_last_good=True,
        ),
        KeptFile(
            "wiring",
            "wiring.toml",
            "companion.start.real_table.owner_plan:OWNER_PLAN",
            b'reset = 25\n[[reader]]\nname = "play"\nbus = 0\ndevice = 0\n',
            limit=1 << 18,
            follows_links=True,
        ),
        KeptFile(
            "devices",
            "devices.json",
            "companion.start.real_table.plugged_in_devices:KEPT_ANSWERS",
            b'[{"port":"/dev/serial/by-id/usb-reader","name":"USB Serial","zone":"play"}]',
            limit=SMALL_FILE_BYTES,
            keeps_last_good=True,
        ),
        KeptFile(
            "deck",
            "*.deck",
            "companion.table.tags.deck_file:DECK",
            b'{"deck":1,"game":"any-game","tags":{"card/king":"04a1b2c3d4e5f6"}}',
            ("", "exports", "virtual"),
            keeps_last_good=True,
        ),
        KeptFile(
            "print",
            "*.print",
            "companion.table.storage.edition_file:PRINT",
            b"print tile 1 money:3 first\n",
            keeps_last_good=True,
            follows_links=True,
        ),
        KeptFile(
            "journal", "*.herald", "companion.table.storage.journal:JOURNAL", b"", _EVENINGS, MAX_FILE_BYTES
        ),
        KeptFile(
            "virtual",
            "*.virtual",
            "companion.table.storage.evenings:TABLE",
            b'{"virtual":true,"absent":["blue"],"head_sum":""}',
            _EVENINGS,
            SMALL_FILE_BYTES,
            keeps_last_good=True,
        ),
        KeptFile(
            "notes",
            "*.notes",
            "companion.table.storage.evening_notes:NOTES",
            b'{"strictness":"hint","refusals":[{"line":0,"clause":"K-1.3","code":"hand","tried":"black 1 king"}]}',
            _EVENINGS,
            keeps_last_good=True,
        ),
        KeptFile(
            "evenings",
            ".index",
            "companion.table.storage.evenings:INDEX",
            b'{"next_number":1,"notes":{},"sum":""}',
            _EVENINGS,
            32_000_000,  # some 100,000 evenings
            keeps_last_good=True,
        ),
    )
}
"""Everything that is kept, by its kind: a backup takes it, `herald check` reads it, damage is told by it."""


def kept_file_at(path: str) -> KeptFile | None:
    """The kind of what lies at that path below the home folder (`evenings/a.virtual`); None for anything else."""
    folder, _, name = path.removesuffix(LAST_GOOD_ENDING).rpartition("/")
    return next((row for row in KEPT_FILES.values() if folder in row.folders and _has_name(row, name)), None)


def files_beside(journal: Path) -> tuple[SideFile, ...]:
    """Every file that may lie beside that journal and says something about its evening."""
    return tuple(
        row.at(journal.with_suffix(row.ending)) for row in KEPT_FILES.values() if row.lies_beside_journals
    )


def copy_beside(journal: Path, new: Path) -> None:
    """Put what lies beside a journal beside a new one of the same evening; raises OSError.

    What another evening has left there is set aside. What cannot be read is not understood there either.
    """
    for old, copy in zip(files_beside(journal), files_beside(new), strict=True):
        copy.set_aside()
        if os.path.lexists(old.path):
            copy.save(old.read_or_last_good())


def _has_name(row: KeptFile, name: str) -> bool:
    return (
        name.endswith(row.ending) and len(name) > len(row.ending)
        if "*" in row.file_name
        else name == row.file_name
    )


# -- a file that cannot be used is told, set aside and replaced


class SideFileProblem(Struct, frozen=True):
    """A side file that could not be used, for whoever tells it.

    `kept_as`: the name it was set aside by, "" where it lies where it lay. `has_last_good`: whether its last good
    version was used; else its default was. `why` and `words`: what is wrong, in a word and in the system's words.
    """

    path: Path
    kind: str
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
    """A side file: where it is, and its kind."""

    path: Path
    kept: KeptFile

    def load(self, content: Content[T]) -> T:
        """What the file holds; else what its last good version does; else the default. It never waits, never raises."""
        with _state.lock:  # two threads would set aside, and tell, the same file twice
            try:
                raw = self.read()
                value = content.decode(raw, self.path)
            except FileNotFoundError:
                return content.default
            except SideFileError as wrong:
                return self._recover(content, wrong.why, wrong.words)
            except (ValueError, RecursionError) as wrong:
                return self._recover(content, "damaged", str(wrong))
            _state.left_in_place.pop(self.path, None)
            if self.kept.keeps_last_good:
                self._keep(raw)
            return value

    def read(self) -> bytes:
        """Its bytes; raises FileNotFoundError, SideFileError."""
        return self._read(self.path)

    def read_or_last_good(self) -> bytes:
        """Its bytes, else those of its last good version, else none; never raises."""
        for path in (self.path, self.last_good_path):
            with suppress(OSError):
                return self._read(path)
        return b""

    def set_aside(self) -> None:
        """Set aside what lies there, and its last good version."""
        for left in (self.path, self.last_good_path):
            if os.path.lexists(left):
                move_aside(left)

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
        if self.kept.keeps_last_good:
            self._keep(data)

    def holds(self, data: bytes) -> bool:
        """Whether this is what the file has in it."""
        try:
            return self.read() == data
        except OSError:
            return False

    @property
    def last_good_path(self) -> Path:
        """Where its last good version is kept."""
        return self.path.with_name(self.path.name + LAST_GOOD_ENDING)

    def _read(self, path: Path) -> bytes:
        return read_side_file(path, self.kept.limit, self.kept.follows_links)

    def _keep(self, raw: bytes) -> None:
        """Keep this good version; a full disk only leaves the one before."""
        with suppress(OSError):
            if self._read(self.last_good_path) == raw:
                return
        with suppress(OSError):
            write_atomically(self.last_good_path, raw)

    def _recover(self, content: Content[T], why: WhyUnusable, words: str) -> T:
        """Set the file aside, remember to tell it, and give what is used instead."""
        aside = (
            move_aside(self.path) if why != "disk" else None
        )  # what the disk refuses now may be whole tomorrow
        value, has_last_good = content.default, False
        if self.kept.keeps_last_good:
            with suppress(OSError, ValueError, RecursionError):
                raw = self._read(self.last_good_path)
                value, has_last_good = content.decode(raw, self.path), True
                if aside is not None:
                    write_atomically(self.path, raw)
        self._remember(self.kept.kind, why, words, aside, has_last_good)
        return value

    def _remember(
        self, kind: str, why: WhyUnusable, words: str, aside: Path | None, has_last_good: bool
    ) -> None:
        """Remember to tell it, once."""
        known = _state.left_in_place.pop(self.path, None)
        kept_as = aside.name if aside is not None else ""
        problem = SideFileProblem(self.path, kind, why, words, kept_as, has_last_good)
        if aside is None:
            _state.left_in_place[self.path] = problem
        if aside is not None or known is None:
            (_state.untold if _teller.problems is None else _teller.problems).append(problem)

    def reject(self, kind: str, words: str) -> None:
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

KEPT_FOLDERS = (
    DELETED_FOLDER,
    *dict.fromkeys(folder for row in KEPT_FILES.values() for folder in row.folders if folder),
)
"""The folders whose files are kept: evenings, deleted ones, copies of decks, and the decks of the virtual reader."""
MAX_NAME_BYTES = 255


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
    names = "|".join(
        re.escape(row.file_name).replace(r"\*", "[a-z][a-z0-9-]*")
        for row in KEPT_FILES.values()
        if folder in row.folders
    )  # behind a name may stand `.last-good`, `.damaged`, `.replaced-1`
    return bool(names) and re.fullmatch(f"(?:{names})(?:\\.[a-z0-9.-]+)?", name) is not None


def _is_text(path: str) -> bool:
    """Whether the name can be written down: a name may be any bytes."""
    try:
        return is_kept_path(path)
    except UnicodeEncodeError:
        return False
