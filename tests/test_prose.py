"""What is written for people who read the code: docstrings, comments and pages, in sentences that can be held to rules.

Ruff holds that there are docstrings; here is what it does not know: people are "they", the spelling is British, a
docstring says more than where to look, and a function that raises says what.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GENDERED = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
BRITISH = {
    "analog": "analogue", "analyze": "analyse", "analyzed": "analysed", "behavior": "behaviour",
    "canceled": "cancelled", "canceling": "cancelling", "catalog": "catalogue", "center": "centre",
    "centered": "centred", "centers": "centres", "color": "colour", "colored": "coloured", "colors": "colours",
    "customize": "customise", "defense": "defence", "dialog": "dialogue", "favor": "favour", "favorite": "favourite",
    "fulfill": "fulfil", "gray": "grey", "honor": "honour", "initialize": "initialise", "initialized": "initialised",
    "judgment": "judgement", "labeled": "labelled", "license": "licence", "modeled": "modelled",
    "neighbor": "neighbour", "neighbors": "neighbours", "normalize": "normalise", "normalized": "normalised",
    "organize": "organise", "organized": "organised", "rasterize": "rasterise", "rasterizer": "rasteriser",
    "realize": "realise", "recognize": "recognise", "recognized": "recognised", "recognizes": "recognises",
    "serialize": "serialise", "serialized": "serialised", "signaled": "signalled", "summarize": "summarise",
    "synchronize": "synchronise", "traveled": "travelled", "unauthorized": "unauthorised",
}  # fmt: skip
"""American spelling -> British."""
COMMENT = re.compile(r"(?:^|\s)#:? (.+)$")
"""Good enough: a string with a blank and `# ` in it is read, too."""
POINTER_ONLY = re.compile(r"^(?:See|As|The same as|Like) `?[\w.]+`?\.?$")
MAKES_ERRORS = frozenset(
    {"NotImplementedError", "AssertionError", "StopIteration", "KeyboardInterrupt", "SystemExit"}
)
"""Raised where nobody need expect them, or by what every iterator and program does."""


@cache
def tracked(ending: str) -> tuple[Path, ...]:
    """The files of the project with that ending."""
    listed = subprocess.run(
        ["git", "ls-files", f"*{ending}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def syntax(path: Path) -> ast.Module:
    """A module, parsed once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring (those of constants and fields too) and every comment."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(syntax(path)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value
    for number, line in enumerate(text.splitlines(), 1):
        if comment := COMMENT.search(line):
            yield number, comment[1]


def page_prose(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of a page, without blocks of code."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield number, line


def without_code(text: str) -> str:
    """The words of a text: no names in backticks, no quotations, no addresses."""
    return re.sub(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|https?://\S+|\]\([^)]*\)|\b\w+(?:[._/]\w+)+\b", " ", text)


Prose = tuple[tuple[Path, int, str], ...]
"""File, line and words of what is written."""


@pytest.fixture(scope="module")
def every_prose() -> Prose:
    """All that is written for readers of the code, without names of the code."""
    modules = ((path, line, text) for path in tracked(".py") for line, text in prose_of(path))
    # what CLAUSES.md holds is said to players: tests/voice reads it
    written = (path for path in tracked(".md") if path.name != "CLAUSES.md")
    pages = ((path, line, text) for path in written for line, text in page_prose(path))
    return tuple((path, line, without_code(text)) for path, line, text in (*modules, *pages))


def none(found: Iterator[tuple[Path, int, str]]) -> None:
    """Nothing was found; else each place fails in a line of its own, for whoever mends it."""
    places = [f"{path.relative_to(ROOT)}:{line}: {what}" for path, line, what in found]
    if places:
        pytest.fail("\n".join(places), pytrace=False)


def test_people_are_they(every_prose: Prose) -> None:
    none((path, line, word[0]) for path, line, text in every_prose for word in GENDERED.finditer(text))


def test_the_spelling_is_british(every_prose: Prose) -> None:
    none(
        (path, line, f"{word[0]}: {BRITISH[word[0].lower()]}")
        for path, line, text in every_prose
        for word in re.finditer(r"[A-Za-z]+", text)
        if word[0].lower() in BRITISH
    )


def public_functions(path: Path) -> Iterator[tuple[ast.FunctionDef, bool]]:
    """Every public function and method, and whether it stands in a class that inherits."""

    def walk(body: list[ast.stmt], inherits: bool) -> Iterator[tuple[ast.FunctionDef, bool]]:
        for node in body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield node, inherits
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from walk(node.body, bool(node.bases))

    yield from walk(syntax(path).body, False)


def product() -> tuple[Path, ...]:
    """The modules of the program itself."""
    return tuple(path for path in tracked(".py") if path.relative_to(ROOT).parts[0] not in ("tests",))


def test_a_docstring_says_more_than_where_to_look() -> None:
    none(
        (path, node.lineno, f"{node.name}: {said}")
        for path in product()
        for node, _ in public_functions(path)
        if POINTER_ONLY.match(said := ast.get_docstring(node) or "")
    )


def raised_by(node: ast.FunctionDef) -> Iterator[str]:
    """The names of what the function itself raises, not what it lets through or catches again."""

    def walk(body: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(body):
            if isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef):
                continue
            if isinstance(child, ast.Raise) and child.exc is not None:
                made = child.exc.func if isinstance(child.exc, ast.Call) else child.exc
                name = (
                    made.attr
                    if isinstance(made, ast.Attribute)
                    else made.id
                    if isinstance(made, ast.Name)
                    else ""
                )
                if name[:1].isupper() and name not in MAKES_ERRORS:
                    yield name
            yield from walk(child)

    return walk(node)


def test_a_function_that_raises_says_so() -> None:
    """A method that implements what another class asks for may leave that to the docstring there."""
    none(
        (path, node.lineno, f"{node.name} raises {', '.join(sorted({*names}))}")
        for path in product()
        for node, inherits in public_functions(path)
        if not inherits
        and (names := [*raised_by(node)])
        and not all(re.search(rf"\b{name}\b|\b[Rr]aises?\b", ast.get_docstring(node) or "") for name in names)
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [("Whoever lays his card.", True), ("Other games and the hero.", False), ("`his`", False)],
)
def test_the_check_of_people_finds_what_it_is_for(text: str, found: bool) -> None:
    assert bool(GENDERED.search(without_code(text))) is found
