"""What every presenter says of a moment: what is pointed at, how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.game import Seat
from companion.rules.position import Outcome
from companion.screen.view_models import PromptModel
from companion.table.pointer import pointed_touch_target
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


def marked(now: Snapshot) -> frozenset[str]:
    """The things that the shared buttons point at: the one, by every name under which it may lie there."""
    return frozenset(_marked(now)) if now.pointed_at else frozenset()


def _marked(now: Snapshot) -> Iterator[str]:
    yield now.pointed_at
    yield now.pointed_at.partition("/")[0]  # what is counted kind by kind
    yield pointed_touch_target(now)


def won(outcome: Outcome, words: Translator) -> str:
    """Who has won, or that several share the win."""
    who = words.player_names(outcome.winners)
    if len(outcome.winners) > 1:
        return words.gettext("The win is shared: {who}", who=who)
    return words.gettext("{who} wins", who=who)


def ended(now: Snapshot, outcome: Outcome, words: Translator) -> PromptModel:
    """Who has won, and everybody's points, the most first."""
    sentence = won(outcome, words)
    ranked = sorted(outcome.scores.items(), key=lambda each: -each[1])
    points = ", ".join(f"{words.player_name(who)} {score}" for who, score in ranked)
    return PromptModel(seat(now, outcome.winners[0]), sentence, points)


def seat(now: Snapshot, who: str) -> Seat | None:
    """Who plays that colour; None: nobody."""
    return next((seat for seat in now.setup.seats if seat.colour == who), None)


def capital(text: str) -> str:
    """The text with a capital in front."""
    return text[:1].upper() + text[1:]
