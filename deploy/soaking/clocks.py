"""A clock that jumps between and during evenings: which one is offered, their order, numbers and files."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from companion.rules.errors import HeraldError
from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import (
    last_interrupted_game,
    load_evening,
    new_journal_path,
    saved_games,
)
from companion.voice.evening_text import describe_evening
from soaking.soak_tally import SoakRequest, SoakTally

MOMENTS = (
    datetime(1970, 1, 1, 0, 0, tzinfo=UTC),
    datetime(1999, 12, 31, 23, 59, tzinfo=UTC),
    datetime(2026, 3, 29, 0, 59, tzinfo=UTC),
    datetime(2026, 10, 25, 0, 59, tzinfo=UTC),
    datetime(2026, 11, 20, 20, 0, tzinfo=UTC),
    datetime(2038, 1, 19, 3, 14, 7, tzinfo=UTC),
    datetime(2106, 2, 7, 6, 28, 15, tzinfo=UTC),
    datetime(2262, 1, 1, tzinfo=UTC),
)
"""To which the clock jumps: a Pi without a clock, summer time's two ends, the ends of 32 bits."""
STEPS = 12
HEAD = RecordHeader("louis-xiv", GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue"))


def soak_clocks(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is a house in which evenings are begun, left and taken up again while the clock jumps."""
    tally = SoakTally()
    for number in range(1, request.times + 1):
        folder = request.folder / f"{number}"
        folder.mkdir()
        try:
            _House(folder, Random(f"{request.seed}/{number}")).live()
            fault = ""
        except HeraldError as wrong:
            fault = str(wrong)
        except Exception as wrong:
            place = traceback.extract_tb(wrong.__traceback__)[-1]
            fault = f"{type(wrong).__name__} in {Path(place.filename).name}:{place.lineno}: {wrong}"
        for each in folder.iterdir():
            each.unlink()
        folder.rmdir()
        take_untold_problems()
        tally = tally.count(wrong=fault and f"--times {number} --seed {request.seed}: {fault}")
        yield tally


class _House:
    """Evenings in a folder, and what must be known of them: which was opened last, and its number."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.folder, self.chance = folder, chance
        self.now = MOMENTS[4]
        self.opened: list[Path] = []
        self.numbers: dict[Path, int] = {}
        self.lines: dict[Path, tuple[str, ...]] = {}

    def live(self) -> None:
        """Some steps, and what must hold after each; raises AssertionError."""
        for _ in range(STEPS):
            self._jump()
            if not self.opened or self.chance.random() < 0.4:
                path = new_journal_path(self.now.strftime("%Y-%m-%d-%H%M"), "louis-xiv", self.folder)
                session = Session.create(path, HEAD)
            else:
                path = self.chance.choice(self.opened)
                session = Session.resume(path)
            self._play(path, session)
            self.opened = [*(each for each in self.opened if each != path), path]
            self._check()

    def _jump(self) -> None:
        if self.chance.random() < 0.5:
            self.now = self.chance.choice(MOMENTS)
        else:
            self.now += timedelta(minutes=self.chance.choice((-90, -60, -1, 0, 0, 1, 60, 100_000)))
        self.now = min(max(self.now, MOMENTS[0]), MOMENTS[-1])

    def _play(self, path: Path, session: Session) -> None:
        """A few moves, between which the clock jumps: the file has the time of its last line."""
        try:
            for _ in range(self.chance.randrange(4)):
                self._set_time(path)
                self._jump()
                move, _ = pick_legal_move(session.history.position.choice_tree, self.chance.choice)
                now = session.handle_message(EnterLine(str(move)))
                assert now.disk_problem is None, "the disk is said to take nothing"
                assert not now.problems, f"told after a jump: {now.problems}"
            self.lines[path] = tuple(each.text for each in session.history.accepted_lines)
        finally:
            session.close()
        self._set_time(path)

    def _set_time(self, path: Path) -> None:
        seconds = self.now.timestamp()
        os.utime(path, (seconds, seconds))

    def _check(self) -> None:
        listed = saved_games(self.folder)
        assert [each.path for each in listed] == self.opened[::-1], "the order is not that of opening"
        for each in listed:
            assert self.numbers.setdefault(each.path, each.number) == each.number, "a number has changed"
            describe_evening(each, "cs")
        assert len({*self.numbers.values()}) == len(self.numbers), "two evenings have one number"
        offered = last_interrupted_game(self.folder)
        assert offered is not None, "no evening is offered"
        assert offered.path == self.opened[-1], "another evening is offered"
        for path, lines in self.lines.items():
            found = tuple(each.text for each in load_evening(path)[1].accepted_lines)
            assert found == lines, f"{path.name} tells another evening"
