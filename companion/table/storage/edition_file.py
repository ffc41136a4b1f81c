"""The owner's own file of a game: what is printed on their copy, read off the cardboard once and for all.

`HERALD_HOME/louis-xiv.print` holds `print` lines as a record has them, blank lines, and remarks behind `#`. They go
into the header of every new record, so that no record ever depends on this file.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion.games import game_rules
from companion.home import herald_home
from companion.rules.errors import InvalidFile, InvalidInput, InvalidRecord
from companion.rules.game import EditionLine, Game, GameSetup
from companion.rules.record import RecordHeader, RecordLine, read_lines
from companion.table.storage.disk import SideFileError
from companion.table.storage.kept_files import KEPT_FILES, Content, SideFile

EDITION_SUFFIX = KEPT_FILES["print"].ending
PRINT_WORD = "print"


def edition_path(name: str, folder: Path | None = None) -> Path:
    """The file in which the owner keeps what is printed on their copy of that game."""
    return (folder or herald_home()) / f"{name}{EDITION_SUFFIX}"


def with_edition_lines(head: RecordHeader, folder: Path | None = None) -> RecordHeader:
    """The header of a new record with the owner's `print` lines before its own, which override them."""
    prints = load_edition_lines(head.game, folder)
    return replace(head, setup=replace(head.setup, edition_lines=(*prints, *head.setup.edition_lines)))


def load_edition_lines(name: str, folder: Path | None = None) -> tuple[EditionLine, ...]:
    """The `print` lines of the owner's file, none without one.

    A file that cannot be used is told and set aside, and its last good version holds.
    """
    return _side_file(name, folder).load(PRINT)


def read_edition_lines(name: str, folder: Path | None = None) -> tuple[EditionLine, ...]:
    """The `print` lines of the owner's file, which stays as it is; raises InvalidFile with the file and its line."""
    file = _side_file(name, folder)
    try:
        return _parse_prints(game_rules(name), file.read())
    except FileNotFoundError:
        return ()
    except SideFileError as wrong:
        raise InvalidFile(wrong.words, str(file.path)) from wrong
    except InvalidInput as wrong:
        raise InvalidFile(wrong.cause, f"{file.path}, {wrong.where}") from wrong


def _side_file(name: str, folder: Path | None) -> SideFile:
    return KEPT_FILES["print"].at(edition_path(name, folder))


def _decode(raw: bytes, path: Path) -> tuple[EditionLine, ...]:
    return _parse_prints(game_rules(path.name.partition(".")[0]), raw)


PRINT: Final[Content[tuple[EditionLine, ...]]] = Content(_decode, ())


def _parse_prints(game: Game, raw: bytes) -> tuple[EditionLine, ...]:
    """The lines of such a file, read like those of a record; raises InvalidInput with the line."""
    prints: tuple[EditionLine, ...] = ()
    for line in read_lines(BytesIO(raw)):
        prints = (*prints, _parse_print(line))
        _check_with_game(game, prints, line)
    return prints


def save_edition_line(
    name: str, about: tuple[str, ...], value: tuple[str, ...], folder: Path | None = None
) -> tuple[EditionLine, ...]:
    """Write into the owner's file what is printed `about` something (`outline library`); return the new lines.

    It replaces what the file had about it; without a `value` nothing remains. All other lines stay as they are.

    Raises InvalidFile when the game does not understand the new line, and OSError.
    """
    file = _side_file(name, folder)
    prints = tuple(each for each in load_edition_lines(name, folder) if not _is_about(each, about))
    try:
        before = BytesIO(file.read())
    except FileNotFoundError:
        before = BytesIO()
    removed = {line.number for line in read_lines(before) if _is_about(_parse_print(line), about)}
    before.seek(0)
    kept = [raw.rstrip(b"\r\n") + b"\n" for number, raw in enumerate(before, 1) if number not in removed]
    if value:
        new = RecordLine(len(kept) + 1, " ".join((PRINT_WORD, *about, *value)), False)
        prints = (*prints, _parse_print(new))
        _check_with_game(game_rules(name), prints, new)
        kept.append(f"{new.text}\n".encode())
    file.save(b"".join(kept))
    return prints


def _is_about(edition_line: EditionLine, about: tuple[str, ...]) -> bool:
    return edition_line.words[: len(about)] == about


def _parse_print(line: RecordLine) -> EditionLine:
    first, *words = line.text.split()
    if first != PRINT_WORD or not words:
        raise InvalidFile(
            f"`{PRINT_WORD} ...` is all that may stand here, as in a record", f"line {line.number}"
        )
    return EditionLine(tuple(words))


def _check_with_game(game: Game, prints: tuple[EditionLine, ...], line: RecordLine) -> None:
    """Raise InvalidFile where the game does not understand that line after those before it."""
    try:
        game.assumed_values(GameSetup((), "", {}, prints))
    except InvalidRecord as wrong:  # a set-up line, for the game
        raise InvalidFile(wrong.cause, f"line {line.number}") from wrong
