"""Where Herald keeps what outlives it: saved games, decks, plans, settings, added games."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

SAFE_START_VARIABLE = "HERALD_SAFE"
"""Set in the environment of a Herald that reads nothing from outside and keeps nothing (`herald --safe`)."""
RESTORE_FOLDER_NAMES = (".restore-build", ".restore-commit", ".restore-place")
"""The folders in there of a restore that is under way, or was cut off (`companion.table.backup.restore`)."""


def herald_home() -> Path:
    """The folder of all that: HERALD_HOME, else the user's data folder."""
    chosen = os.environ.get("HERALD_HOME")
    return Path(chosen) if chosen else user_data_path("herald", appauthor=False)


def is_safe_start() -> bool:
    """Whether Herald was started with defaults only, in a home that is gone when it ends."""
    return bool(os.environ.get(SAFE_START_VARIABLE))
