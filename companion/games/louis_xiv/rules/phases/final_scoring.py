"""The end of the game: all that is left becomes coats of arms, which are shown and compared by kind (L-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import ClassVar

from companion.games.louis_xiv.rules.edition import MATERIAL
from companion.games.louis_xiv.rules.events import PhaseBegan
from companion.games.louis_xiv.rules.gains import note_arms_substitute
from companion.games.louis_xiv.rules.mission_events import (
    ArmsKindWon,
    ArmsShown,
    GameEnded,
    LeftoversExchanged,
)
from companion.games.louis_xiv.rules.pieces import ARMS_KINDS, SUBSTITUTE_ARMS, implied_step
from companion.games.louis_xiv.rules.state import PlayerState, TableState, refusal_if_not_seated
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import FINGER, TABLE_ACTOR, MoveStep, Observation
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Transaction

ARMS_AWAITED = declare_clause("L-5.2", "arms-awaited", "who", "awaited")
ARMS_ANSWERED = declare_clause("L-5.2", "arms-answered", "who")
ARMS_DISAGREE = declare_clause("L-5.2", "arms-disagree", "who", "held", "shown")
ARMS_MISSING = declare_clause("L-5.2", "arms-missing", "who", "missing")
ARMS_KIND_TWICE = declare_clause("L-5.2", "kind-twice", "kind")
TOO_MANY_ARMS_OF_KIND = declare_clause("L-5.2", "kind-copies", "kind", "left")
ARMS_NOT_SHOWN = declare_clause("L-5.2", "agenda-arms", "who", "arms")

LOUIS_PER_ARMS = 3
ALL_ARMS_KINDS = (*ARMS_KINDS, SUBSTITUTE_ARMS)
ArmsCounts = tuple[tuple[str, int], ...]


# -- L-5.1


def exchange_all_leftovers(transaction: Transaction) -> None:
    """L-5.1: exchange what is left for one coat of arms each, from the start player on."""
    for who in transaction.position.players_from_start:
        event = leftover_exchange(transaction.position, who)
        transaction.apply_event(event)
        if event.arms:
            note_arms_substitute(transaction)


def leftover_exchange(position: TableState, who: str) -> LeftoversExchanged:
    """L-5.1: what one player gives, and the coats of arms they get for it."""
    player = position.players[who]
    influence, intrigue = sum(player.influence.values()), sum(player.intrigue.values())
    chips, threes = sum(player.chips.values()), player.money // LOUIS_PER_ARMS
    stones = {number: tile.stones[who] for number, tile in position.tiles.items() if who in tile.stones}
    arms = influence + intrigue + chips + sum(stones.values()) + threes
    return LeftoversExchanged(who, influence, intrigue, chips, stones, threes * LOUIS_PER_ARMS, arms)


# -- L-5.2


class ShowArmsDecision(Decision, frozen=True, tag="arms"):
    """L-5.2: each player shows their coats of arms, in any order; then the kinds are compared."""

    left: tuple[str, ...]
    ends_phase: ClassVar[bool] = True

    def is_moot(self, position: TableState) -> bool:
        return not self.left

    def settle(self, transaction: Transaction) -> bool:
        if self.left:
            return False
        finish_game(transaction)
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        unseen = _arms_not_shown(position)

        def may(who: str) -> Refusal | None:
            return None if who in self.left else ARMS_ANSWERED(who)

        def then(who: str) -> Choice:
            held = position.players[who].arms
            kinds = _ArmsOptions(who, held, held, (), unseen).choice(partial(_arms_step, who))
            kinds.pattern = "KIND:N ..." if held else ""
            return kinds

        players = Choice("L-5.2", position.config.seats, _player_step, then, may, can_dead_end=False)
        return Turn(
            {TABLE_ACTOR: single_word_choice(implied_step("arms"), players)},
            position.config.actors,
            (TABLE_ACTOR,),
            ARMS_AWAITED,
            always_ask=True,
        )

    def fault_in(self, position: TableState) -> Refusal | None:
        for who in self.left:
            if stranger := refusal_if_not_seated(position, who):
                return stranger
        for who, player in position.players.items():
            if who not in self.left and sum(player.shown.values()) != player.arms:
                return ARMS_NOT_SHOWN(who, player.arms)
        return None


def _player_step(who: str) -> MoveStep:
    return implied_step(who, f"player/{who}")


class _ArmsOptions:
    """The coats of arms of a player that are to be named: how many they hold, and what of them is shown so far."""

    __slots__ = ("_held", "_left", "_shown", "_unseen", "_who")

    def __init__(self, who: str, held: int, left: int, shown: ArmsCounts, unseen: Mapping[str, int]) -> None:
        self._who = who
        self._held = held
        self._left = left  # not named yet
        self._shown = shown
        self._unseen = unseen  # of each kind that is not named yet, how many there may be

    def choice(self, step_for: Callable[[tuple[str, int]], MoveStep]) -> Choice:
        """The next kind and its count; the counts must add up to the coats of arms the player holds."""
        last = self._last
        return Choice(
            "L-5.2",
            _listed_arms(last, self._left),
            step_for,
            partial(self._next_choice, step_for),
            self._refusal_for,
            None if self._left else ShowArmsAction(self._who, tuple(sorted(self._shown))),
            parse_word=_parse_arms,
            refusal_if_ended=ARMS_MISSING(self._who, self._left),
            can_dead_end=False,
            observation_prefixes=_listed_kinds(last, self._left),
            could_explain=self._could_explain,
            depends_on=self._depends_on,
        )

    @property
    def _last(self) -> str | None:
        return self._shown[-1][0] if self._shown else None

    def _depends_on(self) -> tuple[str, str | None, int]:
        return self._who, self._last, self._left

    def _refusal_for(self, each: tuple[str, int]) -> Refusal | None:
        (kind, count), unseen, left = each, self._unseen, self._left
        if kind not in unseen:
            return ARMS_KIND_TWICE(kind)
        if count > left:
            return ARMS_DISAGREE(self._who, self._held, self._held - left + count)
        if kind != SUBSTITUTE_ARMS and count > unseen[kind]:
            return TOO_MANY_ARMS_OF_KIND(kind, unseen[kind])
        # too few are left for the other kinds; of substitutes there are always enough
        may_be_too_few = count < left and (kind == SUBSTITUTE_ARMS or SUBSTITUTE_ARMS not in unseen)
        if may_be_too_few and left - count > sum(unseen.values()) - unseen[kind]:
            return ARMS_DISAGREE(self._who, self._held, self._held - left + count)
        return None

    def _next_choice(self, step_for: Callable[[tuple[str, int]], MoveStep], each: tuple[str, int]) -> Choice:
        rest = {**self._unseen}
        del rest[each[0]]
        left = self._left - each[1]
        return _ArmsOptions(self._who, self._held, left, (*self._shown, each), rest).choice(step_for)

    def _could_explain(self, observations: Sequence[Observation]) -> bool:
        """Whether they could be so many coats of arms of this player: those that are shown lie at their seat."""
        seat = f"seat/{self._who}"
        return (
            all(observation.zone == seat or observation.piece == FINGER for observation in observations)
            and sum(map(_arms_observed, observations)) <= self._left
        )


@cache
def _listed_arms(last: str | None, left: int) -> tuple[tuple[str, int], ...]:
    """The kinds and counts listed as moves: those after `last`, then substitutes for all that is left.

    Kinds are understood in any order, but listed in one, so that each result has one path rather than one for
    every order.
    """
    if not left or last == SUBSTITUTE_ARMS:
        return ()
    kinds = ARMS_KINDS[ARMS_KINDS.index(last) + 1 :] if last else ARMS_KINDS
    named = tuple((kind, count) for kind in kinds for count in range(MATERIAL["arms-kind"], 0, -1))
    return (*named, (SUBSTITUTE_ARMS, left))


@cache
def _listed_kinds(last: str | None, left: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind for kind, _ in _listed_arms(last, left)))


@cache
def _arms_observed(observation: Observation) -> int:
    """How many coats of arms it says at least: one that is shown, or the count that is touched."""
    named = _parse_arms(observation.zone.replace("/", ":")) if observation.piece == FINGER else None
    return named[1] if named else 1


def _arms_not_shown(position: TableState) -> Mapping[str, int]:
    """L-M3: coats of arms of each kind that nobody has shown yet; substitutes never run out (L-M6)."""
    unseen = dict.fromkeys(ALL_ARMS_KINDS, MATERIAL["arms-kind"])
    for player in position.players.values():
        for kind, count in player.shown.items():
            unseen[kind] = unseen.get(kind, 0) - count
    return {**unseen, SUBSTITUTE_ARMS: sum(player.arms for player in position.players.values())}


@cache
def _arms_step(who: str, each: tuple[str, int]) -> MoveStep:
    kind, count = each
    return MoveStep(
        f"{kind}:{count}", (Observation(kind, f"seat/{who}"),) * count, touch_target=f"{kind}/{count}"
    )


def _parse_arms(word: str) -> tuple[str, int] | None:
    kind, _, count = word.partition(":")
    if kind in ALL_ARMS_KINDS and count.isascii() and count.isdigit() and count[0] != "0" and len(count) < 4:
        return kind, int(count)
    return None


class ShowArmsAction(Action, frozen=True):
    """A player's coats of arms are shown, by kind."""

    who: str
    kinds: ArmsCounts

    def perform(self, transaction: Transaction) -> None:
        now = transaction.agenda[0]
        transaction.apply_event(ArmsShown(self.who, dict(self.kinds)))
        transaction.replace_current_item(ShowArmsDecision(tuple(who for who in now.left if who != self.who)))


def finish_game(transaction: Transaction) -> None:
    """L-5.2, L-5.3: give one more coat of arms for most of each kind, then count the points."""
    players = transaction.position.players
    for kind, (winners, most) in winners_and_count_by_kind(
        {who: player.shown for who, player in players.items()}
    ).items():
        transaction.apply_event(ArmsKindWon(kind, winners, most))
        note_arms_substitute(transaction)
    transaction.apply_event(PhaseBegan("over"))
    transaction.replace_current_item()
    result = final_result(transaction.position.players)
    transaction.apply_event(GameEnded(dict(result.scores), result.winners, result.decided_by))


def winners_and_count_by_kind(
    shown: Mapping[str, Mapping[str, int]],
) -> dict[str, tuple[tuple[str, ...], int]]:
    """Kind -> (all players with most of it, how many they have); a kind nobody has gives nothing (RULING)."""
    won: dict[str, tuple[tuple[str, ...], int]] = {}
    for kind in ARMS_KINDS:
        most = max(kinds.get(kind, 0) for kinds in shown.values())
        if most:
            won[kind] = tuple(who for who, kinds in shown.items() if kinds.get(kind, 0) == most), most
    return won


# -- L-5.3


def final_result(players: Mapping[str, PlayerState]) -> Outcome:
    """L-5.3: points; ties go to most stones in the own supply, then the win is shared (RULING)."""
    scores = {who: player.points for who, player in players.items()}
    best = [who for who, score in scores.items() if score == max(scores.values())]
    if len(best) == 1:
        return Outcome(scores, tuple(best), "points")
    own = max(players[who].own for who in best)
    winners = tuple(who for who in best if players[who].own == own)
    return Outcome(scores, winners, "stones" if len(winners) == 1 else "shared")


def outcome_of(position: TableState) -> Outcome | None:
    """How the game ended; None while it goes on."""
    return final_result(position.players) if position.phase == "over" else None
