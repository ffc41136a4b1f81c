"""Herald's own events in words: what the record of any game may hold besides moves."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.moves import Move
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator


def narrate_common_event(
    event: Event, translator: Translator, describe_move: Callable[[Move], str]
) -> EventNarration | None:
    """The event in words; None for an event of a game. `describe_move` gives a move with its player."""
    match event:
        case MovesUndone(moves=(move,)):
            return EventNarration(
                translator.gettext("Taken back: {move}", move=describe_move(Move.parse(move)))
            )
        case MovesUndone(moves=moves):
            return EventNarration(
                translator.ngettext("{n} move was taken back", "{n} moves were taken back", len(moves))
            )
        case PositionCorrected(values=values):
            listed = ", ".join(f"{path} {value}" for path, value in values)
            return EventNarration(translator.gettext("Corrected by hand: {values}", values=listed))
    return None
