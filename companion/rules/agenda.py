"""What is still to be done, as a part of the position: decisions and happenings, the first one now."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from msgspec import Struct

from companion.rules.choice import Turn
from companion.rules.clauses import Refusal
from companion.rules.tale import Tale


class Item(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """One thing still to be done. `terminal`: nothing stands behind it, a phase ends with it."""

    terminal: ClassVar[bool] = False

    @abstractmethod
    def settle(self, tale: Tale) -> bool:
        """Do it, or drop it when nothing can be done; False when somebody must decide."""

    def offer(self, position: Any) -> Turn | None:
        """What may be said; None where it happens by itself."""
        return None

    @property
    def asked(self) -> str | None:
        """The player who is asked; None while the table is awaited."""
        return None

    def wrong(self, position: Any) -> Refusal | None:
        """Why the item cannot be to do in that position; None: it can."""
        return None


class Decision(Item, frozen=True):
    """Somebody chooses."""

    @abstractmethod
    def moot(self, position: Any) -> bool:
        """Nothing can be done, so nothing is asked."""

    @abstractmethod
    def offer(self, position: Any) -> Turn:
        """What may be said."""

    def settle(self, tale: Tale) -> bool:
        if self.moot(tale.position):
            tale.plan()
            return True
        return False


def settle(tale: Tale) -> None:
    """Do what is to be done, one item after another, up to the next decision."""
    while tale.agenda and tale.agenda[0].settle(tale):
        pass


def offer(agenda: tuple[Item, ...], position: Any, nobody: Turn) -> Turn:
    """What the first item asks; `nobody` where nothing is asked any more."""
    turn = agenda[0].offer(position) if agenda else None
    return nobody if turn is None else turn
