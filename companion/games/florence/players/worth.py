"""What a principality, its money and its cards are worth to their owner, in points at the end. Rough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from companion.games.florence.players.plan import FLORINS, Outlook, Plan
from companion.games.florence.rules.placing import fits
from companion.games.florence.rules.prestige import PRESTIGE, counted
from companion.games.florence.rules.principality import number
from companion.games.florence.rules.printed import LANDSCAPES, POINTS, PRICES, PROFESSIONS
from companion.games.florence.rules.recruiting import shown_by_others
from companion.games.florence.rules.state import Table
from companion.games.florence.rules.work import POINTS as WORK

SPARE = 1.0
"""An action for which he has no plan yet."""
BUYS = 150  # florins he means to spend with each action to come
BIDS = 200  # and in each auction
RICH, TOO_RICH = 260.0, 1000.0
"""Florins for a point when he has more than he means to spend, and more than twice as much."""
KEPT = 3.5  # points that a prestige card may bring that he has not seen yet
FETCHED = 2.0  # and a recruiting card while nobody shows a profession
LASTS = {-2: 0.1, -1: 0.25, 0: 0.5, 1: 0.75, 2: 0.9}
"""How likely somebody who has so many more than all others has the most of it at the end."""


def worth(me: Outlook) -> float:
    """What he has and may hope for."""
    plan = Plan(me)
    spare = sum(plan.free) * spared(me)
    return me.points + cash(me) + plan.gain + spare + sum(hope(me, card) for card in me.prestige)


def spared(me: Outlook) -> float:
    """What an action is worth that he needs for no work: at least a building more, where it is cheap."""
    price: int = PRICES["building"][me.who.builders]
    return max(SPARE, (POINTS["building"] - price / FLORINS) / 2)


def cash(me: Outlook) -> float:
    """Florins: much while he can buy with them what brings points, nearly nothing at the end."""
    means = needed(me)
    first, more = min(me.money, means), min(max(me.money - means, 0), means)
    return first / FLORINS + more / RICH + (me.money - first - more) / TOO_RICH


def needed(me: Outlook) -> int:
    """Florins he means to spend."""
    return BUYS * sum(me.turns) + BIDS * me.rounds


def hope(me: Outlook, card: str) -> float:
    """What a prestige card of his may bring."""
    if not me.rounds and not sum(me.turns):
        return counted(card, me.name, {**me.others, me.name: me.who}).points
    wanted = PRESTIGE[card]
    if wanted.needs:
        lacking = sum(max(0, many - number(me.who, thing)) for thing, many in wanted.needs.items())
        return wanted.points * max(0.0, 1 - lacking * (0.5 - 0.06 * me.rounds))
    own, *others = (number(each, wanted.most or wanted.fewest) for each in (me.who, *me.others.values()))
    lead = own - max(others) if wanted.most else (min(others) - own) // 3
    return wanted.points * LASTS[max(-2, min(2, lead))]


# -- what is auctioned


def having(position: Table, me: Outlook) -> Mapping[str, Outlook]:
    """How he would see himself with each object, but for its price; without landscapes for which he has no room."""
    return dict(_with(position, me))


def _with(position: Table, me: Outlook) -> Iterator[tuple[str, Outlook]]:
    who = me.who
    for kind in LANDSCAPES:
        if fits(position, me.name, kind):
            many, squares = who.landscapes.get(kind, 0), position.house.outlines[kind].squares
            laid = replace(who, landscapes={**who.landscapes, kind: many + 1}, empty=who.empty - squares)
            yield kind, replace(me, who=laid, points=me.points + (POINTS["landscape"] if many else 0))
    yield "jester", replace(me, who=replace(who, jesters=who.jesters + 1))
    if who.builders < len(PRICES["building"]) - 1:
        points = me.points + (POINTS["builder"] if who.builders else 0)
        yield "builder", replace(me, who=replace(who, builders=who.builders + 1), points=points)
    yield "prestige", replace(me, who=replace(who, prestige=who.prestige + 1), points=me.points + KEPT)
    shown = [hired(me, profession) for profession in shown_by_others(position, me.name)]
    waiting = replace(me, points=me.points + (FETCHED if me.rounds else 0))
    yield "recruiting", max(shown, key=worth, default=waiting)


def hired(me: Outlook, profession: str) -> Outlook:
    """With one profession more in his hand."""
    return replace(me, who=replace(me.who, hand=me.who.hand + 1), hand=(*me.hand, profession))


def given_back(four: Sequence[str]) -> str:
    """P-M1: the profession that goes back, so that those that are kept want the same things most."""
    return max(four, key=lambda back: alike(tuple(each for each in four if each != back)))


@cache
def alike(professions: tuple[str, ...]) -> int:
    """How much of what they want they want together."""
    wants = [PROFESSIONS[each] for each in professions]
    return sum(
        WORK[what] * (getattr(one, what) == getattr(other, what))
        for one, other in combinations(wants, 2)
        for what in ("building", "landscape", "freedom")
    )
