"""The end: prestige cards are shown and counted one by one; most prestige wins, then most florins (P-E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.games.florence.rules.pieces import PRESTIGE_CARD, TABLE, card_step, implied, player_step
from companion.games.florence.rules.prestige import Counted, counted
from companion.games.florence.rules.principality import principality
from companion.games.florence.rules.printed import PRESTIGE
from companion.games.florence.rules.state import Table, with_player
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.multiset import with_added, without_card
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Event, Transaction

PRESTIGE_AWAITED = declare_clause("P-E1", "prestige-awaited", "who", "awaited")
SHOWN_ALREADY = declare_clause("P-E1", "shown-already", "who")
ELSEWHERE = declare_clause("P-E1", "known-elsewhere", "card")
NAMED_TWICE = declare_clause("P-E1", "named-twice", "card")


# -- events


class FinalBegan(Event, frozen=True, tag="final"):
    """P-E1: the seventh round is over."""

    def apply_to(self, position: Table) -> Table:
        return replace(position, phase="final")


class PrestigeShown(Event, frozen=True, tag="shown"):
    """P-E1: cards of his, turned face up."""

    who: str
    cards: tuple[str, ...]

    def apply_to(self, position: Table) -> Table:
        player = position.players[self.who]
        prestige = player.prestige
        for card in self.cards:
            if card not in prestige:  # else the referee knew it
                prestige = with_added(without_card(prestige, UNKNOWN), card)
        return with_player(position, self.who, replace(player, prestige=prestige))


class PrestigeCounted(Event, frozen=True, tag="counted"):
    """P-E1: one card and the points it makes; who has how many of what stands in `counted`."""

    who: str
    card: str
    counted: Counted

    def apply_to(self, position: Table) -> Table:
        player = position.players[self.who]
        return with_player(position, self.who, replace(player, points=player.points + self.counted.points))

    def points_by_player(self) -> Mapping[str, int]:
        return {self.who: self.counted.points} if self.counted.points else {}


class GameEnded(Event, frozen=True, tag="ended"):
    """P-E2."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]
    decided_by: Literal["points", "money", "shared"]

    def apply_to(self, position: Table) -> Table:
        return replace(position, phase="over")


# -- P-E1


def begin_final(tale: Transaction) -> None:
    """The last round is over: what is known of the prestige cards lies open, the rest is shown."""
    tale.apply_event(FinalBegan())
    for who in tale.position.from_start:
        known = [card for card in in_box_order(tale.position.players[who].prestige) if card != UNKNOWN]
        if known:
            tale.apply_event(PrestigeShown(who, tuple(known)))
    tale.replace_current_item(ShowPrestige())


class ShowPrestige(AgendaItem, frozen=True, tag="show-prestige"):
    """Prestige cards that nobody knows are shown, whoever's first; then all are counted."""

    def settle(self, transaction: Transaction) -> bool:
        if _hiding(transaction.position):
            return False
        _count(transaction)
        transaction.replace_current_item()
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        hiding = _hiding(position)

        def may(who: str) -> Refusal | None:
            return None if who in hiding else SHOWN_ALREADY(who)

        def then(who: str) -> Choice:
            cards = _cards(position, who, position.players[who].prestige[UNKNOWN], ())
            cards.pattern = "CARD" if position.players[who].prestige[UNKNOWN] == 1 else "CARD ..."
            return cards

        players = Choice("P-E1", position.house.seats, player_step, then, may, can_dead_end=False)
        after = {TABLE: single_word_choice(implied("prestige", "prestige"), players)}
        return Turn(after, position.house.everybody, (TABLE,), PRESTIGE_AWAITED, always_ask=True)


def _hiding(position: Table) -> tuple[str, ...]:
    """Those with prestige cards that nobody knows."""
    return tuple(who for who, player in position.players.items() if UNKNOWN in player.prestige)


def _cards(position: Table, who: str, left: int, named: tuple[str, ...]) -> Choice:
    """The next of his cards, in the order of the box or in any other."""
    if not left:
        return end_choice(Show(who, tuple(sorted(named, key=PRESTIGE.index))), "P-E1")
    known = position.known_prestige()
    behind = PRESTIGE[PRESTIGE.index(named[-1]) + 1 :] if named else PRESTIGE

    def may(card: str) -> Refusal | None:
        if card in known:
            return ELSEWHERE(card)
        return NAMED_TWICE(card) if card in named else None

    def then(card: str) -> Choice:
        return _cards(position, who, left - 1, (*named, card))

    only = tuple(f"{PRESTIGE_CARD}/{card}" for card in behind)
    return Choice("P-E1", behind, _card_step, then, may, parse_word=_NAMES.get, observation_prefixes=only)


_NAMES: Mapping[str, str] = {name: name for name in PRESTIGE}


def _card_step(card: str) -> MoveStep:
    return card_step(PRESTIGE_CARD, card)


class Show(Action, frozen=True):
    """All of his that nobody knew."""

    who: str
    cards: tuple[str, ...]

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(PrestigeShown(self.who, self.cards))


def _count(tale: Transaction) -> None:
    """Card by card, from the start player on; what counts is as it lies, whatever was counted before."""
    position: Table = tale.position
    everybody = {who: principality(player) for who, player in position.players.items()}
    for who in position.from_start:
        for card in in_box_order(position.players[who].prestige):
            tale.apply_event(PrestigeCounted(who, card, counted(card, who, everybody)))
    result = result_of(tale.position)
    tale.apply_event(GameEnded(result.scores, result.winners, _decided_by(tale.position, result.winners)))


def in_box_order(cards: Mapping[str, int]) -> Sequence[str]:
    """Prestige cards as they lie in the box."""
    return sorted(cards, key=(*PRESTIGE, UNKNOWN).index)


# -- P-E2


def result_of(position: Table) -> Outcome:
    """Most prestige; tied, most florins; still tied, they share the win (RULING)."""
    scores = dict(position.points_by_player())
    first = _most(scores, tuple(scores))
    winners = _most({who: position.players[who].money for who in first}, first)
    return Outcome(scores, winners, _decided_by(position, winners))


def _most(counts: Mapping[str, int], among: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(who for who in among if counts[who] == max(counts[each] for each in among))


def _decided_by(position: Table, winners: tuple[str, ...]) -> Literal["points", "money", "shared"]:
    if len(winners) > 1:
        return "shared"
    best = max(player.points for player in position.players.values())
    tied = sum(player.points == best for player in position.players.values())
    return "points" if tied == 1 else "money"
