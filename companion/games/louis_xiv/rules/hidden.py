"""The secrets of Louis XIV: the cards in hands that a position or a correction named."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import (
    InfluenceDeckShuffled,
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyCardTurned,
    NeutralCardTurned,
)
from companion.games.louis_xiv.rules.mission_events import ArmsShown, MissionDrawn
from companion.games.louis_xiv.rules.state import PlayerState, TableState
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.public_view import make_hand_redactor
from companion.rules.transaction import Event

HIDDEN_HANDS = ("influence", "intrigue")  # a player's arms and missions in hand are only counted
IRREVERSIBLE = (
    ArmsShown,
    InfluenceDrawn,
    IntrigueDrawn,
    MissionDrawn,
    MoneyCardTurned,
    NeutralCardTurned,
    InfluenceDeckShuffled,
)


def public_players(position: TableState) -> dict[str, PlayerState] | None:
    """The players with only the backs of their cards; None where no card in a hand is known."""
    if not any(
        _names_a_card(getattr(player, hand)) for player in position.players.values() for hand in HIDDEN_HANDS
    ):
        return None
    return {
        who: replace(player, influence=_backs(player.influence), intrigue=_backs(player.intrigue))
        for who, player in position.players.items()
    }


def _names_a_card(hand: Multiset) -> bool:
    return any(card != UNKNOWN for card in hand)


def _backs(hand: Multiset) -> Multiset:
    return {UNKNOWN: sum(hand.values())} if hand else hand


redact_path_and_value = make_hand_redactor(HIDDEN_HANDS)
"""A path into a position and the value set there, as everybody may see them."""


def irreversible_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that showed something hidden or drew by chance, which no undo can make unknown again."""
    return tuple(event for event in events if isinstance(event, IRREVERSIBLE))
