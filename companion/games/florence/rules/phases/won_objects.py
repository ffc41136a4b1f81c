"""What follows an object won in the auction, and which of two is kept (P-A4, P-A5, P-2.1)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from companion.games.florence.rules.auction_events import (
    BidPaid,
    BuilderGained,
    JesterGained,
    LandscapePlaced,
    LandscapeReturned,
    ObjectChosen,
    PrestigeCardKept,
    RecruitingCardGained,
)
from companion.games.florence.rules.edition import LANDSCAPES, POINTS, PRESTIGE_CARD_NAMES
from companion.games.florence.rules.events import PrestigeGained
from companion.games.florence.rules.phases.prestige_sales import ChoiceBranch, turn_with_sales
from companion.games.florence.rules.phases.recruiting import can_recruit, recruiting_branch
from companion.games.florence.rules.phases.rounds import begin_actions
from companion.games.florence.rules.pieces import (
    PRESTIGE_CARD,
    button_step,
    drawn_card_step,
    implied_step,
    object_step,
)
from companion.games.florence.rules.state import PlacedTile, TableState
from companion.games.florence.rules.tile_placement import has_legal_spot, placement_choice
from companion.rules.agenda import AgendaItem, PlayerItem
from companion.rules.choice import Choice, Turn, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_LANDSCAPE = declare_clause("P-A4", "not-your-landscape", "who", "awaited")
NOT_YOUR_CARDS = declare_clause("P-A5", "not-your-cards", "who", "awaited")
NOT_YOUR_RECRUITING = declare_clause("P-B6", "not-your-recruiting", "who", "awaited")
NOT_YOUR_CHOICE = declare_clause("P-2.1", "not-your-choice", "who", "awaited")
AFTER_THE_AUCTION = declare_clause("P-B1", "after-auction")
NOT_IN_THE_AUCTION = declare_clause("P-B6", "not-in-auction")
KEPT_CARD_KNOWN_ELSEWHERE = declare_clause("P-A5", "known-elsewhere", "card")
OBJECT_NOT_WON = declare_clause("P-2.1", "not-won", "kind")

FIRST_BUILDER_WITH_PRESTIGE = 2  # from the second on, builders bring prestige (P-A5)


def receive_object(transaction: Transaction, who: str, kind: str) -> tuple[AgendaItem, ...]:
    """Give the object to its winner; the decisions that it brings are returned."""
    position: TableState = transaction.position
    match kind:
        case "jester":
            transaction.apply_event(JesterGained(who))
        case "builder":
            number = position.players[who].builders + 1
            transaction.apply_event(BuilderGained(who, number))
            if number >= FIRST_BUILDER_WITH_PRESTIGE:
                transaction.apply_event(PrestigeGained(who, POINTS["builder"], "builder"))
        case "recruiting":
            transaction.apply_event(RecruitingCardGained(who))
            return (RecruitingDecision(who),)
        case "prestige":
            return (KeepPrestigeCardDecision(who),)
        case _:
            return (PlacementDecision(who, kind, position.players[who].count_tiles(kind)),)
    return ()


def refused_in_auction(word: str) -> ChoiceBranch | None:
    """What phase B is for, by the words of its actions and the cards in a hand, with the clause that says when."""
    match word.removeprefix("action/").partition("/")[0]:
        case "recruit":
            return implied_step(word), NOT_IN_THE_AUCTION()
        case "work" | "build" | "building" | "profession" | "bonus" | "freedom":
            return implied_step(word), AFTER_THE_AUCTION()
    return None


class OwedDecision(PlayerItem, frozen=True):
    """What the winner of an object still has to decide before the auction goes on."""

    @property
    @abstractmethod
    def owed_notation(self) -> str:
        """The text of `owed` in a serialised position."""


# -- P-A4


class PlacementDecision(OwedDecision, frozen=True, tag="place"):
    """P-A4: a player places the landscape just won; one that fits nowhere goes back (RULING).

    `lay` is how many of that kind lay on the player's grid when it was won; one more shows that it was
    placed.
    """

    kind: str
    lay: int

    @property
    def owed_notation(self) -> str:
        return f"place {self.kind}"

    def settle(self, transaction: Transaction) -> bool:
        if has_legal_spot(transaction.position, self.who, self.kind):
            return False
        transaction.apply_event(LandscapeReturned(self.who, self.kind))
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        squares = placement_choice(position, self.who, self.kind, "P-A4", _place_action(self.who))
        tile = single_word_choice(implied_step(self.kind, f"landscape/{self.kind}"), squares)
        branches: list[ChoiceBranch] = [(_PLACE, tile)]
        return turn_with_sales(position, self.who, "P-A4", branches, NOT_YOUR_LANDSCAPE)


_PLACE: MoveStep = implied_step("place")


@cache
def _place_action(who: str) -> Callable[[PlacedTile], Action]:
    return partial(PlaceLandscapeAction, who)


class PlaceLandscapeAction(Action, frozen=True):
    """P-A4: a player places a landscape; from the second of a kind on it brings prestige."""

    who: str
    tile: PlacedTile

    def perform(self, transaction: Transaction) -> None:
        again = transaction.position.players[self.who].count_tiles(self.tile.name)
        transaction.apply_event(LandscapePlaced(self.who, self.tile))
        if again:
            transaction.apply_event(PrestigeGained(self.who, POINTS["landscape"], "landscape"))
        transaction.replace_current_item()


# -- P-A5


class KeepPrestigeCardDecision(OwedDecision, frozen=True, tag="keep"):
    """P-A5: a player keeps one of the five prestige cards they looked at."""

    owed_notation = "keep"

    def settle(self, transaction: Transaction) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        refusals = {card: KEPT_CARD_KNOWN_ELSEWHERE(card) for card in position.known_prestige_cards()}

        def then(card: str) -> Choice:
            return end_of_move_choice(KeepPrestigeCardAction(self.who, card), "P-A5")

        cards = Choice(
            "P-A5",
            _PRESTIGE_CARD_NAMES,
            _prestige_card_step,
            then,
            refusals.get,
            parse_word=_NAMES.get,
            can_dead_end=False,
        )
        branches: list[ChoiceBranch] = [(implied_step("keep"), cards)]
        return turn_with_sales(position, self.who, "P-A5", branches, NOT_YOUR_CARDS)


_PRESTIGE_CARD_NAMES = (*PRESTIGE_CARD_NAMES, UNKNOWN)
_NAMES: Mapping[str, str] = {name: name for name in _PRESTIGE_CARD_NAMES}


def _prestige_card_step(card: str) -> MoveStep:
    return drawn_card_step(PRESTIGE_CARD, card)


class KeepPrestigeCardAction(Action, frozen=True):
    """P-A5: a player keeps that prestige card face down."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PrestigeCardKept(self.who, self.card))
        transaction.replace_current_item()


# -- P-B6, at once


class RecruitingDecision(OwedDecision, frozen=True, tag="recruit"):
    """P-B6: a player may use the recruiting card just won, if another player shows a profession."""

    owed_notation = "recruit"

    def settle(self, transaction: Transaction) -> bool:
        if can_recruit(transaction.position, self.who):
            return False
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        branches: list[ChoiceBranch] = [
            recruiting_branch(position, self.who),
            (button_step(self.who, "skip"), end_of_move_choice(SkipRecruitingAction(), "P-B6")),
        ]
        return turn_with_sales(position, self.who, "P-B6", branches, NOT_YOUR_RECRUITING)


class SkipRecruitingAction(Action, frozen=True):
    """P-B6: a player keeps the recruiting card for later."""

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


# -- P-2.1


class AskNextObjectChoice(AgendaItem, frozen=True, tag="next-choice"):
    """P-2.1: after the auctions of two players both choose, the start player first; a single object stays."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        for who in position.players_from_start:
            won = position.players[who].won
            if len(won) > 1:
                transaction.replace_current_item(ObjectChoiceDecision(who))
                return True
            if won:
                _keep_object(transaction, who, won[0].kind)
                return True
        begin_actions(transaction)
        return True


class ObjectChoiceDecision(OwedDecision, frozen=True, tag="choose"):
    """P-2.1: a player chooses which of two objects they won to keep."""

    owed_notation = "choose"

    def settle(self, transaction: Transaction) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        kinds: Sequence[str] = [won.kind for won in position.players[self.who].won]

        def may(kind: str) -> Refusal | None:
            return None if kind in kinds else OBJECT_NOT_WON(kind)

        def then(kind: str) -> Choice:
            return end_of_move_choice(ChooseObjectAction(self.who, kind), "P-2.1")

        objects = Choice("P-2.1", kinds, object_step, then, may, parse_word=_KINDS.get, can_dead_end=False)
        branches: list[ChoiceBranch] = [(implied_step("choose"), objects)]
        return turn_with_sales(position, self.who, "P-2.1", branches, NOT_YOUR_CHOICE, refused_in_auction)


_KINDS: Mapping[str, str] = {
    kind: kind for kind in (*LANDSCAPES, "jester", "builder", "prestige", "recruiting")
}


class ChooseObjectAction(Action, frozen=True):
    """P-2.1: a player keeps this object and pays the dearer of their two bids."""

    who: str
    kind: str

    def perform(self, transaction: Transaction) -> None:
        _keep_object(transaction, self.who, self.kind)


def _keep_object(transaction: Transaction, who: str, kind: str) -> None:
    won = transaction.position.players[who].won
    price = max(each.price for each in won)
    given_up = next((each.kind for each in won if each.kind != kind), "")
    transaction.apply_event(ObjectChosen(who, kind, price, given_up))
    transaction.apply_event(BidPaid(who, price))
    transaction.replace_current_item(*receive_object(transaction, who, kind), AskNextObjectChoice())
