"""What hands must do on the table when a card that was turned sets something off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.games.kabale.rules.events import (
    CardLaid,
    CardRemoved,
    CardTurned,
    ExplorerMoved,
    ObjectivesLaid,
    ObjectivesSwapped,
)
from companion.games.kabale.screen.lying import table_of
from companion.games.kabale.screen.named import face
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from companion.screen.view_models import MovementModel
from companion.table.snapshot import GameLogEntry, Snapshot
from companion.voice.translator import Translator

BY_HAND = (ExplorerMoved, CardRemoved, ObjectivesSwapped)
"""Events that are movements of hands."""
MOST = 3
"""The latest movements that are shown: those before were made when these could be."""


def moves(now: Snapshot, words: Translator) -> tuple[MovementModel, ...]:
    """What the card laid last has set off and people carry out: until the next one is laid; of what readers see,
    until they have seen it.
    """
    owed = {sight.zone for sight in now.expected_observations}
    events = [event for event in _set_off(now) if not _read(event, now) or _read(event, now) & owed]
    return tuple(MovementModel(_by_hand(event, words)) for event in events[-MOST:])


def _read(event: Event, now: Snapshot) -> set[str]:
    """The zones whose readers will see it done."""
    return {
        sight.zone
        for sight in event.expected_observations()
        if now.zone_status.has_working_reader(sight.zone)
    }


def _by_hand(event: Event, words: Translator) -> str:
    """The movement in short words."""
    match event:
        case ExplorerMoved(by=by, to=to):
            card = names.owned(words, face(words, "explorer"), by)
            return words.gettext("{card}: to column {column}, face down", card=card, column=to)
        case CardRemoved(by=by, card=card, column=column) if card == UNKNOWN:
            who = words.player_name(by)
            return words.gettext("Last card of column {column} ({who}): discard it", column=column, who=who)
        case CardRemoved(by=by, card=card):
            return words.gettext("{card}: discard it", card=names.owned(words, face(words, card), by))
        case CardTurned(by=by, card=card):
            return words.gettext("{card}: turn it up", card=names.owned(words, face(words, card), by))
        case ObjectivesSwapped(column=column, other=other):
            return words.gettext(
                "Exchange the objectives of columns {column} and {other}", column=column, other=other
            )
    raise LookupError(f"no movement for {type(event).__name__}")


def _set_off(now: Snapshot) -> Iterator[Event]:
    """The events since the last card was laid that ask for hands; a card that people named they have turned already."""
    for entry in _since_a_card(now):
        for before, event in pairwise((None, *entry.events)):
            if isinstance(event, BY_HAND) or (isinstance(event, CardTurned) and isinstance(before, CardLaid)):
                yield event


def _since_a_card(now: Snapshot) -> list[GameLogEntry]:
    """The line that laid the last card, and those after it; none once the round is over."""
    since: list[GameLogEntry] = []
    if not table_of(now).columns:
        return since
    for entry in reversed(now.recent_entries):
        since.insert(0, entry)
        if any(isinstance(event, CardLaid | ObjectivesLaid) for event in entry.events):
            break
    return since
