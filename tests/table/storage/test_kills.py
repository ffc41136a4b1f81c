"""Whoever begins, mends, resumes or recovers a journal may be killed at any step of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.storage.journal import Journal, read_record, resume_journal
from companion.table.storage.recovery import recover_in_place, recovered_path
from tests.table.killed import LINES
from tests.table.storage.killed_amid import CHANGED, HEAD, LETTER, TASKS, TORN, ZEROED

AT_LEAST = 6
"""Kills of each task."""


@pytest.fixture(scope="module")
def kills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each kill of each task."""
    folder = tmp_path_factory.mktemp("kills")
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.storage.killed_amid", str(folder)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ended = {
        name: (int(number), int(status)) for name, number, status in map(str.split, done.stdout.splitlines())
    }
    assert ended.keys() == TASKS.keys()
    assert all(number > AT_LEAST and status == 0 for number, status in ended.values()), ended
    return folder


def left_by(kills: Path, task: str) -> list[Path]:
    """The journals' paths, killed at each step and, last, not killed."""
    folders = sorted(kills.glob(f"{task}-*"), key=lambda each: int(each.name.rpartition("-")[2]))
    return [folder / "evening.herald" for folder in folders]


def test_an_evening_has_begun_with_its_whole_header_or_not_at_all(kills: Path) -> None:
    paths = left_by(kills, "begin")
    assert not paths[0].exists()
    assert paths[-1].exists()
    for path in paths:
        if path.exists():
            resumed = resume_journal(path)
            assert (resumed.head, resumed.end_file) == (HEAD, None)
            resumed.journal.close()
        else:
            Journal.create(path, HEAD).close()
        assert read_record(path) == (HEAD, ())


def test_a_journal_that_was_removed_is_there_again_with_all_its_lines_or_not_yet(kills: Path) -> None:
    paths = left_by(kills, "mend-removed")
    assert read_record(paths[-1])[1] == LINES[:3]
    for path in paths:
        if path.exists():
            has_all_announced_lines(path)


def has_all_announced_lines(path: Path) -> None:
    """Two lines were announced; the third is there, or torn, or not there."""
    resumed = resume_journal(path)
    resumed.journal.close()
    texts = tuple(each.text for each in resumed.history.accepted_lines)
    assert texts in (LINES[:2], LINES[:3])
    assert texts == LINES[:2] or resumed.end_file is None


def test_there_is_always_something_under_the_name_and_a_stranger_s_letter_is_kept(kills: Path) -> None:
    paths = left_by(kills, "mend-replaced")
    assert read_record(paths[-1])[1] == LINES[:3]
    for path in paths:
        if path.read_bytes() != LETTER:
            has_all_announced_lines(path)
            assert path.with_suffix(".damaged").read_bytes() == LETTER


@pytest.mark.parametrize(
    ("task", "end", "suffix"), [("resume-torn", TORN, ".torn"), ("resume-zeroed", ZEROED, ".damaged")]
)
def test_an_end_that_does_not_hold_is_kept_and_the_evening_goes_on(
    kills: Path, task: str, end: bytes, suffix: str
) -> None:
    for path in left_by(kills, task):
        resumed = resume_journal(path)
        assert [each.text for each in resumed.history.accepted_lines] == [*LINES[:2]]
        resumed.journal.append(LINES[2])
        resumed.journal.close()
        assert read_record(path) == (HEAD, LINES[:3])
        kept = [each.read_bytes() for each in path.parent.glob(f"evening{suffix}*")]
        assert kept
        assert set(kept) == {end}


def test_what_was_brought_back_into_a_file_of_its_own_is_there_whole_or_not_at_all(kills: Path) -> None:
    paths = left_by(kills, "recover-beside")
    new = [each.with_name("evening-recovered.herald") for each in paths]
    assert new[-1].exists()
    assert not new[0].exists()
    for path, recovered in zip(paths, new, strict=True):
        assert CHANGED in path.read_bytes(), "the damaged one is as it was"
        if recovered.exists():
            assert read_record(recovered) == (HEAD, LINES[:1])
            assert recovered_path(path, path.parent).name == "evening-recovered-2.herald"


def test_an_evening_that_is_brought_back_in_its_place_is_damaged_or_whole_and_never_gone(kills: Path) -> None:
    paths = left_by(kills, "recover-in-place")
    assert read_record(paths[-1]) == (HEAD, LINES[:1])
    for path in paths:
        if CHANGED in path.read_bytes():
            recover_in_place(path)
        assert read_record(path) == (HEAD, LINES[:1])
        kept = [each.read_bytes() for each in path.parent.glob("evening.damaged*")]
        assert kept
        assert all(CHANGED in each for each in kept)
