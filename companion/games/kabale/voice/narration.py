"""The narration of a run of events: what one of them tells, the others need not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardShown,
    CardSlid,
    CardTurnedUp,
    ColumnEvaluated,
    DeckRefilled,
    ExplorerMoved,
    GameEnded,
    ObjectivesCounted,
    RoundEnded,
    TurnBegan,
)
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.voice import evaluation_sentences, event_sentences
from companion.games.kabale.voice.column_fill_notes import narrate_turn_began
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

# the events of `evaluation_sentences` are registered there as well
narrate_event = event_sentences.narrate_event


def narrate_events(
    before: TableState, events: Sequence[Event], translator: Translator
) -> tuple[EventNarration | None, ...]:
    """The sentence of each event; None where another one tells it as well."""
    return tuple(_narrations(before, events, translator))


def _narrations(
    before: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[EventNarration | None]:
    position = before
    for at, event in enumerate(events):
        earlier, later = events[:at], events[at + 1 :]
        position = event.apply_to(position)
        match event:
            case TurnBegan():
                yield narrate_turn_began(event, before, position, translator)
            case CardDrawn():
                yield narrate_event(event, translator) if _drawn_at_once(earlier) else None
            case CardTurnedUp() if (laid := _card_laid_below(event, earlier)) is not None:
                yield event_sentences.narrate_turned_up(laid.who, event, translator)
            case ExplorerMoved() if earlier:
                # turning it up told whose it is
                yield event_sentences.MOVE_CARD_SENTENCE.narrate(event, translator)
            case RoundEnded() if not _has_evaluation(later):
                # the prompt asks for what is to be shown
                yield event_sentences.ROUND_OVER_SENTENCE.narrate(event, translator)
            case CardShown() if _has_evaluation(later):
                yield None  # the notes of its column name it
            case GameEnded() if any(isinstance(each, ObjectivesCounted) for each in earlier):
                yield EventNarration(evaluation_sentences.winner_sentence(event, translator))
            case _:
                yield narrate_event(event, translator)


def _card_laid_below(turned: CardTurnedUp, earlier: Sequence[Event]) -> CardLaid | None:
    """The card just laid from a hand, if it turned up this one; else None."""
    last = earlier[-1] if earlier else None
    return last if isinstance(last, CardLaid) and last.column == turned.column else None


def _drawn_at_once(earlier: Sequence[Event]) -> bool:
    """K-2.4: whether a card is drawn for one slid under a Cloak; at the end of a turn it need not be told."""
    before = [event for event in earlier if not isinstance(event, DeckRefilled)]
    return bool(before) and isinstance(before[-1], CardSlid)


def _has_evaluation(later: Sequence[Event]) -> bool:
    """Whether every card is known, so that the columns are evaluated at once."""
    return any(isinstance(event, ColumnEvaluated) for event in later)
