"""A real table: the readers, buttons, lights and sounder of HERALD_HOME/wiring.toml.

It is attached to one session after another. Without that file there is no hardware, and everything is
touched. A plan that cannot be used is treated the same way, with a message.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Protocol

from companion.games import game_rules
from companion.rules.game import GameSetup
from companion.start.real_table.button_presses import PressDebouncer, message_for_button
from companion.start.real_table.owner_plan import read_owner_plan
from companion.start.real_table.reader_lights import LightsOutput, RunLater, TableLights, run_on_timer
from companion.start.real_table.reader_relay import ReaderRelay, make_zone_plan, zones_of_all_games
from companion.table.messages import ReportInput, SeatButtonPressed
from companion.table.session import Session
from companion.table.table_hardware import (
    POWER_BUTTON,
    HardwareStatus,
    LightSignal,
    MessageReceiver,
    MissingHub,
    ReaderStatistics,
    SoundSignal,
    ZoneReaderStatus,
)
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import load_owner_deck
from companion.table.zones import ZonePlan
from hardware.common.events import (
    CHIP_DEAD,
    FLAP_COUNT,
    NO_TAG,
    NOISE,
    ONE_TAG,
    READER_BACK,
    READER_DOWN,
    REVIVAL_COUNT,
    SEVERAL_TAGS,
)
from hardware.device_manager import make_device_manager
from hardware.errors import WiringPlanError
from hardware.events import ButtonPressed, HardwareEvent, ReaderReported
from hardware.readers.driver import AbsentBoard, ReaderHealthReport
from hardware.readers.installed_kinds import installed_kinds
from hardware.wiring_schema import WiringPlan

log = logging.getLogger(__name__)

IGNORE_PRESSES_S = 0.7
"""Seconds after a reader went down or came back in which presses are ignored: their meaning changed unseen.
"""


class TableDevices(LightsOutput, Protocol):
    """The devices that hardware.device_manager opens."""

    def open(self) -> None:
        """Open all devices that can be opened."""
        ...

    def start(self) -> None:
        """Start to report events."""
        ...

    def close(self) -> None:
        """Close all devices."""
        ...

    def problems(self) -> tuple[str, ...]:
        """Sentences about devices that could not be opened, and buttons that seem stuck."""
        ...

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of every reader."""
        ...

    def absent_boards(self) -> tuple[AbsentBoard, ...]:
        """The boards with readers that are not connected."""
        ...


ClockSeconds = Callable[[], float]
MakeTableDevices = Callable[[WiringPlan, Callable[[HardwareEvent], None]], TableDevices]


class RealTableHardware:
    """The `TableHardware` of companion.table.table_hardware."""

    def __init__(
        self,
        path: Path,
        make: MakeTableDevices = make_device_manager,
        later: RunLater = run_on_timer,
        seconds: ClockSeconds = monotonic,
    ) -> None:
        self._make, self._later, self._seconds, self._once = make, later, seconds, PressDebouncer(seconds)
        self._surprised = -IGNORE_PRESSES_S  # time at which a reader last went down or came back
        self._unread_plan = ""
        self._wiring = self._load_plan(path)
        self._readers = ReaderRelay()
        self._known: frozenset[str] = frozenset()
        self._rig: TableDevices | None = None
        self._lights: TableLights | None = None
        self._changed: Callable[[], None] = _ignore_change
        self._off: Callable[[], None] | None = None
        self._receiver: MessageReceiver | None = None
        self._guest: MessageReceiver | None = None
        self._changing = Lock()  # guards `_guest`: pages come and go on threads of their own

    def _load_plan(self, path: Path) -> WiringPlan:
        try:
            return read_owner_plan(path)
        except (WiringPlanError, OSError) as fault:
            log.warning("%s: %s", path.name, fault)
            self._unread_plan = path.name
            return WiringPlan()

    def open(self, changed: Callable[[], None]) -> None:
        """Open all devices; `changed` is called from any thread when the status has changed."""
        self._changed, self._known = changed, zones_of_all_games()
        for kind in installed_kinds():
            if kind.reason:
                log.warning("readers of the kind %s (%s): %s", kind.name, kind.package, kind.reason)
        rig = self._make(self._wiring, self._on_event)
        rig.open()
        self._rig, self._lights = rig, TableLights(rig, self._later)
        rig.start()
        changed()

    def close(self) -> None:
        """Detach the session and close all devices."""
        self.detach_session()
        if self._rig is not None:
            self._rig.close()

    def set_power_button_handler(self, pressed: Callable[[], None]) -> None:
        """Call `pressed` for each press of the button `off` from now on."""
        self._off = pressed

    # -- status

    def status(self) -> HardwareStatus:
        """The present status of readers, buttons and lights, and what does not work."""
        wiring, down = self._wiring, dict(self._readers.fault_by_zone)
        down |= {state.name: state.why for state in self._reader_health() if state.why and state.name in down}
        away = self._missing_hubs()
        reported = {hub.reason for hub in away}
        problems = self._rig.problems() if self._rig is not None else ()
        return HardwareStatus(
            tuple(
                ZoneReaderStatus(name, down.get(name, ""), name in self._known)
                for name in wiring.reader_names
            ),
            tuple(problem for problem in problems if problem not in reported),
            self._unread_plan,
            wiring.readers_with_light,
            wiring.button_names,
            wiring.buzzer is not None,
            away,
        )

    def _missing_hubs(self) -> tuple[MissingHub, ...]:
        """The hubs that are not connected, as soon as their readers have failed."""
        away = self._rig.absent_boards() if self._rig is not None else ()
        return tuple(MissingHub(board.name, board.why, board.readers) for board in away)

    def reader_statistics(self) -> Mapping[str, ReaderStatistics]:
        """The statistics of every reader, by its zone."""
        return {state.name: _to_statistics(state) for state in self._reader_health()}

    def _reader_health(self) -> tuple[ReaderHealthReport, ...]:
        return self._rig.reader_health() if self._rig is not None else ()

    # -- a session

    def load_deck(self, game: str) -> Deck | None:
        """The owner's deck of that game."""
        return load_owner_deck(game)

    def zone_plan(self, game: str, setup: GameSetup) -> ZonePlan:
        """The zones of that game that readers watch."""
        return make_zone_plan(self._wiring.reader_names, game_rules(game).zones(setup))

    def attach_session(self, session: Session, receiver: MessageReceiver) -> None:
        """Send events of readers and buttons to `receiver` from now on; the lights follow the session."""
        if self._lights is not None:
            self._lights.begin_game(session.snapshot)
            session.add_listener(self._lights.update)
        self._receiver = receiver
        self._readers.attach_session(receiver, session.snapshot.zone_plan.zones)

    def detach_session(self) -> None:
        """Send events to no session from now on, and switch the lights off."""
        self._receiver = None
        self._readers.detach_session()
        if self._lights is not None:
            self._lights.end_game()

    # -- a guest

    def redirect_input(self, receiver: MessageReceiver) -> None:
        """Send all events to `receiver` instead of the session until `restore_input`."""
        with self._changing:
            if self._guest is not receiver:
                if self._lights is not None:
                    self._lights.lend()
                self._switch_lights_off()
                self._guest = receiver
            self._readers.redirect_input(receiver)

    def restore_input(self, receiver: MessageReceiver) -> None:
        """Send events to the session again where `receiver` had received them."""
        with self._changing:
            if not self._readers.restore_input(receiver):
                return
            self._guest = None
            self._switch_lights_off()
            if self._lights is not None:
                self._lights.take_back()

    def show_light(self, zone: str, signal: LightSignal) -> None:
        """Show a signal by the light of that reader, if it has one."""
        if self._rig is not None:
            self._rig.show_light(zone, signal)

    def play_sound(self, what: SoundSignal) -> None:
        """Play a signal by the sounder, if there is one."""
        if self._rig is not None:
            self._rig.play_sound(what)

    def _switch_lights_off(self) -> None:
        for reader in self._wiring.readers_with_light:
            self.show_light(reader, "off")

    # -- from the hardware's threads

    def _on_event(self, event: HardwareEvent) -> None:
        match event:
            case ReaderReported(reader, report, found):
                self._readers.on_reader_event(reader, report, found)
                if report.kind in (READER_DOWN, READER_BACK):
                    self._surprised = self._seconds()
                    self._changed()
            case ButtonPressed(button) if button == POWER_BUTTON and self._off is not None:
                if self._once.is_new_press(button):
                    self._off()
            case ButtonPressed(button) if (guest := self._guest) is not None:
                guest.post(ReportInput(SeatButtonPressed("", button)))
            case ButtonPressed(button):
                receiver = self._receiver
                if receiver is not None and self._once.is_new_press(button) and not self._too_soon():
                    receiver.post(partial(message_for_button, button=button))
            case _:
                log.warning("%s", event.sentence)
                self._changed()

    def _too_soon(self) -> bool:
        """Whether a press was meant for the table as it was before a reader went down or came back."""
        return self._seconds() - self._surprised < IGNORE_PRESSES_S


def _to_statistics(state: ReaderHealthReport) -> ReaderStatistics:
    """The number of scans by their result, and the numbers of flaps and resets.

    Several tags are a clean scan.
    """
    count = state.tally.get
    return ReaderStatistics(
        state.version,
        state.chip_origin,
        clean_scans=count(ONE_TAG, 0) + count(NO_TAG, 0) + count(SEVERAL_TAGS, 0),
        garbled_scans=count(NOISE, 0),
        unanswered_scans=count(CHIP_DEAD, 0),
        tag_flaps=count(FLAP_COUNT, 0),
        chip_resets=count(REVIVAL_COUNT, 0),
    )


def _ignore_change() -> None:
    """Ignore changes until `open` has received another function."""
