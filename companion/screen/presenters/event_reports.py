"""What is told over any game's table, one sheet after another: a game says which events give which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.rules.history import FrozenHistory, PositionCorrected
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel

WINNER_KIND = "winner"
"""The kind of what is told last: who has won."""


class EventTransition(NamedTuple):
    """An event and the position on either side of it."""

    event: Any
    before: Any
    after: Any


class PendingReport(NamedTuple):
    """Something to be told: those of one `kind` are counted, and skipped, together. `make_report` makes it ready for
    the moment at which it is looked at.
    """

    kind: str
    make_report: Callable[[ScreenContext], ReportModel]


EventReporter = Callable[[Sequence[EventTransition]], Iterable[PendingReport]]
"""Is given what happened, line by line from the beginning of a game, and gives what is to be told of it."""


def report_nothing(line: Sequence[EventTransition]) -> Iterable[PendingReport]:
    """The teller of a game of which only the end is told."""
    return ()


def event_transitions(before: Position, events: Iterable[Event]) -> Iterator[EventTransition]:
    """Event by event from that position on. Nothing after a correction: what it made of the position is not at hand."""
    for event in events:
        if isinstance(event, PositionCorrected):
            return
        after = event.apply_to(before)
        yield EventTransition(event, before, after)
        before = after


class ReportQueue:
    """What is still to be told. `teller` makes somebody who follows the game from its beginning, `winner` says how it
    ended.
    """

    def __init__(
        self,
        teller: Callable[[], EventReporter],
        winner: Callable[[ScreenContext], ReportModel],
        history: FrozenHistory,
    ) -> None:
        self._make_reporter, self._make_winner_report = teller, winner
        self._pending: deque[PendingReport] = deque()
        self._shown_of_kind = 0
        """How many of the kind that is being told have been told."""
        self._done_movements: set[int] = set()
        """The movements of hands that were ticked off on this sheet."""
        self._ending_reports: tuple[PendingReport, ...] = ()
        self._pending += self._follow_history(
            history
        )  # nobody knows whether it was read before the evening stopped

    def __bool__(self) -> bool:
        return bool(self._pending)

    def add_events(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """A line was accepted."""
        fresh = self._reports_of(before, events, after)
        if not self._pending:
            self._shown_of_kind = 0
        self._pending += fresh

    def rebuild(self, history: FrozenHistory) -> None:
        """Moves were taken back: only this stands."""
        self._pending.clear()
        self._done_movements.clear()
        self._follow_history(history)

    def _follow_history(self, history: FrozenHistory) -> tuple[PendingReport, ...]:
        """Follow all that stands: what its last line gave to tell."""
        self._reporter = self._make_reporter()
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

    # -- what is touched

    def repeat_ending(self) -> bool:
        """Tell the end once more; whether there is one."""
        if self._ending_reports:
            self._pending, self._shown_of_kind = deque(self._ending_reports), 0
        return bool(self._ending_reports)

    def touch(self, touch_target: str) -> bool:
        """Whether it was something of the sheet that lies open."""
        if not self._pending:
            return False
        if touch_target == "next":
            self._next()
        elif touch_target == "skip-all":
            self.skip_kind()
        elif touch_target.startswith("step/"):
            self._done_movements.add(int(touch_target.removeprefix("step/")))
        else:
            return False
        return True

    def _next(self) -> None:
        kind = self._pending.popleft().kind
        self._done_movements.clear()
        self._shown_of_kind = (
            self._shown_of_kind + 1 if self._pending and self._pending[0].kind == kind else 0
        )

    def skip_kind(self) -> None:
        """All of the kind that is being told are passed over."""
        kind = self._pending[0].kind
        while self._pending and self._pending[0].kind == kind:
            self._next()

    # -- what is shown

    def current_report(self, context: ScreenContext) -> ReportModel:
        """The sheet that lies open, as its layer shows it."""
        first = self._pending[0]
        shown = first.make_report(context)
        if shown.actions:
            return shown
        count = sum(1 for _ in takewhile(lambda each: each.kind == first.kind, self._pending))
        won = len(self._pending) > count and self._pending[count].kind == WINNER_KIND
        _ = context.voice.translator.gettext
        on = shown.more_label if count > 1 else _("Who has won?") if won else _("Go on")
        skip = _("Skip to the winner") if won else _("Skip to what is asked")
        ways = (ChoiceModel("next", on, "next", "main"), ChoiceModel("skip-all", skip))
        return replace(
            shown,
            left_blocks=mark_made_movements(shown.left_blocks, self._done_movements),
            right_blocks=mark_made_movements(shown.right_blocks, self._done_movements),
            actions=ways if count > 1 else ways[:1],
            page_number=self._shown_of_kind + 1,
            page_count=self._shown_of_kind + count,
        )


def mark_made_movements(blocks: tuple[Any, ...], made: Container[int]) -> tuple[Any, ...]:
    """Those blocks, with the movements ticked off that were made."""
    return tuple(
        MovementListModel(tuple(replace(hand, is_done=at in made) for at, hand in enumerate(block.movements)))
        if isinstance(block, MovementListModel)
        else block
        for block in blocks
    )
