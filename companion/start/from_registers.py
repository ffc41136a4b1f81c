"""The senses of a virtual table from the registers upward: virtual tags in the fields of virtual chips, read by the
unmodified mfrc522 package, the real driver, its filter and supervision; presses through contacts that bounce.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, cycle
from typing import Final

from companion.rules.moves import FINGER, Sight
from companion.simulator.faults import (
    DOUBLE_READ,
    GARBLED,
    GONE_TOO_LATE,
    MISSED_READ,
    READER_DEAD,
    TWO_CARDS,
    Luck,
)
from companion.simulator.senses import BUTTON
from companion.start.chips import Chips
from companion.table.messages import Message, Notice, Touch
from companion.table.pieces import Deck
from companion.table.sightings import Pressed
from companion.table.zones import Plan
from hardware.contact import LOOK_US, PRESSED, Debounce
from hardware.virtual.contacts import BOUNCES
from hardware.virtual.faults import UNPLUGGED

HELD_US: Final = 150_000
"""So long a piece is held to a reader that does not notice it, or fades from one that did."""
TAP_US: Final = 70_000
"""So long a finger stays on a button, and the button alone after it."""
GARBLED_US: Final = 500_000
SEAT: Final = "seat/"


class FromRegisters:
    """The `Senses` of companion.simulator.senses, by virtual readers and buttons."""

    def __init__(self, deck: Deck, plan: Plan, luck: Luck) -> None:
        self.deck, self.plan = deck, plan
        self._luck = luck
        self._copies: dict[str, list[str]] = {}
        for piece in deck.box.values():
            if (tag := deck.tag(piece)) is not None:
                self._copies.setdefault(piece.word, []).append(tag)
        tags = [tag for copies in self._copies.values() for tag in copies]
        self._chips = Chips((zone for zone in plan.zones if not zone.startswith(SEAT)), tags)
        self._forgotten: dict[str, str] = {}  # tag -> zone, where a hand left it lying
        self._bounces = cycle(BOUNCES.values())

    def reads(self, sight: Sight) -> bool:
        """See Senses. A reader works for people until the screen says that it does not."""
        if self.plan.by(sight.zone) == "touch" or sight.zone in self._chips.readers.down:
            return False
        if sight.zone in self._chips.zones:
            return sight.piece in self._copies
        return sight.piece.startswith(f"{BUTTON}/")

    def plainly(self, sight: Sight) -> Iterator[Message]:
        """See Senses."""
        if sight.piece == FINGER:
            yield Touch(sight.zone)
        elif sight.piece.startswith(f"{BUTTON}/"):
            yield from self._press(sight)
        else:
            self._chips.cure()
            tag = self._copy(sight.piece)
            self._chips.lay(sight.zone, tag)
            self._chips.take(sight.zone, tag)
            yield from self._chips.said()

    def do(self, sight: Sight) -> Iterator[Message]:
        """See Senses."""
        if sight.piece == FINGER:
            yield from self.plainly(sight)
        elif self._luck.strikes(MISSED_READ):
            self._chips.wait(sight.zone, HELD_US)
            yield from self._chips.said()
        elif sight.piece.startswith(f"{BUTTON}/"):
            yield from self.plainly(sight)
        else:
            self._hold(sight.zone, self._copy(sight.piece))
            yield from self._chips.said()

    def catch_up(self) -> Iterator[Message]:
        """See Senses."""
        self._collect()
        yield from self._chips.said()

    def afflict(self, zone: str, fault: str) -> Iterator[Message]:
        """See Senses. Nothing happens to a seat's buttons."""
        if zone in self._chips.zones:
            self._chips.afflict(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self._chips.said()

    def recover(self) -> Iterator[Message]:
        """See Senses."""
        self._chips.cure()
        yield from self._chips.said()

    def wake(self) -> Iterator[Message]:
        """See Senses. What lies on a reader is known to lie there, and is no move."""
        self._chips.switch_on()
        yield from self._chips.said()

    # -- hands

    def _copy(self, word: str) -> str:
        """The tag of one of the equal pieces, one that lies nowhere: else it is taken up first."""
        free = [tag for tag in self._copies[word] if tag not in self._forgotten]
        if not free:
            self._collect()
        return (free or self._copies[word])[0]

    def _hold(self, zone: str, tag: str) -> None:
        """A piece is held to a reader, with whatever goes wrong."""
        if self._luck.strikes(GARBLED):
            self._chips.put(zone, tag)
            self._chips.spoil(zone, GARBLED_US)
        if self._luck.strikes(TWO_CARDS):
            self._beside_another(zone, tag)
        for left in [left for left, where in self._forgotten.items() if where == zone]:
            del self._forgotten[left]
            self._chips.pick(zone, left)  # in the moment in which the next one is laid down
        self._chips.lay(zone, tag)
        if self._luck.strikes(DOUBLE_READ):
            self._chips.pick(zone, tag)
            self._chips.wait(zone, HELD_US)
            self._chips.lay(zone, tag)
        self._collect()
        if self._luck.strikes(GONE_TOO_LATE):
            self._forgotten[tag] = zone
        else:
            self._chips.take(zone, tag)

    def _beside_another(self, zone: str, tag: str) -> None:
        """A piece is laid down with another one, which is then taken away."""
        other = next(
            other
            for copies in self._copies.values()
            for other in copies
            if other != tag and other not in self._forgotten
        )
        self._chips.put(zone, tag)
        self._chips.put(zone, other)
        self._chips.wait(zone, GARBLED_US)
        self._chips.take(zone, other)

    def _collect(self) -> None:
        """Every piece that was forgotten is taken up."""
        while self._forgotten:
            tag, zone = self._forgotten.popitem()
            self._chips.take(zone, tag)

    def _press(self, sight: Sight) -> Iterator[Message]:
        """A button is pressed and let go; its contact bounces while it is looked at."""
        contact = Debounce(False, self._chips.clock.now_us())
        told = [contact.level(level, at_us) for level, at_us in self._contact()]
        for _ in range(told.count(PRESSED)):
            yield Notice(Pressed(sight.zone.removeprefix(SEAT), sight.piece.removeprefix(f"{BUTTON}/")))

    def _contact(self) -> Iterator[tuple[bool, int]]:
        """What a contact is found to be at each look while a finger comes and goes."""
        clock = self._chips.clock
        for down in (True, False):
            bounces = next(self._bounces)
            edges = list(accumulate(bounces, initial=clock.now_us()))
            for _ in range((sum(bounces) + TAP_US) // LOOK_US):
                now = clock.now_us()
                turns = sum(edge <= now for edge in edges)
                yield (turns % 2 == 1) == down, now
                clock.wait_us(LOOK_US)
