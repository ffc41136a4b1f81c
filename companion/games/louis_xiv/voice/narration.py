"""The narration of a run of events: what one of them tells, the others need not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    InfluenceCardPlayed,
    InfluenceDrawn,
    IntrigueDrawn,
    MajorityCounted,
    MoneyGained,
    MoneyPaid,
    PhaseBegan,
    RewardGiven,
    StonesPlaced,
    StonesTakenBack,
    TileEvaluationBegan,
)
from companion.games.louis_xiv.rules.mission_events import ChipsReturned, MissionUsed
from companion.games.louis_xiv.rules.state import TableState
from companion.games.louis_xiv.voice import evaluation_sentences, event_sentences
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

# the events of `evaluation_sentences` are registered there as well
narrate_event = event_sentences.narrate_event

DEAL_REASON, KINGS_CROWN_REASON, CHIPS_RETURNED_REASON = "L-1.3", "L-3.7", "L-4.4"
GainEvent = ChipGained | ArmsGained | MoneyGained | InfluenceDrawn | IntrigueDrawn | StonesTakenBack


def narrate_events(
    before: TableState, events: Sequence[Event], translator: Translator
) -> tuple[EventNarration | None, ...]:
    """The sentence of each event; None where another one tells it as well."""
    return tuple(_narrations(before, events, translator))


def _narrations(
    before: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[EventNarration | None]:
    told_reasons: tuple[str, tuple[str, ...]] = ("", ())
    for index, event in enumerate(events):
        earlier, later = events[:index], events[index + 1 :]
        told_reasons = _reasons_told(event) or told_reasons
        if _told_elsewhere(event, earlier, later):
            yield None
            continue
        match event:
            case InfluenceDrawn(why="L-1.3") if _same_for_all(event, (*earlier, *later)):
                yield event_sentences.narrate_deal(event.cards, translator)
            case MajorityCounted(tile=tile) if before.condition(tile).kind == "stones":
                yield evaluation_sentences.narrate_stone_condition(
                    event, before.condition(tile).number, translator
                )
            case StonesPlaced():
                yield narrate_event(replace(event, stones=_stones_together(event, later)), translator)
            case InfluenceCardPlayed(way="take") if not _brings_stones_back(later):
                yield event_sentences.narrate_without_effect(event, translator)
            case (
                ChipGained()
                | ArmsGained()
                | MoneyGained()
                | InfluenceDrawn()
                | IntrigueDrawn()
                | StonesTakenBack()
            ):
                yield narrate_event(_without_told_reason(event, told_reasons), translator)
            case _:
                yield narrate_event(event, translator)


def _reasons_told(event: Event) -> tuple[str, tuple[str, ...]] | None:
    """The player whose gains have their reason told by this event, and the reasons; None without any."""
    match event:
        case RewardGiven(who=who, tile=tile):
            return who, (f"tile/{tile}", KINGS_CROWN_REASON)
        case MissionUsed(who=who, mission=mission):
            return who, (mission,)
        case ChipsReturned(who=who):
            return who, (CHIPS_RETURNED_REASON,)
    return None


def _told_elsewhere(event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> bool:
    match event:
        case MoneyGained(why="L-1.1"):
            return True  # the money card tells it
        case InfluenceDrawn(why="L-1.3"):
            return _same_for_all(event, (*earlier, *later)) and any(
                isinstance(each, InfluenceDrawn) and each.why == DEAL_REASON for each in earlier
            )
        case RewardGiven(how="bought"):
            return bool(earlier) and isinstance(earlier[-1], MoneyPaid)  # paying tells it
        case StonesPlaced():
            return bool(earlier) and _same_place(earlier[-1], event)  # the first one tells all
        case TileEvaluationBegan():
            # nothing happens there
            return bool(later) and isinstance(later[0], (TileEvaluationBegan, PhaseBegan))
        case MajorityCounted(stones=stones):
            return len(stones) == 1  # the reward tells it
    return False


def _stones_together(event: StonesPlaced, later: Sequence[Event]) -> int:
    """How many stones are placed there one after another, from this one on."""
    same = takewhile(lambda each: _same_place(each, event), later)
    return event.stones + sum(each.stones for each in same if isinstance(each, StonesPlaced))


def _same_place(one: Event, other: StonesPlaced) -> bool:
    return isinstance(one, StonesPlaced) and replace(one, stones=other.stones) == other


def _same_for_all(event: InfluenceDrawn, others: Sequence[Event]) -> bool:
    """L-1.3: whether others are dealt cards too, and as many."""
    dealt = [each.cards for each in others if isinstance(each, InfluenceDrawn) and each.why == DEAL_REASON]
    return bool(dealt) and set(dealt) == {event.cards}


def _brings_stones_back(later: Sequence[Event]) -> bool:
    """Whether the card just played brings stones back (L-2.6)."""
    return any(isinstance(each, StonesTakenBack) and each.why in ("L-2.6", "L-2.7") for each in later)


def _without_told_reason(event: GainEvent, told_reasons: tuple[str, tuple[str, ...]]) -> GainEvent:
    """The event without its reason, where that was told just before."""
    who, reasons = told_reasons
    return replace(event, why="") if event.who == who and event.why in reasons else event
