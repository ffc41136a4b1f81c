"""A real table: the readers, buttons, lights and sounder of HERALD_HOME/wiring.toml, joined to evening after evening.

Without that file there are none, and everything is touched. A plan that cannot be used is as good as none, and said.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Protocol

from companion.games import game_rules as named
from companion.rules.errors import HeraldError
from companion.rules.game import GameSetup
from companion.start.buttons import Once, meant
from companion.start.lights import Lamps, Later, Lights, by_timer
from companion.start.readers import Readers, every_zone, plan
from companion.table.input_events import SeatButtonPressed as PressedButton
from companion.table.messages import ReportInput
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
from companion.table.tags.deck_store import deck_path, load_owner_deck
from companion.table.zones import ZonePlan
from hardware.common.events import BACK, CROWD, DEAD, DOWN, FLAPS, NOISE, NONE, REVIVALS, TAG
from hardware.errors import PlanFault
from hardware.heard import Heard, Pressed, ReaderSaid
from hardware.plan import load
from hardware.readers.driver import Away
from hardware.readers.driver import State as Ward
from hardware.readers.installed import installed
from hardware.rig import real_rig
from hardware.wiring import WiringPlan

log = logging.getLogger(__name__)

SURPRISE = 0.7
"""Seconds after a reader went down or came back. A press means another thing by then: who pressed has not seen it."""


class Rig(Lamps, Protocol):
    """What hardware.rig opens."""

    def open(self) -> None:
        """Open all that can be opened."""
        ...

    def start(self) -> None:
        """Begin to tell what is heard."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...

    def troubles(self) -> tuple[str, ...]:
        """What could not be opened, and buttons that seem stuck."""
        ...

    def states(self) -> tuple[Ward, ...]:
        """How every reader is."""
        ...

    def away(self) -> tuple[Away, ...]:
        """The boards with readers that are not there."""
        ...


Seconds = Callable[[], float]
Make = Callable[[WiringPlan, Callable[[Heard], None]], Rig]


class WiredTable:
    """The `Wired` of companion.table.table_hardware."""

    def __init__(
        self, path: Path, make: Make = real_rig, later: Later = by_timer, seconds: Seconds = monotonic
    ) -> None:
        self._make, self._later, self._seconds, self._once = make, later, seconds, Once(seconds)
        self._surprised = -SURPRISE  # when a reader went down or came back last
        self._unread_plan = self._unread_deck = ""
        self._wiring = self._read(path)
        self._readers = Readers()
        self._known: frozenset[str] = frozenset()
        self._rig: Rig | None = None
        self._lights: Lights | None = None
        self._changed: Callable[[], None] = _nobody
        self._off: Callable[[], None] | None = None
        self._evening: MessageReceiver | None = None
        self._guest: MessageReceiver | None = None
        self._changing = Lock()  # of who hears: pages come and go on threads of their own

    def _read(self, path: Path) -> WiringPlan:
        try:
            return load(path)
        except (PlanFault, OSError) as fault:
            log.warning("%s: %s", path.name, fault)
            self._unread_plan = path.name
            return WiringPlan()

    def open(self, changed: Callable[[], None]) -> None:
        """See Wired."""
        self._changed, self._known = changed, every_zone()
        for kind in installed():
            if kind.reason:
                log.warning("readers of the kind %s (%s): %s", kind.name, kind.package, kind.reason)
        rig = self._make(self._wiring, self._heard)
        rig.open()
        self._rig, self._lights = rig, Lights(rig, self._later)
        rig.start()
        changed()

    def close(self) -> None:
        """See Wired."""
        self.leave()
        if self._rig is not None:
            self._rig.close()

    def on_off(self, pressed: Callable[[], None]) -> None:
        """See Wired."""
        self._off = pressed

    # -- how it is

    def state(self) -> HardwareStatus:
        """See Wired."""
        wiring, down = self._wiring, dict(self._readers.down)
        down |= {state.name: state.why for state in self._states() if state.why and state.name in down}
        away = self._away()
        told = {hub.reason for hub in away}
        troubles = self._rig.troubles() if self._rig is not None else ()
        return HardwareStatus(
            tuple(
                ZoneReaderStatus(name, down.get(name, ""), name in self._known)
                for name in wiring.reader_names
            ),
            tuple(trouble for trouble in troubles if trouble not in told),
            self._unread_plan or self._unread_deck,
            wiring.lit_readers,
            wiring.button_names,
            wiring.buzzer is not None,
            away,
        )

    def _away(self) -> tuple[MissingHub, ...]:
        """The hubs that are not there, once that is told of their readers."""
        away = self._rig.away() if self._rig is not None else ()
        return tuple(MissingHub(board.name, board.why, board.readers) for board in away)

    def tallies(self) -> Mapping[str, ReaderStatistics]:
        """See Wired."""
        return {state.name: _tally(state) for state in self._states()}

    def _states(self) -> tuple[Ward, ...]:
        return self._rig.states() if self._rig is not None else ()

    # -- an evening

    def deck(self, game: str) -> Deck | None:
        """See Wired."""
        deck, unread = None, ""
        try:
            deck = load_owner_deck(game)
        except (HeraldError, OSError) as fault:
            log.warning("%s", fault)
            unread = deck_path(game).name
        if unread != self._unread_deck:
            self._unread_deck = unread
            self._changed()
        return deck

    def plan(self, game: str, setup: GameSetup) -> ZonePlan:
        """See Wired."""
        return plan(self._wiring.reader_names, named(game).zones(setup))

    def join(self, session: Session, hears: MessageReceiver) -> None:
        """See Wired."""
        if self._lights is not None:
            self._lights.begin(session.snapshot)
            session.add_listener(self._lights.follow)
        self._evening = hears
        self._readers.join(hears, session.snapshot.zone_plan.zones)

    def leave(self) -> None:
        """See Wired."""
        self._evening = None
        self._readers.leave()
        if self._lights is not None:
            self._lights.end()

    # -- a guest

    def attend(self, hears: MessageReceiver) -> None:
        """See Wired."""
        with self._changing:
            if self._guest is not hears:
                if self._lights is not None:
                    self._lights.lend()
                self._dark()
                self._guest = hears
            self._readers.attend(hears)

    def dismiss(self, hears: MessageReceiver) -> None:
        """See Wired."""
        with self._changing:
            if not self._readers.dismiss(hears):
                return
            self._guest = None
            self._dark()
            if self._lights is not None:
                self._lights.take_back()

    def light(self, zone: str, shows: LightSignal) -> None:
        """See Wired."""
        if self._rig is not None:
            self._rig.light(zone, shows)

    def sound(self, what: SoundSignal) -> None:
        """See Wired."""
        if self._rig is not None:
            self._rig.sound(what)

    def _dark(self) -> None:
        for reader in self._wiring.lit_readers:
            self.light(reader, "off")

    # -- from the hardware's threads

    def _heard(self, heard: Heard) -> None:
        match heard:
            case ReaderSaid(reader, said, found):
                self._readers.heard(reader, said, found)
                if said.kind in (DOWN, BACK):
                    self._surprised = self._seconds()
                    self._changed()
            case Pressed(button) if button == POWER_BUTTON and self._off is not None:
                if self._once.new(button):
                    self._off()
            case Pressed(button) if (guest := self._guest) is not None:
                guest.post(ReportInput(PressedButton("", button)))
            case Pressed(button):
                evening = self._evening
                if evening is not None and self._once.new(button) and not self._too_soon():
                    evening.post(partial(meant, pressed=button))
            case _:
                log.warning("%s", heard.sentence)
                self._changed()

    def _too_soon(self) -> bool:
        """Whether a press was meant for the table as it was before a reader went down or came back."""
        return self._seconds() - self._surprised < SURPRISE


def _tally(state: Ward) -> ReaderStatistics:
    """How often a scan found what, in three parts. Several tags are no fault of the reader's."""
    count = state.tally.get
    return ReaderStatistics(
        state.version,
        state.make,
        clean_scans=count(TAG, 0) + count(NONE, 0) + count(CROWD, 0),
        garbled_scans=count(NOISE, 0),
        unanswered_scans=count(DEAD, 0),
        tag_flaps=count(FLAPS, 0),
        chip_resets=count(REVIVALS, 0),
    )


def _nobody() -> None:
    """Hears of changes before anybody looks."""
