"""What cannot be used is set aside: it lies beside its old place under a name that nothing had."""

from __future__ import annotations

import os
from itertools import chain, count
from pathlib import Path


def free_name(first: Path, ending: str = "") -> Path:
    """That name with the ending, or where something lies there the first free one of `NAME-2`, `NAME-3` and so on."""
    names = chain((first.name,), (f"{first.name}-{number}" for number in count(2)))
    paths = (first.with_name(f"{name}{ending}") for name in names)
    return next(each for each in paths if not os.path.lexists(each))


def set_aside(path: Path, first: Path) -> Path | None:
    """Give what lies at `path` a name aside, the first one or one like it, and answer that; raises OSError.

    A file keeps its old name, too, until something is put there: at no moment there is none. A folder, or anything on
    a disk without such links, moves. None where nothing lies there.
    """
    while True:
        aside = free_name(first)
        try:
            aside.hardlink_to(path)
        except FileExistsError:
            continue
        except FileNotFoundError:
            return None
        except OSError:  # a folder, or a disk without such links
            path.rename(aside)
        return aside
