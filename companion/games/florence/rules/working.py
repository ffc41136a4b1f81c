"""Completing a work: who works, with which bonus cards, and what becomes of the income (P-B2, P-B3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from companion.games.florence.rules.asking import branch, never
from companion.games.florence.rules.events import WorkDone
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, card_step, implied, number_step
from companion.games.florence.rules.principality import principality
from companion.games.florence.rules.printed import BONUS, POINTS, PROFESSIONS
from companion.games.florence.rules.state import Table
from companion.games.florence.rules.work import added, laid, value
from companion.rules.choice import Choice, branch_choice, end_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.transaction import Action, Transaction

NOT_IN_HAND = declare_clause("P-B2", "not-in-hand", "profession")
WORKED_ALREADY = declare_clause("P-B2", "worked-already", "profession", "player")
ELSEWHERE = declare_clause("P-B2", "known-elsewhere", "card")
BELOW_LEAST = declare_clause("P-B2", "below-least", "profession", "value", "least")
BONUS_NOT_IN_HAND = declare_clause("P-B2", "bonus-not-in-hand", "card")
BONUS_USED = declare_clause("P-B2", "bonus-used", "card")
BONUS_TWICE = declare_clause("P-B2", "bonus-twice", "card")
NONE_REACHES = declare_clause("P-B2", "none-reaches", "least")
NO_BONUS_CARD = declare_clause("P-B2", "no-bonus-card")
STEPS = declare_clause("P-B3", "steps", "amount", "income")
MORE_THAN_INCOME = declare_clause("P-B3", "more-than-income", "amount", "income")

NONE: tuple[str, ...] = ()
SHOWN = (f"{PROFESSION}/", f"{BONUS_CARD}/", "take/")
"""What may be noticed of a work once it is said."""
BESIDE = SHOWN[1:]
"""And once it is said who works."""


def working(position: Table, who: str) -> Choice:
    """Who works."""
    worth = _Worth(position, who)

    def may(profession: str) -> Refusal | None:
        return worth.absent(profession) or worth.below(profession, NONE)

    def then(profession: str) -> Choice:
        return _played(worth, profession, NONE)

    return Choice(
        "P-B2",
        tuple(PROFESSIONS),
        _profession,
        then,
        may,
        parse_word=_PROFESSIONS.get,
        can_dead_end=False,
        observation_prefixes=SHOWN,
        refusal_when_empty=NONE_REACHES(worth.least),
    )


_PROFESSIONS: Mapping[str, str] = {name: name for name in PROFESSIONS}
_BONUS: Mapping[str, str] = {name: name for name in BONUS}


def _profession(profession: str) -> MoveStep:
    return card_step(PROFESSION, profession)


class _Worth:
    """What each of his works would be worth as the table is: cards and conditions add up, each counts for itself."""

    def __init__(self, position: Table, who: str) -> None:
        self.who = who
        self.player = position.players[who]
        self.least = position.least
        self._principality = principality(self.player)
        self._elsewhere = position.known_bonus()
        self._named = position.known_professions()
        self._lies = {name: each for each, player in position.players.items() for name in player.table}
        self._used = {card for player in position.players.values() for card in player.used}
        self._bare: dict[str, int] = {}
        self._each: dict[str, int] = {}

    def total(self, profession: str, played: Iterable[str]) -> int:
        """Of a work with these bonus cards."""
        if profession not in self._bare:
            self._bare[profession] = value(self._principality, profession).total
        return self._bare[profession] + sum(map(self._adds, played))

    def absent(self, profession: str) -> Refusal | None:
        """Why that profession cannot be in his hand."""
        if self.player.hand.get(profession):
            return None
        if profession in self._lies:
            return WORKED_ALREADY(profession, self._lies[profession])
        if UNKNOWN not in self.player.hand:
            return NOT_IN_HAND(profession)
        return ELSEWHERE(profession) if profession in self._named else None

    def no_bonus(self, card: str, played: tuple[str, ...]) -> Refusal | None:
        """Why that bonus card cannot be played with those played already."""
        bonus = self.player.bonus
        if card in played:
            return BONUS_TWICE(card)
        if card in bonus:
            return None
        if card in self._used:
            return BONUS_USED(card)
        unknown = sum(each not in bonus for each in played)
        if unknown >= bonus.get(UNKNOWN, 0):
            return BONUS_NOT_IN_HAND(card)
        return ELSEWHERE(card) if card in self._elsewhere else None

    def below(self, profession: str, played: tuple[str, ...]) -> Refusal | None:
        """Whether the round's least value is out of reach, whatever else he plays.

        What is said is the value so far: the best of cards that only the referee knows is nobody's business.
        """
        total = self.total(profession, played)
        if total >= self.least or total + self._hope(played) >= self.least:
            return None
        return BELOW_LEAST(profession, total, self.least)

    def _hope(self, played: tuple[str, ...]) -> int:
        """What the bonus cards he may still play could add at most."""
        bonus = self.player.bonus
        own = [self._adds(card) for card in bonus if card not in (*played, UNKNOWN)]
        spare = bonus.get(UNKNOWN, 0) - sum(card not in bonus for card in played)
        if not spare:
            return sum(own)
        strange = [self._adds(card) for card in BONUS if card not in self._elsewhere and card not in played]
        return sum(own) + sum(sorted(strange, reverse=True)[:spare])

    def _adds(self, card: str) -> int:
        """What one card adds; it is the same for every worker."""
        if card not in self._each:
            self._each[card] = added(laid(self._principality), card)
        return self._each[card]


TAKE = "take"


def _played(worth: _Worth, profession: str, played: tuple[str, ...]) -> Choice:
    """What is taken of the income; or bonus cards, in the order of the box or in any other."""
    total = worth.total(profession, played)

    def may(word: str) -> Refusal | None:
        if word != TAKE:
            return worth.no_bonus(word, played) or worth.below(profession, (*played, word))
        return BELOW_LEAST(profession, total, worth.least) if total < worth.least else None

    def then(word: str) -> Choice:
        if word == TAKE:
            return _income(worth.who, profession, tuple(sorted(played, key=BONUS.index)), total)
        return _played(worth, profession, (*played, word))

    if played:
        among, only = _behind(played[-1])
        return Choice("P-B2", among, _word, then, may, parse_word=_WORDS.get, observation_prefixes=only)
    short = may(TAKE)
    splitting = splits(total * POINTS["florins"])
    amounts = never("P-B2", splitting, _amount, short, _number) if short else then(TAKE)
    if worth.player.bonus:
        cards = Choice("P-B2", BONUS, _word, then, may, parse_word=_BONUS.get, observation_prefixes=BESIDE)
    else:
        cards = never("P-B2", BONUS, _word, NO_BONUS_CARD())
    take = branch(_TAKE, amounts, may_be=short is None)
    bonus = branch(implied("bonus"), cards, may_be=bool(worth.player.bonus))
    onward = branch_choice("P-B2", (take, bonus))
    onward.observation_prefixes = BESIDE
    return onward


@cache
def _behind(card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What may be said behind that bonus card, in the order of the box, and what may be noticed of it."""
    cards = BONUS[BONUS.index(card) + 1 :]
    return (TAKE, *cards), (f"{TAKE}/", *(f"{BONUS_CARD}/{each}" for each in cards))


_TAKE = implied(TAKE)
_WORDS: Mapping[str, str] = {word: word for word in (TAKE, *BONUS)}


def _word(word: str) -> MoveStep:
    return _TAKE if word == TAKE else card_step(BONUS_CARD, word)


@lru_cache(maxsize=4_096)
def _income(who: str, profession: str, played: tuple[str, ...], total: int) -> Choice:
    """Florins kept of the income, the rest in whole points (P-B3)."""
    income = total * POINTS["florins"]

    def may(kept: int) -> Refusal | None:
        if kept > income:
            return MORE_THAN_INCOME(kept, income)
        return STEPS(kept, income) if (income - kept) % POINTS["bought"] else None

    def then(kept: int) -> Choice:
        return end_choice(Work(who, profession, played, kept), "P-B3", cacheable=True)

    return Choice(
        "P-B3", splits(income), _amount, then, may, parse_word=_number, cacheable=True, can_dead_end=False
    )


def splits(income: int) -> range:
    """The amounts of an income that may be kept, the least first."""
    return range(income % POINTS["bought"], income + 1, POINTS["bought"])


def _amount(kept: int) -> MoveStep:
    return number_step(TAKE, kept)


def _number(word: str) -> int | None:
    """An amount as the notation writes it: no sign, no leading zero but in 0 itself."""
    plain = word == "0" or (word.isascii() and word.isdecimal() and word[0] != "0" and len(word) < 9)
    return int(word) if plain else None


class Work(Action, frozen=True):
    """The work is complete; its income is split at this moment and no later."""

    who: str
    profession: str
    bonus: tuple[str, ...]
    kept: int

    def perform(self, transaction: Transaction) -> None:
        found = value(principality(transaction.position.players[self.who]), self.profession, self.bonus)
        bought = (found.total * POINTS["florins"] - self.kept) // POINTS["bought"]
        transaction.apply_event(WorkDone(self.who, self.profession, self.bonus, found, self.kept, bought))
