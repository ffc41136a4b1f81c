"""From what readers and buttons say to what was noticed; and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.game import Game, GameSetup
from companion.rules.moves import Observation
from companion.rules.transaction import Event
from companion.table.pieces import Deck
from companion.table.sightings import (
    Calm,
    Crowded,
    Garbled,
    Gone,
    Present,
    Pressed,
    ReaderBack,
    ReaderDown,
    Resting,
    Sighting,
)
from companion.table.snapshot import Trouble
from companion.table.untold import Tags
from companion.table.zones import Plan, Zones


class Watch:
    """The readers of a table, by the tags of one deck."""

    def __init__(self, deck: Deck | None, plan: Plan) -> None:
        self.deck = deck
        self.zones = Zones(plan)
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self._tags: tuple[Deck | None, Tags] | None = None

    def tags(self, game: Game, setup: GameSetup) -> Tags:
        """Which pieces of that box readers could know; a deck that has changed is another one (Retag)."""
        if self._tags is None or self._tags[0] is not self.deck:
            words = self.deck.words if self.deck is not None else frozenset[str]()
            self._tags = self.deck, Tags.of(game, setup, words)
        return self._tags[1]

    def sees(self, sighting: Sighting) -> Observation | None:
        """What was newly noticed, None when a tag only rests, left, or cannot be told."""
        match sighting:
            case Present(zone, uid):
                self._reads_well(zone)
                return self._present(zone, uid.lower())
            case Resting(zone, uid):
                self.zones.arrived(zone, uid.lower())
            case Gone(zone, uid):
                self._reads_well(zone)
                self.zones.left(zone, uid.lower())
                self.well("unknown-tag", uid.lower())
            case Crowded(zone):
                self.trouble("two-cards", zone)
            case Garbled(zone):
                self.trouble("garbled", zone)
            case Calm(zone):
                self._reads_well(zone)
            case ReaderDown(zone, why):
                self.zones.down[zone] = why
                self.trouble("reader-down", zone, why, lasting=True)
            case ReaderBack(zone):
                self.zones.down.pop(zone, None)
                self.well("reader-down", zone)
            case Pressed(seat, role):
                return Observation(f"button/{role}", f"seat/{seat}")
        return None

    def _present(self, zone: str, uid: str) -> Observation | None:
        if not self.zones.arrived(zone, uid):
            return None
        piece = self.deck.piece(uid) if self.deck is not None else None
        if piece is None:
            self.trouble("unknown-tag", uid, zone)
            return None
        return Observation(piece.word, zone)

    def promised(self, events: Iterable[Event]) -> tuple[Observation, ...]:
        """What readers that work will report when people carry these events out."""
        watched = self.zones.watched
        tagged = self.deck.words if self.deck is not None else frozenset()
        return tuple(
            sight
            for event in events
            for sight in event.expected_observations()
            if sight.piece in tagged and watched.reads(sight.zone)
        )

    # -- troubles

    def trouble(self, code: str, where: str, what: str = "", lasting: bool = False) -> None:
        """Something is wrong; told until it is well again or was read."""
        self.troubles[code, where] = Trouble(code, where, what, lasting)

    def well(self, code: str, where: str) -> None:
        """It is no longer wrong."""
        self.troubles.pop((code, where), None)

    def were_read(self) -> None:
        """A person has read them; what lasts stays."""
        self.troubles = {key: each for key, each in self.troubles.items() if each.lasting}

    def _reads_well(self, zone: str) -> None:
        self.well("two-cards", zone)
        self.well("garbled", zone)
