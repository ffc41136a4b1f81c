"""An evening on the touchscreen."""

from __future__ import annotations

import logging
import os
from threading import Timer
from typing import TYPE_CHECKING, Any

from companion.games import default_game_name
from companion.games import game_rules as game_named
from companion.rules.errors import Unreadable
from companion.start.farewell import leave_farewell
from companion.start.kiosk import Card, wait_for_panel
from companion.start.virtual import VirtualTable
from companion.start.watchdog import Watchdog, keep_awake
from companion.start.wiring import wired_table

if TYPE_CHECKING:
    from companion.screen.model import Model
    from companion.screen.program import Program

log = logging.getLogger(__name__)

CLOSES = 20.0
"""Seconds that closing may take, the time to read the last words included: less than the service's WatchdogSec."""
LOOK_AGAIN = 1.0
"""Seconds between two looks whether the graphics card is still there."""
SIDES = range(96, 8193)
"""How long a side of a window may be, in pixels: in a smaller one there is no room for a letter."""


def on_screen(
    lang: str,
    size: str,
    virtual: bool,
    where: str | None = None,
    frames: int = 0,
    rotation: int = 0,
    game: str = "",
    kiosk: bool = False,
) -> int:
    """The touchscreen, until its window is closed or so many frames were drawn (0: no end). Gives the exit status:
    0, or that of the `PowerAction` somebody chose, which only a `kiosk` offers.

    `size` as in 800x480, raises Unreadable; `where` and `rotation` as in `companion.screen.display.window.settle`.
    `game_rules`: the one that a new game is of unless somebody chooses another; raises Unreadable. A `kiosk` has the
    console unless `where` says otherwise, and waits for its panel.
    """
    from companion.screen.display import window  # nothing of Kivy is imported before the window is settled

    watchdog, shown = Watchdog(), None
    if kiosk:
        where = where or "console"
        shown = wait_for_panel(watchdog) if where == "console" else None
    card = Card(shown) if shown is not None else None  # before SDL opens it: another one may take its place
    where = where or window.display() or "desktop"
    window.settle(_pixels(size), where, rotation=rotation, shown=shown)
    from companion.screen.app import HeraldApp
    from companion.screen.live.speaking import Speaker
    from companion.screen.program import Program

    find = None if virtual else wired_table
    program = Program(
        VirtualTable(),
        virtual,
        Speaker(),
        find_wired=find,
        game=game_named(game or default_game_name()).name,
        kiosk=kiosk,
    )
    app = HeraldApp(program, lang)
    program.serve(app.model)
    spread_net(program)
    keep_awake(watchdog)
    end_in_time(app.model)
    if where == "console":
        from companion.screen.display import touchscreens

        touchscreens.watch()
    if card is not None:
        _end_with(card, app)
    if frames:
        _stop_after(frames, app)
    return _status(app, program)


def _status(app: Any, program: Program) -> int:
    """Run it to its end: the exit status. Shut-down or restart, once chosen, comes whatever goes wrong on the way."""
    try:
        try:
            app.run()
        finally:
            leave_farewell(app.model.lang)
            program.close()
    except Exception:
        if app.model.closing is None:
            raise
        log.exception("Closing failed: Herald ends as it was asked to")
    return app.model.closing or 0


def spread_net(program: Program) -> None:
    """From now on what a game raises while it is touched or drawn ends neither window nor evening."""
    from kivy.base import ExceptionManager
    from kivy.core.window import Window

    from companion.screen.live.stumbling import LastNet

    net = LastNet(program.stumbled)
    ExceptionManager.add_handler(net)
    Window.bind(on_flip=net.drawn)


def _end_with(card: Card, app: Any) -> None:
    """A kiosk whose graphics card is gone ends: its service manager starts it again, and it waits for another."""
    from kivy.clock import Clock

    def look(_passed: float) -> None:
        if card.gone():
            log.warning("The graphics card is gone, and the picture with it")
            app.stop()

    Clock.schedule_interval(look, LOOK_AGAIN)


def end_in_time(model: Model, seconds: float = CLOSES) -> None:
    """Once shut-down or restart was chosen the program ends with its status, even if closing hangs: the watchdog would
    start Herald anew instead. Nothing is lost by it, each line is on the disk already.
    """

    def end(action: int) -> None:
        log.error("Closing took longer than %.0f seconds: Herald ends without", seconds)
        os._exit(action)

    def chosen(_model: Model, action: int) -> None:
        last = Timer(seconds, end, [action])
        last.daemon = True
        last.start()

    model.bind(closing=chosen)


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
