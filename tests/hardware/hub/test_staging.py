"""What lies on a hub's Pico: all that its program imports, nothing else, and a version that tells it apart."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.metadata import version as release
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.hub import staging
from hardware.virtual.unix_port.process import MICROPYTHON_PATH
from tests.hardware.subset import RUNNING


def test_it_is_the_common_subset_and_what_starts_it() -> None:
    assert staging.source_path_by_module().keys() == RUNNING.keys()
    assert {name: path.resolve() for name, path in staging.source_path_by_module().items()} == RUNNING


def test_imports_in_functions_count_and_those_for_type_checkers_do_not() -> None:
    text = """
import sys, hardware.one
from hardware.two import three
from other import four
MYPY = False
if MYPY:
    from hardware.five import six
else:
    import firmware.seven
def late():
    from firmware import eight
"""
    assert set(staging.imported_names(text)) == {
        "hardware.one", "hardware.two", "hardware.two.three", "firmware.seven", "firmware", "firmware.eight",
    }  # fmt: skip


def test_only_what_is_a_module_of_ours_is_one() -> None:
    assert staging.module_path("firmware.start") == RUNNING["firmware.start"]
    assert staging.module_path("hardware") == RUNNING["hardware"]
    for name in ("firmware.start.run", "firmware.nothing", "machine", "sys", ""):
        assert staging.module_path(name) is None


def test_it_is_written_as_imports_on_the_pico_find_it(tmp_path: Path) -> None:
    told = staging.stage_program(tmp_path / "flash")
    written = {
        str(path.relative_to(tmp_path / "flash")): path.read_bytes()
        for path in (tmp_path / "flash").rglob("*")
        if path.is_file()
    }
    assert written == staging.staged_content_by_path()
    assert written["version.txt"].decode() == told
    assert {"hardware/common/link/frames.py", "hardware/__init__.py"} <= written.keys()
    assert list(staging.staged_content_by_path())[-1] == "main.py"


class Runs(ast.NodeTransformer):
    """Leaves only what does something when a module runs."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "MYPY" and not node.orelse else self.generic_visit(node)

    def visit_Pass(self, _node: ast.Pass) -> None:
        return None


@pytest.mark.parametrize("name", sorted(RUNNING))
def test_what_is_written_runs_as_the_module_does_line_by_line_without_its_docstrings(name: str) -> None:
    source = RUNNING[name].read_text(encoding="utf-8")
    bare = staging.without_documentation(source)
    assert bare.count("\n") == source.count("\n")
    before, after = (Runs().visit(ast.parse(text)) for text in (source, bare))
    assert ast.dump(before) == ast.dump(after)
    lines = ([getattr(node, "lineno", 0) for node in ast.walk(tree)] for tree in (before, after))
    assert next(lines) == next(lines)
    assert ast.get_docstring(ast.parse(bare)) is None
    compile(bare, name, "exec")


def test_its_version_has_the_release_and_eight_digits() -> None:
    assert re.fullmatch(re.escape(release("herald")) + r" [0-9a-f]{8}", staging.program_version())
    assert len(staging.program_version()) <= 32


SOURCES = st.dictionaries(st.sampled_from(("a.py", "b.py", "c/a.py")), st.binary(max_size=3), max_size=3)


@given(SOURCES, SOURCES)
def test_the_version_is_another_when_any_file_is(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert (staging.version_of_files(one) == staging.version_of_files(other)) == (one == other)
    assert staging.version_of_files(dict(reversed(one.items()))) == staging.version_of_files(one)


def test_it_is_found_from_any_folder(tmp_path: Path) -> None:
    program = "from hardware.readers.hub.staging import program_version; print(program_version())"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.decode().strip() == staging.program_version()


IMPORTS = """
import gc, sys
sys.path[:] = [""]
import {}
gc.collect()
print(gc.mem_alloc())
"""


def test_a_real_micropython_imports_it_with_nothing_else_on_its_path_in_the_memory_of_a_pico(
    tmp_path: Path,
) -> None:
    """164 KiB, less than a Pico leaves to a program; and here each pointer takes twice what it takes there."""
    flash = tmp_path / "flash"
    staging.stage_program(flash)
    (tmp_path / "program.py").write_text(IMPORTS.format("firmware.hub"))
    done = subprocess.run(
        [MICROPYTHON_PATH, "-X", "heapsize=164K", tmp_path / "program.py"],
        cwd=flash,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) < 110_000
