"""A session that is killed in the middle of an append: run by test_journal as a program of its own.

python -m tests.table.killed JOURNAL STAGE NUMBER: plays LINES, says each on standard output once it is
announced, and dies by SIGKILL at that stage of the NUMBERth append.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.storage.journal import Journal, JournalDisk
from tests.table.evenings import setup

LINES = ("table money 4 2", "blue inf6 place 6 6 1", "yellow inf3 take", "undo 1", "yellow joker place 3 4")
STAGES = ("before", "first byte", "half", "written", "synced")
TOGETHER = "together"
"""The lines before were announced while the disk was full; the plug is pulled when all of them are written at last."""


class Deadly(JournalDisk):
    """A disk whose plug is pulled."""

    def __init__(self, stage: str, number: int) -> None:
        self.stage = stage
        self.left = number

    def write(self, handle: int, data: bytes) -> int:
        self.left -= 1
        if self.stage == TOGETHER:
            if self.left > 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().write(handle, data[: len(data) // 2])
            die()
        if self.left == 0:
            if self.stage == "before":
                die()
            if self.stage in ("first byte", "half"):
                super().write(handle, data[: 1 if self.stage == "first byte" else len(data) // 2])
                die()
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        if self.left == 0 and self.stage == "written":
            die()
        super().sync(handle)
        if self.left == 0 and self.stage == "synced":
            die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(path: str, stage: str, number: str) -> None:
    table = setup("louis-xiv", 3)
    head = RecordHeader("louis-xiv", table)
    account = GameHistory.from_header(head, game_rules(head.game))
    session = Session(account, Journal.create(Path(path), head, Deadly(stage, int(number))))

    def announce(snapshot: Snapshot) -> None:
        for entry in snapshot.new_entries:
            print(entry.text, flush=True)

    session.add_listener(announce)
    for line in LINES:
        session.post(EnterLine(line))
    session.process_queue()


if __name__ == "__main__":
    main(*sys.argv[1:])
