"""An evening in words, for a list of all that are kept, and line by line as it was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import pairwise

from msgspec import Struct

from companion.rules.history import FrozenHistory
from companion.rules.moves import Move, Observation
from companion.rules.shown_text import shown_line
from companion.table.storage.evening_notes import EveningNotes
from companion.table.storage.evenings import GameSummary
from companion.table.storage.saved_games import SavedGame
from companion.voice.damage_messages import damage_text, invalid_input_text, unplayable_text
from companion.voice.language import load_translation, mark_message
from companion.voice.narration import NarrationLine
from companion.voice.ranking_text import winners_text
from companion.voice.translator import Translator
from companion.voice.voice import Voice

GIVEN_UP = mark_message("Given up in round {round}")
ROUND = mark_message("Round {round}")
UNREADABLE = mark_message("Cannot be read: {why}")

GIVE_UP_QUESTION = mark_message("Give this evening up?")
GIVE_UP_CONSEQUENCE = mark_message(
    "It ends without a result. Its record stays, and going on with it takes that back."
)
DELETE_QUESTION = mark_message("Delete this evening?")
DELETE_CONSEQUENCE = mark_message(
    "It goes out of this list. Its record is moved to the folder of deleted evenings."
)
DELETE_AGAIN = mark_message("Really delete it?")


REFUSED = mark_message("Refused after line {line}: {attempt}. {reason} ({clause})")
LET_STAND = mark_message("Let stand as line {line}: {attempt}. {reason} ({clause})")
REFUSALS_NOT_KEPT = mark_message("What was refused in this evening was not kept.")


class EveningText(Struct, frozen=True):
    """An evening in words.

    players: their names, "" where nobody knows. progress: how far it is, how it ended, or why it cannot be read. name:
    what people call it, "" without one.
    """

    game: str
    players: str
    when: str
    progress: str
    name: str


def describe_evening(saved: SavedGame, lang: str) -> EveningText:
    """An evening as a list shows it; of one that cannot go on, why."""
    when, name, summary = when_text(saved.modified_at), shown_line(saved.name), saved.summary
    if saved.damage is not None:
        return EveningText(shown_line(saved.path.name), "", when, damage_text(saved.damage, lang), name)
    players = ", ".join(seat.shown_name for seat in summary.seats) if summary is not None else ""
    if saved.missing_game or summary is None:
        wrong = saved.error if saved.invalid is None else invalid_input_text(saved.invalid, lang)
        unreadable = load_translation(lang).gettext(UNREADABLE).format(why=shown_line(wrong))
        why = unplayable_text(saved, lang) or unreadable
        return EveningText(shown_line(saved.path.name), players, when, why, name)
    translator = Translator(summary.game, {seat.colour: seat.shown_name for seat in summary.seats}, lang)
    title = translator.name_of("game", "title")
    return EveningText(title, players, when, shown_line(_progress_text(saved, summary, translator)), name)


def when_text(modified_at: float, form: str = "%d. %m. %Y %H:%M") -> str:
    """The time of the last line, given in seconds since 1970; "" for one that no calendar has."""
    try:
        return datetime.fromtimestamp(modified_at).strftime(form)
    except (OSError, OverflowError, ValueError):
        return ""


def _progress_text(saved: SavedGame, summary: GameSummary, translator: Translator) -> str:
    if summary.is_over:
        ranked = sorted(summary.points.items(), key=lambda each: -each[1])
        points = ", ".join(f"{translator.player_name(who)} {number}" for who, number in ranked)
        return f"{winners_text(translator, summary.winners)} ({points})"
    if saved.is_given_up:
        return translator.gettext(GIVEN_UP, round=summary.round_number)
    started = translator.gettext(ROUND, round=summary.round_number)
    return f"{started}, {translator.name_of('phase', summary.phase)}"


def narrate_game(history: FrozenHistory, voice: Voice) -> Iterator[NarrationLine]:
    """A game in sentences from its beginning, as far as that history tells it."""
    yield from voice.narrate(history.opening.position, history.opening.events)
    for before, accepted in pairwise((history.opening, *history.accepted_lines)):
        yield from voice.narrate(before.position, accepted.events, after=accepted.position)


def refusal_lines(notes: EveningNotes, voice: Voice) -> Iterator[str]:
    """What was refused in an evening, or let stand all the same, in sentences; of older evenings: it was not kept."""
    text = voice.translator.gettext
    if notes.refusals is None:
        yield text(REFUSALS_NOT_KEPT)
    for kept in notes.refusals or ():
        attempt = attempt_text(kept.tried, kept.observations, voice)
        yield text(
            LET_STAND if kept.is_allowed else REFUSED,
            line=kept.line,
            attempt=attempt,
            reason=voice.refusal_text(kept.refusal),
            clause=kept.clause,
        )


def attempt_text(tried_line: str, observations: Iterable[Observation], voice: Voice) -> str:
    """A move that was typed, else what was shown and touched, of which the last was refused."""
    words = tuple(tried_line.split())
    if words and words[0] != "undo":
        return voice.describe_move_with_player(Move(words))
    return " + ".join(map(voice.describe_observation, observations))
