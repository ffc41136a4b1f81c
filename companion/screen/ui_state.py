"""What the person at the screen has turned to: none of it is on the record, all of it decides what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from companion.rules.choice import Turn
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Move, Observation

TABLE_PLACES = "table"
NO_COUNTS: Mapping[str, int] = MappingProxyType({})


class UiState(Struct, frozen=True):
    """How the table is looked at.

    virtual: the program deals, so a hand can be shown. persons: the colours people play (all others are absent).
    holder: whose hand lies open, "" nobody's; hand: its pieces; may: what somebody who knows them may touch or lay,
    None for all that glows. kind: which of its cards are shown, "" for those the phase is about. folder: which group
    of answers is open. counted: what is being counted by touch so far. before: the player whose places are looked at,
    TABLE for those of nobody, "" as the moment wants it. laid: cards of that hand that were laid on the drawn reader
    and belong to no move yet. side: quarter turns by which the board is turned to the screen. tried: the answer that a
    finger stays on, which shows what it would do.
    """

    is_virtual: bool = False
    human_colours: tuple[str, ...] = ()
    hand_owner: str = ""
    hand_pieces: tuple[str, ...] = ()
    card_kind: str = ""
    answer_folder: str = ""
    allowed_targets: frozenset[str] | None = None
    stepper_values: Mapping[str, int] = NO_COUNTS
    viewed_player: str = ""
    laid_cards: tuple[str, ...] = ()
    board_rotation: int = 0
    previewed_answer: str = ""

    def concerns_humans(self, turn: Turn) -> bool:
        """Whether anybody at the screen may do something: else what comes next happens by itself, and a finger
        that was too early must not play for somebody who is absent.
        """
        return not self.is_virtual or any(
            who in self.human_colours for who in (*turn.choice_by_actor, *turn.awaited_actors)
        )

    def has_needed_cards(self, move: Move, pending_input: Sequence[Observation]) -> bool:
        """Whether nothing is missing of that move but a word: who was dealt a hand lays no card that nobody knows."""
        return (
            not self.is_virtual
            or UNKNOWN not in move.words
            or any(sight.zone == PLAY_ZONE for sight in pending_input)
        )

    def laid_cards_pending(self, pending_input: Sequence[Observation]) -> tuple[str, ...]:
        """Those of `laid_cards` that are in the bag, where they may have no names."""
        return self.laid_cards[: sum(sight.zone == PLAY_ZONE for sight in pending_input)]
