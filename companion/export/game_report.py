"""The report of a recorded game for people: the points after each round, who won, and where every point came from.

What only the referee knows is reported when the game is over, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path

from companion.export.evening_result import load_history, points_by_round, reason_of_points
from companion.rules.history import FrozenHistory
from companion.rules.ledger import Ledger, build_ledger
from companion.rules.public_view import told_history
from companion.voice.language import load_translation
from companion.voice.voice import Voice


def report_lines(path: Path, lang: str) -> Iterator[str]:
    """The report, line by line; refused lines are skipped. Raises InvalidRecord for what is no record."""
    _, full_history = load_history(path)
    people = {seat.colour: seat.shown_name for seat in full_history.setup.seats}
    voice = Voice(full_history.game.name, people, lang)
    text = load_translation(lang)
    yield f"{voice.translator.name_of('game', 'title')}: {', '.join(people.values())}"
    if assumed := voice.assumed_values_text(full_history.game.assumed_values(full_history.setup)):
        yield assumed
    is_over = full_history.position.outcome() is not None
    history = told_history(full_history)
    yield ""
    for number, points in points_by_round(history).items():
        standing = ", ".join(f"{people[player]} {points[player]}" for player in people)
        yield text.gettext("Round {number}: {standing}").format(number=number, standing=standing)
    if is_over:
        yield from _end(history, voice)
    else:
        yield text.gettext("The game is not over.")
    yield ""
    yield from _ledger(build_ledger(history), people, voice, text)


def _end(history: FrozenHistory, voice: Voice) -> Iterator[str]:
    """The sentences of the last move: the final count, the points, who won and by what."""
    *before, last = (history.opening, *history.accepted_lines[-2:])
    for line in voice.narrate((before or [last])[-1].position, last.events, after=last.position):
        yield line.text


def _ledger(ledger: Ledger, people: Mapping[str, str], voice: Voice, text: NullTranslations) -> Iterator[str]:
    sums = ledger.totals()
    for player, name in people.items():
        points = sums.get(player, 0)
        line = text.ngettext("{name}, {points} point:", "{name}, {points} points:", points)
        yield line.format(name=name, points=points)
        for entry in ledger.entries_of(player):
            yield f"  {entry.points:+d}  {reason_of_points(entry, voice)}"
