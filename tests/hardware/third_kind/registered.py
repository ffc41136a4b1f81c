"""Kinds of readers registered as pip registers them: a package's entry points on the path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.readers.installed import GROUP, installed


@contextmanager
def registered(folder: Path, **kinds: str) -> Iterator[None]:
    """Until the end of this there is a package `more-readers` with these entry points."""
    info = folder / "more_readers-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-readers\nVersion: 1.0\n")
    lines = (f"{name} = {where}\n" for name, where in kinds.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        installed.cache_clear()
        try:
            yield
        finally:
            patch.undo()
            installed.cache_clear()
