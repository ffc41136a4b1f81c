"""What only the referee knows in Louis XIV: the cards in hands that a position or a correction named."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import (
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyTurned,
    NeutralTurned,
    Shuffled,
)
from companion.games.louis_xiv.rules.outcomes import ArmsShown, MissionDrawn
from companion.games.louis_xiv.rules.state import Player, Table
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.public_view import make_hand_redactor
from companion.rules.transaction import Event

HANDS = ("influence", "intrigue")  # a player's arms and missions in hand are counted only
UNSEEN = (ArmsShown, InfluenceDrawn, IntrigueDrawn, MissionDrawn, MoneyTurned, NeutralTurned, Shuffled)


def public_players(position: Table) -> dict[str, Player] | None:
    """The players with the backs of their cards alone; None: no card in a hand is known."""
    if not any(_named(getattr(player, hand)) for player in position.players.values() for hand in HANDS):
        return None
    return {
        who: replace(player, influence=_backs(player.influence), intrigue=_backs(player.intrigue))
        for who, player in position.players.items()
    }


def _named(hand: Multiset) -> bool:
    return any(card != UNKNOWN for card in hand)


def _backs(hand: Multiset) -> Multiset:
    return {UNKNOWN: sum(hand.values())} if hand else hand


hide = make_hand_redactor(HANDS)
"""A path into a position and the value set there, as everybody may know them."""


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))
