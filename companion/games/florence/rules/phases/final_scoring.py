"""The final count: prestige cards are shown and counted; most prestige wins, then most florins (P-E)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from companion.games.florence.rules.edition import PRESTIGE_CARD_NAMES
from companion.games.florence.rules.pieces import (
    PRESTIGE_CARD,
    card_step,
    implied_step,
    player_step,
)
from companion.games.florence.rules.prestige_cards import PrestigeCardScore, prestige_card_score
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import TableState, replace_player
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, MoveStep
from companion.rules.multiset import with_added, without_card
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Event, Transaction

PRESTIGE_AWAITED = declare_clause("P-E1", "prestige-awaited", "who", "awaited")
PRESTIGE_SHOWN_ALREADY = declare_clause("P-E1", "shown-already", "who")
PRESTIGE_CARDS_MISSING = declare_clause("P-E1", "cards-missing", "who", "missing")
PRESTIGE_CARD_ELSEWHERE = declare_clause("P-E1", "known-elsewhere", "card")
PRESTIGE_CARD_NAMED_TWICE = declare_clause("P-E1", "named-twice", "card")


# -- events


class FinalCountBegan(Event, frozen=True, tag="final"):
    """P-E1: the seventh round is over and the final count begins."""

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, phase="final")


class PrestigeCardsShown(Event, frozen=True, tag="shown"):
    """P-E1: a player's unknown prestige cards are turned face up."""

    who: str
    cards: tuple[str, ...]

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        prestige = player.prestige
        for card in self.cards:
            if card not in prestige:  # else its name was known
                prestige = with_added(without_card(prestige, UNKNOWN), card)
        return replace_player(position, self.who, replace(player, prestige=prestige))


class PrestigeCardCounted(Event, frozen=True, tag="counted"):
    """P-E1: a prestige card is counted; `counted` is the result of `prestige_card_score`."""

    who: str
    card: str
    counted: PrestigeCardScore

    def apply_to(self, position: TableState) -> TableState:
        player = position.players[self.who]
        return replace_player(position, self.who, replace(player, points=player.points + self.counted.points))

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.counted.points} if self.counted.points else {}


class GameEnded(Event, frozen=True, tag="ended"):
    """P-E2: the game ends, with the points of each player, the winners, and what decided."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: Literal["points", "money", "shared"]

    def apply_to(self, position: TableState) -> TableState:
        return replace(position, phase="over")


# -- P-E1


def begin_final_count(transaction: Transaction) -> None:
    """P-E1: begin the final count: known prestige cards are turned up, the others must be shown."""
    transaction.apply_event(FinalCountBegan())
    for who in transaction.position.players_from_start:
        known = [
            card
            for card in sort_prestige_cards(transaction.position.players[who].prestige)
            if card != UNKNOWN
        ]
        if known:
            transaction.apply_event(PrestigeCardsShown(who, tuple(known)))
    transaction.replace_current_item(ShowPrestigeCardsDecision())


class ShowPrestigeCardsDecision(AgendaItem, frozen=True, tag="show-prestige"):
    """P-E1: players show their unknown prestige cards, in any order; then all cards are counted."""

    def settle(self, transaction: Transaction) -> bool:
        if _players_hiding_prestige(transaction.position):
            return False
        _count_prestige_cards(transaction)
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        hiding = _players_hiding_prestige(position)

        def may(who: str) -> Refusal | None:
            return None if who in hiding else PRESTIGE_SHOWN_ALREADY(who)

        def then(who: str) -> Choice:
            known = position.known_prestige_cards()
            cards = _prestige_card_choice(known, who, position.players[who].prestige[UNKNOWN], ())
            cards.pattern = "CARD" if position.players[who].prestige[UNKNOWN] == 1 else "CARD ..."
            return cards

        players = Choice("P-E1", position.config.seats, player_step, then, may, can_dead_end=False)
        after = {TABLE_ACTOR: single_word_choice(implied_step("prestige", "prestige"), players)}
        return Turn(after, position.config.actors, (TABLE_ACTOR,), PRESTIGE_AWAITED, always_ask=True)


def _players_hiding_prestige(position: TableState) -> tuple[str, ...]:
    """The players with prestige cards that nobody knows."""
    return tuple(who for who, player in position.players.items() if UNKNOWN in player.prestige)


def _prestige_card_choice(known: Collection[str], who: str, left: int, named: tuple[str, ...]) -> Choice:
    """The choice of the player's next card, listed in the order of the box and understood in any.

    known: the names of the cards that others hold.
    left: how many cards are still to be named; behind each candidate there are enough.
    """
    if not left:
        return end_of_move_choice(
            ShowPrestigeCardsAction(who, tuple(sorted(named, key=PRESTIGE_CARD_NAMES.index))), "P-E1"
        )

    def may(card: str) -> Refusal | None:
        if card in known:
            return PRESTIGE_CARD_ELSEWHERE(card)
        return PRESTIGE_CARD_NAMED_TWICE(card) if card in named else None

    def then(card: str) -> Choice:
        return _prestige_card_choice(known, who, left - 1, (*named, card))

    behind, only = _following_prestige_cards(named[-1] if named else "")
    possible = [card for card in behind if may(card) is None]
    listed = behind[: behind.index(possible[-left]) + 1] if left <= len(possible) else behind
    return Choice(
        "P-E1",
        listed,
        _card_step,
        then,
        may,
        parse_word=_NAMES.get,
        observation_prefixes=only,
        refusal_if_ended=PRESTIGE_CARDS_MISSING(who, left),
    )


@cache
def _following_prestige_cards(card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards behind that one in the order of the box, all for "", and what may be observed of them."""
    behind = PRESTIGE_CARD_NAMES[PRESTIGE_CARD_NAMES.index(card) + 1 :] if card else PRESTIGE_CARD_NAMES
    return behind, tuple(f"{PRESTIGE_CARD}/{each}" for each in behind)


_NAMES: Mapping[str, str] = {name: name for name in PRESTIGE_CARD_NAMES}


def _card_step(card: str) -> MoveStep:
    return card_step(PRESTIGE_CARD, card)


class ShowPrestigeCardsAction(Action, frozen=True):
    """P-E1: a player shows all their unknown prestige cards."""

    who: str
    cards: tuple[str, ...]

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PrestigeCardsShown(self.who, self.cards))


def _count_prestige_cards(transaction: Transaction) -> None:
    """P-E1: count the prestige cards, from the start player on; all are judged by the same final table."""
    position: TableState = transaction.position
    everybody = {who: count_principality(player) for who, player in position.players.items()}
    for who in position.players_from_start:
        for card in sort_prestige_cards(position.players[who].prestige):
            transaction.apply_event(PrestigeCardCounted(who, card, prestige_card_score(card, who, everybody)))
    result = final_result(transaction.position)
    transaction.apply_event(
        GameEnded(result.scores, result.winners, _deciding_criterion(transaction.position, result.winners))
    )


def sort_prestige_cards(cards: Mapping[str, int]) -> Sequence[str]:
    """The names of prestige cards in the order of the box."""
    return sorted(cards, key=(*PRESTIGE_CARD_NAMES, UNKNOWN).index)


# -- P-E2


def final_result(position: TableState) -> Outcome:
    """P-E2: most prestige; tied, most florins; still tied, they share the win (RULING)."""
    scores = dict(position.points_by_player())
    first = _players_with_most(scores, tuple(scores))
    winners = _players_with_most({who: position.players[who].money for who in first}, first)
    return Outcome(scores, winners, _deciding_criterion(position, winners))


def _players_with_most(counts: Mapping[str, int], among: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(who for who in among if counts[who] == max(counts[each] for each in among))


def _deciding_criterion(
    position: TableState, winners: tuple[str, ...]
) -> Literal["points", "money", "shared"]:
    if len(winners) > 1:
        return "shared"
    best = max(player.points for player in position.players.values())
    tied = sum(player.points == best for player in position.players.values())
    return "points" if tied == 1 else "money"
