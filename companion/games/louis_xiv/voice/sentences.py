"""The sentences of Louis XIV: each event, what explains it, and the narration of a run of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import takewhile

from msgspec.structs import replace

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    InfluenceCardPlayed,
    InfluenceDeckShuffled,
    InfluenceDrawn,
    IntrigueDrawn,
    IntriguePlayed,
    KingLeftTile,
    LastCardReturned,
    MajorityCounted,
    MoneyCardTurned,
    MoneyGained,
    MoneyPaid,
    NeutralCardTurned,
    NeutralStonesPlaced,
    NeutralStonesReturned,
    PhaseBegan,
    RewardGiven,
    RoundBegan,
    StartPlayerPassed,
    StoneGivenForCard,
    StonesPlaced,
    StonesReturned,
    StonesTakenBack,
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
    MissionUsed,
)
from companion.games.louis_xiv.rules.phases.tile_ranking import rank_tile
from companion.games.louis_xiv.rules.pieces import JOKER, NEUTRAL, TILE_OF_PERSON
from companion.games.louis_xiv.rules.state import TableState
from companion.games.louis_xiv.voice import names
from companion.rules.multiset import Multiset
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
from companion.voice.narration import ITEMS_PLACEHOLDER, EventNarration, Majority, NarrationLine
from companion.voice.ranking_text import counts_by_player_text, ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    no_sentence,
    predicate_template,
    register_templates,
    value_from_fields,
)
from companion.voice.translator import Translator, capitalised

# -- the sentences of money, stones and cards: each event as what its player does

narrate_event = singledispatch(no_sentence)
"""The sentence of an event, registered below for each kind; raises LookupError for an event of another game."""


def narrate_gain(translator: Translator, who: str, item: str, why: str) -> EventNarration:
    """The sentence of a gain, with its reason."""
    return EventNarration(
        with_reason(translator, translator.gettext("gets {things}", things=ITEMS_PLACEHOLDER), why), who, item
    )


def with_reason(translator: Translator, text: str, why: str) -> str:
    """The predicate with what gave it (tile, mission, clause), or alone where that is plain."""
    if why.startswith("tile/"):
        return translator.gettext(
            "{gets} thanks to {tile}",
            gets=text,
            tile=names.person_name(translator, why.removeprefix("tile/")),
        )
    match why:
        case "" | "L-1.3" | "L-2.6" | "L-2.7":  # dealt to all, or what the card played is for
            return text
        case "L-1.1":
            return translator.gettext("{gets} by the money card", gets=text)
        case "L-1.4":
            return translator.gettext("{gets} for starting the last round", gets=text)
        case "L-3.7":
            return translator.gettext("{gets} from the king", gets=text)
        case "L-4.4":
            return translator.gettext("{gets} for the chips returned", gets=text)
        case _:
            return translator.gettext("{gets} thanks to a mission", gets=text)


# -- money


@narrate_event.register
def _(event: MoneyGained, translator: Translator) -> EventNarration:
    return narrate_gain(translator, event.who, names.louis_text(translator, event.louis), event.why)


@narrate_event.register
def _(event: MoneyPaid, translator: Translator) -> EventNarration:
    louis = names.louis_text(translator, event.louis)
    if event.why.startswith("tile/"):
        tile = names.person_name(translator, event.why.removeprefix("tile/"))
        return EventNarration(
            translator.gettext("buys at {tile} for {louis}", tile=tile, louis=louis),
            event.who,
            starts_sentence=True,
        )
    return EventNarration(translator.gettext("pays {louis}", louis=louis), event.who)


# -- stones


@narrate_event.register
def _(event: StonesPlaced, translator: Translator) -> EventNarration:
    text = translator.gettext("places {things}", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = translator.gettext("places {things} from the general supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(text, event.who, stones_on_tile_text(translator, event.stones, event.tile))


def stones_on_tile_text(translator: Translator, number: int, tile: int) -> str:
    """That many stones on a tile, as the object of a sentence."""
    return translator.ngettext(
        "{n} stone on {tile}", "{n} stones on {tile}", number, tile=names.person_name(translator, tile)
    )


@narrate_event.register
def _(event: StonesReturned, translator: Translator) -> EventNarration:
    text = translator.gettext("takes {things} to the own supply", things=ITEMS_PLACEHOLDER)
    if event.supply == "general":
        text = translator.gettext("returns {things} to the general supply", things=ITEMS_PLACEHOLDER)
    stones = translator.ngettext(
        "{n} stone from {tile}",
        "{n} stones from {tile}",
        event.stones,
        tile=names.person_name(translator, event.tile),
    )
    return EventNarration(text, event.who, stones)


@narrate_event.register
def _(event: StonesTakenBack, translator: Translator) -> EventNarration:
    text = translator.gettext("takes {things} back to the own supply", things=ITEMS_PLACEHOLDER)
    return EventNarration(
        with_reason(translator, text, event.why), event.who, names.stone_count_text(translator, event.stones)
    )


# -- cards


@narrate_event.register
def _(event: InfluenceCardPlayed, translator: Translator) -> EventNarration:
    tile = _person(translator, event.card)
    match event.card, event.way:
        case "joker", "discard":
            text = translator.gettext("discards a joker")
        case _, "discard":
            text = translator.gettext("discards the {tile} card", tile=tile)
        case "joker", _:
            text = translator.gettext("plays a joker")
        case _:
            text = translator.gettext("plays the {tile} card", tile=tile)
    return EventNarration(text, event.who)


def narrate_without_effect(event: InfluenceCardPlayed, translator: Translator) -> EventNarration:
    """L-2.6: the sentence of a card played to take stones back where there are none."""
    if event.card == JOKER:
        return EventNarration(translator.gettext("plays a joker without effect"), event.who)
    tile = _person(translator, event.card)
    return EventNarration(translator.gettext("plays the {tile} card without effect", tile=tile), event.who)


def _person(translator: Translator, card: str) -> str:
    return names.person_name(translator, TILE_OF_PERSON.get(card, card))


@narrate_event.register
def _(event: InfluenceDrawn, translator: Translator) -> EventNarration:
    text = with_reason(translator, translator.gettext("draws {things}", things=ITEMS_PLACEHOLDER), event.why)
    return EventNarration(text, event.who, names.influence_card_count_text(translator, event.cards))


def narrate_deal(cards: int, translator: Translator) -> EventNarration:
    """L-1.3: the sentence of influence cards dealt to all."""
    return EventNarration(
        translator.ngettext(
            "Everyone is dealt {n} influence card", "Everyone is dealt {n} influence cards", cards
        )
    )


@narrate_event.register
def _(event: IntrigueDrawn, translator: Translator) -> EventNarration:
    return EventNarration(
        with_reason(translator, translator.gettext("draws an intrigue card"), event.why), event.who
    )


EVENT_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    MoneyCardTurned: full_sentence_template(
        mark_plural_message(
            "Money card: everyone takes {n} louis, the king goes to {tile}",
            "Money card: everyone takes {n} louis, the king goes to {tile}",
        ),
        n=value_from_fields("louis"),
        tile=value_from_fields("king", formatter=names.person_name),
    ),
    StoneGivenForCard: predicate_template(mark_message("puts 1 stone from the own into the general supply")),
    NeutralCardTurned: full_sentence_template(
        mark_message("For the neutral stones: {card}"), card=names.influence_card_name, at_short_level=False
    ),
    NeutralStonesPlaced: full_sentence_template(
        mark_plural_message("{n} neutral stone goes to {tile}", "{n} neutral stones go to {tile}"),
        n=value_from_fields("stones"),
        tile=names.person_name,
    ),
    NeutralStonesReturned: full_sentence_template(
        mark_plural_message("{n} neutral stone leaves {tile}", "{n} neutral stones leave {tile}"),
        n=value_from_fields("stones"),
        tile=names.person_name,
    ),
    LastCardReturned: predicate_template(mark_message("puts the last card back unseen")),
    InfluenceDeckShuffled: full_sentence_template(mark_message("Shuffle all influence cards")),
    IntriguePlayed: predicate_template(
        mark_message("plays the intrigue card {tile}"), tile=names.person_name
    ),
    MissionUsed: predicate_template(mark_message("uses the mission {mission}"), mission=names.mission_name),
}
"""Event -> its sentence, for events that have only one."""

register_templates(narrate_event, EVENT_SENTENCES)


# -- notes on who leads on a tile: at all levels when the lead changes, at level full always


def narrate_consequences(
    before: TableState, after: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """The notes on the tiles where stones were placed."""
    placed = [each.tile for each in events if isinstance(each, (StonesPlaced, NeutralStonesPlaced))]
    for tile in dict.fromkeys(placed):
        condition = after.condition(tile)
        stones_before, stones = before.tiles[tile].stones, after.tiles[tile].stones
        if condition.kind == "stones":
            yield from _stones_wanted_notes(tile, condition.number, stones_before, stones, translator)
        else:
            yield from _lead_notes(tile, stones_before, stones, translator)


def _stones_wanted_notes(
    tile: int, wanted: int, stones_before: Multiset, stones: Multiset, translator: Translator
) -> Iterator[NarrationLine]:
    """L-3.6: how many of the stones asked for somebody has; at level short once they are enough."""
    name = names.person_name(translator, tile)
    for who, count in stones.items():
        had = stones_before.get(who, 0)
        if who == NEUTRAL or count == had or had >= wanted:
            continue
        if count >= wanted:
            text = translator.gettext(
                "{who} now has enough stones at {tile}", who=translator.player_name(who), tile=name
            )
        else:
            text = translator.gettext(
                "{who} has {count} of {wanted} stones at {tile}",
                who=translator.player_name(who),
                count=count,
                wanted=wanted,
                tile=name,
            )
        yield NarrationLine(translator.to_sentence(text), who, count >= wanted)


def _lead_notes(
    tile: int, stones_before: Multiset, stones: Multiset, translator: Translator
) -> Iterator[NarrationLine]:
    ranks = rank_tile(stones, None)
    changed = bool(stones_before) and set(ranks.leaders) != set(rank_tile(stones_before, None).leaders)
    most = max(stones.values(), default=0)
    name = names.person_name(translator, tile)
    if not ranks.leaders:
        return  # placed, and returned since
    if len(ranks.leaders) > 1:
        text = translator.ngettext(
            "Tie at {tile}: {who}, {n} stone each",
            "Tie at {tile}: {who}, {n} stones each",
            most,
            tile=name,
            who=translator.joined_player_names(ranks.leaders),
        )
        yield NarrationLine(translator.to_sentence(text), "", changed)
        return
    (who,) = ranks.leaders
    player = translator.player_name(who)
    if ranks.runners_up:
        second = stones[ranks.runners_up[0]]
        if changed:
            text = translator.gettext(
                "{who} now leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        else:
            text = translator.gettext(
                "{who} leads at {tile}, {most} to {next}", who=player, tile=name, most=most, next=second
            )
        yield NarrationLine(translator.to_sentence(text), who, changed)
    elif not stones_before and who != NEUTRAL:
        text = translator.gettext("Only {who} has stones at {tile}", who=player, tile=name)
        yield NarrationLine(translator.to_sentence(text), who, False)


# -- the sentences of evaluated tiles, missions, phases and the end

# -- a tile


@narrate_event.register
def _(event: MajorityCounted, translator: Translator) -> EventNarration:
    tile, counts = (
        names.person_name(translator, event.tile),
        counts_by_player_text(translator, event.stones),
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
        counts_by_player_text(translator, event.stones),
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


# -- the narration of a run of events: what one of them tells, the others need not

DEAL_REASON, KINGS_CROWN_REASON, CHIPS_RETURNED_REASON = "L-1.3", "L-3.7", "L-4.4"
GainEvent = ChipGained | ArmsGained | MoneyGained | InfluenceDrawn | IntrigueDrawn | StonesTakenBack


def narrate_events(
    before: TableState, events: Sequence[Event], translator: Translator
) -> tuple[EventNarration | None, ...]:
    """The sentence of each event; None where another one tells it as well."""
    return tuple(_narrations(before, events, translator))


def _narrations(
    before: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[EventNarration | None]:
    told_reasons: tuple[str, tuple[str, ...]] = ("", ())
    for index, event in enumerate(events):
        earlier, later = events[:index], events[index + 1 :]
        told_reasons = _reasons_told(event) or told_reasons
        if _told_elsewhere(event, earlier, later):
            yield None
            continue
        match event:
            case InfluenceDrawn(why="L-1.3") if _same_for_all(event, (*earlier, *later)):
                yield narrate_deal(event.cards, translator)
            case MajorityCounted(tile=tile) if before.condition(tile).kind == "stones":
                yield narrate_stone_condition(event, before.condition(tile).number, translator)
            case StonesPlaced():
                yield narrate_event(replace(event, stones=_stones_together(event, later)), translator)
            case InfluenceCardPlayed(way="take") if not _brings_stones_back(later):
                yield narrate_without_effect(event, translator)
            case (
                ChipGained()
                | ArmsGained()
                | MoneyGained()
                | InfluenceDrawn()
                | IntrigueDrawn()
                | StonesTakenBack()
            ):
                yield narrate_event(_without_told_reason(event, told_reasons), translator)
            case _:
                yield narrate_event(event, translator)


def _reasons_told(event: Event) -> tuple[str, tuple[str, ...]] | None:
    """The player whose gains have their reason told by this event, and the reasons; None without any."""
    match event:
        case RewardGiven(who=who, tile=tile):
            return who, (f"tile/{tile}", KINGS_CROWN_REASON)
        case MissionUsed(who=who, mission=mission):
            return who, (mission,)
        case ChipsReturned(who=who):
            return who, (CHIPS_RETURNED_REASON,)
    return None


def _told_elsewhere(event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> bool:
    match event:
        case MoneyGained(why="L-1.1"):
            return True  # the money card tells it
        case InfluenceDrawn(why="L-1.3"):
            return _same_for_all(event, (*earlier, *later)) and any(
                isinstance(each, InfluenceDrawn) and each.why == DEAL_REASON for each in earlier
            )
        case RewardGiven(how="bought"):
            return bool(earlier) and isinstance(earlier[-1], MoneyPaid)  # paying tells it
        case StonesPlaced():
            return bool(earlier) and _same_place(earlier[-1], event)  # the first one tells all
        case TileEvaluationBegan():
            # nothing happens there
            return bool(later) and isinstance(later[0], (TileEvaluationBegan, PhaseBegan))
        case MajorityCounted(stones=stones):
            return len(stones) == 1  # the reward tells it
    return False


def _stones_together(event: StonesPlaced, later: Sequence[Event]) -> int:
    """How many stones are placed there one after another, from this one on."""
    same = takewhile(lambda each: _same_place(each, event), later)
    return event.stones + sum(each.stones for each in same if isinstance(each, StonesPlaced))


def _same_place(one: Event, other: StonesPlaced) -> bool:
    return isinstance(one, StonesPlaced) and replace(one, stones=other.stones) == other


def _same_for_all(event: InfluenceDrawn, others: Sequence[Event]) -> bool:
    """L-1.3: whether others are dealt cards too, and as many."""
    dealt = [each.cards for each in others if isinstance(each, InfluenceDrawn) and each.why == DEAL_REASON]
    return bool(dealt) and set(dealt) == {event.cards}


def _brings_stones_back(later: Sequence[Event]) -> bool:
    """Whether the card just played brings stones back (L-2.6)."""
    return any(isinstance(each, StonesTakenBack) and each.why in ("L-2.6", "L-2.7") for each in later)


def _without_told_reason(event: GainEvent, told_reasons: tuple[str, tuple[str, ...]]) -> GainEvent:
    """The event without its reason, where that was told just before."""
    who, reasons = told_reasons
    return replace(event, why="") if event.who == who and event.why in reasons else event


def majority(before: TableState, event: Event, translator: Translator) -> Majority | None:
    """L-3.3, L-5.2: who had most stones on a tile that goes by that, and most of a kind of coats of arms."""
    match event:
        case MajorityCounted(tile=tile) if before.condition(tile).kind != "stones":
            winners = () if len(event.first) > 1 else event.first
            return Majority(names.person_name(translator, tile), event.stones, winners)
        case ArmsKindWon(kind=kind):
            shown = {who: player.shown.get(kind, 0) for who, player in before.players.items()}
            counts = {who: count for who, count in shown.items() if count}
            return Majority(capitalised(translator.name_of("arms", kind)), counts, event.players)
        case _:
            return None
