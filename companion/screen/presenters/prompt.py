"""What every presenter needs: what is pointed at, what has just happened, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.rules.game import Seat
from companion.rules.position import Outcome
from companion.screen.report_models import FINAL_REPORT_TARGET
from companion.screen.view_models import ChoiceModel, EventModel, PromptModel
from companion.table.pointer import pointed_touch_target
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.problem_messages import problem_message, readers_down_message
from companion.voice.ranking_text import winners_text
from companion.voice.translator import Translator

MAX_RECENT_EVENTS: Final = 3
"""This many sentences stand on the table."""


def pointed_targets(snapshot: Snapshot) -> frozenset[str]:
    """The touch targets that the shared buttons point at: one, under every name by which it may be shown."""
    return frozenset(_marked(snapshot)) if snapshot.pointed_at else frozenset()


def _marked(snapshot: Snapshot) -> Iterator[str]:
    yield snapshot.pointed_at
    yield snapshot.pointed_at.partition("/")[0]  # where only its kind is shown, with a count
    yield pointed_touch_target(snapshot)


def make_final_prompt(snapshot: Snapshot, outcome: Outcome, translator: Translator) -> PromptModel:
    """Who has won, and everybody's points, the most first."""
    sentence = winners_text(translator, outcome.winners)
    ranked = sorted(outcome.scores.items(), key=lambda each: -each[1])
    points = ", ".join(f"{translator.player_name(who)} {score}" for who, score in ranked)
    seat = find_seat(snapshot, outcome.winners[0]) if outcome.winners else None
    return PromptModel(seat, sentence, points)


def final_choices(emblem: str, translator: Translator) -> tuple[ChoiceModel, ...]:
    """The answers when the game is over; `emblem`: the symbol of its end."""
    report = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("The winner, and why"), emblem, "main")
    return report, ChoiceModel("home", translator.gettext("To the first page"), "home")


def recent_event_models(
    snapshot: Snapshot, lines: Sequence[NarrationLine], translator: Translator
) -> tuple[EventModel, ...]:
    """What has just happened, which readers do not answer, and that the disk takes nothing."""
    told = [EventModel(line.text, line.who) for line in lines[-MAX_RECENT_EVENTS:]]
    disk = snapshot.disk_problem
    readers = [problem for problem in snapshot.problems if problem.is_lasting and problem != disk]
    if readers:
        told.append(EventModel(readers_down_message(readers, translator), "reader"))
    if disk is not None:
        told.append(EventModel(problem_message(disk, translator), "warning"))
    return tuple(told)


def find_seat(snapshot: Snapshot, who: str) -> Seat | None:
    """The seat of the player with that colour, or None."""
    return next((seat for seat in snapshot.setup.seats if seat.colour == who), None)


def capitalise(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
