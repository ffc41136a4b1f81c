"""The `herald` command, the one place that joins screen, simulator and hardware to the table."""

from __future__ import annotations

import argparse
import gc
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from companion.home import RESTORE_FOLDER_NAMES, herald_home
from companion.rules.errors import HeraldError, InvalidInput, InvalidRecord, UsageError
from companion.rules.shown_text import shown_line
from companion.voice.language import SOURCE_LANGUAGE, languages

EXIT_REFUSED, EXIT_UNREADABLE = 1, 2
STDIN_FD, STDOUT_FD = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status."""
    sys.excepthook = _log_uncaught
    args = None
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        args = parse_arguments(arguments)
        tune_garbage_collector()
        _replace_unencodable_letters()
        from companion.fault_log import fault_logging  # `herald --help` needs none

        with _home_of(args), fault_logging(verbose=args.kiosk):
            status: int = args.run(args)
        print(end="", flush=True)
        _tell_unusable_files()
        return status
    except KeyboardInterrupt:
        return 130
    except HeraldError as wrong:
        print(f"herald: {shown_line(_in_words(wrong, args))}", file=sys.stderr)
    except OSError as wrong:
        if not isinstance(wrong, BrokenPipeError):  # the reader of our output has gone
            where = f"{wrong.filename}: " if wrong.filename and wrong.strerror else ""
            print(f"herald: {shown_line(f'{where}{wrong.strerror or wrong}')}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT_FD)  # else the closing flush would fail again
    return EXIT_UNREADABLE


def _in_words(wrong: HeraldError, args: argparse.Namespace | None) -> str:
    """The text of an error in the language of the command that ends with it, as far as it is translated."""
    if args is None or not isinstance(wrong, InvalidInput):
        return str(wrong)
    from companion.voice.damage_messages import invalid_input_text  # as a rule nothing is wrong

    return invalid_input_text(wrong, args.lang or args.usual_language())


def _home_of(args: argparse.Namespace) -> AbstractContextManager[object]:
    """What holds while a command runs: with --safe a home of its own, else a home that no restore has left half done.

    Raises UsageError, FileInUseError and OSError.
    """
    if args.safe:
        from companion.start.safe_start import safe_home

        return safe_home()
    home = herald_home()
    if any((home / name).exists() for name in RESTORE_FOLDER_NAMES):
        from companion.table.storage.restore import finish_interrupted_restore

        finish_interrupted_restore(home)
    return nullcontext()


def _tell_unusable_files() -> None:
    """Tell which of Herald's own files could not be used, where the command did not."""
    from companion.table.storage.kept_files import take_untold_problems

    for problem in take_untold_problems():
        from companion.voice.problem_messages import side_file_message  # as a rule nothing is wrong

        told = f"{side_file_message(problem, SOURCE_LANGUAGE)} {problem.path}: {problem.words}"
        print(f"herald: {shown_line(told)}", file=sys.stderr)


def _log_uncaught(_kind: type[BaseException], fault: BaseException, _trace: TracebackType | None) -> None:
    """For `sys.excepthook`: a fault is logged without its text, which could name what nobody may know."""
    from companion.fault_log import on_uncaught_exception

    on_uncaught_exception(fault)


def tune_garbage_collector() -> None:
    """Let the collector wait: positions and events hold no references back to themselves (a twentieth faster)."""
    gc.set_threshold(50_000, 20, 100)


def _replace_unencodable_letters() -> None:
    """Go on where the terminal cannot show a letter, or where typed bytes are no text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line; an option of the table before a command holds for it, or is refused: raises UsageError."""
    args = make_parser(arguments).parse_args(arguments)
    if args.command is not None:
        _, _, taken = COMMANDS[args.command]
        for name in TABLE_OPTIONS:
            if hasattr(args, name) and name not in taken:
                its = f"herald {args.command}"
                raise UsageError(f"`{its}` does not take it; `{its} --help` lists what it takes", f"--{name}")
    for name, default in TABLE_OPTIONS.items():
        vars(args).setdefault(name, default)
    return args


TABLE_OPTIONS: Mapping[str, object] = {
    "virtual": False,
    "safe": False,
    "game": "",
    "lang": None,
    "size": "800x480",
    "rotate": "auto",
    "frames": 0,
    "terminal": False,
    "kiosk": False,
}
"""The options of the table, and what each is where nobody gives it."""


def make_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command line; it has only the names of commands that are not among the arguments.

    Options of the table that nobody gives are not in its result.
    """
    herald = argparse.ArgumentParser(
        prog="herald",
        description="Herald, the companion at the table. Alone, it opens the touchscreen.",
        argument_default=argparse.SUPPRESS,
    )
    herald.set_defaults(run=_open, usual_language=chosen_language)
    herald.add_argument("--virtual", action="store_true", help="play at a virtual table, without readers")
    herald.add_argument(
        "--safe",
        action="store_true",
        help="start with defaults: nothing that is kept is read, and nothing is kept",
    )
    herald.add_argument(
        "--game",
        metavar="G",
        help="the game, one of `herald games`; in the terminal an interrupted game of it is resumed first",
    )
    herald.add_argument("--lang", choices=languages(), help="language of screen and voice")
    herald.add_argument("--size", help="size of the window in pixels (default 800x480)")
    herald.add_argument(
        "--rotate",
        choices=("auto", "0", "90", "180", "270"),
        help="turn picture and touch by so many degrees; auto turns a panel that is higher than wide",
    )
    herald.add_argument("--frames", type=int, help=argparse.SUPPRESS)  # the bench measures by it
    shown = herald.add_mutually_exclusive_group()
    shown.add_argument("--terminal", action="store_true", help="play in the terminal")
    shown.add_argument(
        "--kiosk",
        action="store_true",
        help="use only the console's touchscreen, and wait until there is one",
    )
    commands = herald.add_subparsers(title="commands", metavar="command", dest="command")
    herald.set_defaults(command=None)
    for name, (what, add_arguments, _) in COMMANDS.items():
        command = commands.add_parser(name, help=what)
        if name in arguments:  # what the other commands need is not imported
            add_arguments(command)
    return herald


def system_language() -> str:
    """The language of this computer's user (`cs_CZ.UTF-8`, `CS`); English when Herald does not speak it."""
    for name in ("HERALD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        locale = re.split("[.@]", os.environ.get(name, ""))[0]
        for spoken in (locale, locale.partition("_")[0].lower()):
            if spoken in languages():
                return spoken
    return SOURCE_LANGUAGE


def chosen_language() -> str:
    """The language chosen on the screen, if it is still available, else that of this computer's user."""
    from companion.screen.settings import load_settings, settings_path

    chosen = load_settings(settings_path()).lang
    return chosen if chosen in languages() else system_language()


def _add_language(
    command: argparse.ArgumentParser,
    run: Callable[[argparse.Namespace, str], int],
    what: str = "language of the texts",
    or_else: Callable[[], str] = chosen_language,
) -> None:
    """Let the command be run in a language that is named, else in the one that was chosen."""
    command.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=what)
    command.set_defaults(run=lambda args: run(args, args.lang or or_else()), usual_language=or_else)


# -- referee


def _add_referee(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="the record; - is standard input, answered as it comes")
    command.add_argument("--position", action="store_true", help="add the position at the end")
    command.add_argument("--legal", action="store_true", help="add the legal moves at the end")
    _add_language(command, _referee, or_else=_english)


def _english() -> str:
    """The language that other programs are answered in."""
    return SOURCE_LANGUAGE


def _referee(args: argparse.Namespace, lang: str) -> int:
    from companion.export.referee import answer_record, to_json_line

    refused = False
    with _opened(args.file) as stream, open(STDOUT_FD, "wb", closefd=False) as answers:
        for answer in answer_record(stream, lang, position=args.position, legal=args.legal):
            refused |= "refused" in answer
            answers.write(to_json_line(answer) + b"\n")
            answers.flush()
    return EXIT_REFUSED if refused else 0


def _opened(name: str) -> BinaryIO:
    """The record of that name, `-` for standard input; raises InvalidRecord."""
    try:
        return open(STDIN_FD, "rb", closefd=False) if name == "-" else Path(name).open("rb")
    except OSError as wrong:
        raise InvalidRecord(wrong.strerror or str(wrong), name) from wrong


# -- simulate, report, doctor, hub


def _add_simulate(command: argparse.ArgumentParser) -> None:
    from companion.simulator.simulate_command import add_arguments
    from hardware.virtual.faults import ALL_RUNTIME_FAULTS

    add_arguments(command, ALL_RUNTIME_FAULTS)
    command.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    from companion.simulator.simulate_command import run_simulate
    from companion.start.virtual_table.simulated_tables import make_simulated_table

    return run_simulate(args, make_simulated_table(args.kit))


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "record", metavar="RECORD", help="a number of `herald evenings`, or a record or journal (./7)"
    )
    ways = command.add_mutually_exclusive_group()
    ways.add_argument(
        "--qr", action="store_true", help="show the QR by which the app BG Stats takes the result"
    )
    ways.add_argument("--picture", action="store_true", help="the result as a picture (with --to)")
    ways.add_argument("--json", action="store_true", help="the result in JSON, for other programs")
    ways.add_argument("--csv", action="store_true", help="the result for a spreadsheet")
    ways.add_argument(
        "--html", action="store_true", help="the whole evening as one page, for a browser or paper"
    )
    command.add_argument(
        "--to", type=Path, metavar="FOLDER", help="put it into this folder, of a stick for example"
    )
    _add_language(command, _report, "language of the report", system_language)


def _report(args: argparse.Namespace, lang: str) -> int:
    from companion.export.game_report import report_lines
    from companion.start.commands.evenings import journal_path

    kind = next((kind for kind in ("qr", "picture", "json", "csv", "html") if getattr(args, kind)), "")
    if kind:
        return _hand_on_result(journal_path(args.record), kind, args.to, lang)
    if args.to is not None:
        raise UsageError("what is to be put there? Say --qr, --picture, --json, --csv or --html, too", "--to")
    for line in report_lines(journal_path(args.record), lang):
        print(shown_line(line))
    return 0


def _hand_on_result(record: Path, kind: str, folder: Path | None, lang: str) -> int:
    """Put the result into a folder, or print it."""
    from companion.export.bg_stats import bg_stats_link, result_qr
    from companion.export.evening_result import load_told_evening
    from companion.export.result_files import RESULT_FILES, keep_result

    evening = load_told_evening(record, lang)
    if folder is not None:
        if not folder.is_dir():
            raise UsageError(f"{str(folder)!r} is no folder; a stick has to be connected", "--to")
        print(shown_line(str(keep_result(evening, kind, folder))))
    elif kind == "qr":
        result_qr(evening.result).terminal(compact=True)
        print(bg_stats_link(evening.result))
    elif kind == "picture":
        raise UsageError("a picture is a file: say --to FOLDER, too", "--picture")
    else:
        sys.stdout.buffer.write(RESULT_FILES[kind][1](evening))
    return 0


def _add_evenings(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.evenings import add_arguments, run

    add_arguments(command)
    _add_language(command, run)


def _add_doctor(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.doctor import add_arguments

    add_arguments(command)


def _add_report_bug(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.report_bug import add_arguments

    add_arguments(command)


def _add_backup(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.backup import add_backup_arguments, run_backup

    add_backup_arguments(command)
    _add_language(command, run_backup, or_else=_language_as_it_lies)


def _add_restore(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.backup import add_restore_arguments, run_restore

    add_restore_arguments(command)
    _add_language(command, run_restore)


def _add_check(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.check import add_arguments, run

    add_arguments(command)
    _add_language(command, run, or_else=_language_as_it_lies)


def _language_as_it_lies() -> str:
    """The language chosen on the screen; settings that cannot be read are left where they are, and not told."""
    from companion.screen.settings import SETTINGS, settings_path
    from companion.table.storage.kept_files import KEPT_FILES

    with suppress(OSError, ValueError):
        chosen = SETTINGS.decode(KEPT_FILES["settings"].at(settings_path()).read(), settings_path()).lang
        if chosen in languages():
            return chosen
    return system_language()


def _add_recover(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.recover import add_arguments, run

    add_arguments(command)
    _add_language(command, run)


def _add_languages(command: argparse.ArgumentParser) -> None:
    from companion.voice.translation_coverage import uncompiled_languages

    command.description = (
        "How much of the texts of Herald and of each game is translated into each available language."
    )
    there = (*languages(), *uncompiled_languages())
    command.add_argument("language", nargs="?", choices=there, help="list what this language lacks")
    command.set_defaults(run=_languages)


def _languages(args: argparse.Namespace) -> int:
    from companion.voice.translation_coverage import coverage_report

    for line in coverage_report(args.language or ""):
        print(line)
    return 0


def _add_hub(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.hub import add_arguments

    add_arguments(command)


# -- tags


def _add_enrol(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.enrol import add_arguments, run

    add_arguments(command)
    _add_language(command, run, "language of the texts, on the tags too")


def _add_deck(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.deck import add_arguments, run

    add_arguments(command)
    command.set_defaults(run=lambda args: run(args, args.lang or chosen_language()))


# -- games


def _add_games(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.games import add_arguments, run

    add_arguments(command)
    _add_language(command, run)


def _add_check_game(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.check_game import add_arguments

    add_arguments(command)


def _add_new_game(command: argparse.ArgumentParser) -> None:
    from companion.start.commands.new_game import add_arguments

    add_arguments(command)


COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None], tuple[str, ...]]] = {
    "games": ("list the games, add one, remove one", _add_games, ("lang",)),
    "check-game": ("check whether a game does what Herald asks of it", _add_check_game, ()),
    "new-game": ("write a folder with the beginning of a new game", _add_new_game, ()),
    "enrol": ("bind a tag to each piece of the box", _add_enrol, ("game", "virtual", "lang")),
    "deck": ("show the tags, export them to a file, or import one", _add_deck, ("game", "lang")),
    "languages": ("list how complete each language is", _add_languages, ()),
    "doctor": ("examine this computer and the hardware, and advise on faults", _add_doctor, ()),
    "hub": ("list the reader hubs on USB; install a hub's program on a Pico", _add_hub, ()),
    "evenings": ("list the evenings; show one, name it, give it up or delete it", _add_evenings, ("lang",)),
    "report": (
        "report on a recorded game: standings, and their reasons; hand on its result",
        _add_report,
        ("lang",),
    ),
    "check": ("say what is wrong with anything that is kept", _add_check, ("lang",)),
    "recover": ("bring back what holds of a damaged evening", _add_recover, ("lang",)),
    "backup": ("write everything that is kept into one file", _add_backup, ("lang",)),
    "restore": ("replace everything that is kept by a backup", _add_restore, ("lang",)),
    "report-bug": ("write one archive to attach when you report a fault", _add_report_bug, ()),
    "referee": ("replay a record and answer every line in JSON", _add_referee, ("lang",)),
    "simulate": ("play whole games at a virtual table", _add_simulate, ("game",)),
}
"""Name -> its text in `herald --help`, the function that adds its arguments, and the options of the table it takes."""


# -- the table itself


def _open(args: argparse.Namespace) -> int:
    from companion.home import tighten_herald_home
    from companion.screen.display.kivy_config import NoVisibleWindow, detect_display_kind
    from companion.start import run_terminal, run_touchscreen

    tighten_herald_home()

    if args.kiosk or (not args.terminal and detect_display_kind() is not None):
        try:
            return run_touchscreen(
                args.lang or chosen_language(),
                args.size,
                args.virtual,
                max_frames=args.frames,
                rotation=None if args.rotate == "auto" else int(args.rotate),
                game=args.game,
                kiosk=args.kiosk,
            )
        except NoVisibleWindow as why:
            if args.kiosk:  # the service tries again
                raise
            print(f"{why}, so the table is told here in the terminal.")
    elif not args.terminal:
        print("No display was found, so the table is told here in the terminal.")
    return run_terminal(args.lang or system_language(), args.virtual, args.game)
