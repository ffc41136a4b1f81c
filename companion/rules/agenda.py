"""What is still to be done, as a part of the position: decisions and automatic events, the current one first."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from msgspec import Struct

from companion.rules.choice import Turn
from companion.rules.clauses import Clause, Refusal
from companion.rules.transaction import Transaction


class AgendaItem(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """One thing still to be done. `ends_phase`: nothing follows it, a phase ends with it."""

    ends_phase: ClassVar[bool] = False

    @abstractmethod
    def settle(self, transaction: Transaction) -> bool:
        """Do it, or drop it when nothing can be done; return False when a player must decide."""

    def build_choice_tree(self, position: Any) -> Turn | None:
        """The choices that players have; None where the item happens by itself."""
        return None

    @property
    def awaited_player(self) -> str | None:
        """The player whose decision it is; None while the table is awaited."""
        return None

    def fault_in(self, position: Any) -> Refusal | None:
        """Why the item cannot be on the agenda of that position; None where it can."""
        return None


class PlayerItem(AgendaItem, frozen=True):
    """An item for which one player is awaited, `who`."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who


class Decision(AgendaItem, frozen=True):
    """An item that a player decides."""

    @abstractmethod
    def is_moot(self, position: Any) -> bool:
        """Whether there is nothing to choose, so that the player is not asked."""

    @abstractmethod
    def build_choice_tree(self, position: Any) -> Turn:
        """The choices that the player has."""

    def settle(self, transaction: Transaction) -> bool:
        if self.is_moot(transaction.position):
            transaction.replace_current_item()
            return True
        return False


def settle_agenda(transaction: Transaction) -> None:
    """Settle one item after another, up to the next decision."""
    while transaction.agenda and transaction.agenda[0].settle(transaction):
        pass


def agenda_choice_tree(position: Any, game_over_clause: Clause) -> Turn:
    """The choices of the first item; nobody's, by that clause, where nothing is to be decided any more."""
    turn = position.agenda[0].build_choice_tree(position) if position.agenda else None
    return Turn({}, position.config.actors, (), game_over_clause) if turn is None else turn
