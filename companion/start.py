"""Start-up: joins table, voice, screen and the virtual table's host into one evening.

What is needed is imported when it is needed: the first picture comes before the games.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.rules.errors import Unreadable

if TYPE_CHECKING:
    from companion.rules.record import Head
    from companion.simulator.host import Host
    from companion.table.pieces import Deck
    from companion.table.session import Session
    from companion.voice.told import Line

NAMES = ("Anna", "Bert", "Carla", "Dora")
SIDES = range(96, 8193)
"""How long a side of a window may be, in pixels: in a smaller one there is no room for a letter."""


def in_terminal(lang: str) -> int:
    """An evening in the terminal: the one that was interrupted, or a new one against virtual players."""
    from companion.screen.keeping import Beside
    from companion.screen.said import damaged
    from companion.screen.settings import load
    from companion.screen.settings import path as settings_path
    from companion.screen.terminal import Terminal
    from companion.table.journal import last_damaged
    from companion.voice.say import aloud
    from companion.voice.speech import Speech, program_player

    wrong = last_damaged()
    if wrong is not None:
        print(damaged(str(wrong.path), lang))
    path, session = _terminal_session()
    now = session.snapshot
    colours = [seat.colour for seat in now.setup.seats]
    absent = Beside.load(path).absent or tuple(colours[1:])
    present = tuple(colour for colour in colours if colour not in absent)
    host = VirtualTable().dealer(path.stem, now.game, absent)
    level = load(settings_path())[0].voice
    speech = Speech(program_player(), lang=lang)

    def speak(lines: Iterable[Line]) -> None:
        speech.say_all(aloud(lines, level))

    try:
        Terminal(session, host, present, lang, input, print, speak).play()
    finally:
        speech.close()
        session.close()
    return 0


def _terminal_session() -> tuple[Path, Session]:
    from companion.games import game
    from companion.rules.game import Seat, Setup
    from companion.rules.record import Head
    from companion.screen.keeping import Beside
    from companion.table.journal import fresh_path, last_interrupted
    from companion.table.owner import owned
    from companion.table.session import Session

    waiting = last_interrupted()
    if waiting is not None:
        return waiting.path, Session.resume(waiting.path)
    louis = game("louis-xiv")
    seats = tuple(Seat(colour, name) for colour, name in zip(louis.colours, NAMES, strict=False))[:3]
    head = owned(Head(louis.name, Setup(seats, random.choice(seats).colour)))
    path = fresh_path(datetime.now().strftime("%Y-%m-%d-%H%M"), louis.name)
    Beside(True, tuple(seat.colour for seat in seats[1:])).save(path)
    return path, Session.begin(path, head)


def on_screen(lang: str, size: str, virtual: bool, where: str | None = None, frames: int = 0) -> int:
    """The touchscreen, until its window is closed or so many frames were drawn (0: no end).

    `size` as in 800x480, raises Unreadable; `where` as in `companion.screen.window.settle`.
    """
    from companion.screen import window  # nothing of Kivy is imported before the window is settled

    window.settle(_pixels(size), where)
    from companion.screen.app import HeraldApp
    from companion.screen.program import Program
    from companion.screen.speaking import Speaker

    program = Program(VirtualTable(), virtual, Speaker())
    app = HeraldApp(program, lang)
    program.serve(app.model)
    if frames:
        _stop_after(frames, app)
    try:
        app.run()
    finally:
        program.close()
    return 0


def _stop_after(frames: int, app: Any) -> None:
    """For measuring the start: the program ends once so many frames were drawn."""
    from kivy.core.window import Window

    left = frames

    def drawn(_window: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            app.stop()

    Window.bind(on_flip=drawn)


def _pixels(size: str) -> tuple[int, int]:
    width, _, height = size.partition("x")
    if not all(side.isascii() and side.isdigit() and int(side[:6]) in SIDES for side in (width, height)):
        raise Unreadable(f"{size!r} is no size of a window in pixels: write it as 800x480", "--size")
    return int(width), int(height)


class VirtualTable:
    """What a virtual table has: somebody who deals, and a tag on every piece."""

    def dealer(self, seed: str, game: str, absent: tuple[str, ...]) -> Host:
        """Who deals, and plays for the absent players; the same seed deals the same cards."""
        from companion.simulator.host import Host
        from companion.simulator.truth import greedy

        return Host(seed, dict.fromkeys(absent, greedy(game)))

    def deck(self, head: Head) -> Deck:
        """Tags for every piece of the box."""
        from companion.games import game
        from companion.simulator.senses import tagged
        from companion.table.pieces import pieces

        played = game(head.game)
        return tagged(head.game, pieces(played.pieces(head.setup), played.colours))
