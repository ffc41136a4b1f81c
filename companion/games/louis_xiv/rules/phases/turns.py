"""The turns of phase 2: players play influence cards, one a turn, or do what a mission allows instead.

Clauses L-2.3, L-2.8 and L-2.9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, LastCardReturned, MoneyPaid
from companion.games.louis_xiv.rules.gains import draw_influence
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.phases.stone_placement import (
    FOUR_STONES_MISSION,
    choice_by_influence_card,
    pass_turn,
)
from companion.games.louis_xiv.rules.pieces import CARD_COPIES, CARD_STEPS, INFLUENCE_CARDS, touch_step
from companion.games.louis_xiv.rules.state import PlayerDecision, PlayerState, TableState
from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

PAY_TWO_MISSION = "light-pay-two"
PAY_TWO_LOUIS = 2
EXCHANGE_MISSION = "mid-exchange"


class PayInsteadOfCardAction(Action, frozen=True):
    """L-2.8: a player pays two louis instead of playing a card."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, PAY_TWO_MISSION))
        transaction.apply_event(MoneyPaid(self.who, PAY_TWO_LOUIS, PAY_TWO_MISSION))
        pass_turn(transaction, self.who)


class ExchangeCardAction(Action, frozen=True):
    """L-2.8: a player discards a card without effect and draws the top one."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, EXCHANGE_MISSION))
        transaction.apply_event(InfluenceCardPlayed(self.who, self.card, "discard"))
        draw_influence(transaction, self.who, 1, EXCHANGE_MISSION)
        pass_turn(transaction, self.who)


NOT_YOUR_TURN = declare_clause("L-2.3", "not-your-turn", "who", "awaited")
NOT_IN_HAND = declare_clause("L-2.3", "not-in-hand", "card")
ALL_COPIES_OUT = declare_clause("L-2.3", "copies-out", "card", "copies")
NO_PAY_TWO_MISSION = declare_clause("L-2.8", "no-pay-two")
TOO_FEW_LOUIS_TO_PASS = declare_clause("L-2.8", "pay-two-money", "money")
NO_EXCHANGE_MISSION = declare_clause("L-2.8", "no-exchange")


# -- L-2.3


def play_turn(position: TableState, who: str) -> Turn:
    """L-2.3: the choices of the player whose turn it is."""
    player = position.players[who]
    ready = player.usable_mission_count_by_type
    four = int(position.config.options["four-jumps"]) if ready.get(FOUR_STONES_MISSION) else 0
    cards = not_in_hand_refusals(position, player)
    choice = _play_choice(who, min(player.own, 4), four, cards, _mission_refusals(ready, player.money))
    return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_TURN)


@lru_cache(maxsize=1024)  # every other turn is like one that was met before
def _play_choice(
    who: str, own: int, four_jumps: int, cards: CardRefusals, missions: MissionRefusals
) -> Choice:
    """`own` is how many stones the player can place (4 stands for more); the rest says what they may not do."""
    refusals = dict((*cards, *missions))
    menu = _play_menu(who, own, four_jumps, frozenset() if "exchange" in refusals else cards)
    return Choice(
        "L-2.3",
        _PLAY_OPTIONS,
        menu.step_for,
        menu.next_choice,
        refusals.get,
        parse_word=_PLAY_WORDS.get,
        allowed=[what for what in _PLAY_OPTIONS if what not in refusals],
        menu=menu,
    )


_PLAY_OPTIONS = (*INFLUENCE_CARDS, "pay-two", "exchange")
_PLAY_STEPS: Mapping[str, MoveStep] = {
    **CARD_STEPS,
    "pay-two": touch_step("pay-two"),
    "exchange": touch_step("exchange"),
}
_PLAY_WORDS: Mapping[str, str] = {word: word for word in _PLAY_OPTIONS}


CardRefusals = frozenset[tuple[str, Refusal]]
"""Influence cards that a player cannot have, each with the reason."""
MissionRefusals = tuple[tuple[str, Refusal], ...]
"""Mission words that a player may not use, each with the reason."""


@lru_cache(maxsize=512)
def _play_menu(who: str, own: int, four_jumps: int, not_exchanged: CardRefusals) -> Choice:
    """What a player may do with each card, and instead of one."""
    then = {
        **choice_by_influence_card(who, own, four_jumps),
        "pay-two": end_of_move_choice(PayInsteadOfCardAction(who), "L-2.8", cacheable=True),
        "exchange": _exchange_choice(who, not_exchanged),
    }
    return Choice("L-2.3", _PLAY_OPTIONS, _PLAY_STEPS.__getitem__, then.__getitem__, cacheable=True)


def not_in_hand_refusals(position: TableState, player: PlayerState) -> CardRefusals:
    """L-2.3, L-M4: why influence cards cannot be in the player's hand; others can."""
    held = player.influence
    if UNKNOWN not in held:
        return frozenset([refused for refused in _NOT_IN_HAND if refused[0] not in held])
    seen = dict(position.played)
    for other in position.players.values():
        for card, cards in other.influence.items():
            if card != UNKNOWN:
                seen[card] = seen.get(card, 0) + cards
    return frozenset(
        [
            _ALL_COPIES_OUT[card]
            for card, cards in seen.items()
            if cards >= CARD_COPIES[card] and card not in held
        ]
    )


_NOT_IN_HAND = tuple((card, NOT_IN_HAND(card)) for card in INFLUENCE_CARDS)
_ALL_COPIES_OUT = {card: (card, ALL_COPIES_OUT(card, copies)) for card, copies in CARD_COPIES.items()}


# -- L-2.8


def _mission_refusals(ready: Mapping[str, int], money: int) -> MissionRefusals:
    """L-2.8: mission words that the player may not use instead of playing a card, each with the reason."""
    if not ready:
        return _NO_MISSION
    refusals = () if ready.get(EXCHANGE_MISSION) else _NO_MISSION[:1]
    if not ready.get(PAY_TWO_MISSION):
        return refusals + _NO_MISSION[1:]
    return refusals if money >= PAY_TWO_LOUIS else (*refusals, ("pay-two", TOO_FEW_LOUIS_TO_PASS(money)))


_NO_MISSION = (("exchange", NO_EXCHANGE_MISSION()), ("pay-two", NO_PAY_TWO_MISSION()))


def _exchange_choice(who: str, refusals: CardRefusals) -> Choice:
    def exchange(card: str) -> Choice:
        return end_of_move_choice(ExchangeCardAction(who, card), "L-2.8", cacheable=True)

    return Choice(
        "L-2.8",
        INFLUENCE_CARDS,
        CARD_STEPS.__getitem__,
        exchange,
        dict(refusals).get,
        parse_word=_PLAY_WORDS.get,
        cacheable=True,
    )


class PlayDecision(PlayerDecision, frozen=True, tag="play"):
    """L-2.3: players play influence cards, one a turn, until nobody holds more than their last."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def settle(self, transaction: Transaction) -> bool:
        players = transaction.position.players
        holders = []
        for who, player in players.items():
            hand = player.influence
            if len(hand) > 1 or sum(hand.values()) > 1:
                holders.append(who)
            elif hand:
                transaction.apply_event(LastCardReturned(who))  # L-2.9
        if self.who in holders:
            return False
        for who in transaction.position.config.clockwise_from[self.who]:
            if who in holders:
                transaction.replace_current_item(PlayDecision(who))
                return True
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        return play_turn(position, self.who)
