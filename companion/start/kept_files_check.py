"""Examines everything that is kept, file by file, and changes nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from companion.games import game_names
from companion.games.installed import installed_games
from companion.home import RESTORE_FOLDER_NAMES
from companion.rules.errors import HeraldError
from companion.screen.local_files import GameSidecar
from companion.screen.settings import UserSettings
from companion.table.storage.disk import find_home_trouble, read_side_file
from companion.table.storage.edition_file import EDITION_SUFFIX, read_edition_lines
from companion.table.storage.evenings import JOURNAL_SUFFIX, decode_index
from companion.table.storage.journal import SIDECAR_SUFFIX, journal_content, replay_history
from companion.table.storage.kept_files import (
    DELETED_FOLDER,
    EVENINGS_FOLDER,
    MAX_FILE_BYTES,
    KeptEntry,
    kept_entries,
)
from companion.table.tags.deck_file import DeckFileError, find_deck_file_errors, read_deck_file
from companion.table.tags.deck_store import DECK_SUFFIX, all_pieces_in_box, load_deck_or_empty
from hardware.finding import Finding
from hardware.wiring_plan import load_plan

BACKUP_ADVICE = "herald restore brings everything back from a backup; the other evenings go on as they are"
DAMAGED_ADVICE = "Move it away, or take it from a backup: Herald goes on without it"
_SET_ASIDE = re.compile(r"\.(?:damaged|replaced)[-.\d]*$|\.torn$")
_LAST_GOOD_SUFFIX = ".last-good"


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
        return Finding(name, _examiner(entry.path)(home, entry.path))
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


def _examiner(path: str) -> Callable[[Path, str], str]:
    """What examines a file of that path, and says what it is; it raises for what is wrong."""
    if _SET_ASIDE.search(path):
        return _examine_set_aside
    place = PurePosixPath(path.removesuffix(_LAST_GOOD_SUFFIX))
    if str(place.parent) == DELETED_FOLDER:
        return _examine_deleted
    if str(place.parent) == EVENINGS_FOLDER:
        return {
            JOURNAL_SUFFIX: _examine_journal,
            SIDECAR_SUFFIX: _examine_sidecar,
            ".index": _examine_index,
            ".finished": _examine_note,
        }.get(place.suffix or place.name, _examine_other)
    return {DECK_SUFFIX: _examine_deck, EDITION_SUFFIX: _examine_edition}.get(
        place.suffix,
        {
            "settings.toml": _examine_settings,
            "people.json": _examine_people,
            "wiring.toml": _examine_plan,
        }.get(place.name, _examine_other),
    )


def _examine_journal(home: Path, path: str) -> str:
    raw = read_side_file(home / path, MAX_FILE_BYTES)
    content = journal_content(raw, home / path)
    head, texts, end = content.head, content.texts, content.damaged_end
    history = replay_history(head, texts)
    state = "over" if history.position.outcome() is not None else "it can go on"
    torn = f"; its end is damaged, from line {end.number} on: it goes on without" if end else ""
    return f"{head.game}, lines: {len(texts)}, {state}{torn}"


def _examine_sidecar(home: Path, path: str) -> str:
    sidecar = msgspec.json.decode(read_side_file(home / path), type=GameSidecar)
    journal = (home / path.removesuffix(_LAST_GOOD_SUFFIX)).with_suffix(JOURNAL_SUFFIX)
    if not journal.exists():
        return "its evening is not there"
    return "a virtual table" if sidecar.virtual else "a real table"


def _examine_index(home: Path, path: str) -> str:
    decode_index(read_side_file(home / path, MAX_FILE_BYTES))
    return "notes about the evenings"


def _examine_note(home: Path, path: str) -> str:
    msgspec.json.decode(read_side_file(home / path, MAX_FILE_BYTES))
    return "notes about the evenings"


def _examine_deck(home: Path, path: str) -> str:
    file = read_deck_file(home / path)
    errors = tuple(find_deck_file_errors(file, file.game))
    own_name = PurePosixPath(path.removesuffix(_LAST_GOOD_SUFFIX)).stem
    if not path.startswith("exports/") and file.game != own_name:
        errors = (f"it is a deck of {file.game!a}", *errors)
    if errors:
        raise DeckFileError(errors, PurePosixPath(path).name)
    if file.game not in game_names():
        raise _Wrong(f"{file.game!a} is not installed: herald games add")
    deck = load_deck_or_empty(home / path, file.game, all_pieces_in_box(file.game, home))
    strange = f", of pieces that are not in the box: {n}" if (n := len(deck.tagged_keys_outside_box)) else ""
    return f"tags: {len(deck.uid_by_key)}{strange}"


def _examine_edition(home: Path, path: str) -> str:
    name = PurePosixPath(path.removesuffix(_LAST_GOOD_SUFFIX)).stem
    read_side_file(home / path)  # it is a file
    if path.endswith(_LAST_GOOD_SUFFIX):
        return "the last good version"
    return f"lines: {len(read_edition_lines(name, home))}"


def _examine_settings(home: Path, path: str) -> str:
    msgspec.convert(tomllib.loads(read_side_file(home / path).decode("utf-8")), UserSettings)
    return "settings"


def _examine_people(home: Path, path: str) -> str:
    return f"names: {len(msgspec.json.decode(read_side_file(home / path), type=tuple[str, ...]))}"


def _examine_plan(home: Path, path: str) -> str:
    read_side_file(home / path)  # it is a file
    return f"readers: {len(load_plan(home / path).reader_names)}"


def _examine_set_aside(home: Path, path: str) -> str:
    return "set aside: nobody needs it, you may look"


def _examine_deleted(home: Path, path: str) -> str:
    return "deleted: nobody needs it, you may remove it"


def _examine_other(home: Path, path: str) -> str:
    read_side_file(home / path, MAX_FILE_BYTES)
    return "it can be read"
