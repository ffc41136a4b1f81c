"""Whether the rules run compiled (`deploy/setup --fast`), and that nothing runs compiled of sources that have changed.

Python takes an extension module before the source beside it. Compiled modules call one another without looking, so
where one source differs from what was compiled, all of them are left alone until deploy/setup compiles anew.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path

PACKAGE = Path(__file__).parent
LIBRARY_PATTERN = "rules/compiled__mypyc.*"
STATE_FILE = "rules/compiled.sha256"
"""Written by deploy/setup: lines of `sha256sum` for sources, and `compiled:BYTES PATH` for what was made of them."""
COMPILED = "compiled:"


@cache
def rules_are_compiled(package: Path = PACKAGE) -> bool:
    """Whether compiled modules lie here, all of them and made of the sources as they are."""
    try:
        lines = (package / STATE_FILE).read_text().splitlines()
        return all(_is_as_compiled(package.parent, *line.split(maxsplit=1)) for line in lines)
    except OSError:
        return False


def _is_as_compiled(folder: Path, state: str, path: str) -> bool:
    import hashlib  # most tables are not compiled, and start without it

    file = folder / path
    if state.startswith(COMPILED):  # a disk that was full or lost its power leaves some of it
        return str(file.stat().st_size) == state.removeprefix(COMPILED)
    return hashlib.sha256(file.read_bytes()).hexdigest() == state


def take_sources_if_changed() -> None:
    """Have Python import Herald's sources alone where compiled modules lie here that are not theirs."""
    if any(PACKAGE.glob(LIBRARY_PATTERN)) and not rules_are_compiled():
        sys.meta_path.insert(0, SourceModules())


class SourceModules:
    """Finds the modules of Herald's packages by their sources."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """As `importlib.abc.MetaPathFinder` has it; None for what is not Herald's or has no source."""
        if not fullname.startswith("companion."):
            return None
        specs = (_source_finder(entry).find_spec(fullname) for entry in path or ())
        return next((spec for spec in specs if spec is not None and spec.loader is not None), None)


@cache
def _source_finder(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
