"""The owner's own file of a game: what is printed on his copy, read off the cardboard once and for all.

`HERALD_HOME/louis-xiv.print` holds `print` lines as a record has them, blank lines, and remarks behind
`#`. They go into the head of every new record, so that no record ever depends on this file.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from msgspec.structs import replace

from companion.games import game_rules
from companion.home import herald_home
from companion.rules.errors import Unreadable
from companion.rules.game import EditionLine, Game, GameSetup
from companion.rules.record import RecordHeader, RecordLine, read_lines
from companion.table.storage.atomic_write import write_atomically

EDITION_SUFFIX = ".print"
PRINT_WORD = "print"


def edition_path(name: str, folder: Path | None = None) -> Path:
    """Where the owner keeps what his copy of that game says."""
    return (folder or herald_home()) / f"{name}{EDITION_SUFFIX}"


def with_edition_lines(head: RecordHeader, folder: Path | None = None) -> RecordHeader:
    """The head of a new record with the owner's `print` lines before its own, which override them.

    Raises Unreadable with the file and its line; there need not be a file.
    """
    prints = load_edition_lines(head.game, folder)
    return replace(head, setup=replace(head.setup, edition_lines=(*prints, *head.setup.edition_lines)))


def load_edition_lines(name: str, folder: Path | None = None) -> tuple[EditionLine, ...]:
    """The `print` lines of the owner's file, none without one; raises Unreadable with the file and its line."""
    played, path = game_rules(name), edition_path(name, folder)
    prints: tuple[EditionLine, ...] = ()
    try:
        with path.open("rb") as stream:
            for line in read_lines(stream):
                prints = (*prints, _parse_print(line))
                _check_with_game(played, prints, line)
    except FileNotFoundError:
        return ()
    except OSError as wrong:
        raise Unreadable(wrong.strerror or str(wrong), str(path)) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.what, f"{path}, {wrong.where}") from wrong
    return prints


def save_edition_line(
    name: str, about: tuple[str, ...], value: tuple[str, ...], folder: Path | None = None
) -> tuple[EditionLine, ...]:
    """Write into the owner's file what his copy says `about` something (`outline library`), in place of what stood
    there about it; no `value`: nothing any more. All other lines stay as they are. Gives what the file says then.

    Raises Unreadable when the file cannot be read, or the game does not understand the new line; OSError.
    """
    path = edition_path(name, folder)
    prints = tuple(each for each in load_edition_lines(name, folder) if not _is_about(each, about))
    before = BytesIO(path.read_bytes() if path.exists() else b"")
    gone = {line.number for line in read_lines(before) if _is_about(_parse_print(line), about)}
    before.seek(0)
    stays = [raw.rstrip(b"\r\n") + b"\n" for number, raw in enumerate(before, 1) if number not in gone]
    if value:
        new = RecordLine(len(stays) + 1, " ".join((PRINT_WORD, *about, *value)), False)
        prints = (*prints, _parse_print(new))
        _check_with_game(game_rules(name), prints, new)
        stays.append(f"{new.text}\n".encode())
    write_atomically(path, b"".join(stays))
    return prints


def _is_about(said: EditionLine, about: tuple[str, ...]) -> bool:
    return said.words[: len(about)] == about


def _parse_print(line: RecordLine) -> EditionLine:
    first, *words = line.text.split()
    if first != PRINT_WORD or not words:
        raise Unreadable(
            f"`{PRINT_WORD} ...` is all that may stand here, as in a record", f"line {line.number}"
        )
    return EditionLine(tuple(words))


def _check_with_game(played: Game, prints: tuple[EditionLine, ...], line: RecordLine) -> None:
    """Whether the game understands that line, after those before it."""
    try:
        played.assumed_values(GameSetup((), "", {}, prints))
    except Unreadable as wrong:
        raise Unreadable(wrong.what, f"line {line.number}") from wrong
