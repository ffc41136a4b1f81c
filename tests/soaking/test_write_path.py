"""The write path under kills, errors and power cuts: Herald loses nothing, and a Herald that does is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from soaking.soak_tally import SoakRequest, SoakTally
from soaking.write_path import SCENES, try_scenes

NO_SYNC = """
from companion.table.storage.journal import JournalDisk
JournalDisk.sync = lambda disk, handle: None
"""
NO_SYNC_OF_FOLDERS = """
from companion.table.storage import disk
disk.fsync_folder = lambda folder: None
"""
RENAMED_BEFORE_THE_SYNC = """
import os
from pathlib import Path
from companion.table.storage import disk
def rename_first(path, data):
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_bytes(data)
    temporary.replace(path)
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
    disk.fsync_folder(path.parent)
from companion.table.storage import kept_files
kept_files.write_atomically = rename_first
"""
TOLD_TOO_EARLY = """
from companion.table.storage.journal import Journal
late, append = [], Journal.append
def append_later(journal, *texts):
    append(journal, *late)
    late[:] = texts
Journal.append = append_later
"""
SAYS_NOTHING_OF_A_FULL_DISK = """
from contextlib import suppress
from companion.table.storage.journal import Journal
append = Journal.append
def append_or_not(journal, *texts):
    with suppress(OSError):
        append(journal, *texts)
Journal.append = append_or_not
"""


def tallied(
    part: str, folder: Path, scenes: tuple[str, ...], times: int, jobs: int = 1, broken_by: str = ""
) -> SoakTally:
    *_, tally = try_scenes(part, SoakRequest(times, 1, folder, jobs), scenes, broken_by)
    return tally


@pytest.mark.parametrize(
    ("part", "scenes", "times"),
    [
        ("kills", ("begin", "delete"), 12),
        ("errors", ("begin",), 12),
        ("blocks", ("begin", "delete"), 1_500),
        pytest.param("kills", SCENES, 200, marks=pytest.mark.long),
        pytest.param("errors", SCENES, 200, marks=pytest.mark.long),
        pytest.param("blocks", SCENES, 4_000, marks=pytest.mark.long),
    ],
    ids=["kills", "errors", "blocks", "all kills", "all errors", "all blocks"],
)
def test_nothing_is_lost_and_nothing_is_wrong(
    tmp_path: Path, part: str, scenes: tuple[str, ...], times: int
) -> None:
    tally = tallied(part, tmp_path, scenes, times)
    assert tally.first == ()
    assert tally.tried >= 12


@pytest.mark.long(usual=("no?sync", "folder?never?synced", "rename?before?sync"))
@pytest.mark.parametrize(
    ("part", "scene", "broken_by", "times"),
    [
        ("blocks", "play", NO_SYNC, 100),
        ("blocks", "begin", NO_SYNC_OF_FOLDERS, 200),
        ("blocks", "name", RENAMED_BEFORE_THE_SYNC, 1_000),
        ("kills", "play", TOLD_TOO_EARLY, 12),
        ("errors", "play", SAYS_NOTHING_OF_A_FULL_DISK, 12),
    ],
    ids=["no sync", "folder never synced", "rename before sync", "told too early", "silent"],
)
def test_a_herald_that_loses_something_is_seen(
    tmp_path: Path, part: str, scene: str, broken_by: str, times: int
) -> None:
    tally = tallied(part, tmp_path, (scene,), times, broken_by=broken_by)
    assert tally.tried >= 12
    assert not tally.is_clean


def test_a_worker_that_fails_is_told_as_wrong(tmp_path: Path) -> None:
    tally = tallied("kills", tmp_path, ("list",), 1, broken_by="raise SystemExit('no worker')")
    assert tally.wrong == 1
    assert "no worker" in tally.first[0]
