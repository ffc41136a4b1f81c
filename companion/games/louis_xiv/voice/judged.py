"""Tiles judged, missions, phases and the end, in words."""

from __future__ import annotations

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
from companion.voice.ranking import ranking
from companion.voice.told import Told
from companion.voice.words import Words

# -- a tile


@tell.register
def _(event: TileOpened, words: Words) -> Told:
    return Told(words.gettext("Next: {tile}", tile=names.tile(words, event.tile)), short=False)


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


@tell.register
def _(event: TileTurned, words: Words) -> Told:
    return Told(words.gettext("Turn {tile} over", tile=names.tile(words, event.tile)))


@tell.register
def _(event: KingLeft, words: Words) -> Told:
    return Told(words.gettext("The king leaves {tile}", tile=names.tile(words, event.tile)))


# -- missions


@tell.register
def _(event: MissionFulfilled, words: Words) -> Told:
    text = words.gettext(
        "fulfils the mission {mission} with {chips}",
        mission=names.mission(words, event.mission.partition(":")[0]),
        chips=names.chips(words, event.paid),
    )
    return Told(text, event.who)


@tell.register
def _(event: MissionDrawn, words: Words) -> Told:
    stack = words.named("stack", event.stack)
    return Told(words.gettext("draws a mission card ({stack})", stack=stack), event.who)


@tell.register
def _(event: MissionReturned, words: Words) -> Told:
    stack = words.named("stack", event.stack)
    return Told(words.gettext("puts a mission card back ({stack})", stack=stack), event.who)


@tell.register
def _(event: ChipSwapped, words: Words) -> Told:
    chip = names.chip(words, event.chip)
    return Told(words.gettext("exchanges the {chip} chip for a crown", chip=chip), event.who)


@tell.register
def _(event: ChipsReturned, words: Words) -> Told:
    text = words.ngettext(
        "keeps the {chip} chip, returns {n} chip",
        "keeps the {chip} chip, returns {n} chips",
        sum(event.chips.values()),
        chip=names.chip(words, event.kept),
    )
    return Told(text, event.who)


# -- rounds and phases


@tell.register
def _(event: StartPassed, words: Words) -> Told:
    return Told(words.gettext("gets the start player card"), event.who)


@tell.register
def _(event: RoundBegan, words: Words) -> Told:
    return Told(words.gettext("Round {round} begins", round=event.round))


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
