"""The sensors of a virtual table: people's actions become messages to the session, with named faults.

There are two kinds: `DirectEventSensors` here makes up the events of readers, which is quick; those of
    companion.start make them from the registers of virtual chips upward, as at a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import (
    DOUBLE_READ,
    GARBLED_READ,
    LATE_REMOVAL,
    MISSED_READ,
    TWO_CARDS,
    FaultInjector,
)
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    FinishMove,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    SeveralTagsPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
    Touch,
)
from companion.table.session import DeferredMessage, Session
from companion.table.tags.deck import BoxPiece, Deck
from companion.table.zones import ZonePlan

BUTTON_KIND = "button"

SessionInput = SessionMessage | DeferredMessage
"""What a session gets: for a shared button, the meaning of its press when its turn comes."""
PersonMessage = Touch | ChooseAnswer | ClearPendingInput | FinishMove
"""Messages of people besides what they lay down."""


def make_tagged_deck(game: str, box: Iterable[BoxPiece]) -> Deck:
    """A deck in which every piece carries a tag."""
    box = tuple(box)
    deck = Deck(game, box)
    for number, piece in enumerate(box, 1):
        deck.bind_tag(piece, f"04{number:012x}")
    return deck


class VirtualSensors(Protocol):
    """All readers and buttons of one table. Sensors inherit from this class.

    The answers here hold where people touch the screen and can do anything at any time.

    `has_touch`: people also touch the screen and type; otherwise they use only readers and buttons.
    """

    deck: Deck
    zone_plan: ZonePlan
    has_touch: bool

    def attach_session(self, session: Session) -> Iterator[SessionInput]:
        """The messages to a session that begins; people see its screen from now on."""
        yield from ()

    def can_report(self, observation: Observation) -> bool:
        """Whether this would be reported: a working reader for a tag, a working button."""
        ...

    def can_report_now(self, observation: Observation) -> bool:
        """Whether people can do that now: a button gives only what the screen offers."""
        return True

    def session_messages_from_person(self, what: PersonMessage) -> Iterator[SessionInput]:
        """The messages for that by touch or by buttons; none when buttons cannot give it now."""
        yield what

    def messages_without_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The messages when people do that and nothing goes wrong."""
        ...

    def messages_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """The messages when people do that, with every fault that strikes; none when it goes unnoticed."""
        ...

    def late_removal_messages(self) -> Iterator[SessionInput]:
        """The late reports of readers about removed tags."""
        ...

    def start_reader_fault(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """From now on the reader of the zone has that fault (READER_DEAD, or one of the reader faults)."""
        ...

    def end_reader_faults(self) -> Iterator[SessionInput]:
        """No reader has any fault any more."""
        ...

    def reattach_session(self, session: Session) -> Iterator[SessionInput]:
        """The messages to a session that is resumed after a power cut."""
        ...


VirtualSensorsFactory = Callable[[Deck, ZonePlan, FaultInjector], VirtualSensors]
"""Makes the sensors of a table with these tags and zones."""


class DirectEventSensors(VirtualSensors):
    """Sensors that make up the events of readers and buttons."""

    def __init__(self, deck: Deck, zone_plan: ZonePlan, fault_injector: FaultInjector) -> None:
        self.deck = deck
        self.zone_plan = zone_plan
        self.has_touch = True
        self.zones_down: set[str] = set()
        self._luck = fault_injector
        self._uids_by_word: dict[str, list[str]] = {}
        for piece in deck.pieces_by_key.values():
            uid = deck.uid_of_piece(piece)
            if uid is not None:
                self._uids_by_word.setdefault(piece.word, []).append(uid)
        self._late_removals: list[TagRemoved] = []

    def can_report(self, observation: Observation) -> bool:
        if observation.zone in self.zones_down or self.zone_plan.input_method(observation.zone) == "touch":
            return False
        return observation.piece.startswith(f"{BUTTON_KIND}/") or observation.piece in self._uids_by_word

    def messages_without_faults(self, observation: Observation) -> Iterator[SessionInput]:
        if observation.piece == FINGER:
            yield Touch(observation.zone)
        elif observation.piece.startswith(f"{BUTTON_KIND}/"):
            yield ReportInput(
                SeatButtonPressed(observation.zone.partition("/")[2], observation.piece.partition("/")[2])
            )
        else:
            uid = self._uid_of_copy(observation.piece)
            yield ReportInput(TagPresent(observation.zone, uid))
            yield ReportInput(TagRemoved(observation.zone, uid))

    def messages_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        if observation.piece == FINGER:
            yield from self.messages_without_faults(observation)
        elif self._luck.should_happen(MISSED_READ):
            return
        elif observation.piece.startswith(f"{BUTTON_KIND}/"):
            yield from self.messages_without_faults(observation)
        else:
            yield from self._read(observation)

    def _read(self, observation: Observation) -> Iterator[SessionInput]:
        zone, uid = observation.zone, self._uid_of_copy(observation.piece)
        if self._luck.should_happen(GARBLED_READ):
            yield ReportInput(TagUnreadable(zone))
        if self._luck.should_happen(TWO_CARDS):
            yield ReportInput(SeveralTagsPresent(zone))
        yield ReportInput(TagPresent(zone, uid))
        if self._luck.should_happen(DOUBLE_READ):
            yield ReportInput(TagPresent(zone, uid, 0.5))
        yield from self.late_removal_messages()
        if self._luck.should_happen(LATE_REMOVAL):
            self._late_removals.append(TagRemoved(zone, uid))
        else:
            yield ReportInput(TagRemoved(zone, uid))

    def _uid_of_copy(self, word: str) -> str:
        """The tag of one of the equal pieces, one that no reader believes to lie there."""
        resting = {removal.uid for removal in self._late_removals}
        free = [uid for uid in self._uids_by_word[word] if uid not in resting]
        return (free or self._uids_by_word[word])[0]

    def late_removal_messages(self) -> Iterator[SessionInput]:
        late, self._late_removals = self._late_removals, []
        for gone in late:
            yield ReportInput(gone)

    # -- readers that die

    def start_reader_fault(self, zone: str, fault: str) -> Iterator[SessionInput]:
        """The reader of the zone is dead, whatever the fault."""
        self.zones_down.add(zone)
        yield ReportInput(ReaderDown(zone, "no answer"))

    def end_reader_faults(self) -> Iterator[SessionInput]:
        for zone in sorted(self.zones_down):
            yield ReportInput(ReaderRecovered(zone))
        self.zones_down.clear()

    def reattach_session(self, session: Session) -> Iterator[SessionInput]:
        self._late_removals = []
        for zone in sorted(self.zones_down):
            yield ReportInput(ReaderDown(zone, "no answer"))
