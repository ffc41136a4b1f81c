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
from companion.rules.agenda import Item
from companion.rules.choice import Choice, Turn, end
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import UNKNOWN, Step
from companion.rules.tale import Deed, Tale

NOT_YOUR_TURN = clause("P-B1", "not-your-turn", "who", "awaited")
ACTIONS_DONE = clause("P-B1", "actions-done", "actions")
ONCE_A_TURN = clause("P-B1", "once-a-turn", "action")
ONE_OF_EACH = clause("P-B4", "one-of-each", "building")
NO_BUILDING_LEFT = clause("P-B4", "none-left", "building")
STACK_EMPTY = clause("P-B5", "stack-empty")
KNOWN_ELSEWHERE = clause("P-B5", "known-elsewhere", "card")
FREEDOM_TWICE = clause("P-B5", "freedom-twice", "freedom")
NO_FREEDOM_LEFT = clause("P-B5", "no-freedom-left", "freedom")

ONCE = ("profession", "freedom")
"""Actions that may be done once in a turn, all others twice."""


class Acting(Item, frozen=True, tag="acting"):
    """A player's turn; it is over by itself after two actions, unless he could still recruit."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    def settle(self, tale: Tale) -> bool:
        position: Table = tale.position
        over = left(position) == 0 and not can_recruit(position, self.who)
        if over:
            Finish(self.who).do(tale)
        return over

    def offer(self, position: Table) -> Turn:
        who = self.who
        branches: list[Branch] = []
        for action, (step, among, of, then) in _ACTIONS.items():
            why = barred(position, action)
            choice = never("P-B1", among, of, why) if why else then(position, who)
            branches.append(branch(step, choice, may_be=not step.implied or choice.can_end()))
        done = button(who, "done"), end(Finish(who), "P-B1")
        return asked(position, who, "P-B1", (*branches, recruiting(position, who), done), NOT_YOUR_TURN)


def left(position: Table) -> int:
    """How many actions are left in this turn."""
    return max(0, int(PRICES["actions"]) - len(position.actions))


def barred(position: Table, action: str) -> Refusal | None:
    """Why that action may not be done any more in this turn, whatever with."""
    if not left(position):
        return ACTIONS_DONE(PRICES["actions"])
    return ONCE_A_TURN(action) if action in ONCE and action in position.actions else None


class Finish(Deed, frozen=True):
    """He gives up what is left; the next player's turn, or the round's end."""

    who: str

    def do(self, tale: Tale) -> None:
        position: Table = tale.position
        tale.tell(TurnEnded(self.who, left(position)))
        after = position.house.order[self.who][1]
        if after == position.start:
            end_round(tale)
        else:
            tale.tell(TurnBegan(after))
            tale.plan(Acting(after))


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


def _building_step(building: str) -> Step:
    return card_step("building", building)


@cache
def _builds(who: str, price: int) -> Callable[[Tile], Deed]:
    return partial(Build, who, price)


class Build(Deed, frozen=True):
    """Paid, placed, and worth prestige at once."""

    who: str
    price: int
    tile: Tile

    def do(self, tale: Tale) -> None:
        tale.tell(BuildingBuilt(self.who, self.tile, self.price))
        tale.tell(Gained(self.who, POINTS["building"], "building"))


# -- P-B5


def _profession(position: Table, who: str) -> Choice:
    def deed(card: str) -> Deed:
        return TakeProfession(who, card)

    known = position.known_professions()
    return _drawn(position, who, profession_taken, position.professions, tuple(PROFESSIONS), known, deed)


def _bonus(position: Table, who: str) -> Choice:
    def deed(card: str) -> Deed:
        return TakeBonus(who, card)

    return _drawn(position, who, bonus_taken, position.bonus_cards, BONUS, position.known_bonus(), deed)


def _drawn(
    position: Table,
    who: str,
    step: Callable[[str], Step],
    stack: int,
    names: Sequence[str],
    known: Collection[str],
    deed: Callable[[str], Deed],
) -> Choice:
    """One of the top five of a stack into the hand, named if a reader saw it."""
    cards = {name: name for name in (*names, UNKNOWN)}
    refusal = STACK_EMPTY() if not stack else payable(position.players[who], PRICES["card"])
    if refusal is not None:
        return never("P-B5", tuple(cards), step, refusal)

    def may(card: str) -> Refusal | None:
        return KNOWN_ELSEWHERE(card) if card in known else None

    def then(card: str) -> Choice:
        return end(deed(card), "P-B5")

    return Choice("P-B5", tuple(cards), step, then, may, read=cards.get, deep=False)


profession_taken = partial(taken_step, PROFESSION)
bonus_taken = partial(taken_step, BONUS_CARD)


class TakeProfession(Deed, frozen=True):
    """P-B5."""

    who: str
    card: str

    def do(self, tale: Tale) -> None:
        tale.tell(ProfessionTaken(self.who, self.card, PRICES["card"]))


class TakeBonus(Deed, frozen=True):
    """P-B5."""

    who: str
    card: str

    def do(self, tale: Tale) -> None:
        tale.tell(BonusTaken(self.who, self.card, PRICES["card"]))


def _freedom(position: Table, who: str) -> Choice:
    player = position.players[who]

    def may(freedom: str) -> Refusal | None:
        if freedom in player.freedoms:
            return FREEDOM_TWICE(freedom)
        if not position.supply(freedom):
            return NO_FREEDOM_LEFT(freedom)
        return payable(player, PRICES["freedom"])

    def then(freedom: str) -> Choice:
        return end(TakeFreedom(who, freedom), "P-B5")

    return Choice("P-B5", FREEDOMS, _freedom_step, then, may, deep=False)


def _freedom_step(freedom: str) -> Step:
    return card_step("freedom", freedom)


class TakeFreedom(Deed, frozen=True):
    """Of two players, when each has one, the third freedom leaves the game (P-2.2)."""

    who: str
    freedom: str

    def do(self, tale: Tale) -> None:
        before: Table = tale.position
        tale.tell(FreedomTaken(self.who, self.freedom, PRICES["freedom"]))
        if before.house.two:
            for other in FREEDOMS:
                if other != self.freedom and before.supply(other) and not tale.position.supply(other):
                    tale.tell(FreedomGone(other))


_ACTIONS: Mapping[str, tuple[Step, Sequence[str], Callable[[str], Step], Callable[[Table, str], Choice]]] = {
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
