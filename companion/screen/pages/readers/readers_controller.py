"""The controller of the readers page: polls the readers once a second, and lets lights and sounder be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.pages.deck.piece_faces import zone_name
from companion.screen.pages.readers.reader_models import (
    LINGER_SECONDS,
    ReaderModel,
    ReadersModel,
    WiredButtonModel,
)
from companion.screen.pages.readers.reader_texts import make_missing_hub_model, make_reader_model
from companion.table.input_events import (
    InputEvent,
    SeatButtonPressed,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
)
from companion.table.messages import ReportInput, SessionMessage
from companion.table.table_hardware import HardwareStatus, LightSignal, ReaderStatistics
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import readers_status_message

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

POLL_SECONDS: Final = 1.0
"""Seconds between two polls."""
NEXT_LIGHT_SIGNAL: Final[dict[LightSignal, LightSignal]] = {
    "off": "go",
    "go": "no",
    "no": "think",
    "think": "off",
}
"""What a light that is tried shows next."""

BUTTON_NAMES: Final = {
    "yes": mark_message("yes"),
    "no": mark_message("no"),
    "undo": mark_message("take back"),
    "off": mark_message("off"),
}
PLAYER_BUTTON_NAME: Final = mark_message("player {number}")


class ReadersController:
    """A `PageController` of companion.screen.controllers.

    `find_hardware` may take its time and gives what is wired, None for nothing.
    """

    def __init__(self, app_state: AppState, find_hardware: Callable[[], TableHardware | None]) -> None:
        self._app_state, self._find_hardware = app_state, find_hardware
        self._hardware: TableHardware | None = None
        self._visit_number = 0
        self._ticking: Any = None
        self._first_statistics: dict[str, ReaderStatistics] = {}
        self._resting: dict[str, set[str]] = {}
        self._linger: dict[str, int] = {}
        self._lights: dict[str, LightSignal] = {}

    # -- PageController

    def open(self) -> None:
        """Start polling the readers as soon as the hardware is open."""
        self._visit_number += 1
        visit = self._visit_number
        self._app_state.readers = None
        Thread(target=self._look_for, args=(visit,), name="readers", daemon=True).start()

    def _look_for(self, visit: int) -> None:
        """Wait for the hardware, on another thread."""
        wired = self._find_hardware()
        run_on_kivy_thread(lambda: self._found(visit, wired))

    def _found(self, visit: int, wired: TableHardware | None) -> None:
        if visit != self._visit_number:
            return  # the page was left meanwhile
        self._hardware = wired
        self._first_statistics, self._resting, self._linger, self._lights = {}, {}, {}, {}
        if wired is not None:
            wired.redirect_input(self)
            self._ticking = Clock.schedule_interval(self._tick, POLL_SECONDS)
        self._show()

    def close(self) -> None:
        """Stop polling, and give the input back."""
        self._visit_number += 1
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self._hardware is not None:
            self._hardware.restore_input(self)
            self._hardware = None

    def shut_down(self) -> None:
        """Leave the page: the program ends."""
        self.close()

    def touch(self, touch_target: str) -> None:
        """Try a light or the sounder, or count anew."""
        if self._hardware is None:
            return
        what, _, name = touch_target.partition("/")
        if what == "light":
            self._lights[name] = NEXT_LIGHT_SIGNAL[self._lights.get(name, "off")]
            self._hardware.show_light(name, self._lights[name])
        elif what == "sound":
            self._hardware.play_sound("go")
        elif what == "anew":
            self._first_statistics = dict(self._hardware.reader_statistics())
        self._show()

    # -- input events

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Handle a message of a reader or a button; called on its thread."""
        if isinstance(message, ReportInput):
            run_on_kivy_thread(lambda: self._on_input_event(message.event))

    def _on_input_event(self, event: InputEvent) -> None:
        match event:
            case SeatButtonPressed(_, name):
                self._linger[f"button/{name}"] = LINGER_SECONDS
            case TagAlreadyPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
            case TagPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
                self._linger[zone] = LINGER_SECONDS
            case TagRemoved(zone, uid):
                self._resting.get(zone, set()).discard(uid)
        self._show()

    def _tick(self, _elapsed: float) -> None:
        self._linger = {name: left - 1 for name, left in self._linger.items() if left > 1}
        self._show()

    # -- how it looks

    def _show(self) -> None:
        """Show the readers; nothing is redrawn where nothing has changed, as the app state compares."""
        self._app_state.readers = self._make_model()

    def _make_model(self) -> ReadersModel:
        lang, wired = self._app_state.lang, self._hardware
        if wired is None:
            return ReadersModel(
                (),
                note=readers_status_message(self._app_state.hardware_status, lang),
                is_urgent=bool(self._app_state.hardware_status.unusable_file),
            )
        state, tallies = wired.status(), wired.reader_statistics()
        buttons = tuple(
            WiredButtonModel(name, _button_name(name, lang), self._is_lit(f"button/{name}"))
            for name in state.button_names
        )
        return ReadersModel(
            tuple(sorted(self._make_reader_models(state, tallies), key=lambda each: each.health != "ill")),
            buttons,
            state.has_sounder,
            state.problems,
            readers_status_message(state, lang),
            not state.is_every_reader_working,
        )

    def _make_reader_models(
        self, state: HardwareStatus, tallies: Mapping[str, ReaderStatistics]
    ) -> Iterator[ReaderModel]:
        """Hubs that are away, each in place of its readers; then every other reader.

        The caller puts those with problems first, as not all of thirteen are visible.
        """
        lang = self._app_state.lang
        away = {zone for hub in state.missing_hubs for zone in hub.zones}
        yield from (make_missing_hub_model(hub, lang) for hub in state.missing_hubs)
        for reader in state.readers:
            zone = reader.zone
            if zone in away:
                continue
            tally = tallies.get(zone, ReaderStatistics())
            yield make_reader_model(
                reader,
                tally,
                self._first_statistics.get(zone, ReaderStatistics()),
                lang,
                known=bool(tally.chip_version),
                lit=bool(self._resting.get(zone)) or self._is_lit(zone),
                light=self._lights.get(zone, "off") if zone in state.light_names else "",
            )

    def _is_lit(self, name: str) -> bool:
        return name in self._linger


def _button_name(button: str, lang: str) -> str:
    """What a button is for, in words."""
    text = load_translation(lang).gettext
    if button in BUTTON_NAMES:
        return text(BUTTON_NAMES[button])
    kind, _, number = button.rpartition("/")
    return text(PLAYER_BUTTON_NAME).format(number=number) if kind == "player" else zone_name(button, lang)
