"""Herald's own events in words: what the record of any game may hold besides moves."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.history import CORRECTION_PREFIX, MovesUndone, PositionCorrected
from companion.rules.moves import Move
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator


def narrate_common_event(
    event: Event,
    translator: Translator,
    describe_move: Callable[[Move], str],
    describe_changes: Callable[[], str] = str,
) -> EventNarration | None:
    """The event in words; None for an event of a game. `describe_move` gives a move with its player.

    `describe_changes` says what is different on the table since, "" where that is not known or nothing can be seen.
    """
    match event:
        case MovesUndone(moves=(text,)):
            undone = Move.parse(text)
            move = describe_move(undone)
            if undone.words[:2] == CORRECTION_PREFIX and (changes := describe_changes()):
                move = f"{move} ({changes})"
            return EventNarration(translator.gettext("Taken back: {move}", move=move))
        case MovesUndone(moves=moves):
            return EventNarration(
                translator.ngettext("{n} move was taken back", "{n} moves were taken back", len(moves))
            )
        case PositionCorrected():
            if changes := describe_changes():
                return EventNarration(translator.gettext("Corrected by hand: {values}", values=changes))
            return EventNarration(translator.gettext("Corrected by hand."))
    return None
