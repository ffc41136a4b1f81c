"""Phase B: two actions in a turn, in any order, each may be given up (P-B1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial

from companion.games.florence.rules.asking import Branch, asked, branch, never, payable
from companion.games.florence.rules.events import (
    BonusTaken,
    BuildingBuilt,
    FreedomGone,
    FreedomTaken,
    Gained,
    ProfessionTaken,
    TurnBegan,
    TurnEnded,
)
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PROFESSION,
    button,
    card_step,
    implied,
    taken_step,
    touched,
)
from companion.games.florence.rules.placing import placing
from companion.games.florence.rules.printed import BONUS, BUILDINGS, FREEDOMS, POINTS, PRICES, PROFESSIONS
from companion.games.florence.rules.recruiting import can_recruit, recruiting
from companion.games.florence.rules.rounds import end_round
from companion.games.florence.rules.state import Table, Tile
from companion.games.florence.rules.working import working
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_TURN = declare_clause("P-B1", "not-your-turn", "who", "awaited")
ACTIONS_DONE = declare_clause("P-B1", "actions-done", "actions")
ONCE_A_TURN = declare_clause("P-B1", "once-a-turn", "action")
ONE_OF_EACH = declare_clause("P-B4", "one-of-each", "building")
NO_BUILDING_LEFT = declare_clause("P-B4", "none-left", "building")
STACK_EMPTY = declare_clause("P-B5", "stack-empty")
KNOWN_ELSEWHERE = declare_clause("P-B5", "known-elsewhere", "card")
FREEDOM_TWICE = declare_clause("P-B5", "freedom-twice", "freedom")
NO_FREEDOM_LEFT = declare_clause("P-B5", "no-freedom-left", "freedom")

ONCE = ("profession", "freedom")
"""Actions that may be done once in a turn, all others twice."""


class Acting(AgendaItem, frozen=True, tag="acting"):
    """A player's turn; it is over by itself after two actions, unless he could still recruit."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    def settle(self, transaction: Transaction) -> bool:
        position: Table = transaction.position
        over = left(position) == 0 and not can_recruit(position, self.who)
        if over:
            Finish(self.who).perform(transaction)
        return over

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        branches: list[Branch] = []
        for action, (step, among, of, then) in _ACTIONS.items():
            why = barred(position, action)
            choice = never("P-B1", among, of, why) if why else then(position, who)
            branches.append(branch(step, choice, may_be=not step.is_implied or choice.can_complete_move()))
        done = button(who, "done"), end_choice(Finish(who), "P-B1")
        return asked(position, who, "P-B1", (*branches, recruiting(position, who), done), NOT_YOUR_TURN)


def left(position: Table) -> int:
    """How many actions are left in this turn."""
    return max(0, int(PRICES["actions"]) - len(position.actions))


def barred(position: Table, action: str) -> Refusal | None:
    """Why that action may not be done any more in this turn, whatever with."""
    if not left(position):
        return ACTIONS_DONE(PRICES["actions"])
    return ONCE_A_TURN(action) if action in ONCE and action in position.actions else None


class Finish(Action, frozen=True):
    """He gives up what is left; the next player's turn, or the round's end."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        position: Table = transaction.position
        transaction.apply_event(TurnEnded(self.who, left(position)))
        after = position.house.order[self.who][1]
        if after == position.start:
            end_round(transaction)
        else:
            transaction.apply_event(TurnBegan(after))
            transaction.replace_current_item(Acting(after))


# -- P-B4


def price_of(position: Table, who: str) -> int:
    """What a building costs him now, by his builders."""
    return int(PRICES["building"][position.players[who].builders])


def _building(position: Table, who: str) -> Choice:
    player, price = position.players[who], price_of(position, who)

    def may(building: str) -> Refusal | None:
        if player.has(building):
            return ONE_OF_EACH(building)
        if not position.supply(building):
            return NO_BUILDING_LEFT(building)
        return payable(player, price)

    def then(building: str) -> Choice:
        return placing(position, who, building, "P-B4", _builds(who, price))

    return Choice("P-B4", BUILDINGS, _building_step, then, may)


def _building_step(building: str) -> MoveStep:
    return card_step("building", building)


@cache
def _builds(who: str, price: int) -> Callable[[Tile], Action]:
    return partial(Build, who, price)


class Build(Action, frozen=True):
    """Paid, placed, and worth prestige at once."""

    who: str
    price: int
    tile: Tile

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BuildingBuilt(self.who, self.tile, self.price))
        transaction.apply_event(Gained(self.who, POINTS["building"], "building"))


# -- P-B5


def _profession(position: Table, who: str) -> Choice:
    def deed(card: str) -> Action:
        return TakeProfession(who, card)

    known = position.known_professions()
    return _drawn(position, who, profession_taken, position.professions, tuple(PROFESSIONS), known, deed)


def _bonus(position: Table, who: str) -> Choice:
    def deed(card: str) -> Action:
        return TakeBonus(who, card)

    return _drawn(position, who, bonus_taken, position.bonus_cards, BONUS, position.known_bonus(), deed)


def _drawn(
    position: Table,
    who: str,
    step: Callable[[str], MoveStep],
    stack: int,
    names: Sequence[str],
    known: Collection[str],
    deed: Callable[[str], Action],
) -> Choice:
    """One of the top five of a stack into the hand, named if a reader saw it."""
    cards = {name: name for name in (*names, UNKNOWN)}
    refusal = STACK_EMPTY() if not stack else payable(position.players[who], PRICES["card"])
    if refusal is not None:
        return never("P-B5", tuple(cards), step, refusal)

    def may(card: str) -> Refusal | None:
        return KNOWN_ELSEWHERE(card) if card in known else None

    def then(card: str) -> Choice:
        return end_choice(deed(card), "P-B5")

    return Choice("P-B5", tuple(cards), step, then, may, parse_word=cards.get, can_dead_end=False)


profession_taken = partial(taken_step, PROFESSION)
bonus_taken = partial(taken_step, BONUS_CARD)


class TakeProfession(Action, frozen=True):
    """P-B5."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ProfessionTaken(self.who, self.card, PRICES["card"]))


class TakeBonus(Action, frozen=True):
    """P-B5."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(BonusTaken(self.who, self.card, PRICES["card"]))


def _freedom(position: Table, who: str) -> Choice:
    player = position.players[who]

    def may(freedom: str) -> Refusal | None:
        if freedom in player.freedoms:
            return FREEDOM_TWICE(freedom)
        if not position.supply(freedom):
            return NO_FREEDOM_LEFT(freedom)
        return payable(player, PRICES["freedom"])

    def then(freedom: str) -> Choice:
        return end_choice(TakeFreedom(who, freedom), "P-B5")

    return Choice("P-B5", FREEDOMS, _freedom_step, then, may, can_dead_end=False)


def _freedom_step(freedom: str) -> MoveStep:
    return card_step("freedom", freedom)


class TakeFreedom(Action, frozen=True):
    """Of two players, when each has one, the third freedom leaves the game (P-2.2)."""

    who: str
    freedom: str

    def perform(self, transaction: Transaction) -> None:
        before: Table = transaction.position
        transaction.apply_event(FreedomTaken(self.who, self.freedom, PRICES["freedom"]))
        if before.house.two:
            for other in FREEDOMS:
                if other != self.freedom and before.supply(other) and not transaction.position.supply(other):
                    transaction.apply_event(FreedomGone(other))


_ACTIONS: Mapping[
    str, tuple[MoveStep, Sequence[str], Callable[[str], MoveStep], Callable[[Table, str], Choice]]
] = {
    "work": (touched("work", "action/work"), tuple(PROFESSIONS), partial(card_step, PROFESSION), working),
    "build": (implied("build"), BUILDINGS, _building_step, _building),
    "profession": (
        touched("profession", "action/profession"),
        (*PROFESSIONS, UNKNOWN),
        profession_taken,
        _profession,
    ),
    "bonus": (touched("bonus", "action/bonus"), (*BONUS, UNKNOWN), bonus_taken, _bonus),
    "freedom": (implied("freedom"), FREEDOMS, _freedom_step, _freedom),
}
"""Each action: its word, what may be chosen with it, the step that says one of these, and the choice of one."""
