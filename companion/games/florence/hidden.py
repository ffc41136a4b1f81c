"""What only the referee knows in the Princes of Florence: cards in hands and prestige cards kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.florence.final import ShowPrestige
from companion.games.florence.objects import RecruitNow
from companion.games.florence.pieces import HIDDEN, PRESTIGE_CARD, RECRUIT, RECRUITING, TABLE, WORK
from companion.games.florence.printed import BONUS, PRESTIGE, PROFESSIONS
from companion.games.florence.state import Table
from companion.rules.moves import UNKNOWN, Sight
from companion.rules.public import Words

NAMES = frozenset((*PROFESSIONS, *BONUS, *PRESTIGE))
FACE_DOWN = ("keep", "profession", "bonus")
"""What is said of a card that goes face down into a hand."""
HANDS = ("hand", "bonus", "prestige")


def public_line(words: Words) -> Words:
    """A move as everybody may hear it: a card taken into a hand is `?`; a work, what is recruited and what the table
    shows lie open.
    """
    if words[:1] != (TABLE,) and len(words) > 1 and words[1] in FACE_DOWN:
        return (*words[:2], *(UNKNOWN if word in NAMES else word for word in words[2:]))
    return words


def public_piece(piece: str) -> str:
    """A card that is noticed may be about to go face down."""
    kind, slash, name = piece.partition("/")
    return f"{kind}/{UNKNOWN}" if slash and kind in HIDDEN and name != UNKNOWN else piece


def public_sights(position: Table, seen: Sequence[Sight]) -> tuple[Sight, ...]:
    """Cards lie open once somebody has said that they are a work or recruited; prestige cards in the final count."""
    item = position.agenda[0] if position.agenda else None
    said = any(sight.zone in (WORK, RECRUIT) or sight.piece == RECRUITING for sight in seen)
    opened = said or isinstance(item, RecruitNow)

    def open_now(piece: str) -> bool:
        kind = piece.partition("/")[0]
        return isinstance(item, ShowPrestige) if kind == PRESTIGE_CARD else opened

    return tuple(
        sight if open_now(sight.piece) else Sight(public_piece(sight.piece), sight.zone) for sight in seen
    )


def hide(parts: Words, value: Any) -> tuple[Words, Any]:
    """A path into a position and the value set there, as everybody may know them."""
    match parts:
        case ("players", who, kind, _) if kind in HANDS:
            return ("players", who, kind, UNKNOWN), value
        case ("players", _, kind) if kind in HANDS:
            return parts, _backs(value)
        case ("players", _):
            return parts, _player(value)
        case ("players",) if isinstance(value, dict):
            return parts, {who: _player(player) for who, player in value.items()}
        case _:
            return parts, value


def _player(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _backs(held) if key in HANDS else held for key, held in value.items()}


def _backs(hand: Any) -> Any:
    """A hand as it was written in a line: not yet known to be one."""
    if not isinstance(hand, dict):
        return hand
    counts = [count for count in hand.values() if isinstance(count, int)]
    return {UNKNOWN: sum(counts)} if hand else hand
