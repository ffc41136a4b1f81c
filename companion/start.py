"""Start-up: joins table, voice, screen and the virtual table's host into one evening."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path

from companion.games import game
from companion.rules.game import Seat, Setup
from companion.rules.record import Head
from companion.simulator.host import Host
from companion.simulator.truth import greedy
from companion.table.journal import fresh_path, interrupted
from companion.table.session import Session

NAMES = ("Anna", "Bert", "Carla", "Dora")


def in_terminal(lang: str) -> int:
    """An evening in the terminal: the one that was interrupted, or a new one against virtual players."""
    from companion.screen.terminal import Terminal

    path, session = _terminal_session()
    colours = [seat.colour for seat in session.snapshot.setup.seats]
    player = greedy(session.snapshot.game)
    host = Host(path.stem, dict.fromkeys(colours[1:], player))
    try:
        Terminal(session, host, (colours[0],), lang, input, print).play()
    finally:
        session.close()
    return 0


def _terminal_session() -> tuple[Path, Session]:
    waiting = interrupted()
    if waiting:
        return waiting[0].path, Session.resume(waiting[0].path)
    louis = game("louis-xiv")
    seats = tuple(Seat(colour, name) for colour, name in zip(louis.colours, NAMES, strict=False))[:3]
    setup = Setup(seats, random.choice(seats).colour)
    path = fresh_path(datetime.now().strftime("%Y-%m-%d-%H%M"), louis.name)
    return path, Session.begin(path, Head(louis.name, setup))


def on_screen(lang: str, size: str, virtual: bool) -> int:
    """The touchscreen."""
    raise NotImplementedError
