"""Completing a work: the worker, the bonus cards, and the split of the income (P-B2, P-B3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial

from companion.games.florence.rules.edition import BONUS_CARD_NAMES, POINTS, WANTS_BY_PROFESSION
from companion.games.florence.rules.lazy_sequence import LazySequence
from companion.games.florence.rules.phases.prestige_sales import refused_choice
from companion.games.florence.rules.phases.turn_actions import CompleteWorkAction
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PROFESSION,
    card_step,
    implied_step,
    number_step,
    touch_step,
)
from companion.games.florence.rules.principality_counts import PrincipalityCounts, count_principality
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.work_value import (
    bonus_card_value,
    with_worker_on_table,
    work_value_by_profession,
)
from companion.rules.choice import Choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep

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
    options = _WorkOptions(position, who)
    return Choice(
        "P-B2",
        _PROFESSION_NAMES,
        _profession_step,
        options.choice_after_worker,
        options.refusal_for_worker,
        parse_word=_PROFESSIONS.get,
        can_dead_end=False,
        allowed=options.possible_workers(),
        observation_prefixes=WORK_OBSERVATION_PREFIXES,
        refusal_when_empty=NO_WORK_REACHES_LEAST_VALUE(options.least),
    )


_PROFESSION_NAMES = tuple(WANTS_BY_PROFESSION)
_PROFESSIONS: Mapping[str, str] = {name: name for name in WANTS_BY_PROFESSION}
_BONUS: Mapping[str, str] = {name: name for name in BONUS_CARD_NAMES}


def _profession_step(profession: str) -> MoveStep:
    return card_step(PROFESSION, profession)


class _WorkOptions:
    """A player's works: what each would be worth now, and the choices of bonus cards and income.

    Cards and conditions add up independently. What is known is looked up once, when it is first needed.
    """

    __slots__ = (
        "_elsewhere",
        "_hope_by_played",
        "_least_hope",
        "_own_bonus",
        "_player",
        "_points_by_card",
        "_position",
        "_value_by_worker",
        "_who",
        "_with_worker",
        "least",
    )

    def __init__(self, position: TableState, who: str) -> None:
        self._position, self._who = position, who
        self._player = player = position.players[who]
        self._value_by_worker = work_value_by_profession(player)
        self.least = position.least_work_value
        self._elsewhere: frozenset[str] | None = None
        self._with_worker: PrincipalityCounts | None = None
        self._points_by_card: dict[str, int] = {}
        self._hope_by_played: dict[tuple[str, ...], int] = {}
        self._own_bonus = [card for card in player.bonus if card != UNKNOWN]
        self._least_hope = self._hope(NO_BONUS_CARDS)

    def possible_workers(self) -> tuple[str, ...]:
        """The workers that may be in the hand, with whom a work may reach the least value."""
        hand, enough = self._player.hand, self.least - self._least_hope
        named: frozenset[str] = self._position.known_professions() if UNKNOWN in hand else _NOBODY_HIDDEN
        return tuple(
            [
                worker
                for worker, value in self._value_by_worker.items()
                if value >= enough and (worker in hand or worker not in named)
            ]
        )

    def total(self, profession: str, played: Iterable[str]) -> int:
        """The value of a work with these bonus cards."""
        return self._value_by_worker[profession] + sum(map(self._points_for_card, played))

    def refusal_for_worker(self, profession: str) -> Refusal | None:
        """Why no work of that worker can be completed; None where one can."""
        return self._absence_refusal(profession) or self._refusal_below_least(profession, NO_BONUS_CARDS)

    def _absence_refusal(self, profession: str) -> Refusal | None:
        """Why that profession cannot be in the player's hand; None where it can."""
        if self._player.hand.get(profession):
            return None
        owner = self._position.owner_of_profession(profession)
        if owner is not None:
            return PROFESSION_WORKED_ALREADY(profession, owner)
        if UNKNOWN not in self._player.hand:
            return PROFESSION_NOT_IN_HAND(profession)
        named = profession in self._position.known_professions()
        return WORK_CARD_ELSEWHERE(profession) if named else None

    def refusal_for_word(self, profession: str, played: tuple[str, ...], word: str) -> Refusal | None:
        """Why the income cannot be taken now, or that bonus card not be played with those already played."""
        if word != TAKE_WORD:
            barred = self._bonus_refusal(word, played)
            if (
                barred is not None
                or self.total(profession, played) + self._points_for_card(word) >= self.least
            ):
                return barred
            return self._refusal_below_least(profession, (*played, word))
        total = self.total(profession, played)
        return WORK_BELOW_LEAST_VALUE(profession, total, self.least) if total < self.least else None

    def _bonus_refusal(self, card: str, played: tuple[str, ...]) -> Refusal | None:
        bonus = self._player.bonus
        if card in played:
            return BONUS_CARD_PLAYED_TWICE(card)
        if card in bonus:
            return None
        elsewhere = card in self._cards_elsewhere()
        if elsewhere and any(card in player.used for player in self._position.players.values()):
            return BONUS_CARD_USED(card)
        if self._unknown_cards_left(played) <= 0:
            return BONUS_CARD_NOT_IN_HAND(card)
        return WORK_CARD_ELSEWHERE(card) if elsewhere else None

    def _refusal_below_least(self, profession: str, played: tuple[str, ...]) -> Refusal | None:
        """Why the work misses the round's least value, whatever else is played; None where it need not.

        The refusal tells the value so far: the best of cards that only the referee knows must not be told.
        """
        total = self.total(profession, played)
        if total >= self.least:
            return None
        if played not in self._hope_by_played:  # the same for every worker
            self._hope_by_played[played] = self._hope(played)
        if total + self._hope_by_played[played] >= self.least:
            return None
        return WORK_BELOW_LEAST_VALUE(profession, total, self.least)

    def _hope(self, played: tuple[str, ...]) -> int:
        """How much the bonus cards that may still be played could add at most."""
        own = sum([self._points_for_card(card) for card in self._own_bonus if card not in played])
        spare = self._unknown_cards_left(played)
        if not spare:
            return own
        elsewhere = self._cards_elsewhere()
        unseen = [
            self._points_for_card(card)
            for card in BONUS_CARD_NAMES
            if card not in elsewhere and card not in played
        ]
        return own + sum(sorted(unseen, reverse=True)[:spare])

    def _unknown_cards_left(self, played: tuple[str, ...]) -> int:
        """How many bonus cards in the hand nobody has named yet."""
        bonus = self._player.bonus
        unknown = bonus.get(UNKNOWN, 0)
        return unknown - sum([card not in bonus for card in played]) if unknown else 0

    def _cards_elsewhere(self) -> frozenset[str]:
        """The bonus cards whose place is known, the player's own among them."""
        if self._elsewhere is None:
            self._elsewhere = self._position.known_bonus_cards()
        return self._elsewhere

    def _points_for_card(self, card: str) -> int:
        """How much one card adds, which is the same for every worker."""
        points = self._points_by_card.get(card)
        if points is None:
            if self._with_worker is None:
                self._with_worker = with_worker_on_table(count_principality(self._player))
            points = self._points_by_card[card] = bonus_card_value(self._with_worker, card)
        return points

    # -- the choices after the worker

    def choice_after_worker(self, profession: str) -> Choice:
        """The choice of the income taken, or of a bonus card, listed in box order and understood in any."""
        return Choice(
            "P-B2",
            _AFTER_WORKER,
            partial(self._step_after_worker, profession),
            partial(self._choice_after_step, profession),
            parse_word=_AFTER_WORKER_BY_WORD.get,
            observation_prefixes=BONUS_AND_INCOME_PREFIXES,
        )

    def _step_after_worker(self, profession: str, word: str) -> MoveStep:
        """Income and bonus cards imply their words where there are any."""
        if word == TAKE_WORD:
            enough = self.total(profession, NO_BONUS_CARDS) >= self.least
            return _TAKE if enough else _TOUCHED_TAKE
        return _BONUS_STEP if self._player.bonus else _TOUCHED_BONUS_STEP

    def _choice_after_step(self, profession: str, word: str) -> Choice:
        if word == TAKE_WORD:
            short = self.refusal_for_word(profession, NO_BONUS_CARDS, TAKE_WORD)
            if short is None:
                return self.choice_after_word(profession, NO_BONUS_CARDS, TAKE_WORD)
            income = self.total(profession, NO_BONUS_CARDS) * POINTS["florins"]
            return refused_choice("P-B2", keepable_florins(income), _amount_step, short, _parse_amount)
        if not self._player.bonus:
            return _NO_CARDS_CHOICE
        return self._card_choice(
            profession, NO_BONUS_CARDS, BONUS_CARD_NAMES, BONUS_AND_INCOME_PREFIXES, _BONUS.get
        )

    def _card_choice(
        self,
        profession: str,
        played: tuple[str, ...],
        words: tuple[str, ...],
        prefixes: tuple[str, ...],
        parse_word: Callable[[str], str | None],
    ) -> Choice:
        """The choice of a word after the bonus cards played."""
        return Choice(
            "P-B2",
            words,
            _bonus_card_step,
            partial(self.choice_after_word, profession, played),
            partial(self.refusal_for_word, profession, played),
            parse_word=parse_word,
            allowed=LazySequence(partial(self._words_that_reach_least, profession, played, words)),
            observation_prefixes=prefixes,
            depends_on=partial(self._what_bonus_depends_on, profession, played, words),
        )

    def _what_bonus_depends_on(
        self, profession: str, played: tuple[str, ...], words: tuple[str, ...]
    ) -> tuple[object, ...]:
        """All that decides which of these words, and which of those after them, may follow the cards played."""
        total, unknown = self.total(profession, played), self._unknown_cards_left(played)
        if total >= self.least:
            return words, total, unknown
        return words, total, unknown, *self._hope_passed_over(played, words, unknown)

    def _hope_passed_over(
        self, played: tuple[str, ...], words: tuple[str, ...], unknown: int
    ) -> tuple[int, ...]:
        """How much the cards before these words that were not played could add: own ones together, the best unseen."""
        before = [card for card in BONUS_CARD_NAMES if card not in words and card not in played]
        own = sum([self._points_for_card(card) for card in before if card in self._player.bonus])
        if not unknown:
            return (own,)
        elsewhere = self._cards_elsewhere()
        unseen = [self._points_for_card(card) for card in before if card not in elsewhere]
        return own, *sorted(unseen, reverse=True)[:unknown]

    def _words_that_reach_least(
        self, profession: str, played: tuple[str, ...], words: tuple[str, ...]
    ) -> list[str]:
        """The words after which the work reaches the least value, with none but cards further on in the box."""
        own, total = self._player.bonus, self.total(profession, played)
        unknown = self._unknown_cards_left(played)
        elsewhere = self._cards_elsewhere() if unknown else _ALL_BONUS_CARDS
        words_found: list[str] = []
        hoped_own = 0  # of the cards behind the word: those in hand, and the best unseen ones
        hoped_unseen = [0] * unknown
        for word in reversed(words):
            if word == TAKE_WORD:
                if total >= self.least:
                    words_found.append(word)
                continue
            if word in played or (word not in own and word in elsewhere):
                continue
            points = self._points_for_card(word)
            unseen = hoped_unseen if word in own else hoped_unseen[1:]
            if total + points + hoped_own + sum(unseen) >= self.least:
                words_found.append(word)
            if word in own:
                hoped_own += points
            else:
                hoped_unseen = sorted((*hoped_unseen, points))[1:]
        return words_found[::-1]

    def choice_after_word(self, profession: str, played: tuple[str, ...], word: str) -> Choice:
        """The choice after a bonus card, or of the income once it is taken."""
        if word == TAKE_WORD:
            cards = tuple(sorted(played, key=BONUS_CARD_NAMES.index)) if len(played) > 1 else played
            return _income_choice(self._who, profession, cards, self.total(profession, played))
        words, prefixes = _following_bonus_cards(word)
        return self._card_choice(profession, (*played, word), words, prefixes, _WORDS.get)


_ALL_BONUS_CARDS = frozenset(BONUS_CARD_NAMES)
_NOBODY_HIDDEN = frozenset(WANTS_BY_PROFESSION)
"""Where every card of a hand is known, no other profession can be in it."""
TAKE_WORD = "take"


@cache
def _following_bonus_cards(card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that may follow that bonus card in the order of the box, and what may be observed of them."""
    cards = BONUS_CARD_NAMES[BONUS_CARD_NAMES.index(card) + 1 :]
    return (TAKE_WORD, *cards), (f"{TAKE_WORD}/", *(f"{BONUS_CARD}/{each}" for each in cards))


_AFTER_WORKER = (TAKE_WORD, "bonus")
_AFTER_WORKER_BY_WORD: Mapping[str, str] = {word: word for word in _AFTER_WORKER}
_TAKE, _BONUS_STEP = map(implied_step, _AFTER_WORKER)
_TOUCHED_TAKE, _TOUCHED_BONUS_STEP = [touch_step(word, word) for word in _AFTER_WORKER]
_WORDS: Mapping[str, str] = {word: word for word in (TAKE_WORD, *BONUS_CARD_NAMES)}


def _bonus_card_step(word: str) -> MoveStep:
    return _TAKE if word == TAKE_WORD else card_step(BONUS_CARD, word)


_NO_CARDS_CHOICE = refused_choice("P-B2", BONUS_CARD_NAMES, _bonus_card_step, NO_BONUS_CARD_IN_HAND())


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

    keepable = keepable_florins(income)
    return Choice(
        "P-B3",
        keepable,
        _amount_step,
        then,
        may,
        parse_word=_parse_amount,
        cacheable=True,
        can_dead_end=False,
        allowed=keepable,
        is_last=True,
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
