"""People who change the evenings of one folder, run by test_evenings as programs of their own.

python -m tests.table.storage.changing_evenings FOLDER WHO TIMES: begins so many evenings, names each, deletes every
third, and lists all again and again; says on standard output which number it was told for which file.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.rules.record import RecordHeader
from companion.table.storage.evenings import delete_evening, name_evening
from companion.table.storage.journal import Journal
from companion.table.storage.saved_games import saved_games
from tests.table.evenings import setup


def main(folder: str, who: str, times: str) -> None:
    """Change evenings as soon as somebody says so."""
    head = RecordHeader("louis-xiv", setup("louis-xiv", 3))
    print("here", flush=True)
    sys.stdin.readline()
    for number in range(int(times)):
        path = Path(folder) / f"{who}-{number}.herald"
        Journal.create(path, head).close()
        name_evening(path, f"evening of {path.stem}")
        for saved in saved_games(Path(folder)):
            print(saved.number, saved.path.name)
        if number % 3 == 2:
            delete_evening(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
