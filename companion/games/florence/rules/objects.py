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
from companion.rules.agenda import Item
from companion.rules.choice import Choice, Turn, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import UNKNOWN, Step
from companion.rules.tale import Deed, Tale

NOT_YOUR_LANDSCAPE = clause("P-A4", "not-your-landscape", "who", "awaited")
NOT_YOUR_CARDS = clause("P-A5", "not-your-cards", "who", "awaited")
NOT_YOUR_RECRUITING = clause("P-B6", "not-your-recruiting", "who", "awaited")
NOT_YOUR_CHOICE = clause("P-2.1", "not-your-choice", "who", "awaited")
PRESTIGE_ELSEWHERE = clause("P-A5", "known-elsewhere", "card")
NOT_WON = clause("P-2.1", "not-won", "kind")

MANY_BUILDERS = 2  # from the second on they bring prestige (P-A5)


def come(tale: Tale, who: str, kind: str) -> tuple[Item, ...]:
    """The object comes to its owner; what he must still say about it."""
    position: Table = tale.position
    match kind:
        case "jester":
            tale.tell(JesterCame(who))
        case "builder":
            number = position.players[who].builders + 1
            tale.tell(BuilderCame(who, number))
            if number >= MANY_BUILDERS:
                tale.tell(Gained(who, POINTS["builder"], "builder"))
        case "recruiting":
            tale.tell(RecruitingTaken(who))
            return (RecruitNow(who),)
        case "prestige":
            return (Keep(who),)
        case _:
            return (Place(who, kind, position.players[who].has(kind)),)
    return ()


# -- P-A4


class Place(Item, frozen=True, tag="place"):
    """A landscape is placed at once; one that fits nowhere goes back (RULING).

    lay: how many of that kind lay on the winner's grid when it was won; with one more, this one is placed.
    """

    who: str
    kind: str
    lay: int

    @property
    def asked(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return f"place {self.kind}"

    def settle(self, tale: Tale) -> bool:
        if fits(tale.position, self.who, self.kind):
            return False
        tale.tell(LandscapeReturned(self.who, self.kind))
        tale.plan()
        return True

    def offer(self, position: Table) -> Turn:
        squares = placing(position, self.who, self.kind, "P-A4", _lays(self.who))
        tile = word(implied(self.kind, f"landscape/{self.kind}"), squares)
        branches: list[Branch] = [(_PLACE, tile)]
        return asked(position, self.who, "P-A4", branches, NOT_YOUR_LANDSCAPE)


_PLACE: Step = implied("place")


@cache
def _lays(who: str) -> Callable[[Tile], Deed]:
    return partial(Lay, who)


class Lay(Deed, frozen=True):
    """The second and every further one of a kind brings prestige."""

    who: str
    tile: Tile

    def do(self, tale: Tale) -> None:
        again = tale.position.players[self.who].has(self.tile.name)
        tale.tell(LandscapeLaid(self.who, self.tile))
        if again:
            tale.tell(Gained(self.who, POINTS["landscape"], "landscape"))
        tale.plan()


# -- P-A5


class Keep(Item, frozen=True, tag="keep"):
    """One of the prestige cards he looked at is kept."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "keep"

    def settle(self, tale: Tale) -> bool:
        return False

    def offer(self, position: Table) -> Turn:
        barred = {card: PRESTIGE_ELSEWHERE(card) for card in position.known_prestige()}

        def then(card: str) -> Choice:
            return end(KeepCard(self.who, card), "P-A5")

        cards = Choice("P-A5", _CARDS, _card, then, barred.get, read=_NAMES.get, deep=False)
        branches: list[Branch] = [(implied("keep"), cards)]
        return asked(position, self.who, "P-A5", branches, NOT_YOUR_CARDS)


_CARDS = (*PRESTIGE, UNKNOWN)
_NAMES: Mapping[str, str] = {name: name for name in _CARDS}


def _card(card: str) -> Step:
    return taken_step(PRESTIGE_CARD, card)


class KeepCard(Deed, frozen=True):
    """Face down beside his principality."""

    who: str
    card: str

    def do(self, tale: Tale) -> None:
        tale.tell(PrestigeKept(self.who, self.card))
        tale.plan()


# -- P-B6, at once


class RecruitNow(Item, frozen=True, tag="recruit"):
    """The recruiting card just won may be used at once, if another player shows a profession."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "recruit"

    def settle(self, tale: Tale) -> bool:
        if can_recruit(tale.position, self.who):
            return False
        tale.plan()
        return True

    def offer(self, position: Table) -> Turn:
        branches: list[Branch] = [
            recruiting(position, self.who, once=True),
            (button(self.who, "skip"), end(LetBe(), "P-B6")),
        ]
        return asked(position, self.who, "P-B6", branches, NOT_YOUR_RECRUITING)


class LetBe(Deed, frozen=True):
    """He keeps the recruiting card for later."""

    def do(self, tale: Tale) -> None:
        tale.plan()


# -- P-2.1


class NextChoice(Item, frozen=True, tag="next-choice"):
    """After the auctions of two players: the start player chooses, then the other; a single object is kept."""

    def settle(self, tale: Tale) -> bool:
        position: Table = tale.position
        for who in position.from_start:
            won = position.players[who].won
            if len(won) > 1:
                tale.plan(Choose(who))
                return True
            if won:
                _keep(tale, who, won[0].kind)
                return True
        begin_actions(tale)
        return True


class Choose(Item, frozen=True, tag="choose"):
    """Which of two objects won is kept."""

    who: str

    @property
    def asked(self) -> str:
        return self.who

    @property
    def owed(self) -> str:
        """How the position says it."""
        return "choose"

    def settle(self, tale: Tale) -> bool:
        return False

    def offer(self, position: Table) -> Turn:
        kinds: Sequence[str] = [won.kind for won in position.players[self.who].won]

        def may(kind: str) -> Refusal | None:
            return None if kind in kinds else NOT_WON(kind)

        def then(kind: str) -> Choice:
            return end(ChooseKind(self.who, kind), "P-2.1")

        objects = Choice("P-2.1", kinds, kind_step, then, may, read=_KINDS.get, deep=False)
        branches: list[Branch] = [(implied("choose"), objects)]
        return asked(position, self.who, "P-2.1", branches, NOT_YOUR_CHOICE)


_KINDS: Mapping[str, str] = {
    kind: kind for kind in (*LANDSCAPES, "jester", "builder", "prestige", "recruiting")
}


class ChooseKind(Deed, frozen=True):
    """He keeps this one and pays the dearer of his two bids."""

    who: str
    kind: str

    def do(self, tale: Tale) -> None:
        _keep(tale, self.who, self.kind)


def _keep(tale: Tale, who: str, kind: str) -> None:
    won = tale.position.players[who].won
    price = max(each.price for each in won)
    given_up = next((each.kind for each in won if each.kind != kind), "")
    tale.tell(Chosen(who, kind, price, given_up))
    tale.tell(Paid(who, price))
    tale.plan(*come(tale, who, kind), NextChoice())
