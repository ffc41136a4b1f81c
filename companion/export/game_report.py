"""The report of a recorded game for people: the points after each round, who won, and where every point came from.

What only the referee knows is reported when the game is over, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path

from companion.games import game_rules_of_record
from companion.rules.errors import InvalidRecord
from companion.rules.history import FrozenHistory, GameHistory, replay_record
from companion.rules.ledger import Ledger, LedgerEntry, build_ledger
from companion.rules.position import Position
from companion.rules.public_view import told_history
from companion.table.storage.journal import read_record
from companion.voice.language import load_translation
from companion.voice.voice import Voice


def report_lines(path: Path, lang: str) -> Iterator[str]:
    """The report, line by line; refused lines are skipped. Raises InvalidRecord for what is no record."""
    full_history = _read_history(path)
    people = {seat.colour: seat.shown_name for seat in full_history.setup.seats}
    voice = Voice(full_history.game.name, people, lang)
    text = load_translation(lang)
    yield f"{voice.translator.name_of('game', 'title')}: {', '.join(people.values())}"
    if assumed := voice.assumed_values_text(full_history.game.assumed_values(full_history.setup)):
        yield assumed
    is_over = full_history.position.outcome() is not None
    history = told_history(full_history)
    yield ""
    yield from _rounds(history, people, text)
    if is_over:
        yield from _end(history, voice)
    else:
        yield text.gettext("The game is not over.")
    yield ""
    yield from _ledger(build_ledger(history), people, voice, text)


def _read_history(path: Path) -> GameHistory:
    try:
        head, texts = read_record(path)
    except OSError as wrong:
        raise InvalidRecord(wrong.strerror or str(wrong), str(path)) from wrong
    return replay_record(head, game_rules_of_record(head.game), texts)


def _end(history: FrozenHistory, voice: Voice) -> Iterator[str]:
    """The sentences of the last move: the final count, the points, who won and by what."""
    *before, last = (history.opening, *history.accepted_lines[-2:])
    for line in voice.narrate((before or [last])[-1].position, last.events, after=last.position):
        yield line.text


def _rounds(history: FrozenHistory, people: Mapping[str, str], text: NullTranslations) -> Iterator[str]:
    """The points on the table at the end of each round."""
    position = history.opening.position
    at_end = {_round(position): position.points_by_player()}
    for accepted in history.accepted_lines:
        if not accepted.is_correction:
            for event in accepted.events:  # a move may end a round and begin the next
                position = event.apply_to(position)
                at_end[_round(position)] = position.points_by_player()
        position = accepted.position
        at_end[_round(position)] = position.points_by_player()
    for number, points in sorted(at_end.items()):
        standing = ", ".join(f"{people[player]} {points[player]}" for player in people)
        yield text.gettext("Round {number}: {standing}").format(number=number, standing=standing)


def _round(position: Position) -> int:
    return int(position.to_json()["round"])


def _ledger(ledger: Ledger, people: Mapping[str, str], voice: Voice, text: NullTranslations) -> Iterator[str]:
    sums = ledger.totals()
    for player, name in people.items():
        points = sums.get(player, 0)
        line = text.ngettext("{name}, {points} point:", "{name}, {points} points:", points)
        yield line.format(name=name, points=points)
        for entry in ledger.entries_of(player):
            yield f"  {entry.points:+d}  {_reason(entry, voice, text)}"


def _reason(entry: LedgerEntry, voice: Voice, text: NullTranslations) -> str:
    if entry.event is not None:
        return voice.narrate_event(entry.event)
    if entry.line_text:
        return text.gettext("Corrected by hand.")
    return text.gettext("Lay there at the start.")
