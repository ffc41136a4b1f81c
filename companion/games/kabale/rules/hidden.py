"""The secrets of Kabale und Hiebe: cards face down and in hands, and objectives won (K-3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.kabale.rules.constants import CHARACTERS
from companion.games.kabale.rules.events import CardDrawn, CardShown, CardTurnedUp, DeckRefilled
from companion.games.kabale.rules.pieces import card_piece
from companion.rules.choice import WordPath
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from companion.rules.public_view import redacted_hand
from companion.rules.transaction import Event

CHARACTER_SET = frozenset(CHARACTERS)
IRREVERSIBLE = (CardDrawn, CardShown, CardTurnedUp, DeckRefilled)


def public_words(words: WordPath) -> WordPath:
    """The words of a move as everybody may see them.

    The table names open pieces; a card named by a player becomes `?`.
    """
    if words[:1] == (TABLE_ACTOR,):
        return words
    return tuple(UNKNOWN if word in CHARACTER_SET else word for word in words)


def public_piece(piece: str) -> str:
    """The piece as everybody may see it: a card lies face down, or is about to."""
    match piece.split("/"):
        case ["card", who, _]:
            return card_piece(who, UNKNOWN)
        case _:
            return piece


def redact_path_and_value(parts: WordPath, value: Any) -> tuple[WordPath, Any]:
    """A path into a position and the value set there, as everybody may see them."""
    match parts:
        case ("columns", _, "cards", _, "card"):
            return parts, value and UNKNOWN
        case ("columns", *_):
            return parts, _redact_cards(value)
        case ("players", who, "hand", _):
            return ("players", who, "hand", UNKNOWN), value
        case ("players", _, "won", *_):
            return parts, _redact_won(value)
        case ("players", _, "hand"):
            return parts, redacted_hand(value)
        case ("players", _):
            return parts, _redact_player(value)
        case ("players",) if isinstance(value, dict):
            return parts, {who: _redact_player(player) for who, player in value.items()}
        case _:
            return parts, value


def _redact_cards(value: Any) -> Any:
    """Serialised columns, a column or a card, with every card hidden that is not marked as open."""
    match value:
        case list():
            return [_redact_cards(each) for each in value]
        case {"card": _} if value.get("up") is not True:
            return {**value, "card": UNKNOWN}
        case dict():
            return {key: _redact_cards(each) for key, each in value.items()}
        case _:
            return value


def _redact_player(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    hidden = {"hand": redacted_hand, "won": _redact_won}
    return {key: hidden[key](held) if key in hidden else held for key, held in value.items()}


def _redact_won(value: Any) -> Any:
    if isinstance(value, list):
        return [UNKNOWN] * len(value)
    return value and UNKNOWN


def irreversible_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that showed something hidden or drew by chance, which no undo can make unknown again."""
    return tuple(event for event in events if isinstance(event, IRREVERSIBLE))
