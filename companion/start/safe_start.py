"""`herald --safe`: a start in which nothing that is kept is read, and nothing is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.home import SAFE_START_VARIABLE

MEMORY_FOLDER = Path("/dev/shm")
"""Files that Linux keeps in memory only."""


@contextmanager
def safe_home() -> Iterator[None]:
    """Within the context Herald has an empty home in memory and only its own games; afterwards it is gone."""
    before = {name: os.environ.get(name) for name in ("HERALD_HOME", "XDG_CACHE_HOME", SAFE_START_VARIABLE)}
    memory = MEMORY_FOLDER if os.access(MEMORY_FOLDER, os.W_OK | os.X_OK) else None
    with TemporaryDirectory(prefix="herald-safe-", dir=memory, ignore_cleanup_errors=True) as folder:
        home, cache = Path(folder, "home"), Path(folder, "cache")
        os.environ.update(HERALD_HOME=str(home), XDG_CACHE_HOME=str(cache))
        os.environ[SAFE_START_VARIABLE] = "1"
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
