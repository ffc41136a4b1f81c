"""What a thing of the table is: what lies there, what a touch would do now, or why it may not be touched."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import game_rules
from companion.rules.clauses import NOT_OFFERED, MoveRefused
from companion.rules.layout import InventoryIndex, Place
from companion.rules.moves import touch_observation
from companion.screen.context import ScreenContext
from companion.screen.presenters.appearance import appearance_lookup
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.table.interpretation.judge import Interpreted, explain_rejection, interpret


def make_explanation(touch_target: str, context: ScreenContext) -> ReportModel:
    """It as a list to read."""
    look_up = appearance_lookup(context.voice)
    layout = InventoryIndex(
        game_rules(context.snapshot.game).inventory(context.snapshot.setup)
    ).layout_with_unlisted(context.snapshot.layout)
    place = next((place for place in layout if place.id == touch_target), None)
    title = look_up.place_name(place) if place is not None else context.voice.touch_target_name(touch_target)
    if place is not None and place.owner and title != context.voice.translator.player_name(place.owner):
        title = f"{context.voice.translator.player_name(place.owner)}: {title}"
    lies = tuple(_place_contents(place, context)) if place is not None else ()
    lines = (*_touch_effects(touch_target, context, bool(lies)), *lies)
    return make_list_report(
        title[:1].upper() + title[1:], lines, symbol=place.owner if place is not None else ""
    )


def _touch_effects(touch_target: str, context: ScreenContext, told: bool) -> Iterator[ListItemModel]:
    """What comes of touching it, or the rule in the way: not that no move names it, where more of it is `told`."""
    now, voice = context.snapshot, context.voice
    bag = (*now.pending_input, touch_observation(touch_target))
    if touch_target not in now.steps_by_touch_target:
        why = explain_rejection(now.position, bag, now.zone_status).refusal
        if not told or why.clause.code != NOT_OFFERED.code:
            yield ListItemModel(voice.refusal_text(why), "halt")
        return
    verdict = interpret(now.position, bag, now.zone_status)
    if isinstance(verdict, Interpreted):
        try:
            _, events = now.position.play(verdict.move)
        except MoveRefused:  # a name is missing that only a reader could tell
            return
        for line in voice.narrate(now.position, events):
            yield ListItemModel(line.text, "check")


def _place_contents(place: Place, context: ScreenContext) -> Iterator[ListItemModel]:
    """Facts, then what lies there."""
    look_up, voice = appearance_lookup(context.voice), context.voice
    for known in voice.place_facts(place):
        yield ListItemModel(voice.translator.to_sentence(known))
    for lying in place.pieces:
        if lying.piece == place.id:
            continue
        face = look_up.piece_appearance(lying.piece)
        said = str(voice.piece_name(lying.piece))
        if does := voice.card_effect(lying.piece.rpartition("/")[2]):
            said = f"{said}. {does}"
        if place.kind in ("grid", "track") and lying.at:
            said = f"{said} ({lying.at.partition('/')[0]})"
        yield ListItemModel(
            said[:1].upper() + said[1:], face.main_symbol, f"×{lying.count}" if lying.count > 1 else ""
        )
