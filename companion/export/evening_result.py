"""The result of an evening as data: who played, the points by round and by what made them, places and winners.

The JSON of `result_json` is what `result.schema.json` beside this module describes; its version is raised when a field
is renamed, removed or means something else. Of an evening that is not over it holds what everybody at the table knows.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import blake2s
from io import StringIO
from pathlib import Path
from typing import Final, Literal
from unicodedata import bidirectional

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules_of_record
from companion.rules.errors import InvalidRecord
from companion.rules.game import GameOption
from companion.rules.history import FrozenHistory, GameHistory, replay_record
from companion.rules.ledger import LedgerEntry, build_ledger
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.public_view import told_history
from companion.rules.record import EveningTable, RecordHeader
from companion.rules.transaction import Event
from companion.table.storage.evening_notes import EveningNotebook, KeptRefusal
from companion.table.storage.journal import read_record
from companion.voice.evening_text import ROUND, clause_of_move
from companion.voice.language import load_translation, mark_message
from companion.voice.ranking_text import rank_players
from companion.voice.translator import Translator
from companion.voice.voice import Voice

RESULT_VERSION: Final = 1
LONGEST_EVENING: Final = timedelta(hours=12)
"""Whoever goes on with an evening another day has not played all night: then nobody knows how long it was."""
_BEGUN = re.compile(r"(\d{4}-\d\d-\d\d-\d{4})\b")
"""What the name of a journal begins with: when the evening began, in the table's own time."""
_BEGUN_FORM: Final = "%Y-%m-%d-%H%M"
FORMULA_STARTS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""A spreadsheet calculates what begins so, blanks and tabs before it left aside."""
COMMA_LANGUAGES: Final = ("en",)
"""Languages whose spreadsheets part the columns of a file by commas; those of the others by semicolons."""

CSV_HEADINGS: Final = (
    mark_message("Date"),
    mark_message("Game"),
    mark_message("Place"),
    mark_message("Player"),
    mark_message("Points"),
    mark_message("Winner"),
    mark_message("Starts"),
)

OPENING_KIND, CORRECTED_KIND = "opening", "corrected"


class PointsLine(Struct, frozen=True):
    """Points that a player got at once.

    kind: the word for the event that made them, `opening` where they lay there at the beginning, `corrected` where a
    person corrected the table. round: at whose end they are counted. line: how many lines stood then, the one that made
    them included. clause: by which that line was asked for, "" for none. reason: what happened, in sentences.
    """

    points: int
    kind: str
    round: int
    line: int
    clause: str
    reason: str


class PlayerResult(Struct, frozen=True):
    """A player.

    rank: their place, shared by equals; None while the game goes on. ledger: where each point came from, oldest first.
    is_virtual: whether Herald played for them.
    """

    colour: str
    name: str
    points: int
    rank: int | None
    wins: bool
    starts: bool
    is_virtual: bool
    ledger: tuple[PointsLine, ...]


class RoundPoints(Struct, frozen=True):
    """The points on the table at the end of a round, by colour; round 0 is what lay there before."""

    round: int
    points: Mapping[str, int]


class HouseRule(Struct, frozen=True):
    """A rule that this table plays otherwise than usual, by its clause, in a sentence."""

    option: str
    value: str
    clause: str
    text: str


class EveningResult(Struct, frozen=True):
    """The result of an evening.

    id: the same whenever this evening is told; name: that of its record, for files. began: UTC, and minutes: how long
    it took, None where nobody knows.
    decided_by: what made the winner, in the game's own word (`points`, `money`), "" while it goes on.
    language: of the sentences.
    """

    format: Literal["herald-result"]
    version: int
    id: str
    name: str
    game: str
    title: str
    language: str
    is_over: bool
    began: datetime | None
    minutes: int | None
    decided_by: str
    house_rules: tuple[HouseRule, ...]
    players: tuple[PlayerResult, ...]
    rounds: tuple[RoundPoints, ...]


class ToldEvening(Struct, frozen=True):
    """An evening that is handed on: its result, and what is told besides.

    history: as everybody may know it. refusals: those that were kept; None for an evening of an earlier Herald.
    """

    result: EveningResult
    history: FrozenHistory
    voice: Voice
    refusals: tuple[KeptRefusal, ...] | None = None


def load_history(path: Path) -> tuple[RecordHeader, GameHistory]:
    """The record or journal in that file, played once more; refused lines are skipped. Raises InvalidRecord."""
    try:
        head, texts = read_record(path)
    except OSError as wrong:
        raise InvalidRecord(wrong.strerror or str(wrong), str(path)) from wrong
    return head, replay_record(head, game_rules_of_record(head.game), texts)


def load_told_evening(path: Path, lang: str) -> ToldEvening:
    """The evening of a record or journal; when it was played is known by its name. Raises InvalidRecord."""
    head, history = load_history(path)
    refusals = EveningNotebook(path, head).notes.refusals
    return make_told_evening(
        history, path.stem, lang, head.table, refusals, begun_at(path.stem), ended_at(path)
    )


def make_told_evening(
    history: GameHistory,
    stem: str,
    lang: str,
    table: EveningTable | None = None,
    refusals: tuple[KeptRefusal, ...] | None = None,
    began: datetime | None = None,
    ended: datetime | None = None,
) -> ToldEvening:
    """An evening with its result. `stem`: the name of its record, which tells it apart from all others."""
    told = told_history(history)
    people = {seat.colour: _in_sentences(seat.shown_name) for seat in history.setup.seats}
    voice = Voice(history.game.name, people, lang)
    result = _make_result(history, told, voice, stem, table, began)
    return ToldEvening(replace(result, minutes=_minutes(began, ended)), told, voice, refusals)


def _in_sentences(name: str) -> str:
    """A name as it stands in sentences: one that is read from right to left is isolated, or numbers beside it move."""
    is_reversed = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_reversed else name


def _make_result(
    history: GameHistory,
    told: FrozenHistory,
    voice: Voice,
    stem: str,
    table: EveningTable | None,
    began: datetime | None,
) -> EveningResult:
    setup = history.setup
    position, outcome = told.position, history.position.outcome()
    points = position.points_by_player()
    ranks = (
        {who: place for place, players, _ in rank_players(outcome.scores, outcome.winners) for who in players}
        if outcome is not None
        else {}
    )
    ledger = _ledger(told, voice)
    absent = table.absent if table is not None else ()
    players = tuple(
        PlayerResult(
            seat.colour,
            seat.shown_name,
            outcome.scores[seat.colour] if outcome is not None else points.get(seat.colour, 0),
            ranks.get(seat.colour),
            outcome is not None and seat.colour in outcome.winners,
            seat.colour == setup.start_player,
            seat.colour in absent,
            tuple(line for who, line in ledger if who == seat.colour),
        )
        for seat in setup.seats
    )
    return EveningResult(
        "herald-result",
        RESULT_VERSION,
        stable_id(stem, *(seat.colour + seat.name for seat in setup.seats)),
        stem,
        history.game.name,
        voice.translator.name_of("game", "title"),
        voice.translator.lang,
        outcome is not None,
        began,
        None,
        outcome.decided_by if outcome is not None else "",
        tuple(_house_rules(history, voice.translator)),
        players,
        tuple(RoundPoints(number, dict(points)) for number, points in points_by_round(told).items()),
    )


def stable_id(*words: str) -> str:
    """A short word that stands for these, and for no others."""
    return blake2s("\0".join(words).encode(), digest_size=6).hexdigest()


def begun_at(stem: str) -> datetime | None:
    """When an evening began whose record is called so, UTC; None where the name does not tell."""
    named = _BEGUN.match(stem)
    try:
        return datetime.strptime(named[1], _BEGUN_FORM).astimezone(UTC) if named is not None else None
    except (OverflowError, OSError, ValueError):  # no calendar has it
        return None


def ended_at(path: Path) -> datetime | None:
    """When the last line of a journal was written, UTC; None where nobody knows."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OverflowError, OSError, ValueError):  # no calendar has it
        return None


def _minutes(began: datetime | None, ended: datetime | None) -> int | None:
    if began is None or ended is None or not timedelta() <= ended - began <= LONGEST_EVENING:
        return None
    return round((ended - began) / timedelta(minutes=1))


def _house_rules(history: GameHistory, translator: Translator) -> Iterator[HouseRule]:
    for option in history.game.options:
        value = history.setup.options.get(option.name, option.values[0])
        if value != option.values[0]:
            text = house_rule_text(option, value, translator)
            yield HouseRule(option.name, value, option.clause_id, text)


def house_rule_text(option: GameOption, value: str, translator: Translator) -> str:
    """A house rule and how it is played."""
    played = translator.name_of("word", value) if option.is_yes_or_no else value
    return f"{translator.option_name(option).rstrip('.')}: {played}"


def points_by_round(history: FrozenHistory) -> Mapping[int, Mapping[str, int]]:
    """The points on the table at the end of each round; a move may end a round and begin the next."""
    at_end = {_round(position): position.points_by_player() for _, _, position in _moments(history)}
    return dict(sorted(at_end.items()))


def _moments(history: FrozenHistory) -> Iterator[tuple[int, Event | None, Position]]:
    """The number of each line with each of its events and the position after it, at last with None and that it made."""
    position = history.opening.position
    yield 0, None, position
    for number, accepted in enumerate(history.accepted_lines, 1):
        for event in accepted.events if not accepted.is_correction else ():
            position = event.apply_to(position)
            yield number, event, position
        position = accepted.position
        yield number, None, position


def _round(position: Position) -> int:
    return int(position.to_json().get("round", 0))


def _ledger(history: FrozenHistory, voice: Voice) -> list[tuple[str, PointsLine]]:
    found: dict[tuple[int, int], tuple[Position, int]] = {}
    """The line and the event -> the position before it, and the round after it."""
    before = history.opening.position
    for line, event, position in _moments(history):
        found[line, id(event)] = before, _round(position)
        before = position
    ledger = []
    for entry in build_ledger(history).entries:
        before, number = found.get((entry.line, id(entry.event)), found[0, id(None)])
        clause, reason = _clause(history, entry.line), _reason_in_full(entry, voice, before)
        kind = kind_of_points(entry)
        ledger.append((entry.player, PointsLine(entry.points, kind, number, entry.line, clause, reason)))
    return ledger


def _reason_in_full(entry: LedgerEntry, voice: Voice, before: Position) -> str:
    """What made these points, and what the game tells about that player then: the values of a work, the cards won."""
    reason = reason_of_points(entry, voice)
    if entry.event is None or not entry.line:
        return reason
    told = voice.narrate(before, (entry.event,))
    more = (line.text for line in told[1:] if line.who in ("", entry.player))
    return " ".join((reason, *more)) if told and told[0].text == reason else reason


def _clause(history: FrozenHistory, line: int) -> str:
    if not line or history.accepted_lines[line - 1].is_correction:
        return ""
    before = history.accepted_lines[line - 2] if line > 1 else history.opening
    return clause_of_move(before.position, Move.parse(history.accepted_lines[line - 1].text))


def kind_of_points(entry: LedgerEntry) -> str:
    """The word for what made these points: that of the event."""
    if entry.event is not None:
        return event_word(entry.event)
    return CORRECTED_KIND if entry.line_text else OPENING_KIND


def event_word(event: Event) -> str:
    """The word by which an event is called where it is written down."""
    return str(event.__struct_config__.tag)


def reason_of_points(entry: LedgerEntry, voice: Voice) -> str:
    """What made these points, in a sentence."""
    translator = voice.translator
    if entry.event is not None:
        return voice.narrate_event(entry.event)
    return (
        translator.gettext("Corrected by hand.")
        if entry.line_text
        else translator.gettext("Lay there at the start.")
    )


# -- as files


def result_json(result: EveningResult) -> bytes:
    """The result in JSON, as `result.schema.json` has it."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"


def result_schema() -> bytes:
    """The schema of that JSON, written down in `result.schema.json`."""
    return msgspec.json.format(msgspec.json.encode(msgspec.json.schema(EveningResult)), indent=2) + b"\n"


def result_csv(result: EveningResult) -> bytes:
    """A row for each player, the first place first, for the spreadsheet of people who speak its language."""
    text = load_translation(result.language).gettext
    rounds = [each for each in result.rounds if each.round]
    file = StringIO()
    writer = csv.writer(file, delimiter="," if result.language in COMMA_LANGUAGES else ";")
    began = result.began.astimezone().strftime("%Y-%m-%d %H:%M") if result.began is not None else ""
    writer.writerow(
        [
            *map(text, CSV_HEADINGS),
            *(text(ROUND).format(round=each.round) for each in rounds),
        ]
    )
    yes, no = text("yes"), text("no")
    for player in sorted(result.players, key=lambda player: (player.rank or 0, -player.points)):
        writer.writerow(
            [
                began,
                _cell(result.title),
                player.rank if player.rank is not None else "",
                _cell(player.name),
                player.points,
                yes if player.wins else no,
                yes if player.starts else no,
                *(each.points.get(player.colour, 0) for each in rounds),
            ]
        )
    return b"\xef\xbb\xbf" + file.getvalue().encode()


def _cell(text: str) -> str:
    return f"'{text}" if text.lstrip().startswith(FORMULA_STARTS) else text
