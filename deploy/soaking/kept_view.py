"""What people find of a home when Herald starts again, read by Herald itself; and what it cannot make sense of."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games import game_names
from companion.rules.errors import InvalidRecord
from companion.rules.tree_walk import pick_legal_move
from companion.start.kept_files_check import examine_kept_files
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.backup import open_backup
from companion.table.storage.evenings import table_of_evening
from companion.table.storage.journal import read_journal
from companion.table.storage.kept_files import DELETED_FOLDER_NAME, take_untold_problems
from companion.table.storage.restore import finish_interrupted_restore
from companion.table.storage.saved_games import SavedGame, saved_games
from companion.table.tags.deck_store import load_owner_deck

BACKUP_FOLDER = "stick"


class KeptEvening(NamedTuple):
    """An evening of the list, or one that was deleted: `number` 0."""

    file_name: str
    number: int
    name: str
    is_given_up: bool
    is_virtual: bool
    texts: tuple[str, ...]


class KeptView(NamedTuple):
    """What is kept. troubles: what may never be, whatever was cut off: damage, a fault, an evening that is stuck."""

    evenings: tuple[KeptEvening, ...] = ()
    deleted: tuple[KeptEvening, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    backups: tuple[tuple[str, ...], ...] = ()
    replaced: int = 0
    troubles: tuple[str, ...] = ()

    def what_is_missing_in(self, other: KeptView) -> str:
        """What of this is not in another view; "" where all is."""
        there = {each.file_name: each for each in (*other.evenings, *other.deleted)}
        for each in (*self.evenings, *self.deleted):
            texts = there[each.file_name].texts if each.file_name in there else ()
            if each.file_name not in there or len(texts) < len(each.texts):
                return f"{each.file_name} with {len(each.texts)} lines"
            if each.name and not there[each.file_name].name and there[each.file_name] in other.evenings:
                return f"the name of {each.file_name}"
        for name, mine, theirs in (
            ("tags", self.tags, other.tags),
            ("a backup", self.backups, other.backups),
        ):
            if len(theirs) < len(mine):
                return name
        return "what was replaced" if other.replaced < self.replaced else ""


def look_at(top: Path) -> KeptView:
    """What a start of Herald finds in `top`/home, and the backups in `top`/stick. It may write, as a start does."""
    try:
        return _look_at(top)
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        told = f"{type(fault).__name__}: {fault} ({Path(where.filename).name}:{where.lineno})"
        return KeptView(troubles=(told.replace(str(top), ""),))


def _look_at(top: Path) -> KeptView:
    home = top / "home"
    take_untold_problems()
    if home.exists():
        finish_interrupted_restore(home)
    folder = home / "evenings"
    found = saved_games(folder)
    evenings = tuple(_kept_evening(saved) for saved in found)
    deleted = folder / DELETED_FOLDER_NAME
    view = KeptView(
        evenings,
        tuple(_deleted_evening(path) for path in sorted(deleted.glob("*.herald"))),
        tuple(
            (name, uid)
            for name in game_names()
            for uid in sorted(load_owner_deck(name, home).uid_by_key.values())
        ),
        tuple(_files_of_backup(path) for path in sorted((top / BACKUP_FOLDER).glob("*.zip"))),
        len([*home.glob("replaced-*")]),
    )
    troubles = [f"{problem.path.name}: {problem.words}" for problem in take_untold_problems()]
    for saved in found:
        if saved.state in ("interrupted", "given-up"):
            troubles += _goes_on(saved)
    troubles += [f"{each.what}: {each.found}" for each in examine_kept_files(home) if each.wrong]
    return view._replace(troubles=tuple(troubles))


def _kept_evening(saved: SavedGame) -> KeptEvening:
    if saved.summary is None:
        raise InvalidRecord(saved.error, saved.path.name)
    content = read_journal(saved.path)
    is_virtual = table_of_evening(saved.path, content.head).is_virtual
    return KeptEvening(
        saved.path.name, saved.number, saved.name, saved.is_given_up, is_virtual, content.texts
    )


def _deleted_evening(path: Path) -> KeptEvening:
    content = read_journal(path)
    return KeptEvening(
        path.name, 0, "", False, table_of_evening(path, content.head).is_virtual, content.texts
    )


def _files_of_backup(path: Path) -> tuple[str, ...]:
    with open_backup(path) as backup:
        return tuple(f"{each.path} {len(data)}" for each, data in backup.read_files())


def _goes_on(saved: SavedGame) -> Iterator[str]:
    """What stands in the way of one more move in that evening, if anything does."""
    before = read_journal(saved.path).texts
    session = Session.resume(saved.path)
    try:
        move, _ = pick_legal_move(session.snapshot.position.choice_tree, Random(1).choice)
        snapshot = session.handle_message(EnterLine(str(move)))
        after = snapshot.accepted_texts
    finally:
        session.close()
    if read_journal(saved.path).texts[: len(before)] != before or len(read_journal(saved.path).texts) <= len(
        before
    ):
        yield f"{saved.path.name}: one more move is not kept"
    if len(after) == 0 or any(problem.code == "fault" for problem in snapshot.problems):
        yield f"{saved.path.name}: a fault at one more move"
