"""Compiled rules run where they are those of the sources, and nothing else that is compiled ever runs."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from compiling.modules import LEFT_OUT, REPOSITORY, compiled_modules, module_paths

SUFFIX = EXTENSION_SUFFIXES[0]
SOURCE = "taken = 'the source'\n"
LIBRARY = "no library"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with a package of Herald's name, in which one module lies compiled: a file that no Python can load."""
    rules = tmp_path / "companion/rules"
    rules.mkdir(parents=True)
    for name in ("__init__.py", "compiled_rules.py"):
        shutil.copy(REPOSITORY / "companion" / name, tmp_path / "companion")
    (rules / "__init__.py").touch()
    (rules / "choice.py").write_text(SOURCE)
    for name in ("choice", "compiled__mypyc"):
        (rules / f"{name}{SUFFIX}").write_text(LIBRARY)
    hashed = hashlib.sha256(SOURCE.encode()).hexdigest()
    (rules / "compiled.sha256").write_text(
        f"{hashed}  companion/rules/choice.py\ncompiled:{len(LIBRARY)}  companion/rules/choice{SUFFIX}\n"
    )
    return tmp_path


def imports_choice(house: Path) -> str:
    """What is taken for the module: the source, or else what the compiled one raises, as it is none."""
    code = "from companion.rules.choice import taken; print(taken)"
    words = [sys.executable, "-S", "-c", code]
    ran = subprocess.run(words, cwd=house, capture_output=True, text=True, check=False)
    return ran.stdout or ran.stderr


def test_a_compiled_module_is_taken_where_every_source_is_as_it_was(house: Path) -> None:
    assert "ImportError" in imports_choice(house)


def test_a_source_that_changed_is_taken_itself(house: Path) -> None:
    (house / "companion/rules/choice.py").write_text(SOURCE + "# and a word more\n")
    assert imports_choice(house) == "the source\n"


def test_a_source_that_changed_and_was_changed_back_is_as_it_was(house: Path) -> None:
    source = house / "companion/rules/choice.py"
    source.write_text("")
    source.write_text(SOURCE)
    assert "ImportError" in imports_choice(house)


@pytest.mark.parametrize("gone", ["companion/rules/compiled.sha256", f"companion/rules/choice{SUFFIX}"])
def test_what_is_not_compiled_as_a_whole_is_left_alone(house: Path, gone: str) -> None:
    (house / gone).unlink()
    assert imports_choice(house) == "the source\n"


def test_a_library_of_which_only_some_was_written_is_left_alone(house: Path) -> None:
    (house / f"companion/rules/choice{SUFFIX}").write_text(LIBRARY[:4])
    assert imports_choice(house) == "the source\n"


def test_only_modules_without_structs_and_exceptions_are_compiled() -> None:
    compiled = compiled_modules()
    assert {"companion/rules/choice.py", "companion/rules/tree_walk.py"} <= {*compiled}
    structs = {"companion/rules/moves.py", "companion/games/louis_xiv/rules/phases/turns.py"}
    exceptions = {"companion/rules/errors.py"}
    assert not (structs | exceptions) & {*compiled}


def test_every_module_that_is_left_out_by_name_is_there_and_would_be_compiled_else() -> None:
    assert {*LEFT_OUT} <= {*module_paths(REPOSITORY)}
    assert not {*LEFT_OUT} & {*compiled_modules()}


def test_a_class_is_known_for_a_struct_through_the_modules_between(tmp_path: Path) -> None:
    rules = tmp_path / "companion/rules"
    rules.mkdir(parents=True)
    (rules / "values.py").write_text("class Event(msgspec.Struct, frozen=True): ...\n")
    (rules / "drawing.py").write_text("class Drawn(Event, frozen=True): ...\n")
    (rules / "trouble.py").write_text("class Trouble(Exception): ...\n")
    (rules / "logic.py").write_text("class Tree: ...\n\n\nclass Oak(Tree): ...\n")
    assert compiled_modules(tmp_path) == ["companion/rules/logic.py"]
