"""A real table: the readers, buttons, lights and sounder of HERALD_HOME/wiring.toml.

It is attached to one session after another. Without that file its readers are those that people plug in, and say that
they are readers. With a plan that cannot be used there is no hardware, and everything is touched.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Event, Lock, RLock
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.game import GameSetup
from companion.start.real_table.button_presses import PressDebouncer, message_for_button
from companion.start.real_table.owner_plan import read_owner_plan
from companion.start.real_table.plugged_in_devices import (
    KeptAnswer,
    PluggedInDevices,
    next_place,
    plan_of_readers,
)
from companion.start.real_table.reader_lights import LightsOutput, RunLater, TableLights, run_on_timer
from companion.start.real_table.reader_relay import ReaderRelay, make_zone_plan, zones_of_all_games
from companion.table.messages import ChangeDeck, ChangeZonePlan, ReportInput, SeatButtonPressed
from companion.table.session import Session
from companion.table.storage.kept_files import KEPT_FILES
from companion.table.table_hardware import (
    POWER_BUTTON,
    HardwareStatus,
    LightSignal,
    MessageReceiver,
    MissingHub,
    PluggedInDevice,
    ReaderOnTrial,
    ReaderStatistics,
    ZoneReaderStatus,
)
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import load_owner_deck
from companion.table.zones import ZonePlan
from hardware.clock import now_us
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
from hardware.errors import WiringPlanError
from hardware.events import ButtonPressed, HardwareEvent, ReaderReported
from hardware.readers.driver import AbsentBoard, ReaderHealthReport
from hardware.readers.installed_kinds import installed_kinds
from hardware.wiring_schema import WiringPlan
from hardware.worker_thread import WorkerThread

if TYPE_CHECKING:  # it imports gpiozero, which nobody needs without a plan
    from hardware.lights import SoundSignal

log = logging.getLogger(__name__)

IGNORE_PRESSES_S = 0.7
"""Seconds after a reader went down or came back in which presses are ignored: their meaning changed unseen.
"""
LOOK_US = 1_000_000
"""Microseconds between two looks at what is plugged in."""
TRIAL_LOOKS, TRIAL_LOOK_S = 80, 0.05
"""A reader that is tried has so many times so many seconds to answer; some boards start anew when they are opened."""
NO_PLACE_LEFT = "as many readers are plugged in as get a place by themselves: a wiring plan can name more"


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


def make_table_devices(plan: WiringPlan, on_event: Callable[[HardwareEvent], None]) -> TableDevices:
    """The devices of this plan on this machine; what opens them is imported where there is something to open."""
    from hardware.device_manager import make_device_manager

    return make_device_manager(plan, on_event)


class RealTableHardware:
    """The `TableHardware` of companion.table.table_hardware."""

    def __init__(
        self,
        path: Path | None,
        make: MakeTableDevices = make_table_devices,
        later: RunLater = run_on_timer,
        seconds: ClockSeconds = monotonic,
        plugged_in: PluggedInDevices | None = None,
    ) -> None:
        """`path`: the wiring plan; None where there is none and `plugged_in` are the readers."""
        self._make, self._seconds, self._once = make, seconds, PressDebouncer(seconds)
        self._surprised = -IGNORE_PRESSES_S  # time at which a reader last went down or came back
        self._unread_plan = ""
        self._wiring = self._load_plan(path) if path is not None else WiringPlan()
        self._readers = ReaderRelay()
        self._known: frozenset[str] = frozenset()
        self._rigs: dict[str, TableDevices] = {}
        """The devices of the plan by "", and those of each reader that was plugged in by its place."""
        self._lights = TableLights(self, later)
        self._changed: Callable[[], None] = _ignore_change
        self._off: Callable[[], None] | None = None
        self._session: Session | None = None
        self._receiver: MessageReceiver | None = None
        self._guest: MessageReceiver | None = None
        self._changing = Lock()  # guards `_guest`: pages come and go on threads of their own
        self._plugged_in = plugged_in
        self._plugging = RLock()  # guards `_wiring` and `_rigs`, where readers are plugged in
        self._trying = Lock()  # for one trial at a time, which takes seconds: nobody else waits for it
        self._watch = WorkerThread("watch of what is plugged in", self._look_what_is_plugged_in)

    def _load_plan(self, path: Path) -> WiringPlan:
        try:
            return read_owner_plan(path)
        except (WiringPlanError, OSError) as fault:
            log.warning("%s: %s", path.name, fault)
            self._unread_plan = path.name
            return WiringPlan()

    def open(self, changed: Callable[[], None]) -> None:
        """Open all devices; `changed` is called from any thread when the status has changed."""
        self._changed = changed
        if self._plugged_in is None:
            self._open_plan()
        else:
            self._look_what_is_plugged_in()
            self._watch.start()
        changed()

    def _open_plan(self) -> None:
        for kind in installed_kinds():
            if kind.reason:
                log.warning("readers of the kind %s (%s): %s", kind.name, kind.package, kind.reason)
        self._open_devices("", self._wiring).start()

    def _open_devices(self, name: str, plan: WiringPlan) -> TableDevices:
        self._known = self._known or zones_of_all_games()
        rig = self._make(plan, self._on_event)
        rig.open()
        self._rigs = {**self._rigs, name: rig}
        return rig

    def close(self) -> None:
        """Detach the session and close all devices."""
        self._watch.stop()
        self.detach_session()
        for rig in self._rigs.values():
            rig.close()

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
        problems = [problem for rig in self._rigs.values() for problem in rig.problems()]
        return HardwareStatus(
            tuple(
                ZoneReaderStatus(
                    name, down.get(name, ""), name in self._known, name in wiring.readers_on_cable
                )
                for name in wiring.reader_names
            ),
            tuple(problem for problem in problems if problem not in reported),
            self._unread_plan,
            wiring.readers_with_light,
            wiring.button_names,
            wiring.buzzer is not None,
            away,
            self._plugged_in.offered if self._plugged_in is not None else (),
            self._plugged_in is not None and self._plugged_in.has_declined,
        )

    def _missing_hubs(self) -> tuple[MissingHub, ...]:
        """The hubs that are not connected, as soon as their readers have failed."""
        return tuple(
            MissingHub(board.name, board.why, board.readers)
            for rig in self._rigs.values()
            for board in rig.absent_boards()
        )

    def reader_statistics(self) -> Mapping[str, ReaderStatistics]:
        """The statistics of every reader, by its zone."""
        return {state.name: _to_statistics(state) for state in self._reader_health()}

    def _reader_health(self) -> tuple[ReaderHealthReport, ...]:
        return tuple(state for rig in self._rigs.values() for state in rig.reader_health())

    # -- what is plugged in without a plan

    def _look_what_is_plugged_in(self) -> int:
        """Open the readers that people know, and offer what they do not know; the time when to look again."""
        assert self._plugged_in is not None
        before = self._offers
        self._plugged_in.look()
        with self._plugging:
            for reader in self._plugged_in.readers:
                if reader.zone not in self._rigs:
                    self._open_devices(reader.zone, plan_of_readers([reader])).start()
                    self._let_join(reader)
        if self._offers != before:
            self._changed()
        return now_us() + LOOK_US

    @property
    def _offers(self) -> tuple[tuple[PluggedInDevice, ...], bool]:
        there = self._plugged_in
        return (there.offered, there.has_declined) if there is not None else ((), False)

    def try_reader(self, device: PluggedInDevice) -> ReaderOnTrial:
        """Open it, and keep the answer where it works; then it joins the game that is played."""
        there = self._plugged_in
        with self._trying:
            with self._plugging:
                for reader in there.readers if there is not None else ():
                    if (reader.port, reader.name) == (device.port, device.name):
                        return ReaderOnTrial(reader.zone)  # somebody said so twice
                zone = next_place(self._rigs)
                if there is None or not zone:
                    return ReaderOnTrial(failure_reason=NO_PLACE_LEFT)
                answer = KeptAnswer(device.port, device.name, zone)
                rig = self._open_devices(zone, plan_of_readers([answer]))
                rig.start()
            why = _why_it_does_not_answer(rig)
            with self._plugging:
                if why:
                    self._close_reader(zone)
                    return ReaderOnTrial(failure_reason=why)
                unkept = None
                try:
                    there.keep(answer)
                except OSError as wrong:
                    unkept = wrong
                self._let_join(answer)
                return ReaderOnTrial(zone, unkept=unkept)

    def decline(self, device: PluggedInDevice) -> None:
        """Keep that this is no card reader."""
        self._tell(lambda there: there.keep(KeptAnswer(device.port, device.name, "")))

    def offer_again(self) -> None:
        """Forget what people said is no card reader."""
        self._tell(PluggedInDevices.forget_declined)

    def _tell(self, answer: Callable[[PluggedInDevices], None]) -> None:
        try:
            if self._plugged_in is not None:
                answer(self._plugged_in)
        finally:
            self._changed()

    def exchange_readers(self, one: str, other: str) -> None:
        """Open both anew, each at the other one's place."""
        if self._plugged_in is None:
            return
        with self._plugging:
            for zone in {one, other} & self._rigs.keys():  # one may be pulled out meanwhile
                self._close_reader(zone)
            try:
                self._plugged_in.exchange(one, other)
            finally:
                self._look_what_is_plugged_in()

    def _close_reader(self, zone: str) -> None:
        rig = self._rigs[zone]
        self._rigs = {name: each for name, each in self._rigs.items() if name != zone}
        rig.close()
        self._readers.forget_reader(zone)
        self._wiring = replace(
            self._wiring, tables=tuple(table for table in self._wiring.tables if table.name != zone)
        )

    def _let_join(self, reader: KeptAnswer) -> None:
        """Its place is watched from now on, in the game that is played too."""
        tables = (*self._wiring.tables, *plan_of_readers([reader]).tables)
        self._wiring = replace(self._wiring, tables=tables)
        if self._session is not None and self._receiver is not None:
            self._widen_session(self._session, self._receiver, reader.zone)
        self._changed()

    def _widen_session(self, session: Session, receiver: MessageReceiver, *joining: str) -> None:
        """Let the game know which places are watched by now; these are new to it."""
        game = session.snapshot.game
        if (deck := self.load_deck(game)) is not None:
            receiver.post(ChangeDeck(deck))
        zones = self.zone_plan(game, session.snapshot.setup)
        receiver.post(ChangeZonePlan(zones))
        for zone in joining:
            if zone in zones.zones:
                self._readers.add_zone(zone)

    # -- a session

    def load_deck(self, game: str) -> Deck | None:
        """The owner's deck of that game; None where no reader could read it."""
        return load_owner_deck(game) if self._wiring.reader_names else None

    def zone_plan(self, game: str, setup: GameSetup) -> ZonePlan:
        """The zones of that game that readers watch."""
        return make_zone_plan(self._wiring.reader_names, game_rules(game).zones(setup))

    def attach_session(self, session: Session, receiver: MessageReceiver) -> None:
        """Send events of readers and buttons to `receiver` from now on; the lights follow the session."""
        self._lights.begin_game(session.snapshot)
        session.add_listener(self._lights.update)
        with self._plugging:
            self._session, self._receiver = session, receiver
            zones = session.snapshot.zone_plan.zones
            self._readers.attach_session(receiver, zones)
            if self._plugged_in is not None:  # one may have begun to work while the game was laid out
                here = self.zone_plan(session.snapshot.game, session.snapshot.setup).zones
                if joining := [zone for zone in here if zone not in zones]:
                    self._widen_session(session, receiver, *joining)

    def detach_session(self) -> None:
        """Send events to no session from now on, and switch the lights off."""
        with self._plugging:
            self._session = self._receiver = None
            self._readers.detach_session()
        self._lights.end_game()

    # -- a guest

    def redirect_input(self, receiver: MessageReceiver) -> None:
        """Send all events to `receiver` instead of the session until `restore_input`."""
        with self._changing:
            if self._guest is not receiver:
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
            self._lights.take_back()

    def show_light(self, zone: str, signal: LightSignal) -> None:
        """Show a signal by the light of that reader, if it has one."""
        for rig in self._rigs.values():
            rig.show_light(zone, signal)

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal by the sounder, if there is one."""
        for rig in self._rigs.values():
            rig.play_sound(signal)

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


def _why_it_does_not_answer(rig: TableDevices) -> str:
    """Wait until the reader of these devices answers; what is wrong where it does not, "" where it does."""
    why = ""
    for _look in range(TRIAL_LOOKS):
        (reader,) = rig.reader_health()
        if reader.version:
            return ""
        found, _, advice = reader.why.partition(": ")
        why = (found if KEPT_FILES["wiring"].file_name in advice else reader.why) or why  # there is no plan
        Event().wait(TRIAL_LOOK_S)
    return why or f"nobody answers within {TRIAL_LOOKS * TRIAL_LOOK_S:.0f} seconds"


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
