"""What people do that writes files: each scene is one command of Herald in a home made for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.rules.record import EveningTable, RecordHeader
from companion.table.storage.backup import write_backup
from companion.table.storage.evenings import name_evening
from companion.table.storage.journal import Journal
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box, deck_path
from soaking.kept_view import BACKUP_FOLDER, KeptView
from tests.table.evenings import evening, setup
from tests.table.killed import LINES

GAME: Final = "louis-xiv"
FIRST_EVENING, SECOND_EVENING = "2026-09-20-2000-louis-xiv", "2026-09-21-2000-louis-xiv"
TOP: Final = "TOP"
"""Stands in arguments for the folder in which the home lies."""
TORN_END: Final = b"yellow inf3 ta"
CORRECTION: Final = "table correct /players/blue/influence/? 6"
ONE_TAG, OTHER_TAG = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2"
WRITTEN_AT: Final = datetime(2026, 9, 22)


class WriteScene(NamedTuple):
    """A command, what is typed while it runs, and what makes the home (`top`/home) in which it runs.

    announced: a pattern of what people read for each thing that is kept from then on; `stands`: how many such things
    there are in a view.
    """

    arguments: tuple[str, ...]
    typed: tuple[str, ...]
    prepare: Callable[[Path], None]
    announced: str
    stands: Callable[[KeptView], int]


def nothing(top: Path) -> None:
    """Nobody has played here yet."""


def two_evenings(top: Path) -> None:
    """One at the virtual table, with a name, and one of people, opened last."""
    folder = top / "home" / "evenings"
    virtual, real = folder / f"{FIRST_EVENING}.herald", folder / f"{SECOND_EVENING}.herald"
    head = RecordHeader(GAME, setup(GAME, 3))
    folder.mkdir(parents=True, mode=0o700)
    _write_journal(virtual, replace(head, table=EveningTable(True, ("yellow", "red"))), LINES[:1])
    name_evening(virtual, "the first")
    _write_journal(real, head, LINES[:2])


def a_torn_evening(top: Path) -> None:
    """The power went while a line was written."""
    two_evenings(top)
    with (top / "home" / "evenings" / f"{SECOND_EVENING}.herald").open("ab") as stream:
        stream.write(TORN_END)


def an_evening_at_its_last_move(top: Path) -> None:
    """All moves but the last."""
    folder = top / "home" / "evenings"
    head = RecordHeader(GAME, setup(GAME, 3))
    _write_journal(folder / f"{FIRST_EVENING}.herald", head, _whole_evening()[:-1])


def evenings_and_a_backup(top: Path) -> None:
    """A backup of another home, on a stick, and something that it replaces."""
    two_evenings(top)
    only_a_backup(top)


def only_a_backup(top: Path) -> None:
    """A backup, on a computer where nobody has played yet."""
    other = top / "other"
    _write_deck(other / "home", ONE_TAG)
    head = RecordHeader(GAME, setup(GAME, 3))
    _write_journal(other / "home" / "evenings" / f"{FIRST_EVENING}.herald", head, LINES[:2])
    (top / BACKUP_FOLDER).mkdir()
    write_backup(top / BACKUP_FOLDER / "other.zip", other / "home", WRITTEN_AT)


def evenings_and_a_stick(top: Path) -> None:
    """Something to back up, and where."""
    two_evenings(top)
    _write_deck(top / "home", ONE_TAG)
    (top / BACKUP_FOLDER).mkdir()


def a_deck_and_another(top: Path) -> None:
    """A deck that is used, and one to import."""
    _write_deck(top / "home", ONE_TAG)
    _write_deck(top / "other", OTHER_TAG)


def _write_journal(path: Path, head: RecordHeader, texts: Sequence[str]) -> None:
    journal = Journal.create(path, head)
    journal.append(*texts)
    journal.close()


def _write_deck(home: Path, uid: str) -> None:
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    raw = f'{{"deck":1,"game":"{GAME}","tags":{{"card/inf1":"{uid}"}}}}'.encode()
    (source := home / "source").write_bytes(raw)
    Deck.load(source, GAME, all_pieces_in_box(GAME, home)).save(deck_path(GAME, home))
    source.unlink()


_EVENING: list[str] = []


def _whole_evening() -> list[str]:
    if not _EVENING:
        _EVENING.extend(str(move) for _, move in evening(GAME, 3, random.Random(1)))
    return _EVENING


PLAY: Final = ("--terminal", "--virtual")
USUAL: Final = ("", "", "")
"""The usual answers to which game, who plays and who begins."""
A_LINE: Final = r"Money card|Corrected by hand|Taken back|\b(?!Who\b)\w+ (?:plays|shows)\b"
NEVER: Final = "(?!)"


def lines_of_last_evening(view: KeptView) -> int:
    """The lines of the evening opened last."""
    return len(view.evenings[0].texts) if view.evenings else 0


SCENES: Final[dict[str, WriteScene]] = {
    "begin": WriteScene(
        PLAY,
        (*USUAL, CORRECTION, "inf1 take", "undo", "inf2 take", "quit"),
        nothing,
        A_LINE,
        lines_of_last_evening,
    ),
    "play": WriteScene(
        PLAY, (*LINES[2:], CORRECTION, "undo 1", "quit"), two_evenings, A_LINE, lines_of_last_evening
    ),
    "go-on-after-a-torn-line": WriteScene(
        PLAY, (LINES[2], "quit"), a_torn_evening, A_LINE, lines_of_last_evening
    ),
    "finish": WriteScene(PLAY, (), an_evening_at_its_last_move, A_LINE, lines_of_last_evening),
    "list": WriteScene(("evenings",), (), two_evenings, NEVER, lambda view: 0),
    "name": WriteScene(
        ("evenings", "2", "--name", "the second"),
        (),
        two_evenings,
        '"the second"',
        lambda view: sum(each.name == "the second" for each in view.evenings),
    ),
    "give-up": WriteScene(
        ("evenings", "2", "--give-up", "--yes"),
        (),
        two_evenings,
        "Given up in",
        lambda view: sum(each.is_given_up for each in view.evenings),
    ),
    "delete": WriteScene(
        ("evenings", "1", "--delete", "--yes"), (), two_evenings, r"Deleted\.", lambda view: len(view.deleted)
    ),
    "backup": WriteScene(
        ("backup", f"{TOP}/{BACKUP_FOLDER}/new.zip"),
        (),
        evenings_and_a_stick,
        r"new\.zip holds",
        lambda view: len(view.backups),
    ),
    "restore": WriteScene(
        ("restore", f"{TOP}/{BACKUP_FOLDER}/other.zip", "--yes"),
        (),
        evenings_and_a_backup,
        "Restored|kept in",
        lambda view: len(view.tags) + view.replaced,
    ),
    "restore-on-a-new-computer": WriteScene(
        ("restore", f"{TOP}/{BACKUP_FOLDER}/other.zip", "--yes"),
        (),
        only_a_backup,
        "Restored",
        lambda view: len(view.tags),
    ),
    "import-a-deck": WriteScene(
        ("deck", "import", f"{TOP}/other/{GAME}.deck", "--game", GAME, "--yes"),
        (),
        a_deck_and_another,
        "were taken in",
        lambda view: sum(uid == OTHER_TAG for _, uid in view.tags),
    ),
}
"""What is tried, by its name; `finish` gets its last line when it is asked for."""


def scene_named(name: str) -> WriteScene:
    """The scene of that name, with all that is typed in it."""
    scene = SCENES[name]
    return scene._replace(typed=(_whole_evening()[-1],)) if name == "finish" else scene
