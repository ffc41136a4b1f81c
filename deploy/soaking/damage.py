"""Every cut, every flipped bit and every lost, doubled or swapped line of what is kept, one at a time.

A journal names its damage, or tells a true beginning of the evening; a side file is replaced by what holds. Some of the
damaged evenings are also shown to `herald check`, and fewer to a program that starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.rules.errors import InvalidRecord
from companion.rules.game import GameSetup, Seat
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines
from companion.screen.settings import (
    UserSettings,
    load_player_names,
    load_settings,
    remember_player_names,
    save_settings,
    settings_path,
)
from companion.start.kept_files_check import examine_kept_files
from companion.table.storage.evening_notes import EveningNotebook
from companion.table.storage.evenings import INDEX_FILE_NAME, load_index, table_of_evening
from companion.table.storage.journal import journal_content
from companion.table.storage.kept_files import KEPT_FILES, kept_file_at, take_untold_problems
from companion.table.storage.saved_games import saved_games
from companion.table.tags.deck_file import encode_deck_file
from companion.table.tags.deck_store import deck_path, load_owner_deck
from soaking.doorway import ROOT
from soaking.soak_tally import SoakRequest, SoakTally
from tests.table.evenings import evening, setup

GAME = "louis-xiv"
CHECK_EVERY, START_EVERY = 200, 4_000
HEAD = RecordHeader(GAME, GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue"))


class Damage(NamedTuple):
    """What was done to a file, and where."""

    what: str
    at: int
    other: int = 0

    def apply(self, raw: bytes) -> bytes:
        """The file with it."""
        if self.what == "cut":
            return raw[: self.at]
        if self.what == "flip":
            place, bit = divmod(self.at, 8)
            return raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]
        lines = raw.splitlines(keepends=True)
        if self.what == "lose":
            del lines[self.at]
        elif self.what == "double":
            lines.insert(self.at, lines[self.at])
        else:
            lines[self.at], lines[self.other] = lines[self.other], lines[self.at]
        return b"".join(lines)


class Kept(NamedTuple):
    """A file that is kept: its place and bytes; what is read of it, and whether a sum tells every change."""

    name: str
    raw: bytes
    read: Callable[[], object]
    has_sum: bool


def damages(raw: bytes) -> Iterator[Damage]:
    """Every damage to a file, one at a time."""
    lines = raw.splitlines()
    yield from (Damage("cut", at) for at in range(len(raw)))
    yield from (Damage("flip", at) for at in range(len(raw) * 8))
    yield from (Damage("lose", at) for at in range(len(lines)))
    yield from (Damage("double", at) for at in range(len(lines)))
    yield from (Damage("swap", *pair) for pair in combinations(range(len(lines)), 2))


def soak_damage(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is a damage to one file; so many of all there are, evenly spread."""
    home = request.folder / "home"
    os.environ["HERALD_HOME"] = str(home)
    journal, files = _keep_all(home)
    cases = [(None, damage) for damage in damages(journal.raw)]
    every: list[tuple[Kept | None, Damage]] = [*cases]
    every += [(kept, damage) for kept in files for damage in damages(kept.raw)]
    chosen = min(request.times, len(every))
    truth = {kept.name: kept.read() for kept in files}
    take_untold_problems()
    tally = SoakTally()
    for number in range(chosen):
        kept, damage = every[number * len(every) // chosen]
        if kept is None:
            fault = journal.fault_of(damage, number)
        else:
            fault = _side_file_fault(home, kept, damage, truth[kept.name])
        tally = tally.count(wrong=fault and f"{kept.name if kept else 'journal'}: {damage}: {fault}")
        yield tally


class _JournalDamage:
    """A whole evening, and what is told of it when it is damaged."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.path = home / "evenings/damaged.herald"
        self.head = RecordHeader(GAME, setup(GAME, 2))
        self.texts = tuple(str(move) for _, move in evening(GAME, 2, Random(8)))
        self.raw = chained_lines((*self.head.to_lines(JOURNAL_VERSION), *self.texts)).encode()

    def fault_of(self, damage: Damage, number: int) -> str:
        """What is wrong with what is told, "" for nothing."""
        data = damage.apply(self.raw)
        try:
            is_told = self._told(data)
            if number % CHECK_EVERY == 0:
                self._check(data, is_told)
            if number % START_EVERY == 0:
                self._start(data, is_told)
        except AssertionError as wrong:
            return str(wrong)
        except Exception as fault:
            return f"{type(fault).__name__}: {fault}"
        return ""

    def _told(self, data: bytes) -> bool:
        """Whether anything is said of a damage; raises AssertionError for another evening, and for silence."""
        try:
            content = journal_content(data, self.path)
        except InvalidRecord as wrong:
            _hold("line" in str(wrong) or "head" in str(wrong), f"it names no place: {wrong}")
            return True
        _hold(content.head.to_lines() == self.head.to_lines(), "another head")
        _hold(content.texts == self.texts[: len(content.texts)], "another evening")
        is_beginning = self.raw.startswith(data) and data.endswith(b"\n")
        _hold(content.damaged_end is not None or is_beginning, "nobody is told")
        return content.damaged_end is not None

    def _check(self, data: bytes, is_told: bool) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(data)
        findings = [each for each in examine_kept_files(self.home) if each.what.endswith(self.path.name)]
        _hold(len(findings) == 1, f"herald check says: {findings}")
        said = findings[0].wrong or "damaged" in findings[0].found
        _hold(said == is_told, f"herald check says: {findings[0].found}")
        self.path.unlink()

    def _start(self, data: bytes, is_told: bool) -> None:
        folder = self.home.parent / "started"
        path = folder / "evenings/damaged.herald"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        done = subprocess.run(
            [sys.executable, "-m", "companion", "--terminal", "--virtual", "--lang", "en"],
            input=b"help\nquit\n",
            capture_output=True,
            env={**os.environ, "HERALD_HOME": str(folder)},
            cwd=ROOT,
            timeout=120,
        )
        said = (done.stdout + done.stderr).decode(errors="replace")
        _hold(
            done.returncode == 0 and "Traceback" not in said,
            f"a start ends with {done.returncode}: {said[-300:]}",
        )
        _hold(not is_told or "damaged" in said, f"a start says nothing of it: {said[:300]}")
        for each in (*path.parent.iterdir(), *path.parent.glob("deleted/*")):
            each.unlink()


def _hold(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def _keep_all(home: Path) -> tuple[_JournalDamage, list[Kept]]:
    """A home with one of everything."""
    evenings = home / "evenings"
    evenings.mkdir(parents=True)
    journal = _JournalDamage(home)
    for name in ("first", "second"):
        (evenings / f"{name}.herald").write_bytes(journal.raw)
    saved_games(evenings)
    virtual = evenings / "third.herald"
    KEPT_FILES["virtual"].at(virtual.with_suffix(".virtual")).save(b'{"virtual":true,"absent":["yellow"]}')
    EveningNotebook(virtual, HEAD).set_strictness("hint")
    remember_player_names(("Anna", "Bert"))
    save_settings(settings_path(), UserSettings(lang="cs", text="large"))
    deck_path(GAME).parent.mkdir(exist_ok=True)
    deck_path(GAME).write_bytes(encode_deck_file(GAME, [("card/inf1", "04a1b2c3d4e5f6")]))
    readers: dict[Path, tuple[Callable[[], object], bool]] = {
        evenings / INDEX_FILE_NAME: (lambda: load_index(evenings), True),
        virtual.with_suffix(".virtual"): (lambda: table_of_evening(virtual, HEAD), False),
        home / "people.json": (load_player_names, True),
        settings_path(): (lambda: load_settings(settings_path()), False),
        deck_path(GAME): (lambda: load_owner_deck(GAME).uid_by_key, True),
        virtual.with_suffix(".notes"): (lambda: EveningNotebook(virtual, HEAD).notes, True),
    }
    for row in KEPT_FILES.values():
        path = home / row.folders[0] / row.file_name.replace("*", GAME)
        if row.kind != "journal" and not any(
            kept_file_at(str(each.relative_to(home))) is row for each in readers
        ):
            row.at(path).save(row.example)
            readers[path] = partial(row.at(path).load, row.load_content()), False
    kept = [
        Kept(str(path.relative_to(home)), path.read_bytes(), read, has_sum)
        for path, (read, has_sum) in readers.items()
    ]
    return journal, kept


def _side_file_fault(home: Path, kept: Kept, damage: Damage, truth: object) -> str:
    """What is wrong with what is read of a damaged side file, "" for nothing.

    What was not understood is told. Another value where nobody is told is only right where people write the file.
    """
    path = home / kept.name
    path.write_bytes(damage.apply(kept.raw))
    try:
        found = kept.read()
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    told = take_untold_problems()
    for aside in path.parent.glob(f"{path.name}.damaged*"):
        aside.unlink()
    path.write_bytes(kept.raw)
    kept.read()  # which is the last good version again
    if kept.has_sum and found != truth:
        return f"another value is read, and told is {told}"
    return ""
