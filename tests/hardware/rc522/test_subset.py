"""The driver runs unchanged under MicroPython on the hub: it uses only what both Pythons have and mean alike."""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import hardware.rc522

FOLDER = Path(hardware.rc522.__file__).parent
SOURCES = sorted(path for path in FOLDER.glob("*.py") if path.name != "port.py")
"""port.py is a Protocol for type checkers."""

BUILTINS = {
    "OSError", "ValueError", "any", "bool", "bytes", "isinstance", "len", "max", "min",
    "property", "range", "reversed", "str", "tuple",
}  # fmt: skip
"""What of the builtins is used; each of them is in MicroPython, as CPython has it."""

UNKNOWN = (
    ast.Match, ast.TryStar, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await, ast.YieldFrom,
    ast.NamedExpr, ast.MatMult, ast.Starred, ast.Global, ast.Nonlocal, ast.Delete,
)  # fmt: skip
"""Syntax that MicroPython lacks, has in part, or that the driver has no need of."""


def ids(path: Path) -> str:
    return path.stem


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run: neither annotations nor what stands under `if MYPY`."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "MYPY":
                continue
            yield node
            yield from running(node)


def nodes(path: Path) -> list[ast.AST]:
    return list(running(ast.parse(path.read_text())))


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_a_module_imports_only_its_neighbours(path: Path) -> None:
    for node in nodes(path):
        assert not isinstance(node, ast.Import), ast.unparse(node)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module is not None
            assert node.module == "hardware.rc522" or node.module.startswith("hardware.rc522.")
            assert node.module != "hardware.rc522.port"


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_a_module_uses_no_syntax_that_the_hub_lacks(path: Path) -> None:
    for node in nodes(path):
        assert not isinstance(node, UNKNOWN), f"line {getattr(node, 'lineno', '?')}: {type(node).__name__}"
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


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_a_module_uses_only_builtins_that_the_hub_has_and_without_keywords(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and hasattr(builtins, node.id):
            assert node.id in BUILTINS, f"line {node.lineno}: {node.id}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
            assert not node.keywords, f"line {node.lineno}"


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_no_string_with_braces_stands_beside_another(path: Path) -> None:
    """There, a brace in a plain literal would be taken for one of its neighbour's."""
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            continue
        if token.type == tokenize.STRING and before:
            formatted = [text[0] in "fF" for text in (before, token.string)]
            assert not any(formatted), f"line {token.start[0]}"
        before = token.string if token.type == tokenize.STRING else ""


def test_the_list_of_builtins_has_none_too_many() -> None:
    used = {node.id for path in SOURCES for node in nodes(path) if isinstance(node, ast.Name)}
    assert used >= BUILTINS
