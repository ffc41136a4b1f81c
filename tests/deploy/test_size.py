"""deploy/size counts a checkout's lines, each once and by its kind."""

from __future__ import annotations

import subprocess
from pathlib import Path

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


def sized(checkout: Path) -> dict[str, list[str]]:
    """The printed table: room -> its figures."""
    ran = subprocess.run([ROOT / "deploy/size", checkout], capture_output=True, text=True, check=True)
    return {line[:34].strip(): line[34:].split() for line in ran.stdout.splitlines()}


def test_each_line_is_counted_once_in_its_room_and_by_its_kind(tmp_path: Path) -> None:
    for name, text in {
        "companion/games/chess/rules/moves.py": MODULE,
        "companion/games/chess/data/names.toml": "a = 1\n",
        "hardware/clock.py": MODULE,
        "deploy/set": "#!/usr/bin/env python\nA = 1\n",
        "deploy/shell": "#!/usr/bin/env bash\n",
        "tests/left/out.py": MODULE,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for words in (["init", "-q"], ["add", "companion", "hardware", "deploy"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    said = sized(tmp_path)
    heads = said["room"]
    rules = dict(zip(heads, said["companion/games/chess/rules"], strict=True))
    assert rules == {
        "modules": "1", "lines": "10", "code": "1", "docstring": "2", "comment": "1", "import": "4", "blank": "2",
        ".toml": "0", ".po": "0", "letters": "24.0",
    }  # fmt: skip
    assert dict(zip(heads, said["companion/games/chess/data"], strict=True))[".toml"] == "1"
    assert said["= companion"][:2] == ["1", "10"]
    assert said["hardware"][:2] == ["1", "10"]
    assert said["deploy"][:4] == ["1", "2", "1", "0"]
    assert said["= tests"][:2] == ["0", "0"], "what git does not know is nobody's"
