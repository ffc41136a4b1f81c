"""Reports over any game's table, one sheet after another: a game decides which events give which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.rules.history import FrozenHistory, MovesUndone, PositionCorrected
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.overlays import OverlayController, TableOverlay
from companion.screen.report_models import (
    FINAL_REPORT_TARGET,
    MovementListModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
)
from companion.screen.view_models import ChoiceModel, SymbolCountModel
from companion.voice.translator import Translator

WINNER_KIND = "winner"
"""The kind of the last report: who has won."""


class EventTransition(NamedTuple):
    """An event with the positions before and after it."""

    event: Any
    before: Any
    after: Any


class PendingReport(NamedTuple):
    """A report that is still to be shown.

    Reports of one `kind` are counted, and skipped, together. `make_report` makes it in the language of the
    context in which it is shown.
    """

    kind: str
    make_report: Callable[[ScreenContext], ReportModel]


EventReporter = Callable[[Sequence[EventTransition]], Iterable[PendingReport]]
"""A function that is given what happened, line by line from the beginning of a game, and returns the reports
on it.
"""


def event_transitions(before: Position, events: Iterable[Event]) -> Iterator[EventTransition]:
    """The transitions of these events from that position on.

    Nothing follows a correction: the position that it made is not known here.
    """
    for event in events:
        if isinstance(event, PositionCorrected):
            return
        after = event.apply_to(before)
        yield EventTransition(event, before, after)
        before = after


def count_rows(
    translator: Translator,
    counts: Mapping[str, int],
    gains: Mapping[str, tuple[SymbolCountModel, ...]] = {},
    *,
    highlighted: Container[str] | None = None,
    dimmed: Container[str] = (),
) -> ReportRowsModel:
    """A row with a bar for each player's count, in the order of `counts`; highlighted are, unless told, who gain."""
    return ReportRowsModel(
        tuple(
            ReportRowModel(
                who,
                translator.player_name(who),
                str(count),
                bar_value=count,
                gains=gains.get(who, ()),
                is_highlighted=who in (gains if highlighted is None else highlighted),
                is_dimmed=who in dimmed,
            )
            for who, count in counts.items()
        )
    )


class ReportsTableOverlay(TableOverlay):
    """The reports that are still to be shown, one after another."""

    word = "reports"
    is_opened_by_touch = False

    def __init__(self, controller: OverlayController) -> None:
        super().__init__(controller)
        self._pending: deque[PendingReport] = deque()
        self._shown_of_kind = 0
        """How many reports of the current kind have been shown."""
        self._done_movements: set[int] = set()
        """The hand movements that were ticked off on this sheet."""
        self._ending_reports: tuple[PendingReport, ...] = ()
        # nobody knows whether the last was read before the game was interrupted
        self._pending += self._follow_history(controller.get_context().history())

    def make_event_reporter(self) -> EventReporter:
        """A reporter that follows a game from its beginning; the report on the winner is added here."""
        return lambda line: ()

    # -- what happens

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Add the reports on an accepted line; start again after an undo."""
        if any(isinstance(event, MovesUndone) for event in events):
            self._pending.clear()
            self._done_movements.clear()
            self._follow_history(self.controller.get_context().history())
            return
        fresh = self._reports_of(before, events, after)
        if not self._pending:
            self._shown_of_kind = 0
        self._pending += fresh

    def _follow_history(self, history: FrozenHistory) -> tuple[PendingReport, ...]:
        """Follow the whole history, and return the reports on its last line."""
        self._reporter = self.make_event_reporter()
        before, last = history.opening.position, tuple[PendingReport, ...]()
        for accepted in history.accepted_lines:
            last = self._reports_of(before, accepted.events, accepted.position)
            before = accepted.position
        return last

    def _reports_of(
        self, before: Position, events: Sequence[Event], after: Position
    ) -> tuple[PendingReport, ...]:
        fresh = tuple(self._reporter(tuple(event_transitions(before, events))))
        if after.outcome() is not None:
            fresh = self._ending_reports = (*fresh, PendingReport(WINNER_KIND, self._make_winner_report))
        return fresh

    def _make_winner_report(self, context: ScreenContext) -> ReportModel:
        report: ReportModel = self.controller.overlay("standing").model(context, "")
        return report

    # -- what is touched

    def on_touch(self, kind: str, name: str) -> bool:
        """Go on, skip, tick a hand movement off; tell the end once more."""
        if kind == FINAL_REPORT_TARGET and self._ending_reports:
            self._pending, self._shown_of_kind = deque(self._ending_reports), 0
            return True
        if not self._pending:
            return False
        if kind == "next":
            self._next()
        elif kind == "skip-all":
            self._skip_kind()
        elif kind == "step":
            self._done_movements.add(int(name))
        else:
            return False
        return True

    def on_back(self) -> None:
        """Skip what is alike."""
        if self._pending:
            self._skip_kind()

    def skip_all(self) -> None:
        """Show none of the reports that wait."""
        while self._pending:
            self._skip_kind()

    def _next(self) -> None:
        kind = self._pending.popleft().kind
        self._done_movements.clear()
        self._shown_of_kind = (
            self._shown_of_kind + 1 if self._pending and self._pending[0].kind == kind else 0
        )

    def _skip_kind(self) -> None:
        """Skip all reports of the current kind."""
        kind = self._pending[0].kind
        while self._pending and self._pending[0].kind == kind:
            self._next()

    # -- what is shown

    def is_due(self, context: ScreenContext) -> bool:
        """While there are any."""
        return bool(self._pending)

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The current report, ready to be shown."""
        first = self._pending[0]
        report = first.make_report(context)
        if report.actions:
            return report
        count = sum(1 for _ in takewhile(lambda each: each.kind == first.kind, self._pending))
        won = len(self._pending) > count and self._pending[count].kind == WINNER_KIND
        _ = context.voice.translator.gettext
        next_label = report.more_label if count > 1 else _("Who has won?") if won else _("Go on")
        skip_label = _("Skip to the winner") if won else _("Skip to what is asked")
        actions = (ChoiceModel("next", next_label, "next", "main"), ChoiceModel("skip-all", skip_label))
        return replace(
            report,
            left_blocks=mark_made_movements(report.left_blocks, self._done_movements),
            right_blocks=mark_made_movements(report.right_blocks, self._done_movements),
            actions=actions if count > 1 else actions[:1],
            page_number=self._shown_of_kind + 1,
            page_count=self._shown_of_kind + count,
        )


def mark_made_movements(blocks: tuple[Any, ...], made: Container[int]) -> tuple[Any, ...]:
    """These blocks, with the movements ticked off that were made."""
    return tuple(
        MovementListModel(
            tuple(replace(movement, is_done=at in made) for at, movement in enumerate(block.movements))
        )
        if isinstance(block, MovementListModel)
        else block
        for block in blocks
    )
