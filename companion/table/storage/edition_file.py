"""The owner's own file of a game: what is printed on their copy, read off the cardboard once and for all.

`HERALD_HOME/louis-xiv.print` holds `print` lines as a record has them, blank lines, and remarks behind `#`. They go
into the header of every new record, so that no record ever depends on this file.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from msgspec.structs import replace

from companion.games import game_rules
from companion.home import herald_home
from companion.rules.errors import InvalidFile, InvalidInput, InvalidRecord
from companion.rules.game import EditionLine, Game, GameSetup
from companion.rules.record import RecordHeader, RecordLine, read_lines
from companion.table.storage.atomic_write import write_atomically

EDITION_SUFFIX = ".print"
PRINT_WORD = "print"


def edition_path(name: str, folder: Path | None = None) -> Path:
    """The file in which the owner keeps what is printed on their copy of that game."""
    return (folder or herald_home()) / f"{name}{EDITION_SUFFIX}"


def with_edition_lines(head: RecordHeader, folder: Path | None = None) -> RecordHeader:
    """The header of a new record with the owner's `print` lines before its own, which override them.

    Raises InvalidFile with the file and its line; the file may be missing.
    """
    prints = load_edition_lines(head.game, folder)
    return replace(head, setup=replace(head.setup, edition_lines=(*prints, *head.setup.edition_lines)))


def load_edition_lines(name: str, folder: Path | None = None) -> tuple[EditionLine, ...]:
    """The `print` lines of the owner's file, none without one; raises InvalidFile with the file and its line."""
    game, path = game_rules(name), edition_path(name, folder)
    prints: tuple[EditionLine, ...] = ()
    try:
        with path.open("rb") as stream:
            for line in read_lines(stream):
                prints = (*prints, _parse_print(line))
                _check_with_game(game, prints, line)
    except FileNotFoundError:
        return ()
    except OSError as wrong:
        raise InvalidFile(wrong.strerror or str(wrong), str(path)) from wrong
    except InvalidInput as wrong:  # its lines are read like those of a record
        raise InvalidFile(wrong.what, f"{path}, {wrong.where}") from wrong
    return prints


def save_edition_line(
    name: str, about: tuple[str, ...], value: tuple[str, ...], folder: Path | None = None
) -> tuple[EditionLine, ...]:
    """Write into the owner's file what is printed `about` something (`outline library`); return the new lines.

    It replaces what the file had about it; without a `value` nothing remains. All other lines stay as they are.

    Raises InvalidFile when the file cannot be read or the game does not understand the new line, and OSError.
    """
    path = edition_path(name, folder)
    prints = tuple(each for each in load_edition_lines(name, folder) if not _is_about(each, about))
    before = BytesIO(path.read_bytes() if path.exists() else b"")
    removed = {line.number for line in read_lines(before) if _is_about(_parse_print(line), about)}
    before.seek(0)
    kept = [raw.rstrip(b"\r\n") + b"\n" for number, raw in enumerate(before, 1) if number not in removed]
    if value:
        new = RecordLine(len(kept) + 1, " ".join((PRINT_WORD, *about, *value)), False)
        prints = (*prints, _parse_print(new))
        _check_with_game(game_rules(name), prints, new)
        kept.append(f"{new.text}\n".encode())
    write_atomically(path, b"".join(kept))
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
        raise InvalidFile(wrong.what, f"line {line.number}") from wrong
