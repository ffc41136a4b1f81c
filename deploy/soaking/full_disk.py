"""A disk that is full for a while, under the whole program in a terminal: what is told, and what is there afterwards.

Where disks may be mounted it is a small one that is really full, and one that can only be read; else no file may grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import journal_paths, load_evening
from soaking.soak_tally import SoakRequest, SoakTally
from tests.commands.test_no_disk import FullDisk, LimitedDisk, ReadOnlyDisk, first_move, may_mount
from tests.commands.test_terminal import Desk

MOST_MOVES = 4


def soak_full_disk(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is an evening that begins on a disk that takes nothing, and is left before or after somebody mended it."""
    disks = (LimitedDisk, *((FullDisk, ReadOnlyDisk) if may_mount() else ()))
    tally = SoakTally()
    for number in range(1, request.times + 1):
        home = request.folder / f"{number}"
        home.mkdir()
        disk = disks[number % len(disks)](home)
        try:
            fault = _evening(disk, Random(f"{request.seed}/{number}"))
        except (AssertionError, UnicodeError, StopIteration) as wrong:
            fault = f"{type(wrong).__name__}: {wrong}"
        finally:
            take_untold_problems()
            disk.close()
        tally = tally.count(
            lost=fault and f"--times {number} --seed {request.seed}, {type(disk).__name__}: {fault}"
        )
        yield tally


def _evening(disk: LimitedDisk | FullDisk, chance: Random) -> str:
    """Play some moves on the disk as it is, some when it is mended; what was wrong, "" for nothing."""
    desk = disk.sit_down()
    try:
        return _sitting(disk, desk, chance)
    finally:
        desk.kill()


def _sitting(disk: LimitedDisk | FullDisk, desk: Desk, chance: Random) -> str:
    said = desk.begin()
    typed: list[str] = []
    for _ in range(chance.randint(0, MOST_MOVES)):
        if disk.warns not in said:
            return f"the warning does not stand: {said[-200:]}"
        typed.append(first_move(desk.type("help")))
        said = desk.type(typed[-1])
    if journal_paths(disk.home / "evenings"):
        return "a journal lies on a disk that takes nothing"
    if chance.random() < 1 / 4:
        said = desk.type("quit")
        return "" if "Not all of this evening could be kept." in said else f"told at the end: {said[-200:]}"
    disk.mend()
    typed.append(first_move(desk.type("help")))
    if disk.warns in desk.type(typed[-1]):
        return "the disk takes everything, and the warning stands"
    if "Kept." not in desk.type("quit"):
        return "the evening was not kept at the end"
    (path,) = journal_paths(disk.home / "evenings")
    kept = [each.text.partition(" ")[2] for each in load_evening(Path(path))[1].accepted_lines]
    lost = [text for text in typed if text not in kept]
    return f"{len(lost)} of {len(typed)} moves are not in the journal: {lost} of {kept}" if lost else ""
