"""Files beside the journals: who has played here, and which game was at the virtual table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from companion.home import herald_home
from companion.table.storage.atomic_write import write_atomically

MAX_PLAYER_NAMES = 24
"""The number of names that are remembered."""


class GameSidecar(Struct, frozen=True):
    """What a record does not say about a game, kept in a file beside its journal.

    `virtual`: whether the program deals; `absent`: the colours that virtual players play. Without the file
    the table is a real one.
    """

    virtual: bool = False
    absent: tuple[str, ...] = ()

    def save(self, journal: Path) -> None:
        """Save it beside that journal, unless the table is real. Raises OSError."""
        if self.virtual:
            write_atomically(_sidecar_path(journal), msgspec.json.encode(self))

    @classmethod
    def load(cls, journal: Path) -> Self:
        """The sidecar of that journal; the defaults where there is none or it cannot be read."""
        try:
            return msgspec.json.decode(_sidecar_path(journal).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return cls()


def _sidecar_path(journal: Path) -> Path:
    return journal.with_suffix(".virtual")


def load_player_names() -> tuple[str, ...]:
    """Names of people who have played here, the latest first."""
    try:
        return msgspec.json.decode(_player_names_path().read_bytes(), type=tuple[str, ...])
    except (OSError, msgspec.DecodeError):
        return ()


def remember_player_names(names: Iterable[str]) -> tuple[str, ...]:
    """Put these names before the known ones; a full disk only loses them at the next start."""
    known = tuple(dict.fromkeys((*names, *load_player_names())))[:MAX_PLAYER_NAMES]
    try:
        write_atomically(_player_names_path(), msgspec.json.encode(known))
    except OSError:
        return known
    return known


def _player_names_path() -> Path:
    return herald_home() / "people.json"
