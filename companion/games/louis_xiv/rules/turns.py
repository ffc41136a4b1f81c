"""A turn of phase 2: a card for stones, or what a mission allows instead (L-2.3, L-2.8, L-2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.games.louis_xiv.rules.events import CardPlayed, LastCardBack, MoneyPaid
from companion.games.louis_xiv.rules.gains import draw_influence
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import CARD, COPIES, INFLUENCE, touched
from companion.games.louis_xiv.rules.placing import FOUR, card_choices, pass_turn
from companion.games.louis_xiv.rules.state import Player, PlayersDecision, Table
from companion.rules.choice import Choice, Turn, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_TURN = declare_clause("L-2.3", "not-your-turn", "who", "awaited")
NOT_IN_HAND = declare_clause("L-2.3", "not-in-hand", "card")
COPIES_OUT = declare_clause("L-2.3", "copies-out", "card", "copies")
NO_PAY_TWO = declare_clause("L-2.8", "no-pay-two")
PAY_TWO_MONEY = declare_clause("L-2.8", "pay-two-money", "money")
NO_EXCHANGE = declare_clause("L-2.8", "no-exchange")

PAY_TWO = "light-pay-two"
PAY_TWO_LOUIS = 2
EXCHANGE = "mid-exchange"


# -- L-2.3


class Play(PlayersDecision, frozen=True, tag="play"):
    """Influence cards are being played, one a turn, until nobody has more than his last."""

    def is_moot(self, position: Table) -> bool:
        return False

    def settle(self, tale: Transaction) -> bool:
        players = tale.position.players
        held = {who: sum(player.influence.values()) for who, player in players.items() if player.influence}
        for who, cards in held.items():
            if cards == 1:
                tale.apply_event(LastCardBack(who))  # L-2.9
        for who in tale.position.house.order[self.who]:
            if held.get(who, 0) > 1:
                if who == self.who:
                    return False
                tale.replace_current_item(Play(who))
                return True
        tale.replace_current_item()
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        player = position.players[who]
        ready = player.usable
        four = int(position.house.options["four-jumps"]) if ready.get(FOUR) else 0
        uses = _uses(who, min(player.own, 4), four)
        cards = barred_cards(position, player)
        if ready.get(EXCHANGE):
            uses = {**uses, "exchange": _use("exchange", _exchanging(who, tuple(cards.items())))}
        barred = {**cards, **_barred_instead(ready, player.money)}
        choice = Choice(
            "L-2.3",
            _PLAYS,
            _PLAY_STEP.__getitem__,
            lambda what: uses[what].next_choice(what),
            barred.get,
            parse_word=_PLAY_WORD.get,
            cached_parts=[use for what, use in uses.items() if what not in barred],
        )
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_TURN)


_PLAYS = (*INFLUENCE, "pay-two", "exchange")
_PLAY_STEP: Mapping[str, MoveStep] = {
    **CARD,
    "pay-two": touched("pay-two"),
    "exchange": touched("exchange"),
}
_PLAY_WORD: Mapping[str, str] = {word: word for word in _PLAYS}


@cache
def _uses(who: str, own: int, four_jumps: int) -> Mapping[str, Choice]:
    """What each card, and paying, may be used for. own: his own stones, 4 stands for more."""
    then = {**card_choices(who, own, four_jumps), "pay-two": end_choice(PayTwo(who), "L-2.8", cacheable=True)}
    return {what: _use(what, choice) for what, choice in then.items()}


def _use(what: str, then: Choice) -> Choice:
    return Choice("L-2.3", (what,), _PLAY_STEP.__getitem__, lambda _: then, cacheable=True)


def barred_cards(position: Table, player: Player) -> Mapping[str, Refusal]:
    """The influence cards that cannot be in his hand, and why (L-2.3, L-M4)."""
    held = player.influence
    if UNKNOWN not in held:
        return {card: why for card, why in _NOT_IN_HAND.items() if card not in held}
    seen = dict(position.played)
    for other in position.players.values():
        for card, cards in other.influence.items():
            if card != UNKNOWN:
                seen[card] = seen.get(card, 0) + cards
    return {
        card: _COPIES_OUT[card] for card, cards in seen.items() if cards >= COPIES[card] and card not in held
    }


_NOT_IN_HAND = {card: NOT_IN_HAND(card) for card in INFLUENCE}
_COPIES_OUT = {card: COPIES_OUT(card, copies) for card, copies in COPIES.items()}


# -- L-2.8


def _barred_instead(ready: Mapping[str, int], money: int) -> Mapping[str, Refusal]:
    """Why he may not do without playing a card."""
    barred = {} if ready.get(EXCHANGE) else {"exchange": _NO_EXCHANGE}
    if not ready.get(PAY_TWO):
        barred["pay-two"] = _NO_PAY_TWO
    elif money < PAY_TWO_LOUIS:
        barred["pay-two"] = PAY_TWO_MONEY(money)
    return barred


_NO_PAY_TWO, _NO_EXCHANGE = NO_PAY_TWO(), NO_EXCHANGE()


class PayTwo(Action, frozen=True):
    """Two louis instead of a card."""

    who: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, PAY_TWO))
        tale.apply_event(MoneyPaid(self.who, PAY_TWO_LOUIS, PAY_TWO))
        pass_turn(tale, self.who)


@lru_cache(maxsize=256)
def _exchanging(who: str, barred: tuple[tuple[str, Refusal], ...]) -> Choice:
    def exchange(card: str) -> Choice:
        return end_choice(Exchange(who, card), "L-2.8", cacheable=True)

    return Choice(
        "L-2.8",
        INFLUENCE,
        CARD.__getitem__,
        exchange,
        dict(barred).get,
        parse_word=_PLAY_WORD.get,
        cacheable=True,
    )


class Exchange(Action, frozen=True):
    """A card laid away without effect, and the top one instead."""

    who: str
    card: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, EXCHANGE))
        tale.apply_event(CardPlayed(self.who, self.card, "discard"))
        draw_influence(tale, self.who, 1, EXCHANGE)
        pass_turn(tale, self.who)
