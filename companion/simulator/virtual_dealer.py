"""The dealer of a virtual table: deals the cards, plays for absent players, and shows each player their hand.

A real table does not need one. The dealer follows the session by its snapshots and returns the messages to post, but
posts none itself. Only the dealt cards are followed by the session's history, which also names what lies face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from companion.rules.choice import Turn
from companion.rules.clauses import MoveRefused, not_offered_refusal
from companion.rules.history import CORRECTION_PREFIX, AcceptedLine, GameHistory
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move
from companion.rules.position import Position
from companion.simulator.ground_truth import AsksWhatGoesBack, GroundTruth, MoveChooser
from companion.simulator.move_observations import observations_of_move, steps_of_move
from companion.simulator.plugin_parts import make_ground_truth
from companion.simulator.random_players import possible_move_words
from companion.table.dealer import NOTHING_RETURNED, returned_pieces_key
from companion.table.interpretation.judge import next_steps
from companion.table.messages import EnterLine, FinishMove, SessionMessage, Touch
from companion.table.snapshot import Snapshot


class VirtualDealer:
    """The dealer of one game, with its ground truth.

    `seed`: the same seed shuffles the same, so that a game goes on after a power cut.
    `virtual_players`: the players that it plays, and how each chooses.
    `has_lost_track`: the game no longer follows the dealt cards (a person corrected the table), so people do
        everything by hand from then on.
    """

    def __init__(self, seed: str, absent: Mapping[str, MoveChooser]) -> None:
        self.virtual_players = absent
        self.has_lost_track = False
        self._seed = seed
        self._followed_count = 0
        self._last_followed: AcceptedLine | None = None
        self._ground_truth: GroundTruth | None = None
        self._returned_pieces = NOTHING_RETURNED
        self._pieces_to_choose_from: dict[str, tuple[str, ...]] = {}
        """What people still choose from, by their colours."""
        self._chance = Random(f"{seed}/players")

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        """Bring the ground truth to the state of `snapshot`; the history may be further."""
        standing = history.accepted_lines
        count = min(len(snapshot.public_history.accepted_lines), len(standing))
        if (
            self._ground_truth is None
            or returned_pieces != self._returned_pieces
            or not self._is_continued_by(standing, count)
        ):
            self._ground_truth = make_ground_truth(
                snapshot.game, snapshot.setup, Random(f"{self._seed}/deck")
            )
            self._returned_pieces = returned_pieces
            self._followed_count = 0
            self.has_lost_track = False
            self._put_back(0, snapshot)
        said = (*(accepted.text for accepted in standing), *history.taken_back)
        if not self._followed_count and any(tuple(text.split()[:2]) != CORRECTION_PREFIX for text in said):
            # who has not chosen before the first move keeps what was chosen for them
            self._pieces_to_choose_from.clear()
        last = standing[count - 1] if count > self._followed_count else self._last_followed
        try:
            for number in range(self._followed_count + 1, count + 1):
                self._put_back(number, snapshot)
                self._ground_truth.play(Move.parse(standing[number - 1].text))
                self._ask_what_goes_back(snapshot)
        except (
            MoveRefused,
            LookupError,
            ValueError,
        ):  # not what was dealt: a correction, or a game at a real table
            self.has_lost_track = True
        self._followed_count = count
        self._last_followed = last

    def _put_back(self, number: int, snapshot: Snapshot) -> None:
        """Let people put back what they chose of the deal, whose number is 0, or with the line of that number."""
        truth: object = self._ground_truth
        if isinstance(truth, AsksWhatGoesBack):
            for who in snapshot.player_name_by_colour:
                pieces = self._returned_pieces.get(returned_pieces_key(who, number), "")
                truth.put_back(who, pieces.split())
        if not number:
            self._ask_what_goes_back(snapshot)

    def _ask_what_goes_back(self, snapshot: Snapshot) -> None:
        """Note which people have still to choose."""
        truth: object = self._ground_truth
        self._pieces_to_choose_from.clear()
        if isinstance(truth, AsksWhatGoesBack):
            for who in snapshot.player_name_by_colour:
                pieces = truth.pieces_to_choose_from(who)
                if pieces and who not in self.virtual_players:
                    self._pieces_to_choose_from[who] = pieces

    def people_to_put_back(self) -> tuple[str, ...]:
        """The people who still choose which of their pieces goes back; before that nobody moves."""
        return () if self.has_lost_track else tuple(self._pieces_to_choose_from)

    def _is_continued_by(self, standing: Sequence[AcceptedLine], count: int) -> bool:
        """Whether the lines followed so far are the first of these `count`.

        They are if the last of them stands where it stood: an undo takes lines away from the end only.
        """
        last = self._followed_count - 1
        return last < 0 or (last < count and standing[last] is self._last_followed)

    def hand_pieces(self, who: str, snapshot: Snapshot) -> tuple[str, ...]:
        """The pieces in that player's hand, by name, in the order of the box, and those they are looking at.

        There are none when the dealer has lost track.
        """
        if self._ground_truth is None or self.has_lost_track:
            return ()
        return self._pieces_to_choose_from.get(who) or self._ground_truth.hand_pieces(
            who, snapshot.pending_input
        )

    def position_known_to(self, who: str, snapshot: Snapshot) -> Position:
        """The position as that player knows it; as everybody does when the dealer has lost track.

        Who still chooses what goes back has no hand yet.
        """
        if self._ground_truth is None or self.has_lost_track or not who or who in self._pieces_to_choose_from:
            return snapshot.position
        return self._ground_truth.knowledge_of(who, snapshot.position).position

    def allowed_targets(self, who: str, snapshot: Snapshot) -> frozenset[str] | None:
        """What can come next for that player, who knows their own cards: touch targets, and pieces they have.

        None when the dealer has lost track, and once a card was laid of which only its back is known.
        """
        if (
            self._ground_truth is None
            or self.has_lost_track
            or any(observation.piece.endswith(f"/{UNKNOWN}") for observation in snapshot.pending_input)
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
                *(observation.piece for step in steps for observation in step.accepted_observations),
            )
        )

    def possible_moves(self, who: str, snapshot: Snapshot) -> Iterator[Move]:
        """Every move that player can make with what they really hold; all legal ones when the dealer has lost track."""
        choice = snapshot.position.choice_tree.choice_by_actor.get(who)
        if self._ground_truth is not None and not self.has_lost_track and who != TABLE_ACTOR:
            seen = self._ground_truth.knowledge_of(who, snapshot.position)
            choice = seen.position.choice_tree.choice_by_actor.get(who)
            return map(Move, possible_move_words(seen, choice, (who,))) if choice is not None else iter(())
        return chain.from_iterable(choice.move_batches((who,))) if choice is not None else iter(())

    def refusal_for(self, move: Move) -> MoveRefused | None:
        """Why the cards as dealt forbid a move that the app, which does not know them, might accept.

        It follows from what everybody and the player know. What only the program does, for virtual players or for the
        table, is refused whatever it names: a guess at their cards gets the same answer, right or wrong.
        """
        if self._ground_truth is None or self.has_lost_track:
            return None
        who = move.words[0] if move.words else ""
        public = self._ground_truth.position.to_public()
        choice = public.choice_tree.choice_by_actor.get(who)
        try:
            if choice is None or (who == TABLE_ACTOR and self._can_people_still_act(public.choice_tree)):
                public.action_for(move)
            elif who == TABLE_ACTOR or who in self.virtual_players:
                return MoveRefused(not_offered_refusal(choice.clause_id, who))
            else:
                seen = self._ground_truth.knowledge_of(who, public)
                seen.position.action_for(move)
                seen.check_can_show(move)
        except MoveRefused as refused:
            return refused
        return None

    def next_session_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """The messages for what the table or an absent player does now; empty when people are awaited."""
        if (
            self._ground_truth is None
            or self.has_lost_track
            or snapshot.pending_input
            or self.people_to_put_back()
        ):
            return ()
        move = self._next_move(self._ground_truth, snapshot)
        if move is None:
            return ()
        turn = snapshot.position.choice_tree
        if move.words[0] == TABLE_ACTOR or any(step.face_down for step in steps_of_move(turn, move)):
            return (EnterLine(str(move)),)  # what the dealer deals, and what no touch can give
        # where several may move, the player's name comes first
        who = [f"player/{move.words[0]}"] if len(turn.choice_by_actor) > 1 else []
        # absent players act like people
        observations = observations_of_move(turn, move, can_report=lambda _: False)
        return (
            *(Touch(target) for target in (*who, *(observation.zone for observation in observations))),
            FinishMove(),
        )

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
        """Whether a person at the table could still do something before the table goes on by itself."""
        return any(
            choice.can_complete_move()
            for who, choice in turn.choice_by_actor.items()
            if who != TABLE_ACTOR and who not in self.virtual_players
        )
