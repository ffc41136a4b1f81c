"""The movements that people must carry out after a card was turned up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.games.kabale.rules.events import (
    CardLaid,
    CardRemoved,
    CardTurnedUp,
    ExplorerMoved,
    ObjectivesLaid,
    ObjectivesSwapped,
)
from companion.games.kabale.screen.piece_names import character_name
from companion.games.kabale.screen.table_models import public_position
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from companion.screen.view_models import MovementModel
from companion.table.snapshot import GameLogEntry, Snapshot
from companion.voice.translator import Translator

MOVEMENT_EVENTS = (ExplorerMoved, CardRemoved, ObjectivesSwapped)
"""Events that people carry out as movements of pieces."""
MAX_SHOWN_MOVEMENTS = 3
"""How many of the latest movements are shown; earlier ones must have been made already."""


def pending_movements(snapshot: Snapshot, translator: Translator) -> tuple[MovementModel, ...]:
    """The movements that follow from the card laid last, until the next one is laid.

    Those that readers watch go once they have been seen.
    """
    owed = {observation.zone for observation in snapshot.expected_observations}
    events = [
        event
        for event in _events_for_hands(snapshot)
        if not _watched_zones(event, snapshot) or _watched_zones(event, snapshot) & owed
    ]
    return tuple(MovementModel(_movement_text(event, translator)) for event in events[-MAX_SHOWN_MOVEMENTS:])


def _watched_zones(event: Event, snapshot: Snapshot) -> set[str]:
    """The zones whose readers will see the event carried out."""
    return {
        observation.zone
        for observation in event.expected_observations()
        if snapshot.zone_status.has_working_reader(observation.zone)
    }


def _movement_text(event: Event, translator: Translator) -> str:
    """The movement in a few words; raises LookupError for other events."""
    match event:
        case ExplorerMoved(by=by, to=to):
            card = names.card_with_owner(translator, character_name(translator, "explorer"), by)
            return translator.gettext("{card}: to column {column}, face down", card=card, column=to)
        case CardRemoved(by=by, card=card, column=column) if card == UNKNOWN:
            who = translator.player_name(by)
            return translator.gettext(
                "Last card of column {column} ({who}): discard it", column=column, who=who
            )
        case CardRemoved(by=by, card=card):
            return translator.gettext(
                "{card}: discard it",
                card=names.card_with_owner(translator, character_name(translator, card), by),
            )
        case CardTurnedUp(by=by, card=card):
            return translator.gettext(
                "{card}: turn it up",
                card=names.card_with_owner(translator, character_name(translator, card), by),
            )
        case ObjectivesSwapped(column=column, other=other):
            return translator.gettext(
                "Exchange the objectives of columns {column} and {other}", column=column, other=other
            )
    raise LookupError(f"no movement for {type(event).__name__}")


def _events_for_hands(snapshot: Snapshot) -> Iterator[Event]:
    """The events to carry out since the last card was laid; a card that people named is turned already."""
    for entry in _entries_since_last_card(snapshot):
        for before, event in pairwise((None, *entry.events)):
            if isinstance(event, MOVEMENT_EVENTS) or (
                isinstance(event, CardTurnedUp) and isinstance(before, CardLaid)
            ):
                yield event


def _entries_since_last_card(snapshot: Snapshot) -> list[GameLogEntry]:
    """The log entry that laid the last card, and those after it; none once the round is over."""
    since: list[GameLogEntry] = []
    if not public_position(snapshot).columns:
        return since
    for entry in reversed(snapshot.recent_entries):
        since.insert(0, entry)
        if any(isinstance(event, CardLaid | ObjectivesLaid) for event in entry.events):
            break
    return since
