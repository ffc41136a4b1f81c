"""Lines, observations, events and histories as everybody may know them: the same, without hidden names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import accumulate, compress
from typing import Any

import msgspec
from jsonpointer import JsonPointer, JsonPointerException

from companion.rules.choice import WordPath
from companion.rules.forgetting import is_forgetting
from companion.rules.game import Game
from companion.rules.history import (
    CORRECTION_PREFIX,
    AcceptedLine,
    FrozenHistory,
    GameHistory,
    MovesUndone,
    PositionCorrected,
    format_correction,
    format_correction_value,
    parse_correction,
)
from companion.rules.moves import UNKNOWN, Move
from companion.rules.transaction import Event

RedactWords = Callable[[WordPath], WordPath]
"""The words of a move, as everybody may hear them."""
RedactValue = Callable[[WordPath, Any], tuple[WordPath, Any]]
"""Parts of a path and the value set there, as everybody may know them."""


def public_text(game: Game, text: str) -> str:
    """A line of the record as everybody may hear it."""
    words = tuple(text.split())
    public_words = game.public_words(words)
    return text if public_words == words else " ".join(public_words)


def public_line_text(game: Game, accepted: AcceptedLine) -> str:
    """An accepted line as everybody may hear it: an undo counts only the lines that everybody has heard."""
    undone = accepted.undone
    return public_text(game, accepted.text) if undone is None else f"undo {len(_heard(undone))}"


def _heard(texts: Sequence[str]) -> tuple[str, ...]:
    """Those lines of which everybody hears: nobody is told when the record forgets a name that they never knew."""
    return tuple(text for text in texts if not is_forgetting(text))


def public_move(game: Game, move: Move) -> Move:
    """A move as everybody may hear it."""
    return Move(game.public_words(move.words))


def public_events(game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """Events as everybody may know them, in their order."""
    return tuple(_event(game, event) for event in events)


def public_accepted_line(game: Game, accepted: AcceptedLine) -> AcceptedLine:
    """An accepted line, its events and its position as everybody may know them."""
    text, events = public_line_text(game, accepted), public_events(game, accepted.events)
    return AcceptedLine(text, events, accepted.position.to_public())


def public_history(history: GameHistory) -> FrozenHistory:
    """Everything that stands, and what was taken back, as everybody may know it.

    An undo of what nobody has heard is not told.
    """
    return _heard_history(history.frozen_copy, partial(public_accepted_line, history.game))


def _heard_history(full: FrozenHistory, tell: Callable[[AcceptedLine], AcceptedLine]) -> FrozenHistory:
    """That history without what nobody has heard, its lines as they are told."""
    is_heard = [not is_forgetting(accepted.text) for accepted in full.accepted_lines]
    heard_before = [0, *accumulate(is_heard)]
    take_backs = ((heard_before[left], tell(undo)) for left, undo in full.take_backs)
    return FrozenHistory(
        tell(full.opening),
        tuple(map(tell, compress(full.accepted_lines, is_heard))),
        tuple((left, undo) for left, undo in take_backs if undo.undone),
    )


def told_history(history: GameHistory, public: FrozenHistory | None = None) -> FrozenHistory:
    """Until the game is over, only what everybody may know of it; everything then.

    `public`: its public history, where there is one already. It decides whether the game is over.
    """
    if (history if public is None else public).position.outcome() is not None:
        full = history.frozen_copy
        is_all_heard = not any(is_forgetting(accepted.text) for accepted in full.accepted_lines)
        return full if is_all_heard else _heard_history(full, lambda accepted: accepted)
    return public_history(history) if public is None else public


def _event(game: Game, event: Event) -> Event:
    """An event as everybody may know it. Herald's own events hold lines of the record, whose words are the game's."""
    match event:
        case MovesUndone(moves):
            return MovesUndone(tuple(public_text(game, text) for text in _heard(moves)))
        case PositionCorrected(values):
            words = game.public_words(format_correction(values))
            return PositionCorrected(tuple(parse_correction(words[len(CORRECTION_PREFIX) :])))
        case _:
            return event.to_public()


def public_correction(words: WordPath, redact: RedactValue) -> WordPath:
    """A line `table correct ...`, each path and value redacted by `redact` (for `Game.public_words`).

    A word that is no path or no value (such a line is refused) could be anything, and is `?`.
    """
    pairs = words[len(CORRECTION_PREFIX) :]
    public_words = list(words[: len(CORRECTION_PREFIX)])
    for path, value in zip(pairs[::2], (*pairs[1::2], "null"), strict=False):
        public_words += _pair(path, value, redact)
    return tuple(public_words[: len(words)])


def public_line(words: WordPath, redact: RedactValue, redact_move: RedactWords | None = None) -> WordPath:
    """The words of any line of the record as everybody may hear them (for `Game.public_words`).

    A correction is redacted value by value by `redact`, any other line by `redact_move`; None: moves hide nothing.
    """
    if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
        return public_correction(words, redact)
    return words if redact_move is None else redact_move(words)


def _pair(path: str, value: str, hide: RedactValue) -> WordPath:
    try:
        parts, hidden = hide(tuple(JsonPointer(path).parts), msgspec.json.decode(value))
    except (JsonPointerException, msgspec.DecodeError):
        return UNKNOWN, UNKNOWN
    return JsonPointer.from_parts(parts).path, format_correction_value(hidden)


def redacted_hand(hand: Any) -> Any:
    """A hand as it was written in a line, with its cards unnamed; a value that is no hand is returned as it is."""
    if not isinstance(hand, dict):
        return hand
    counts = [count for count in hand.values() if isinstance(count, int)]
    return {UNKNOWN: sum(counts)} if hand else hand


def make_hand_redactor(hand_keys: Collection[str]) -> RedactValue:
    """A redactor for `public_correction`, where everything hidden lies in hands: keys of players with these names."""

    def player(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: redacted_hand(held) if key in hand_keys else held for key, held in value.items()}

    def hide(parts: WordPath, value: Any) -> tuple[WordPath, Any]:
        match parts:
            case ("players", who, hand, _) if hand in hand_keys:
                return ("players", who, hand, UNKNOWN), value
            case ("players", _, hand) if hand in hand_keys:
                return parts, redacted_hand(value)
            case ("players", _):
                return parts, player(value)
            case ("players",) if isinstance(value, dict):
                return parts, {who: player(each) for who, each in value.items()}
            case _:
                return parts, value

    return hide
