"""What becomes of an object won in the auction, and which of two is kept (P-A4, P-A5, P-2.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from companion.games.florence.rules.asking import Branch, asked
from companion.games.florence.rules.events import (
    BuilderCame,
    Chosen,
    Gained,
    JesterCame,
    LandscapeLaid,
    LandscapeReturned,
    Paid,
    PrestigeKept,
    RecruitingTaken,
)
from companion.games.florence.rules.pieces import PRESTIGE_CARD, button, implied, kind_step, taken_step
from companion.games.florence.rules.placing import fits, placing
from companion.games.florence.rules.printed import LANDSCAPES, POINTS, PRESTIGE
from companion.games.florence.rules.recruiting import can_recruit, recruiting
from companion.games.florence.rules.rounds import begin_actions
from companion.games.florence.rules.state import Table, Tile
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_LANDSCAPE = declare_clause("P-A4", "not-your-landscape", "who", "awaited")
NOT_YOUR_CARDS = declare_clause("P-A5", "not-your-cards", "who", "awaited")
NOT_YOUR_RECRUITING = declare_clause("P-B6", "not-your-recruiting", "who", "awaited")
NOT_YOUR_CHOICE = declare_clause("P-2.1", "not-your-choice", "who", "awaited")
PRESTIGE_ELSEWHERE = declare_clause("P-A5", "known-elsewhere", "card")
NOT_WON = declare_clause("P-2.1", "not-won", "kind")

MANY_BUILDERS = 2  # from the second on they bring prestige (P-A5)


def come(tale: Transaction, who: str, kind: str) -> tuple[AgendaItem, ...]:
    """The object comes to its owner; what he must still say about it."""
    position: Table = tale.position
    match kind:
        case "jester":
            tale.apply_event(JesterCame(who))
        case "builder":
            number = position.players[who].builders + 1
            tale.apply_event(BuilderCame(who, number))
            if number >= MANY_BUILDERS:
                tale.apply_event(Gained(who, POINTS["builder"], "builder"))
        case "recruiting":
            tale.apply_event(RecruitingTaken(who))
            return (RecruitNow(who),)
        case "prestige":
            return (Keep(who),)
        case _:
            return (Place(who, kind, position.players[who].has(kind)),)
    return ()


# -- P-A4


class Place(AgendaItem, frozen=True, tag="place"):
    """A landscape is placed at once; one that fits nowhere goes back (RULING).

    lay: how many of that kind lay on the winner's grid when it was won; with one more, this one is placed.
    """

    who: str
    kind: str
    lay: int

    @property
    def awaited_player(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return f"place {self.kind}"

    def settle(self, transaction: Transaction) -> bool:
        if fits(transaction.position, self.who, self.kind):
            return False
        transaction.apply_event(LandscapeReturned(self.who, self.kind))
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        squares = placing(position, self.who, self.kind, "P-A4", _lays(self.who))
        tile = single_word_choice(implied(self.kind, f"landscape/{self.kind}"), squares)
        branches: list[Branch] = [(_PLACE, tile)]
        return asked(position, self.who, "P-A4", branches, NOT_YOUR_LANDSCAPE)


_PLACE: MoveStep = implied("place")


@cache
def _lays(who: str) -> Callable[[Tile], Action]:
    return partial(Lay, who)


class Lay(Action, frozen=True):
    """The second and every further one of a kind brings prestige."""

    who: str
    tile: Tile

    def perform(self, transaction: Transaction) -> None:
        again = transaction.position.players[self.who].has(self.tile.name)
        transaction.apply_event(LandscapeLaid(self.who, self.tile))
        if again:
            transaction.apply_event(Gained(self.who, POINTS["landscape"], "landscape"))
        transaction.replace_current_item()


# -- P-A5


class Keep(AgendaItem, frozen=True, tag="keep"):
    """One of the prestige cards he looked at is kept."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "keep"

    def settle(self, transaction: Transaction) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        barred = {card: PRESTIGE_ELSEWHERE(card) for card in position.known_prestige()}

        def then(card: str) -> Choice:
            return end_choice(KeepCard(self.who, card), "P-A5")

        cards = Choice("P-A5", _CARDS, _card, then, barred.get, parse_word=_NAMES.get, can_dead_end=False)
        branches: list[Branch] = [(implied("keep"), cards)]
        return asked(position, self.who, "P-A5", branches, NOT_YOUR_CARDS)


_CARDS = (*PRESTIGE, UNKNOWN)
_NAMES: Mapping[str, str] = {name: name for name in _CARDS}


def _card(card: str) -> MoveStep:
    return taken_step(PRESTIGE_CARD, card)


class KeepCard(Action, frozen=True):
    """Face down beside his principality."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PrestigeKept(self.who, self.card))
        transaction.replace_current_item()


# -- P-B6, at once


class RecruitNow(AgendaItem, frozen=True, tag="recruit"):
    """The recruiting card just won may be used at once, if another player shows a profession."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "recruit"

    def settle(self, transaction: Transaction) -> bool:
        if can_recruit(transaction.position, self.who):
            return False
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        branches: list[Branch] = [
            recruiting(position, self.who, once=True),
            (button(self.who, "skip"), end_choice(LetBe(), "P-B6")),
        ]
        return asked(position, self.who, "P-B6", branches, NOT_YOUR_RECRUITING)


class LetBe(Action, frozen=True):
    """He keeps the recruiting card for later."""

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


# -- P-2.1


class NextChoice(AgendaItem, frozen=True, tag="next-choice"):
    """After the auctions of two players: the start player chooses, then the other; a single object is kept."""

    def settle(self, transaction: Transaction) -> bool:
        position: Table = transaction.position
        for who in position.from_start:
            won = position.players[who].won
            if len(won) > 1:
                transaction.replace_current_item(Choose(who))
                return True
            if won:
                _keep(transaction, who, won[0].kind)
                return True
        begin_actions(transaction)
        return True


class Choose(AgendaItem, frozen=True, tag="choose"):
    """Which of two objects won is kept."""

    who: str

    @property
    def awaited_player(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "choose"

    def settle(self, transaction: Transaction) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        kinds: Sequence[str] = [won.kind for won in position.players[self.who].won]

        def may(kind: str) -> Refusal | None:
            return None if kind in kinds else NOT_WON(kind)

        def then(kind: str) -> Choice:
            return end_choice(ChooseKind(self.who, kind), "P-2.1")

        objects = Choice("P-2.1", kinds, kind_step, then, may, parse_word=_KINDS.get, can_dead_end=False)
        branches: list[Branch] = [(implied("choose"), objects)]
        return asked(position, self.who, "P-2.1", branches, NOT_YOUR_CHOICE)


_KINDS: Mapping[str, str] = {
    kind: kind for kind in (*LANDSCAPES, "jester", "builder", "prestige", "recruiting")
}


class ChooseKind(Action, frozen=True):
    """He keeps this one and pays the dearer of his two bids."""

    who: str
    kind: str

    def perform(self, transaction: Transaction) -> None:
        _keep(transaction, self.who, self.kind)


def _keep(tale: Transaction, who: str, kind: str) -> None:
    won = tale.position.players[who].won
    price = max(each.price for each in won)
    given_up = next((each.kind for each in won if each.kind != kind), "")
    tale.apply_event(Chosen(who, kind, price, given_up))
    tale.apply_event(Paid(who, price))
    tale.replace_current_item(*come(tale, who, kind), NextChoice())
