"""A run of events in words: what one of them tells, the others need not; and who is asked next in the auction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from companion.games.florence.rules.auction import barred, bidders, may_answer, opener
from companion.games.florence.rules.events import (
    ActionsBegan,
    AuctionOpened,
    BestWork,
    Bid,
    BuilderCame,
    BuildingBuilt,
    Chosen,
    Gained,
    JesterCame,
    LandscapeLaid,
    LandscapeReturned,
    ObjectWon,
    Paid,
    Passed,
    PassedPhase,
    PrestigeKept,
    Recruited,
    RecruitingTaken,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from companion.games.florence.rules.printed import AUCTION, POINTS
from companion.games.florence.rules.recruiting import can_recruit
from companion.games.florence.rules.state import Table
from companion.games.florence.rules.work import POINTS as WORTH
from companion.games.florence.voice import done, judged, names, sold
from companion.rules.transaction import Event
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

tell = sold.tell  # the events of `done` and `judged` are registered there as well

SETTLED = (
    BuilderCame,
    Gained,
    JesterCame,
    LandscapeLaid,
    LandscapeReturned,
    PassedPhase,
    PrestigeKept,
    Recruited,
)
"""What ends an object's business in the auction: then somebody opens the next one."""


def tell_all(before: Table, events: Sequence[Event], words: Translator) -> tuple[EventNarration | None, ...]:
    """Each event in words; None where another one tells it as well."""
    told: list[EventNarration | None] = []
    position = before
    for at, event in enumerate(events):
        position = event.apply_to(position)
        told.append(_told(position, event, events[:at], events[at + 1 :], words))
    question = _question(position, events[-1], words) if events else ""
    if question:
        last = max(at for at, each in enumerate(told) if each is not None)
        told[last] = _asking(told[last], question)
    return tuple(told)


def _asking(told: EventNarration | None, question: str) -> EventNarration:
    assert told is not None
    return replace(told, text=f"{told.text}. {question}", at_short_level=True)


def _told(
    position: Table, event: Event, earlier: Sequence[Event], later: Sequence[Event], words: Translator
) -> EventNarration | None:
    """`position`: after the event."""
    if _told_elsewhere(event, earlier, later):
        return None
    match event:
        case AuctionOpened() if later and isinstance(later[0], ObjectWon):
            return sold.TAKES.narrate(event, words)
        case Passed(why=why) if why:
            return sold.passed(event, (event.who, *_alike(event, later)), words)
        case ObjectWon() if position.house.two:
            return sold.SET_ASIDE.narrate(event, words)
        case JesterCame(who=who):
            return sold.jesters(who, position.players[who].jesters, WORTH["jester"], words)
        case Gained(why="building") if earlier and isinstance(earlier[-1], BuildingBuilt):
            return done.GAINS.narrate(event, words)
        case ActionsBegan() if later and isinstance(later[0], TurnBegan):
            return done.ACTIONS_BEGAN.narrate(later[0], words)
        case BestWork():
            return judged.best_work(event, POINTS["best-work"], words)
        case RoundBegan():
            return done.round_began(event, position.least, words)
    return tell(event, words)


def _told_elsewhere(event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> bool:
    last = earlier[-1] if earlier else None
    match event:
        case Passed(why=why) if why:
            return isinstance(last, Passed) and last.why == why  # the first one tells all
        case ObjectWon():
            return isinstance(last, AuctionOpened)  # without an auction
        case Paid():
            return isinstance(last, (ObjectWon, Chosen))
        case RecruitingTaken():
            return isinstance(last, Paid)
        case TurnBegan():
            return isinstance(last, ActionsBegan)
        case Gained(why="best-work"):
            return any(isinstance(each, BestWork) for each in earlier)
        case TurnEnded(given_up=0):
            return bool(later)  # the next turn tells it, or what ends the round
    return False


def _alike(passed: Passed, later: Sequence[Event]) -> Iterator[str]:
    """Who else passes by himself for the same reason, one after another."""
    for each in takewhile(lambda each: isinstance(each, Passed) and each.why == passed.why, later):
        assert isinstance(each, Passed)
        yield each.who


# -- who is asked next


def _question(position: Table, last: Event, words: Translator) -> str:
    """Whom the auctioneer looks at now; "" where nobody is to bid or to open."""
    if position.phase != "auction":
        return ""
    if isinstance(last, (AuctionOpened, Bid, Passed)) and position.auction is not None:
        return _answer(position, last, words)
    if not _settled(position, last):
        return ""
    who = opener(position)
    if who is None:
        return ""
    if bidders(position) == (who,):
        return words.gettext(
            "{who} may take one for {price}", who=words.player_name(who), price=AUCTION["opening"]
        )
    return words.gettext("{who} opens next", who=words.player_name(who))


def _answer(position: Table, last: AuctionOpened | Bid | Passed, words: Translator) -> str:
    auction = position.auction
    assert auction is not None
    left = list(may_answer(position, last.who))
    if not left:
        return ""
    who = words.player_name(left[0])
    if sum(_may_bid(position, other) for other in left) > 1:
        return f"{who}?"
    if isinstance(last, Passed):
        lot = names.the(words, auction.kind)
        return f"{sold.once(auction.bid, lot, words)}. {who}?"
    return words.gettext("Going once: {who}?", who=who)


def _may_bid(position: Table, who: str) -> bool:
    auction = position.auction
    assert auction is not None
    enough = position.players[who].means >= auction.bid + AUCTION["step"]
    return enough and barred(position, who, auction.kind) is None


def _settled(position: Table, last: Event) -> bool:
    """Whether nothing is owed for what was won."""
    if position.house.two:
        return isinstance(last, (ObjectWon, PassedPhase))
    if isinstance(last, RecruitingTaken):
        return not can_recruit(position, last.who)
    return isinstance(last, SETTLED)
