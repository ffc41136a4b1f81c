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
from companion.voice.ranking import ranking
from companion.voice.sentences import Sentence, does, of, says, tell_by
from companion.voice.told import Told
from companion.voice.words import Words

# -- a tile


@tell.register
def _(event: Majority, words: Words) -> Told:
    tile, counts = names.tile(words, event.tile), names.whose(words, event.stones)
    if event.favoured is not None:
        text = words.gettext(
            "{tile}: a tie, but {who} counts as first thanks to a mission ({counts})",
            tile=tile,
            who=words.player(event.favoured),
            counts=counts,
        )
        return Told(text)
    if len(event.first) > 1:
        return Told(words.gettext("{tile}: a tie for the most ({counts})", tile=tile, counts=counts))
    who = words.player(event.first[0])
    return Told(
        words.gettext("{tile}: {who} has most ({counts})", tile=tile, who=who, counts=counts), short=False
    )


def wanted(event: Majority, number: int, words: Words) -> Told:
    """L-3.6: the stones on a tile where a number of them is asked for."""
    tile, counts = names.tile(words, event.tile), names.whose(words, event.stones)
    text = words.ngettext(
        "{tile}: {n} stone is enough ({counts})",
        "{tile}: {n} stones are enough ({counts})",
        number,
        tile=tile,
        counts=counts,
    )
    return Told(text, short=False)


@tell.register
def _(event: Rewarded, words: Words) -> Told:
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
    return Told(text, event.who, opens=True)


@tell.register
def _(event: ChipGained, words: Words) -> Told:
    thing = words.gettext("the {chip} chip", chip=names.chip(words, event.chip))
    return gets(words, event.who, thing, event.why)


@tell.register
def _(event: ArmsGained, words: Words) -> Told:
    return gets(words, event.who, names.arms(words, event.arms), event.why)


@tell.register
def _(event: SubstituteNeeded, words: Words) -> Told:
    what = event.what
    if what in ("money", "arms"):
        what = words.named("thing", {"money": "louis"}.get(what, what))
    else:
        what = names.chip(words, what)
    return Told(words.gettext("The box is empty, use a substitute: {what}", what=what))


# -- rounds and phases


@tell.register
def _(event: PhaseBegan, words: Words) -> Told:
    phase = words.named("phase", event.phase)
    return Told(phase if event.phase == "over" else words.gettext("Now: {phase}", phase=phase))


# -- the end


@tell.register
def _(event: Exchanged, words: Words) -> Told:
    if not event.arms:
        return Told(words.gettext("has nothing left to exchange"), event.who)
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
        "exchanges {things} for {arms}", things=words.listed(given), arms=names.arms(words, event.arms)
    )
    return Told(text, event.who)


@tell.register
def _(event: ArmsShown, words: Words) -> Told:
    if not event.kinds:
        return Told(words.gettext("has no coats of arms to show"), event.who)
    return Told(words.gettext("shows: {kinds}", kinds=names.kinds(words, event.kinds)), event.who)


@tell.register
def _(event: KindWon, words: Words) -> Told:
    kind = words.named("arms", event.kind)
    if len(event.players) == 1:
        return Told(
            words.gettext(
                "{kind}: {who} has most with {most} and gets one more coat of arms",
                kind=kind,
                who=words.player(event.players[0]),
                most=event.most,
            )
        )
    return Told(
        words.gettext(
            "{kind}: {who} have most with {most} each and get one more coat of arms each",
            kind=kind,
            who=words.players(event.players),
            most=event.most,
        )
    )


@tell.register
def _(event: GameEnded, words: Words) -> Told:
    who = words.players(event.winners)
    match event.decided_by:
        case "points":
            won = words.gettext("{who} wins", who=who)
        case "stones":
            won = words.gettext("{who} wins, tied on points, by more stones in the own supply", who=who)
        case _:
            won = words.gettext(
                "{who} share the win, tied on points and on stones in the own supply", who=who
            )
    return Told(ranking(words, event.scores, event.winners, won))


# -- what one message tells


def _type(words: Words, mission: str) -> str:
    return names.mission(words, mission.partition(":")[0])


def _stack(words: Words, stack: str) -> str:
    return words.named("stack", stack)


SENTENCES: Mapping[type[Event], Sentence] = {
    TileOpened: says(message("Next: {tile}"), tile=names.tile, short=False),
    TileTurned: says(message("Turn {tile} over"), tile=names.tile),
    KingLeft: says(message("The king leaves {tile}"), tile=names.tile),
    MissionFulfilled: does(
        message("fulfils the mission {mission} with {chips}"),
        mission=_type,
        chips=of("paid", by=names.chips),
    ),
    MissionDrawn: does(message("draws a mission card ({stack})"), stack=_stack),
    MissionReturned: does(message("puts a mission card back ({stack})"), stack=_stack),
    ChipSwapped: does(message("exchanges the {chip} chip for a crown"), chip=names.chip),
    ChipsReturned: does(
        messages("keeps the {chip} chip, returns {n} chip", "keeps the {chip} chip, returns {n} chips"),
        n=of("chips", by=lambda _words, chips: sum(chips.values())),
        chip=of("kept", by=names.chip),
    ),
    StartPassed: does(message("gets the start player card")),
    RoundBegan: says(message("Round {round} begins")),
}

tell_by(tell, SENTENCES)
