"""The host of a virtual table: deals the cards, plays for absent players, and shows each his hand.

Beside a real board nobody needs it. It follows the session by its snapshots and acts like everybody
else: it says which messages to post, and posts none itself. Only the dealt cards are followed by the
session's account, which names what lies face down too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random

from companion.rules.choice import Turn
from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.history import GameHistory
from companion.rules.moves import UNKNOWN, Move
from companion.simulator.brought import begin
from companion.simulator.gestures import evidence, steps
from companion.simulator.players import every_way
from companion.simulator.truth import Chooser, Seen, Truth
from companion.table.judge import coming
from companion.table.messages import Finish, Message, Say, Touch
from companion.table.snapshot import Snapshot

TABLE = "table"


class Host:
    """The truth behind one evening.

    `seed`: the same seed is the same shuffling, so an evening goes on after the plug was pulled.
    `absent`: the players it plays for, and how each chooses. `lost`: the evening no longer follows
    the dealt cards (a person corrected the table), so people do everything by hand from then on.
    """

    def __init__(self, seed: str, absent: Mapping[str, Chooser]) -> None:
        self.absent = absent
        self.lost = False
        self._seed = seed
        self._told: tuple[str, ...] = ()
        self._truth: Truth | None = None
        self._chance = Random(f"{seed}/players")

    def follow(self, now: Snapshot, account: GameHistory) -> None:
        """Bring the truth to where the session stood at `now`: the account may be further."""
        standing = tuple(accepted.text for accepted in account.accepted_lines[: len(now.standing)])
        if self._truth is None or self._told != standing[: len(self._told)]:
            self._truth = begin(now.game, now.setup, Random(f"{self._seed}/deck"))
            self._told = ()
            self.lost = False
        try:
            for text in standing[len(self._told) :]:
                self._truth.play(Move.parse(text))
        except (MoveRefused, LookupError, ValueError):  # not what was dealt: a correction, or a real evening
            self.lost = True
        self._told = standing

    def hand(self, who: str, now: Snapshot) -> tuple[str, ...]:
        """The pieces in that player's hand, by name, in the order of the box, and those he is looking at; none when
        the truth is lost."""
        if self._truth is None or self.lost:
            return ()
        return self._truth.hand(who, now.bag)

    def may(self, who: str, now: Snapshot) -> frozenset[str] | None:
        """What can come next as that player sees it, who knows their own cards: things to touch, and pieces they have.
        None when the truth is lost, and once a card was laid of which only its back is known.
        """
        if self._truth is None or self.lost or any(sight.piece.endswith(f"/{UNKNOWN}") for sight in now.bag):
            return None
        seen = self._truth.seen_by(who, now.position)
        steps = [
            step for step in coming(seen.position, now.bag, now.watched, (who, TABLE)) if seen.can_show(step)
        ]
        return frozenset(
            (
                *(step.touch_target for step in steps),
                *(sight.piece for step in steps for sight in step.accepted_observations),
            )
        )

    def moves(self, who: str, now: Snapshot) -> Iterator[Move]:
        """Every move that player can make with what he really holds; all there are when the truth is lost."""
        choice = now.position.choice_tree.choice_by_actor.get(who)
        if self._truth is not None and not self.lost and who != TABLE:
            seen = self._truth.seen_by(who, now.position)
            choice = seen.position.choice_tree.choice_by_actor.get(who)
            return map(Move, every_way(seen, choice, (who,))) if choice is not None else iter(())
        return chain.from_iterable(choice.move_batches((who,))) if choice is not None else iter(())

    def refuses(self, move: Move) -> MoveRefused | None:
        """Why the cards as dealt forbid a move that the app, who does not know them, might believe."""
        if self._truth is None or self.lost:
            return None
        who = move.words[0]
        position = self._truth.position
        try:
            if who in position.choice_tree.choice_by_actor and who != TABLE:
                seen = self._truth.seen_by(who, position)
                seen.position.action_for(move)
                _check_held(seen, move)
            else:
                position.action_for(move)
        except MoveRefused as refused:
            return refused
        return None

    def next(self, now: Snapshot) -> tuple[Message, ...]:
        """What the table or an absent player does now; nothing when people are awaited."""
        if self._truth is None or self.lost or now.bag:
            return ()
        move = self._move(self._truth, now)
        if move is None:
            return ()
        turn = now.position.choice_tree
        if move.words[0] == TABLE or any(step.face_down for step in steps(turn, move)):
            return (Say(str(move)),)  # what the host deals himself, and what no finger can say
        who = (
            [f"player/{move.words[0]}"] if len(turn.choice_by_actor) > 1 else []
        )  # where several may, he says who he is
        sights = evidence(turn, move, reads=lambda _: False)  # absent players act like people
        return (*(Touch(thing) for thing in (*who, *(sight.zone for sight in sights))), Finish())

    def _move(self, truth: Truth, now: Snapshot) -> Move | None:
        turn = truth.position.choice_tree
        for who in (
            *(who for who in turn.choice_by_actor if who not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            if who == TABLE:
                return None if self._people_may(turn) else truth.table_move()
            if who in self.absent:
                move = self.absent[who](truth.seen_by(who, now.position), self._chance)
                if move is not None:
                    return move
        return None

    def _people_may(self, turn: Turn) -> bool:
        """Whether somebody at the table could still do something before the table goes on by itself."""
        return any(
            choice.can_complete_move()
            for who, choice in turn.choice_by_actor.items()
            if who != TABLE and who not in self.absent
        )


def _check_held(seen: Seen, move: Move) -> None:
    """Whether he holds what the move shows of his hidden pieces; raises Refused for the first he does not."""
    choice = seen.position.choice_tree.choice_for(seen.who)
    for word in move.words[1:]:
        step, after = choice.follow_word(word)
        if not seen.can_show(step):
            raise MoveRefused(not_offered_refusal(choice.clause_id, word))
        choice = after
