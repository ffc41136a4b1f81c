"""What everybody sees of a session: immutable, complete, made after each message. Nothing that only the
referee may know is in it: the session makes it through `veil`, and there is no other way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import Refusal
from companion.rules.game import GameSetup
from companion.rules.history import PositionCorrected
from companion.rules.layout import Layout
from companion.rules.moves import Move, MoveStep, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.table.evidence import is_button
from companion.table.judge import Verdict, expected, glowing
from companion.table.messages import Strictness
from companion.table.untold import Senses, Tags, untold
from companion.table.zones import Plan, Watched

if TYPE_CHECKING:  # the first page needs no movements of hands
    from companion.table.undo import UndoPlan


class Entry(Struct, frozen=True):
    """One accepted line: its text as in the record, the events it made, and the table after it.

    A correction sets what no event tells (`corrected`): the events behind it cannot be told again one by one.
    """

    text: str
    events: tuple[Event, ...]
    after: Position

    @property
    def corrected(self) -> bool:
        """Whether a person set values of the position."""
        return any(isinstance(event, PositionCorrected) for event in self.events)


class No(Struct, frozen=True):
    """A refusal to show: nothing has changed on the record.

    refusal: why. nearest: whole legal moves. tried: the sightings together (or `said`, a line).
    undo: the sighting that has to go; on the table that piece goes back. words: the words tried, if
    they were words of the game. may_allow: `Allow` would write it down as a correction.
    """

    refusal: Refusal
    nearest: tuple[Move, ...]
    tried: tuple[Observation, ...] = ()
    undo: Observation | None = None
    words: tuple[str, ...] = ()
    may_allow: bool = False
    said: str = ""


class Trouble(Struct, frozen=True):
    """Something that is wrong with the machine, never with the game.

    code: reader-down, two-cards, garbled, unknown-tag, disk, torn-line, fault. where: the zone, tag or
    file; of a fault the kind of message. what: the system's own words; of a fault where in the program it was,
    without what was being said. lasting: it goes away by itself, not by being read.
    """

    code: str
    where: str
    what: str = ""
    lasting: bool = False


class Snapshot(Struct, frozen=True, dict=True):
    """A session at one moment. `number` grows by one with each message handled.

    opening: what happened by itself before the first line. bag: what was noticed and not taken yet, in
    order. verdict: what the bag means now (None: it is empty). pointed: what the pointer of the shared buttons
    stands on, "" while on nothing. entries: the last accepted
    lines, oldest first; `fresh`: those of this very message (what is announced). standing: texts of all
    moves not taken back. owed: sights that readers should still report. down: zone -> why its reader
    does not work. tags: what readers could know.
    """

    number: int
    game: str
    setup: GameSetup
    position: Position
    opening: Entry
    bag: tuple[Observation, ...]
    verdict: Verdict | None
    pointed: str
    no: No | None
    entries: tuple[Entry, ...]
    fresh: tuple[Entry, ...]
    standing: tuple[str, ...]
    undo: UndoPlan | None
    owed: tuple[Observation, ...]
    troubles: tuple[Trouble, ...]
    down: Mapping[str, str]
    plan: Plan
    tags: Tags
    strictness: Strictness

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Colour -> what people call the player, clockwise."""
        return {seat.colour: seat.name for seat in self.setup.seats}

    @cached_property
    def layout(self) -> Layout:
        """Which piece lies where, as everybody may see it. Made when it is first asked for."""
        return game_rules(self.game).layout(self.position)

    def bare(self) -> Snapshot:
        """This moment without any place: for a game that cannot say how its table lies."""
        without = replace(self)
        without.__dict__["layout"] = ()
        return without

    @cached_property
    def glowing(self) -> Mapping[str, MoveStep]:
        """Thing -> step that may come next; nothing else need react. Made when it is first asked for."""
        return glowing(self.position, self.bag, self.watched)

    @cached_property
    def expected(self) -> tuple[Observation, ...]:
        """What may be laid or pressed next, each as it would be noticed; what no finger says too."""
        return expected(self.position, self.bag, self.watched)

    @cached_property
    def untold(self) -> tuple[str, ...]:
        """The things that a finger has to touch, because no reader and no button that everybody shares says them."""
        return untold(self.position, self.bag, Senses(self.watched, self.tags))

    @property
    def answers(self) -> tuple[Observation, ...]:
        """The buttons that may be pressed next, each as its press would be noticed."""
        return tuple(filter(is_button, self.expected))

    @property
    def watched(self) -> Watched:
        """How the zones are watched."""
        return Watched(self.plan, self.down)
