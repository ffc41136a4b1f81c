"""The sensors of a virtual table, simulated from the registers upward.

Virtual tags lie in the fields of virtual chips, which the unmodified mfrc522 package reads under the real
driver, filter and supervision; buttons are contacts that bounce.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, cycle
from typing import Final

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import MISSED_READ, READER_DEAD, FaultInjector
from companion.simulator.virtual_sensors import BUTTON_KIND, SessionInput, VirtualSensors
from companion.start.virtual_table.simulated_hands import SimulatedHands, tags_by_piece_word
from companion.start.virtual_table.virtual_readers import VirtualReaders
from companion.table.messages import ReportInput, SeatButtonPressed, Touch
from companion.table.session import Session
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan
from hardware.common.debounce import POLL_US, PRESSED, Debouncer
from hardware.virtual.button_contact import BOUNCE_PATTERNS
from hardware.virtual.faults import UNPLUGGED

BUTTON_TAP_US: Final = 70_000
"""Microseconds that a finger stays on a button, and that the button then rests."""
SEAT_ZONE_PREFIX: Final = "seat/"


class RegisterSensors(VirtualSensors):
    """Virtual readers and buttons."""

    def __init__(self, deck: Deck, zone_plan: ZonePlan, fault_injector: FaultInjector) -> None:
        self.deck, self.zone_plan = deck, zone_plan
        self.has_touch = True
        self._luck = fault_injector
        tags = [tag for each in tags_by_piece_word(deck).values() for tag in each]
        self._chips = VirtualReaders(
            (zone for zone in zone_plan.zones if not zone.startswith(SEAT_ZONE_PREFIX)), tags
        )
        self._hands = SimulatedHands(deck, self._chips, fault_injector)
        self._bounces = cycle(BOUNCE_PATTERNS.values())

    def can_report(self, observation: Observation) -> bool:
        """Whether this would be reported: a button, or a tag at a reader that is not shown as failed."""
        if (
            self.zone_plan.input_method(observation.zone) == "touch"
            or observation.zone in self._chips.readers.fault_by_zone
        ):
            return False
        if observation.zone in self._chips.zones:
            return self._hands.has_tagged_piece(observation.piece)
        return observation.piece.startswith(f"{BUTTON_KIND}/")

    def messages_without_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The session's messages when hands do that and nothing goes wrong."""
        if observation.piece == FINGER:
            yield Touch(observation.zone)
        elif observation.piece.startswith(f"{BUTTON_KIND}/"):
            yield from self._press(observation)
        else:
            yield from self._hands.show_piece(observation)

    def messages_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The session's messages when hands do that and faults strike at random."""
        if observation.piece == FINGER:
            yield from self.messages_without_faults(observation)
        elif not observation.piece.startswith(f"{BUTTON_KIND}/"):
            yield from self._hands.show_piece_with_faults(observation)
        elif self._luck.should_happen(MISSED_READ):
            yield from self._hands.pass_time_unnoticed(observation.zone)
        else:
            yield from self._press(observation)

    def late_removal_messages(self) -> Iterator[SessionInput]:
        """The messages about pieces that were forgotten on a reader and are now taken away."""
        yield from self._hands.pick_up_forgotten()

    def start_reader_fault(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """Give the reader of the zone that fault; nothing happens to a seat's buttons."""
        if zone in self._chips.zones:
            self._chips.inject_fault(zone, UNPLUGGED if fault == READER_DEAD else fault)
        yield from self._chips.new_messages()

    def end_reader_faults(self) -> Iterator[SessionInput]:
        """Clear all faults of all readers."""
        self._chips.clear_faults()
        yield from self._chips.new_messages()

    def reattach_session(self, session: Session) -> Iterator[SessionInput]:
        """Restart the program after a power cut.

        A tag that rests on a reader is known to rest there, and is no move.
        """
        self._chips.switch_on()
        yield from self._chips.new_messages()

    def _press(self, observation: Observation) -> Iterator[SessionInput]:
        """Press and release a button; its contact bounces while it is polled."""
        contact = Debouncer(False, self._chips.clock.now_us())
        edges = [contact.detect_press(level, at_us) for level, at_us in self._contact()]
        for _ in range(edges.count(PRESSED)):
            yield ReportInput(
                SeatButtonPressed(
                    observation.zone.removeprefix(SEAT_ZONE_PREFIX),
                    observation.piece.removeprefix(f"{BUTTON_KIND}/"),
                )
            )

    def _contact(self) -> Iterator[tuple[bool, int]]:
        """The level of a contact and the time at each poll, while a finger comes and goes."""
        clock = self._chips.clock
        for down in (True, False):
            bounces = next(self._bounces)
            edge_times = list(accumulate(bounces, initial=clock.now_us()))
            for _ in range((sum(bounces) + BUTTON_TAP_US) // POLL_US):
                now = clock.now_us()
                turns = sum(edge <= now for edge in edge_times)
                yield (turns % 2 == 1) == down, now
                clock.wait_us(POLL_US)
