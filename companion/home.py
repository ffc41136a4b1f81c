"""Where Herald keeps what outlives it: saved games, decks, plans, settings, added games."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def herald_home() -> Path:
    """The folder of all that: HERALD_HOME, else the user's data folder."""
    chosen = os.environ.get("HERALD_HOME")
    return Path(chosen) if chosen else user_data_path("herald", appauthor=False)
