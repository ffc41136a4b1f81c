"""The sentences of evaluated tiles, missions, phases and the end."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    KingLeftTile,
    MajorityCounted,
    PhaseBegan,
    RewardGiven,
    RoundBegan,
    StartPlayerPassed,
    SubstituteNeeded,
    TileEvaluationBegan,
    TileTurned,
)
from companion.games.louis_xiv.rules.mission_events import (
    ArmsKindWon,
    ArmsShown,
    ChipsReturned,
    ChipSwapped,
    GameEnded,
    LeftoversExchanged,
    MissionDrawn,
    MissionFulfilled,
    MissionReturned,
)
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.event_sentences import narrate_event, narrate_gain
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    predicate_template,
    register_templates,
    value_from_fields,
)
from companion.voice.translator import Translator

# -- a tile


@narrate_event.register
def _(event: MajorityCounted, translator: Translator) -> EventNarration:
    tile, counts = (
        names.person_name(translator, event.tile),
        names.counts_by_player_text(translator, event.stones),
    )
    if event.favoured is not None:
        text = translator.gettext(
            "{tile}: a tie, but {who} counts as first thanks to a mission ({counts})",
            tile=tile,
            who=translator.player_name(event.favoured),
            counts=counts,
        )
        return EventNarration(text)
    if len(event.first) > 1:
        return EventNarration(
            translator.gettext("{tile}: a tie for the most ({counts})", tile=tile, counts=counts)
        )
    who = translator.player_name(event.first[0])
    return EventNarration(
        translator.gettext("{tile}: {who} has most ({counts})", tile=tile, who=who, counts=counts),
        at_short_level=False,
    )


def narrate_stone_condition(event: MajorityCounted, number: int, translator: Translator) -> EventNarration:
    """L-3.6: the stones on a tile that asks for a number of them."""
    tile, counts = (
        names.person_name(translator, event.tile),
        names.counts_by_player_text(translator, event.stones),
    )
    text = translator.ngettext(
        "{tile}: {n} stone is enough ({counts})",
        "{tile}: {n} stones are enough ({counts})",
        number,
        tile=tile,
        counts=counts,
    )
    return EventNarration(text, at_short_level=False)


@narrate_event.register
def _(event: RewardGiven, translator: Translator) -> EventNarration:
    tile = names.person_name(translator, event.tile)
    match event.how:
        case "alone":
            text = translator.gettext("has most stones at {tile}", tile=tile)
        case "second":
            text = translator.gettext("is second at {tile}", tile=tile)
        case "tied":
            text = translator.gettext("is tied for the most at {tile}", tile=tile)
        case "bought":
            text = translator.gettext("buys at {tile}", tile=tile)
        case "stones":
            text = translator.gettext("has enough stones at {tile}", tile=tile)
    return EventNarration(text, event.who, starts_sentence=True)


@narrate_event.register
def _(event: ChipGained, translator: Translator) -> EventNarration:
    chip = translator.gettext("the {chip} chip", chip=names.chip_name(translator, event.chip))
    return narrate_gain(translator, event.who, chip, event.why)


@narrate_event.register
def _(event: ArmsGained, translator: Translator) -> EventNarration:
    return narrate_gain(translator, event.who, names.arms_count_text(translator, event.arms), event.why)


@narrate_event.register
def _(event: SubstituteNeeded, translator: Translator) -> EventNarration:
    what = event.what
    if what in ("money", "arms"):
        what = translator.name_of("thing", {"money": "louis"}.get(what, what))
    else:
        what = names.chip_name(translator, what)
    return EventNarration(translator.gettext("The box is empty, use a substitute: {what}", what=what))


# -- rounds and phases


@narrate_event.register
def _(event: PhaseBegan, translator: Translator) -> EventNarration:
    phase = translator.name_of("phase", event.phase)
    return EventNarration(phase if event.phase == "over" else translator.gettext("Now: {phase}", phase=phase))


# -- the end


@narrate_event.register
def _(event: LeftoversExchanged, translator: Translator) -> EventNarration:
    if not event.arms:
        return EventNarration(translator.gettext("has nothing left to exchange"), event.who)
    given = []
    if event.influence:
        given.append(names.influence_card_count_text(translator, event.influence))
    if event.intrigue:
        given.append(
            translator.npgettext("object", "{n} intrigue card", "{n} intrigue cards", event.intrigue)
        )
    if event.chips:
        given.append(translator.ngettext("{n} chip", "{n} chips", event.chips))
    if event.stones:
        given.append(names.stone_count_text(translator, sum(event.stones.values())))
    if event.louis:
        given.append(names.louis_text(translator, event.louis))
    text = translator.gettext(
        "exchanges {things} for {arms}",
        things=translator.join_with_and(given),
        arms=names.arms_count_text(translator, event.arms),
    )
    return EventNarration(text, event.who)


@narrate_event.register
def _(event: ArmsShown, translator: Translator) -> EventNarration:
    if not event.kinds:
        return EventNarration(translator.gettext("has no coats of arms to show"), event.who)
    return EventNarration(
        translator.gettext("shows: {kinds}", kinds=names.arms_by_kind_text(translator, event.kinds)),
        event.who,
    )


@narrate_event.register
def _(event: ArmsKindWon, translator: Translator) -> EventNarration:
    kind = translator.name_of("arms", event.kind)
    if len(event.players) == 1:
        return EventNarration(
            translator.gettext(
                "{kind}: {who} has most with {most} and gets one more coat of arms",
                kind=kind,
                who=translator.player_name(event.players[0]),
                most=event.most,
            )
        )
    return EventNarration(
        translator.gettext(
            "{kind}: {who} have most with {most} each and get one more coat of arms each",
            kind=kind,
            who=translator.joined_player_names(event.players),
            most=event.most,
        )
    )


@narrate_event.register
def _(event: GameEnded, translator: Translator) -> EventNarration:
    who = translator.joined_player_names(event.winners)
    match event.decided_by:
        case "points":
            won = translator.gettext("{who} wins", who=who)
        case "stones":
            won = translator.gettext("{who} wins, tied on points, by more stones in the own supply", who=who)
        case _:
            won = translator.gettext(
                "{who} share the win, tied on points and on stones in the own supply", who=who
            )
    return EventNarration(ranking_text(translator, event.scores, event.winners, won))


# -- events with one sentence


def _type(translator: Translator, mission: str) -> str:
    return names.mission_name(translator, mission.partition(":")[0])


def _stack(translator: Translator, stack: str) -> str:
    return translator.name_of("stack", stack)


EVALUATION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    TileEvaluationBegan: full_sentence_template(
        mark_message("Next: {tile}"), tile=names.person_name, at_short_level=False
    ),
    TileTurned: full_sentence_template(mark_message("Turn {tile} over"), tile=names.person_name),
    KingLeftTile: full_sentence_template(mark_message("The king leaves {tile}"), tile=names.person_name),
    MissionFulfilled: predicate_template(
        mark_message("fulfils the mission {mission} with {chips}"),
        mission=_type,
        chips=value_from_fields("paid", formatter=names.chip_names_text),
    ),
    MissionDrawn: predicate_template(mark_message("draws a mission card ({stack})"), stack=_stack),
    MissionReturned: predicate_template(mark_message("puts a mission card back ({stack})"), stack=_stack),
    ChipSwapped: predicate_template(
        mark_message("exchanges the {chip} chip for a crown"), chip=names.chip_name
    ),
    ChipsReturned: predicate_template(
        mark_plural_message(
            "keeps the {chip} chip, returns {n} chip", "keeps the {chip} chip, returns {n} chips"
        ),
        n=value_from_fields("chips", formatter=lambda _words, chips: sum(chips.values())),
        chip=value_from_fields("kept", formatter=names.chip_name),
    ),
    StartPlayerPassed: predicate_template(mark_message("gets the start player card")),
    RoundBegan: full_sentence_template(mark_message("Round {round} begins")),
}

register_templates(narrate_event, EVALUATION_SENTENCES)
