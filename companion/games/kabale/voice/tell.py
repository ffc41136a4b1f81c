"""A run of events in words: what one of them tells, the others need not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardShown,
    CardSlid,
    CardTurned,
    ColumnEvaluated,
    Counted,
    DeckRefilled,
    ExplorerMoved,
    GameEnded,
    RoundEnded,
    TurnBegan,
)
from companion.games.kabale.rules.state import Table
from companion.games.kabale.voice import judged, played
from companion.games.kabale.voice.filled import turn_began
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

tell = played.tell  # the events of `judged` are registered there as well


def tell_all(before: Table, events: Sequence[Event], words: Translator) -> tuple[EventNarration | None, ...]:
    """Each event in words; None where another one tells it as well."""
    return tuple(_told(before, events, words))


def _told(before: Table, events: Sequence[Event], words: Translator) -> Iterator[EventNarration | None]:
    position = before
    for at, event in enumerate(events):
        earlier, later = events[:at], events[at + 1 :]
        position = event.apply_to(position)
        match event:
            case TurnBegan():
                yield turn_began(event, before, position, words)
            case CardDrawn():
                yield tell(event, words) if _at_once(earlier) else None
            case CardTurned() if (laid := _laid_below(event, earlier)) is not None:
                yield played.turns_up(laid.who, event, words)
            case ExplorerMoved() if earlier:
                yield played.MOVE_ON.narrate(event, words)  # turning it up told whose it is
            case RoundEnded() if not _evaluated(later):
                yield played.ROUND_OVER.narrate(event, words)  # what is to be shown is asked for
            case CardShown() if _evaluated(later):
                yield None  # the reasons of its column name it
            case GameEnded() if any(isinstance(each, Counted) for each in earlier):
                yield EventNarration(judged.won(event, words))
            case _:
                yield tell(event, words)


def _laid_below(turned: CardTurned, earlier: Sequence[Event]) -> CardLaid | None:
    """The card just laid from a hand, if it turned this one."""
    last = earlier[-1] if earlier else None
    return last if isinstance(last, CardLaid) and last.column == turned.column else None


def _at_once(earlier: Sequence[Event]) -> bool:
    """K-2.4: whether a card is drawn for one slid under a Cloak. At a turn's end people draw by themselves."""
    before = [event for event in earlier if not isinstance(event, DeckRefilled)]
    return bool(before) and isinstance(before[-1], CardSlid)


def _evaluated(later: Sequence[Event]) -> bool:
    """Whether every card is known, and so the columns are evaluated at once."""
    return any(isinstance(event, ColumnEvaluated) for event in later)
