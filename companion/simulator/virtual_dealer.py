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
from companion.simulator.ground_truth import GroundTruth, PlayerKnowledge, VirtualPlayer
from companion.simulator.move_observations import observations_of_move, steps_of_move
from companion.simulator.plugin_parts import make_ground_truth
from companion.simulator.random_players import possible_move_words
from companion.table.interpretation.judge import next_steps
from companion.table.messages import EnterLine, FinishMove, SessionMessage, Touch
from companion.table.snapshot import Snapshot

TABLE_ACTOR = "table"


class VirtualDealer:
    """The truth behind one evening.

    `seed`: the same seed is the same shuffling, so an evening goes on after the plug was pulled.
    `virtual_players`: the players it plays for, and how each chooses. `has_lost_track`: the evening no longer follows
    the dealt cards (a person corrected the table), so people do everything by hand from then on.
    """

    def __init__(self, seed: str, absent: Mapping[str, VirtualPlayer]) -> None:
        self.virtual_players = absent
        self.has_lost_track = False
        self._seed = seed
        self._followed_texts: tuple[str, ...] = ()
        self._ground_truth: GroundTruth | None = None
        self._chance = Random(f"{seed}/players")

    def follow_session(self, snapshot: Snapshot, history: GameHistory) -> None:
        """Bring the truth to where the session stood at `snapshot`: the account may be further."""
        standing = tuple(accepted.text for accepted in history.accepted_lines[: len(snapshot.accepted_texts)])
        if self._ground_truth is None or self._followed_texts != standing[: len(self._followed_texts)]:
            self._ground_truth = make_ground_truth(
                snapshot.game, snapshot.setup, Random(f"{self._seed}/deck")
            )
            self._followed_texts = ()
            self.has_lost_track = False
        try:
            for text in standing[len(self._followed_texts) :]:
                self._ground_truth.play(Move.parse(text))
        except (MoveRefused, LookupError, ValueError):  # not what was dealt: a correction, or a real evening
            self.has_lost_track = True
        self._followed_texts = standing

    def hand_pieces(self, who: str, snapshot: Snapshot) -> tuple[str, ...]:
        """The pieces in that player's hand, by name, in the order of the box, and those he is looking at; none when
        the truth is lost."""
        if self._ground_truth is None or self.has_lost_track:
            return ()
        return self._ground_truth.hand_pieces(who, snapshot.pending_input)

    def allowed_targets(self, who: str, snapshot: Snapshot) -> frozenset[str] | None:
        """What can come next as that player sees it, who knows their own cards: things to touch, and pieces they have.
        None when the truth is lost, and once a card was laid of which only its back is known.
        """
        if (
            self._ground_truth is None
            or self.has_lost_track
            or any(sight.piece.endswith(f"/{UNKNOWN}") for sight in snapshot.pending_input)
        ):
            return None
        seen = self._ground_truth.knowledge_of(who, snapshot.position)
        steps = [
            step
            for step in next_steps(
                seen.position, snapshot.pending_input, snapshot.zone_status, (who, TABLE_ACTOR)
            )
            if seen.can_show(step)
        ]
        return frozenset(
            (
                *(step.touch_target for step in steps),
                *(sight.piece for step in steps for sight in step.accepted_observations),
            )
        )

    def possible_moves(self, who: str, snapshot: Snapshot) -> Iterator[Move]:
        """Every move that player can make with what he really holds; all there are when the truth is lost."""
        choice = snapshot.position.choice_tree.choice_by_actor.get(who)
        if self._ground_truth is not None and not self.has_lost_track and who != TABLE_ACTOR:
            seen = self._ground_truth.knowledge_of(who, snapshot.position)
            choice = seen.position.choice_tree.choice_by_actor.get(who)
            return map(Move, possible_move_words(seen, choice, (who,))) if choice is not None else iter(())
        return chain.from_iterable(choice.move_batches((who,))) if choice is not None else iter(())

    def refusal_for(self, move: Move) -> MoveRefused | None:
        """Why the cards as dealt forbid a move that the app, who does not know them, might believe."""
        if self._ground_truth is None or self.has_lost_track:
            return None
        who = move.words[0]
        position = self._ground_truth.position
        try:
            if who in position.choice_tree.choice_by_actor and who != TABLE_ACTOR:
                seen = self._ground_truth.knowledge_of(who, position)
                seen.position.action_for(move)
                _check_pieces_held(seen, move)
            else:
                position.action_for(move)
        except MoveRefused as refused:
            return refused
        return None

    def next_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """What the table or an absent player does now; nothing when people are awaited."""
        if self._ground_truth is None or self.has_lost_track or snapshot.pending_input:
            return ()
        move = self._next_move(self._ground_truth, snapshot)
        if move is None:
            return ()
        turn = snapshot.position.choice_tree
        if move.words[0] == TABLE_ACTOR or any(step.face_down for step in steps_of_move(turn, move)):
            return (EnterLine(str(move)),)  # what the host deals himself, and what no finger can say
        who = (
            [f"player/{move.words[0]}"] if len(turn.choice_by_actor) > 1 else []
        )  # where several may, he says who he is
        # absent players act like people
        sights = observations_of_move(turn, move, can_report=lambda _: False)
        return (*(Touch(thing) for thing in (*who, *(sight.zone for sight in sights))), FinishMove())

    def _next_move(self, ground_truth: GroundTruth, snapshot: Snapshot) -> Move | None:
        turn = ground_truth.position.choice_tree
        for who in (
            *(who for who in turn.choice_by_actor if who not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            if who == TABLE_ACTOR:
                return None if self._can_people_still_act(turn) else ground_truth.table_move()
            if who in self.virtual_players:
                move = self.virtual_players[who](
                    ground_truth.knowledge_of(who, snapshot.position), self._chance
                )
                if move is not None:
                    return move
        return None

    def _can_people_still_act(self, turn: Turn) -> bool:
        """Whether somebody at the table could still do something before the table goes on by itself."""
        return any(
            choice.can_complete_move()
            for who, choice in turn.choice_by_actor.items()
            if who != TABLE_ACTOR and who not in self.virtual_players
        )


def _check_pieces_held(seen: PlayerKnowledge, move: Move) -> None:
    """Whether he holds what the move shows of his hidden pieces; raises Refused for the first he does not."""
    choice = seen.position.choice_tree.choice_for(seen.who)
    for word in move.words[1:]:
        step, after = choice.follow_word(word)
        if not seen.can_show(step):
            raise MoveRefused(not_offered_refusal(choice.clause_id, word))
        choice = after
