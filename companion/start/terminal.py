"""An evening in the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.start.virtual import VirtualTable

if TYPE_CHECKING:
    from companion.table.session import Session
    from companion.voice.told import Line

NAMES = ("Anna", "Bert", "Carla", "Dora")


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
