"""deploy/size counts a checkout's lines, each once and by its kind, and finds what stands alone or is of no use."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from measuring.house import SHORT, growth, read_house

ROOT = Path(__file__).parents[2]
MODULE = '''"""What it is
for."""

import os
from sys import (
    path,
)

# why
NAME = "not a docstring"
'''


def make_checkout(folder: Path, texts: Mapping[str, str]) -> None:
    """Make a checkout of these files, those of tests/left not added."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for words in (["init", "-q"], ["add", "--all", ":!tests/left"]):
        subprocess.run(["git", *words], cwd=folder, check=True)


def said_of(*words: str | Path) -> str:
    """What deploy/size prints."""
    return subprocess.run([ROOT / "deploy/size", *words], capture_output=True, text=True, check=True).stdout


def sized(checkout: Path) -> dict[str, dict[str, str]]:
    """The printed table: room -> its figures by the heads of their columns."""
    heads, *rows = [(line[:34].strip(), line[34:].split()) for line in said_of(checkout).splitlines()]
    return {room: dict(zip(heads[1], figures, strict=True)) for room, figures in rows}


def test_each_line_is_counted_once_in_its_room_and_by_its_kind(tmp_path: Path) -> None:
    texts = {
        "companion/games/chess/rules/moves.py": MODULE,
        "companion/games/chess/data/names.toml": "a = 1\n",
        "hardware/clock.py": MODULE,
        "deploy/set": "#!/usr/bin/env python\nA = 1\n",
        "deploy/shell": "#!/usr/bin/env bash\n",
        "tests/left/out.py": MODULE,
    }
    make_checkout(tmp_path, texts)
    said = sized(tmp_path)
    assert said["companion/games/chess/rules"] == {
        "modules": "1", "lines": "10", "code": "1", "docstring": "2", "comment": "1", "import": "4", "blank": "2",
        ".toml": "0", ".po": "0", "letters": "24.0", "single": "0", "lonely": "0", "protocols": "0", "unused": "1",
    }  # fmt: skip
    assert said["companion/games/chess/data"][".toml"] == "1"
    assert (said["= companion"]["modules"], said["= companion"]["lines"]) == ("1", "10")
    assert (said["= core"]["modules"], said["= core"]["lines"]) == ("0", "0"), "a game is none of it"
    assert (said["hardware"]["modules"], said["hardware"]["lines"]) == ("1", "10")
    assert [*said["deploy"].values()][:4] == ["1", "2", "1", "0"]
    assert said["= tests"]["modules"] == "0", "what git does not know is nobody's"


def test_modules_that_one_other_imports_are_named_and_tests_are_none(tmp_path: Path) -> None:
    texts = {
        "companion/__init__.py": "",
        "companion/one.py": "from . import small\nimport companion.long\nfrom companion.shared import thing\n",
        "companion/two.py": "def late():\n    from companion.shared import thing\n",
        "companion/small.py": "",
        "companion/long.py": "\n" * SHORT,
        "companion/shared.py": "",
        "companion/tried.py": "",
        "deploy/measuring/speed.py": "",
        "deploy/bench": "#!/usr/bin/env python\nfrom measuring.speed import thing\n",
        "tests/test_it.py": "import companion.tried\n",
    }
    make_checkout(tmp_path, texts)
    house = read_house(tmp_path)
    assert house.single == {
        "companion.small": "companion.one",
        "companion.long": "companion.one",
        "measuring.speed": "bench",
    }
    assert house.lonely == ["companion.small", "measuring.speed"]
    listed = said_of(tmp_path, "--list")
    assert f"  {SHORT} companion/long.py <- companion.one\n" in listed
    assert "companion/two.py: late, line 1\n" in listed


UNUSED = '''"""Says nobody, and nobody is no use."""
MOST = 3
LEAST: int = MOST
def nobody(): return nobody()
def _here(): return [call() for call in (there, here)]
class Called(_here):
    """Said, and said is no use."""
    def __len__(self): return self.length()
    def length(self): return 0
    def said(self): return self.said()
def by_name(): pass
def in_data(): pass
def there(): pass
def elsewhere(): pass
def here(): pass
'''


def test_a_name_that_nothing_uses_is_found_whoever_might_use_it(tmp_path: Path) -> None:
    texts = {
        "companion/one.py": UNUSED,
        "companion/two.py": "from companion.one import Called, elsewhere\nimport_it('companion.one:by_name')\n",
        "companion/three.py": "def elsewhere(): pass\n",
        "companion/names.toml": 'run = "in_data"\n',
        "deploy/measuring/speed.py": "def measure_speed(): pass\n",
        "tests/test_it.py": "def test_it(): pass\ndef helper(): pass\n@fixture\ndef at_home(): pass\n",
    }
    make_checkout(tmp_path, texts)
    assert read_house(tmp_path).unused == {
        "companion.one": ["LEAST, line 3", "nobody, line 4", "said, line 10"],
        "companion.three": ["elsewhere, line 1"],
        "tests.test_it": ["helper, line 2"],
    }


def test_lines_that_came_and_went_are_told_by_top_folder(tmp_path: Path) -> None:
    make_checkout(
        tmp_path,
        {
            "companion/one.py": "a\nb\n",
            "companion/moved.py": "m\n" * 9,
            "README.md": "a\n",
            "deploy/set": "a\n",
        },
    )
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    subprocess.run(["git", *who, "commit", "-qm", "one"], cwd=tmp_path, check=True)
    (tmp_path / "companion/one.py").write_text("a\nc\nd\n")
    subprocess.run(["git", "mv", "companion/moved.py", "deploy/moved.py"], cwd=tmp_path, check=True)
    (tmp_path / "README.md").write_text("b\n")
    (tmp_path / "deploy/set").write_text("")
    assert growth(tmp_path, "HEAD") == {"companion": (2, 1), "deploy": (0, 1)}
    assert said_of(tmp_path, "--since", "HEAD").split() == ["companion", "+2", "-1", "deploy", "+0", "-1"]


@pytest.mark.long(instead="test_lines_that_came_and_went_are_told_by_top_folder")
def test_the_way_of_a_touch_is_counted() -> None:
    assert re.fullmatch(r"one touch .*: \d{2,3} modules of companion, \d{3} functions\n", said_of("--touch"))
