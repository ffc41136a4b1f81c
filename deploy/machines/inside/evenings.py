"""Plays recorded games, one after another without end, and prints which lines were accepted.

   evenings.py RECORD ...

A game is begun and saved as the screen does it. `NAME NUMBER` is printed when the journal has accepted the
NUMBERth line of the game in the file NAME, so that this line must be safe by then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from companion.screen.settings import remember_player_names
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.table.storage.saved_games import new_journal_path


def play_record_and_print(path: Path, record: Path) -> None:
    """Play a record, and print each accepted line."""
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
    """Play until the power fails."""
    for number in count():
        record = Path(records[number % len(records)])
        play_record_and_print(new_journal_path(f"2026-11-22-{number:04}", record.stem), record)


if __name__ == "__main__":
    main(sys.argv[1:])
