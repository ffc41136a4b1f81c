"""The actions of the heuristic player: every option is tried and what it leaves is compared (P-B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.florence.players.decision_context import DecisionContext, MoveWords
from companion.games.florence.players.tile_packing import most_compact_spot
from companion.games.florence.players.valuation import money_needed, position_value, with_profession
from companion.games.florence.players.work_plan import PlayerOutlook
from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    POINTS,
    PRICES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.recruiting import can_recruit, professions_shown_by_others
from companion.games.florence.rules.phases.turn_options import building_price, refusal_for_action
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION
from companion.games.florence.rules.work_value import (
    bonus_card_value,
    itemised_work_value,
    with_worker_on_table,
)

IMAGINED_CARDS = 5
"""How many cards of a stack are imagined before it is looked at: as many as one may choose from."""
MIN_RECRUITING_GAIN = 1.5
"""How many points a profession must add to be worth a recruiting card."""
STILL_BEST_CHANCE = 0.7
"""The probability that the best work so far is not beaten by one more player."""


class ActionOption(NamedTuple):
    """An option of the player: its words, the value of what it leaves, and its price in florins."""

    move_words: MoveWords
    outlook_value: float
    price: int = 0


def choose_action(context: DecisionContext) -> MoveWords:
    """Recruit, which takes no action; else the option that leaves most, prestige sold first where needed."""
    recruit = choose_recruit(context)
    if recruit:
        return recruit
    best = max(_action_options(context), key=lambda could: could.outlook_value)
    number = points_to_sell(context.player_state, best.price)
    return ("sell", str(number)) if number else best.move_words


def choose_recruit(context: DecisionContext) -> MoveWords:
    """P-B6: recruit the profession that helps most, if it is worth the card; empty where none is."""
    if not can_recruit(context.position, context.who):
        return ()
    now = position_value(context.outlook)
    shown = sorted(professions_shown_by_others(context.position, context.who))
    gain, best = max((position_value(with_profession(context.outlook, name)) - now, name) for name in shown)
    owner = context.position.owner_of_profession(best)
    return ("recruit", best, "from", owner) if owner is not None and gain >= MIN_RECRUITING_GAIN else ()


def _action_options(context: DecisionContext) -> Iterator[ActionOption]:
    actions, *later = context.outlook.actions_by_round
    yield ActionOption(("done",), position_value(replace(context.outlook, actions_by_round=(0, *later))))
    for action, ways in OPTIONS_BY_ACTION.items():
        if refusal_for_action(context.position, action) is None:
            yield from ways(context, replace(context.outlook, actions_by_round=(actions - 1, *later)))


# -- P-B2, P-B3


def _work_options(context: DecisionContext, me: PlayerOutlook) -> Iterator[ActionOption]:
    """Every profession that reaches the least value, with every number of bonus cards."""
    for profession in me.professions:
        for played in _bonus_selections(me):
            total = itemised_work_value(me.counts, profession, played).total
            if total >= context.position.least_work_value:
                yield _work_option(context, me, profession, played, total)


def _bonus_selections(me: PlayerOutlook) -> Iterator[MoveWords]:
    """No bonus card, the one that adds most, the two ..."""
    done = with_worker_on_table(me.counts)
    cards = sorted(me.bonus_cards, key=lambda card: -bonus_card_value(done, card))
    return (tuple(sorted(cards[:many], key=BONUS_CARD_NAMES.index)) for many in range(len(cards) + 1))


def _work_option(
    context: DecisionContext, me: PlayerOutlook, profession: str, played: MoveWords, total: int
) -> ActionOption:
    """The work with those bonus cards: florins that will be needed are kept, the rest becomes prestige."""
    income, step = total * POINTS["florins"], POINTS["bought"]
    bought = (income - max(0, min(income, money_needed(me) - me.money))) // step
    kept = income - bought * step
    done = replace(
        me,
        counts=with_worker_on_table(me.counts),
        professions=tuple(each for each in me.professions if each != profession),
        bonus_cards=tuple(each for each in me.bonus_cards if each not in played),
        money=me.money + kept,
        points=me.points + bought,
    )
    bonus = ("bonus", *played) if played else ()
    return ActionOption(
        ("work", profession, *bonus, "take", str(kept)),
        position_value(done) + _best_work_points(context, total),
    )


def _best_work_points(context: DecisionContext, total: int) -> float:
    """The points to expect for having the best work of the round so far."""
    players, order = context.position.players, context.position.players_from_start
    if total <= context.player_state.best or total < max(player.best for player in players.values()):
        return 0.0
    behind = len(order) - 1 - order.index(context.who)
    return POINTS["best-work"] * STILL_BEST_CHANCE**behind


# -- P-B4, P-B5


def _after_paying(context: DecisionContext, me: PlayerOutlook, price: int) -> PlayerOutlook | None:
    """The outlook after paying, with prestige sold where needed; None where the player cannot pay."""
    sold = points_to_sell(context.player_state, price)
    if sold > context.player_state.points:
        return None
    return replace(me, money=me.money - price + sold * POINTS["sold"], points=me.points - sold)


def _building_options(context: DecisionContext, me: PlayerOutlook) -> Iterator[ActionOption]:
    price = building_price(context.position, context.who)
    paid = _after_paying(context, me, price)
    if paid is None:
        return
    for building in BUILDINGS:
        if building in me.counts.buildings or building in me.unobtainable:
            continue
        spot = most_compact_spot(context.position, context.who, building)
        if spot is not None:
            buildings, empty = (
                me.counts.buildings | {building},
                me.counts.empty_squares - spot.covered_squares.bit_count(),
            )
            built = replace(me.counts, buildings=buildings, empty_squares=empty)
            after = replace(paid, counts=built, points=paid.points + POINTS["building"])
            yield ActionOption(("build", building, spot.square, spot.rotation), position_value(after), price)


def _freedom_options(context: DecisionContext, me: PlayerOutlook) -> Iterator[ActionOption]:
    price = PRICES["freedom"]
    paid = _after_paying(context, me, price)
    if paid is None:
        return
    for freedom in FREEDOMS:
        if freedom not in me.counts.freedoms and freedom not in me.unobtainable:
            free = replace(me.counts, freedoms=me.counts.freedoms | {freedom})
            yield ActionOption(("freedom", freedom), position_value(replace(paid, counts=free)), price)


def _profession_options(context: DecisionContext, me: PlayerOutlook) -> Iterator[ActionOption]:
    known = context.position.known_professions()
    unseen = [name for name in WANTS_BY_PROFESSION if name not in known]
    return _drawn_card_option(
        context, me, PROFESSION, unseen, context.position.profession_stack_size, with_profession
    )


def _bonus_card_options(context: DecisionContext, me: PlayerOutlook) -> Iterator[ActionOption]:
    def with_card(paid: PlayerOutlook, card: str) -> PlayerOutlook:
        return replace(paid, bonus_cards=(*paid.bonus_cards, card))

    known = context.position.known_bonus_cards()
    unseen = [name for name in BONUS_CARD_NAMES if name not in known]
    return _drawn_card_option(context, me, BONUS_CARD, unseen, context.position.bonus_stack_size, with_card)


def _drawn_card_option(
    context: DecisionContext,
    me: PlayerOutlook,
    kind: str,
    unseen: Sequence[str],
    stack: int,
    taken: Callable[[PlayerOutlook, str], PlayerOutlook],
) -> Iterator[ActionOption]:
    """The option of drawing a card: of some that nobody has seen, the best is hoped for."""
    price = PRICES["card"]
    paid = _after_paying(context, me, price)
    if paid is None or not stack:
        return

    def after(card: str) -> float:
        return position_value(taken(paid, card))

    hoped = max(map(after, context.rng.sample(unseen, min(IMAGINED_CARDS, len(unseen)))))
    yield ActionOption((kind, max(context.top_cards_of_stack(kind), key=after)), hoped, price)


OPTIONS_BY_ACTION: Mapping[str, Callable[[DecisionContext, PlayerOutlook], Iterator[ActionOption]]] = {
    "work": _work_options,
    "build": _building_options,
    "freedom": _freedom_options,
    "profession": _profession_options,
    "bonus": _bonus_card_options,
}
"""Action -> its options; the outlook passed to it has one action less."""
