"""The files on a hub's Pico: the program in firmware/ and every module of ours that it imports.

The list follows from the imports of firmware/start.py, so nothing is missing and nothing unnecessary. Imports
under `if MYPY:` are for type checkers and are not followed.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version as release
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from hardware.errors import HardwareMissingError

START_MODULE = "firmware.start"
OWN_PACKAGES = ("firmware", "hardware")
MAIN_FILE = "main.py"
VERSION_FILE = "version.txt"

MAIN_TEXT = b'''"""Herald's reader hub; `herald hub flash` wrote this and everything beside it."""

from firmware.start import run

run()
'''


def stage_program(folder: Path) -> str:
    """Write all files into a folder, which is made where it does not exist; returns the version."""
    for path, content in staged_content_by_path().items():
        to = folder / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
    return program_version()


def program_version() -> str:
    """Release and hash of the sources, as "0.1.0 1a2b3c4d": any change of a file changes it."""
    return staged_content_by_path()[VERSION_FILE].decode()


@cache
def staged_content_by_path() -> Mapping[str, bytes]:
    """Path on the Pico -> content; main.py, which starts the program, is the last."""
    found = {
        _place(name, path): without_documentation(path.read_text(encoding="utf-8")).encode()
        for name, path in sorted(source_path_by_module().items())
    }
    version = version_of_files(found | {MAIN_FILE: MAIN_TEXT})
    return found | {VERSION_FILE: version.encode(), MAIN_FILE: MAIN_TEXT}


def without_documentation(text: str) -> str:
    """A module without its docstrings and without what is for type checkers; every line keeps its number.

    A Pico compiles what it imports, and keeps all of it in its memory while it does.
    """
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        body: list[ast.stmt] = (
            node.body if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) else []
        )
        for statement in body:
            match statement:
                case ast.Expr(ast.Constant(str()), end_lineno=int(end)) | ast.If(
                    ast.Name("MYPY"), orelse=[], end_lineno=int(end)
                ):
                    lines[statement.lineno - 1 : end] = [""] * (end - statement.lineno + 1)
                    if body == [statement] and not isinstance(node, ast.Module):
                        lines[statement.lineno - 1] = f"{' ' * statement.col_offset}pass"
    return "\n".join(lines)


def version_of_files(sources: Mapping[str, bytes]) -> str:
    """Release and hash of these files."""
    digest = hashlib.sha256()
    for path, content in sorted(sources.items()):
        digest.update(f"{path} {len(content)}\n".encode() + content)
    return f"{release('herald')} {digest.hexdigest()[:8]}"


@cache
def source_path_by_module() -> Mapping[str, Path]:
    """Name -> source of the modules of ours that the program imports, and of their packages."""
    found: dict[str, Path] = {}
    fresh = {START_MODULE}
    while fresh:
        name = fresh.pop()
        path = module_path(name)
        if path is None or name in found:
            continue
        found[name] = path
        fresh.add(name.rpartition(".")[0])
        fresh.update(imported_names(path.read_text(encoding="utf-8")))
    return found


def imported_names(text: str) -> Iterator[str]:
    """The names of ours that a module imports when it runs: each is a module, or a name inside a module."""
    for node in _running(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.partition(".")[0] in OWN_PACKAGES)


def module_path(name: str) -> Path | None:
    """The source of a module, also of an editable installation; None where there is no such module of ours."""
    package, *inner = name.split(".")
    if package not in OWN_PACKAGES:
        return None
    place = _home(package).joinpath(*inner)
    found = (path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file())
    return next(found, None)


@cache
def _home(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise HardwareMissingError(f"Herald's {package} is not installed here: run deploy/setup")
    return Path(spec.origin).parent


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "MYPY":
            for other in node.orelse:
                yield from (other, *_running(other))
        else:
            yield from (node, *_running(node))


def _place(name: str, path: Path) -> str:
    """The path of a module on the Pico, as imports there find it."""
    parts = name.split(".")
    return str(
        PurePosixPath(*parts, "__init__.py") if path.name == "__init__.py" else f"{'/'.join(parts)}.py"
    )
