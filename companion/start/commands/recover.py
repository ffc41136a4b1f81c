"""`herald recover`: a new journal with all that holds of a damaged one, which is left as it is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.rules.errors import UsageError
from companion.rules.shown_text import shown_line
from companion.start.commands.evenings import journal_path
from companion.table.storage.disk import usable_home
from companion.table.storage.recovery import (
    LeftOutLine,
    RecoveredEvening,
    read_recovered,
    recovered_path,
    write_recovered,
)
from companion.table.storage.saved_games import saved_games, saved_games_folder
from companion.voice.damage_messages import COMPARE, kept_message, reason_text
from companion.voice.language import load_translation, mark_message

INDENT: Final = "    "
MAX_LISTED_LINES: Final = 40

WHOLE: Final = mark_message("{file} is whole: there is nothing to bring back, and nothing was written.")
ONLY_ITS_END: Final = mark_message(
    "Only the end of {file} is damaged, from line {line} on. Herald goes on without it by itself: nothing was"
    " written."
)
LEFT_OUT: Final = mark_message("Left out:")
LEFT_OUT_LINE: Final = mark_message("line {line}: {why}: {text}")
AND_MORE: Final = mark_message("and {count} more")
WRITTEN: Final = mark_message("Written: {file}. The damaged file is as it was.")
GO_ON: Final = mark_message("Go on with it: {command}, or on the screen under Evenings.")


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald recover`."""
    parser.description = (
        "Writes a new journal with all that holds of a damaged one, which stays as it is, and lists what does not hold."
        " Lines behind the damage are taken, too, while their sums vouch for them and the rules allow them."
    )
    parser.add_argument(
        "journal", metavar="FILE", help="a number of `herald evenings`, or a journal (./7 is a file)"
    )
    parser.add_argument(
        "--into", metavar="NEW", type=Path, help="the new file; usually an evening of its own, in the list"
    )
    parser.add_argument(
        "--whole-lines",
        action="store_true",
        help="show what is left out as it stands there, also what may lie face down",
    )


def run(args: Namespace, lang: str) -> int:
    """Bring back what holds, and tell what does not; raises UsageError, InvalidRecord, OSError."""
    path, text = journal_path(args.journal), load_translation(lang).gettext
    shown = shown_line(str(path))
    recovered = read_recovered(path)
    if not recovered.left_out:
        print(text(WHOLE).format(file=shown))
        return 0
    if recovered.goes_on:
        print(text(ONLY_ITS_END).format(file=shown, line=recovered.first.number))
        return 0
    if args.into is None:
        usable_home(is_written=True)
    new = args.into or recovered_path(path, saved_games_folder())
    _write(recovered, path, new)
    for line in _told(recovered, lang, args.whole_lines):
        print(line)
    print(text(WRITTEN).format(file=shown_line(str(new))))
    number = _number_of(new)
    if number is not None:
        print(text(GO_ON).format(command=f"herald evenings {number} --go-on"))
        print(text(COMPARE))
    return 0


def _number_of(journal: Path) -> int | None:
    """The number of the new evening; None where it does not lie with the others."""
    if journal.parent.resolve() != saved_games_folder().resolve():
        return None
    return next((saved.number for saved in saved_games() if saved.path.name == journal.name), None)


def _write(recovered: RecoveredEvening, path: Path, new: Path) -> None:
    """Write the new journal, and first what belongs beside it; raises OSError."""
    from companion.table.storage.kept_files import copy_beside

    if new.exists() or new.is_symlink():
        raise UsageError("there is a file of that name, which stays; name another one with --into", str(new))
    copy_beside(path, new)
    write_recovered(recovered, new)


def _told(recovered: RecoveredEvening, lang: str, whole_lines: bool) -> Iterator[str]:
    """What is brought back, and each line that is not."""
    text = load_translation(lang).gettext
    yield kept_message(recovered, lang)
    yield text(LEFT_OUT)
    for each in recovered.left_out[:MAX_LISTED_LINES]:
        yield f"{INDENT}{_left_out_line(each, lang, whole_lines)}"
    if (more := len(recovered.left_out) - MAX_LISTED_LINES) > 0:
        yield f"{INDENT}{text(AND_MORE).format(count=more)}"


def _left_out_line(left_out: LeftOutLine, lang: str, whole_lines: bool) -> str:
    return (
        load_translation(lang)
        .gettext(LEFT_OUT_LINE)
        .format(
            line=left_out.number,
            why=reason_text(left_out.why, lang),
            text=left_out.raw if whole_lines else left_out.heard,
        )
    )
