"""Where Herald keeps what outlives it: saved games, decks, plans, settings, added games."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

SAFE_START_VARIABLE = "HERALD_SAFE"
"""Set in the environment of a Herald that reads nothing from outside and keeps nothing (`herald --safe`)."""
RESTORE_FOLDER_NAMES = (".restore-build", ".restore-commit", ".restore-place")
"""The folders in there of a restore that is under way, or was cut off (`companion.table.storage.restore`)."""


def herald_home() -> Path:
    """The folder of all that: HERALD_HOME, else the user's data folder; `~` is the user's own, also without a shell."""
    chosen = os.environ.get("HERALD_HOME")
    if not chosen:
        return user_data_path("herald", appauthor=False)
    with suppress(RuntimeError):  # nobody's home is known
        return Path(chosen).expanduser()
    return Path(chosen)


def is_safe_start() -> bool:
    """Whether Herald was started with defaults only, in a home that is gone when it ends."""
    return bool(os.environ.get(SAFE_START_VARIABLE))


def tighten_herald_home() -> None:
    """Close that folder to other people of this computer, where it is Herald's own.

    It is not where it belongs to somebody else, holds a person's whole home, or is for everybody (`/tmp`).
    """
    home = herald_home()
    with suppress(
        OSError, RuntimeError
    ):  # no such folder yet; a disk without such rights; nobody's home is known
        found = home.stat()
        is_shared = found.st_mode & stat.S_ISVTX or home.resolve() in (Path.home(), *Path.home().parents)
        if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not is_shared:
            home.chmod(stat.S_IMODE(found.st_mode) & ~0o077)
