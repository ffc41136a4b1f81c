"""Completing a work: the worker, the bonus cards, and the split of the income (P-B2, P-B3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from companion.games.florence.rules.edition import BONUS_CARD_NAMES, POINTS, WANTS_BY_PROFESSION
from companion.games.florence.rules.events import WorkCompleted
from companion.games.florence.rules.phases.prestige_sales import branch_implied_if_possible, refused_choice
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, card_step, implied_step, number_step
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import (
    bonus_card_value,
    itemised_work_value,
    with_worker_on_table,
)
from companion.rules.choice import Choice, branch_choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

PROFESSION_NOT_IN_HAND = declare_clause("P-B2", "not-in-hand", "profession")
PROFESSION_WORKED_ALREADY = declare_clause("P-B2", "worked-already", "profession", "player")
WORK_CARD_ELSEWHERE = declare_clause("P-B2", "known-elsewhere", "card")
WORK_BELOW_LEAST_VALUE = declare_clause("P-B2", "below-least", "profession", "value", "least")
BONUS_CARD_NOT_IN_HAND = declare_clause("P-B2", "bonus-not-in-hand", "card")
BONUS_CARD_USED = declare_clause("P-B2", "bonus-used", "card")
BONUS_CARD_PLAYED_TWICE = declare_clause("P-B2", "bonus-twice", "card")
NO_WORK_REACHES_LEAST_VALUE = declare_clause("P-B2", "none-reaches", "least")
NO_BONUS_CARD_IN_HAND = declare_clause("P-B2", "no-bonus-card")
NOT_WHOLE_POINTS = declare_clause("P-B3", "steps", "amount", "income")
KEEPS_MORE_THAN_INCOME = declare_clause("P-B3", "more-than-income", "amount", "income")

NO_BONUS_CARDS: tuple[str, ...] = ()
WORK_OBSERVATION_PREFIXES = (f"{PROFESSION}/", f"{BONUS_CARD}/", "take/")
"""The prefixes of what may be observed once a work is being entered."""
BONUS_AND_INCOME_PREFIXES = WORK_OBSERVATION_PREFIXES[1:]
"""The prefixes of what may be observed once the worker is known."""


def worker_choice(position: TableState, who: str) -> Choice:
    """The choice of the worker."""
    worth = _WorkValues(position, who)

    def may(profession: str) -> Refusal | None:
        return worth.absent(profession) or worth.below(profession, NO_BONUS_CARDS)

    def then(profession: str) -> Choice:
        return _bonus_card_choice(worth, profession, NO_BONUS_CARDS)

    return Choice(
        "P-B2",
        tuple(WANTS_BY_PROFESSION),
        _profession_step,
        then,
        may,
        parse_word=_PROFESSIONS.get,
        can_dead_end=False,
        observation_prefixes=WORK_OBSERVATION_PREFIXES,
        refusal_when_empty=NO_WORK_REACHES_LEAST_VALUE(worth.least),
    )


_PROFESSIONS: Mapping[str, str] = {name: name for name in WANTS_BY_PROFESSION}
_BONUS: Mapping[str, str] = {name: name for name in BONUS_CARD_NAMES}


def _profession_step(profession: str) -> MoveStep:
    return card_step(PROFESSION, profession)


class _WorkValues:
    """What each of a player's works would be worth now; cards and conditions add up independently."""

    def __init__(self, position: TableState, who: str) -> None:
        self.who = who
        self.player = position.players[who]
        self.least = position.least_work_value
        self._principality = count_principality(self.player)
        self._elsewhere = position.known_bonus_cards()
        self._named = position.known_professions()
        self._lies = {name: each for each, player in position.players.items() for name in player.table}
        self._used = {card for player in position.players.values() for card in player.used}
        self._bare: dict[str, int] = {}
        self._each: dict[str, int] = {}
        self._hopes: dict[tuple[str, ...], int] = {}

    def total(self, profession: str, played: Iterable[str]) -> int:
        """The value of a work with these bonus cards."""
        if profession not in self._bare:
            self._bare[profession] = itemised_work_value(self._principality, profession).total
        return self._bare[profession] + sum(map(self.added_value, played))

    def absent(self, profession: str) -> Refusal | None:
        """Why that profession cannot be in the player's hand; None where it can."""
        if self.player.hand.get(profession):
            return None
        if profession in self._lies:
            return PROFESSION_WORKED_ALREADY(profession, self._lies[profession])
        if UNKNOWN not in self.player.hand:
            return PROFESSION_NOT_IN_HAND(profession)
        return WORK_CARD_ELSEWHERE(profession) if profession in self._named else None

    def no_bonus(self, card: str, played: tuple[str, ...]) -> Refusal | None:
        """Why that bonus card cannot be played with those already played; None where it can."""
        bonus = self.player.bonus
        if card in played:
            return BONUS_CARD_PLAYED_TWICE(card)
        if card in bonus:
            return None
        if card in self._used:
            return BONUS_CARD_USED(card)
        unknown = sum(each not in bonus for each in played)
        if unknown >= bonus.get(UNKNOWN, 0):
            return BONUS_CARD_NOT_IN_HAND(card)
        return WORK_CARD_ELSEWHERE(card) if card in self._elsewhere else None

    def below(self, profession: str, played: tuple[str, ...]) -> Refusal | None:
        """Why the work misses the round's least value, whatever else is played; None where it need not.

        The refusal tells the value so far: the best of cards that only the referee knows must not be told.
        """
        total = self.total(profession, played)
        if total >= self.least:
            return None
        if played not in self._hopes:  # the same for every worker
            self._hopes[played] = self._hope(played)
        if total + self._hopes[played] >= self.least:
            return None
        return WORK_BELOW_LEAST_VALUE(profession, total, self.least)

    def _hope(self, played: tuple[str, ...]) -> int:
        """How much the bonus cards that may still be played could add at most."""
        bonus = self.player.bonus
        own = [self.added_value(card) for card in bonus if card not in (*played, UNKNOWN)]
        spare = bonus.get(UNKNOWN, 0) - sum(card not in bonus for card in played)
        if not spare:
            return sum(own)
        unseen = [
            self.added_value(card)
            for card in BONUS_CARD_NAMES
            if card not in self._elsewhere and card not in played
        ]
        return sum(own) + sum(sorted(unseen, reverse=True)[:spare])

    def added_value(self, card: str) -> int:
        """How much one card adds, which is the same for every worker."""
        if card not in self._each:
            self._each[card] = bonus_card_value(with_worker_on_table(self._principality), card)
        return self._each[card]


TAKE_WORD = "take"


def _bonus_card_choice(worth: _WorkValues, profession: str, played: tuple[str, ...]) -> Choice:
    """The choice of the income taken, or of a bonus card, listed in box order and understood in any."""
    total = worth.total(profession, played)

    def may(word: str) -> Refusal | None:
        if word != TAKE_WORD:
            barred = worth.no_bonus(word, played)
            if barred is not None or total + worth.added_value(word) >= worth.least:
                return barred
            return worth.below(profession, (*played, word))
        return WORK_BELOW_LEAST_VALUE(profession, total, worth.least) if total < worth.least else None

    def then(word: str) -> Choice:
        if word == TAKE_WORD:
            return _income_choice(
                worth.who, profession, tuple(sorted(played, key=BONUS_CARD_NAMES.index)), total
            )
        return _bonus_card_choice(worth, profession, (*played, word))

    if played:
        among, only = _following_bonus_cards(played[-1])
        return Choice(
            "P-B2", among, _bonus_card_step, then, may, parse_word=_WORDS.get, observation_prefixes=only
        )
    short = may(TAKE_WORD)
    splitting = keepable_florins(total * POINTS["florins"])
    amounts = (
        refused_choice("P-B2", splitting, _amount_step, short, _parse_amount) if short else then(TAKE_WORD)
    )
    if worth.player.bonus:
        cards = Choice(
            "P-B2",
            BONUS_CARD_NAMES,
            _bonus_card_step,
            then,
            may,
            parse_word=_BONUS.get,
            observation_prefixes=BONUS_AND_INCOME_PREFIXES,
        )
    else:
        cards = refused_choice("P-B2", BONUS_CARD_NAMES, _bonus_card_step, NO_BONUS_CARD_IN_HAND())
    take = branch_implied_if_possible(_TAKE, amounts, is_possible=short is None)
    bonus = branch_implied_if_possible(implied_step("bonus"), cards, is_possible=bool(worth.player.bonus))
    onward = branch_choice("P-B2", (take, bonus))
    onward.observation_prefixes = BONUS_AND_INCOME_PREFIXES
    return onward


@cache
def _following_bonus_cards(card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that may follow that bonus card in the order of the box, and what may be observed of them."""
    cards = BONUS_CARD_NAMES[BONUS_CARD_NAMES.index(card) + 1 :]
    return (TAKE_WORD, *cards), (f"{TAKE_WORD}/", *(f"{BONUS_CARD}/{each}" for each in cards))


_TAKE = implied_step(TAKE_WORD)
_WORDS: Mapping[str, str] = {word: word for word in (TAKE_WORD, *BONUS_CARD_NAMES)}


def _bonus_card_step(word: str) -> MoveStep:
    return _TAKE if word == TAKE_WORD else card_step(BONUS_CARD, word)


@lru_cache(maxsize=4_096)
def _income_choice(who: str, profession: str, played: tuple[str, ...], total: int) -> Choice:
    """P-B3: the choice of the florins kept of the income; the rest is taken in whole points."""
    income = total * POINTS["florins"]

    def may(kept: int) -> Refusal | None:
        if kept > income:
            return KEEPS_MORE_THAN_INCOME(kept, income)
        return NOT_WHOLE_POINTS(kept, income) if (income - kept) % POINTS["bought"] else None

    def then(kept: int) -> Choice:
        return end_of_move_choice(CompleteWorkAction(who, profession, played, kept), "P-B3", cacheable=True)

    return Choice(
        "P-B3",
        keepable_florins(income),
        _amount_step,
        then,
        may,
        parse_word=_parse_amount,
        cacheable=True,
        can_dead_end=False,
    )


def keepable_florins(income: int) -> range:
    """P-B3: the numbers of florins that may be kept of an income, the least first."""
    return range(income % POINTS["bought"], income + 1, POINTS["bought"])


def _amount_step(kept: int) -> MoveStep:
    return number_step(TAKE_WORD, kept)


def _parse_amount(word: str) -> int | None:
    """The amount, written without sign and leading zero except for 0; None for other words."""
    plain = word == "0" or (word.isascii() and word.isdecimal() and word[0] != "0" and len(word) < 9)
    return int(word) if plain else None


class CompleteWorkAction(Action, frozen=True):
    """P-B2, P-B3: a player completes a work, and splits its income now and not later."""

    who: str
    profession: str
    bonus: tuple[str, ...]
    kept: int

    def perform(self, transaction: Transaction) -> None:
        found = itemised_work_value(
            count_principality(transaction.position.players[self.who]), self.profession, self.bonus
        )
        bought = (found.total * POINTS["florins"] - self.kept) // POINTS["bought"]
        transaction.apply_event(
            WorkCompleted(self.who, self.profession, self.bonus, found, self.kept, bought)
        )
