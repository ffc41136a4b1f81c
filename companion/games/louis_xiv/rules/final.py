"""The end: everything left becomes coats of arms, which are shown and compared kind by kind (L-5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import PhaseBegan
from companion.games.louis_xiv.rules.gains import note_arms
from companion.games.louis_xiv.rules.outcomes import ArmsShown, Exchanged, GameEnded, KindWon
from companion.games.louis_xiv.rules.pieces import ARMS, SUBSTITUTE, TABLE, implied
from companion.games.louis_xiv.rules.printed import MATERIAL
from companion.games.louis_xiv.rules.state import Player, Table, sits_nowhere
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep, Observation
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Transaction

ARMS_AWAITED = declare_clause("L-5.2", "arms-awaited", "who", "awaited")
ARMS_ANSWERED = declare_clause("L-5.2", "arms-answered", "who")
ARMS_DISAGREE = declare_clause("L-5.2", "arms-disagree", "who", "held", "shown")
KIND_TWICE = declare_clause("L-5.2", "kind-twice", "kind")
KIND_COPIES = declare_clause("L-5.2", "kind-copies", "kind", "left")
NOT_SHOWN = declare_clause("L-5.2", "agenda-arms", "who", "arms")

LOUIS_FOR_ARMS = 3
KINDS = (*ARMS, SUBSTITUTE)
ArmsOf = tuple[tuple[str, int], ...]


# -- L-5.1


def exchange_all(tale: Transaction) -> None:
    """One coat of arms for each thing left, from the start player on; what is exchanged is gone."""
    for who in tale.position.from_start:
        event = exchange(tale.position, who)
        tale.apply_event(event)
        if event.arms:
            note_arms(tale)


def exchange(position: Table, who: str) -> Exchanged:
    """What one player gives, and the coats of arms for it."""
    player = position.players[who]
    influence, intrigue = sum(player.influence.values()), sum(player.intrigue.values())
    chips, threes = sum(player.chips.values()), player.money // LOUIS_FOR_ARMS
    stones = {number: tile.stones[who] for number, tile in position.tiles.items() if who in tile.stones}
    arms = influence + intrigue + chips + sum(stones.values()) + threes
    return Exchanged(who, influence, intrigue, chips, stones, threes * LOUIS_FOR_ARMS, arms)


# -- L-5.2


class ShowArms(Decision, frozen=True, tag="arms"):
    """Each player's coats of arms are shown, in any order; then the kinds are compared."""

    left: tuple[str, ...]
    ends_phase: ClassVar[bool] = True

    def is_moot(self, position: Table) -> bool:
        return not self.left

    def settle(self, tale: Transaction) -> bool:
        if self.left:
            return False
        tally(tale)
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        unseen = _unseen(position)

        def may(who: str) -> Refusal | None:
            return None if who in self.left else ARMS_ANSWERED(who)

        def then(who: str) -> Choice:
            held = position.players[who].arms
            kinds = _kinds(who, held, held, (), unseen)
            kinds.pattern = "KIND:N ..." if held else ""
            return kinds

        players = Choice("L-5.2", position.house.seats, _whose, then, may, can_dead_end=False)
        return Turn(
            {TABLE: single_word_choice(implied("arms"), players)},
            position.house.everybody,
            (TABLE,),
            ARMS_AWAITED,
            always_ask=True,
        )

    def fault_in(self, position: Table) -> Refusal | None:
        for who in self.left:
            if stranger := sits_nowhere(position, who):
                return stranger
        for who, player in position.players.items():
            if who not in self.left and sum(player.shown.values()) != player.arms:
                return NOT_SHOWN(who, player.arms)
        return None


def _whose(who: str) -> MoveStep:
    return implied(who, f"player/{who}")


def _kinds(who: str, held: int, left: int, shown: ArmsOf, unseen: Mapping[str, int]) -> Choice:
    """The next kind and its count; the counts must add up to the coats of arms he holds.

    unseen: what there may still be of each kind he has not named yet.
    """

    def may(each: tuple[str, int]) -> Refusal | None:
        kind, count = each
        if kind not in unseen:
            return KIND_TWICE(kind)
        if count > left:
            return ARMS_DISAGREE(who, held, held - left + count)
        if kind != SUBSTITUTE and count > unseen[kind]:
            return KIND_COPIES(kind, unseen[kind])
        if left - count > sum(unseen.values()) - unseen[kind]:  # the kinds not named yet could not make it up
            return ARMS_DISAGREE(who, held, held - left + count)
        return None

    def then(each: tuple[str, int]) -> Choice:
        rest = {kind: there for kind, there in unseen.items() if kind != each[0]}
        return _kinds(who, held, left - each[1], (*shown, each), rest)

    deed = Show(who, tuple(sorted(shown))) if left == 0 else None
    return Choice(
        "L-5.2",
        _listed(shown[-1][0] if shown else None, left),
        lambda each: _arms_step(who, each),
        then,
        may,
        deed,
        parse_word=_read_arms,
        can_dead_end=False,
    )


@cache
def _listed(last: str | None, left: int) -> tuple[tuple[str, int], ...]:
    """Kinds are understood in any order and listed in one: after `last`, substitutes for all that is left.

    So there is one path to each count, not one for every order of the kinds.
    """
    if not left or last == SUBSTITUTE:
        return ()
    kinds = ARMS[ARMS.index(last) + 1 :] if last else ARMS
    named = tuple((kind, count) for kind in kinds for count in range(MATERIAL["arms-kind"], 0, -1))
    return (*named, (SUBSTITUTE, left))


def _unseen(position: Table) -> Mapping[str, int]:
    """L-M3: coats of arms of each kind that nobody has shown yet; substitutes never run out (L-M6)."""
    unseen = dict.fromkeys(KINDS, MATERIAL["arms-kind"])
    for player in position.players.values():
        for kind, count in player.shown.items():
            unseen[kind] = unseen.get(kind, 0) - count
    return {**unseen, SUBSTITUTE: sum(player.arms for player in position.players.values())}


@cache
def _arms_step(who: str, each: tuple[str, int]) -> MoveStep:
    kind, count = each
    return MoveStep(
        f"{kind}:{count}", (Observation(kind, f"seat/{who}"),) * count, touch_target=f"{kind}/{count}"
    )


def _read_arms(word: str) -> tuple[str, int] | None:
    kind, _, count = word.partition(":")
    if kind in KINDS and count.isascii() and count.isdigit() and count[0] != "0" and len(count) < 4:
        return kind, int(count)
    return None


class Show(Action, frozen=True):
    """One player's coats of arms by kind."""

    who: str
    kinds: ArmsOf

    def perform(self, tale: Transaction) -> None:
        now = tale.agenda[0]
        tale.apply_event(ArmsShown(self.who, dict(self.kinds)))
        tale.replace_current_item(ShowArms(tuple(who for who in now.left if who != self.who)))


def tally(tale: Transaction) -> None:
    """L-5.2, L-5.3: one more for the most of each kind, then the points."""
    players = tale.position.players
    for kind, (winners, most) in kinds_won({who: player.shown for who, player in players.items()}).items():
        tale.apply_event(KindWon(kind, winners, most))
        note_arms(tale)
    tale.apply_event(PhaseBegan("over"))
    tale.replace_current_item()
    result = result_of(tale.position.players)
    tale.apply_event(GameEnded(dict(result.scores), result.winners, result.decided_by))


def kinds_won(shown: Mapping[str, Mapping[str, int]]) -> dict[str, tuple[tuple[str, ...], int]]:
    """Kind -> (all who have most of it, how many); a kind nobody has gives nothing (RULING)."""
    won: dict[str, tuple[tuple[str, ...], int]] = {}
    for kind in ARMS:
        most = max(kinds.get(kind, 0) for kinds in shown.values())
        if most:
            won[kind] = tuple(who for who, kinds in shown.items() if kinds.get(kind, 0) == most), most
    return won


# -- L-5.3


def result_of(players: Mapping[str, Player]) -> Outcome:
    """Points; tied: most stones in the own supply; still tied: shared (RULING)."""
    scores = {who: player.points for who, player in players.items()}
    best = [who for who, score in scores.items() if score == max(scores.values())]
    if len(best) == 1:
        return Outcome(scores, tuple(best), "points")
    own = max(players[who].own for who in best)
    winners = tuple(who for who in best if players[who].own == own)
    return Outcome(scores, winners, "stones" if len(winners) == 1 else "shared")


def outcome(position: Table) -> Outcome | None:
    """How the game ended; None while it is on."""
    return result_of(position.players) if position.phase == "over" else None
