"""Phase B: two actions in a turn, in any order, each of which may be given up (P-B1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial

from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    POINTS,
    PRICES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.events import (
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    FreedomTaken,
    PrestigeGained,
    ProfessionTaken,
    TurnBegan,
    TurnEnded,
)
from companion.games.florence.rules.phases.prestige_sales import (
    ChoiceBranch,
    branch_implied_if_possible,
    refusal_for_payment,
    refused_choice,
    turn_with_sales,
)
from companion.games.florence.rules.phases.recruiting import can_recruit, recruiting_branch
from companion.games.florence.rules.phases.rounds import end_round
from companion.games.florence.rules.phases.work_completion import worker_choice
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PROFESSION,
    button_step,
    card_step,
    drawn_card_step,
    implied_step,
    touch_step,
)
from companion.games.florence.rules.state import PlacedTile, TableState
from companion.games.florence.rules.tile_placement import placement_choice
from companion.rules.agenda import PlayerItem
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction
from companion.rules.turn import Turn

NOT_YOUR_TURN = declare_clause("P-B1", "not-your-turn", "who", "awaited")
NO_ACTION_LEFT = declare_clause("P-B1", "actions-done", "actions")
ONCE_A_TURN = declare_clause("P-B1", "once-a-turn", "action")
ONE_OF_EACH = declare_clause("P-B4", "one-of-each", "building")
NO_SUCH_BUILDING_LEFT = declare_clause("P-B4", "none-left", "building")
STACK_EMPTY = declare_clause("P-B5", "stack-empty")
CARD_KNOWN_ELSEWHERE = declare_clause("P-B5", "known-elsewhere", "card")
FREEDOM_TWICE = declare_clause("P-B5", "freedom-twice", "freedom")
NO_FREEDOM_LEFT = declare_clause("P-B5", "no-freedom-left", "freedom")

ONCE_A_TURN_ACTIONS = ("profession", "freedom")
"""The actions that may be done once in a turn; all others may be done twice."""


class ActionDecision(PlayerItem, frozen=True, tag="acting"):
    """P-B1: a player acts; the turn ends by itself after two actions, unless they could still recruit."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        over = actions_left(position) == 0 and not can_recruit(position, self.who)
        if over:
            EndTurnAction(self.who).perform(transaction)
        return over

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        branches: list[ChoiceBranch] = []
        for action, (step, among, of, then) in _ACTIONS.items():
            why = refusal_for_action(position, action)
            choice = refused_choice("P-B1", among, of, why) if why else then(position, who)
            branches.append(
                branch_implied_if_possible(
                    step, choice, is_possible=not step.is_implied or choice.can_complete_move()
                )
            )
        done = button_step(who, "done"), end_of_move_choice(EndTurnAction(who), "P-B1")
        return turn_with_sales(
            position, who, "P-B1", (*branches, recruiting_branch(position, who), done), NOT_YOUR_TURN
        )


def actions_left(position: TableState) -> int:
    """How many actions are left in this turn."""
    return max(0, int(PRICES["actions"]) - len(position.actions))


def refusal_for_action(position: TableState, action: str) -> Refusal | None:
    """Why that action may not be done any more in this turn, with any card or tile; None where it may."""
    if not actions_left(position):
        return NO_ACTION_LEFT(PRICES["actions"])
    return ONCE_A_TURN(action) if action in ONCE_A_TURN_ACTIONS and action in position.actions else None


class EndTurnAction(Action, frozen=True):
    """P-B1: a player gives up the remaining actions; the next turn begins, or the round ends."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        position: TableState = transaction.position
        transaction.apply_event(TurnEnded(self.who, actions_left(position)))
        after = position.config.clockwise_from[self.who][1]
        if after == position.start:
            end_round(transaction)
        else:
            transaction.apply_event(TurnBegan(after))
            transaction.replace_current_item(ActionDecision(after))


# -- P-B4


def building_price(position: TableState, who: str) -> int:
    """P-B4: the price of a building in florins, which depends on the player's builders."""
    return int(PRICES["building"][position.players[who].builders])


def _building_choice(position: TableState, who: str) -> Choice:
    player, price = position.players[who], building_price(position, who)

    def may(building: str) -> Refusal | None:
        if player.count_tiles(building):
            return ONE_OF_EACH(building)
        if not position.supply_of(building):
            return NO_SUCH_BUILDING_LEFT(building)
        return refusal_for_payment(player, price)

    def then(building: str) -> Choice:
        return placement_choice(position, who, building, "P-B4", _build_action(who, price))

    return Choice("P-B4", BUILDINGS, _building_step, then, may)


def _building_step(building: str) -> MoveStep:
    return card_step("building", building)


@cache
def _build_action(who: str, price: int) -> Callable[[PlacedTile], Action]:
    return partial(BuildAction, who, price)


class BuildAction(Action, frozen=True):
    """P-B4: a player pays for a building and places it, and gets prestige at once."""

    who: str
    price: int
    tile: PlacedTile

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BuildingBuilt(self.who, self.tile, self.price))
        transaction.apply_event(PrestigeGained(self.who, POINTS["building"], "building"))


# -- P-B5


def _profession_choice(position: TableState, who: str) -> Choice:
    def make_action(card: str) -> Action:
        return TakeProfessionAction(who, card)

    known = position.known_professions()
    return _drawn_card_choice(
        position,
        who,
        profession_step,
        position.profession_stack_size,
        tuple(WANTS_BY_PROFESSION),
        known,
        make_action,
    )


def _bonus_card_choice(position: TableState, who: str) -> Choice:
    def make_action(card: str) -> Action:
        return TakeBonusCardAction(who, card)

    return _drawn_card_choice(
        position,
        who,
        bonus_card_step,
        position.bonus_stack_size,
        BONUS_CARD_NAMES,
        position.known_bonus_cards(),
        make_action,
    )


def _drawn_card_choice(
    position: TableState,
    who: str,
    step: Callable[[str], MoveStep],
    stack: int,
    names: Sequence[str],
    known: Collection[str],
    make_action: Callable[[str], Action],
) -> Choice:
    """The choice of one of the top five cards of a stack, which is named only where a reader saw it."""
    cards = {name: name for name in (*names, UNKNOWN)}
    refusal = STACK_EMPTY() if not stack else refusal_for_payment(position.players[who], PRICES["card"])
    if refusal is not None:
        return refused_choice("P-B5", tuple(cards), step, refusal)

    def may(card: str) -> Refusal | None:
        return CARD_KNOWN_ELSEWHERE(card) if card in known else None

    def then(card: str) -> Choice:
        return end_of_move_choice(make_action(card), "P-B5")

    return Choice("P-B5", tuple(cards), step, then, may, parse_word=cards.get, can_dead_end=False)


profession_step = partial(drawn_card_step, PROFESSION)
bonus_card_step = partial(drawn_card_step, BONUS_CARD)


class TakeProfessionAction(Action, frozen=True):
    """P-B5: a player takes a profession card."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ProfessionTaken(self.who, self.card, PRICES["card"]))


class TakeBonusCardAction(Action, frozen=True):
    """P-B5: a player takes a bonus card."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BonusCardTaken(self.who, self.card, PRICES["card"]))


def _freedom_choice(position: TableState, who: str) -> Choice:
    player = position.players[who]

    def may(freedom: str) -> Refusal | None:
        if freedom in player.freedoms:
            return FREEDOM_TWICE(freedom)
        if not position.supply_of(freedom):
            return NO_FREEDOM_LEFT(freedom)
        return refusal_for_payment(player, PRICES["freedom"])

    def then(freedom: str) -> Choice:
        return end_of_move_choice(TakeFreedomAction(who, freedom), "P-B5")

    return Choice("P-B5", FREEDOMS, _freedom_step, then, may, can_dead_end=False)


def _freedom_step(freedom: str) -> MoveStep:
    return card_step("freedom", freedom)


class TakeFreedomAction(Action, frozen=True):
    """P-B5: a player takes a freedom; when both of two players have one, the third is removed (P-2.2)."""

    who: str
    freedom: str

    def perform(self, transaction: Transaction) -> None:
        before: TableState = transaction.position
        transaction.apply_event(FreedomTaken(self.who, self.freedom, PRICES["freedom"]))
        if before.config.is_two_player:
            for other in FREEDOMS:
                if (
                    other != self.freedom
                    and before.supply_of(other)
                    and not transaction.position.supply_of(other)
                ):
                    transaction.apply_event(FreedomRemoved(other))


_ACTIONS: Mapping[
    str, tuple[MoveStep, Sequence[str], Callable[[str], MoveStep], Callable[[TableState, str], Choice]]
] = {
    "work": (
        touch_step("work", "action/work"),
        tuple(WANTS_BY_PROFESSION),
        partial(card_step, PROFESSION),
        worker_choice,
    ),
    "build": (implied_step("build"), BUILDINGS, _building_step, _building_choice),
    "profession": (
        touch_step("profession", "action/profession"),
        (*WANTS_BY_PROFESSION, UNKNOWN),
        profession_step,
        _profession_choice,
    ),
    "bonus": (
        touch_step("bonus", "action/bonus"),
        (*BONUS_CARD_NAMES, UNKNOWN),
        bonus_card_step,
        _bonus_card_choice,
    ),
    "freedom": (implied_step("freedom"), FREEDOMS, _freedom_step, _freedom_choice),
}
"""Action -> its step, the options of its choice, the step of an option, and what makes the choice."""
