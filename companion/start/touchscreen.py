"""Runs Herald on the touchscreen."""

from __future__ import annotations

import logging
import os
import re
from threading import Timer
from typing import TYPE_CHECKING, Any

from companion.home import is_safe_start
from companion.rules.errors import UsageError
from companion.start.kiosk_service.farewell import write_farewell
from companion.start.kiosk_service.panel_wait import GraphicsCard, wait_for_panel
from companion.start.kiosk_service.service_notifier import ServiceNotifier, report_ready_and_alive
from companion.start.real_table.wiring_lookup import find_real_table
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory

if TYPE_CHECKING:
    from companion.screen.app_state import AppState
    from companion.screen.herald_controller import HeraldController

log = logging.getLogger(__name__)

CLOSING_TIMEOUT_S = 20.0
"""Seconds that closing may take, with the time to read the last message: less than the service's WatchdogSec.
"""
CARD_POLL_S = 1.0
"""Seconds between two checks whether the graphics card is still there."""
LONGEST_SIDE = 8192
"""The longest side of a window in pixels."""


def run_touchscreen(
    lang: str,
    size: str,
    virtual: bool,
    display: str | None = None,
    max_frames: int = 0,
    rotation: int | None = None,
    game: str = "",
    kiosk: bool = False,
) -> int:
    """Run the touchscreen until its window is closed or `max_frames` were drawn (0: no limit).

    The exit status is 0, or that of the `PowerAction` that was chosen, which only a `kiosk` offers.

    `size` is written as 800x480; `display` and `rotation` are as in
    `companion.screen.display.kivy_config.configure_kivy`. Without a `rotation` a panel that is higher than wide is
    turned as a person chose on the settings page or as the panel says; a window on a desktop is not. `game`: the
    game that is offered first. A `kiosk` uses the console unless `display` says otherwise, and waits for its panel.
    Raises UsageError where `size` or `game` cannot be used, and NoVisibleWindow where nobody would see the window.
    """
    # nothing of Kivy is imported before the window is configured
    from companion.screen.display import kivy_config

    watchdog, shown = ServiceNotifier(), None
    if kiosk:
        display = display or "console"
        shown = wait_for_panel(watchdog) if display == "console" else None
    # before SDL opens it: another card may take its place
    card = GraphicsCard(shown) if shown is not None else None
    display = display or kivy_config.detect_display_kind() or "desktop"
    kivy_config.configure_kivy(_parse_window_size(size), display, rotation=rotation or 0, connector=shown)
    if display in ("desktop", "console"):
        kivy_config.require_visible_window(display)
    is_turnable = rotation is None and display != "desktop"
    if is_turnable:
        _turn_as_the_panel_lies()
    from companion.screen.app import HeraldApp
    from companion.screen.game_session.speaker import Speaker
    from companion.screen.herald_controller import HeraldController

    find = None if virtual or is_safe_start() else find_real_table
    program = HeraldController(
        VirtualDealerAndDeckFactory(),
        virtual,
        Speaker(),
        find_hardware=find,
        game=_game_name(game),
        kiosk=kiosk,
    )
    app = HeraldApp(program, lang)
    app.app_state.is_picture_turnable = is_turnable
    program.attach(app.app_state)
    catch_game_faults(program)
    report_ready_and_alive(watchdog)
    force_exit_after_closing(app.app_state)
    if display == "console":
        from companion.screen.display import touchscreen_watcher

        touchscreen_watcher.watch_touchscreens()
    if card is not None:
        _stop_when_card_is_gone(card, app)
    if max_frames:
        _stop_after(max_frames, app)
    return _run_to_exit_status(app, program)


def _turn_as_the_panel_lies() -> None:
    """Turn the picture so that it is wider than high; the window, which is open, is as large as the panel."""
    from kivy.core.window import Window

    from companion.screen.display.kivy_config import turn_window
    from companion.screen.display.sysfs import choose_rotation
    from companion.screen.settings import load_settings, settings_path

    turn_window(choose_rotation(Window.system_size, load_settings(settings_path()).rotation))


def _game_name(name: str) -> str:
    """The name in records of a game that somebody named; raises UsageError, or InvalidFile where it cannot be played.

    Where nobody named one, no game is looked for: the home page needs none.
    """
    if not name:
        return ""
    from companion.games import game_rules

    return game_rules(name).name


def _run_to_exit_status(app: Any, program: HeraldController) -> int:
    """Run the app and return the exit status.

    A chosen shut-down or restart happens whatever fails on the way.
    """
    try:
        try:
            app.run()
        finally:
            write_farewell(app.app_state.lang)
            program.shut_down()
    except Exception:
        if app.app_state.closing_action is None:
            raise
        log.exception("Closing failed: Herald ends as it was asked to")
    return app.app_state.closing_action or 0


def catch_game_faults(program: HeraldController) -> None:
    """From now on, an exception of a game in drawing or touch ends neither the window nor the session."""
    from kivy.base import ExceptionManager
    from kivy.core.window import Window

    from companion.screen.herald_controller import GameFaultHandler

    net = GameFaultHandler(program.on_game_error)
    ExceptionManager.add_handler(net)
    Window.bind(on_flip=net.on_frame_drawn)


def _stop_when_card_is_gone(card: GraphicsCard, app: Any) -> None:
    """End a kiosk whose graphics card is gone: the service manager restarts it, and it waits for a card."""
    from kivy.clock import Clock

    def check(_passed: float) -> None:
        if card.is_gone():
            log.warning("The graphics card is gone, and the picture with it")
            app.stop()

    Clock.schedule_interval(check, CARD_POLL_S)


def force_exit_after_closing(model: AppState, seconds: float = CLOSING_TIMEOUT_S) -> None:
    """Once shut-down or restart was chosen, end the program with its status, even where closing hangs.

    Otherwise the watchdog would start Herald anew. Nothing is lost of which people were not told: each line is on the
    disk already, or the last message says that it is not.
    """

    def end(action: int) -> None:
        log.error("Closing took longer than %.0f seconds: Herald ends without", seconds)
        os._exit(action)

    def chosen(_model: AppState, action: int) -> None:
        last = Timer(seconds, end, [action])
        last.daemon = True
        last.start()

    model.bind(closing_action=chosen)


def _stop_after(frames: int, app: Any) -> None:
    """End the program after so many frames, to measure the start."""
    from kivy.core.window import Window

    left = frames

    def drawn(_window: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            app.stop()

    Window.bind(on_flip=drawn)


def _parse_window_size(size: str) -> tuple[int, int]:
    from companion.screen.display.kivy_config import SMALLEST_WINDOW

    found = re.fullmatch("([0-9]{1,5})x([0-9]{1,5})", size)
    if found is None or max(sides := (int(found[1]), int(found[2]))) > LONGEST_SIDE:
        raise UsageError(f"{size!r} is no size of a window in pixels: write it as 800x480", "--size")
    if sides[0] < SMALLEST_WINDOW[0] or sides[1] < SMALLEST_WINDOW[1]:
        smallest = "{}x{}".format(*SMALLEST_WINDOW)
        raise UsageError(f"{size!r} is too small for letters: the smallest window is {smallest}", "--size")
    return sides
