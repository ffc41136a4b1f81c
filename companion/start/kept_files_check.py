"""Examines everything that is kept, file by file, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from companion.games import game_names
from companion.games.installed import installed_games
from companion.home import RESTORE_FOLDER_NAMES
from companion.rules.errors import HeraldError, InvalidInput
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
from companion.table.tags.deck_file import DeckFile
from companion.table.tags.deck_store import all_pieces_in_box, load_deck_or_empty
from companion.voice.damage_messages import invalid_input_text
from companion.voice.disk_messages import home_message
from companion.voice.language import SOURCE_LANGUAGE, load_translation, mark_message
from hardware.finding import Finding

NOTHING_CAN_BE_KEPT = mark_message("nothing can be kept")
NOTHING_IS_KEPT = mark_message("nothing is kept in {home} yet")
ADD_ANEW = mark_message("herald games remove {game}, or add it anew")
CUT_OFF = mark_message("one was cut off")
CUT_OFF_ADVICE = mark_message("Start Herald: it finishes it, or takes it away")
BACKUP_ADVICE = mark_message(
    "herald restore brings everything back from a backup; the other evenings go on as they are"
)
DAMAGED_ADVICE = mark_message("Move it away, or take it from a backup: Herald goes on without it")
NO_FILE = mark_message("it is no file, but a folder, a link or something else, or its name is no text")
NOT_UNDERSTOOD = mark_message("it cannot be understood: {why}")
GAME_FAILED = mark_message("its game failed: {fault}")
SET_ASIDE = mark_message("set aside: nobody needs it, you may look")
DELETED = mark_message("deleted: nobody needs it, you may remove it")
READABLE = mark_message("it can be read")
JOURNAL = mark_message("{game}, lines: {lines}, {state}")
IS_OVER, CAN_GO_ON = mark_message("over"), mark_message("it can go on")
DAMAGED_END = mark_message("its end is damaged, from line {line} on: it goes on without")
NO_EVENING = mark_message("its evening is not there")
VIRTUAL_TABLE, REAL_TABLE = mark_message("a virtual table"), mark_message("a real table")
OTHER_DECK = mark_message("it is a deck of {game}")
NOT_INSTALLED = mark_message("{game} is not installed: herald games add")
TAGS = mark_message("tags: {count}")
OUTSIDE_BOX = mark_message("of pieces that are not in the box: {count}")
COUNTED = {
    "names": mark_message("names: {count}"),
    "wiring": mark_message("readers: {count}"),
    "print": mark_message("lines: {count}"),
}
NAMED = {
    "settings": mark_message("settings"),
    "notes": mark_message("notes about an evening"),
    "evenings": mark_message("notes about the evenings"),
}
"""Kind of a kept file -> what a whole one is, with a count or without."""
SUMMARY = mark_message("Files: {files}, with something wrong: {wrong}.")
_SET_ASIDE_NAME = re.compile(r"\.(?:damaged|replaced)[-.\d]*$|\.torn$")


class _Wrong(Exception):
    """What is wrong with a file, in the language of whoever asks."""


def examine_kept_files(home: Path, lang: str = SOURCE_LANGUAGE) -> Iterator[Finding]:
    """Every file that is kept below this folder, and what is wrong with it. Raises OSError."""
    text, entries = load_translation(lang).gettext, kept_entries(home)
    if (trouble := find_home_trouble(home)) is not None:
        why = home_message(lang) if lang != SOURCE_LANGUAGE else str(trouble)
        yield Finding("home", text(NOTHING_CAN_BE_KEPT), True, why)
    elif not entries:
        yield Finding("home", text(NOTHING_IS_KEPT).format(home=home), absent=True)
    examination = _Examination(home, lang)
    for entry in entries:
        yield examination.finding(entry)
    for game in installed_games():
        if game.folder is not None:
            advice = text(ADD_ANEW).format(game=game.name) if game.unplayable_reason else ""
            found = game.unplayable_reason or f"{game.package} {game.version}"
            yield Finding(f"game {game.name}", found, bool(game.unplayable_reason), advice)
    if any((home / name).exists() for name in RESTORE_FOLDER_NAMES):
        yield Finding("restore", text(CUT_OFF), True, text(CUT_OFF_ADVICE))


class _Examination:
    """Reads the files of a home, and says in one language what they are."""

    def __init__(self, home: Path, lang: str) -> None:
        self._home, self._lang = home, lang
        self._text = load_translation(lang).gettext

    def finding(self, entry: KeptEntry) -> Finding:
        """What one file is, or what is wrong with it."""
        name, text = ascii(entry.path)[1:-1], self._text
        try:
            if not entry.is_file:
                raise _Wrong(text(NO_FILE))
            return Finding(name, self._found_in(entry.path))
        except InvalidInput as wrong:
            found = invalid_input_text(wrong, self._lang)
        except (_Wrong, HeraldError) as wrong:
            found = str(wrong)
        except OSError as wrong:
            found = wrong.strerror or str(wrong)
        except (ValueError, RecursionError) as wrong:  # TOML, JSON, UTF-8 and msgspec's
            found = text(NOT_UNDERSTOOD).format(why=wrong)
        except Exception as fault:  # a plug-in game; its message could name what lies face down
            found = text(GAME_FAILED).format(fault=type(fault).__name__)
        is_journal = entry.path.endswith(JOURNAL_SUFFIX)
        return Finding(name, found, True, text(BACKUP_ADVICE if is_journal else DAMAGED_ADVICE))

    def _found_in(self, path: str) -> str:
        """What a file is; raises what is wrong with it."""
        if _SET_ASIDE_NAME.search(path):
            return self._text(SET_ASIDE)
        if path.startswith(f"{DELETED_FOLDER}/"):
            return self._text(DELETED)
        kept = kept_file_at(path)
        if kept is None:
            read_side_file(self._home / path, MAX_FILE_BYTES)
            return self._text(READABLE)
        raw = read_side_file(self._home / path, kept.limit)
        value = kept.load_content().decode(raw, self._home / path)
        match kept.kind:
            case "journal":
                return self._journal(value)
            case "virtual":
                return self._table(value, path)
            case "deck":
                return self._deck(value, path)
            case "wiring":
                value = value.reader_names
        if kept.kind in COUNTED:
            return self._text(COUNTED[kept.kind]).format(count=len(value))
        return self._text(NAMED.get(kept.kind, READABLE))

    def _journal(self, content: JournalContent) -> str:
        text, end = self._text, content.damaged_end
        history = replay_history(content.head, content.texts)
        state = text(CAN_GO_ON if history.position.outcome() is None else IS_OVER)
        found = text(JOURNAL).format(game=content.head.game, lines=len(content.texts), state=state)
        return f"{found}; {text(DAMAGED_END).format(line=end.number)}" if end is not None else found

    def _table(self, table: TableFile, path: str) -> str:
        journal = (self._home / path.removesuffix(LAST_GOOD_ENDING)).with_suffix(JOURNAL_SUFFIX)
        if not journal.exists():
            return self._text(NO_EVENING)
        return self._text(VIRTUAL_TABLE if table.virtual else REAL_TABLE)

    def _deck(self, file: DeckFile, path: str) -> str:
        text, own_name = self._text, PurePosixPath(path.removesuffix(LAST_GOOD_ENDING)).stem
        if not path.startswith("exports/") and file.game != own_name:
            raise _Wrong(text(OTHER_DECK).format(game=ascii(file.game)))
        if file.game not in game_names():
            raise _Wrong(text(NOT_INSTALLED).format(game=ascii(file.game)))
        deck = load_deck_or_empty(self._home / path, file.game, all_pieces_in_box(file.game, self._home))
        found = text(TAGS).format(count=len(deck.uid_by_key))
        strange = len(deck.tagged_keys_outside_box)
        return f"{found}, {text(OUTSIDE_BOX).format(count=strange)}" if strange else found
