"""Reports over any game's table, one sheet after another: a game decides which events give which."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

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
    make_list_report,
)
from companion.screen.view_models import ChoiceModel, SymbolCountModel
from companion.voice.language import mark_message
from companion.voice.translator import Translator

LAST_EVALUATION: Final = mark_message("The last evaluation")
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
    """The reports of the last evaluation, one sheet after another: *Back* leads to the one before, then to the table.

    What was left unseen is there again with the next report, or by the entry of the menu.
    """

    word = "reports"
    menu_order = 15

    def __init__(self, controller: OverlayController) -> None:
        super().__init__(controller)
        self._reporter = self.make_event_reporter()
        self._ending_reports: tuple[PendingReport, ...] = ()
        self._goes_on = False
        """Whether the last line had reports: those of the next one follow them."""
        # nobody knows whether the last was read before the game was interrupted
        self._begin(self._follow_history(controller.get_context().history()))

    def _begin(self, reports: Iterable[PendingReport]) -> None:
        """Show these and no others, from the first on."""
        self._reports = [*reports]
        self._at = self._unseen = 0
        """The sheet that is shown, and the first that people have not gone on from."""
        self._is_left = False
        """Whether people are at the table, though there are more sheets."""
        self._done_movements: set[tuple[int, int]] = set()
        """The hand movements that were ticked off: sheet and number."""

    def make_event_reporter(self) -> EventReporter:
        """A reporter that follows a game from its beginning; the report on the winner is added here."""
        return lambda line: ()

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        return ChoiceModel("reports", context.voice.translator.gettext(LAST_EVALUATION), "lamp")

    # -- what happens

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Add the reports on an accepted line; start again after an undo."""
        if any(isinstance(event, MovesUndone) for event in events):
            self._begin(())
            self._follow_history(self.controller.get_context().history())
            return
        fresh = self._reports_of(before, events, after)
        if fresh and not self._goes_on and self._unseen == len(self._reports):
            self._begin(fresh)
        elif fresh:
            self._reports += fresh
            self._at, self._is_left = self._unseen if self._is_left else self._at, False
        self._goes_on = bool(fresh)

    def _follow_history(self, history: FrozenHistory) -> tuple[PendingReport, ...]:
        """Follow the whole history, and return the reports on its last line."""
        self._reporter = self.make_event_reporter()
        before, last = history.opening.position, tuple[PendingReport, ...]()
        for accepted in history.accepted_lines:
            last = self._reports_of(before, accepted.events, accepted.position)
            before = accepted.position
        self._goes_on = bool(last)
        return last

    def _reports_of(
        self, before: Position, events: Sequence[Event], after: Position
    ) -> tuple[PendingReport, ...]:
        fresh = tuple(self._reporter(tuple(event_transitions(before, events))))
        if after.outcome() is not None:
            fresh = self._ending_reports = (*fresh, PendingReport(WINNER_KIND, self._make_winner_report))
        return fresh

    def _make_winner_report(self, context: ScreenContext) -> ReportModel:
        """The standings, with the way on to the table."""
        report: ReportModel = self.controller.overlay("standing").model(context, "")
        go_on = ChoiceModel("next", context.voice.translator.gettext("Go on"), "next")
        return replace(report, actions=(*report.actions, go_on))

    # -- what is touched

    def on_touch(self, kind: str, name: str) -> bool:
        """Go on, skip, tick a hand movement off; tell the evaluation or the end once more."""
        if kind == FINAL_REPORT_TARGET and self._ending_reports:
            self._begin(self._ending_reports)
        elif kind == self.word and self._reports:
            self._at = self._unseen if self._unseen < len(self._reports) else 0
            self._is_left = False
        elif not self._is_shown:
            return False
        elif kind == "next":
            self._go_to(self._at + 1)
        elif kind == "skip-all":
            self._go_to(self._at + len(self._alike(self._reports[self._at :])))
        elif kind == "step":
            self._done_movements.add((self._at, int(name)))
        else:
            return False
        return True

    def on_back(self) -> None:
        """Go to the sheet before, from the first one to the table."""
        self._is_left = self._at == 0
        self._at = max(0, self._at - 1)

    def skip_all(self) -> None:
        """Show none of the reports that wait."""
        self._go_to(len(self._reports))

    def _go_to(self, at: int) -> None:
        self._at, self._unseen = at, max(self._unseen, at)

    def _alike(self, reports: Iterable[PendingReport]) -> list[PendingReport]:
        """The first of these, as many as are of the kind that is shown."""
        return [*takewhile(lambda each: each.kind == self._reports[self._at].kind, reports)]

    # -- what is shown

    @property
    def _is_shown(self) -> bool:
        return not self._is_left and self._at < len(self._reports)

    def is_due(self, context: ScreenContext) -> bool:
        """While there are any, unless people went back to the table."""
        return self._is_shown

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The current report, ready to be shown."""
        _ = context.voice.translator.gettext
        if not self._is_shown:
            return make_list_report(_(LAST_EVALUATION), (), _("Nothing has been evaluated yet."))
        report = self._reports[self._at].make_report(context)
        if report.actions:
            return report
        count = len(self._alike(self._reports[self._at :]))
        shown_before = len(self._alike(reversed(self._reports[: self._at])))
        following = self._reports[self._at + count :]
        won = bool(following) and following[0].kind == WINNER_KIND
        next_label = report.more_label if count > 1 else _("Who has won?") if won else _("Go on")
        skip_label = _("Skip to the winner") if won else _("Skip to what is asked")
        actions = (ChoiceModel("next", next_label, "next", "main"), ChoiceModel("skip-all", skip_label))
        done = {number for at, number in self._done_movements if at == self._at}
        return replace(
            report,
            left_blocks=mark_made_movements(report.left_blocks, done),
            right_blocks=mark_made_movements(report.right_blocks, done),
            actions=actions if count > 1 else actions[:1],
            page_number=shown_before + 1,
            page_count=shown_before + count,
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
