"""What is still to be done, as a part of the position: decisions and happenings, the first one now."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from msgspec import Struct

from companion.rules.choice import Turn
from companion.rules.clauses import Refusal
from companion.rules.transaction import Transaction


class AgendaItem(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """One thing still to be done. `ends_phase`: nothing stands behind it, a phase ends with it."""

    ends_phase: ClassVar[bool] = False

    @abstractmethod
    def settle(self, transaction: Transaction) -> bool:
        """Do it, or drop it when nothing can be done; False when somebody must decide."""

    def build_choice_tree(self, position: Any) -> Turn | None:
        """What may be said; None where it happens by itself."""
        return None

    @property
    def awaited_player(self) -> str | None:
        """The player who is asked; None while the table is awaited."""
        return None

    def fault_in(self, position: Any) -> Refusal | None:
        """Why the item cannot be to do in that position; None: it can."""
        return None


class Decision(AgendaItem, frozen=True):
    """Somebody chooses."""

    @abstractmethod
    def is_moot(self, position: Any) -> bool:
        """Nothing can be done, so nothing is asked."""

    @abstractmethod
    def build_choice_tree(self, position: Any) -> Turn:
        """What may be said."""

    def settle(self, transaction: Transaction) -> bool:
        if self.is_moot(transaction.position):
            transaction.replace_current_item()
            return True
        return False


def settle_agenda(transaction: Transaction) -> None:
    """Do what is to be done, one item after another, up to the next decision."""
    while transaction.agenda and transaction.agenda[0].settle(transaction):
        pass


def agenda_choice_tree(agenda: tuple[AgendaItem, ...], position: Any, idle_turn: Turn) -> Turn:
    """What the first item asks; `idle_turn` where nothing is asked any more."""
    turn = agenda[0].build_choice_tree(position) if agenda else None
    return idle_turn if turn is None else turn
