"""Tiles judged, missions, phases and the end, in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    KingLeft,
    Majority,
    PhaseBegan,
    Rewarded,
    RoundBegan,
    StartPassed,
    SubstituteNeeded,
    TileOpened,
    TileTurned,
)
from companion.games.louis_xiv.rules.outcomes import (
    ArmsShown,
    ChipsReturned,
    ChipSwapped,
    Exchanged,
    GameEnded,
    KindWon,
    MissionDrawn,
    MissionFulfilled,
    MissionReturned,
)
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.moved import gets, tell
from companion.rules.transaction import Event
from companion.voice.language import message, messages
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    from_fields,
    full_sentence,
    predicate,
    register_templates,
)
from companion.voice.translator import Translator

# -- a tile


@tell.register
def _(event: Majority, words: Translator) -> EventNarration:
    tile, counts = names.tile(words, event.tile), names.whose(words, event.stones)
    if event.favoured is not None:
        text = words.gettext(
            "{tile}: a tie, but {who} counts as first thanks to a mission ({counts})",
            tile=tile,
            who=words.player_name(event.favoured),
            counts=counts,
        )
        return EventNarration(text)
    if len(event.first) > 1:
        return EventNarration(
            words.gettext("{tile}: a tie for the most ({counts})", tile=tile, counts=counts)
        )
    who = words.player_name(event.first[0])
    return EventNarration(
        words.gettext("{tile}: {who} has most ({counts})", tile=tile, who=who, counts=counts),
        at_short_level=False,
    )


def wanted(event: Majority, number: int, words: Translator) -> EventNarration:
    """L-3.6: the stones on a tile where a number of them is asked for."""
    tile, counts = names.tile(words, event.tile), names.whose(words, event.stones)
    text = words.ngettext(
        "{tile}: {n} stone is enough ({counts})",
        "{tile}: {n} stones are enough ({counts})",
        number,
        tile=tile,
        counts=counts,
    )
    return EventNarration(text, at_short_level=False)


@tell.register
def _(event: Rewarded, words: Translator) -> EventNarration:
    tile = names.tile(words, event.tile)
    match event.how:
        case "alone":
            text = words.gettext("has most stones at {tile}", tile=tile)
        case "second":
            text = words.gettext("is second at {tile}", tile=tile)
        case "tied":
            text = words.gettext("is tied for the most at {tile}", tile=tile)
        case "bought":
            text = words.gettext("buys at {tile}", tile=tile)
        case "stones":
            text = words.gettext("has enough stones at {tile}", tile=tile)
    return EventNarration(text, event.who, starts_sentence=True)


@tell.register
def _(event: ChipGained, words: Translator) -> EventNarration:
    thing = words.gettext("the {chip} chip", chip=names.chip(words, event.chip))
    return gets(words, event.who, thing, event.why)


@tell.register
def _(event: ArmsGained, words: Translator) -> EventNarration:
    return gets(words, event.who, names.arms(words, event.arms), event.why)


@tell.register
def _(event: SubstituteNeeded, words: Translator) -> EventNarration:
    what = event.what
    if what in ("money", "arms"):
        what = words.name_of("thing", {"money": "louis"}.get(what, what))
    else:
        what = names.chip(words, what)
    return EventNarration(words.gettext("The box is empty, use a substitute: {what}", what=what))


# -- rounds and phases


@tell.register
def _(event: PhaseBegan, words: Translator) -> EventNarration:
    phase = words.name_of("phase", event.phase)
    return EventNarration(phase if event.phase == "over" else words.gettext("Now: {phase}", phase=phase))


# -- the end


@tell.register
def _(event: Exchanged, words: Translator) -> EventNarration:
    if not event.arms:
        return EventNarration(words.gettext("has nothing left to exchange"), event.who)
    given = []
    if event.influence:
        given.append(names.influence_cards(words, event.influence))
    if event.intrigue:
        given.append(words.npgettext("object", "{n} intrigue card", "{n} intrigue cards", event.intrigue))
    if event.chips:
        given.append(words.ngettext("{n} chip", "{n} chips", event.chips))
    if event.stones:
        given.append(names.stones(words, sum(event.stones.values())))
    if event.louis:
        given.append(names.louis(words, event.louis))
    text = words.gettext(
        "exchanges {things} for {arms}", things=words.join_with_and(given), arms=names.arms(words, event.arms)
    )
    return EventNarration(text, event.who)


@tell.register
def _(event: ArmsShown, words: Translator) -> EventNarration:
    if not event.kinds:
        return EventNarration(words.gettext("has no coats of arms to show"), event.who)
    return EventNarration(words.gettext("shows: {kinds}", kinds=names.kinds(words, event.kinds)), event.who)


@tell.register
def _(event: KindWon, words: Translator) -> EventNarration:
    kind = words.name_of("arms", event.kind)
    if len(event.players) == 1:
        return EventNarration(
            words.gettext(
                "{kind}: {who} has most with {most} and gets one more coat of arms",
                kind=kind,
                who=words.player_name(event.players[0]),
                most=event.most,
            )
        )
    return EventNarration(
        words.gettext(
            "{kind}: {who} have most with {most} each and get one more coat of arms each",
            kind=kind,
            who=words.player_names(event.players),
            most=event.most,
        )
    )


@tell.register
def _(event: GameEnded, words: Translator) -> EventNarration:
    who = words.player_names(event.winners)
    match event.decided_by:
        case "points":
            won = words.gettext("{who} wins", who=who)
        case "stones":
            won = words.gettext("{who} wins, tied on points, by more stones in the own supply", who=who)
        case _:
            won = words.gettext(
                "{who} share the win, tied on points and on stones in the own supply", who=who
            )
    return EventNarration(ranking_text(words, event.scores, event.winners, won))


# -- what one message tells


def _type(words: Translator, mission: str) -> str:
    return names.mission(words, mission.partition(":")[0])


def _stack(words: Translator, stack: str) -> str:
    return words.name_of("stack", stack)


SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    TileOpened: full_sentence(message("Next: {tile}"), tile=names.tile, at_short_level=False),
    TileTurned: full_sentence(message("Turn {tile} over"), tile=names.tile),
    KingLeft: full_sentence(message("The king leaves {tile}"), tile=names.tile),
    MissionFulfilled: predicate(
        message("fulfils the mission {mission} with {chips}"),
        mission=_type,
        chips=from_fields("paid", formatter=names.chips),
    ),
    MissionDrawn: predicate(message("draws a mission card ({stack})"), stack=_stack),
    MissionReturned: predicate(message("puts a mission card back ({stack})"), stack=_stack),
    ChipSwapped: predicate(message("exchanges the {chip} chip for a crown"), chip=names.chip),
    ChipsReturned: predicate(
        messages("keeps the {chip} chip, returns {n} chip", "keeps the {chip} chip, returns {n} chips"),
        n=from_fields("chips", formatter=lambda _words, chips: sum(chips.values())),
        chip=from_fields("kept", formatter=names.chip),
    ),
    StartPassed: predicate(message("gets the start player card")),
    RoundBegan: full_sentence(message("Round {round} begins")),
}

register_templates(tell, SENTENCES)
