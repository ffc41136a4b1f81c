"""A turn of phase 2: a card played for stones, or what a mission allows instead (L-2.3, L-2.8, L-2.9)."""

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
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction
from companion.rules.turn import Turn

NOT_YOUR_TURN = declare_clause("L-2.3", "not-your-turn", "who", "awaited")
NOT_IN_HAND = declare_clause("L-2.3", "not-in-hand", "card")
ALL_COPIES_OUT = declare_clause("L-2.3", "copies-out", "card", "copies")
NO_PAY_TWO_MISSION = declare_clause("L-2.8", "no-pay-two")
TOO_FEW_LOUIS_TO_PASS = declare_clause("L-2.8", "pay-two-money", "money")
NO_EXCHANGE_MISSION = declare_clause("L-2.8", "no-exchange")

PAY_TWO_MISSION = "light-pay-two"
PAY_TWO_LOUIS = 2
EXCHANGE_MISSION = "mid-exchange"


# -- L-2.3


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
        who = self.who
        player = position.players[who]
        ready = player.usable_mission_count_by_type
        four = int(position.config.options["four-jumps"]) if ready.get(FOUR_STONES_MISSION) else 0
        refusals = not_in_hand_refusal_by_card(position, player)
        exchange = tuple(refusals.items()) if ready.get(EXCHANGE_MISSION) else None
        menu = _play_menu(who, min(player.own, 4), four, exchange)
        refusals |= _mission_refusals(ready, player.money)
        choice = Choice(
            "L-2.3",
            _PLAY_OPTIONS,
            menu.step_for,
            menu.next_choice,
            refusals.get,
            parse_word=_PLAY_WORDS.get,
            allowed=[what for what in _PLAY_OPTIONS if what not in refusals],
            menu=menu,
        )
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_TURN)


_PLAY_OPTIONS = (*INFLUENCE_CARDS, "pay-two", "exchange")
_PLAY_STEPS: Mapping[str, MoveStep] = {
    **CARD_STEPS,
    "pay-two": touch_step("pay-two"),
    "exchange": touch_step("exchange"),
}
_PLAY_WORDS: Mapping[str, str] = {word: word for word in _PLAY_OPTIONS}


@lru_cache(maxsize=1024)
def _play_menu(
    who: str, own: int, four_jumps: int, exchange: tuple[tuple[str, Refusal], ...] | None
) -> Choice:
    """What a player may do with each card, and instead of one; they have `own` stones (4 stands for more).

    `exchange` names the cards that they cannot exchange; None where they have no mission for it.
    """
    then = {
        **choice_by_influence_card(who, own, four_jumps),
        "pay-two": end_of_move_choice(PayInsteadOfCardAction(who), "L-2.8", cacheable=True),
        "exchange": _exchange_choice(who, exchange or ()),
    }
    return Choice("L-2.3", _PLAY_OPTIONS, _PLAY_STEPS.__getitem__, then.__getitem__, cacheable=True)


def not_in_hand_refusal_by_card(position: TableState, player: PlayerState) -> dict[str, Refusal]:
    """L-2.3, L-M4: influence card -> why it cannot be in the player's hand; others can."""
    held = player.influence
    if UNKNOWN not in held:
        return {card: why for card, why in _NOT_IN_HAND.items() if card not in held}
    seen = dict(position.played)
    for other in position.players.values():
        for card, cards in other.influence.items():
            if card != UNKNOWN:
                seen[card] = seen.get(card, 0) + cards
    return {
        card: _ALL_COPIES_OUT[card]
        for card, cards in seen.items()
        if cards >= CARD_COPIES[card] and card not in held
    }


_NOT_IN_HAND = {card: NOT_IN_HAND(card) for card in INFLUENCE_CARDS}
_ALL_COPIES_OUT = {card: ALL_COPIES_OUT(card, copies) for card, copies in CARD_COPIES.items()}


# -- L-2.8


def _mission_refusals(ready: Mapping[str, int], money: int) -> Mapping[str, Refusal]:
    """L-2.8: mission word -> why the player may not use it instead of playing a card."""
    if not ready:
        return _NO_MISSION
    refusals = {} if ready.get(EXCHANGE_MISSION) else {"exchange": _REFUSED_EXCHANGE}
    if not ready.get(PAY_TWO_MISSION):
        refusals["pay-two"] = _REFUSED_PAY_TWO
    elif money < PAY_TWO_LOUIS:
        refusals["pay-two"] = TOO_FEW_LOUIS_TO_PASS(money)
    return refusals


_REFUSED_PAY_TWO, _REFUSED_EXCHANGE = NO_PAY_TWO_MISSION(), NO_EXCHANGE_MISSION()
_NO_MISSION: Mapping[str, Refusal] = {"pay-two": _REFUSED_PAY_TWO, "exchange": _REFUSED_EXCHANGE}


class PayInsteadOfCardAction(Action, frozen=True):
    """L-2.8: a player pays two louis instead of playing a card."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, PAY_TWO_MISSION))
        transaction.apply_event(MoneyPaid(self.who, PAY_TWO_LOUIS, PAY_TWO_MISSION))
        pass_turn(transaction, self.who)


@lru_cache(maxsize=256)
def _exchange_choice(who: str, refusals: tuple[tuple[str, Refusal], ...]) -> Choice:
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


class ExchangeCardAction(Action, frozen=True):
    """L-2.8: a player discards a card without effect and draws the top one."""

    who: str
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, EXCHANGE_MISSION))
        transaction.apply_event(InfluenceCardPlayed(self.who, self.card, "discard"))
        draw_influence(transaction, self.who, 1, EXCHANGE_MISSION)
        pass_turn(transaction, self.who)
