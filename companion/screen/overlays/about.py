"""Explains something on the table: what lies there, what a touch would do, or why it may not be touched."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from msgspec.structs import replace

from companion.rules.history import FrozenHistory
from companion.rules.moves import Move, touch_observation
from companion.rules.position import Position
from companion.screen.context import ScreenContext, UiState
from companion.screen.default.table_check import KEY_SEPARATOR
from companion.screen.overlays import TableOverlay
from companion.screen.presenters.table_presenter import appearance_lookup, latest_told
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.screen.settings import STRICTNESS_EFFECTS
from companion.screen.view_models import (
    SCREEN_WORDS,
    ChoiceModel,
    ChoiceOverlayModel,
    TouchAnswer,
    screen_word_answer,
)
from companion.table.interpretation.judge import Interpreted, Unexplained
from companion.table.snapshot import Snapshot
from companion.voice.evening_text import Story
from companion.voice.explanations import clause_asked, explain, explain_points, verdict_on
from companion.voice.game_texts import (
    clause_group,
    clause_text,
    clause_title,
    clauses_around,
    load_clauses,
    load_common_clauses,
)
from companion.voice.language import mark_message
from companion.voice.ranking_text import winners_text
from companion.voice.translator import Translator
from companion.voice.voice import Voice

OVERRULE: Final = mark_message("Let it stand all the same")
CHECK: Final = mark_message("Table check")
WOULD_END: Final = mark_message("{move}: that would be the whole move. Begin with what glows.")


POINTS: Final = mark_message("Where the points come from")
NO_POINTS: Final = mark_message("No points yet.")
HAPPENED: Final = mark_message("What has just happened")
CLAUSE: Final = "clause"
"""The word of a clause, before its id or that of its group."""
CLAUSE_HEIGHT: Final = 46.0
"""Millimetres for the text of a clause."""


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
        return _thing_answer(touch_target, "", snapshot, voice, position)
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
    touch_target: str,
    symbol: str,
    snapshot: Snapshot,
    voice: Voice,
    position: Position,
    history: FrozenHistory,
    ui_state: UiState,
    log_text: str = "",
) -> TouchAnswer:
    """What a finger rests on: as much as can be read beside it, and the way to the rest, or to everybody's points.

    symbol: the name of the picture that it rests on, "" for none. position: as everybody knows it, or the owner of the
    open hand. history: the public one. log_text: what has just happened.
    """
    for prefix in ("about/", "at/"):  # what opens a place, or sets what lies there, is about the place
        touch_target = touch_target.removeprefix(prefix)
    if KEY_SEPARATOR in touch_target:
        touch_target = "check"
    text, (kind, _, which) = voice.translator.gettext, touch_target.partition("/")
    if kind == "log" and log_text:
        return TouchAnswer(log_text, title=text(HAPPENED))
    if kind == "ledger" and which in snapshot.player_name_by_colour:
        told = explain_points(which, history, voice)
        return TouchAnswer(
            told.brief.text or text(NO_POINTS), way=touch_target, way_label=text(POINTS), title=told.title
        )
    level = which.partition("/")[0] if kind == "strictness" else ""
    for name, effect in STRICTNESS_EFFECTS.items():
        if name == level:
            return TouchAnswer(voice.translator.to_sentence(text(effect)), title=text(SCREEN_WORDS[kind][0]))
    if touch_target not in snapshot.step_by_touch_target:  # a game may have such words, too
        answer = screen_word_answer(touch_target, text)
        if answer is not None:
            return answer
    return _thing_answer(
        touch_target, symbol, snapshot, voice, position, ui_state.hand_pieces, ui_state.chooser
    )


def explain_then(touch_target: str, symbol: str, then: ScreenContext) -> TouchAnswer:
    """What a finger rests on at a table as it was; the bar tells the whole of the line after which it looked so."""
    history, voice = then.history(), then.voice
    told, asked = [line.text for line in latest_told(history, voice)], touch_target
    if touch_target == "prompt":
        story, asked = Story(history, (), voice), "log"
        told = [*story[story.place_of(story.line_count)].sentences]
    answer = explanation(
        asked, symbol, then.snapshot, voice, then.known_position, history, then.ui_state, " ".join(told)
    )
    if touch_target == "prompt":
        return answer._replace(way="lines", way_label=voice.translator.gettext("All moves"))
    return answer


def _thing_answer(
    touch_target: str,
    symbol: str,
    snapshot: Snapshot,
    voice: Voice,
    position: Position,
    hand: Collection[str] = (),
    chooser: str = "",
) -> TouchAnswer:
    text, (kind, _, which) = voice.translator.gettext, touch_target.partition("/")
    picture = symbol.partition("@")[0].removesuffix("/flat")
    told = explain(touch_target, snapshot, voice, position, picture, hand, chooser)
    way, label = "", ""
    brief = told.brief
    if brief != told and touch_target != "prompt":
        way = touch_target if kind == CLAUSE else f"about/{touch_target}"
    elif kind == "player" and which in snapshot.player_name_by_colour:
        way, label = "standing", text(SCREEN_WORDS["standing"][0])
    return TouchAnswer(brief.text, brief.main_clause, way, label, told.title)


def make_explanation_report(touch_target: str, context: ScreenContext) -> ReportModel:
    """All that can be said of what a touch target stands for, as a list to read."""
    snapshot, look_up = context.snapshot, appearance_lookup(context.voice)
    told = explain(
        touch_target,
        snapshot,
        context.voice,
        context.known_position,
        hand=context.ui_state.hand_pieces,
        chooser=context.ui_state.chooser,
    )
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
    report = make_list_report(told.title, tuple(lines), symbol=told.owner)
    text, (kind, _, which) = context.voice.translator.gettext, touch_target.partition("/")
    ways = []
    if kind == "player" and snapshot.position.points_by_player().get(which):
        ways.append(ChoiceModel(f"ledger/{which}", text(POINTS), "chart"))
    if kind == "player" and context.hand_of(which):
        cards = text("Cards: {who}", who=context.voice.translator.player_name(which))
        ways.append(ChoiceModel(f"hand/{which}", cards, "hand"))
    return replace(report, actions=tuple(ways))


def clause_model(read: str, translator: Translator) -> ChoiceOverlayModel:
    """A clause by its id, with the ways to its neighbours; of a group of clauses (`L-2`) the list."""
    game, lang = translator.game, translator.lang
    around = clauses_around(game, read, lang)
    if read not in around:
        listed = [ChoiceModel(f"{CLAUSE}/{id}", _headed(id, translator)) for id in around]
        groups = list(
            dict.fromkeys(map(clause_group, (*load_clauses(game, lang), *load_common_clauses(lang))))
        )
        at = groups.index(read) if read in groups else len(groups)
        ways = [(group, "back") for group in groups[max(0, at - 1) : at]]
        ways += [(group, "next") for group in groups[at + 1 : at + 2]]
        steps = [
            ChoiceModel(
                f"{CLAUSE}/{group}",
                _headed(clauses_around(game, group, lang)[0], translator),
                symbol,
                "quiet",
            )
            for group, symbol in ways
        ]
        return ChoiceOverlayModel(translator.gettext("The rules around it"), (*listed, *steps), columns=3)
    at = around.index(read)
    before, after = around[at - 1 : at] if at else (), around[at + 1 : at + 2]
    steps = [ChoiceModel(f"{CLAUSE}/{id}", _headed(id, translator), "back", "quiet") for id in before]
    whole = translator.gettext("The rules around it")
    steps.append(ChoiceModel(f"{CLAUSE}/{clause_group(read)}", whole, "book", "quiet"))
    steps += [ChoiceModel(f"{CLAUSE}/{id}", _headed(id, translator), "next", "quiet") for id in after]
    title, text = _headed(read, translator), clause_text(game, read, lang)
    return ChoiceOverlayModel(title, tuple(steps), message=text, columns=3, message_height=CLAUSE_HEIGHT)


def _headed(id: str, translator: Translator) -> str:
    return f"{id} {clause_title(translator.game, id, translator.lang)}"
