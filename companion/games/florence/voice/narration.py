"""The narration of a run of events: what one tells, the others need not; and who bids or opens next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from companion.games.florence.rules.edition import AUCTION_VALUES, POINTS
from companion.games.florence.rules.events import (
    ActionPhaseBegan,
    BestWorkAwarded,
    BuildingBuilt,
    PrestigeGained,
    ProfessionRecruited,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from companion.games.florence.rules.phases.auction import (
    next_opener,
    players_in_auction_phase,
    players_still_bidding,
    refusal_for_object,
)
from companion.games.florence.rules.phases.recruiting import can_recruit
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import VALUE_BY_WANT as WORTH
from companion.games.florence.voice import action_sentences, auction_sentences, evaluation_sentences, names
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

# the events of `action_sentences` and `evaluation_sentences` are registered there as well
narrate_event = auction_sentences.narrate_event

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
            return auction_sentences.LAST_BUYER_SENTENCE.narrate(event, translator)
        case ObjectPassed(why=why) if why:
            return auction_sentences.narrate_passes(
                event, (event.who, *_others_passing_alike(event, later)), translator
            )
        case ObjectWon() if position.config.is_two_player:
            return auction_sentences.SET_ASIDE_SENTENCE.narrate(event, translator)
        case JesterGained(who=who):
            return auction_sentences.narrate_jesters(
                who, position.players[who].jesters, WORTH["jester"], translator
            )
        case PrestigeGained(why="building") if earlier and isinstance(earlier[-1], BuildingBuilt):
            return action_sentences.SHORT_GAIN_SENTENCE.narrate(event, translator)
        case ActionPhaseBegan() if later and isinstance(later[0], TurnBegan):
            return action_sentences.FIRST_TURN_SENTENCE.narrate(later[0], translator)
        case BestWorkAwarded():
            return evaluation_sentences.narrate_best_work(event, POINTS["best-work"], translator)
        case RoundBegan():
            return action_sentences.narrate_round_began(event, position.least_work_value, translator)
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
        return f"{auction_sentences.going_once_text(auction.bid, lot, translator)}. {who}?"
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
