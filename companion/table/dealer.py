"""The dealer who deals and plays for absent players at a virtual table, as the screen and the terminal see it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.moves import TABLE_ACTOR, Move
from companion.table.messages import EnterLine, SessionMessage
from companion.table.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.rules.position import Position
    from companion.rules.record import RecordHeader
    from companion.table.tags.deck import Deck

NOTHING_RETURNED: Final[Mapping[str, str]] = MappingProxyType({})
"""Nobody has chosen what they put back."""


def returned_pieces_key(who: str, number: int) -> str:
    """Under which stands what that player put back of the deal, whose number is 0, or with the line of that number."""
    return f"{who}/{number}" if number else who


def is_of_table(messages: Iterable[SessionMessage]) -> bool:
    """Whether the dealer does that for the table, as what is dealt: nobody waits for it."""
    return any(isinstance(each, EnterLine) and each.text.startswith(f"{TABLE_ACTOR} ") for each in messages)


class Dealer(Protocol):
    """Follows the session by its snapshots, and gives the messages that need no people.

    A dealer knows every card, so it follows the names in the history too.
    """

    has_lost_track: bool
    "The game no longer follows the dealt cards: people do everything by hand from then on."

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        """Bring the dealt cards to the state of `snapshot`, by the names that only the history has.

        `returned_pieces`: what people have put back, piece after piece, by `returned_pieces_key`.
        """
        ...

    def people_to_put_back(self) -> tuple[str, ...]:
        """The people who still choose which of their pieces goes back; before that nobody moves."""
        ...

    def next_session_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """The messages of what happens now without the people; empty when people are awaited."""
        ...

    def hand_pieces(self, who: str, snapshot: Snapshot) -> tuple[str, ...]:
        """The pieces in a player's hand."""
        ...

    def position_known_to(self, who: str, snapshot: Snapshot) -> Position:
        """The position as that player knows it; "": as everybody does."""
        ...

    def allowed_targets(self, who: str, snapshot: Snapshot) -> frozenset[str] | None:
        """The touch targets by which that player, who knows their own cards, can go on; None: all that glow."""
        ...

    def possible_moves(self, who: str, snapshot: Snapshot) -> Iterator[Move]:
        """Every move that the player can make with the cards they really hold."""
        ...

    def refusal_for(self, move: Move) -> MoveRefused | None:
        """Why the cards as dealt forbid the move; None where they allow it."""
        ...


class DealerAndDeckFactory(Protocol):
    """What only a virtual table has."""

    def make_dealer(
        self, seed: str, game: str, bot_colours: tuple[str, ...], beginners: Container[str] = ()
    ) -> Dealer:
        """Who deals, and plays for these players; the same seed deals the same cards."""
        ...

    def make_deck(self, header: RecordHeader) -> Deck:
        """Tags for every piece of the box."""
        ...


class NoDealer:
    """The `Dealer` of a real table: people deal, and everything that the rules allow may be played."""

    has_lost_track = False

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        """Do nothing, as nothing was dealt here."""

    def people_to_put_back(self) -> tuple[str, ...]:
        """Nobody: people deal, and put back themselves."""
        return ()

    def next_session_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """No messages: nothing happens without the people."""
        return ()

    def hand_pieces(self, who: str, snapshot: Snapshot) -> tuple[str, ...]:
        """No pieces: nobody knows the hand."""
        return ()

    def position_known_to(self, who: str, snapshot: Snapshot) -> Position:
        """What everybody knows: nobody knows more."""
        return snapshot.position

    def allowed_targets(self, who: str, snapshot: Snapshot) -> frozenset[str] | None:
        """None: nobody knows more than the rules."""
        return None

    def possible_moves(self, who: str, snapshot: Snapshot) -> Iterator[Move]:
        """Every move of that player that the rules allow."""
        choice = snapshot.position.choice_tree.choice_by_actor.get(who)
        return chain.from_iterable(choice.move_batches((who,))) if choice is not None else iter(())

    def refusal_for(self, move: Move) -> MoveRefused | None:
        """None: nobody knows more than the rules."""
        return None
