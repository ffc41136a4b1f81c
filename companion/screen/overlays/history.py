"""What the others did since somebody's last move, before they are asked again."""

from __future__ import annotations

from itertools import pairwise

from companion.rules.history import AcceptedLine
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report


class HistoryTableOverlay(TableOverlay):
    """All that happened since the last move of whoever is asked, the oldest first; a touch on the log opens it."""

    word = "history"

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """A row for each sentence, and the sign of whose move it was before the first of them.

        subject: the number of a line, from which on all is told backwards; "" for what others did last.
        """
        voice = context.voice
        steps = [*pairwise(lines_since_own_move(context))]
        if subject.isdecimal():
            lines = (context.history().opening, *context.history().accepted_lines[: int(subject)])
            steps = [*pairwise(lines)][::-1]
        items = tuple(
            ListItemModel(line.text, _actor(each, context) if at == 0 else "")
            for before, each in steps
            for at, line in enumerate(voice.narrate(before.position, each.events, after=each.position))
        )
        gettext = voice.translator.gettext
        title = gettext("What happened") if subject.isdecimal() else gettext("Since your last move")
        return make_list_report(title, items)


def lines_since_own_move(context: ScreenContext) -> tuple[AcceptedLine, ...]:
    """The last line of whoever at the screen is asked, else of anybody there, and all lines after it."""
    turn, here = context.snapshot.position.choice_tree, context.ui_state.human_colours
    asked = tuple(who for who in turn.awaited_actors if who in here) or here
    history = context.history()
    lines = (history.opening, *history.accepted_lines)
    own = (at for at in range(len(lines) - 1, 0, -1) if lines[at].text.split()[0] in asked)
    return lines[next(own, 0) :]


def _actor(line: AcceptedLine, context: ScreenContext) -> str:
    who = line.text.partition(" ")[0]
    return who if who in context.snapshot.player_name_by_colour else ""
