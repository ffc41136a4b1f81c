"""Relays reader events to a session, and keeps the state of the readers for sessions that begin later.

The name of a reader is its zone. Readers report from the start of the program, each on a thread of its own;
games begin and end later. So the tags on each reader, and the readers that do not answer, are kept here, and
a session that is attached receives this state before any new event:

- A tag that already rests on a reader is `TagAlreadyPresent`, not `TagPresent`: known, and no evidence until
  it has left
and come back. A card that lay there when the power was lost has been played, or its move was not and is shown
again; what lies on a reader while a game is set up is nobody's first move. The same holds for a tag that a
reader finds when it starts to scan again, and for the remains of several or unreadable tags that lay there
before.
- A reader that is down is `ReaderDown`, so its zone is for touch from the first picture on.

A reader that fails reports nothing of its tags: they count as resting until it answers again and reports that
they left.

Buttons do not make a zone one with a reader. A `seat/blue` in the plan promises a reader that reports pieces
laid there, and Herald would wait for them; what a seat's buttons can say is judged the same way by button and
by finger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import Final, NamedTuple, Protocol

from companion.games import game_rules, query_each_game
from companion.rules.game import GameSetup, Seat
from companion.table.messages import (
    ForeignCardPresent,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    ReportInput,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagAnswersWeakly,
    TagPresent,
    TagRemoved,
    TagUnreadable,
    ZoneInputEvent,
)
from companion.table.zones import ZonePlan
from hardware.common import events
from hardware.common.events import ReaderEvent


class ReadersState(NamedTuple):
    """The state of all readers, by zone.

    `tags_by_zone`: the tags that rest there, in the order of their arrival. `fault_by_zone`: why the reader
    does not answer. `unclear_by_zone`: what of events.TROUBLES lies there instead of a single tag that
    can be read.
    """

    tags_by_zone: Mapping[str, Mapping[str, None]]
    fault_by_zone: Mapping[str, str]
    unclear_by_zone: Mapping[str, str]


NO_READERS_STATE: Final = ReadersState({}, {}, {})


class InputReceiver(Protocol):
    """The part of a session that receives input events."""

    def post(self, message: ReportInput) -> None:
        """Post a message to it, from any thread."""
        ...


def make_zone_plan(readers: Iterable[str], zones: Iterable[str]) -> ZonePlan:
    """The zone plan of a game with these zones at a table with these readers; all other zones are for touch."""
    watched = set(readers)
    return ZonePlan({zone: "reader" for zone in zones if zone in watched})


def zones_of_all_games() -> frozenset[str]:
    """The zones of all games, with all seats taken."""

    def of_game(name: str) -> tuple[str, ...]:
        its = game_rules(name)
        return tuple(its.zones(GameSetup(tuple(Seat(colour, "") for colour in its.colours), "")))

    return frozenset(zone for _, zones in query_each_game(of_game) for zone in zones)


def to_table_event(zone: str, event: ReaderEvent) -> ZoneInputEvent | None:
    """A reader's event as an input event of the table; None where the table need not know it."""
    match event.kind:
        case events.TAG_CAME:
            return TagPresent(zone, event.uid.hex())
        case events.TAG_LEFT:
            return TagRemoved(zone, event.uid.hex())
        case events.WEAK_TAG:
            return TagAnswersWeakly(zone, event.uid.hex(), event.why)
        case events.SEVERAL_TAGS:
            return SeveralTagsPresent(zone)
        case events.NOISE:
            return TagUnreadable(zone)
        case events.FOREIGN_CARD:
            return ForeignCardPresent(zone)
        case events.TROUBLE_OVER:
            return ReadingClearAgain(zone)
        case events.READER_DOWN:
            return ReaderDown(zone, event.why)
        case events.READER_BACK:
            return ReaderRecovered(zone)
    return None


class ReaderRelay:
    """The readers of one table. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._resting: dict[str, dict[str, None]] = {}  # zone -> tags in the order of their arrival
        self._down: dict[str, str] = {}
        self._unclear: dict[str, str] = {}
        # zones where the unclear tags lay before the present receiver was attached
        self._old: set[str] = set()
        self._session: InputReceiver | None = None
        self._zones: frozenset[str] = frozenset()
        self._known = NO_READERS_STATE  # the state that the session knows
        self._guest: InputReceiver | None = None
        self._lock = Lock()

    @property
    def fault_by_zone(self) -> Mapping[str, str]:
        """Zone -> why its reader does not answer."""
        with self._lock:
            return dict(self._down)

    def attach_session(self, session: InputReceiver, zones: Iterable[str]) -> None:
        """Send the events of these zones to this session from now on, first the present state."""
        with self._lock:
            self._session, self._zones = session, frozenset(zones)
            self._known = NO_READERS_STATE
            self._catch_up()

    def add_zone(self, zone: str) -> None:
        """Send the events of this zone to the session too, from now on, first its present state."""
        with self._lock:
            self._zones |= {zone}
            if self._guest is None:
                for event in _events_between(NO_READERS_STATE, self._current_state()):
                    if event.zone == zone:
                        self._post(event)

    def detach_session(self) -> None:
        """Send events to no session until the next one is attached."""
        with self._lock:
            self._session = None

    def redirect_input(self, guest: InputReceiver) -> None:
        """Send all events to `guest`, not to the session, until `restore_input`; first the present state."""
        with self._lock:
            if self._guest is None:
                self._known = self._current_state()
            self._guest = guest
            self._old = set(self._unclear)
            for event in _events_between(NO_READERS_STATE, self._current_state()):
                guest.post(ReportInput(event))

    def restore_input(self, guest: InputReceiver) -> bool:
        """Send events to the session again, first what has changed; whether `guest` had received them."""
        with self._lock:
            if self._guest is not guest:
                return False
            self._guest = None
            self._catch_up()
            return True

    def on_reader_event(self, zone: str, event: ReaderEvent, found_at_start: bool = False) -> None:
        """Handle an event of a reader. `found_at_start`: the tag was there when the reader began to scan."""
        with self._lock:
            found_at_start = found_at_start or zone in self._old
            self._record(zone, event)
            input_event = to_table_event(zone, event)
            if isinstance(input_event, TagPresent) and found_at_start:
                input_event = TagAlreadyPresent(zone, input_event.uid)
            if input_event is not None:
                self._post(input_event)

    def forget_reader(self, zone: str) -> None:
        """The reader watches this place no more: what lay there is gone, and what was wrong with it is over."""
        with self._lock:
            before = self._current_state()
            for known in (self._resting, self._down, self._unclear):
                known.pop(zone, None)
            self._old.discard(zone)
            for event in _events_between(before, self._current_state()):
                self._post(event)

    def _record(self, zone: str, event: ReaderEvent) -> None:
        tags = self._resting.setdefault(zone, {})
        if event.kind == events.TAG_CAME:
            tags[event.uid.hex()] = None
        elif event.kind == events.TAG_LEFT:
            tags.pop(event.uid.hex(), None)
        elif event.kind == events.READER_DOWN:
            self._down[zone] = event.why
        elif event.kind == events.READER_BACK:
            self._down.pop(zone, None)
        if event.kind in events.TROUBLES:
            self._unclear[zone] = event.kind
        elif event.kind in (events.TAG_CAME, events.TAG_LEFT, events.TROUBLE_OVER):
            self._unclear.pop(zone, None)
            self._old.discard(zone)

    def _current_state(self) -> ReadersState:
        resting = {zone: dict(tags) for zone, tags in self._resting.items()}
        return ReadersState(resting, dict(self._down), dict(self._unclear))

    def _catch_up(self) -> None:
        """Send the session the changes that it does not know yet."""
        if self._guest is None:
            self._old = set(self._unclear)
            for event in _events_between(self._known, self._current_state()):
                self._post(event)

    def _post(self, event: ZoneInputEvent) -> None:
        if self._guest is not None:
            self._guest.post(ReportInput(event))
        elif self._session is not None and event.zone in self._zones:
            self._session.post(ReportInput(event))


def _events_between(before: ReadersState, after: ReadersState) -> Iterator[ZoneInputEvent]:
    """The events that lead from one state to another; a tag that arrived is `TagAlreadyPresent`."""
    rested, rests = before.tags_by_zone, after.tags_by_zone
    for zone, tags in rested.items():
        yield from (TagRemoved(zone, uid) for uid in tags if uid not in rests.get(zone, {}))
    for zone, tags in rests.items():
        yield from (TagAlreadyPresent(zone, uid) for uid in tags if uid not in rested.get(zone, {}))
    yield from (
        ReaderDown(zone, why) for zone, why in after.fault_by_zone.items() if zone not in before.fault_by_zone
    )
    yield from (ReaderRecovered(zone) for zone in before.fault_by_zone if zone not in after.fault_by_zone)
    yield from (
        ReadingClearAgain(zone) for zone in before.unclear_by_zone if zone not in after.unclear_by_zone
    )
    for zone, kind in after.unclear_by_zone.items():
        if before.unclear_by_zone.get(zone) != kind:
            trouble = to_table_event(zone, ReaderEvent(kind))
            if trouble is not None:
                yield trouble
