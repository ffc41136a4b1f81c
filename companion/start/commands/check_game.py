"""`herald check-game`: checks whether an installed game keeps the promises that Herald asks of every game."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

from companion.games import find_plugin, game_rules
from companion.games.installed import InstalledGame, installed_games
from companion.rules.errors import HeraldError, UsageError
from companion.rules.shown_text import shown_line

if TYPE_CHECKING:
    from companion.contract.runner import PromiseResult
    from companion.games.plugin import Plugin

EXIT_BROKEN = 1
DEFAULT_GAMES = 12
LINE_WIDTH = 110
MAX_POSITION_LENGTH = 600
"""The number of characters of a position that are printed."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald check-game`."""
    parser.description = (
        "Plays whole random games, checks everything that Herald asks of a game, and says in plain words what is"
        " missing. Ends with 1 when something is missing. The games are the same every time."
    )
    parser.add_argument("name", metavar="NAME", help="an installed game, one of `herald games`")
    parser.add_argument(
        "--players", type=_positive, metavar="N", help="only with so many players (default: every number)"
    )
    parser.add_argument(
        "--games",
        type=_positive,
        default=DEFAULT_GAMES,
        metavar="K",
        help=f"how many games with each number of players (default: {DEFAULT_GAMES})",
    )
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def run(args: Namespace) -> int:
    """Check the game and print the results; the exit status is 1 where a promise is broken.

    Raises UsageError for a game that is not installed or a number of players that it does not allow.
    """
    found = next((each for each in installed_games() if each.name == args.name and each.plugin is None), None)
    if found is not None:
        return _not_playable(found)
    its = find_plugin(args.name)
    rules = game_rules(its.name)
    if args.players is not None and not rules.min_players <= args.players <= rules.max_players:
        raise UsageError(
            f"{its.name} is played by {rules.min_players} to {rules.max_players}, not by {args.players}"
        )
    tables = (args.players,) if args.players else range(rules.min_players, rules.max_players + 1)
    if its.screen:  # some of its modules import Kivy, which would take over the command line and the log
        from companion.screen.display.kivy_config import configure_kivy

        configure_kivy(display="offscreen")
    wrong = 0
    try:
        for heading, verdicts in _parts(its, tables, args.games):
            print(heading, flush=True)
            unseen = 0
            for result in verdicts:
                unseen += result.status == "not looked at"
                wrong += result.status == "broken"
                _tell(result)
            if unseen:
                print(f"  not looked at, for nothing more could be played: {unseen} more")
    except KeyboardInterrupt:
        print(f"Stopped. Until here {_summary(wrong)}")
        raise
    for line in (*_languages(its.name), *(() if wrong else _unexplained(its.name, tables[0]))):
        print(line)
    print(f"{its.name}: {_summary(wrong)}")
    return EXIT_BROKEN if wrong else 0


def _languages(name: str) -> Iterator[str]:
    """How much of the game is translated into each language. A missing translation is not a fault."""
    from companion.voice.language import native_name
    from companion.voice.translation_coverage import coverage_of_game

    try:
        spoken = [*coverage_of_game(name)]
    except (
        HeraldError,
        OSError,
        LookupError,
        TypeError,
        ValueError,
    ):  # the check reported already that its texts cannot be read
        return
    found = [f"{native_name(each.lang)} {each.percent} %" for each in spoken]
    if found:
        yield f"Translated: {', '.join(found)}. The rest is said in English; `herald languages` says more."
    if boxes := "".join(sorted({*"".join(each.boxes for each in spoken)})):
        yield f"No font of this computer has {boxes}: install one that has these letters, else boxes are drawn."


def _unexplained(name: str, players: int) -> Iterator[str]:
    """What explains itself by nothing but its name when it is held, and is no fault."""
    from companion.contract.game_sampler import GameSampler
    from companion.contract.presentation_promises import unexplained_kinds
    from companion.contract.promise import describe_exception

    try:
        silent = unexplained_kinds(GameSampler(game_rules(name), players, game_count=3))
    except Exception as wrong:  # a game's code
        yield f"Not everything can be explained: {describe_exception(wrong)}"
        return
    if silent:
        yield _filled(
            f"Held, these say nothing but their name: {', '.join(silent)}. [about] of data/names.toml explains them.",
            "",
        )


def _not_playable(found: InstalledGame) -> int:
    print(
        f"{found.name} (package {found.package} {found.version}) cannot be played: {found.unplayable_reason}."
    )
    print("Until that is mended there is nothing to check. ARCHITECTURE.md has the recipe for a game.")
    return EXIT_BROKEN


def _parts(
    plugin: Plugin, tables: tuple[int, ...] | range, games: int
) -> Iterator[tuple[str, Iterator[PromiseResult]]]:
    from companion.contract.runner import check_plugin_promises, check_table_promises

    yield f"{plugin.name}: what it brings", check_plugin_promises(plugin)
    for players in tables:
        yield (
            f"{plugin.name} with {players} {'player' if players == 1 else 'players'}: {games} games by chance",
            check_table_promises(plugin, players, games),
        )


def _tell(result: PromiseResult) -> None:
    if result.status == "not looked at":
        return
    word = "BROKEN" if result.status == "broken" else result.status
    print(_filled(f"  {word}: {result.promise.text}", "      "), flush=True)
    for each in result.findings:
        print(_filled(f"    - {each.text}", "      "))
        if each.where:
            print(_filled(f"      {each.where}", "      "))
        if each.position_json:
            cut = " ..." if len(each.position_json) > MAX_POSITION_LENGTH else ""
            print(f"      position {each.position_json[:MAX_POSITION_LENGTH]}{cut}")
    if result.findings:
        print(_filled(f"    To do: {result.promise.remedy}", "      "), flush=True)


def _filled(text: str, indent: str) -> str:
    """The text broken into lines, as it may be shown."""
    return fill(
        shown_line(text), LINE_WIDTH, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
    )


def _summary(wrong: int) -> str:
    if not wrong:
        return "all promises are kept."
    return "one promise is broken." if wrong == 1 else f"{wrong} promises are broken."
