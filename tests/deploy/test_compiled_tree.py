"""Herald compiled (deploy/setup --fast) in a copy of this tree: its tests pass, and its referee says the same.

In every CI run, and with HERALD_LONG; deploy/test --long starts it by itself, as it wants both cores.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.rules.record import RecordHeader
from planting.checkout import REMOVED_VARIABLES
from tests.long import LONG
from tests.table.evenings import TABLES, evening, setup

ROOT = Path(__file__).parents[2]
TESTED = ("rules", "games", "table", "simulator", "export", "commands")
RECORDS = 3 * LONG
"""Random games of each game with each number of players."""


class CompiledCopy(NamedTuple):
    """A copy of this tree, compiled; by record the referee's answers, as it was written and compiled."""

    folder: Path
    answers_as_written: Mapping[str, str]
    answers: Mapping[str, str]


def run(folder: Path, *words: str, may_end_with: int = 0) -> str:
    """What a command of the copy says; fails with it where the command ends with another status."""
    environment = {name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES}
    ran = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, may_end_with), f"{' '.join(words)}:\n{ran.stdout[-3_000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Records of random games: among their moves stand moves of other moments, words that are none, and undos."""
    folder = tmp_path_factory.mktemp("records")
    made: list[Path] = []
    for name, players in TABLES:
        for seed in range(RECORDS):
            rng = Random(f"{name} {players} {seed}")
            path = folder / f"{name}-{players}-{seed}.herald"
            head = RecordHeader(name, setup(name, players)).to_lines()
            path.write_text("\n".join((*head, *stumbling_lines(name, players, rng), "")))
            made.append(path)
    return made


def stumbling_lines(name: str, players: int, rng: Random) -> Iterator[str]:
    """The moves of a random game as far as some moment, with what is refused or taken back."""
    moves = [str(move) for _, move in evening(name, players, rng)]
    for at, move in enumerate(moves[: rng.randrange(len(moves)) + 1]):
        words = move.split()
        if rng.random() < 0.3:
            yield rng.choice((rng.choice(moves), " ".join(words[:-1]), " ".join((*words[:-1], "nothing"))))
        yield move
        if at and rng.random() < 0.05:
            yield "undo"
            yield move


@pytest.fixture(scope="module")
def compiled_copy(tmp_path_factory: pytest.TempPathFactory, records: list[Path]) -> Iterator[CompiledCopy]:
    """A copy of all that git does not ignore in this tree."""
    copy = tmp_path_factory.mktemp("compiled") / "herald"
    listed = run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    run(copy, "deploy/setup", "--tests")
    assert not compiled(copy)
    plain = {record.name: refereed(copy, record) for record in records}
    run(copy, "deploy/setup", "--fast")
    assert compiled(copy)
    yield CompiledCopy(copy, plain, {record.name: refereed(copy, record) for record in records})
    shutil.rmtree(copy)


def compiled(copy: Path) -> bool:
    """Whether what a copy plays by is compiled."""
    code = "import companion.rules.choice as rules; print(rules.__file__)"
    return run(copy, ".venv/bin/python", "-c", code).endswith(".so\n")


def refereed(copy: Path, record: Path) -> str:
    """All that the copy's referee says to a record; it ends with 1 where it refuses a line."""
    words = (".venv/bin/herald", "referee", "--position", "--legal", str(record))
    return run(copy, *words, may_end_with=1)


def test_the_referee_answers_byte_for_byte_as_the_sources_do(compiled_copy: CompiledCopy) -> None:
    for name, said in compiled_copy.answers_as_written.items():
        assert compiled_copy.answers[name] == said, name


def test_the_tests_pass_on_the_compiled_tree(compiled_copy: CompiledCopy) -> None:
    tests = [f"tests/{room}" for room in TESTED]
    said = run(compiled_copy.folder, ".venv/bin/pytest", "-q", "-n", "3", "--dist", "worksteal", *tests)
    assert " passed" in said
    assert compiled(compiled_copy.folder)
