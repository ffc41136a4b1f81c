"""Events and actions, and the transaction that carries an action out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from companion.rules.moves import Observation

# Values here hold no reference back to themselves, so the garbage collector need not visit them (gc=False).


class Event(Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened on the table; only events change it.

    Announcements, screen, ledger and export are views of events and of nothing else.
    """

    @abstractmethod
    def apply_to(self, position: Any) -> Any:
        """The position after the event."""

    def expected_observations(self) -> tuple[Observation, ...]:
        """What readers will report when people carry the event out; it is expected, and never a move."""
        return ()

    def to_public(self) -> Event:
        """The event as everybody may know it; itself where it names nothing hidden."""
        return self

    def points_by_player(self) -> Mapping[str, int]:
        """The victory points it made (player -> points), for the ledger; players without points are left out."""
        return {}


class Action(Struct, frozen=True, gc=False):
    """What a complete move means, in the game's own terms. Moves with equal actions are the same move."""

    @abstractmethod
    def perform(self, transaction: Transaction) -> None:
        """Carry the action out as events."""


class Transaction:
    """A position in the course of an action: events are applied one after another, each changing it.

    `agenda` is what is still to be done, the current item first. It is a part of the position but nothing on the
    table, so changing it is no event; the position gets it by `commit`.
    """

    __slots__ = ("agenda", "events", "position")

    def __init__(self, position: Any) -> None:
        self.position = position
        self.agenda: tuple[Any, ...] = position.agenda
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        """Change the position by `event` and remember the event."""
        self.position = event.apply_to(self.position)
        self.events.append(event)

    def replace_current_item(self, *items: Any) -> None:
        """Replace the current item of the agenda by `items`."""
        self.agenda = items + self.agenda[1:]

    def commit(self) -> Any:
        """The position as it is now, with the agenda."""
        if self.agenda is not self.position.agenda:
            self.position = structs.replace(self.position, agenda=self.agenda)
        return self.position
