"""What a principality, its money and its cards are worth to their owner, in points at the end; roughly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from companion.games.florence.players.work_plan import FLORINS_PER_POINT, PlayerOutlook, WorkPlan
from companion.games.florence.rules.edition import LANDSCAPES, POINTS, PRICES, WANTS_BY_PROFESSION
from companion.games.florence.rules.phases.recruiting import professions_shown_by_others
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS, prestige_card_score
from companion.games.florence.rules.principality_counts import count_of
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.games.florence.rules.work_value import VALUE_BY_WANT as WORK

SPARE_ACTION_POINTS = 1.0
"""The value of an action for which there is no plan yet."""
FLORINS_PER_ACTION = 150  # florins to be spent with each action to come
FLORINS_PER_AUCTION = 200  # and in each auction
RICH_FLORINS_PER_POINT, VERY_RICH_FLORINS_PER_POINT = 260.0, 1000.0
"""Florins for a point when a player has more than they will need, and more than twice as much."""
UNSEEN_PRESTIGE_CARD_POINTS = 3.5  # points that a prestige card not seen yet may bring
WAITING_RECRUITING_CARD_POINTS = 2.0  # and a recruiting card while nobody shows a profession
MAJORITY_CHANCE_BY_LEAD = {-2: 0.1, -1: 0.25, 0: 0.5, 1: 0.75, 2: 0.9}
"""Lead over all others -> the probability of having most at the end."""


def position_value(outlook: PlayerOutlook) -> float:
    """What the player has and may hope for, in points."""
    plan = WorkPlan(outlook)
    spare = sum(plan.free_actions) * spare_action_value(outlook)
    return (
        outlook.points
        + money_value(outlook)
        + plan.net_points
        + spare
        + sum(expected_prestige_points(outlook, card) for card in outlook.prestige_cards)
    )


def spare_action_value(outlook: PlayerOutlook) -> float:
    """The value of an action that no work needs: at least another building, where that is cheap."""
    price: int = PRICES["building"][outlook.counts.builders]
    return max(SPARE_ACTION_POINTS, (POINTS["building"] - price / FLORINS_PER_POINT) / 2)


def money_value(outlook: PlayerOutlook) -> float:
    """The value of florins: high while they can buy what brings points, nearly nothing at the end."""
    means = money_needed(outlook)
    first, more = min(outlook.money, means), min(max(outlook.money - means, 0), means)
    return (
        first / FLORINS_PER_POINT
        + more / RICH_FLORINS_PER_POINT
        + (outlook.money - first - more) / VERY_RICH_FLORINS_PER_POINT
    )


def money_needed(outlook: PlayerOutlook) -> int:
    """How many florins the player is expected to spend."""
    return FLORINS_PER_ACTION * sum(outlook.actions_by_round) + FLORINS_PER_AUCTION * outlook.rounds_left


def expected_prestige_points(outlook: PlayerOutlook, card: str) -> float:
    """How many points a prestige card of the player may bring."""
    if not outlook.rounds_left and not sum(outlook.actions_by_round):
        return prestige_card_score(
            card, outlook.player, {**outlook.counts_of_others, outlook.player: outlook.counts}
        ).points
    wanted = PRESTIGE_CARDS[card]
    if wanted.needs:
        lacking = sum(max(0, many - count_of(outlook.counts, thing)) for thing, many in wanted.needs.items())
        return wanted.points * max(0.0, 1 - lacking * (0.5 - 0.06 * outlook.rounds_left))
    own, *others = (
        count_of(each, wanted.most or wanted.fewest)
        for each in (outlook.counts, *outlook.counts_of_others.values())
    )
    lead = own - max(others) if wanted.most else (min(others) - own) // 3
    return wanted.points * MAJORITY_CHANCE_BY_LEAD[max(-2, min(2, lead))]


# -- what is auctioned


def outlook_by_object(position: TableState, outlook: PlayerOutlook) -> Mapping[str, PlayerOutlook]:
    """Object -> the outlook with it, not counting its price; landscapes without room are left out."""
    return dict(_with(position, outlook))


def _with(position: TableState, me: PlayerOutlook) -> Iterator[tuple[str, PlayerOutlook]]:
    who = me.counts
    for kind in LANDSCAPES:
        if has_legal_spot(position, me.player, kind):
            many, squares = who.landscapes.get(kind, 0), position.config.outlines[kind].square_count
            laid = replace(
                who, landscapes={**who.landscapes, kind: many + 1}, empty_squares=who.empty_squares - squares
            )
            yield kind, replace(me, counts=laid, points=me.points + (POINTS["landscape"] if many else 0))
    yield "jester", replace(me, counts=replace(who, jesters=who.jesters + 1))
    if who.builders < len(PRICES["building"]) - 1:
        points = me.points + (POINTS["builder"] if who.builders else 0)
        yield "builder", replace(me, counts=replace(who, builders=who.builders + 1), points=points)
    yield (
        "prestige",
        replace(
            me,
            counts=replace(who, prestige_cards=who.prestige_cards + 1),
            points=me.points + UNSEEN_PRESTIGE_CARD_POINTS,
        ),
    )
    shown = [
        with_profession(me, profession) for profession in professions_shown_by_others(position, me.player)
    ]
    waiting = replace(me, points=me.points + (WAITING_RECRUITING_CARD_POINTS if me.rounds_left else 0))
    yield "recruiting", max(shown, key=position_value, default=waiting)


def with_profession(outlook: PlayerOutlook, profession: str) -> PlayerOutlook:
    """The outlook with one more profession in hand."""
    return replace(
        outlook,
        counts=replace(outlook.counts, professions_in_hand=outlook.counts.professions_in_hand + 1),
        professions=(*outlook.professions, profession),
    )


def profession_to_return(dealt: Sequence[str]) -> str:
    """P-M1: the profession to return, so that those kept have most wants in common."""
    return max(dealt, key=lambda back: shared_wants_value(tuple(each for each in dealt if each != back)))


@cache
def shared_wants_value(professions: tuple[str, ...]) -> int:
    """How much of their works' value the professions have in common."""
    wants = [WANTS_BY_PROFESSION[each] for each in professions]
    return sum(
        WORK[what] * (getattr(one, what) == getattr(other, what))
        for one, other in combinations(wants, 2)
        for what in ("building", "landscape", "freedom")
    )
