"""What lies on a hub runs unchanged in CPython and MicroPython: it uses only what both have and mean alike."""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hardware.subset import COMMON, FOR_TYPES, ON_A_BOARD, RUNNING
from tests.hardware.unix_port.stage import says

BUILTINS = {
    "OSError", "ValueError", "any", "bool", "bytearray", "bytes", "int", "isinstance", "len", "max", "memoryview",
    "min", "property", "range", "reversed", "str", "tuple",
}  # fmt: skip
"""What of the builtins is used; each of them is in MicroPython, as CPython has it."""

BOARD_MODULES = {"gc", "machine", "micropython", "os", "select", "sys", "time"}
"""What the modules for a real board may import besides."""

UNKNOWN = (
    ast.Match, ast.TryStar, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await, ast.YieldFrom,
    ast.NamedExpr, ast.MatMult, ast.Starred, ast.Global, ast.Nonlocal, ast.Delete,
)  # fmt: skip
"""Syntax that MicroPython lacks, has in part, or that nothing here has a need of."""

LAYERS = {
    "hardware.common.rc522": {"hardware.common.rc522", "hardware.common"},
    "hardware.common.link": {"hardware.common.link", "hardware.common"},
    "hardware.common": set[str](),
    "firmware": {"firmware", "hardware.common", "hardware.common.rc522", "hardware.common.link"},
}
"""What each part may import."""


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run: neither annotations nor what stands under `if MYPY`."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "MYPY":
                yield from (each for other in node.orelse for each in (other, *running(other)))
                continue
            yield node
            yield from running(node)


def nodes(path: Path) -> list[ast.AST]:
    return list(running(ast.parse(path.read_text())))


def layer(module: str) -> str:
    return next((name for name in LAYERS if f"{module}.".startswith(f"{name}.")), "")


def imported(name: str) -> Iterator[str]:
    for node in nodes(RUNNING[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "MicroPython finds relative imports, readers less so"
            assert node.module is not None
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & RUNNING.keys() or {node.module}


@pytest.mark.parametrize("name", RUNNING)
def test_a_module_imports_only_its_neighbours(name: str) -> None:
    for other in imported(name):
        if name in ON_A_BOARD and other in BOARD_MODULES:
            continue
        assert other in RUNNING, f"{other} is not on the hub"
        assert layer(other) in LAYERS[layer(name)], f"{name} may not import {other}"


@pytest.mark.parametrize("name", RUNNING)
def test_a_module_uses_no_syntax_that_the_hub_lacks(name: str) -> None:
    for node in nodes(RUNNING[name]):
        assert not isinstance(node, UNKNOWN), f"line {getattr(node, 'lineno', '?')}: {type(node).__name__}"
        assert not isinstance(node, ast.Attribute) or node.attr != "hex", (
            "that of no bytes is no string there"
        )
        if isinstance(node, ast.arguments):
            assert not node.posonlyargs
        if isinstance(node, ast.FunctionDef):
            decorators = {ast.unparse(one) for one in node.decorator_list}
            assert decorators <= {"property"}
        if isinstance(node, ast.ClassDef):
            assert len(node.bases) <= 1, "two builtin bases are a conflict of layouts there"
            assert not node.keywords
            assert not node.decorator_list
        if isinstance(node, ast.FormattedValue):
            assert node.conversion in (-1, ord("r"), ord("s"))
            assert node.format_spec is None or ast.unparse(node.format_spec) in ("f'02x'", "f''")


@pytest.mark.parametrize("name", COMMON)
def test_a_module_uses_only_builtins_that_the_hub_has_and_without_keywords(name: str) -> None:
    for node in nodes(COMMON[name]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and hasattr(builtins, node.id):
            assert node.id in BUILTINS, f"line {node.lineno}: {node.id}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
            assert not node.keywords, f"line {node.lineno}"


@pytest.mark.parametrize("name", RUNNING)
def test_no_string_with_braces_stands_beside_another(name: str) -> None:
    """There, a brace in a plain literal would be taken for one of its neighbour's."""
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(RUNNING[name].read_text()).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            continue
        if token.type == tokenize.STRING and before:
            formatted = [text[0] in "fF" for text in (before, token.string)]
            assert not any(formatted), f"line {token.start[0]}"
        before = token.string if token.type == tokenize.STRING else ""


def test_the_list_of_builtins_has_none_too_many() -> None:
    used = {node.id for path in COMMON.values() for node in nodes(path) if isinstance(node, ast.Name)}
    assert used >= BUILTINS


def test_what_is_for_type_checkers_has_no_code() -> None:
    assert FOR_TYPES.isdisjoint(RUNNING)


@pytest.mark.parametrize("name", RUNNING)
def test_a_real_micropython_imports_it(name: str, tmp_path: Path) -> None:
    assert says(tmp_path, f"import {name}\nprint('imported')") == "imported\n"


def test_a_real_micropython_has_the_builtins(tmp_path: Path) -> None:
    assert says(tmp_path, f"print([{', '.join(sorted(BUILTINS))}] and 'all of them')") == "all of them\n"
