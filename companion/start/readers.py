"""What readers say becomes what the table notices; and what they said before there was a game.

The name of a reader is its zone. Readers speak from the start of the program, each on a thread of its own; a game
begins or goes on later. So what lies where, and which readers do not answer, is kept here, and a session that is
joined hears it first, before anything new:

- A tag that rests already is `Resting`, not `Present`: known, and no evidence until it has left and comes back. A
  card that lay there when the plug was pulled has been played, or its move was not and is shown anew; and what lies
  on a reader while a game is set up is nobody's first move. A move is only ever begun by a hand.
- A reader that is down is `ReaderDown`, so its zone is for touch from the first picture on.

A reader that breaks says nothing of its tags: they count as resting until it answers again and says that they left.

Buttons make no zone a reader's. A `seat/blue` in the plan promises a reader that reports pieces laid there, and
Herald would wait for them; what a seat's buttons can say costs the judge the same by button and by finger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Protocol

from companion.table.messages import Notice
from companion.table.sightings import Calm, Crowded, Garbled, Gone, Present, ReaderBack, ReaderDown, Resting
from companion.table.zones import Plan
from hardware.rc522 import said
from hardware.rc522.said import Said

OfAZone = Present | Resting | Gone | Crowded | Garbled | Calm | ReaderDown | ReaderBack


class Hears(Protocol):
    """A session, as readers know it."""

    def post(self, message: Notice) -> None:
        """Say something to it, from any thread."""
        ...


def plan(readers: Iterable[str], zones: Iterable[str]) -> Plan:
    """The zone plan of a game with these zones at a table with these readers; all others are for touch."""
    watched = set(readers)
    return Plan({zone: "reader" for zone in zones if zone in watched})


def sighting(zone: str, told: Said) -> OfAZone | None:
    """What a reader says, as the table has it."""
    match told.kind:
        case said.CAME:
            return Present(zone, told.uid.hex())
        case said.LEFT:
            return Gone(zone, told.uid.hex())
        case said.CROWD:
            return Crowded(zone)
        case said.NOISE:
            return Garbled(zone)
        case said.CALM:
            return Calm(zone)
        case said.DOWN:
            return ReaderDown(zone, told.why)
        case said.BACK:
            return ReaderBack(zone)
    return None


class Readers:
    """The readers of one table. May be told things from any thread."""

    def __init__(self) -> None:
        self._resting: dict[str, dict[str, None]] = {}  # zone -> tags in the order they came
        self._down: dict[str, str] = {}
        self._session: Hears | None = None
        self._zones: frozenset[str] = frozenset()
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
            for zone, tags in self._resting.items():
                for uid in tags:
                    self._tell(Resting(zone, uid))
            for zone, why in self._down.items():
                self._tell(ReaderDown(zone, why))

    def leave(self) -> None:
        """Nobody hears them until the next game."""
        with self._lock:
            self._session = None

    def heard(self, zone: str, told: Said) -> None:
        """A reader says something."""
        with self._lock:
            self._keep(zone, told)
            noticed = sighting(zone, told)
            if noticed is not None:
                self._tell(noticed)

    def _keep(self, zone: str, told: Said) -> None:
        tags = self._resting.setdefault(zone, {})
        if told.kind == said.CAME:
            tags[told.uid.hex()] = None
        elif told.kind == said.LEFT:
            tags.pop(told.uid.hex(), None)
        elif told.kind == said.DOWN:
            self._down[zone] = told.why
        elif told.kind == said.BACK:
            self._down.pop(zone, None)

    def _tell(self, sighting: OfAZone) -> None:
        if self._session is not None and sighting.zone in self._zones:
            self._session.post(Notice(sighting))
