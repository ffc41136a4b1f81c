"""The doors of the table: lines that are typed, touches, tags, corrections, words after a command."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.cli import make_parser
from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.simulator.campaign import scheduler_address
from companion.simulator.faults import parse_fault_rates
from companion.simulator.virtual_sensors import make_tagged_deck
from companion.start.terminal_session import parse_seats
from companion.table.dealer import NoDealer
from companion.table.messages import (
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    ReportInput,
    SessionMessage,
    TagPresent,
    TagRemoved,
    Touch,
)
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.table.tags.deck import make_box_pieces
from companion.table.zones import ZonePlan
from companion.terminal.terminal_game import TerminalGame
from soaking.doorway import ROOT, Door, Doorway, Enter, NotAsPromisedError, real_lines

AT_ONE_TABLE = 250
"""After so many inputs another table is laid."""
COMMANDS = (
    b"referee - --legal --position",
    b"simulate --game kabale --players 3 --faults missed-read=0.1 --jobs 2",
    b"--virtual --terminal --game florence --lang cs --size 1024x600",
    b"evenings 3 --go-on",
    b"report 1 --lang de",
    b"deck import --yes some.deck",
    b"backup file",
    b"restore file --yes",
    b"doctor --virtual hub --ask",
    b"games add some.whl",
    b"enrol --game kabale --virtual",
    b"new-game tic --into folder",
    b"check-game kabale",
    b"report-bug",
    b"hub flash --name tiles",
)


class _Tables:
    """Real evenings in the middle, one after another; which lines have been said there is known."""

    def __init__(self) -> None:
        self._records = sorted((ROOT / "tests/games").glob("*/records/*-players.herald"))
        self._count = 0
        self.session = self._lay()

    def _lay(self) -> Session:
        path = self._records[self._count // AT_ONE_TABLE % len(self._records)]
        head, texts = read_record(path)
        game = game_rules(head.game)
        history = GameHistory.from_header(head, game)
        for text in texts[: 10 + self._count // AT_ONE_TABLE % 40]:
            history.apply_line(text)
        colours = tuple(seat.colour for seat in head.setup.seats)
        deck = make_tagged_deck(head.game, make_box_pieces(game.taggable_pieces(head.setup), colours))
        zones = ZonePlan(dict.fromkeys(game.zones(head.setup), "reader"))
        return Session(history, None, deck, zones)

    def next(self) -> Session:
        """The table for the next input."""
        self._count += 1
        if self._count % AT_ONE_TABLE == 0:
            self.session = self._lay()
        return self.session

    def say(self, *messages: SessionMessage) -> None:
        """Give it messages; raises NotAsPromisedError where Herald failed."""
        session = self.next()
        for message in messages:
            now = session.handle_message(message)
            for problem in now.problems:
                if problem.code == "fault":
                    self._count += AT_ONE_TABLE - self._count % AT_ONE_TABLE
                    self.session = self._lay()
                    raise NotAsPromisedError(problem.detail.replace("\n", " | ")[-600:])
        session.handle_message(ClearPendingInput())
        session.handle_message(DismissNotices())


def _line(_folder: Path) -> Doorway:
    tables = _Tables()
    return Doorway(real_lines(), lambda data: tables.say(EnterLine(data.decode(errors="replace"))))


def _touch(_folder: Path) -> Doorway:
    tables = _Tables()
    samples = [
        b"tile/6",
        b"card/inf6",
        b"louis/2",
        b"play",
        b"seat/blue",
        b"column/3",
        b"answer/yes",
        b"take",
    ]

    def enter(data: bytes) -> None:
        targets = data.decode(errors="replace").split("\n")
        tables.say(*(Touch(each) for each in targets[:3]))

    return Doorway([*samples, b"\n".join(samples[:3])], enter)


def _tag(_folder: Path) -> Doorway:
    tables = _Tables()
    samples = [b"play 0400000000000" + str(at).encode() for at in range(1, 9)] + [b"seat/blue 04000000000003"]

    def enter(data: bytes) -> None:
        zone, _, uid = data.decode(errors="replace").partition(" ")
        tables.say(ReportInput(TagPresent(zone, uid)), ReportInput(TagRemoved(zone, uid)))

    return Doorway(samples, enter)


def _correction(_folder: Path) -> Doorway:
    tables = _Tables()
    samples = [
        b'["/players/blue/money", 7]',
        b'["/players/blue", null]',
        b'["/round", 3]',
        b'["/columns/0/cards/1", "white/mage"]',
        b'["/players/yellow/works", {"a": [1, 2]}]',
        b'["/phase", "end"]',
    ]

    def enter(data: bytes) -> None:
        try:
            path, value, *_ = msgspec.json.decode(data)
        except (ValueError, TypeError, RecursionError):
            return
        tables.say(CorrectPosition(((str(path), value),)))

    return Doorway(samples, enter)


def _terminal(_folder: Path) -> Doorway:
    """What is typed at the whole terminal game, with its voice and its help."""
    tables = _Tables()

    def enter(data: bytes) -> None:
        session = tables.next()
        lines = iter(data.decode(errors="replace").split("\n")[:5])
        told: list[str] = []

        def ask(_prompt: str) -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        colours = tuple(seat.colour for seat in session.snapshot.setup.seats)
        TerminalGame(session, NoDealer(), colours, "cs", ask, told.append, lambda _lines: None).play_game()
        for problem in session.snapshot.problems:
            if problem.code == "fault":
                session.handle_message(DismissNotices())
                raise NotAsPromisedError(problem.detail.replace("\n", " | ")[-600:])

    words = (b"help", b"undo", b"done", b"clear", b"points", b"yes", b"1", b"table", b"hand")
    return Doorway([*words, *(line + b"\nhelp\nundo" for line in real_lines()[::20])], enter)


def _parsed(parse: Callable[[str], Any]) -> Enter:
    def enter(data: bytes) -> None:
        try:
            parse(data.decode(errors="replace"))
        except SystemExit as ended:
            if ended.code not in (0, 2):
                raise NotAsPromisedError(f"it ends with {ended.code!r}") from ended

    return enter


def _command(_folder: Path) -> Doorway:
    def parse(text: str) -> None:
        words = text.split(" ")
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            make_parser(words).parse_args(words)

    return Doorway(COMMANDS, _parsed(parse))


def _seats(_folder: Path) -> Doorway:
    colours = {colour: colour for colour in game_rules("louis-xiv").colours}
    samples = [b"blue Anna, yellow Bert, red Carla", b"Anna,Bert", b"blue"]
    return Doorway(samples, _parsed(lambda text: parse_seats(text, colours)))


def _faults(_folder: Path) -> Doorway:
    return Doorway([b"missed-read=0.1,power-cut=1", b"garbled=0"], _parsed(parse_fault_rates))


def _address(_folder: Path) -> Doorway:
    return Doorway([b"attic:8786", b"tls://10.0.0.1:8786", b"tcp://[::1]:1"], _parsed(scheduler_address))


TABLE_DOORS = {
    "line": Door("a line typed at the table", 20, _line),
    "touch": Door("what a finger touched", 20, _touch),
    "tag": Door("a tag that a reader tells", 40, _tag),
    "correction": Door("a value that people set", 15, _correction),
    "terminal": Door("lines typed in the terminal", 3, _terminal),
    "command": Door("words after `herald`", 4, _command),
    "seats": Door("players typed at the start", 50, _seats),
    "faults": Door("--faults of `herald simulate`", 25, _faults),
    "address": Door("the address of a scheduler", 25, _address),
}
