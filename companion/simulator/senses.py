"""The senses of a virtual table: what hands do becomes what the session hears, named faults included.

Two kinds: `FromSightings` here invents what readers say, which is quick; those of the start-up make it come from
the registers of virtual chips upward, as at a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from companion.rules.moves import FINGER, Observation
from companion.simulator.faults import DOUBLE_READ, GARBLED, GONE_TOO_LATE, MISSED_READ, TWO_CARDS, Luck
from companion.table.messages import Choose, Clear, Finish, Message, Notice, Touch
from companion.table.pieces import Deck, Piece
from companion.table.session import Meaning, Session
from companion.table.sightings import Crowded, Garbled, Gone, Present, Pressed, ReaderBack, ReaderDown
from companion.table.zones import Plan

BUTTON = "button"

Told = Message | Meaning
"""What a session hears: of a button that several share, what its press means when its turn comes."""
Said = Touch | Choose | Clear | Finish
"""What people say beside what they lay down."""


def tagged(game: str, box: Iterable[Piece]) -> Deck:
    """A deck in which every piece carries a tag."""
    box = tuple(box)
    deck = Deck(game, box)
    for number, piece in enumerate(box, 1):
        deck.bind(piece, f"04{number:012x}")
    return deck


class Senses(Protocol):
    """All readers and buttons of one table. `fingers`: whether people also touch the screen and type; else readers and
    buttons say everything.
    """

    deck: Deck
    plan: Plan
    fingers: bool

    def join(self, session: Session) -> Iterator[Told]:
        """What they say to a session that begins; people see its screen from now on."""
        ...

    def reads(self, sight: Observation) -> bool:
        """Whether this would be reported: a working reader for a tag, a working button."""
        ...

    def ready(self, sight: Observation) -> bool:
        """Whether hands can do that now: a button says only what the screen offers."""
        ...

    def say(self, what: Said) -> Iterator[Told]:
        """Say that, by a finger or by buttons; nothing when buttons cannot say it now."""
        ...

    def plainly(self, sight: Observation) -> Iterator[Told]:
        """What the session hears when hands do that and nothing goes wrong."""
        ...

    def do(self, sight: Observation) -> Iterator[Told]:
        """The same with every fault that strikes; nothing when it goes unnoticed."""
        ...

    def catch_up(self) -> Iterator[Told]:
        """Readers that were late report what left."""
        ...

    def afflict(self, zone: str, fault: str) -> Iterator[Told]:
        """From now on the reader of the zone has that fault (READER_DEAD, one of ELECTRIC)."""
        ...

    def recover(self) -> Iterator[Told]:
        """No reader has any fault any more."""
        ...

    def wake(self, session: Session) -> Iterator[Told]:
        """As `join`, when the power was away and the program starts anew."""
        ...


MakeSenses = Callable[[Deck, Plan, Luck], Senses]
"""The senses of a table with these tags and zones."""


class FromSightings:
    """What readers and buttons would say is said for them."""

    def __init__(self, deck: Deck, plan: Plan, luck: Luck) -> None:
        self.deck = deck
        self.plan = plan
        self.fingers = True
        self.down: set[str] = set()
        self._luck = luck
        self._copies: dict[str, list[str]] = {}
        for piece in deck.box.values():
            uid = deck.tag(piece)
            if uid is not None:
                self._copies.setdefault(piece.word, []).append(uid)
        self._late: list[Gone] = []

    def join(self, session: Session) -> Iterator[Told]:
        """See Senses."""
        yield from ()

    def reads(self, sight: Observation) -> bool:
        """See Senses."""
        if sight.zone in self.down or self.plan.by(sight.zone) == "touch":
            return False
        return sight.piece.startswith(f"{BUTTON}/") or sight.piece in self._copies

    def ready(self, sight: Observation) -> bool:
        """See Senses."""
        return True

    def say(self, what: Said) -> Iterator[Told]:
        """See Senses."""
        yield what

    def plainly(self, sight: Observation) -> Iterator[Told]:
        """See Senses."""
        if sight.piece == FINGER:
            yield Touch(sight.zone)
        elif sight.piece.startswith(f"{BUTTON}/"):
            yield Notice(Pressed(sight.zone.partition("/")[2], sight.piece.partition("/")[2]))
        else:
            uid = self._copy(sight.piece)
            yield Notice(Present(sight.zone, uid))
            yield Notice(Gone(sight.zone, uid))

    def do(self, sight: Observation) -> Iterator[Told]:
        """See Senses."""
        if sight.piece == FINGER:
            yield from self.plainly(sight)
        elif self._luck.strikes(MISSED_READ):
            return
        elif sight.piece.startswith(f"{BUTTON}/"):
            yield from self.plainly(sight)
        else:
            yield from self._read(sight)

    def _read(self, sight: Observation) -> Iterator[Told]:
        zone, uid = sight.zone, self._copy(sight.piece)
        if self._luck.strikes(GARBLED):
            yield Notice(Garbled(zone))
        if self._luck.strikes(TWO_CARDS):
            yield Notice(Crowded(zone))
        yield Notice(Present(zone, uid))
        if self._luck.strikes(DOUBLE_READ):
            yield Notice(Present(zone, uid, 0.5))
        yield from self.catch_up()
        if self._luck.strikes(GONE_TOO_LATE):
            self._late.append(Gone(zone, uid))
        else:
            yield Notice(Gone(zone, uid))

    def _copy(self, word: str) -> str:
        """The tag of one of the equal pieces, one that no reader believes to be lying there."""
        lying = {gone.uid for gone in self._late}
        free = [uid for uid in self._copies[word] if uid not in lying]
        return (free or self._copies[word])[0]

    def catch_up(self) -> Iterator[Told]:
        """See Senses."""
        late, self._late = self._late, []
        for gone in late:
            yield Notice(gone)

    # -- readers that die

    def afflict(self, zone: str, fault: str) -> Iterator[Told]:
        """See Senses; whatever it is, such a reader is dead."""
        self.down.add(zone)
        yield Notice(ReaderDown(zone, "no answer"))

    def recover(self) -> Iterator[Told]:
        """See Senses."""
        for zone in sorted(self.down):
            yield Notice(ReaderBack(zone))
        self.down.clear()

    def wake(self, session: Session) -> Iterator[Told]:
        """See Senses."""
        self._late = []
        for zone in sorted(self.down):
            yield Notice(ReaderDown(zone, "no answer"))
