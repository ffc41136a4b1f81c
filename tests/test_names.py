"""Names of the program: each stands for one thing and hides nothing."""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import gpiozero

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "hardware", "firmware", "deploy")
PARALLEL = re.compile(
    r"companion/games/(?:louis_xiv|kabale|florence)/|hardware/readers/(?:rc522|hub)/"
    r"|companion/contract/template/|companion/screen/default/"
)
"""Packages that hold the same things for another game or kind of reader: the same thing has the same name there."""


@cache
def modules() -> tuple[Path, ...]:
    """Every module of the program, but those that stand in for MicroPython's own and have its names."""
    return tuple(
        path
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if not {"__pycache__", "unix_port"} & {*path.parts}
    )


def public_classes(path: Path) -> Iterator[str]:
    """The public classes at the top of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def room_of(path: Path) -> str:
    """Where it is, the same for all packages that are parallel."""
    inside = path.relative_to(ROOT).as_posix()
    return "parallel" if PARALLEL.match(inside) else inside


@cache
def places_by_class() -> dict[str, tuple[str, ...]]:
    """Public class -> where it is defined."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        for name in public_classes(path):
            found[name].append(room_of(path))
    return {name: tuple(places) for name, places in found.items()}


def test_a_class_name_stands_for_one_thing() -> None:
    assert not {name: places for name, places in places_by_class().items() if len({*places}) > 1}


def _kivy_registers() -> str:
    """Where Kivy lists its classes; Kivy itself is not imported, for that would settle its window."""
    spec = find_spec("kivy")
    assert spec is not None
    assert spec.submodule_search_locations
    return (Path(spec.submodule_search_locations[0]) / "factory_registers.py").read_text(encoding="utf-8")


def test_no_class_is_called_as_one_of_the_libraries_we_stand_on() -> None:
    registered = re.findall(r"^r\('(\w+)'", _kivy_registers(), re.MULTILINE)
    assert "Button" in registered
    taken = {*dir(builtins), *registered, *(name for name in dir(gpiozero) if name[0].isupper())}
    assert not taken & places_by_class().keys()


def test_no_function_hides_a_builtin() -> None:
    defined = {
        (path.relative_to(ROOT).as_posix(), node.name)
        for path in modules()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in dir(builtins)
    }
    assert not defined
