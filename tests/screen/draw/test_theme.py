"""Letters have the sizes of the theme: none is written as a number where something is drawn."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.screen.draw import painter, theme
from companion.screen.draw.painter import font_pixels

COMPANION = Path(theme.__file__).parents[2]
DRAWN = [*COMPANION.glob("screen/**/*.py"), *COMPANION.glob("games/*/screen/**/*.py")]
NAMED = ("size", "sizes", "letters")
"""What sizes of letters are called: parameters, fields, variables."""
PASSED_ON = ("min", "max", "_between")
"""One of their arguments is what they give."""
INK = {"words": 2, "letters": 0}
"""Which argument of those that draw or measure words is their size."""


def letters_of(tree: ast.Module, places: Mapping[str, int]) -> Iterator[ast.expr]:
    """What letters are as large as in a module: arguments, defaults, and what is kept under such a name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call():
                if (at := places.get(_called(node))) is not None:
                    yield from node.args[at : at + 1]
                names = (*NAMED, "least") if _called(node) == "words" else NAMED
                yield from (each.value for each in node.keywords if each.arg in names)
            case ast.arguments():
                plain = [*node.posonlyargs, *node.args][-len(node.defaults) :] if node.defaults else []
                given = zip([*plain, *node.kwonlyargs], [*node.defaults, *node.kw_defaults], strict=True)
                yield from (value for arg, value in given if value is not None and _is_size(arg))
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target) if node.value is not None:
                yield from [node.value] if ast.unparse(target).removeprefix("self.").lower() in NAMED else ()


def places_of(tree: ast.Module) -> dict[str, int]:
    """Which argument of a function, or which field of a record, is a size of letters."""
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.ClassDef):
            names = [ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)]
        elif node.name not in ("__init__", "show"):
            names = [NAMED[0] if _is_size(arg) else "" for arg in node.args.args if arg.arg != "self"]
        else:
            continue
        if NAMED[0] in names:
            found[node.name] = names.index(NAMED[0])
    return found


def numbers(said: ast.expr, constants: dict[str, ast.expr]) -> Iterator[ast.Constant]:
    """Sizes in it that are numbers; what a size is multiplied by is none."""
    match said:
        case ast.Constant(value=int() | float()) if not isinstance(said.value, bool):
            yield said
        case ast.Call() if _called(said) not in PASSED_ON:
            pass
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            parts = [part for part in (said.left, said.right) if not isinstance(part, ast.Constant)]
            yield from (each for part in parts for each in numbers(part, {}))
        case ast.BinOp() | ast.IfExp() | ast.Tuple() | ast.List() | ast.Call():
            parts = [part for part in ast.iter_child_nodes(said) if isinstance(part, ast.expr)]
            parts = [part for part in parts if part is not getattr(said, "test", None)]
            yield from (each for part in parts for each in numbers(part, constants))
        case ast.Name() | ast.Attribute() if (name := ast.unparse(said)) in constants:
            yield from numbers(constants[name], {})


def found_in(tree: ast.Module, public: Mapping[str, int]) -> set[str]:
    """The numbers that are sizes of letters, each with its line; the places of other modules' functions are given."""
    bodies = [
        ("", tree.body),
        *(("self.", node.body) for node in tree.body if isinstance(node, ast.ClassDef)),
    ]
    constants = {
        f"{before}{ast.unparse(target)}": node.value
        for before, body in bodies
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
    }
    letters = letters_of(tree, {**public, **places_of(tree), **INK})
    return {f"{each.lineno}: {each.value!r}" for said in letters for each in numbers(said, constants)}


def _called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def _is_size(arg: ast.arg) -> bool:
    """Whether a parameter is one of letters; what is as large as a window is none."""
    return arg.arg == NAMED[0] and (arg.annotation is None or ast.unparse(arg.annotation) == "float")


def test_letters_have_sizes_of_the_theme_only() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in DRAWN if path.name != "theme.py"}
    known = [each for tree in trees.values() for each in places_of(tree).items()]
    public = {name: at for name, at in known if not name.startswith("_")}
    found = {str(path.relative_to(COMPANION)): found_in(tree, public) for path, tree in trees.items()}
    wrong = {path: numbers for path, numbers in found.items() if numbers}
    assert wrong == {}, "the sizes of letters have names in companion/screen/draw/theme.py"


@pytest.mark.parametrize(
    "line",
    [
        "ink.words(name, rect, 3.4, CHALK)",
        "ink.words(name, rect, size=TITLE + 0.6)",
        "letters(4)",
        "PushButton('go', act, size=4.4)",
        "ink.words(name, rect, max(LEAST, min(3.8, rect.height * 0.7)))",
        "ink.words(name, rect, NOTE if few else 3.0)",
        "NUMBER = 4.0\nink.words(name, rect, NUMBER)",
        "SIZES = (SMALL, 2.5)",
        "def _row(ink, row, size): ...\n_row(ink, row, 8.6)",
        "class Sentences:\n    words: str\n    size: float = 3.7",
    ],
)
def test_a_number_is_found_wherever_it_says_how_large_letters_are(line: str) -> None:
    tree = ast.parse(line)
    assert found_in(tree, {})


def test_what_is_a_share_of_its_room_is_no_size() -> None:
    tree = ast.parse("ink.words(name, rect, max(LEAST, size * 0.86))\nletters(icon * NUMBER)\nNUMBER = 0.8")
    assert found_in(tree, {}) == set()


def test_small_text_is_not_smaller_than_the_least_and_so_what_is_measured_is_what_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(painter, "Metrics", SimpleNamespace(fontscale=0.9))
    monkeypatch.setattr(painter, "mm", lambda size: size * 5.2)
    assert font_pixels(theme.MIN_TEXT) == round(theme.MIN_TEXT * 5.2)
    assert font_pixels(theme.BODY_TEXT) == round(theme.BODY_TEXT * 5.2 * 0.9)
    assert font_pixels(0) == 1  # there is no room for any
