"""The program behind the readers page: looks at them once a second while the page is open, and lets things be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.pages.deck.boxes import place
from companion.screen.pages.readers.bench import LINGERS, Bench, Knob, Row
from companion.screen.pages.readers.bench_words import hub_row, row
from companion.table.input_events import (
    InputEvent,
    SeatButtonPressed,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
)
from companion.table.messages import ReportInput, SessionMessage
from companion.table.table_hardware import HardwareStatus, LightSignal, ReaderStatistics
from companion.voice.language import load_translation, message
from companion.voice.problem_messages import readers_status_message

if TYPE_CHECKING:
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

EVERY: Final = 1.0
"""Seconds between looks."""
TURN: Final[dict[LightSignal, LightSignal]] = {"off": "go", "go": "no", "no": "think", "think": "off"}
"""What a light that is tried shows next."""

BUTTONS: Final = {
    "yes": message("yes"),
    "no": message("no"),
    "undo": message("take back"),
    "off": message("off"),
}
PLAYER: Final = message("player {number}")


class ReadersDesk:
    """A `Counter` of companion.screen.controllers. `find`: what is wired, None for nothing; it may take its time."""

    def __init__(self, model: AppState, find: Callable[[], TableHardware | None]) -> None:
        self._model, self._find = model, find
        self._wired: TableHardware | None = None
        self._visit = 0
        self._ticking: Any = None
        self._since: dict[str, ReaderStatistics] = {}
        self._resting: dict[str, set[str]] = {}
        self._linger: dict[str, int] = {}
        self._lights: dict[str, LightSignal] = {}

    # -- Counter

    def open(self) -> None:
        """See Counter."""
        self._visit += 1
        visit = self._visit
        self._model.readers = None
        Thread(target=self._look_for, args=(visit,), name="readers", daemon=True).start()

    def _look_for(self, visit: int) -> None:
        """Whoever opens the hardware is waited for aside."""
        wired = self._find()
        run_on_kivy_thread(lambda: self._found(visit, wired))

    def _found(self, visit: int, wired: TableHardware | None) -> None:
        if visit != self._visit:
            return  # the page was left meanwhile
        self._wired = wired
        self._since, self._resting, self._linger, self._lights = {}, {}, {}, {}
        if wired is not None:
            wired.redirect_input(self)
            self._ticking = Clock.schedule_interval(self._tick, EVERY)
        self._show()

    def close(self) -> None:
        """See Counter."""
        self._visit += 1
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self._wired is not None:
            self._wired.restore_input(self)
            self._wired = None

    def end(self) -> None:
        """The program ends."""
        self.close()

    def touch(self, thing: str) -> None:
        """See Counter."""
        if self._wired is None:
            return
        what, _, name = thing.partition("/")
        if what == "light":
            self._lights[name] = TURN[self._lights.get(name, "off")]
            self._wired.show_light(name, self._lights[name])
        elif what == "sound":
            self._wired.play_sound("go")
        elif what == "anew":
            self._since = dict(self._wired.reader_statistics())
        self._show()

    # -- what is heard

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """A reader or a button says something, on a thread of its own."""
        if isinstance(message, ReportInput):
            run_on_kivy_thread(lambda: self._heard(message.event))

    def _heard(self, sighting: InputEvent) -> None:
        match sighting:
            case SeatButtonPressed(_, name):
                self._linger[f"button/{name}"] = LINGERS
            case TagAlreadyPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
            case TagPresent(zone, uid):
                self._resting.setdefault(zone, set()).add(uid)
                self._linger[zone] = LINGERS
            case TagRemoved(zone, uid):
                self._resting.get(zone, set()).discard(uid)
        self._show()

    def _tick(self, _elapsed: float) -> None:
        self._linger = {name: left - 1 for name, left in self._linger.items() if left > 1}
        self._show()

    # -- how it looks

    def _show(self) -> None:
        """Nothing is drawn anew where nothing has changed: the model compares."""
        self._model.readers = self._bench()

    def _bench(self) -> Bench:
        lang, wired = self._model.lang, self._wired
        if wired is None:
            return Bench(
                (),
                note=readers_status_message(self._model.hardware_status, lang),
                urgent=bool(self._model.hardware_status.unusable_file),
            )
        state, tallies = wired.status(), wired.reader_statistics()
        buttons = tuple(
            Knob(name, _called(name, lang), self._lit(f"button/{name}")) for name in state.button_names
        )
        return Bench(
            tuple(sorted(self._rows(state, tallies), key=lambda each: each.mood != "ill")),
            buttons,
            state.has_sounder,
            state.problems,
            readers_status_message(state, lang),
            not state.is_every_reader_working,
        )

    def _rows(self, state: HardwareStatus, tallies: Mapping[str, ReaderStatistics]) -> Iterator[Row]:
        """Hubs that are away, each in place of its readers; then every other reader. (What is ill is shown first: not
        all of thirteen are in sight.)"""
        lang = self._model.lang
        away = {zone for hub in state.missing_hubs for zone in hub.zones}
        yield from (hub_row(hub, lang) for hub in state.missing_hubs)
        for reader in state.readers:
            zone = reader.zone
            if zone in away:
                continue
            tally = tallies.get(zone, ReaderStatistics())
            yield row(
                reader,
                tally,
                self._since.get(zone, ReaderStatistics()),
                lang,
                known=bool(tally.chip_version),
                lit=bool(self._resting.get(zone)) or self._lit(zone),
                light=self._lights.get(zone, "off") if zone in state.light_names else "",
            )

    def _lit(self, name: str) -> bool:
        return name in self._linger


def _called(button: str, lang: str) -> str:
    """What a button is for, in words."""
    text = load_translation(lang).gettext
    if button in BUTTONS:
        return text(BUTTONS[button])
    kind, _, number = button.rpartition("/")
    return text(PLAYER).format(number=number) if kind == "player" else place(button, lang)
