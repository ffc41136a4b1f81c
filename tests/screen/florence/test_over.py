"""What is told over the table of the Princes of Florence: the end of each round, the final count, the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.games.florence.rules.events import RoundBegan
from companion.games.florence.rules.phases.final_scoring import FinalCountBegan, PrestigeCardCounted
from companion.games.florence.screen.piece_faces import movement_symbol
from companion.rules.history import FrozenHistory, GameHistory
from companion.rules.movements import Movement
from companion.rules.record import RecordHeader
from companion.screen.draw.symbols import load_symbol
from companion.screen.overlays.help import make_legal_moves_report
from companion.screen.overlays.ledger import LedgerTableOverlay
from companion.screen.overlays.reports import ReportsTableOverlay
from companion.screen.overlays.standing import StandingTableOverlay
from companion.screen.report_models import (
    ChartLineModel,
    ChartStepModel,
    ReportModel,
    ReportRowModel,
    ScoredCardsModel,
)
from companion.screen.view_models import RankModel, SymbolCountModel
from tests.games.florence.tables import paper
from tests.screen.florence.scenes import GAME, played, scene, setup
from tests.screen.harness.plain import overlays

PLAYERS = [2, 3, 5]


def from_here(phase: str, people: Mapping[str, Mapping[str, Any]], *lines: str, **facts: Any) -> GameHistory:
    """So many people in the middle of a game, and what they say then."""
    position = paper(phase, list(people), people, **facts)
    account = GameHistory.from_header(RecordHeader("florence", setup(len(people)), position, 1), GAME)
    for line in lines:
        account.apply_line(line)
    return account


def told(account: GameHistory, *, virtual: bool = False) -> list[Any]:
    """All that is told of it, one after another, as it is shown at the end."""
    now, shown = scene(account, virtual=virtual), []
    begun = replace(now, history=lambda: FrozenHistory(account.opening, ()))
    reports = cast(ReportsTableOverlay, overlays(begun).overlay("reports"))
    for before, after in pairwise((account.opening, *account.accepted_lines)):
        reports.on_line_accepted(before.position, after.events, after.position)
        while reports.is_due(now):
            shown.append(reports.model(now, ""))
            reports.on_touch("next", "")
    return shown


def standing(account: GameHistory) -> ReportModel:
    """Everybody's points."""
    return cast(ReportModel, overlays(scene(account)).overlay("standing").model(scene(account), ""))


def ledger(who: str, account: GameHistory) -> ReportModel:
    """Where the points of a player come from."""
    return cast(ReportModel, overlays(scene(account)).overlay("ledger").model(scene(account), who))


def rounds(shown: Sequence[Any]) -> list[ReportModel]:
    """The ends of rounds among them."""
    return [value for value in shown if isinstance(value, ReportModel) and value.symbol == "best-work"]


def cards(shown: Sequence[Any]) -> list[ReportModel]:
    """The prestige cards among them."""
    return [
        value
        for value in shown
        if isinstance(value, ReportModel) and isinstance(value.left_blocks[0], ScoredCardsModel)
    ]


def rows(report: ReportModel, at: int = 0) -> tuple[ReportRowModel, ...]:
    """Those of a block at its left."""
    found: tuple[ReportRowModel, ...] = report.left_blocks[at].rows
    return found


# -- the end of a round

LAST_TURN: Mapping[str, Mapping[str, Any]] = {
    "blue": {"hand": {"?": 3}, "best": 15, "points": 47},
    "green": {"hand": {"poet": 1}, "jesters": 7, "points": 8},
}


def test_a_round_that_is_over_tells_the_best_work_the_figures_and_who_starts_the_next() -> None:
    lines = ("green work poet take 1500", "green done")
    account = from_here("actions", LAST_TURN, *lines, round=3, turn="green")
    (shown,) = told(account)
    three = (SymbolCountModel("", 3),)
    assert rows(shown) == tuple(
        ReportRowModel(colour, name, "15", gains=three, is_highlighted=True)
        for colour, name in (("blue", "Anna"), ("green", "Bert"))
    )
    assert "Anna and Bert" in shown.subtitle
    lines = shown.left_blocks[1].sentences
    assert [line.symbol for line in lines] == ["hand", "hand", "green"]
    assert [line.sentence for line in lines[:2]] == ["Figure to 0: Anna", "Figure to 11: Bert"]
    assert "14" in lines[-1].sentence  # what a work of the fourth round must be worth (P-M4)
    assert [(rank.place, rank.points, rank.note) for rank in shown.right_blocks[0].ranks] == [
        (1, 50, "on the track: 0"),
        (2, 11, ""),
    ]
    (virtual,) = told(account, virtual=True)
    assert [line.symbol for line in virtual.left_blocks[1].sentences] == ["green"]


def test_a_round_without_a_work_has_no_best_one() -> None:
    (shown,) = told(from_here("actions", {"blue": {}, "green": {}}, "green done", round=7, turn="green"))[:1]
    assert [(row.number, row.gains, row.is_highlighted) for row in rows(shown)] == [("–", (), False)] * 2
    assert shown.subtitle == "Nobody has completed a work."
    assert [line.symbol for line in shown.left_blocks[1].sentences] == ["prestige"]


# -- the final count

COUNT: Mapping[str, Mapping[str, Any]] = {
    "blue": {"points": 5, "money": 700, "prestige": {"?": 2}, "jesters": 2},
    "green": {"points": 9, "money": 900, "prestige": {"?": 1}, "jesters": 2, "freedoms": ["travel"]},
    "orange": {"points": 9, "money": 200, "jesters": 1},
}
SHOWN = ("table prestige blue most-jesters builder-jester-landscapes", "table prestige green all-freedoms")


def test_cards_are_counted_one_by_one_as_points_grow() -> None:
    account = from_here("final", COUNT, *SHOWN)
    first, second, third, end = told(account)
    anna, bert, carla = account.setup.seats
    (paper,) = first.left_blocks[0].cards
    assert (first.title, paper.name, paper.note) == ("Anna", "Most jesters", "6 points, when tied 3")
    assert rows(first, 1) == (
        ReportRowModel("blue", "Anna", "2", bar_value=2, is_highlighted=True),
        ReportRowModel("green", "Bert", "2", bar_value=2),
        ReportRowModel("orange", "Carla", "1", bar_value=1, is_dimmed=True),
    )
    assert (paper.score, first.left_blocks[2].sentences[0].sentence) == ("+3", "Tied in front: 3 points.")
    assert first.right_blocks[0].ranks[2] == RankModel(
        3, anna, 8, (SymbolCountModel("points", 5), SymbolCountModel("prestige", 3)), "", "ledger/blue"
    )
    assert second.left_blocks[0].cards[0].score == "0"
    assert rows(second, 1) == (
        ReportRowModel("builder", "Builders", "0 / 1", is_condition_met=False),
        ReportRowModel("jester", "Jesters", "2 / 1", is_condition_met=True),
        ReportRowModel("landscape", "Landscapes", "0 / 2", is_condition_met=False),
    )
    assert [row.number[0] for row in rows(third, 1)] == ["1", "0", "0"]
    assert [
        (each.page_number, each.page_count, each.right_blocks[0].longest_bar_points)
        for each in (first, second, third)
    ] == [
        (1, 3, 9),
        (2, 3, 9),
        (3, 3, 9),
    ]
    assert (end.title, end.subtitle) == ("Bert wins", "Tied on points: more florins decide.")
    assert [(rank.place, rank.seat, rank.note) for rank in end.left_blocks[0].ranks] == [
        (1, bert, "900 florins"),
        (2, carla, "200 florins"),
        (3, anna, ""),
    ]
    assert [way.touch_target for way in end.actions] == ["home", "result", "ending", "next"]


def test_fewest_is_best_where_a_card_asks_for_that() -> None:
    people = {"blue": {"prestige": {"?": 1}, "grid": ["forest d1 r0"]}, "green": {}}
    account = from_here("final", people, "table prestige blue fewest-empty-squares")
    card = told(account)[0]
    assert [(row.number, row.is_highlighted) for row in rows(card, 1)] == [("37", True), ("43", False)]
    assert card.left_blocks[0].cards[0].score == "+8"


def test_those_who_are_tied_on_florins_too_share_and_without_a_card_there_is_nothing_to_be_told_again() -> (
    None
):
    account = from_here("actions", {"blue": {}, "green": {}}, "green done", round=7, turn="green")
    _, end = told(account)
    assert (end.title, end.subtitle) == ("The win is shared: Anna and Bert", "Tied on points and on florins.")
    assert [rank.place for rank in end.left_blocks[0].ranks] == [1, 1]
    assert [way.touch_target for way in end.actions] == ["home", "result", "next"]


def test_nothing_is_told_of_a_correction_but_who_has_won_by_it() -> None:
    account = from_here("actions", LAST_TURN, round=3, turn="green")
    account.apply_line('table correct /round 7 /phase "final"')
    (end,) = told(account)
    assert end.is_final


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_are_told_and_everything_in_them_is_drawn(players: int) -> None:
    account = played(players, players)
    shown = told(account)
    assert len(rounds(shown)) == 7
    counted = [each for each in account.accepted_lines[-1].events if isinstance(each, PrestigeCardCounted)]
    papers = [card.left_blocks[0].cards[0] for card in cards(shown)]
    assert [int(paper.score) for paper in papers] == [each.counted.points for each in counted]
    assert shown[-1].is_final
    assert all(load_symbol(paper.symbol) for paper in papers)
    assert all(load_symbol(row.symbol) for card in cards(shown) for row in rows(card, 1))
    for rank in shown[-1].left_blocks[0].ranks:
        assert rank.points == account.position.points_by_player()[rank.seat.colour]
        assert sum(part.count for part in rank.point_parts) == rank.points


# -- the chart


@pytest.mark.parametrize("players", PLAYERS)
def test_the_chart_has_everybodys_points_at_the_end_of_each_round(players: int) -> None:
    account = played(players, players)
    course = standing(account).right_blocks[0]
    ended = [
        number
        for number, line in enumerate(account.accepted_lines, 1)
        for event in line.events
        if isinstance(event, RoundBegan | FinalCountBegan)
    ]
    targets = [f"history/{number}" for number in ended]
    count = len(account.accepted_lines)
    assert course.steps == (
        *(ChartStepModel(str(round_), "", target) for round_, target in enumerate(["", *targets])),
        ChartStepModel("", "prestige", f"history/{count}" if count > ended[-1] else ""),
    )
    ends = {int(end.title.split()[1]): end.right_blocks[0].ranks for end in rounds(told(account))}
    for run in course.lines:
        assert len(run.points) == len(course.steps)
        assert run.points[-1] == account.position.points_by_player()[run.colour]
        for round_, end in ends.items():
            assert {rank.seat.colour: rank.points for rank in end}[run.colour] == run.points[round_]


def test_the_chart_of_a_round_under_way_ends_with_what_was_corrected() -> None:
    account = from_here("actions", {"blue": {"points": 4}, "green": {}}, round=3)
    assert standing(account).right_blocks[0].steps == (ChartStepModel("3"),)
    account.apply_line("table correct /players/green/points 6")
    course = standing(account).right_blocks[0]
    assert course.steps == (ChartStepModel("2"), ChartStepModel("3", "", "history/1"))
    assert course.lines == (ChartLineModel("green", (0, 6)), ChartLineModel("blue", (4, 4)))


def test_a_game_that_brings_no_chart_has_one_of_its_rounds_and_bars_and_a_ledger() -> None:
    account = played(3, 3)
    now, points = scene(account), account.position.points_by_player()
    shown = StandingTableOverlay(overlays(now)).model(now, "")
    course = shown.right_blocks[0]
    assert [step.text for step in course.steps] == [str(round_) for round_ in range(8)]
    assert {run.colour: run.points[-1] for run in course.lines} == points
    for rank in shown.left_blocks[0].ranks:
        lines = LedgerTableOverlay(overlays(now)).model(now, rank.seat.colour).left_blocks[0].items
        assert sum(int(line.number.replace("\N{MINUS SIGN}", "-")) for line in lines) == rank.points


# -- the ledger


@pytest.mark.long(usual="3")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_ledger_sums_to_the_points_and_each_line_has_its_clause(players: int) -> None:
    account = played(players, 10 + players)
    for who, points in account.position.points_by_player().items():
        book = ledger(who, account)
        assert (
            sum(int(line.number.replace("\N{MINUS SIGN}", "-")) for line in book.left_blocks[0].items)
            == points
        )
        assert all(line.text.split(" \N{MIDDLE DOT} ")[2][:2] == "P-" for line in book.left_blocks[0].items)
        assert all(load_symbol(line.symbol) for line in book.left_blocks[0].items)


def test_what_points_were_gained_for_is_named() -> None:
    people = {
        "blue": {"grid": ["park d1 r0"], "hand": {"poet": 1}, "jesters": 7, "points": 1},
        "green": {},
    }
    account = from_here("actions", people, "blue work poet take 1300", "blue build tower a7 r0", round=3)
    account.apply_line("table correct /players/blue/points 3")
    account.apply_line("blue sell 2")
    book = ledger("blue", account)
    assert [(line.text, line.number) for line in book.left_blocks[0].items] == [
        ("Already there at the beginning.", "+1"),
        ("Round 3 \N{MIDDLE DOT} Work: poet, value 15 \N{MIDDLE DOT} P-B3", "+1"),
        ("Round 3 \N{MIDDLE DOT} Building: tower \N{MIDDLE DOT} P-B4", "+3"),
        ("Corrected by hand.", "\N{MINUS SIGN}2"),
        ("Round 3 \N{MIDDLE DOT} Sold for 200 florins \N{MIDDLE DOT} P-B8", "\N{MINUS SIGN}2"),
    ]
    assert (book.symbol, book.left_blocks[0].total) == ("blue", "1 point")


def test_who_has_no_points_yet_is_told_so() -> None:
    assert ledger("green", played(2, 1, 1)).subtitle == "No points yet."


# -- what may be done now


def test_what_everybody_may_sell_is_one_line_a_player() -> None:
    people = {who: {"points": points} for who, points in (("blue", 40), ("green", 12), ("orange", 1))}
    said = [
        line.text
        for line in make_legal_moves_report(scene(from_here("auction", people))).left_blocks[0].items
    ]
    assert [line for line in said if "Sell" in line] == [
        "Anna: Sell prestige",
        "Bert: Sell prestige",
        "Carla: Sell prestige",
    ]


# -- hands


@pytest.mark.parametrize(
    ("what", "sign"),
    [
        ("money", "florin"),
        ("landscape/lake", "landscape/lake"),
        ("building/opera", "building/opera"),
        ("freedom/travel", "freedom/travel"),
        ("profession/poet", "profession"),
        ("bonus", "bonus"),
        ("prestige/?", "prestige"),
        ("jester", "jester"),
        ("points/orange", "orange"),
        ("stone/red", "red"),
        ("start", "sun"),
        ("round", "hand"),
    ],
)
def test_a_hand_movement_has_the_sign_of_what_is_moved(what: str, sign: str) -> None:
    assert movement_symbol(Movement("move", what, 1, "bank", "player/blue")) == sign
    assert load_symbol(sign)
