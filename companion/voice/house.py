"""The house's own events in words: what any game's record may say besides moves."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.moves import Move
from companion.rules.transaction import Event
from companion.voice.told import Told
from companion.voice.words import Words


def tell_house(event: Event, words: Words, phrase: Callable[[Move], str]) -> Told | None:
    """The event in words; None for an event of a game. `phrase` says a move with its player."""
    match event:
        case MovesUndone(moves=(move,)):
            return Told(words.gettext("Taken back: {move}", move=phrase(Move.parse(move))))
        case MovesUndone(moves=moves):
            return Told(words.ngettext("{n} move was taken back", "{n} moves were taken back", len(moves)))
        case PositionCorrected(values=values):
            said = ", ".join(f"{path} {value}" for path, value in values)
            return Told(words.gettext("Corrected by hand: {values}", values=said))
    return None
