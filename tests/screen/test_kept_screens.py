"""Nothing is kept in tests/pictures that no test looks at any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.voice.language import languages
from nine_mens_morris.plugin import PLUGIN
from tests.ours import GAMES
from tests.screen import SIZES
from tests.screen.harness.album import SHOWN
from tests.screen.harness.pictures import HERE

LOOKING = ("take", "as_told", "as_kept")
"""What a test calls that looks at what is kept: with its name, in a scene without language and size."""
WINDOW = f"(-({'|'.join(languages())})-({'|'.join(str(wide) for wide, _ in SIZES)}))?"
WORD = re.compile(r"[a-z0-9-]+")


def looked_at(tree: ast.Module) -> Iterator[str]:
    """The names of what the tests of a module look at, as patterns: where a name is put together, with any word that
    the module has, or has for a function.
    """
    nodes = [*ast.walk(tree)]
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    words |= {node.name.replace("_", "-") for node in nodes if isinstance(node, ast.FunctionDef)}
    any_ = "|".join([r"\d+", *GAMES, PLUGIN.name, *(word for word in words if WORD.fullmatch(word))])
    for node in nodes:
        if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in LOOKING:
            continue
        for said in node.args[:1]:
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else f"({any_})"
                for part in parts
            )


def unseen(kept: list[str], trees: list[ast.Module]) -> list[str]:
    """Of what is kept, what no test of these modules looks at."""
    patterns = [re.compile(pattern + WINDOW) for tree in trees for pattern in looked_at(tree)]
    return [name for name in kept if not any(pattern.fullmatch(name) for pattern in patterns)]


def test_everything_that_is_kept_is_looked_at() -> None:
    kept = [str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("*.*")]
    tests = Path(__file__).parent.rglob("test_*.py")
    assert unseen(sorted(kept), [ast.parse(path.read_text(encoding="utf-8")) for path in tests]) == []


def test_whole_screens_are_kept_as_pictures_for_readme_and_guide_only() -> None:
    assert {path.stem for path in HERE.glob("*.png")} == SHOWN


@pytest.mark.parametrize(
    ("kept", "looked_at_still"),
    [
        ("home-cs-800", True),
        ("kabale-six-de-1024", True),
        ("kabale-seven-cs-800", False),
        ("menu-cs-800", False),
    ],
)
def test_what_no_scene_makes_any_more_is_found(kept: str, looked_at_still: bool) -> None:
    scenes = 'pictures.take("home")\nfor name in ("six", "naming"):\n    pictures.take(f"kabale-{name}")'
    assert unseen([kept], [ast.parse(scenes)]) == ([] if looked_at_still else [kept])
