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
from hardware.common.events import Said


class Heard(NamedTuple):
    """By zone: the tags that rest there, in the order they came; why its reader does not answer; what is said of
    something there that cannot be told apart (CROWD) or read (NOISE)."""

    resting: Mapping[str, Mapping[str, None]]
    down: Mapping[str, str]
    unclear: Mapping[str, str]


NOTHING: Final = Heard({}, {}, {})
OfAZone = (
    TagPresent
    | TagAlreadyPresent
    | TagRemoved
    | SeveralTagsPresent
    | TagUnreadable
    | ReaderCleared
    | ReaderDown
    | ReaderRecovered
)


class Hears(Protocol):
    """A session, as readers know it."""

    def post(self, message: ReportInput) -> None:
        """Say something to it, from any thread."""
        ...


def plan(readers: Iterable[str], zones: Iterable[str]) -> ZonePlan:
    """The zone plan of a game with these zones at a table with these readers; all others are for touch."""
    watched = set(readers)
    return ZonePlan({zone: "reader" for zone in zones if zone in watched})


def every_zone() -> frozenset[str]:
    """The places of all games, with all seats taken."""

    def of_game(name: str) -> tuple[str, ...]:
        its = game_rules(name)
        return tuple(its.zones(GameSetup(tuple(Seat(colour, "") for colour in its.colours), "")))

    return frozenset(zone for _, zones in query_each_game(of_game) for zone in zones)


def sighting(zone: str, told: Said) -> OfAZone | None:
    """What a reader says, as the table has it."""
    match told.kind:
        case events.CAME:
            return TagPresent(zone, told.uid.hex())
        case events.LEFT:
            return TagRemoved(zone, told.uid.hex())
        case events.CROWD:
            return SeveralTagsPresent(zone)
        case events.NOISE:
            return TagUnreadable(zone)
        case events.CALM:
            return ReaderCleared(zone)
        case events.DOWN:
            return ReaderDown(zone, told.why)
        case events.BACK:
            return ReaderRecovered(zone)
    return None


class Readers:
    """The readers of one table. May be told things from any thread."""

    def __init__(self) -> None:
        self._resting: dict[str, dict[str, None]] = {}  # zone -> tags in the order they came
        self._down: dict[str, str] = {}
        self._unclear: dict[str, str] = {}
        self._old: set[str] = set()  # zones where what is unclear lay before whoever hears now
        self._session: Hears | None = None
        self._zones: frozenset[str] = frozenset()
        self._known = NOTHING  # what the session has been told
        self._guest: Hears | None = None
        self._lock = Lock()

    @property
    def down(self) -> Mapping[str, str]:
        """Zone -> why its reader does not answer."""
        with self._lock:
            return dict(self._down)

    def join(self, session: Hears, zones: Iterable[str]) -> None:
        """From now on this session hears of these zones, first of all how things are."""
        with self._lock:
            self._session, self._zones = session, frozenset(zones)
            self._known = NOTHING
            self._catch_up()

    def leave(self) -> None:
        """Nobody hears them until the next game."""
        with self._lock:
            self._session = None

    def attend(self, guest: Hears) -> None:
        """Until `dismiss`, the guest hears of every zone in place of the session, first of all how things are."""
        with self._lock:
            if self._guest is None:
                self._known = self._now()
            self._guest = guest
            self._old = set(self._unclear)
            for sighting in _changes(NOTHING, self._now()):
                guest.post(ReportInput(sighting))

    def dismiss(self, guest: Hears) -> bool:
        """The session hears again, first of all what has changed; whether it was this guest who heard until now."""
        with self._lock:
            if self._guest is not guest:
                return False
            self._guest = None
            self._catch_up()
            return True

    def heard(self, zone: str, told: Said, found: bool = False) -> None:
        """A reader says something. `found`: what came lay there when the reader began to look."""
        with self._lock:
            found = found or zone in self._old
            self._keep(zone, told)
            noticed = sighting(zone, told)
            if isinstance(noticed, TagPresent) and found:
                noticed = TagAlreadyPresent(zone, noticed.uid)
            if noticed is not None:
                self._tell(noticed)

    def _keep(self, zone: str, told: Said) -> None:
        tags = self._resting.setdefault(zone, {})
        if told.kind == events.CAME:
            tags[told.uid.hex()] = None
        elif told.kind == events.LEFT:
            tags.pop(told.uid.hex(), None)
        elif told.kind == events.DOWN:
            self._down[zone] = told.why
        elif told.kind == events.BACK:
            self._down.pop(zone, None)
        if told.kind in (events.CROWD, events.NOISE):
            self._unclear[zone] = told.kind
        elif told.kind in (events.CAME, events.LEFT, events.CALM):
            self._unclear.pop(zone, None)
            self._old.discard(zone)

    def _now(self) -> Heard:
        resting = {zone: dict(tags) for zone, tags in self._resting.items()}
        return Heard(resting, dict(self._down), dict(self._unclear))

    def _catch_up(self) -> None:
        """Tell the session what it does not know yet."""
        if self._guest is None:
            self._old = set(self._unclear)
            for sighting in _changes(self._known, self._now()):
                self._tell(sighting)

    def _tell(self, sighting: OfAZone) -> None:
        if self._guest is not None:
            self._guest.post(ReportInput(sighting))
        elif self._session is not None and sighting.zone in self._zones:
            self._session.post(ReportInput(sighting))


def _changes(before: Heard, after: Heard) -> Iterator[OfAZone]:
    """What leads from one state of the readers to another: a tag that came meanwhile is `TagAlreadyPresent`."""
    rested, rests = before.resting, after.resting
    for zone, tags in rested.items():
        yield from (TagRemoved(zone, uid) for uid in tags if uid not in rests.get(zone, {}))
    for zone, tags in rests.items():
        yield from (TagAlreadyPresent(zone, uid) for uid in tags if uid not in rested.get(zone, {}))
    yield from (ReaderDown(zone, why) for zone, why in after.down.items() if zone not in before.down)
    yield from (ReaderRecovered(zone) for zone in before.down if zone not in after.down)
    yield from (ReaderCleared(zone) for zone in before.unclear if zone not in after.unclear)
    for zone, kind in after.unclear.items():
        if before.unclear.get(zone) != kind:
            yield SeveralTagsPresent(zone) if kind == events.CROWD else TagUnreadable(zone)
