"""L-4.5: at the end of phase 4, mission cards from the hand exchanged for others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.louis_xiv.rules.outcomes import MissionDrawn, MissionReturned, MissionUsed
from companion.games.louis_xiv.rules.paying import STACK_EMPTY
from companion.games.louis_xiv.rules.pieces import STACK, STACKS, button, implied, touched
from companion.games.louis_xiv.rules.state import PlayersDecision, Table
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_RENEWAL = declare_clause("L-4.5", "not-your-renewal", "who", "awaited")
NOT_IN_HAND = declare_clause("L-4.5", "not-in-hand", "stack")
TWO_AT_MOST = declare_clause("L-4.5", "two-at-most")
RETURN_FIRST = declare_clause("L-4.5", "return-first")

RENEW = "light-renew"
MOST_RETURNED = 2
Stacks = tuple[str, ...]


class Renew(PlayersDecision, frozen=True, tag="renew"):
    """Asked once for each card laid out, not in round 4 (RULING); `skip` ends all of a player's."""

    def is_moot(self, position: Table) -> bool:
        player = position.players[self.who]
        return position.last_round or not player.ready(RENEW) or not player.hand

    def build_choice_tree(self, position: Table) -> Turn:
        who, hand, stacks = self.who, position.players[self.who].hand, position.stacks
        choice = _renewing(who, _two_of_each(hand), _two_of_each(stacks))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_RENEWAL)


def _two_of_each(cards: Mapping[str, int]) -> Stacks:
    """The stack of each card, as far as more of them make no difference."""
    return tuple(stack for stack in STACKS for _ in range(min(MOST_RETURNED, cards.get(stack, 0))))


@lru_cache(maxsize=512)
def _renewing(who: str, hand: Stacks, left: Stacks) -> Choice:
    skip = end_choice(NoRenewal(who), "L-4.5", cacheable=True)
    branches = [(implied("renew"), _returning(who, hand, left, ())), (button(who, "skip"), skip)]
    return branch_choice("L-4.5", branches, cacheable=True)


def _returning(who: str, hand: Stacks, left: Stacks, returned: Stacks) -> Choice:
    """First return all, then draw as many."""
    full = len(returned) == MOST_RETURNED
    more = TWO_AT_MOST() if full else _from_hand(who, hand, left, returned)
    draw = _drawing(who, left + returned, returned, ()) if returned else RETURN_FIRST()
    return branch_choice("L-4.5", [(implied("return"), more), (implied("draw"), draw)], cacheable=True)


def _from_hand(who: str, hand: Stacks, left: Stacks, returned: Stacks) -> Choice:
    def may(stack: str) -> Refusal | None:
        return None if hand.count(stack) > returned.count(stack) else NOT_IN_HAND(stack)

    def then(stack: str) -> Choice:
        return _returning(who, hand, left, (*returned, stack))

    return Choice("L-4.5", STACKS, lambda stack: touched(stack, f"return/{stack}"), then, may, cacheable=True)


def _drawing(who: str, left: Stacks, returned: Stacks, drawn: Stacks) -> Choice:
    """left: the cards in the stacks, those returned among them."""

    def may(stack: str) -> Refusal | None:
        return None if left.count(stack) > drawn.count(stack) else STACK_EMPTY(stack)

    def then(stack: str) -> Choice:
        now = (*drawn, stack)
        if len(now) == len(returned):
            renewal = Renewal(who, tuple(sorted(returned)), tuple(sorted(now)))
            return end_choice(renewal, "L-4.5", cacheable=True)
        return single_word_choice(implied("draw"), _drawing(who, left, returned, now))

    return Choice("L-4.5", STACKS, STACK.__getitem__, then, may, cacheable=True)


class Renewal(Action, frozen=True):
    """The cards returned and the stacks drawn from."""

    who: str
    returned: Stacks
    drawn: Stacks

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, RENEW))
        for stack in self.returned:
            tale.apply_event(MissionReturned(self.who, stack))
        for stack in self.drawn:
            tale.apply_event(MissionDrawn(self.who, stack))


class NoRenewal(Action, frozen=True):
    """None, for all of his cards."""

    who: str

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()
