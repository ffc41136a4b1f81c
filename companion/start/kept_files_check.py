"""Examines everything that is kept, file by file, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from companion.games import game_names
from companion.games.installed import installed_games
from companion.home import RESTORE_FOLDER_NAMES
from companion.rules.errors import HeraldError
from companion.table.storage.disk import find_home_trouble, read_side_file
from companion.table.storage.evenings import JOURNAL_SUFFIX, TableFile
from companion.table.storage.journal import JournalContent, replay_history
from companion.table.storage.kept_files import (
    DELETED_FOLDER,
    LAST_GOOD_ENDING,
    MAX_FILE_BYTES,
    KeptEntry,
    kept_entries,
    kept_file_at,
)
from companion.table.tags.deck_file import DeckFile, DeckFileError
from companion.table.tags.deck_store import all_pieces_in_box, load_deck_or_empty
from hardware.finding import Finding

BACKUP_ADVICE = "herald restore brings everything back from a backup; the other evenings go on as they are"
DAMAGED_ADVICE = "Move it away, or take it from a backup: Herald goes on without it"
_SET_ASIDE = re.compile(r"\.(?:damaged|replaced)[-.\d]*$|\.torn$")


class _Wrong(Exception):
    """What is wrong with a file."""


def examine_kept_files(home: Path) -> Iterator[Finding]:
    """Every file that is kept below this folder, and what is wrong with it. Raises OSError."""
    entries = kept_entries(home)
    if (trouble := find_home_trouble(home)) is not None:
        yield Finding("home", "nothing can be kept", True, str(trouble))
    elif not entries:
        yield Finding("home", f"nothing is kept in {home} yet", absent=True)
    for entry in entries:
        yield _examine(home, entry)
    for game in installed_games():
        if game.folder is not None:
            advice = f"herald games remove {game.name}, or add it anew" if game.unplayable_reason else ""
            found = game.unplayable_reason or f"{game.package} {game.version}"
            yield Finding(f"game {game.name}", found, bool(game.unplayable_reason), advice)
    if any((home / name).exists() for name in RESTORE_FOLDER_NAMES):
        yield Finding("restore", "one was cut off", True, "Start Herald: it finishes it, or takes it away")


def _examine(home: Path, entry: KeptEntry) -> Finding:
    """What one file is, or what is wrong with it."""
    name = ascii(entry.path)[1:-1]
    try:
        if not entry.is_file:
            raise _Wrong("it is no file, but a folder, a link or something else, or its name is no text")
        return Finding(name, _found_in(home, entry.path))
    except (_Wrong, HeraldError) as wrong:
        found = str(wrong)
    except OSError as wrong:
        found = wrong.strerror or str(wrong)
    except (ValueError, RecursionError) as wrong:  # TOML, JSON, UTF-8 and msgspec's
        found = f"it cannot be understood: {wrong}"
    except Exception as fault:  # a plug-in game; its message could name what lies face down
        found = f"its game failed: {type(fault).__name__}"
    is_journal = entry.path.endswith(JOURNAL_SUFFIX)
    return Finding(name, found, True, BACKUP_ADVICE if is_journal else DAMAGED_ADVICE)


def _found_in(home: Path, path: str) -> str:
    """What a file is; raises what is wrong with it."""
    if _SET_ASIDE.search(path):
        return "set aside: nobody needs it, you may look"
    if path.startswith(f"{DELETED_FOLDER}/"):
        return "deleted: nobody needs it, you may remove it"
    kept = kept_file_at(path)
    if kept is None:
        read_side_file(home / path, MAX_FILE_BYTES)
        return "it can be read"
    value = kept.load_content().decode(read_side_file(home / path, kept.limit), home / path)
    say = _WORDS.get(kept.kind)
    return say(value, home, path) if say is not None else "it can be read"


def _journal_in_words(content: JournalContent, home: Path, path: str) -> str:
    history, end = replay_history(content.head, content.texts), content.damaged_end
    state = "over" if history.position.outcome() is not None else "it can go on"
    torn = f"; its end is damaged, from line {end.number} on: it goes on without" if end else ""
    return f"{content.head.game}, lines: {len(content.texts)}, {state}{torn}"


def _table_in_words(table: TableFile, home: Path, path: str) -> str:
    journal = (home / path.removesuffix(LAST_GOOD_ENDING)).with_suffix(JOURNAL_SUFFIX)
    if not journal.exists():
        return "its evening is not there"
    return "a virtual table" if table.virtual else "a real table"


def _deck_in_words(file: DeckFile, home: Path, path: str) -> str:
    own_name = PurePosixPath(path.removesuffix(LAST_GOOD_ENDING)).stem
    if not path.startswith("exports/") and file.game != own_name:
        raise DeckFileError([f"it is a deck of {file.game!a}"], PurePosixPath(path).name)
    if file.game not in game_names():
        raise _Wrong(f"{file.game!a} is not installed: herald games add")
    deck = load_deck_or_empty(home / path, file.game, all_pieces_in_box(file.game, home))
    strange = f", of pieces that are not in the box: {n}" if (n := len(deck.tagged_keys_outside_box)) else ""
    return f"tags: {len(deck.uid_by_key)}{strange}"


_WORDS: Mapping[str, Callable[[Any, Path, str], str]] = {
    "settings": lambda _settings, _home, _path: "settings",
    "names": lambda names, _home, _path: f"names: {len(names)}",
    "wiring": lambda plan, _home, _path: f"readers: {len(plan.reader_names)}",
    "deck": _deck_in_words,
    "print": lambda lines, _home, _path: f"lines: {len(lines)}",
    "journal": _journal_in_words,
    "virtual": _table_in_words,
    "evenings": lambda _index, _home, _path: "notes about the evenings",
}
"""Kind of a kept file -> what a whole one is, in words."""
