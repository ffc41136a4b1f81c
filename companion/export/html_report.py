"""An evening as one page for a browser or for paper: who, when, the points and what made them, and round by round.

The page fetches nothing and runs nothing. Every number of points is a fold with what made them and the clauses behind
that. The chart is drawn in the template: pygal's would be four times as long, names a server even without its script,
and tells players apart by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import Any, Final, NamedTuple

from companion.export.evening_result import (
    CORRECTED_KIND,
    OPENING_KIND,
    PlayerResult,
    PointsLine,
    RoundPoints,
    ToldEvening,
)
from companion.voice.evening_text import REFUSALS_NOT_KEPT, ROUND, Story, StoryLine
from companion.voice.explanations import clause_sentences
from companion.voice.game_texts import clause_title
from companion.voice.language import mark_message
from companion.voice.narration import Majority
from companion.voice.ranking_text import format_signed_points, points_text, winners_text
from companion.voice.translator import Translator, capitalised

LABELS: Final = {
    "ledger": mark_message("Where the points come from"),
    "course": mark_message("Points by round"),
    "turns": mark_message("Turning points"),
    "rounds": mark_message("Round by round"),
    "majorities": mark_message("Majorities"),
    "told": mark_message("Line by line"),
    "beside": mark_message("Refused, corrected, taken back"),
    "nothing": mark_message("Nothing was refused, corrected or taken back."),
    "unkept": REFUSALS_NOT_KEPT,
    "house": mark_message("House rules"),
    "starts": mark_message("began"),
    "virtual": mark_message("played by Herald"),
    "before": mark_message("Before this round:"),
    "no_points": mark_message("No points yet."),
    "nobody": mark_message("Nobody"),
}
"""What stands on every page, by its name in the template."""
KIND_NAMES: Final = {
    OPENING_KIND: mark_message("there at the start"),
    CORRECTED_KIND: mark_message("corrected by hand"),
}
"""Names of kinds of points that are no game's own."""
NOT_OVER: Final = mark_message("The game is not over.")
BY_SO_MUCH: Final = mark_message("{who} by {lead}")
IN_FRONT: Final = mark_message("In front: {who} ({points})")
TURN: Final = mark_message("{round}: {who} in front, before that {before}")

CHART_WIDTH, CHART_HEIGHT = 400, 240
CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 30, 12, 10, 22
"""Room around the lines of the chart, in its own units."""
MAX_TICKS: Final = 6
SIGNS: Final = (
    ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", ""),
    ("M-3.6-3.6h7.2v7.2h-7.2z", "9 3"),
    ("M0-5.2l5 8.8h-10z", "2 3"),
    ("M0-5.4l5.4 5.4l-5.4 5.4l-5.4-5.4z", "10 3 2 3"),
    ("M0 5.2l5-8.8h-10z", "5 5"),
    ("M-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z", "14 4"),
)
"""By the order of seats: the outline of a sign, and the dashes of a line, so that no colour is needed."""


class _Clause(NamedTuple):
    id: str
    title: str
    sentences: Sequence[str]


class _Share(NamedTuple):
    """Points of one player that belong together, with what made them. `bar`: percents of the largest of its like."""

    name: str
    points: int
    lines: Sequence[PointsLine]
    clauses: Sequence[_Clause]
    bar: int = 0


class _Seat(NamedTuple):
    """A player with what tells them apart beside their colour: a sign, and the dashes of a line."""

    player: PlayerResult
    sign: str
    dashes: str
    kinds: Sequence[_Share]


class _Round(NamedTuple):
    """A round. `shares`: each seat with the points at its end and those won in it. `front`: who led then."""

    title: str
    front: str
    shares: Sequence[tuple[_Seat, int, _Share]]
    majorities: Sequence[tuple[str, str, Sequence[tuple[str, str]]]]
    told: Sequence[StoryLine]
    clauses: Sequence[_Clause]


class _Chart(NamedTuple):
    ticks: Sequence[tuple[float, int]]
    rounds: Sequence[tuple[float, int]]
    lines: Sequence[tuple[_Seat, Sequence[tuple[float, float]]]]


def report_values(evening: ToldEvening) -> Mapping[str, Any]:
    """What the template `report.html` shows, in the language of the evening."""
    result, translator = evening.result, evening.voice.translator
    seats = [*_seats(evening)]
    story = _story_by_round(evening)
    return {
        "result": result,
        "say": {name: translator.gettext(text) for name, text in LABELS.items()},
        "people": [seat.player.name for seat in seats],
        "ending": _ending(evening),
        "seats": sorted(seats, key=lambda seat: (seat.player.rank or 0, -seat.player.points)),
        "chart": _chart(result.rounds, seats) if has_course(result.rounds) else None,
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
        "left": CHART_LEFT,
        "right": CHART_WIDTH - CHART_RIGHT,
        "turns": [_turn_text(turn, translator) for turn in turning_points(result.rounds)],
        "rounds": [*_rounds(evening, seats, story)],
        "beside": [
            (translator.gettext(ROUND, round=number), line)
            for number, told in story.items()
            for line in told
            if line.kind != "line"
        ],
        "refusals_kept": evening.refusals is not None,
        "signed": format_signed_points,
    }


def _ending(evening: ToldEvening) -> str:
    result, translator = evening.result, evening.voice.translator
    if not result.is_over:
        return translator.gettext(NOT_OVER)
    winners = tuple(player.colour for player in result.players if player.wins)
    return translator.to_sentence(winners_text(translator, winners))


# -- the points and what made them


def _seats(evening: ToldEvening) -> Iterator[_Seat]:
    translator, players = evening.voice.translator, evening.result.players
    by_kind = {
        player.colour: {
            kind: [*lines]
            for kind, lines in groupby(
                sorted(player.ledger, key=lambda line: line.kind), lambda line: line.kind
            )
        }
        for player in players
    }
    most = max(
        (abs(sum(line.points for line in lines)) for kinds in by_kind.values() for lines in kinds.values()),
        default=0,
    )
    for number, player in enumerate(players):
        shares = [
            _share(_kind_name(kind, translator), lines, translator, most)
            for kind, lines in by_kind[player.colour].items()
        ]
        yield _Seat(
            player,
            *SIGNS[number % len(SIGNS)],
            sorted(shares, key=lambda share: -share.points),
        )


def _kind_name(kind: str, translator: Translator) -> str:
    name = translator.name_of("points", kind)
    return capitalised(translator.gettext(KIND_NAMES[kind]) if name == kind in KIND_NAMES else name)


def _share(name: str, lines: Sequence[PointsLine], translator: Translator, most: int = 0) -> _Share:
    points = sum(line.points for line in lines)
    bar = round(100 * max(0, points) / most) if most else 0
    return _Share(name, points, lines, _clauses((line.clause for line in lines), translator), bar)


def _clauses(ids: Iterable[str], translator: Translator) -> list[_Clause]:
    return [
        _Clause(id, clause_title(translator.game, id, translator.lang), clause_sentences(id, translator))
        for id in sorted({*ids} - {""})
    ]


# -- the course of the game


def leaders(points: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most points; nobody where all have as many."""
    most = max(points.values(), default=0)
    found = tuple(who for who, each in points.items() if each == most)
    return found if len(found) < len(points) else ()


def turning_points(rounds: Iterable[RoundPoints]) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Each round at whose end others led than before: its number, they, and who led before."""
    before: tuple[str, ...] = ()
    for each in rounds:
        now = leaders(each.points)
        if now and before and {*now} != {*before}:
            yield each.round, now, before
        before = now or before


def has_course(rounds: Sequence[RoundPoints]) -> bool:
    """Whether anybody had points before the last round was over: else a chart would show nothing."""
    return any(points for each in rounds[:-1] for points in each.points.values())


def _turn_text(turn: tuple[int, tuple[str, ...], tuple[str, ...]], translator: Translator) -> str:
    number, now, before = turn
    return translator.gettext(
        TURN,
        round=translator.gettext(ROUND, round=number),
        who=translator.joined_player_names(now),
        before=translator.joined_player_names(before),
    )


def _chart(rounds: Sequence[RoundPoints], seats: Sequence[_Seat]) -> _Chart:
    numbers = [points for each in rounds for points in each.points.values()]
    low, high = min(0, *numbers), max(1, *numbers)
    steps = (size * int(10**tens) for tens in count() for size in (1, 2, 5))
    step = next(each for each in steps if high - low <= each * (MAX_TICKS - 1))
    low, high = low // step * step, -(-high // step) * step

    def across(at: int) -> float:
        return round(CHART_LEFT + (CHART_WIDTH - CHART_LEFT - CHART_RIGHT) * at / max(1, len(rounds) - 1), 1)

    def up(points: int) -> float:
        room = CHART_HEIGHT - CHART_TOP - CHART_BOTTOM
        return round(CHART_TOP + room * (high - points) / (high - low), 1)

    return _Chart(
        [(up(points), points) for points in range(low, high + 1, step)],
        [(across(at), each.round) for at, each in enumerate(rounds)],
        [
            (
                seat,
                [(across(at), up(each.points.get(seat.player.colour, 0))) for at, each in enumerate(rounds)],
            )
            for seat in seats
        ],
    )


# -- round by round


def _story_by_round(evening: ToldEvening) -> dict[int, list[StoryLine]]:
    """What is told, by the round in which it was done; the move that ends a round belongs to it."""
    history = evening.history
    lines = (history.opening, *history.accepted_lines)
    found: dict[int, list[StoryLine]] = {}
    for told in Story(history, evening.refusals, evening.voice):
        before = told.number - 1 if told.kind in ("line", "correction") else told.number
        number = int(lines[max(0, before)].position.to_json().get("round", 0))
        found.setdefault(number, []).append(told)
    return dict(sorted(found.items()))


def _majorities_by_round(evening: ToldEvening) -> dict[int, list[Majority]]:
    found: dict[int, list[Majority]] = {}
    position = evening.history.opening.position
    for accepted in evening.history.accepted_lines:
        for event in accepted.events if not accepted.is_correction else ():
            majority = evening.voice.majority(position, event)
            if majority is not None:
                found.setdefault(int(position.to_json().get("round", 0)), []).append(majority)
            position = event.apply_to(position)
        position = accepted.position
    return found


def _rounds(
    evening: ToldEvening, seats: Sequence[_Seat], story: Mapping[int, Sequence[StoryLine]]
) -> Iterator[_Round]:
    translator, majorities = evening.voice.translator, _majorities_by_round(evening)
    points_at = {each.round: each.points for each in evening.result.rounds}
    for number in sorted({*points_at, *story}):
        points, told = points_at.get(number, {}), story.get(number, ())
        shares = [
            (
                seat,
                points.get(seat.player.colour, 0),
                _share("", [line for line in seat.player.ledger if line.round == number], translator),
            )
            for seat in sorted(seats, key=lambda seat: -points.get(seat.player.colour, 0))
        ]
        yield _Round(
            translator.gettext(ROUND, round=number),
            _front_text(points, translator),
            shares if any(points.values()) else (),
            [_majority_row(each, translator) for each in majorities.get(number, ())],
            told,
            _clauses((line.clause for line in told), translator),
        )


def _front_text(points: Mapping[str, int], translator: Translator) -> str:
    first = leaders(points)
    if not first:
        return ""
    who = translator.joined_player_names(first)
    return translator.gettext(IN_FRONT, who=who, points=points_text(translator, points[first[0]]))


def _majority_row(majority: Majority, translator: Translator) -> tuple[str, str, Sequence[tuple[str, str]]]:
    """What it was about; whose it is, and by how much more than the next; who had how many."""
    ranked = sorted(majority.counts.items(), key=lambda each: (each[0] not in majority.winners, -each[1]))
    whose = translator.joined_player_names(majority.winners) if majority.winners else ""
    if majority.lead:
        whose = translator.gettext(BY_SO_MUCH, who=whose, lead=_number(majority.lead))
    return majority.what, whose, [(translator.player_name(who), _number(count)) for who, count in ranked]


def _number(count: float) -> str:
    whole = int(count)
    return str(whole) if whole == count else f"{whole or ''}½"
