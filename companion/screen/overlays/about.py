"""Explains something on the table: what lies there, what a touch would do, or why it may not be touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from companion.games import game_rules
from companion.rules.clauses import NOT_OFFERED, MoveRefused
from companion.rules.layout import InventoryIndex, Place
from companion.rules.moves import Move, touch_observation
from companion.rules.position import Position
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.presenters.table_presenter import appearance_lookup
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.table.interpretation.judge import Interpreted, explain_rejection, interpret
from companion.table.snapshot import Snapshot
from companion.voice.language import mark_message
from companion.voice.ranking_text import winners_text
from companion.voice.voice import Voice

OVERRULE: Final = mark_message("Let it stand all the same")
CHECK: Final = mark_message("Table check")
WOULD_END: Final = mark_message("{move}: that would be the whole move. Begin with what glows.")


class AboutTableOverlay(TableOverlay):
    """The explanation of what was touched."""

    word = "about"

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The explanation of that touch target."""
        return make_explanation_report(subject, context)


class TouchAnswer(NamedTuple):
    """What a touch that leads to nothing is answered with: a sentence, and the clause that it rests on, "" for none.

    way, way_label: the touch target of a button that leads on, and what stands on it; "" for none.
    """

    text: str
    clause: str = ""
    way: str = ""
    way_label: str = ""


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
    kind, _, name = touch_target.partition("/")
    if kind == "player":
        return TouchAnswer(_player_text(name, snapshot, voice))
    touched = touch_observation(touch_target)
    if touch_target != "prompt" and touched not in snapshot.pending_input:
        pending_input = (*snapshot.pending_input, touched)
        verdict = interpret(position, pending_input, snapshot.zone_status)
        if verdict is None:
            found = explain_rejection(position, pending_input, snapshot.zone_status)
            answer = TouchAnswer(voice.refusal_text(found.refusal, position), found.refusal.clause.id)
            if snapshot.strictness == "strict":
                return answer
            text = voice.translator.gettext
            if not can_allow(touch_target):
                return answer._replace(way="check", way_label=text(CHECK))
            way = f"overrule/{touch_target}"
            if snapshot.strictness == "hint":
                return answer._replace(way=way, way_label=text(OVERRULE))
            tried = voice.describe_move_with_player(Move(found.tried_words))
            return TouchAnswer(f"{tried}.", answer.clause, way, text("Done"))
        if not isinstance(verdict, Interpreted) or verdict.may_continue:
            return None
        move = voice.describe_move_with_player(verdict.move)
        return TouchAnswer(voice.translator.gettext(WOULD_END, move=move), _clause_of(position))
    return TouchAnswer(voice.prompt_sentence(snapshot.position), _clause_of(position))


def _clause_of(position: Position) -> str:
    """The clause of what is to be done now."""
    return next((choice.clause_id for choice in position.choice_tree.choice_by_actor.values()), "")


def _player_text(colour: str, snapshot: Snapshot, voice: Voice) -> str:
    """What everybody may know of a player."""
    name = f"{voice.translator.player_name(colour)}: "
    told = (line for line in voice.describe_table(snapshot.position, snapshot.setup) if line.startswith(name))
    return " ".join(told) or voice.prompt_sentence(snapshot.position)


def make_explanation_report(touch_target: str, context: ScreenContext) -> ReportModel:
    """The explanation of what a touch target stands for, as a list to read."""
    look_up = appearance_lookup(context.voice)
    layout = InventoryIndex(
        game_rules(context.snapshot.game).inventory(context.snapshot.setup)
    ).layout_with_unlisted(context.snapshot.layout)
    place = next((place for place in layout if place.id == touch_target), None)
    title = look_up.place_name(place) if place is not None else context.voice.touch_target_name(touch_target)
    if place is not None and place.owner and title != context.voice.translator.player_name(place.owner):
        title = f"{context.voice.translator.player_name(place.owner)}: {title}"
    contents = tuple(_place_contents(place, context)) if place is not None else ()
    lines = (*_touch_effects(touch_target, context, bool(contents)), *contents)
    return make_list_report(
        title[:1].upper() + title[1:], lines, symbol=place.owner if place is not None else ""
    )


def _touch_effects(touch_target: str, context: ScreenContext, has_contents: bool) -> Iterator[ListItemModel]:
    """What comes of touching it, or the rule that forbids it.

    A place whose contents are listed anyway (`has_contents`) has no line that says only that no move names
    it.
    """
    snapshot, voice = context.snapshot, context.voice
    pending_input = (*snapshot.pending_input, touch_observation(touch_target))
    # what does not glow may still be the end of a move that begins elsewhere: a point, before the man
    verdict = interpret(snapshot.position, pending_input, snapshot.zone_status)
    if verdict is None:
        refusal = explain_rejection(snapshot.position, pending_input, snapshot.zone_status).refusal
        if not has_contents or refusal.clause.code != NOT_OFFERED.code:
            yield ListItemModel(voice.refusal_text(refusal, snapshot.position), "halt")
        return
    if isinstance(verdict, Interpreted):
        try:
            _, events = snapshot.position.play(verdict.move)
        except MoveRefused:  # a name is missing that only a reader could identify
            return
        for line in voice.narrate(snapshot.position, events):
            yield ListItemModel(line.text, "check")


def _place_contents(place: Place, context: ScreenContext) -> Iterator[ListItemModel]:
    """Facts about the place, then what lies there."""
    look_up, voice = appearance_lookup(context.voice), context.voice
    for fact in voice.place_facts(place):
        yield ListItemModel(voice.translator.to_sentence(fact))
    for lying in place.pieces:
        if lying.piece == place.id:
            continue
        appearance = look_up.piece_appearance(lying.piece)
        text = str(voice.piece_name(lying.piece))
        if effect := voice.card_effect(lying.piece.rpartition("/")[2]):
            text = f"{text}. {effect}"
        if place.kind in ("grid", "track") and lying.at:
            text = f"{text} ({lying.at.partition('/')[0]})"
        yield ListItemModel(
            text[:1].upper() + text[1:], appearance.main_symbol, f"×{lying.count}" if lying.count > 1 else ""
        )
