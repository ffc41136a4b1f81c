"""Chooses the terminal's game: the interrupted one, or a new one, for which it asks what the screen asks.

Which game, with what it is played, who plays, who begins: in that order, and only Enter takes what is usual.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.games import default_game_name, game_rules, query_each_game
from companion.home import is_safe_start
from companion.rules.errors import InvalidInput, UsageError
from companion.rules.game import Game, GameSetup, Seat, check_setup
from companion.rules.record import EveningTable, RecordHeader
from companion.screen.settings import (
    load_player_names,
    load_settings,
    remember_player_names,
    save_settings,
    settings_path,
)
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory
from companion.table.dealer import NoDealer
from companion.table.session import Session
from companion.table.storage.edition_file import with_edition_lines
from companion.table.storage.evenings import load_index, table_of_evening
from companion.table.storage.journal import read_journal
from companion.table.storage.kept_files import take_untold_problems
from companion.table.storage.saved_games import SavedGame, last_interrupted_game, new_journal_path
from companion.table.table_hardware import MessageReceiver, TableHardware
from companion.terminal.device_questions import DeviceQuestions
from companion.terminal.terminal_game import (
    GUIDE_COMMAND,
    GUIDE_MESSAGE,
    QUIT_COMMANDS,
    ReadLine,
    SpeakLines,
    TerminalGame,
    WriteText,
)
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
    is_virtual: bool = False,
) -> None:
    """Play until the game is over or the input ends.

    `hardware`: not opened yet; None where nothing is wired. `name`: the game, "" for the interrupted one, or for one
    that is asked for. `is_virtual`: Herald deals, and nobody is asked. Raises UsageError where there is no such game.
    """
    devices = None
    if hardware is not None:
        devices = DeviceQuestions(hardware, lang, read_line, print_line)
        hardware.open(devices.on_hardware_changed)
        if hardware.status().unusable_file:
            print_line(readers_status_message(hardware.status(), lang))
        try:
            devices.ask_about_all()
        except EOFError:
            return
    waiting = last_interrupted_game()
    if name and waiting is not None and waiting.game != game_rules(name).name:
        print_line(unfinished_hint(waiting, lang))
        waiting = None
    if waiting is not None:
        path, head = waiting.path, read_journal(waiting.path).head
        table = table_of_evening(path, head)
        session = _resume_session(path, head, table, hardware)
    else:
        try:
            has_readers = hardware is not None and bool(hardware.status().readers)
            asked = _NewGame.ask(name, is_virtual, has_readers, lang, read_line, print_line)
        except EOFError:
            return
        path, table, session = _begin_session(asked, hardware)
        if is_first_evening(asked.game.name):
            print_line(load_translation(lang).gettext(GUIDE_MESSAGE).format(word=GUIDE_COMMAND))
    for problem in take_untold_problems():
        print_line(side_file_message(problem, lang))
    try:
        game = _make_terminal_game(
            path, table, session, hardware, devices, lang, read_line, print_line, speak
        )
        is_over = game.play_game()
        _tell_how_result_is_kept(is_over, path, lang, print_line)
    finally:
        if hardware is not None:
            hardware.detach_session()
        session.close()


def is_first_evening(game: str) -> bool:
    """Whether nobody has begun that game here before; from now on somebody has."""
    settings = load_settings(settings_path())
    if game in settings.guided:
        return False
    with suppress(OSError):  # then it is told again the next time
        save_settings(settings_path(), replace(settings, guided=(*settings.guided, game)))
    return True


def _make_terminal_game(
    path: Path,
    table: EveningTable,
    session: Session,
    hardware: TableHardware | None,
    devices: DeviceQuestions | None,
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
        return TerminalGameWithReaders(
            session, NoDealer(), colours, lang, ask, tell, speak, join=join, devices=devices
        )
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


def _begin_session(asked: _NewGame, hardware: TableHardware | None) -> tuple[Path, EveningTable, Session]:
    path = new_journal_path(datetime.now().strftime("%Y-%m-%d-%H%M"), asked.game.name)
    remember_player_names(seat.name for seat in asked.seats if seat.colour not in asked.table.absent)
    setup = GameSetup(asked.seats, asked.first_player)
    head = with_edition_lines(RecordHeader(asked.game.name, setup, table=asked.table))
    if asked.table.is_virtual or hardware is None:
        return path, asked.table, Session.create(path, head)
    deck, zones = hardware.load_deck(head.game), hardware.zone_plan(head.game, head.setup)
    return path, asked.table, Session.create(path, head, deck, zones)


# -- what is asked before a new game


class _NewGame(NamedTuple):
    """A game that is to begin: with whom, at which table, and who begins."""

    game: Game
    table: EveningTable
    seats: tuple[Seat, ...]
    first_player: str

    @classmethod
    def ask(
        cls, name: str, is_virtual: bool, has_readers: bool, lang: str, ask: ReadLine, tell: WriteText
    ) -> _NewGame:
        """Ask for what is not said yet, in the order of the screen. Raises EOFError where nobody types any more."""
        game = game_rules(name or ask_for_game(lang, ask, tell))
        is_virtual = is_virtual or ask_whether_herald_deals(has_readers, lang, ask, tell)
        seats, absent = ask_for_seats(game, is_virtual, lang, ask, tell)
        first = ask_who_begins(game, seats, lang, ask, tell)
        return cls(game, EveningTable(is_virtual, absent), seats, first)


def _typed(ask: ReadLine, question: str) -> str:
    """What is typed. Raises EOFError where people quit."""
    typed = ask(f"{question}\n> ").strip()
    if typed.casefold() in QUIT_COMMANDS:
        raise EOFError
    return typed


def _choose(
    question: str, ways: Mapping[str, str], usual: str, lang: str, ask: ReadLine, tell: WriteText
) -> str:
    """Ask until one of the ways is typed, by its number or its words; only Enter is the usual one.

    ways: what is chosen -> how it is called.
    """
    _ = load_translation(lang).gettext
    offered = "\n".join(f"  {number}  {way}" for number, way in enumerate(ways.values(), 1))
    enter = _("Only Enter: {usual}.").format(usual=ways.get(usual) or _("Herald draws"))
    found = {str(number): key for number, key in enumerate(ways, 1)}
    found |= {way.casefold(): key for key, way in ways.items()} | {key.casefold(): key for key in ways}
    while (typed := _typed(ask, f"{question}\n{offered}\n{enter}").casefold()) not in found:
        if not typed:
            return usual
        tell(
            _("Type one of these words: {words}.").format(words=", ".join((*ways.values(), QUIT_COMMANDS[0])))
        )
    return found[typed]


def ask_for_game(lang: str, ask: ReadLine, tell: WriteText) -> str:
    """Ask which game is played, where there are several."""
    titles = dict(query_each_game(lambda name: Translator(name, {}, lang).name_of("game", "title")))
    usual = default_game_name() if default_game_name() in titles else next(iter(titles))
    if len(titles) == 1:
        return usual
    return _choose(load_translation(lang).gettext("Which game?"), titles, usual, lang, ask, tell)


def ask_whether_herald_deals(has_readers: bool, lang: str, ask: ReadLine, tell: WriteText) -> bool:
    """Ask with what it is played; what is usual depends on whether readers are wired."""
    _ = load_translation(lang).gettext
    ways = {"box": _("Your own box"), "virtual": _("Herald deals")}
    question, usual = _("What do you play with?"), "box" if has_readers else "virtual"
    return _choose(question, ways, usual, lang, ask, tell) == "virtual"


def ask_who_begins(played: Game, seats: tuple[Seat, ...], lang: str, ask: ReadLine, tell: WriteText) -> str:
    """Ask who begins; only Enter, and Herald draws."""
    translator, _ = Translator(played.name, {}, lang), load_translation(lang).gettext
    question = _("Who begins? By the rules: {starts}.").format(starts=translator.name_of("game", "starts"))
    names = {seat.colour: seat.shown_name for seat in seats}
    return _choose(question, names, "", lang, ask, tell) or random.choice(seats).colour


def example_seats(played: Game, players: int) -> tuple[Seat, ...]:
    """Seats of so many players, or of as near to it as the game allows."""
    most = min(max(players, played.min_players), played.max_players)
    return tuple(
        Seat(colour, name) for colour, name in zip(played.colours[:most], EXAMPLE_NAMES, strict=False)
    )


def unfinished_hint(waiting: SavedGame, lang: str) -> str:
    """What becomes of the evening that was not finished while another one begins."""
    text = describe_evening(waiting, lang)
    return (
        load_translation(lang)
        .gettext("Not finished yet, and kept: {game}, {progress}. Go on with it later: {command}")
        .format(game=text.game, progress=text.progress, command=f"herald evenings {waiting.number} --go-on")
    )


def _tell_how_result_is_kept(is_over: bool, path: Path, lang: str, print_line: WriteText) -> None:
    """Say it of a game that is over, where the evening is kept."""
    note = load_index(path.parent).notes.get(path.name) if is_over else None
    if note is not None:
        text = load_translation(lang).gettext("Keep the result: {command}")
        print_line(text.format(command=f"herald report {note.number} --qr"))


VIRTUAL_WORD = "virtual"
"""Who is called so is played by Herald."""


def ask_for_seats(
    played: Game, is_virtual: bool, lang: str, ask: ReadLine, tell: WriteText
) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Ask for the players, clockwise, until they can play; those whom Herald plays are given by their colours."""
    texts, translator = load_translation(lang), Translator(played.name, {}, lang)
    name_by_colour = {colour: translator.name_of("colour", colour).lower() for colour in played.colours}
    usual = _usual_names(played, is_virtual)
    example = ", ".join(f"{name_by_colour[seat.colour]} {seat.name}" for seat in example_seats(played, 4))
    question = texts.gettext("Who plays, clockwise? For example: {example}").format(example=example)
    if is_virtual:
        question += "\n" + texts.gettext("Whoever is called `{word}` is played by Herald.").format(
            word=VIRTUAL_WORD
        )
    enter = texts.gettext("Only Enter: {usual}.").format(usual=", ".join(usual))
    while True:
        typed = _typed(ask, f"{question}\n{enter}")
        try:
            seats = parse_seats(typed, name_by_colour) if typed else tuple(map(Seat, played.colours, usual))
            if not played.min_players <= len(seats) <= played.max_players:
                few, most = played.min_players, played.max_players
                tell(texts.gettext("Type {few} to {most} names in one line.").format(few=few, most=most))
                continue
            check_setup(played, GameSetup(seats, seats[0].colour))
        except InvalidInput as wrong:  # what was typed, or the set-up that it makes
            tell(invalid_input_text(wrong, lang))
            continue
        absent = tuple(seat.colour for seat in seats if is_virtual and seat.name.casefold() == VIRTUAL_WORD)
        people = [seat.name.casefold() for seat in seats if seat.colour not in absent]
        if len({*people}) < len(people):
            tell(texts.gettext("Two people have the same name: change one of them."))
        elif not people:
            tell(texts.gettext("Somebody has to sit at the table."))
        else:
            return _with_names(seats, absent), absent


def _usual_names(played: Game, is_virtual: bool) -> tuple[str, ...]:
    """Whoever played here last; of a game that Herald deals, one of them and virtual players."""
    count, known = len(example_seats(played, 3)), load_player_names()
    if is_virtual:
        return (next(iter(known), EXAMPLE_NAMES[0]), *[VIRTUAL_WORD] * (count - 1))
    return (*known, *(name for name in EXAMPLE_NAMES if name not in known))[:count]


def _with_names(seats: tuple[Seat, ...], absent: tuple[str, ...]) -> tuple[Seat, ...]:
    """The seats, virtual players under names that nobody else has."""
    taken = {seat.name for seat in seats}
    free = (name for name in EXAMPLE_NAMES if name not in taken)
    return tuple(Seat(seat.colour, next(free)) if seat.colour in absent else seat for seat in seats)


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
