"""Chooses the terminal's game: the interrupted one, or a new one at a real table or against virtual players."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from companion.games import default_game_name, game_names, game_rules, query_each_game
from companion.home import is_safe_start
from companion.rules.errors import InvalidInput, UsageError
from companion.rules.game import Game, GameSetup, Seat, check_setup
from companion.rules.record import EveningTable, RecordHeader
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory
from companion.table.dealer import NoDealer
from companion.table.session import Session
from companion.table.storage.edition_file import with_edition_lines
from companion.table.storage.evenings import table_of_evening
from companion.table.storage.journal import read_journal
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import SavedGame, last_interrupted_game, new_journal_path
from companion.table.table_hardware import MessageReceiver, TableHardware
from companion.terminal.terminal_game import ReadLine, SpeakLines, TerminalGame, WriteText
from companion.terminal.terminal_game_with_readers import TerminalGameWithReaders
from companion.voice.damage_messages import invalid_input_text
from companion.voice.evening_text import describe_evening
from companion.voice.language import load_translation
from companion.voice.problem_messages import readers_status_message, side_file_message
from companion.voice.translator import Translator

EXAMPLE_NAMES = ("Anna", "Bert", "Carla", "Dora", "Emil", "Frida", "Gus")


def play_in_terminal(
    hardware: TableHardware | None,
    lang: str,
    read_line: ReadLine,
    print_line: WriteText,
    speak: SpeakLines,
    name: str = "",
) -> None:
    """Play until the game is over or the input ends.

    `hardware`: not opened yet; None where nothing is wired. `name`: the game, "" for the interrupted one or
    the default game. Raises UsageError where there is no such game.
    """
    waiting = last_interrupted_game()
    if name and waiting is not None and waiting.game != game_rules(name).name:
        print_line(unfinished_hint(waiting, lang))
        waiting = None
    if hardware is not None:
        hardware.open(lambda: None)
        if hardware.status().unusable_file:
            print_line(readers_status_message(hardware.status(), lang))
    if waiting is not None:
        path, head = waiting.path, read_journal(waiting.path).head
        table = table_of_evening(path, head)
        session = _resume_session(path, head, table, hardware)
    else:
        if not name and len(game_names()) > 1:
            print_line(other_games_hint(lang))
        played = game_rules(name or default_game_name())
        try:
            seats = ask_for_seats(played, lang, read_line, print_line) if hardware is not None else ()
        except EOFError:
            return
        path, table, session = _begin_session(played, seats, hardware)
    for problem in take_untold_problems():
        print_line(side_file_message(problem, lang))
    try:
        _make_terminal_game(path, table, session, hardware, lang, read_line, print_line, speak).play_game()
    finally:
        if hardware is not None:
            hardware.detach_session()
        session.close()


def _make_terminal_game(
    path: Path,
    table: EveningTable,
    session: Session,
    hardware: TableHardware | None,
    lang: str,
    ask: ReadLine,
    tell: WriteText,
    speak: SpeakLines,
) -> TerminalGame:
    """The terminal game for that session: with a virtual dealer, or for people who hold the cards."""

    def join(receiver: MessageReceiver) -> None:
        if hardware is not None:
            hardware.attach_session(session, receiver)

    colours = tuple(seat.colour for seat in session.snapshot.setup.seats)
    if not table.is_virtual:
        return TerminalGameWithReaders(session, NoDealer(), colours, lang, ask, tell, speak, join=join)
    present = tuple(colour for colour in colours if colour not in table.absent)
    host = VirtualDealerAndDeckFactory().make_dealer(
        path.stem, session.snapshot.game, table.absent, table.beginners
    )
    return TerminalGame(session, host, present, lang, ask, tell, speak, is_kept=not is_safe_start())


def _resume_session(
    path: Path, head: RecordHeader, table: EveningTable, hardware: TableHardware | None
) -> Session:
    if table.is_virtual or hardware is None:
        return Session.resume(path)
    return Session.resume(path, hardware.load_deck(head.game), hardware.zone_plan(head.game, head.setup))


def _begin_session(
    played: Game, seats: tuple[Seat, ...], hardware: TableHardware | None
) -> tuple[Path, EveningTable, Session]:
    path = new_journal_path(datetime.now().strftime("%Y-%m-%d-%H%M"), played.name)
    if seats and hardware is not None:
        setup, table = GameSetup(seats, seats[0].colour), EveningTable()
        head = with_edition_lines(RecordHeader(played.name, setup, table=table))
        deck, zones = hardware.load_deck(head.game), hardware.zone_plan(head.game, head.setup)
        return path, table, Session.create(path, head, deck, zones)
    seats = example_seats(played, 3)
    table = EveningTable(True, tuple(seat.colour for seat in seats[1:]))
    setup = GameSetup(seats, random.choice(seats).colour)
    head = with_edition_lines(RecordHeader(played.name, setup, table=table))
    return path, table, Session.create(path, head)


# -- who plays


def example_seats(played: Game, players: int) -> tuple[Seat, ...]:
    """Seats of so many players, or of as near to it as the game allows."""
    most = min(max(players, played.min_players), played.max_players)
    return tuple(
        Seat(colour, name) for colour, name in zip(played.colours[:most], EXAMPLE_NAMES, strict=False)
    )


def other_games_hint(lang: str) -> str:
    """A hint which game begins where nobody named one, and how to begin another."""
    titles = dict(query_each_game(lambda name: Translator(name, {}, lang).name_of("game", "title")))
    ways = ", ".join(
        f"{title}: herald --game {name}" for name, title in titles.items() if name != default_game_name()
    )
    return (
        load_translation(lang)
        .gettext("This is {game}. Another game: {ways}")
        .format(game=titles[default_game_name()], ways=ways)
    )


def unfinished_hint(waiting: SavedGame, lang: str) -> str:
    """What becomes of the evening that was not finished while another one begins."""
    text = describe_evening(waiting, lang)
    return (
        load_translation(lang)
        .gettext("Not finished yet, and kept: {game}, {progress}. Go on with it later: {command}")
        .format(game=text.game, progress=text.progress, command=f"herald evenings {waiting.number} --go-on")
    )


def ask_for_seats(played: Game, lang: str, ask: ReadLine, tell: WriteText) -> tuple[Seat, ...]:
    """Ask for the players until they can play, the first one first; () for a game against virtual players."""
    texts, translator = load_translation(lang), Translator(played.name, {}, lang)
    name_by_colour = {colour: translator.name_of("colour", colour).lower() for colour in played.colours}
    question = texts.gettext("Who plays, clockwise, {starts} first? For example: {example}").format(
        starts=translator.name_of("game", "starts"),
        example=", ".join(f"{name_by_colour[seat.colour]} {seat.name}" for seat in example_seats(played, 4)),
    )
    against = texts.gettext("Nobody: only Enter, for an evening against virtual players.")
    while typed := ask(f"{question}\n{against}\n> ").strip():
        try:
            seats = parse_seats(typed, name_by_colour)
            check_setup(played, GameSetup(seats, seats[0].colour))
        except InvalidInput as wrong:  # what was typed, or the set-up that it makes
            tell(invalid_input_text(wrong, lang))
        else:
            return seats
    return ()


def parse_seats(typed: str, name_by_colour: Mapping[str, str]) -> tuple[Seat, ...]:
    """The seats from names with commas between them; a name without a colour gets the next free one.

    A colour is typed as people call it or as in a record. Raises UsageError where there is no name.
    """
    colour_by_word = {name: colour for colour, name in name_by_colour.items()} | {
        colour: colour for colour in name_by_colour
    }
    parts = [part.split() for part in typed.split(",") if part.strip()]
    taken = {colour_by_word.get(words[0].lower()) for words in parts}
    free = (colour for colour in name_by_colour if colour not in taken)
    seats = []
    for words in parts:
        colour = colour_by_word.get(words[0].lower(), "")
        if colour:
            words.pop(0)
        else:
            colour = next(free, "")
        seats.append(Seat(colour, " ".join(words) or colour))
    if not seats:
        raise UsageError("no names: write them with commas between")
    return tuple(seats)
