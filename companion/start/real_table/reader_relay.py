"""What readers say becomes what the table notices; and what they said before there was a game.

The name of a reader is its zone. Readers speak from the start of the program, each on a thread of its own; a game
begins or goes on later. So what lies where, and which readers do not answer, is kept here, and a session that is
joined hears it first, before anything new:

- A tag that rests already is `TagAlreadyPresent`, not `TagPresent`: known, and no evidence until it has left and comes
  back. A card that lay there when the plug was pulled has been played, or its move was not and is shown anew; and what
  lies on a reader while a game is set up is nobody's first move. A move is only ever begun by a hand. The same holds of
  a tag that a reader finds in the moment in which it can look at last, and of what is left of a pile or of something
  garbled that lay there before.
- A reader that is down is `ReaderDown`, so its zone is for touch from the first picture on.

A reader that breaks says nothing of its tags: they count as resting until it answers again and says that they left.

Buttons make no zone a reader's. A `seat/blue` in the plan promises a reader that reports pieces laid there, and
Herald would wait for them; what a seat's buttons can say costs the judge the same by button and by finger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import Final, NamedTuple, Protocol

from companion.games import game_rules, query_each_game
from companion.rules.game import GameSetup, Seat
from companion.table.input_events import (
    ReaderCleared,
    ReaderDown,
    ReaderRecovered,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.messages import ReportInput
from companion.table.zones import ZonePlan
from hardware.common import events
from hardware.common.events import ReaderEvent


class ReadersState(NamedTuple):
    """By zone: the tags that rest there, in the order they came; why its reader does not answer; what is said of
    something there that cannot be told apart (CROWD) or read (NOISE)."""

    tags_by_zone: Mapping[str, Mapping[str, None]]
    fault_by_zone: Mapping[str, str]
    unclear_by_zone: Mapping[str, str]


NO_READERS_STATE: Final = ReadersState({}, {}, {})
ZoneInputEvent = (
    TagPresent
    | TagAlreadyPresent
    | TagRemoved
    | SeveralTagsPresent
    | TagUnreadable
    | ReaderCleared
    | ReaderDown
    | ReaderRecovered
)


class InputReceiver(Protocol):
    """A session, as readers know it."""

    def post(self, message: ReportInput) -> None:
        """Say something to it, from any thread."""
        ...


def make_zone_plan(readers: Iterable[str], zones: Iterable[str]) -> ZonePlan:
    """The zone plan of a game with these zones at a table with these readers; all others are for touch."""
    watched = set(readers)
    return ZonePlan({zone: "reader" for zone in zones if zone in watched})


def zones_of_all_games() -> frozenset[str]:
    """The places of all games, with all seats taken."""

    def of_game(name: str) -> tuple[str, ...]:
        its = game_rules(name)
        return tuple(its.zones(GameSetup(tuple(Seat(colour, "") for colour in its.colours), "")))

    return frozenset(zone for _, zones in query_each_game(of_game) for zone in zones)


def to_table_event(zone: str, event: ReaderEvent) -> ZoneInputEvent | None:
    """What a reader says, as the table has it."""
    match event.kind:
        case events.TAG_CAME:
            return TagPresent(zone, event.uid.hex())
        case events.TAG_LEFT:
            return TagRemoved(zone, event.uid.hex())
        case events.SEVERAL_TAGS:
            return SeveralTagsPresent(zone)
        case events.NOISE:
            return TagUnreadable(zone)
        case events.TROUBLE_OVER:
            return ReaderCleared(zone)
        case events.READER_DOWN:
            return ReaderDown(zone, event.why)
        case events.READER_BACK:
            return ReaderRecovered(zone)
    return None


class ReaderRelay:
    """The readers of one table. May be told things from any thread."""

    def __init__(self) -> None:
        self._resting: dict[str, dict[str, None]] = {}  # zone -> tags in the order they came
        self._down: dict[str, str] = {}
        self._unclear: dict[str, str] = {}
        self._old: set[str] = set()  # zones where what is unclear lay before whoever hears now
        self._session: InputReceiver | None = None
        self._zones: frozenset[str] = frozenset()
        self._known = NO_READERS_STATE  # what the session has been told
        self._guest: InputReceiver | None = None
        self._lock = Lock()

    @property
    def fault_by_zone(self) -> Mapping[str, str]:
        """Zone -> why its reader does not answer."""
        with self._lock:
            return dict(self._down)

    def attach_session(self, session: InputReceiver, zones: Iterable[str]) -> None:
        """From now on this session hears of these zones, first of all how things are."""
        with self._lock:
            self._session, self._zones = session, frozenset(zones)
            self._known = NO_READERS_STATE
            self._catch_up()

    def detach_session(self) -> None:
        """Nobody hears them until the next game."""
        with self._lock:
            self._session = None

    def redirect_input(self, guest: InputReceiver) -> None:
        """Until `restore_input`, the guest hears of every zone in place of the session, first of all how things are."""
        with self._lock:
            if self._guest is None:
                self._known = self._current_state()
            self._guest = guest
            self._old = set(self._unclear)
            for sighting in _events_between(NO_READERS_STATE, self._current_state()):
                guest.post(ReportInput(sighting))

    def restore_input(self, guest: InputReceiver) -> bool:
        """The session hears again, first of all what has changed; whether it was this guest who heard until now."""
        with self._lock:
            if self._guest is not guest:
                return False
            self._guest = None
            self._catch_up()
            return True

    def on_reader_event(self, zone: str, event: ReaderEvent, found_at_start: bool = False) -> None:
        """A reader says something. `found_at_start`: what came lay there when the reader began to look."""
        with self._lock:
            found_at_start = found_at_start or zone in self._old
            self._record(zone, event)
            noticed = to_table_event(zone, event)
            if isinstance(noticed, TagPresent) and found_at_start:
                noticed = TagAlreadyPresent(zone, noticed.uid)
            if noticed is not None:
                self._post(noticed)

    def _record(self, zone: str, told: ReaderEvent) -> None:
        tags = self._resting.setdefault(zone, {})
        if told.kind == events.TAG_CAME:
            tags[told.uid.hex()] = None
        elif told.kind == events.TAG_LEFT:
            tags.pop(told.uid.hex(), None)
        elif told.kind == events.READER_DOWN:
            self._down[zone] = told.why
        elif told.kind == events.READER_BACK:
            self._down.pop(zone, None)
        if told.kind in (events.SEVERAL_TAGS, events.NOISE):
            self._unclear[zone] = told.kind
        elif told.kind in (events.TAG_CAME, events.TAG_LEFT, events.TROUBLE_OVER):
            self._unclear.pop(zone, None)
            self._old.discard(zone)

    def _current_state(self) -> ReadersState:
        resting = {zone: dict(tags) for zone, tags in self._resting.items()}
        return ReadersState(resting, dict(self._down), dict(self._unclear))

    def _catch_up(self) -> None:
        """Tell the session what it does not know yet."""
        if self._guest is None:
            self._old = set(self._unclear)
            for sighting in _events_between(self._known, self._current_state()):
                self._post(sighting)

    def _post(self, sighting: ZoneInputEvent) -> None:
        if self._guest is not None:
            self._guest.post(ReportInput(sighting))
        elif self._session is not None and sighting.zone in self._zones:
            self._session.post(ReportInput(sighting))


def _events_between(before: ReadersState, after: ReadersState) -> Iterator[ZoneInputEvent]:
    """What leads from one state of the readers to another: a tag that came meanwhile is `TagAlreadyPresent`."""
    rested, rests = before.tags_by_zone, after.tags_by_zone
    for zone, tags in rested.items():
        yield from (TagRemoved(zone, uid) for uid in tags if uid not in rests.get(zone, {}))
    for zone, tags in rests.items():
        yield from (TagAlreadyPresent(zone, uid) for uid in tags if uid not in rested.get(zone, {}))
    yield from (
        ReaderDown(zone, why) for zone, why in after.fault_by_zone.items() if zone not in before.fault_by_zone
    )
    yield from (ReaderRecovered(zone) for zone in before.fault_by_zone if zone not in after.fault_by_zone)
    yield from (ReaderCleared(zone) for zone in before.unclear_by_zone if zone not in after.unclear_by_zone)
    for zone, kind in after.unclear_by_zone.items():
        if before.unclear_by_zone.get(zone) != kind:
            yield SeveralTagsPresent(zone) if kind == events.SEVERAL_TAGS else TagUnreadable(zone)
