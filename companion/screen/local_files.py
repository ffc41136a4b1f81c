"""Files beside the journals: who has played here, and which game was at the virtual table."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.home import herald_home
from companion.table.storage.journal import SIDECAR_SUFFIX
from companion.table.storage.kept_files import SideFile, move_aside

if TYPE_CHECKING:
    from companion.rules.game import RULES_OF_FIRST_EVENINGS
from companion.rules.game import RULES_OF_FIRST_EVENINGS
from companion.rules.record import RecordHeader

MAX_PLAYER_NAMES = 24
"""The number of names that are remembered."""
MAX_NOTE_BYTES = 1 << 16
"""The largest of these files that is read; Herald's own are far smaller."""


class GameSidecar(Struct, frozen=True):
    """What a record does not say about a game, kept in a file beside its journal.

    `virtual`: whether the program deals; `absent`: the colours that virtual players play. Without the file
    the table is a real one. `head_sum`: the checksum of the head of the record it belongs to, "" in files of earlier
    Heralds.
    """

    virtual: bool = False
    absent: tuple[str, ...] = ()
    head_sum: str = ""

    def save(self, journal: Path, head: RecordHeader) -> None:
        """Save it beside a journal that is about to begin with this head. Raises OSError.

        A real table has no such file: one that was left there by another evening is set aside.
        """
        file = _sidecar_file(journal)
        raw = msgspec.json.encode(msgspec.structs.replace(self, head_sum=_head_sum(head)))
        if self.virtual and file.holds(raw):
            return  # tried again, as the disk did not take the journal
        for left in (file.path, file.last_good_path):
            if os.path.lexists(left):
                move_aside(left)
        if self.virtual:
            file.save(raw)

    @staticmethod
    def load(journal: Path, head: RecordHeader) -> GameSidecar:
        """The sidecar of that journal, whose head this is.

        A file that cannot be read leaves the table virtual, for it stands only beside such ones; who of the players
        was absent is then not known. One that belongs to another evening leaves the table real. Both are told.
        """
        file = _sidecar_file(journal)
        if not os.path.lexists(file.path):
            return GameSidecar()
        colours = {seat.colour for seat in head.setup.seats}

        def decode(raw: bytes) -> GameSidecar:
            sidecar = msgspec.json.decode(raw, type=GameSidecar)
            if not sidecar.is_of_another(head) and not colours.issuperset(sidecar.absent):
                raise ValueError(f"nobody sits at {', '.join(sorted({*sidecar.absent} - colours))}")
            return sidecar

        sidecar = file.load(decode, GameSidecar(virtual=True, head_sum=_head_sum(head)))
        if sidecar.is_of_another(head):
            file.reject("stale", "it belongs to another evening")
            return GameSidecar()
        if not os.path.lexists(file.path):  # what is believed now is believed the next time, too
            with suppress(OSError):
                file.save(msgspec.json.encode(sidecar))
        return sidecar

    def is_of_another(self, head: RecordHeader) -> bool:
        """Whether it was written for a record with another head."""
        return self.head_sum not in ("", _head_sum(head))


def _sidecar_file(journal: Path) -> SideFile:
    return SideFile(journal.with_suffix(SIDECAR_SUFFIX), "virtual", MAX_NOTE_BYTES, keeps_last_good=True)


def _head_sum(head: RecordHeader) -> str:
    """The checksum of a head, without the version of the format, as it is written and as it is read again.

    Heads of the first evenings had no line about the rules.
    """
    _version, *lines = (" ".join(line.split()) for line in head.to_lines())
    if head.setup.rules == RULES_OF_FIRST_EVENINGS:
        lines.remove(f"rules {RULES_OF_FIRST_EVENINGS}")
    return f"{zlib.crc32(chr(10).join(lines).encode()):08x}"


def load_player_names() -> tuple[str, ...]:
    """Names of people who have played here, the latest first."""
    return _player_names_file().load(partial(msgspec.json.decode, type=tuple[str, ...]), ())


def remember_player_names(names: Iterable[str]) -> tuple[str, ...]:
    """Put these names before the known ones; a full disk only loses them at the next start."""
    known = tuple(dict.fromkeys((*names, *load_player_names())))[:MAX_PLAYER_NAMES]
    with suppress(OSError):
        _player_names_file().save(msgspec.json.encode(known))
    return known


def _player_names_file() -> SideFile:
    return SideFile(herald_home() / "people.json", "names", MAX_NOTE_BYTES, keeps_last_good=True)
