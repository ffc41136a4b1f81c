"""An evening in words, for a list of all that are kept, and line by line as it was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, overload

from msgspec import Struct

from companion.rules.clauses import MoveRefused
from companion.rules.history import AcceptedLine, FrozenHistory
from companion.rules.moves import Move, Observation
from companion.rules.position import Position
from companion.rules.shown_text import shown_line
from companion.table.storage.evening_notes import KeptRefusal
from companion.table.storage.evenings import GameSummary
from companion.table.storage.saved_games import SavedGame
from companion.voice.damage_messages import damage_text, invalid_input_text, unplayable_text
from companion.voice.language import load_translation, mark_message
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


REFUSED = mark_message("Refused: {attempt}. {reason}")
LET_STAND = mark_message("Let stand: {attempt}. {reason}")
BEGINNING = mark_message("The evening begins.")
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


def tell_refusal(kept: KeptRefusal, voice: Voice, position: Position | None = None) -> str:
    """What was refused, or let stand all the same, and why; in that position, where it is known."""
    text = voice.translator.gettext
    return text(
        LET_STAND if kept.is_allowed else REFUSED,
        attempt=attempt_text(kept.tried, kept.observations, voice) or text("Take back"),
        reason=voice.refusal_text(kept.refusal, position),
    )


class StoryLine(Struct, frozen=True):
    """What is told of one line, of an undo, or of what was refused between two lines.

    number: how many lines stood then, 0 at the beginning. who: the colour of who did it, "" for the table.
    clause: by which it was asked for or refused, "" for none.
    """

    number: int
    kind: Literal["line", "correction", "take-back", "refusal"]
    who: str
    sentences: tuple[str, ...]
    clause: str = ""

    @property
    def text(self) -> str:
        """All its sentences, with number and clause, for a list that is printed."""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.number:4}  {' '.join(self.sentences)}{clause}"


class Story(Sequence[StoryLine]):
    """An evening from its beginning on, as that history knows it; each line is put into words when it is asked for.

    refusals: those that were kept, each told behind the line that stood last then; None for an evening of an earlier
    Herald, which says that they were not.
    """

    def __init__(
        self, history: FrozenHistory, refusals: tuple[KeptRefusal, ...] | None, voice: Voice
    ) -> None:
        self._source = history, refusals, voice
        self._voice = voice
        self._lines = (history.opening, *history.accepted_lines)
        between: dict[int, list[AcceptedLine | KeptRefusal]] = {}
        for kept in refusals or ():  # before what was taken back, as most were: not more is known
            between.setdefault(min(kept.line, len(self._lines) - 1), []).append(kept)
        for number, undo in history.take_backs:
            between.setdefault(number, []).append(undo)
        self._entries: list[tuple[int, AcceptedLine | KeptRefusal]] = []
        self._at: list[int] = []
        """Where each of the lines that stand is told, the opening first."""
        for number, accepted in enumerate(self._lines):
            self._at.append(len(self._entries))
            self._entries.append((number, accepted))
            self._entries += [(number, each) for each in between.get(number, ())]

    def tells(self, history: FrozenHistory, refusals: tuple[KeptRefusal, ...] | None, voice: Voice) -> bool:
        """Whether it was made of these."""
        known, kept, speaker = self._source
        return history is known and refusals == kept and voice is speaker

    def __repr__(self) -> str:
        return f"Story({[*self]!r})"

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, at: int) -> StoryLine: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[StoryLine]: ...

    def __getitem__(self, at: int | slice) -> StoryLine | Sequence[StoryLine]:
        if isinstance(at, slice):
            return [self._tell(*entry) for entry in self._entries[at]]
        return self._tell(*self._entries[at])

    @property
    def line_count(self) -> int:
        """How many lines stand."""
        return len(self._lines) - 1

    def place_of(self, number: int) -> int:
        """Where in the story that line is told, the opening for 0, the last one where so many do not stand."""
        return self._at[max(0, min(number, self.line_count))]

    def _tell(self, number: int, entry: AcceptedLine | KeptRefusal) -> StoryLine:
        voice = self._voice
        if isinstance(entry, KeptRefusal):
            words = entry.tried.split()
            who = words[0] if words and words[0] in voice.translator.names_by_colour else ""
            refused = tell_refusal(entry, voice, self._lines[number].position)
            return StoryLine(number, "refusal", who, (refused,), entry.clause)
        is_undo = entry.undone is not None
        before = self._lines[number if is_undo else max(0, number - 1)].position
        told = tuple(line.text for line in voice.narrate(before, entry.events, after=entry.position))
        if is_undo:
            return StoryLine(number, "take-back", "", told)
        if not number:
            text = voice.translator.gettext
            unkept = (text(REFUSALS_NOT_KEPT),) if self._source[1] is None else ()
            return StoryLine(0, "line", "", (*(told or (text(BEGINNING),)), *unkept))
        actor = entry.text.partition(" ")[0]
        return StoryLine(
            number,
            "correction" if entry.is_correction else "line",
            actor if actor in voice.translator.names_by_colour else "",
            told or (voice.describe_line(entry.text, before, entry.position),),
            "" if entry.is_correction else clause_of_move(before, Move.parse(entry.text)),
        )


def clause_of_move(before: Position, move: Move) -> str:
    """The clause of the last choice that the move made in that position, "" where that is not known there."""
    try:
        choice = before.choice_tree.choice_for(move.words[0])
        clause = choice.clause_id
        for word in move.words[1:]:
            choice = choice.follow_word(word)[1]
            clause = choice.clause_id
    except MoveRefused:
        return ""
    return clause


def attempt_text(tried_line: str, observations: Iterable[Observation], voice: Voice) -> str:
    """A move that was typed, else what was shown and touched, of which the last was refused."""
    words = tuple(tried_line.split())
    if words and words[0] != "undo":
        return voice.describe_move_with_player(Move(words))
    return " + ".join(map(voice.describe_observation, observations))
