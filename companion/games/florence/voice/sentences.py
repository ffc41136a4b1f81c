"""The sentences of the Princes of Florence: each event, what explains it, and the narration of a run of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import takewhile

from msgspec.structs import replace

from companion.games.florence.rules.auction_events import (
    AuctionOpened,
    AuctionPhasePassed,
    BidPaid,
    BidRaised,
    BuilderGained,
    JesterGained,
    LandscapePlaced,
    LandscapeReturned,
    ObjectChosen,
    ObjectPassed,
    ObjectWon,
    PrestigeCardKept,
    RecruitingCardGained,
)
from companion.games.florence.rules.edition import (
    AUCTION_VALUES,
    BONUS_CARD_NAMES,
    POINTS,
    PRICES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.events import (
    ActionPhaseBegan,
    BestWorkAwarded,
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    PrestigeGained,
    PrestigeSold,
    ProfessionRecruited,
    ProfessionTaken,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    WorkCompleted,
)
from companion.games.florence.rules.phases.auction import (
    next_opener,
    players_in_auction_phase,
    players_still_bidding,
    refusal_for_object,
)
from companion.games.florence.rules.phases.final_scoring import (
    FinalCountBegan,
    GameEnded,
    PrestigeCardCounted,
    PrestigeCardsShown,
)
from companion.games.florence.rules.phases.recruiting import can_recruit
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS, PrestigeCardScore
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import VALUE_BY_WANT as WORTH
from companion.games.florence.voice import names
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
from companion.voice.narration import EventNarration, NarrationLine, full_level_line
from companion.voice.ranking_text import counts_by_player_text, points_text, ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    no_sentence,
    predicate_template,
    register_templates,
    value_from_fields,
)
from companion.voice.translator import Translator

# -- the sentences of the auction: opened, bid, passed, sold, and what follows

narrate_event = singledispatch(no_sentence)
"""The sentence of an event, registered below for each kind; raises LookupError for an event of another game."""


# -- bids


@narrate_event.register
def _(event: ObjectPassed, translator: Translator) -> EventNarration:
    return narrate_passes(event, (event.who,), translator)


def narrate_passes(event: ObjectPassed, whos: tuple[str, ...], translator: Translator) -> EventNarration:
    """The sentence of a player who passes, or of several who pass automatically for the same reason."""
    who = translator.joined_player_names(whos)
    match event.why:
        case "money":
            text = translator.gettext("Too little money to bid: {who}", who=who)
        case "builders":
            text = translator.gettext("Three builders already: {who}", who=who)
        case "no-room":
            text = translator.gettext(
                "No room for {lot}: {who}", lot=names.object_with_article(translator, event.kind), who=who
            )
        case _:
            return EventNarration(translator.gettext("passes"), event.who, starts_sentence=True)
    return EventNarration(text)


def going_once_text(price: int, lot: str, translator: Translator) -> str:
    """The auctioneer's call when only one player may still answer the bid."""
    return translator.gettext("{price} for {lot} - going once", price=price, lot=lot)


@narrate_event.register
def _(event: AuctionPhasePassed, translator: Translator) -> EventNarration:
    who = translator.player_name(event.who)
    match event.why:
        case "money":
            return EventNarration(translator.gettext("Out of the auction, too little money: {who}", who=who))
        case "":
            return EventNarration(
                translator.gettext("is out of the auction"), event.who, starts_sentence=True
            )
        case _:
            return EventNarration(
                translator.gettext("Out of the auction, nothing left to bid for: {who}", who=who)
            )


@narrate_event.register
def _(event: ObjectChosen, translator: Translator) -> EventNarration:
    lot, florins = (
        names.object_with_article(translator, event.kind),
        names.florins_text(translator, event.price),
    )
    if not event.given_up:
        text = translator.gettext("keeps {lot} and pays {florins}", lot=lot, florins=florins)
    else:
        text = translator.gettext(
            "keeps {lot}, gives up {other} and pays {florins}",
            lot=lot,
            other=names.object_with_article(translator, event.given_up),
            florins=florins,
        )
    return EventNarration(text, event.who, starts_sentence=True)


# -- what was won


def narrate_jesters(who: str, number: int, each: int, translator: Translator) -> EventNarration:
    """The sentence of a jester gained, with how many there are now."""
    text = translator.ngettext(
        "has {n} jester now (plus {points} to every work)",
        "has {n} jesters now (plus {points} to every work)",
        number,
        points=number * each,
    )
    return EventNarration(text, who, starts_sentence=True)


@narrate_event.register
def _(event: BuilderGained, translator: Translator) -> EventNarration:
    match event.number:
        case 1:
            price = names.florins_text(translator, PRICES["building"][1])
            text = translator.gettext("has a first builder (buildings for {florins})", florins=price)
        case 2:
            text = translator.gettext("has a second builder (buildings may touch)")
        case _:
            text = translator.gettext("has a third builder (buildings are free)")
    return EventNarration(text, event.who, starts_sentence=True)


# -- events with one sentence


def _whose(translator: Translator, kind: str) -> str:
    return names.object_with_article(translator, kind, names.SUBJECT_FORM)


LOT_VALUE = value_from_fields("kind", formatter=names.object_with_article)
PRICE_VALUE = value_from_fields("price", formatter=names.florins_text)
SOLD_LOT_VALUE = value_from_fields("kind", formatter=_whose)

AUCTION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    AuctionOpened: predicate_template(
        mark_message("opens {lot} at {price}"), lot=LOT_VALUE, starts_sentence=True
    ),
    BidRaised: full_sentence_template(mark_message("{price} from {who}"), who=Translator.player_name),
    ObjectWon: full_sentence_template(
        mark_message("Sold: {lot} to {who} for {price}"), lot=SOLD_LOT_VALUE, who=Translator.player_name
    ),
    BidPaid: predicate_template(mark_message("pays {florins}"), florins=PRICE_VALUE),
    JesterGained: predicate_template(mark_message("gets a jester")),
    RecruitingCardGained: predicate_template(mark_message("gets a recruiting card")),
    LandscapePlaced: predicate_template(
        mark_message("lays {tile} at {square}"),
        tile=lambda translator, tile: names.object_with_article(translator, tile.name),
        square=value_from_fields("tile", formatter=lambda _words, tile: tile.square),
        at_short_level=False,
    ),
    LandscapeReturned: full_sentence_template(
        mark_message("No room for {lot}: back to the supply, no points"), lot=LOT_VALUE
    ),
    PrestigeCardKept: predicate_template(mark_message("keeps a prestige card")),
    PrestigeSold: predicate_template(
        mark_message("sells {points} for {florins}"),
        points=value_from_fields("number", formatter=points_text),
        florins=names.florins_text,
    ),
}

LAST_BUYER_SENTENCE = predicate_template(
    mark_message("takes {lot} for {price}"), lot=LOT_VALUE, starts_sentence=True
)
"""AuctionOpened where the last player left gets the object without an auction (P-A2)."""
SET_ASIDE_SENTENCE = full_sentence_template(
    mark_message("Sold: {lot} to {who} for {price}, laid aside"),
    lot=SOLD_LOT_VALUE,
    who=Translator.player_name,
)
"""ObjectWon where it is set aside, unpaid, until the choice (P-2.1)."""

register_templates(narrate_event, AUCTION_SENTENCES)


# -- the sentences of turns and actions: works, buildings, cards, freedoms, prestige gained

# -- rounds and turns


def narrate_round_began(event: RoundBegan, least: int, translator: Translator) -> EventNarration:
    """The sentence of a round that begins, with the least value of a work (P-M4)."""
    return EventNarration(
        translator.gettext(
            "Round {round}: {who} starts; works from value {least}",
            round=event.round,
            who=translator.player_name(event.start),
            least=least,
        )
    )


@narrate_event.register
def _(event: TurnEnded, translator: Translator) -> EventNarration:
    if not event.given_up:
        return EventNarration(translator.gettext("ends the turn"), event.who, at_short_level=False)
    number = event.given_up
    text = translator.ngettext("gives up {n} action", "gives up {n} actions", number)
    return EventNarration(text, event.who, at_short_level=False)


# -- works


@narrate_event.register
def _(event: WorkCompleted, translator: Translator) -> EventNarration:
    text = translator.gettext(
        "completes a work ({profession}), value {value}: {income}",
        profession=translator.name_of("profession", event.profession),
        value=event.value.total,
        income=translator.join_with_and(
            list(_income(event, translator)) or [names.florins_text(translator, 0)]
        ),
    )
    return EventNarration(text, event.who, starts_sentence=True)


def _income(event: WorkCompleted, translator: Translator) -> Iterator[str]:
    """P-B3: the income kept, and the part that became prestige."""
    if event.kept:
        yield names.florins_text(translator, event.kept)
    if event.bought:
        yield points_text(translator, event.bought)


# -- buildings, and prestige gained


@narrate_event.register
def _(event: BuildingBuilt, translator: Translator) -> EventNarration:
    building, square = names.object_with_article(translator, event.tile.name), event.tile.square
    if not event.price:
        text = translator.gettext("builds {tile} at {square} for free", tile=building, square=square)
    else:
        text = translator.gettext(
            "builds {tile} at {square} for {florins}",
            tile=building,
            square=square,
            florins=names.florins_text(translator, event.price),
        )
    return EventNarration(text, event.who, starts_sentence=True)


@narrate_event.register
def _(event: PrestigeGained, translator: Translator) -> EventNarration:
    points = points_text(translator, event.number)
    match event.why:
        case "landscape":
            text = translator.gettext("gains {points} for one more landscape of the same kind", points=points)
        case "builder":
            text = translator.gettext("gains {points} for one more builder", points=points)
        case "building":
            text = translator.gettext("gains {points} for a building", points=points)
        case "best-work":
            text = translator.gettext("gains {points} for the best work", points=points)
    return EventNarration(text, event.who)


# -- events with one sentence


def _recruited(translator: Translator, profession: str, from_: str) -> str:
    return names.name_with_owner(translator, translator.name_of("profession", profession), from_)


ACTION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence_template(
        mark_message("Round {round}: {who} starts"),
        who=value_from_fields("start", formatter=Translator.player_name),
    ),
    ActionPhaseBegan: full_sentence_template(mark_message("The auction is over")),
    TurnBegan: predicate_template(
        mark_plural_message("has {n} action", "has {n} actions"),
        n=value_from_fields(formatter=lambda _words: PRICES["actions"]),
        at_short_level=False,
        starts_sentence=True,
    ),
    ProfessionTaken: predicate_template(
        mark_message("takes a profession for {florins}"),
        florins=PRICE_VALUE,
        at_short_level=False,
        starts_sentence=True,
    ),
    BonusCardTaken: predicate_template(
        mark_message("takes a bonus card for {florins}"),
        florins=PRICE_VALUE,
        at_short_level=False,
        starts_sentence=True,
    ),
    FreedomTaken: predicate_template(
        mark_message("introduces {freedom} for {florins}"),
        freedom=names.object_with_article,
        florins=PRICE_VALUE,
        starts_sentence=True,
    ),
    FreedomRemoved: full_sentence_template(
        mark_message("Out of the game: {what}"),
        what=value_from_fields(
            "freedom", formatter=lambda translator, freedom: translator.name_of("freedom", freedom)
        ),
    ),
    ProfessionRecruited: predicate_template(
        mark_message("recruits: {profession}"),
        profession=value_from_fields("profession", "from_", formatter=_recruited),
        starts_sentence=True,
    ),
}

FIRST_TURN_SENTENCE = full_sentence_template(
    mark_message("The auction is over. Now the actions: {who} first"), who=Translator.player_name
)
"""TurnBegan of the player who acts first."""
SHORT_GAIN_SENTENCE = predicate_template(
    mark_message("gains {points}"), points=value_from_fields("number", formatter=points_text)
)
"""PrestigeGained where its reason was told just before."""

register_templates(narrate_event, ACTION_SENTENCES)


# -- notes at level full on the reasons of events, and on figures that complete the track (P-B7)

TRACK_LENGTH = POINTS["track"]


def narrate_consequences(
    before: TableState, after: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """The sums and reasons of those events, then the figures that passed the end of the track."""
    for event in events:
        if isinstance(event, WorkCompleted):
            yield _value(event, translator)
            yield from _best_so_far(event, after, translator)
        elif isinstance(event, PrestigeCardCounted):
            yield full_level_line(prestige_card_counts_text(event, translator), translator, event.who)
        elif isinstance(event, GameEnded) and event.decided_by != "points":
            yield _florins(event, after, translator)
    yield from _track_lap_notes(before, after, translator)


# -- a work


def _value(event: WorkCompleted, translator: Translator) -> NarrationLine:
    given = [
        f"{value_line_name(event.profession, each.what, translator)} {each.points}"
        for each in event.value.lines
        if each.points
    ]
    text = translator.gettext("Value {value}: {lines}", value=event.value.total, lines=", ".join(given))
    return full_level_line(text, translator, event.who)


def value_line_name(profession: str, what: str, translator: Translator) -> str:
    """The name of a line of a work's value: the worker's want, jesters, professions, or a bonus card."""
    wants = WANTS_BY_PROFESSION[profession]
    match what:
        case "building":
            return translator.name_of("building", wants.building)
        case "landscape":
            return translator.name_of("landscape", wants.landscape)
        case "freedom":
            return translator.name_of("freedom", wants.freedom)
    return (
        names.card_name(translator, BONUS_CARD, what)
        if what in BONUS_CARD_NAMES
        else translator.name_of("line", what)
    )


def _best_so_far(event: WorkCompleted, after: TableState, translator: Translator) -> Iterator[NarrationLine]:
    """P-B7: the best work of the round so far."""
    others = [player.best for who, player in after.players.items() if who != event.who]
    if event.value.total < after.players[event.who].best or not max(others):
        return
    if event.value.total > max(others):
        text = translator.gettext("The best work of the round so far")
    elif event.value.total == max(others):
        text = translator.gettext("As good as the best work of the round so far")
    else:
        return
    yield full_level_line(text, translator, event.who)


# -- the final count


def prestige_card_counts_text(event: PrestigeCardCounted, translator: Translator) -> str:
    """How many of what the card is about everybody has, and what that gives."""
    counted, wanted = event.counted, PRESTIGE_CARDS[event.card]
    if counted.needs:
        return f"{_needs(counted, translator)} ({prestige_card_result_text(counted, translator)})"
    thing = translator.name_of("many", wanted.most or wanted.fewest)
    each = counts_by_player_text(translator, counted.counts, fewest_first=bool(wanted.fewest))
    return f"{thing}: {each} ({prestige_card_result_text(counted, translator)})"


def _needs(counted: PrestigeCardScore, translator: Translator) -> str:
    return ", ".join(
        translator.gettext(
            "{thing}: {have} of {needed}", thing=translator.name_of("many", thing), have=have, needed=needed
        )
        for thing, (have, needed) in counted.needs.items()
    )


def prestige_card_result_text(counted: PrestigeCardScore, translator: Translator) -> str:
    """The result of a card by the counts, in short."""
    match counted.why:
        case "most":
            return translator.gettext("alone in front")
        case "tied":
            return translator.gettext("tied in front")
        case "behind":
            return translator.gettext("not in front")
        case "none":
            return translator.gettext("none at all")
        case "met":
            return translator.gettext("fulfilled")
        case "unmet":
            return translator.gettext("not fulfilled")


def _florins(event: GameEnded, after: TableState, translator: Translator) -> NarrationLine:
    """P-E2: the florins of the players tied on points."""
    best = event.scores[event.winners[0]]
    tied = {who: after.players[who].money for who, score in event.scores.items() if score == best}
    each = counts_by_player_text(translator, tied)
    return full_level_line(translator.gettext("Florins: {each}", each=each), translator)


# -- the track


def _track_lap_notes(
    before: TableState, after: TableState, translator: Translator
) -> Iterator[NarrationLine]:
    """Whose figure passed the end of the track, and where it stands now."""
    for who, player in after.players.items():
        laps_before, laps = before.players[who].points // TRACK_LENGTH, player.points // TRACK_LENGTH
        if laps_before == laps:
            continue
        place, facts = (
            player.points % TRACK_LENGTH,
            {"who": translator.player_name(who), "track": TRACK_LENGTH, "points": player.points},
        )
        if laps > laps_before:
            text = translator.gettext(
                "{who}: past {track} on the track, now at {place} (in all {points})", place=place, **facts
            )
        else:
            text = translator.gettext(
                "{who}: back round the track, now at {place} (in all {points})", place=place, **facts
            )
        yield NarrationLine(translator.to_sentence(text), who)


# -- the sentences of the best work of a round, prestige cards and the end


def narrate_best_work(event: BestWorkAwarded, number: int, translator: Translator) -> EventNarration:
    """The sentence of the best work, with the points that each of its players gets."""
    points_each, who = points_text(translator, number), translator.joined_player_names(event.who)
    if len(event.who) > 1:
        text = translator.gettext(
            "Best work of the round, value {value}: {who}, {points} each",
            value=event.value,
            who=who,
            points=points_each,
        )
    else:
        text = translator.gettext(
            "Best work of the round, value {value}: {who}, {points}",
            value=event.value,
            who=who,
            points=points_each,
        )
    return EventNarration(text)


@narrate_event.register
def _(event: PrestigeCardCounted, translator: Translator) -> EventNarration:
    card = names.card_name(translator, PRESTIGE_CARD, event.card)
    return EventNarration(
        f"{translator.player_name(event.who)}, {card}: {points_text(translator, event.counted.points)}"
    )


@narrate_event.register
def _(event: GameEnded, translator: Translator) -> EventNarration:
    return EventNarration(
        ranking_text(translator, event.scores, event.winners, winner_sentence(event, translator))
    )


def winner_sentence(event: GameEnded, translator: Translator) -> str:
    """Who won, and what decided where the points were tied (P-E2)."""
    who = translator.joined_player_names(event.winners)
    match event.decided_by:
        case "points":
            return translator.gettext("{who} wins", who=who)
        case "money":
            return translator.gettext("Tied on points; with more florins {who} wins", who=who)
        case "shared":
            return translator.gettext("{who} share the win, tied on points and florins", who=who)


EVALUATION_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    BestWorkAwarded: full_sentence_template(
        mark_message("Best work of the round, value {value}: {who}"), who=Translator.joined_player_names
    ),
    FinalCountBegan: full_sentence_template(mark_message("The last round is over: the final count")),
    PrestigeCardsShown: predicate_template(
        mark_message("shows: {cards}"),
        cards=lambda translator, cards: names.card_names_text(translator, PRESTIGE_CARD, cards),
        starts_sentence=True,
    ),
}
"""Event -> its sentence, for events that have only one."""

register_templates(narrate_event, EVALUATION_SENTENCES)


# -- the narration of a run of events: what one tells, the others need not; and who bids or opens next

OBJECT_SETTLING_EVENTS = (
    BuilderGained,
    PrestigeGained,
    JesterGained,
    LandscapePlaced,
    LandscapeReturned,
    AuctionPhasePassed,
    PrestigeCardKept,
    ProfessionRecruited,
)
"""The events that end the auction of an object; after them somebody opens the next one."""


def narrate_events(
    before: TableState, events: Sequence[Event], translator: Translator
) -> tuple[EventNarration | None, ...]:
    """The sentence of each event; None where another one tells it as well."""
    narrations: list[EventNarration | None] = []
    position = before
    for at, event in enumerate(events):
        position = event.apply_to(position)
        narrations.append(_narrate(position, event, events[:at], events[at + 1 :], translator))
    question = _next_bidder_question(position, events[-1], translator) if events else ""
    if question:
        last = max(at for at, each in enumerate(narrations) if each is not None)
        narrations[last] = _with_question(narrations[last], question)
    return tuple(narrations)


def _with_question(narration: EventNarration | None, question: str) -> EventNarration:
    assert narration is not None
    return replace(narration, text=f"{narration.text}. {question}", at_short_level=True)


def _narrate(
    position: TableState,
    event: Event,
    earlier: Sequence[Event],
    later: Sequence[Event],
    translator: Translator,
) -> EventNarration | None:
    """The sentence of an event, with the position after it; None where another one tells it."""
    if _is_told_elsewhere(event, earlier, later):
        return None
    match event:
        case AuctionOpened() if later and isinstance(later[0], ObjectWon):
            return LAST_BUYER_SENTENCE.narrate(event, translator)
        case ObjectPassed(why=why) if why:
            return narrate_passes(event, (event.who, *_others_passing_alike(event, later)), translator)
        case ObjectWon() if position.config.is_two_player:
            return SET_ASIDE_SENTENCE.narrate(event, translator)
        case JesterGained(who=who):
            return narrate_jesters(who, position.players[who].jesters, WORTH["jester"], translator)
        case PrestigeGained(why="building") if earlier and isinstance(earlier[-1], BuildingBuilt):
            return SHORT_GAIN_SENTENCE.narrate(event, translator)
        case ActionPhaseBegan() if later and isinstance(later[0], TurnBegan):
            return FIRST_TURN_SENTENCE.narrate(later[0], translator)
        case BestWorkAwarded():
            return narrate_best_work(event, POINTS["best-work"], translator)
        case RoundBegan():
            return narrate_round_began(event, position.least_work_value, translator)
    return narrate_event(event, translator)


def _is_told_elsewhere(event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> bool:
    last = earlier[-1] if earlier else None
    match event:
        case ObjectPassed(why=why) if why:
            return isinstance(last, ObjectPassed) and last.why == why  # the first one tells all
        case ObjectWon():
            return isinstance(last, AuctionOpened)  # without an auction
        case BidPaid():
            return isinstance(last, (ObjectWon, ObjectChosen))
        case RecruitingCardGained():
            return isinstance(last, BidPaid)
        case TurnBegan():
            return isinstance(last, ActionPhaseBegan)
        case PrestigeGained(why="best-work"):
            return any(isinstance(each, BestWorkAwarded) for each in earlier)
        case TurnEnded(given_up=0):
            return bool(later)  # the next turn tells it, or what ends the round
    return False


def _others_passing_alike(passed: ObjectPassed, later: Sequence[Event]) -> Iterator[str]:
    """The players who also pass automatically for the same reason, one after another."""
    for each in takewhile(lambda each: isinstance(each, ObjectPassed) and each.why == passed.why, later):
        assert isinstance(each, ObjectPassed)
        yield each.who


# -- the next question


def _next_bidder_question(position: TableState, last: Event, translator: Translator) -> str:
    """The auctioneer's question to the next player; "" where nobody is to bid or to open."""
    if position.phase != "auction":
        return ""
    if isinstance(last, (AuctionOpened, BidRaised, ObjectPassed)) and position.auction is not None:
        return _bid_question(position, last, translator)
    if not _settled(position, last):
        return ""
    who = next_opener(position)
    if who is None:
        return ""
    if players_in_auction_phase(position) == (who,):
        return translator.gettext(
            "{who} may take one for {price}", who=translator.player_name(who), price=AUCTION_VALUES["opening"]
        )
    return translator.gettext("{who} opens next", who=translator.player_name(who))


def _bid_question(
    position: TableState, last: AuctionOpened | BidRaised | ObjectPassed, translator: Translator
) -> str:
    auction = position.auction
    assert auction is not None
    left = players_still_bidding(position, last.who)
    if not left:
        return ""
    who = translator.player_name(left[0])
    if sum(_may_bid(position, other) for other in left) > 1:
        return f"{who}?"
    if isinstance(last, ObjectPassed):
        lot = names.object_with_article(translator, auction.kind)
        return f"{going_once_text(auction.bid, lot, translator)}. {who}?"
    return translator.gettext("Going once: {who}?", who=who)


def _may_bid(position: TableState, who: str) -> bool:
    auction = position.auction
    assert auction is not None
    enough = position.players[who].purchasing_power >= auction.bid + AUCTION_VALUES["step"]
    return enough and refusal_for_object(position, who, auction.kind) is None


def _settled(position: TableState, last: Event) -> bool:
    """Whether nothing is owed for what was won."""
    if position.config.is_two_player:
        return isinstance(last, (ObjectWon, AuctionPhasePassed))
    if isinstance(last, RecruitingCardGained):
        return not can_recruit(position, last.who)
    return isinstance(last, OBJECT_SETTLING_EVENTS)
