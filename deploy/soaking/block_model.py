"""A disk as it may be after a power cut: what was synced is there, of the rest any part that the model allows.

The model is driven by the calls that a program really made (`watched_calls`), in their order. A file has what it held
when it was last synced, and a version for each write and each cut since. A folder has the names that are durable; what
was changed since (created, linked, renamed, taken away) waits. Two models, `DiskOrder`, say what a cut leaves of that:

- `journalled`, as ext4 in its usual ordered mode and f2fs with a checkpoint do it: changes of names become durable in
  the order in which they were made, so a cut keeps the first so many of them; a sync of any file or folder makes all
  durable that were made before. A file without a sync holds the beginning of one of its versions, cut at a sector or at
  its end: data is written before the length that shows it. That a new file's name may be durable before its data is
  what delayed allocation does.
- `weakest`, what POSIX promises and no more: a sync of a file makes its bytes and its length durable and no name; a
  sync of a folder makes the names in it durable. Of all other changes of names any are kept and any dropped, each for
  itself. Of a file any sector is there in any of its versions, or zeros, and its length that of any version: a length
  without its data, data without its length.

Both: a sector of 512 bytes is written whole or not at all, and a rename happens whole, also from one folder to another,
where a sync of either folder makes it durable: no file system in use tears these. Rights and times are not modelled.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Literal, NamedTuple

from soaking.watched_calls import DiskCall

DiskOrder = Literal["journalled", "weakest"]
ORDERS: Final[tuple[DiskOrder, ...]] = ("journalled", "weakest")
SECTOR: Final = 512
MAX_CONTENTS: Final = 64
"""So many contents of one file are listed; of more, so many are drawn."""

Files = Mapping[str, bytes | None]
"""Path below the top -> what the file holds, None for a folder."""


@dataclass(eq=False)
class FileNode:
    """A file: what it held when it was last synced, and after each change since."""

    versions: list[bytes]


@dataclass(eq=False)
class FolderNode:
    """A folder: the names in it, and those of them that are durable."""

    names: dict[str, FileNode | FolderNode] = field(default_factory=dict)
    durable: dict[str, FileNode | FolderNode] = field(default_factory=dict)


Node = FileNode | FolderNode
Names = dict[FolderNode, dict[str, Node]]
NamesOf = Callable[[FolderNode], Mapping[str, Node]]
ContentOf = Callable[[FileNode], bytes]


class Entry(NamedTuple):
    """What lies under a name from a change on, None for nothing."""

    folder: FolderNode
    name: str
    node: Node | None


NameChange = tuple[Entry, ...]
"""Entries that change together."""


class ModelDisk:
    """The files below `top`, as they are and as they would be after a power cut."""

    def __init__(self, top: Path) -> None:
        self._top = str(top)
        self._file_by_inode: dict[int, FileNode] = {}
        self._root = self._scan(top)
        self._waiting: list[NameChange] = []
        self._unsynced: list[FileNode] = []

    def _scan(self, folder: Path) -> FolderNode:
        """A folder that has been there for long."""
        found = FolderNode()
        for path in sorted(folder.iterdir()):
            if path.is_dir():
                found.names[path.name] = self._scan(path)
            else:
                node = self._file_by_inode.setdefault(path.stat().st_ino, FileNode([path.read_bytes()]))
                found.names[path.name] = node
        found.durable = dict(found.names)
        return found

    # -- what the program does

    def apply(self, call: DiskCall, order: DiskOrder) -> None:
        """Do what a call did, if it did anything."""
        if not call.is_done:
            return
        match call.name:
            case "create":
                node = self._file_by_inode[call.inode] = FileNode([b""])
                self._change((*self._at(call.path), node))
            case "write":
                file = self._file_by_inode[call.inode]
                before = file.versions[-1].ljust(call.offset, b"\0")
                self._add_version(
                    file, before[: call.offset] + call.data + before[call.offset + len(call.data) :]
                )
            case "truncate" | "ftruncate64":
                file = self._file_by_inode[call.inode]
                self._add_version(file, file.versions[-1][: call.length].ljust(call.length, b"\0"))
            case "mkdir":
                self._change((*self._at(call.path), FolderNode()))
            case "unlink" | "unlinkat" | "rmdir":
                self._change((*self._at(call.path), None))
            case "rename" | "renameat":
                self._rename(call)
            case "link" | "linkat":
                self._change((*self._at(call.other), self._node(call.path)))
            case "fsync" | "fdatasync":
                self._sync(call, order)

    def _rename(self, call: DiskCall) -> None:
        folder, name = self._at(call.path)
        node = folder.names[name]
        other, new_name = self._at(call.other)
        if other.names.get(new_name) is not node:  # else nothing happens
            self._change((folder, name, None), (other, new_name, node))

    def _sync(self, call: DiskCall, order: DiskOrder) -> None:
        node = self._file_by_inode.get(call.inode)
        if order == "journalled":
            self._make_durable(self._waiting)
        elif node is None:
            self._make_durable(self._waiting_for(self._node(call.path)))
        if node is not None:
            del node.versions[:-1]
            self._unsynced = [each for each in self._unsynced if each is not node]

    def _add_version(self, file: FileNode, content: bytes) -> None:
        file.versions.append(content)
        if not any(each is file for each in self._unsynced):
            self._unsynced.append(file)

    def _change(self, *entries: tuple[FolderNode, str, Node | None]) -> None:
        change = tuple(Entry(*each) for each in entries)
        self._waiting.append(change)
        for folder, name, node in change:
            _put(folder.names, name, node)

    def _waiting_for(self, folder: Node) -> list[NameChange]:
        """The changes that a sync of this folder makes durable, and those before them of the same names."""
        needed: list[NameChange] = []
        names: set[tuple[int, str]] = set()
        for change in reversed(self._waiting):
            keys = {(id(each.folder), each.name) for each in change}
            if keys & names or any(each.folder is folder for each in change):
                needed.insert(0, change)
                names |= keys
        return needed

    def _make_durable(self, changes: list[NameChange]) -> None:
        for change in changes:
            for folder, name, node in change:
                _put(folder.durable, name, node)
        self._waiting = [each for each in self._waiting if not any(each is done for done in changes)]

    def _at(self, path: str) -> tuple[FolderNode, str]:
        folder, _, name = path.rpartition("/")
        node = self._node(folder)
        assert isinstance(node, FolderNode), path
        return node, name

    def _node(self, path: str) -> Node:
        node: Node = self._root
        for part in path.removeprefix(self._top).split("/"):
            if part:
                assert isinstance(node, FolderNode), path
                node = node.names[part]
        return node

    # -- what lies there

    def as_it_is(self) -> Files:
        """Everything, as a program finds it that goes on without a power cut."""
        return dict(_walk(self._root, "", lambda folder: folder.names, lambda file: file.versions[-1]))

    def after_power_cut(self, order: DiskOrder, limit: int, rng: Random) -> Iterator[Files]:
        """So many of the disks that a power cut may leave now; all of them where they are not more."""
        contents = [_contents(file, order, rng) for file in self._unsynced]
        waiting = len(self._waiting)
        names = 2**waiting if order == "weakest" else waiting + 1
        total = names * math.prod(map(len, contents))
        picks: Iterator[tuple[int, ...]]
        if total <= limit:
            picks = itertools.product(range(names), *(range(len(each)) for each in contents))
        else:
            ends = [(0, *(0 for _ in contents)), (names - 1, *(len(each) - 1 for each in contents))]
            drawn = (
                (rng.randrange(names), *(rng.randrange(len(each)) for each in contents))
                for _ in itertools.count()
            )
            picks = itertools.islice(itertools.chain(ends, drawn), limit)
        for kept, *chosen in picks:
            bits = kept if order == "weakest" else (1 << kept) - 1
            pairs = zip(self._unsynced, contents, chosen, strict=True)
            yield self._with_kept(bits, {id(file): found[pick] for file, found, pick in pairs})

    def _with_kept(self, kept: int, held: Mapping[int, bytes]) -> Files:
        """The disk with those of the waiting changes whose bit is set, and with what the files hold."""
        names: Names = {}
        for number, change in enumerate(self._waiting):
            if kept >> number & 1:
                for folder, name, node in change:
                    _put(names.setdefault(folder, dict(folder.durable)), name, node)
        return dict(
            _walk(
                self._root,
                "",
                lambda folder: names.get(folder, folder.durable),
                lambda file: held.get(id(file), file.versions[-1]),
            )
        )


def _put(names: dict[str, Node], name: str, node: Node | None) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node


def _contents(file: FileNode, order: DiskOrder, rng: Random) -> list[bytes]:
    """What a file may hold that was not synced: first what it held, last what it holds."""
    if order == "journalled":
        found = [file.versions[0]]
        for before, version in itertools.pairwise(file.versions):
            found += [version[:length] for length in _lengths_between(len(before), len(version))]
        return list(dict.fromkeys(found))[-MAX_CONTENTS:]
    lengths = [len(file.versions[0])]
    for before, version in itertools.pairwise(file.versions):
        lengths += _lengths_between(len(before), len(version))
    lengths = list(dict.fromkeys(lengths))
    sectors = [_sector_versions(file, start) for start in range(0, max(lengths), SECTOR)]
    if len(lengths) * math.prod(map(len, sectors)) <= MAX_CONTENTS:
        found = [b"".join(each)[:length] for length in lengths for each in itertools.product(*sectors)]
    else:
        drawn = (b"".join(map(rng.choice, sectors))[: rng.choice(lengths)] for _ in range(MAX_CONTENTS))
        found = [file.versions[0], *drawn, file.versions[-1]]
    return list(dict.fromkeys(found))


def _lengths_between(before: int, after: int) -> list[int]:
    """The lengths that a file has on the way: at the end of each sector, and the last."""
    return [*range(before - before % SECTOR + SECTOR, after, SECTOR), after]


def _sector_versions(file: FileNode, start: int) -> list[bytes]:
    return list(dict.fromkeys(each[start : start + SECTOR].ljust(SECTOR, b"\0") for each in file.versions))


def _walk(
    folder: FolderNode, before: str, names_of: NamesOf, content_of: ContentOf
) -> Iterator[tuple[str, bytes | None]]:
    for name, node in sorted(names_of(folder).items()):
        path = f"{before}{name}"
        if isinstance(node, FolderNode):
            yield path, None
            yield from _walk(node, f"{path}/", names_of, content_of)
        else:
            yield path, content_of(node)


def write_files(files: Files, folder: Path) -> None:
    """Make a folder with those files, for their owner only."""
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.mkdir(mode=0o700)
        else:
            path.write_bytes(content)
            path.chmod(0o600)
