"""A run of events in words: what one of them tells, the others need not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    CardPlayed,
    ChipGained,
    InfluenceDrawn,
    IntrigueDrawn,
    Majority,
    MoneyGained,
    MoneyPaid,
    PhaseBegan,
    Rewarded,
    StonesPlaced,
    StonesTaken,
    TileOpened,
)
from companion.games.louis_xiv.rules.outcomes import ChipsReturned, MissionUsed
from companion.games.louis_xiv.rules.state import Table
from companion.games.louis_xiv.voice import judged, moved
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

tell = moved.tell  # the events of `judged` are registered there as well

DEALT, KING, CHIPS_RETURNED = "L-1.3", "L-3.7", "L-4.4"
Gain = ChipGained | ArmsGained | MoneyGained | InfluenceDrawn | IntrigueDrawn | StonesTaken


def tell_all(before: Table, events: Sequence[Event], words: Translator) -> tuple[EventNarration | None, ...]:
    """Each event in words; None where another one tells it as well."""
    return tuple(_told(before, events, words))


def _told(before: Table, events: Sequence[Event], words: Translator) -> Iterator[EventNarration | None]:
    said: tuple[str, tuple[str, ...]] = ("", ())
    for index, event in enumerate(events):
        earlier, later = events[:index], events[index + 1 :]
        said = _reasons(event) or said
        if _told_elsewhere(event, earlier, later):
            yield None
            continue
        match event:
            case InfluenceDrawn(why="L-1.3") if _same_for_all(event, (*earlier, *later)):
                yield moved.dealt(event.cards, words)
            case Majority(tile=tile) if before.condition(tile).kind == "stones":
                yield judged.wanted(event, before.condition(tile).number, words)
            case StonesPlaced():
                yield tell(replace(event, stones=_together(event, later)), words)
            case CardPlayed(way="take") if not _takes(later):
                yield moved.without_effect(event, words)
            case (
                ChipGained()
                | ArmsGained()
                | MoneyGained()
                | InfluenceDrawn()
                | IntrigueDrawn()
                | StonesTaken()
            ):
                yield tell(_plainly(event, said), words)
            case _:
                yield tell(event, words)


def _reasons(event: Event) -> tuple[str, tuple[str, ...]] | None:
    """Whose gains have their reason told by this event, and which reasons."""
    match event:
        case Rewarded(who=who, tile=tile):
            return who, (f"tile/{tile}", KING)
        case MissionUsed(who=who, mission=mission):
            return who, (mission,)
        case ChipsReturned(who=who):
            return who, (CHIPS_RETURNED,)
    return None


def _told_elsewhere(event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> bool:
    match event:
        case MoneyGained(why="L-1.1"):
            return True  # the money card tells it
        case InfluenceDrawn(why="L-1.3"):
            return _same_for_all(event, (*earlier, *later)) and any(
                isinstance(each, InfluenceDrawn) and each.why == DEALT for each in earlier
            )
        case Rewarded(how="bought"):
            return bool(earlier) and isinstance(earlier[-1], MoneyPaid)  # paying tells it
        case StonesPlaced():
            return bool(earlier) and _same_place(earlier[-1], event)  # the first one tells all
        case TileOpened():
            return bool(later) and isinstance(later[0], (TileOpened, PhaseBegan))  # nothing happens there
        case Majority(stones=stones):
            return len(stones) == 1  # the reward tells it
    return False


def _together(event: StonesPlaced, later: Sequence[Event]) -> int:
    """The stones placed there one after another, from this one on."""
    same = takewhile(lambda each: _same_place(each, event), later)
    return event.stones + sum(each.stones for each in same if isinstance(each, StonesPlaced))


def _same_place(one: Event, other: StonesPlaced) -> bool:
    return isinstance(one, StonesPlaced) and replace(one, stones=other.stones) == other


def _same_for_all(event: InfluenceDrawn, others: Sequence[Event]) -> bool:
    """L-1.3: whether others are dealt cards too, and as many."""
    dealt = [each.cards for each in others if isinstance(each, InfluenceDrawn) and each.why == DEALT]
    return bool(dealt) and set(dealt) == {event.cards}


def _takes(later: Sequence[Event]) -> bool:
    """Whether the card that was just played brings stones back (L-2.6)."""
    return any(isinstance(each, StonesTaken) and each.why in ("L-2.6", "L-2.7") for each in later)


def _plainly(event: Gain, said: tuple[str, tuple[str, ...]]) -> Gain:
    """Without its reason, when that was said just before."""
    who, reasons = said
    return replace(event, why="") if event.who == who and event.why in reasons else event
