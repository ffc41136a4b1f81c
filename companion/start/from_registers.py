"""The senses of a virtual table from the registers upward: virtual tags in the fields of virtual chips, read by the
unmodified mfrc522 package, the real driver, its filter and supervision; presses through contacts that bounce.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, cycle
from typing import Final

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import MISSED_READ, READER_DEAD, FaultInjector
from companion.simulator.virtual_sensors import BUTTON_KIND, PersonMessage, SessionInput
from companion.start.chips import Chips
from companion.start.hands import Hands, copies
from companion.table.input_events import SeatButtonPressed
from companion.table.messages import ReportInput, Touch
from companion.table.session import Session
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from hardware.common.contact import LOOK_US, PRESSED, Debounce
from hardware.virtual.contacts import BOUNCES
from hardware.virtual.faults import UNPLUGGED

TAP_US: Final = 70_000
"""So long a finger stays on a button, and the button alone after it."""
SEAT: Final = "seat/"


class FromRegisters:
    """The `Senses` of companion.simulator.virtual_sensors, by virtual readers and buttons."""

    def __init__(self, deck: Deck, plan: ZonePlan, luck: FaultInjector) -> None:
        self.deck, self.plan = deck, plan
        self.fingers = True
        self._luck = luck
        tags = [tag for each in copies(deck).values() for tag in each]
        self._chips = Chips((zone for zone in plan.zones if not zone.startswith(SEAT)), tags)
        self._hands = Hands(deck, self._chips, luck)
        self._bounces = cycle(BOUNCES.values())

    def join(self, session: Session) -> Iterator[SessionInput]:
        """See Senses. Nothing lies there yet, and every reader works."""
        yield from ()

    def reads(self, sight: Observation) -> bool:
        """See Senses. A reader works for people until the screen says that it does not."""
        if self.plan.input_method(sight.zone) == "touch" or sight.zone in self._chips.readers.down:
            return False
        if sight.zone in self._chips.zones:
            return self._hands.has(sight.piece)
        return sight.piece.startswith(f"{BUTTON_KIND}/")

    def ready(self, sight: Observation) -> bool:
        """See Senses."""
        return True

    def say(self, what: PersonMessage) -> Iterator[SessionInput]:
        """See Senses."""
        yield what

    def plainly(self, sight: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if sight.piece == FINGER:
            yield Touch(sight.zone)
        elif sight.piece.startswith(f"{BUTTON_KIND}/"):
            yield from self._press(sight)
        else:
            yield from self._hands.show(sight)

    def do(self, sight: Observation) -> Iterator[SessionInput]:
        """See Senses."""
        if sight.piece == FINGER:
            yield from self.plainly(sight)
        elif not sight.piece.startswith(f"{BUTTON_KIND}/"):
            yield from self._hands.try_to_show(sight)
        elif self._luck.should_happen(MISSED_READ):
            yield from self._hands.miss(sight.zone)
        else:
            yield from self._press(sight)

    def catch_up(self) -> Iterator[SessionInput]:
        """See Senses."""
        yield from self._hands.collect()

    def afflict(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """See Senses. Nothing happens to a seat's buttons."""
        if zone in self._chips.zones:
            self._chips.afflict(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self._chips.said()

    def recover(self) -> Iterator[SessionInput]:
        """See Senses."""
        self._chips.cure()
        yield from self._chips.said()

    def wake(self, session: Session) -> Iterator[SessionInput]:
        """See Senses. What lies on a reader is known to lie there, and is no move."""
        self._chips.switch_on()
        yield from self._chips.said()

    def _press(self, sight: Observation) -> Iterator[SessionInput]:
        """A button is pressed and let go; its contact bounces while it is looked at."""
        contact = Debounce(False, self._chips.clock.now_us())
        told = [contact.level(level, at_us) for level, at_us in self._contact()]
        for _ in range(told.count(PRESSED)):
            yield ReportInput(
                SeatButtonPressed(sight.zone.removeprefix(SEAT), sight.piece.removeprefix(f"{BUTTON_KIND}/"))
            )

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
