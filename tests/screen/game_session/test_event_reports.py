"""What is told over the table follows what stands, also after something was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from companion.games import game_rules, load_plugin_part
from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.public_view import public_history
from companion.screen.context import ScreenContext, UiState
from companion.screen.overlays import OverlayController
from companion.screen.overlays.reports import EventTransition, ReportsTableOverlay, event_transitions
from companion.screen.presenters.table_presenter import latest_lines
from companion.screen.report_models import GameBlock, ReportModel
from companion.table.messages import DismissNotices, EnterLine, UndoMoves
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice
from tests.games.golden import begun, records
from tests.ours import GAMES
from tests.screen.harness.plain import overlays
from tests.tables import louis, setup

GAME = game_rules("louis-xiv")


class Evening:
    """A session, and what lies over its table, without a window."""

    def __init__(self, account: GameHistory) -> None:
        self._session = Session(account)
        self._voice = Voice(GAME.name, {seat.colour: seat.name for seat in account.setup.seats}, "en")
        self._over = OverlayController(GAME.name, self._scene, self._session.post, print)

    def _scene(self) -> ScreenContext:
        session = self._session
        return ScreenContext(
            session.snapshot, partial(public_history, session.history), self._voice, UiState()
        )

    def _shown(self) -> Any:
        shown = self._over.current()
        return shown.model if shown is not None else None

    def said(self, message: EnterLine | UndoMoves) -> Any:
        """Something is said: what lies over the table then."""
        before = self._session.snapshot.position
        for entry in self._session.handle_message(message).new_entries:
            self._over.on_line_accepted(before, entry.events, entry.position)
            before = entry.position
        return self._shown()

    def ticked(self, at: int) -> Any:
        """A hand movement was made: what lies over the table then."""
        assert self._over.touch("step", str(at))
        return self._shown()

    def put_back(self) -> None:
        """Hands have put the table back."""
        self._session.handle_message(DismissNotices())

    def told(self, message: EnterLine | UndoMoves) -> list[int]:
        """Something is said: the tiles of which is told that they were evaluated."""
        self.said(message)
        self.put_back()
        tiles = []
        while isinstance(told := self._shown(), ReportModel):
            tiles += [block.model.number for block in told.left_blocks if isinstance(block, GameBlock)]
            self._over.touch("next", "")
        return tiles


def test_a_tile_is_told_again_when_its_evaluation_was_taken_back() -> None:
    people = {"red": {"intrigue": {"9": 1}}}
    at = louis("evaluation", tile=4, people=people, stones={tile: {"blue": 2} for tile in (4, 5, 6)})
    evening = Evening(GameHistory(GAME, setup(3), at.position))
    said = EnterLine("table evaluate")
    evening.told(said)
    once = [evening.told(said), evening.told(said)]
    assert once == [[5], [6]]
    assert evening.told(UndoMoves(2, is_confirmed=True)) == []
    assert [evening.told(said), evening.told(said)] == once


def test_the_movements_of_a_second_take_back_are_not_ticked_by_those_of_the_first() -> None:
    evening = Evening(GameHistory(GAME, setup(3), louis("influence").position))
    for _ in range(2):
        evening.said(EnterLine("blue inf6 place 6 6"))
        first = evening.said(UndoMoves(is_confirmed=True))
        assert not any(hand.is_done for hand in first.left_blocks[0].movements)
        assert evening.ticked(0).left_blocks[0].movements[0].is_done
        evening.put_back()


# -- nothing is left untold


def scored(line: Sequence[EventTransition]) -> Iterator[tuple[int, str, int]]:
    """Which event of a line made whom how many points."""
    for at, happened in enumerate(line):
        for who, points in happened.event.points_by_player().items():
            yield at, who, points


def stands_there(report: ReportModel, who: str, points: int) -> bool:
    """Whether a report has a row or a card of that player, and what was made."""
    for block in (*report.left_blocks, *report.right_blocks):
        for row in getattr(block, "rows", ()):
            if row.symbol == who and points in [gain.count for gain in row.gains]:
                return True
        for paper in getattr(block, "cards", ()):
            if report.symbol == who and paper.score == f"+{points}":
                return True
        for rank in getattr(block, "ranks", ()):
            if report.symbol == rank.seat.colour == who and rank.points == points:
                return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_every_event_that_makes_points_is_told_by_a_line_or_a_report(name: str) -> None:
    """Nobody's points grow without a word, in a golden evening."""
    assert sum(1 for record in records(name)[:1] for _ in points_told(record)) >= 3


def points_told(record: Path) -> Iterator[str]:
    """Who made points, each time any were; each is told."""
    account = played(record)
    name, seats = account.game.name, account.setup.seats
    voice = Voice(name, {seat.colour: seat.name for seat in seats}, "en")
    scene = ScreenContext(Session(account).snapshot, lambda: account.frozen_copy, voice, UiState())
    told, before = (
        cast(ReportsTableOverlay, overlays(scene).overlay("reports")).make_event_reporter(),
        account.opening.position,
    )
    for accepted in account.accepted_lines:
        line = tuple(event_transitions(before, accepted.events))
        reports = [each.make_report(scene) for each in told(line)]
        said = load_plugin_part(name, "voice").narrate_events(
            before, [each.event for each in line], voice.translator
        )
        for at, who, points in scored(line):
            shown = any(stands_there(report, who, points) for report in reports)
            assert said[at] is not None or shown, (accepted.text, line[at].event)
            yield who
        before = accepted.position


def played(record: Path) -> GameHistory:
    """A golden evening to its end."""
    head, lines = read_record(record)
    account = begun(head)
    for line in lines:
        with suppress(MoveRefused):
            account.apply_line(line)
    return account


def test_after_a_correction_nothing_is_told_but_who_has_won() -> None:
    """What it made of the position is not at hand, so nothing may be counted on from it."""
    account = GameHistory(GAME, setup(3), louis("influence").position)
    accepted = account.apply_line("table correct /players/blue/money 3")
    assert list(event_transitions(account.opening.position, accepted.events)) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_log_ends_with_the_newest_thing_in_the_order_of_what_happened(name: str) -> None:
    account = played(records(name)[0])
    voice = Voice(name, {seat.colour: seat.name for seat in account.setup.seats}, "en")
    before, told = account.opening.position, list[Sequence[NarrationLine]]()
    for accepted in account.accepted_lines:
        told += [lines] if (lines := voice.narrate(before, accepted.events)) else []
        before = accepted.position
        shown = latest_lines(told)
        said = [line for lines in told[-3:] for line in lines]
        newest = [*told[-1]] if told else []
        main = [line for line in newest if line.at_short_level] or newest
        assert shown[-1:] == main[-1:]
        assert main[:1] == [line for line in main[:1] if line in shown]
        places = [max(at for at, each in enumerate(said) if each is line) for line in shown]
        assert places == sorted(places)
