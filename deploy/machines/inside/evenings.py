"""Plays recorded evenings, one after another without an end, and says on standard output what was accepted.

    evenings.py RECORD ...

An evening is begun and kept as the screen does it. `NAME NUMBER` is said when the journal has accepted the NUMBERth
line of the evening in the file NAME: whoever reads that knows that this line was safe before.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from companion.screen.local_files import remember_player_names
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.journal import new_journal_path, read_record


def replay_saved_game(path: Path, record: Path) -> None:
    """Play it, and say each line that was accepted."""
    head, texts = read_record(record)
    remember_player_names(seat.name for seat in head.setup.seats)
    session = Session.create(path, head)
    print(path.name, 0, flush=True)
    for number, text in enumerate(texts, 1):
        now = session.handle_message(EnterLine(text))
        if now.refusal_notice is not None or now.problems:
            sys.exit(f"{path.name}: line {number} was not accepted: {now.refusal_notice or now.problems}")
        print(path.name, number, flush=True)
    session.close()


def main(records: Sequence[str]) -> None:
    """Until the power is pulled."""
    for number in count():
        record = Path(records[number % len(records)])
        replay_saved_game(new_journal_path(f"2026-11-22-{number:04}", record.stem), record)


if __name__ == "__main__":
    main(sys.argv[1:])
