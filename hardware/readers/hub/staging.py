"""What lies on a hub's Pico: the program in firmware/ and everything of ours that it imports, as it stands here.

The list follows from the imports of firmware/start.py, so nothing is forgotten and nothing is there in vain. What
stands under `if MYPY:` is for type checkers and is not followed.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version as release
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from hardware.errors import Missing

START = "firmware.start"
OURS = ("firmware", "hardware")
MAIN = "main.py"
VERSION = "version.txt"

MAIN_TEXT = b'''"""Herald's reader hub; `herald hub flash` wrote this and everything beside it."""

from firmware.start import run

run()
'''


def stage(folder: Path) -> str:
    """Write it all into a folder, which is made if it is not there; the version."""
    for path, content in files().items():
        to = folder / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
    return version()


def version() -> str:
    """Release and sources, as "0.1.0 1a2b3c4d": the same for the same files, another one for any others."""
    return files()[VERSION].decode()


@cache
def files() -> Mapping[str, bytes]:
    """Path on the Pico -> content; main.py, which starts it all, is the last."""
    found = {_place(name, path): path.read_bytes() for name, path in sorted(modules().items())}
    told = version_of(found | {MAIN: MAIN_TEXT})
    return found | {VERSION: told.encode(), MAIN: MAIN_TEXT}


def version_of(sources: Mapping[str, bytes]) -> str:
    """See version: of these files."""
    digest = hashlib.sha256()
    for path, content in sorted(sources.items()):
        digest.update(f"{path} {len(content)}\n".encode() + content)
    return f"{release('herald')} {digest.hexdigest()[:8]}"


@cache
def modules() -> Mapping[str, Path]:
    """The modules of ours that the program imports, with the packages they lie in: name -> source."""
    found: dict[str, Path] = {}
    fresh = {START}
    while fresh:
        name = fresh.pop()
        path = source(name)
        if path is None or name in found:
            continue
        found[name] = path
        fresh.add(name.rpartition(".")[0])
        fresh.update(imported(path.read_text(encoding="utf-8")))
    return found


def imported(text: str) -> Iterator[str]:
    """What of ours a module may import when it runs: each name is a module's, or something that a module holds."""
    for node in _running(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.partition(".")[0] in OURS)


def source(name: str) -> Path | None:
    """Where a module's source lies, of an editable installation too; None where there is no such module of ours."""
    package, *inner = name.split(".")
    if package not in OURS:
        return None
    place = _home(package).joinpath(*inner)
    found = (path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file())
    return next(found, None)


@cache
def _home(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise Missing(f"Herald's {package} is not installed here: run deploy/setup")
    return Path(spec.origin).parent


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "MYPY":
            for other in node.orelse:
                yield from (other, *_running(other))
        else:
            yield from (node, *_running(node))


def _place(name: str, path: Path) -> str:
    """Its path on the Pico, as imports there find it."""
    parts = name.split(".")
    return str(
        PurePosixPath(*parts, "__init__.py") if path.name == "__init__.py" else f"{'/'.join(parts)}.py"
    )
