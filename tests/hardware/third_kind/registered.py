"""Kinds of readers registered as pip registers them: a package's entry points on the path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from hardware.readers.installed_kinds import ENTRY_POINT_GROUP, OWN_PACKAGE, installed_kinds

PACKAGE = "more-readers"


def _known(group: str) -> list[EntryPoint]:
    """Kinds that somebody has installed beside this Herald are no part of a test."""
    found = entry_points(group=group)
    return [each for each in found if each.dist is not None and each.dist.name in (OWN_PACKAGE, PACKAGE)]


@contextmanager
def registered(folder: Path, **kinds: str) -> Iterator[None]:
    """Until the end of this there is a package `more-readers` with these entry points, and no other but Herald's."""
    info = folder / "more_readers-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1.0\n")
    lines = (f"{name} = {where}\n" for name, where in kinds.items())
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{''.join(lines)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr("hardware.readers.installed_kinds.entry_points", _known)
        installed_kinds.cache_clear()
        try:
            yield
        finally:
            patch.undo()
            installed_kinds.cache_clear()
