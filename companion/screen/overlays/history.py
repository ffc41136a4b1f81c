"""The evening so far, line by line, and the table as it looked after any of them."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from companion.games import load_plugin_part
from companion.rules.history import FrozenHistory
from companion.screen.context import ScreenContext, UiState
from companion.screen.default import presenter as default
from companion.screen.overlays import MakeView, OverlayController, TableOverlay
from companion.screen.presenters.table_presenter import TABLE_WITHOUT_INPUT, latest_told
from companion.screen.report_models import FINAL_REPORT_TARGET, ReportModel, StoryModel
from companion.screen.view_models import ChoiceModel, PromptModel
from companion.table.snapshot import Snapshot
from companion.voice.evening_text import Story
from companion.voice.language import mark_message

WHAT_HAPPENED = mark_message("What happened")


class HistoryTableOverlay(TableOverlay):
    """All that happened, the newest first; a touch on a line shows the table as it was after it.

    From there one steps back and forth. The game goes on meanwhile, and what it adds is counted.
    """

    word = "history"
    lets_game_go_on = True

    def __init__(self, controller: OverlayController) -> None:
        super().__init__(controller)
        self.subtitle = ""
        """Which evening it is, where it is not the one at the table."""
        self._number: int | None = None
        """The line after which the table is shown; None while the lines are."""
        self._first: int | None = None
        """The line with which the list begins, None for the newest."""
        self._count_when_opened = 0
        self._visit = 0
        """How often the list was opened."""
        self._look = UiState()
        self._story: Story | None = None

    @property
    def view(self) -> MakeView:
        """The list, or the game's own table."""
        if self._number is None:
            return super().view
        from companion.screen.default.table_view import PastTable

        return PastTable

    # -- what is touched

    def on_open(self, subject: str) -> None:
        """Begin with the newest line, or with that of a number."""
        context = self.controller.get_context()
        self._number, self._look = None, UiState(board_rotation=context.ui_state.board_rotation)
        self._first, self._visit = (int(subject) if subject.isdecimal() else None), self._visit + 1
        self._count_when_opened = len(context.history().accepted_lines)

    def on_touch(self, kind: str, name: str) -> bool:
        """Show the table after a line, the lines again, or the table of now; look at the table of then otherwise."""
        if kind == "line":
            self._number = int(name)
        elif self._number is None or kind == "standing":
            return False
        elif kind == "lines":
            self._first, self._number, self._visit = self._number, None, self._visit + 1
        elif kind == "now":
            self.controller.close(self.word)
        elif (look := self._look.after_look(kind, name)) is not None:
            self._look = look
        else:  # what explains is opened above; nothing else is for the table of now
            return kind not in self.controller.words
        return True

    # -- what is shown

    def context_above(self, context: ScreenContext) -> ScreenContext:
        """The table of then, for what is opened from there: points, a ledger, an explanation."""
        return context if self._number is None else past_context(context, self._number, self._look)

    def model(self, context: ScreenContext, subject: str) -> Any:
        """The list, or the table of then."""
        story = self._told(context)
        return self._list_model(context, story) if self._number is None else self._table_model(context, story)

    def _told(self, context: ScreenContext) -> Story:
        """The story up to now; it is made anew only when something was added, or in another language."""
        history, refusals = context.history(), context.refusals()
        if self._story is None or not self._story.tells(history, refusals, context.voice):
            self._story = Story(history, refusals, context.voice)
            count = self._story.line_count  # an undo may have left fewer
            self._count_when_opened = min(self._count_when_opened, count)
            self._number = None if self._number is None else min(self._number, count)
        return self._story

    def _list_model(self, context: ScreenContext, story: Story) -> ReportModel:
        text, is_over = context.voice.translator.gettext, context.snapshot.position.outcome() is not None
        points = ChoiceModel("standing", text("Points so far"), "chart", "main")
        ending = ChoiceModel(FINAL_REPORT_TARGET, text("The winner, and why"), "sun", "main")
        first = None if self._first is None else story.place_of(self._first)
        return ReportModel(
            text(WHAT_HAPPENED),
            (StoryModel(story, first, lines_since_own_move(context), self._visit),),
            subtitle=self.subtitle,
            symbol="book",
            actions=(ending if is_over else points,),
        )

    def _table_model(self, context: ScreenContext, story: Story) -> Any:
        number = cast(int, self._number)
        then = past_context(context, number, self._look)
        presenter = load_plugin_part(then.snapshot.game, "screen", "presenter") or default
        told = latest_told(then.history(), context.voice)
        model = presenter.table_model(then.snapshot, self._look, context.voice, told)
        line = story[story.place_of(number)]
        seat = context.seat_of(line.who) if line.who else None
        asked = context.voice.translator.gettext("Move {n} of {all}", n=number, all=story.line_count)
        return replace(
            model,
            prompt=PromptModel(seat, asked, " ".join(line.sentences)),
            choices=tuple(self._ways(context, number, story.line_count)),
            **TABLE_WITHOUT_INPUT,
        )

    def _ways(self, context: ScreenContext, number: int, count: int) -> list[ChoiceModel]:
        translator, fresh = context.voice.translator, count - self._count_when_opened
        now = translator.gettext("Now")
        if fresh > 0:
            now = translator.ngettext("Now: {n} more", "Now: {n} more", fresh)
        return [
            ChoiceModel(f"line/{max(0, number - 1)}", translator.gettext("Earlier"), "back"),
            ChoiceModel(f"line/{min(count, number + 1)}", translator.gettext("Later"), "next"),
            ChoiceModel("lines", translator.gettext("All moves"), "book", "quiet"),
            *([] if self.subtitle else [ChoiceModel("now", now, "sun", "main")]),
        ]


def past_context(context: ScreenContext, number: int, look: UiState) -> ScreenContext:
    """The moment after the line of that number, as everybody could know it then; nothing can be touched any more."""
    history = context.history()
    then = FrozenHistory(history.opening, history.accepted_lines[:number])
    snapshot: Snapshot = replace(
        context.snapshot,
        position=then.position,
        public_history=then,
        pending_input=(),
        interpretation=None,
        pointed_at="",
        refusal_notice=None,
        new_entries=(),
        undo_plan=None,
        expected_observations=(),
        due_observations=(),
        carried_out=then.accepted_lines[-1] if then.accepted_lines else None,
        redo_count=0,
    )
    snapshot.__dict__.update(step_by_touch_target={}, next_observations=(), touch_only_targets=())
    return ScreenContext(snapshot, lambda: then, context.voice, look)


def lines_since_own_move(context: ScreenContext) -> int:
    """How many lines others have added since the last one of whoever at a virtual table is asked, else of anybody."""
    ui_state = context.ui_state
    turn, here = context.snapshot.position.choice_tree, ui_state.human_colours
    asked = tuple(who for who in turn.awaited_actors if who in here) or here
    lines = context.history().accepted_lines
    own = (at for at, line in enumerate(reversed(lines)) if line.text.split()[0] in asked)
    return next(own, len(lines)) if ui_state.is_virtual else 0
