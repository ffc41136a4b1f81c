"""`herald evenings`: lists all that are kept, shows one, and goes on with it, names it, gives it up or deletes it."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from companion.rules.errors import UsageError
from companion.rules.shown_text import shown_line
from companion.start.commands.confirmation import Confirm, make_confirm
from companion.table.storage.disk import usable_home
from companion.table.storage.saved_games import SavedGame, saved_game_with_number, saved_games
from companion.voice.evening_text import (
    DELETE_AGAIN,
    DELETE_CONSEQUENCE,
    DELETE_QUESTION,
    GIVE_UP_CONSEQUENCE,
    GIVE_UP_QUESTION,
    EveningText,
    describe_evening,
)
from companion.voice.language import load_translation, mark_message

EXIT_NOT_DONE: Final = 1
INDENT: Final = "    "
_EVENING_NUMBER: Final = re.compile(r"\d{1,18}")
"""What stands for a number of the list; anything else is a file."""

DELETED: Final = mark_message("Deleted. Its record lies in {file} until you remove it.")
NOTHING_DONE: Final = mark_message("Nothing was done.")
NO_EVENINGS: Final = mark_message("No evening is kept yet.")


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald evenings`."""
    parser.description = (
        "Lists all evenings, unfinished and finished, the one opened last first, each with the number by which"
        " people and commands call it. With a number it shows that one, as everybody at the table knows it."
    )
    parser.add_argument(
        "number", metavar="NUMBER", nargs="?", type=evening_number, help="an evening of the list"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--go-on", action="store_true", help="go on with it in the terminal")
    action.add_argument("--name", metavar="NAME", help='give it a name; "" takes it away')
    action.add_argument(
        "--give-up", action="store_true", help="end it without a result; --go-on takes that back"
    )
    action.add_argument(
        "--delete", action="store_true", help="take it out of the list; its record is moved to `deleted`"
    )
    action.add_argument("--json", action="store_true", help="print it in JSON, one evening a line")
    parser.add_argument("--yes", action="store_true", help="do not ask before it is given up or deleted")


def run(args: Namespace, lang: str) -> int:
    """Carry out what the command line says; raises UsageError where there is no such evening, HeraldError, OSError."""
    usable_home(is_written=args.name is not None or args.give_up or args.delete)
    if args.number is None:
        if args.go_on or args.name is not None or args.give_up or args.delete:
            raise UsageError("which evening? Say its number: `herald evenings` lists them")
        return _list(lang, as_json=args.json)
    saved = find_evening(args.number)
    if args.json:
        print(json.dumps(evening_as_json(saved), ensure_ascii=False))
        return 0
    if args.name is not None:
        return _name(saved, args.name, lang)
    if args.go_on:
        return _go_on(saved, lang)
    if args.give_up:
        return _give_up(saved, lang, make_confirm(args.yes, lang))
    if args.delete:
        return _delete(saved, lang, make_confirm(args.yes, lang))
    for line in _told(saved, lang):
        print(line)
    return 0


def evening_number(typed: str) -> int:
    """The number that was typed; raises ArgumentTypeError, what was typed and where the numbers are."""
    try:
        return int(typed)
    except ValueError as wrong:
        raise ArgumentTypeError(f"{typed[:40]!r} is no number; `herald evenings` lists them") from wrong


def journal_path(typed: str) -> Path:
    """The journal that was meant, by its number or as a file; raises UsageError where no evening has that number."""
    if not _EVENING_NUMBER.fullmatch(typed):
        return Path(typed)
    return find_evening(int(typed), f", `./{typed}` is a file").path


def find_evening(number: int, otherwise: str = "") -> SavedGame:
    """The evening with that number; raises UsageError, with what else could be typed at its end."""
    saved = saved_game_with_number(number)
    if saved is None:
        raise UsageError(f"evening {number}: there is none; `herald evenings` lists them{otherwise}")
    return saved


# -- the list


def _list(lang: str, *, as_json: bool) -> int:
    found = saved_games()
    if as_json:
        for saved in found:
            print(json.dumps(evening_as_json(saved), ensure_ascii=False))
        return 0
    if not found:
        print(load_translation(lang).gettext(NO_EVENINGS))
    rows = [_row(saved, describe_evening(saved, lang)) for saved in found]
    widths = [max(len(row[column]) for row in rows) for column in range(3)] if rows else []
    for row in rows:
        number, when, game = (text.ljust(width) for text, width in zip(row, widths, strict=False))
        print(f"{number}  {when}  {game}  {row[3]}".rstrip())
    return 0


def _row(saved: SavedGame, text: EveningText) -> tuple[str, str, str, str]:
    """Number, time, game, and the rest: what people call it, who plays, how far it is."""
    rest = (f'"{text.name}"' if text.name else "", text.players, text.progress)
    return str(saved.number), text.when, text.game, "; ".join(part for part in rest if part)


def evening_as_json(saved: SavedGame) -> Mapping[str, Any]:
    """An evening for other programs."""
    known: dict[str, Any] = {
        "number": saved.number,
        "state": saved.state,
        "file": shown_line(str(saved.path)),
    }
    with suppress(OSError, OverflowError, ValueError):  # a time that no calendar has
        known["written"] = datetime.fromtimestamp(saved.modified_at, UTC).isoformat(timespec="seconds")
    if saved.name:
        known["name"] = shown_line(saved.name)
    summary = saved.summary
    if summary is None:
        return {**known, "error": shown_line(saved.error)}
    known["game"] = shown_line(summary.game)
    known["players"] = {shown_line(seat.colour): seat.shown_name for seat in summary.seats}
    if summary.is_over:
        winners = [shown_line(colour) for colour in summary.winners]
        scores = {shown_line(colour): points for colour, points in summary.points.items()}
        return {**known, "winners": winners, "scores": scores}
    return {**known, "round": summary.round_number, "phase": shown_line(summary.phase)}


# -- one evening


def _heading(saved: SavedGame, lang: str) -> Iterator[str]:
    text = describe_evening(saved, lang)
    yield f"{saved.number}: {text.game}" + (f', "{text.name}"' if text.name else "")
    for line in (text.players, text.when, text.progress, shown_line(str(saved.path))):
        if line:
            yield f"{INDENT}{line}"


def _told(saved: SavedGame, lang: str) -> Iterator[str]:
    """The evening, and what happened in it."""
    from companion.rules.public_view import told_history
    from companion.table.storage.evening_notes import EveningNotebook
    from companion.table.storage.saved_games import load_evening
    from companion.voice.evening_text import Story
    from companion.voice.voice import Voice

    yield from _heading(saved, lang)
    if saved.summary is None:
        return
    head, history = load_evening(saved.path)
    voice = Voice(head.game, {s.colour: s.name for s in head.setup.seats}, lang)
    yield ""
    for line in Story(told_history(history), EveningNotebook(saved.path, head).notes.refusals, voice):
        yield shown_line(line.text)


def _name(saved: SavedGame, name: str, lang: str) -> int:
    from companion.table.storage.evenings import name_evening

    name_evening(saved.path, name)
    for line in _heading(find_evening(saved.number), lang):
        print(line)
    return 0


def _go_on(saved: SavedGame, lang: str) -> int:
    from companion.start import run_terminal
    from companion.table.storage.evenings import remember_last_opened, table_of_evening
    from companion.table.storage.journal import read_record

    if saved.state not in ("interrupted", "given-up"):
        why = "it is over" if saved.summary is not None else f"it cannot be read: {saved.error}"
        if saved.missing_game:
            why = f"its game {saved.missing_game} is not installed, or cannot be played; `herald games` says more"
        raise UsageError(f"evening {saved.number} cannot go on: {why}")
    remember_last_opened(saved.path)
    return run_terminal(lang, table_of_evening(saved.path, read_record(saved.path)[0]).is_virtual)


def _give_up(saved: SavedGame, lang: str, confirm: Confirm) -> int:
    from companion.table.storage.evenings import give_up_evening

    text = load_translation(lang).gettext
    if saved.state != "interrupted":
        raise UsageError(f"evening {saved.number} cannot be given up: it is not one that could go on")
    for line in _heading(saved, lang):
        print(line)
    if not confirm(f"{text(GIVE_UP_QUESTION)} {text(GIVE_UP_CONSEQUENCE)}"):
        print(text(NOTHING_DONE))
        return EXIT_NOT_DONE
    give_up_evening(saved.path)
    print(describe_evening(find_evening(saved.number), lang).progress)
    return 0


def _delete(saved: SavedGame, lang: str, confirm: Confirm) -> int:
    from companion.table.storage.evenings import delete_evening

    text = load_translation(lang).gettext
    for line in _heading(saved, lang):
        print(line)
    if not (confirm(f"{text(DELETE_QUESTION)} {text(DELETE_CONSEQUENCE)}") and confirm(text(DELETE_AGAIN))):
        print(text(NOTHING_DONE))
        return EXIT_NOT_DONE
    print(text(DELETED).format(file=shown_line(str(delete_evening(saved.path)))))
    return 0
