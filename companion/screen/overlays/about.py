"""Explains something on the table: what lies there, what a touch would do, or why it may not be touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.moves import Move, touch_observation
from companion.rules.position import Position
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.presenters.table_presenter import appearance_lookup
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.screen.view_models import TouchAnswer, screen_word_answer
from companion.table.interpretation.judge import Interpreted, Unexplained
from companion.table.snapshot import Snapshot
from companion.voice.explanations import clause_asked, explain, verdict_on
from companion.voice.language import mark_message
from companion.voice.ranking_text import winners_text
from companion.voice.voice import Voice

OVERRULE: Final = mark_message("Let it stand all the same")
CHECK: Final = mark_message("Table check")
WOULD_END: Final = mark_message("{move}: that would be the whole move. Begin with what glows.")


POINTS: Final = mark_message("Where the points come from")
WHOLE: Final = mark_message("All of it")
HAPPENED: Final = mark_message("What has just happened")


class AboutTableOverlay(TableOverlay):
    """The explanation of what was touched."""

    word = "about"

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The explanation of that touch target."""
        return make_explanation_report(subject, context)


def touch_answer(
    touch_target: str,
    snapshot: Snapshot,
    voice: Voice,
    position: Position,
    can_allow: Callable[[str], bool] = lambda _: False,
) -> TouchAnswer | None:
    """Why that does nothing now; None where it is a part of a move and ends none.

    position: as everybody knows it, or the owner of the open hand. can_allow: whether a forbidden touch could stand as
    a correction; where the table is not strict, that is offered, else the table check. What no rule speaks of is
    answered with what is to be done now.
    """
    outcome = position.outcome()
    if outcome is not None:
        winners = winners_text(voice.translator, outcome.winners)
        return TouchAnswer(voice.translator.to_sentence(winners))
    kind = touch_target.partition("/")[0]
    if kind == "player":
        return explanation(touch_target, "", snapshot, voice, position)
    if touch_target != "prompt" and touch_observation(touch_target) not in snapshot.pending_input:
        verdict = verdict_on(touch_target, snapshot, position)
        if isinstance(verdict, Unexplained):
            answer = TouchAnswer(voice.refusal_text(verdict.refusal, position), verdict.refusal.clause.id)
            if snapshot.strictness == "strict":
                return answer
            text = voice.translator.gettext
            if not can_allow(touch_target):
                return answer._replace(way="check", way_label=text(CHECK))
            way = f"overrule/{touch_target}"
            if snapshot.strictness == "hint":
                return answer._replace(way=way, way_label=text(OVERRULE))
            tried = voice.describe_move_with_player(Move(verdict.tried_words))
            return TouchAnswer(f"{tried}.", answer.clause, way, text("Done"))
        if not isinstance(verdict, Interpreted) or verdict.may_continue:
            return None
        move = voice.describe_move_with_player(verdict.move)
        return TouchAnswer(voice.translator.gettext(WOULD_END, move=move), clause_asked(position))
    return TouchAnswer(voice.prompt_sentence(snapshot.position), clause_asked(position))


def explanation(
    touch_target: str, symbol: str, snapshot: Snapshot, voice: Voice, position: Position, log_text: str = ""
) -> TouchAnswer:
    """What a finger rests on: as much as can be read beside it, and the way to the rest, or to a player's points.

    symbol: the name of the picture that it rests on, "" for none. position: as everybody knows it, or the owner of the
    open hand. log_text: what has just happened.
    """
    touch_target = touch_target.removeprefix(f"{AboutTableOverlay.word}/")
    text, (kind, _, which) = voice.translator.gettext, touch_target.partition("/")
    if kind == "log" and log_text:
        return TouchAnswer(log_text, title=text(HAPPENED))
    if (answer := screen_word_answer(touch_target, text)) is not None:
        return answer
    told = explain(touch_target, snapshot, voice, position, symbol.partition("@")[0].removesuffix("/flat"))
    clause = next(iter(told.clauses), "")
    if kind == "player" and snapshot.position.points_by_player().get(which):
        way, label = f"ledger/{which}", POINTS
    elif not told.is_whole:
        way, label = ("", "") if touch_target == "prompt" else (f"about/{touch_target}", WHOLE)
    else:
        way = label = ""
    return TouchAnswer(told.brief, clause, way, text(label) if label else "", told.title)


def make_explanation_report(touch_target: str, context: ScreenContext) -> ReportModel:
    """All that can be said of what a touch target stands for, as a list to read."""
    snapshot, look_up = context.snapshot, appearance_lookup(context.voice)
    told = explain(touch_target, snapshot, context.voice, snapshot.position)
    lines = (
        ListItemModel(
            line.text,
            look_up.piece_appearance(line.piece).main_symbol
            if line.piece
            else "halt"
            if line.is_reason
            else "",
        )
        for line in told.lines
    )
    return make_list_report(told.title, tuple(lines), symbol=told.owner)
