"""`herald games`: lists the installed games with their origin, adds one, or removes one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.games.installed import InstalledGame, installed_games
from companion.rules.errors import HeraldError
from companion.rules.shown_text import shown_line
from companion.table.storage.disk import usable_home

EXIT_PROBLEMS = 1


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald games`."""
    parser.description = (
        "Lists the games, each with its version and origin. Ends with 1 when one cannot be played."
    )
    parser.set_defaults(action="list")
    actions = parser.add_subparsers(title="actions", metavar="action", dest="action")
    added = actions.add_parser(
        "add",
        help="add a game from a file, or a newer one of the same package",
        description="Adds the game of a wheel. A game is a program: add only what you trust.",
    )
    added.add_argument("file", metavar="FILE.whl", type=Path, help="the game's wheel")
    removed = actions.add_parser("remove", help="remove a game that was added")
    removed.add_argument("name", metavar="NAME", help="the game, as `herald games` lists it")


def run(args: Namespace, lang: str) -> int:
    """Carry out the action of the command line; returns the exit status. Raises HeraldError and OSError."""
    if args.action in ("add", "remove"):
        usable_home(is_written=True)
    match args.action:
        case "add":
            return _add(args.file, lang)
        case "remove":
            return _remove(args.name)
    return _list(lang)


def _list(lang: str) -> int:
    rows = [
        (each.name, _title(each, lang), f"{each.package} {each.version}", _where(each))
        for each in installed_games()
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(3)] if rows else []
    for each, row in zip(installed_games(), rows, strict=True):
        line = "  ".join((*(text.ljust(width) for text, width in zip(row, wide, strict=False)), row[3]))
        print(shown_line(line).rstrip())
        if each.plugin is None:
            print(f"    cannot be played: {shown_line(each.unplayable_reason)}")
    return EXIT_PROBLEMS if any(each.plugin is None for each in installed_games()) else 0


def _title(each: InstalledGame, lang: str) -> str:
    """The game's title in that language, and which edition is played; its own name where these cannot be read."""
    from companion.voice.game_texts import load_names

    if each.plugin is None:
        return each.name
    try:
        names = load_names(each.name, lang)["game"]
        return ", ".join(filter(None, (names["title"], names.get("edition"))))
    except (HeraldError, LookupError, OSError, TypeError, ValueError):
        return each.name


def _where(each: InstalledGame) -> str:
    if each.is_built_in:
        return "comes with Herald"
    return f"added: {each.folder}" if each.folder is not None else "installed beside Herald"


def _add(wheel: Path, lang: str) -> int:
    from companion.start.game_installer import install_wheel

    if not wheel.is_file():
        raise FileNotFoundError(2, "no such file", str(wheel))
    for each in install_wheel(wheel):
        print(f"{_title(each, lang)} {each.version} was added. Play it: herald --game {each.name}")
        print(f"Whether it keeps to what Herald asks of a game: herald check-game {each.name}")
        _draw(each.name)
    print("A Herald that runs now offers it when it is started the next time.")
    return 0


def _draw(name: str) -> None:
    """Make the pictures of its symbols. The game is added even where that fails."""
    from companion.screen.draw.symbols import game_symbol_file_by_name, game_symbol_name
    from companion.start.symbol_cache import draw_missing_symbols

    try:
        for wrong in draw_missing_symbols(
            game_symbol_name(each, name) for each in game_symbol_file_by_name(name)
        ):
            print(shown_line(f"A symbol cannot be drawn, its name will stand there: {wrong}"))
    except OSError as wrong:
        print(shown_line(f"The pictures of its symbols cannot be kept: {wrong}"))


def _remove(name: str) -> int:
    from companion.start.game_installer import uninstall_game

    print(f"{uninstall_game(name)} was removed. Evenings and tags of its games stay where they are.")
    return 0
