"""Several Heralds change the evenings at once: no number and no name is lost, and none is given twice."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.table.storage import evenings
from companion.table.storage.disk import FileInUseError
from companion.table.storage.evenings import INDEX_FILE_NAME, name_evening
from companion.table.storage.saved_games import saved_games
from tests import long
from tests.table.killed import LINES
from tests.table.test_journal import with_lines

TIMES = 30 * long.LONG if long.ALL else 10


def test_several_heralds_at_once_lose_no_number_and_no_name_and_give_none_twice(tmp_path: Path) -> None:
    people = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.table.storage.changing_evenings", tmp_path, who, str(TIMES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for who in ("screen", "terminal", "neighbour")
    ]
    for each in people:  # all of them begin together
        assert each.stdout is not None
        assert each.stdout.readline() == "here\n"
    for each in people:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    told: defaultdict[int, set[str]] = defaultdict(set)
    for each in people:
        for line in each.communicate()[0].splitlines():
            number, file_name = line.split()
            told[int(number)].add(file_name)
        assert each.returncode == 0
    assert {len(names) for names in told.values()} == {1}
    kept = {
        f"{who}-{number}"
        for who in ("screen", "terminal", "neighbour")
        for number in range(TIMES)
        if number % 3 != 2
    }
    found = saved_games(tmp_path)
    assert {saved.path.stem for saved in found} == kept
    assert {saved.name for saved in found} == {f"evening of {stem}" for stem in kept}
    assert all(told.get(saved.number, {saved.path.name}) == {saved.path.name} for saved in found)


def test_a_herald_that_does_not_come_to_an_end_keeps_nobody_from_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.herald"
    with_lines(path, LINES[:1])
    name_evening(path, "tonight")
    monkeypatch.setattr(evenings, "LOCK_PATIENCE_SECONDS", 0)
    handle = os.open(tmp_path / f"{INDEX_FILE_NAME}.lock", os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    assert [(saved.number, saved.name) for saved in saved_games(tmp_path)] == [(1, "tonight")]
    with pytest.raises(FileInUseError, match="another Herald"):
        name_evening(path, "yesterday")
    os.close(handle)
    name_evening(path, "yesterday")
