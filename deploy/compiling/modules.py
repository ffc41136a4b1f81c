"""Chooses the modules that are compiled: those that hold logic, and none that defines values for msgspec.

mypyc 2.4 compiles a msgspec Struct but loses the words of its class line (`frozen`, `tag`) and says nothing, and an
exception that it compiled cannot be joined with one of Python's own in a subclass. Both are found by reading the
sources; what else stays as it is stands in `LEFT_OUT`, with the reason.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ROOMS = ("companion/rules", "companion/games/*/rules", "companion/table/interpretation")
"""Folders whose modules are compiled, as patterns; deploy/setup looks in the same ones for what changed."""
LEFT_OUT: Mapping[str, str] = {}
"""Module, as a path -> why it is not compiled although it defines neither a Struct nor an exception."""

NOT_COMPILED_BASES = frozenset(
    {"Struct", "Protocol"}
    | {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
)


def compiled_modules(repository: Path = REPOSITORY) -> list[str]:
    """The modules to compile, as paths within the repository, sorted."""
    trees = {path: ast.parse((repository / path).read_text()) for path in module_paths(repository)}
    uncompiled = names_with_bases(NOT_COMPILED_BASES, trees.values())
    return [
        path
        for path, tree in trees.items()
        if path not in LEFT_OUT and not uncompiled & {each.name for each in class_definitions(tree)}
    ]


def module_paths(repository: Path) -> list[str]:
    """Every module of the rooms that has more than a docstring, as paths within the repository, sorted."""
    return sorted(
        path.relative_to(repository).as_posix()
        for room in ROOMS
        for folder in repository.glob(room)
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    )


def names_with_bases(bases: Iterable[str], trees: Iterable[ast.Module]) -> set[str]:
    """The classes that inherit from one of `bases`, directly or not.

    A name is enough to know a class by: it stands for one thing in the whole project.
    """
    definitions = [each for tree in trees for each in class_definitions(tree)]
    found, met = set[str](), set(bases)
    while met:
        found |= met
        met = {each.name for each in definitions if found & set(base_names(each))} - found
    return found


def class_definitions(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """All classes that a module defines."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def base_names(definition: ast.ClassDef) -> Iterator[str]:
    """The names of a class's bases without their modules and parameters."""
    for base in definition.bases:
        yield ast.unparse(base).partition("[")[0].rpartition(".")[2]
