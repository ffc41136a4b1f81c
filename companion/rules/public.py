"""What everybody may know of what was said and of what happened: the same, without hidden names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec
from jsonpointer import JsonPointer, JsonPointerException

from companion.rules.account import (
    CORRECT,
    Accepted,
    Account,
    Corrected,
    History,
    Undone,
    correction_pairs,
    correction_words,
    value_word,
)
from companion.rules.game import Game
from companion.rules.moves import UNKNOWN, Move, Sight
from companion.rules.tale import Event

Words = tuple[str, ...]
Hide = Callable[[Words, Any], tuple[Words, Any]]
"""Parts of a path and the value set there, as everybody may know them."""


def public_text(game: Game, text: str) -> str:
    """A line of the record as everybody may hear it."""
    words = tuple(text.split())
    heard = game.public_words(words)
    return text if heard == words else " ".join(heard)


def public_move(game: Game, move: Move) -> Move:
    """A move as everybody may hear it."""
    return Move(game.public_words(move.words))


def public_sight(game: Game, sight: Sight) -> Sight:
    """What was noticed, as everybody may see it."""
    piece = game.public_piece(sight.piece)
    return sight if piece == sight.piece else Sight(piece, sight.zone)


def each_public(game: Game, seen: Iterable[Sight]) -> tuple[Sight, ...]:
    """For `Game.public_sights`: each by itself."""
    return tuple(public_sight(game, sight) for sight in seen)


def public_events(game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """Events as everybody may know them, in their order."""
    return tuple(_event(game, event) for event in events)


def public_history(account: Account) -> History:
    """All that stands, as everybody may know it."""

    def public(accepted: Accepted) -> Accepted:
        game = account.game
        events = public_events(game, accepted.events)
        return Accepted(public_text(game, accepted.text), events, accepted.position.public())

    return History(public(account.opening), tuple(map(public, account.standing)))


def _event(game: Game, event: Event) -> Event:
    """The house's own events hold lines of the record: their words are the game's."""
    match event:
        case Undone(moves):
            return Undone(tuple(public_text(game, text) for text in moves))
        case Corrected(values):
            words = game.public_words(correction_words(values))
            return Corrected(tuple(correction_pairs(words[len(CORRECT) :])))
        case _:
            return event.public()


def public_correction(words: Words, hide: Hide) -> Words:
    """For `Game.public_words`: a line `table correct ...`, each path and value as `hide` gives them.

    A word that is no path or no value (such a line is refused) could be anything, and is `?`.
    """
    said = words[len(CORRECT) :]
    heard = list(words[: len(CORRECT)])
    for path, value in zip(said[::2], (*said[1::2], "null"), strict=False):
        heard += _pair(path, value, hide)
    return tuple(heard[: len(words)])


def _pair(path: str, value: str, hide: Hide) -> Words:
    try:
        parts, hidden = hide(tuple(JsonPointer(path).parts), msgspec.json.decode(value))
    except (JsonPointerException, msgspec.DecodeError, RecursionError):
        return UNKNOWN, UNKNOWN
    return JsonPointer.from_parts(parts).path, value_word(hidden)


def backs(hand: Any) -> Any:
    """For `public_correction`: a hand as it was written in a line, not yet known to be one, with its cards unnamed."""
    if not isinstance(hand, dict):
        return hand
    counts = [count for count in hand.values() if isinstance(count, int)]
    return {UNKNOWN: sum(counts)} if hand else hand


def hiding(hands: Collection[str]) -> Hide:
    """For `public_correction`, where all that is hidden lies in hands: players' keys of these names."""

    def player(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: backs(held) if key in hands else held for key, held in value.items()}

    def hide(parts: Words, value: Any) -> tuple[Words, Any]:
        match parts:
            case ("players", who, hand, _) if hand in hands:
                return ("players", who, hand, UNKNOWN), value
            case ("players", _, hand) if hand in hands:
                return parts, backs(value)
            case ("players", _):
                return parts, player(value)
            case ("players",) if isinstance(value, dict):
                return parts, {who: player(each) for who, each in value.items()}
            case _:
                return parts, value

    return hide
