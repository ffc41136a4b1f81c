"""Events and deeds, and the tale that carries a deed out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from companion.rules.moves import Observation

# Values here hold no way back to themselves, so the garbage collector need not look at them (gc=False).


class Event(Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened on the table: the only thing that changes it.

    Announcements, screen, ledger and export are views of events and of nothing else.
    """

    @abstractmethod
    def apply_to(self, position: Any) -> Any:
        """The position after the event."""

    def expected_observations(self) -> tuple[Observation, ...]:
        """What readers will report when people carry the event out: owed, never a move."""
        return ()

    def to_public(self) -> Event:
        """The event as everybody may know it; itself where it names nothing hidden."""
        return self

    def points_by_player(self) -> Mapping[str, int]:
        """Victory points it made (player -> points), for the ledger; who got none is not named."""
        return {}


class Action(Struct, frozen=True, gc=False):
    """What a whole move means, in the game's own terms. Equal deeds are the same move."""

    @abstractmethod
    def perform(self, transaction: Transaction) -> None:
        """Carry it out as events."""


class Transaction:
    """A position on its way: events are told one after another, each changing it.

    `agenda` is what is still to be done, the first item now. It is a part of the position but nothing
    on the table, so changing it is no event; the position gets it when the tale rests.
    """

    __slots__ = ("agenda", "events", "position")

    def __init__(self, position: Any) -> None:
        self.position = position
        self.agenda: tuple[Any, ...] = position.agenda
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        """`event` happens."""
        self.position = event.apply_to(self.position)
        self.events.append(event)

    def replace_current_item(self, *items: Any) -> None:
        """Replace what is being done now by `items`."""
        self.agenda = items + self.agenda[1:]

    def commit(self) -> Any:
        """The position as it is now, with what is still to be done."""
        if self.agenda is not self.position.agenda:
            self.position = structs.replace(self.position, agenda=self.agenda)
        return self.position
