"""What only the referee knows in Louis XIV: the cards in hands that a position or a correction named."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.louis_xiv.state import Player, Table
from companion.rules.counts import Counts
from companion.rules.moves import UNKNOWN
from companion.rules.public import Words

HANDS = ("influence", "intrigue")  # a player's arms and missions in hand are counted only


def public_players(position: Table) -> dict[str, Player] | None:
    """The players with the backs of their cards alone; None: no card in a hand is known."""
    if not any(_named(getattr(player, hand)) for player in position.players.values() for hand in HANDS):
        return None
    return {
        who: replace(player, influence=_backs(player.influence), intrigue=_backs(player.intrigue))
        for who, player in position.players.items()
    }


def _named(hand: Counts) -> bool:
    return any(card != UNKNOWN for card in hand)


def _backs(hand: Counts) -> Counts:
    return {UNKNOWN: sum(hand.values())} if hand else hand


def hide(parts: Words, value: Any) -> tuple[Words, Any]:
    """A path into a position and the value set there, as everybody may know them."""
    match parts:
        case ("players", who, hand, _) if hand in HANDS:
            return ("players", who, hand, UNKNOWN), value
        case ("players", _, hand) if hand in HANDS:
            return parts, _hidden(value)
        case ("players", _):
            return parts, _player(value)
        case ("players",) if isinstance(value, dict):
            return parts, {who: _player(player) for who, player in value.items()}
        case _:
            return parts, value


def _player(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _hidden(held) if key in HANDS else held for key, held in value.items()}


def _hidden(hand: Any) -> Any:
    """A hand as it was written in a line: not yet known to be one."""
    if not isinstance(hand, dict):
        return hand
    counts = [count for count in hand.values() if isinstance(count, int)]
    return {UNKNOWN: sum(counts)} if hand else hand
