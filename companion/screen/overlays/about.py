"""What a thing of the table is: what lies there, what a touch would do now, or why it may not be touched."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import game_rules
from companion.rules.clauses import NOT_OFFERED, MoveRefused
from companion.rules.layout import InventoryIndex, Place
from companion.rules.moves import touch_observation
from companion.screen.context import ScreenContext
from companion.screen.presenters.faces import faces
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.table.interpretation.judge import Interpreted, explain_rejection, interpret


def about(thing: str, scene: ScreenContext) -> ReportModel:
    """It as a list to read."""
    look_up = faces(scene.voice)
    layout = InventoryIndex(
        game_rules(scene.snapshot.game).inventory(scene.snapshot.setup)
    ).layout_with_unlisted(scene.snapshot.layout)
    place = next((place for place in layout if place.id == thing), None)
    title = look_up.place(place) if place is not None else scene.voice.touch_target_name(thing)
    if place is not None and place.owner and title != scene.voice.translator.player_name(place.owner):
        title = f"{scene.voice.translator.player_name(place.owner)}: {title}"
    lies = tuple(_lying(place, scene)) if place is not None else ()
    lines = (*_now(thing, scene, bool(lies)), *lies)
    return make_list_report(
        title[:1].upper() + title[1:], lines, symbol=place.owner if place is not None else ""
    )


def _now(thing: str, scene: ScreenContext, told: bool) -> Iterator[ListItemModel]:
    """What comes of touching it, or the rule in the way: not that no move names it, where more of it is `told`."""
    now, voice = scene.snapshot, scene.voice
    bag = (*now.pending_input, touch_observation(thing))
    if thing not in now.steps_by_touch_target:
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


def _lying(place: Place, scene: ScreenContext) -> Iterator[ListItemModel]:
    """Facts, then what lies there."""
    look_up, voice = faces(scene.voice), scene.voice
    for known in voice.place_facts(place):
        yield ListItemModel(voice.translator.to_sentence(known))
    for lying in place.pieces:
        if lying.piece == place.id:
            continue
        face = look_up.face(lying.piece)
        said = str(voice.piece_name(lying.piece))
        if does := voice.card_effect(lying.piece.rpartition("/")[2]):
            said = f"{said}. {does}"
        if place.kind in ("grid", "track") and lying.at:
            said = f"{said} ({lying.at.partition('/')[0]})"
        yield ListItemModel(
            said[:1].upper() + said[1:], face.sign, f"×{lying.count}" if lying.count > 1 else ""
        )
