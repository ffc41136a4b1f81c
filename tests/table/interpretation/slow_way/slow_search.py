"""The search as it was before it was fast: path by path, moves pruned by nothing, each question searched anew.

It is a part of the oracle, `slow_judge.py` beside it. Where its work ends before everything was examined, it says so in
`CUT_SHORT`; there is no time-out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Refusal
from companion.rules.moves import FINGER, MoveStep, Observation
from companion.rules.transaction import Action
from companion.table.interpretation.evidence import (
    COUNT_ANSWER_PREFIX,
    MOVE_ANSWER,
    MovePath,
    ReaderAvailability,
    cached_touch_observation,
    could_explain,
    is_answer,
    is_evidence_of,
    make_actor_step,
)

CUT_SHORT: list[str] = []
"""What was not examined wholly since it was last cleared."""
MAX_WORK_NOTHING_MISSING = 80_000  # in units of work: a word examined is 1
MAX_WORK_SOMETHING_MISSING = 15_000
MAX_WORK_FOR_REFUSAL = 15_000  # for the rule in the way
WORK_PER_STEP = 5  # for a word followed


class SlowSearch:
    """The observations, in their order, and what the readers could have observed."""

    def __init__(self, observations: Sequence[Observation], readers: ReaderAvailability) -> None:
        self.observations = tuple(observation for observation in observations if not is_answer(observation))
        self.readers = readers
        self.work_done = 0  # since the search began
        # observations that were a part of any path that was followed
        self.explained_indexes: set[int] = set()
        # whether `search_complete_moves` examined all paths without an unseen word
        self.is_seen_search_complete = True
        self.required_counts = {
            observation.zone: int(observation.piece.removeprefix(COUNT_ANSWER_PREFIX))
            for observation in observations
            if observation.piece.startswith(COUNT_ANSWER_PREFIX)
        }
        self.required_moves = {
            observation.zone for observation in observations if observation.piece == MOVE_ANSWER
        }

    def is_complete_explanation(self, path: MovePath) -> bool:
        """Whether a move may end here with everything explained."""
        return (
            path.choice.action is not None
            and not path.unexplained_indexes
            and self.required_moves <= {str(path.move)}
            and all(
                path.touch_targets.count(target) == times for target, times in self.required_counts.items()
            )
        )

    # -- the evidence for one word

    def evidence_options(
        self, step: MoveStep, left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """(Indexes of observations taken, cost) for each way to account for the word of `step`.

        An observation by its own reader is always taken: another word with the same one could only swap it for one
        that it lacks itself, at the same cost.
        """
        present = {self.observations[index] for index in left}
        if (
            step.touch_target
            and not step.face_down
            and cached_touch_observation(step.touch_target) in present
        ):
            yield self._take((cached_touch_observation(step.touch_target),), left), 0
        if step.also_at_play or step.face_down:
            yield from self._anywhere(step, left)
        elif not present.isdisjoint(step.observations):
            taken = self._take(step.observations, left)
            yield taken, self._cost(step, taken)
        else:
            yield (), 0 if step.is_implied else self._cost(step, ())

    def _anywhere(self, step: MoveStep, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """The piece was observed, however often and wherever it was shown; else it may still come."""
        taken = tuple(index for index in left if self.observations[index] in step.accepted_observations)
        if taken or step.is_implied:
            yield taken, 0
        elif not step.face_down:
            yield (), self._cost(step, ())
        elif any(
            self.readers.has_working_reader(observation.zone) for observation in step.accepted_observations
        ):
            yield (), 1

    def _take(self, wanted: tuple[Observation, ...], left: tuple[int, ...]) -> tuple[int, ...]:
        rest = list(left)
        taken: list[int] = []
        for observation in wanted:
            for index in rest:
                if self.observations[index] == observation:
                    taken.append(index)
                    rest.remove(index)
                    break
        return tuple(taken)

    def _cost(self, step: MoveStep, taken: tuple[int, ...]) -> int:
        """What working readers should have reported and did not; a touch is always possible."""
        if not step.observations:
            return 1
        found = [self.observations[index] for index in taken]
        missing = 0
        for observation in step.observations:
            if observation in found:
                found.remove(observation)
            elif self.readers.would_report(observation.zone):
                missing += 1
        return missing if taken else min(missing, 1)  # a word without any evidence takes one touch

    # -- one word further

    def first_paths(self, turn: Turn) -> Iterator[MovePath]:
        """The paths of one word, the actor."""
        everything = tuple(range(len(self.observations)))
        for number, (actor, choice) in enumerate(turn.choice_by_actor.items()):
            step = make_actor_step(actor)
            for taken, _ in self.evidence_options(step, everything):
                left = tuple(index for index in everything if index not in taken)
                yield MovePath(choice, (actor,), (step.touch_target,), left, taken, tree_position=(number,))

    def extended_paths(self, path: MovePath, free: bool) -> Iterator[MovePath]:
        """The paths one word longer; `free`: only those that cost nothing."""
        choice = path.choice
        self.work_done += len(choice.candidates) + WORK_PER_STEP
        steps = [(candidate, choice.step_for(candidate)) for candidate in choice.candidates]
        for number, (candidate, step) in enumerate(steps):
            after: Choice | None = None
            for taken, price in self.evidence_options(step, path.unexplained_indexes):
                if (free and price) or self._is_count_too_small(step, steps, path.unexplained_indexes, taken):
                    continue
                if after is None:
                    if choice.refusal_for(candidate) is not None:
                        break
                    after = choice.next_choice(candidate)
                longer = self._extend_path(path, step, after, taken, price, number)
                if longer is not None:
                    self.work_done += WORK_PER_STEP
                    yield longer

    def _extend_path(
        self, path: MovePath, step: MoveStep, after: Choice, taken: tuple[int, ...], price: int, number: int
    ) -> MovePath | None:
        """The path with `step`; None when it can no longer explain everything."""
        targets = (*path.touch_targets, step.touch_target)
        if targets.count(step.touch_target) > self.required_counts.get(step.touch_target, len(targets)):
            return None
        left = (
            tuple(index for index in path.unexplained_indexes if index not in taken)
            if taken
            else path.unexplained_indexes
        )
        self.explained_indexes.update(taken)
        return MovePath(
            after,
            (*path.words, step.word),
            targets,
            left,
            (*path.explained_indexes, *taken),
            (*path.missing_steps, step) if price else path.missing_steps,
            path.cost + price,
            path.unseen_steps if price or taken or step.is_implied else (*path.unseen_steps, step),
            (*path.tree_position, number),
        )

    def _is_count_too_small(
        self,
        step: MoveStep,
        steps: Sequence[tuple[object, MoveStep]],
        left: tuple[int, ...],
        taken: tuple[int, ...],
    ) -> bool:
        """Whether a choice between counts of one observation would take fewer than were observed."""
        if not taken or not step.observations or self.observations[taken[0]] not in step.observations:
            return False
        observation, count = step.observations[0], len(step.observations)
        observed = sum(self.observations[index] == observation for index in left)
        return observed > count and any(
            count < len(other.observations) <= observed and set(other.observations) == {observation}
            for _, other in steps
        )

    # -- searching

    def search_complete_moves(self, turn: Turn) -> tuple[list[MovePath], list[MovePath], bool]:
        """(Complete moves that explain everything at no cost, paths that do so far, whether these are all).

        They are in the order of the tree, in which people are asked about them. Those with the fewest unseen words
        are examined first: behind a failed reader lies nearly everything, and only some of it can be examined.
        """
        complete: list[MovePath] = []
        begun: list[MovePath] = []
        stacks = [[*self.first_paths(turn)][::-1]]  # by the number of unseen words
        self.work_done = 0
        for unseen, stack in enumerate(stacks):
            while stack:
                if self.work_done > MAX_WORK_NOTHING_MISSING:
                    CUT_SHORT.append("nothing missing")
                    self.is_seen_search_complete = unseen > 0
                    return _in_order(complete), _in_order(begun), False
                path = stack.pop()
                if not path.unexplained_indexes:
                    begun.append(path)
                if self.is_complete_explanation(path):
                    complete.append(path)
                for longer in [*self.extended_paths(path, free=True)][::-1]:
                    if len(longer.unseen_steps) == len(stacks):
                        stacks.append([])
                    stacks[len(longer.unseen_steps)].append(longer)
        return _in_order(complete), _in_order(begun), True

    def search_incomplete_moves(
        self, turn: Turn, besides: Sequence[Action] = (), first: bool = False
    ) -> tuple[list[MovePath], bool]:
        """(Complete moves with something missing, cheapest first; whether all of the cheapest are there).

        `besides`: meanings that are known already. `first`: one is enough.
        """
        found: list[MovePath] = []
        heap: list[tuple[int, int, int, int, MovePath]] = []
        for path in self.first_paths(turn):
            heappush(heap, (0, len(path.unexplained_indexes), -1, len(heap), path))
        pushed = len(heap)
        self.work_done = 0
        while self.work_done < MAX_WORK_SOMETHING_MISSING:
            if not heap or (found and heap[0][0] > found[0].cost):
                return found, True
            for longer in self.extended_paths(heappop(heap)[-1], free=False):
                pushed += 1
                heappush(
                    heap, (longer.cost, len(longer.unexplained_indexes), -len(longer.words), pushed, longer)
                )
                if (
                    longer.cost
                    and self.is_complete_explanation(longer)
                    and longer.choice.action not in besides
                ):
                    found.append(longer)
                    if first:
                        return found, True
            found.sort(key=_cost_of)
        CUT_SHORT.append("something missing")
        return found, False

    def guess_incomplete_move(self, turn: Turn) -> MovePath | None:
        """One complete move with something missing, where too much could be missing to examine everything.

        The search goes straight ahead: of the words without evidence it tries only few, one more than there are
            observations left, and none whose piece was observed in another place.
        """
        heap: list[tuple[int, int, int, MovePath]] = []
        for path in self.first_paths(turn):
            heappush(heap, (len(path.unexplained_indexes), -1, len(heap), path))
        pushed = len(heap)
        self.work_done = 0
        while heap and self.work_done < MAX_WORK_SOMETHING_MISSING:
            path = heappop(heap)[-1]
            if path.cost and self.is_complete_explanation(path):
                return path
            elsewhere = {self.observations[index].piece for index in path.unexplained_indexes}
            unseen = 0
            for longer in self.extended_paths(path, free=False):
                step, _ = path.choice.follow_word(longer.words[-1])
                if len(longer.unexplained_indexes) == len(path.unexplained_indexes) and not step.is_implied:
                    if unseen > len(path.unexplained_indexes) or not elsewhere.isdisjoint(_pieces(step)):
                        continue
                    unseen += 1
                pushed += 1
                heappush(heap, (len(longer.unexplained_indexes), -len(longer.words), pushed, longer))
        return None

    def search_barred_steps(self, turn: Turn, last: Observation) -> list[tuple[MovePath, MoveStep, Refusal]]:
        """Words that `last` would have given where all else is explained, and the rule in the way; best first."""
        found: list[tuple[tuple[int, int, int], MovePath, MoveStep, Refusal]] = []
        heap: list[tuple[int, int, int, MovePath]] = []
        for path in self.first_paths(turn):
            heappush(heap, (len(path.unexplained_indexes), 0, len(heap), path))
        pushed = len(heap)
        self.work_done = 0
        while self.work_done < MAX_WORK_FOR_REFUSAL:
            if not heap or (found and min(found, key=_rank)[0] <= (heap[0][0], 0, heap[0][1])):
                break
            path = heappop(heap)[-1]
            for step, refusal in _barred_steps(path.choice, last):
                behind = not is_evidence_of(last, step)
                found.append(((len(path.unexplained_indexes), behind, path.cost), path, step, refusal))
            for longer in self.extended_paths(path, free=False):
                left = [self.observations[index] for index in longer.unexplained_indexes]
                if left and not could_explain(longer.choice, left):
                    continue  # nothing barred here is the reason: something else does not belong here either
                pushed += 1
                heappush(heap, (len(longer.unexplained_indexes), longer.cost, pushed, longer))
        else:
            CUT_SHORT.append("refusal")
        return [(path, step, refusal) for _, path, step, refusal in sorted(found, key=_rank)]


def _pieces(step: MoveStep) -> Iterator[str]:
    return (observation.piece for observation in step.observations)


def _in_order(paths: list[MovePath]) -> list[MovePath]:
    """The paths in the order of the tree."""
    return sorted(paths, key=_tree_position)


def _tree_position(path: MovePath) -> tuple[int, ...]:
    return path.tree_position


def _rank(found: tuple[tuple[int, int, int], MovePath, MoveStep, Refusal]) -> tuple[int, int, int]:
    return found[0]


def _cost_of(path: MovePath) -> int:
    return path.cost


def _barred_steps(choice: Choice, last: Observation) -> Iterator[tuple[MoveStep, Refusal]]:
    """Forbidden words that `last` gives, and forbidden ones behind which it may lie."""
    for candidate in choice.candidates:
        step = choice.step_for(candidate)
        behind = step.is_implied and not step.face_down and last.piece != FINGER
        if not (behind or is_evidence_of(last, step)):
            continue
        refusal = choice.refusal_for(candidate)
        if refusal is None and not (after := choice.next_choice(candidate)).can_complete_move():
            refusal = after.dead_end_refusal()
        if refusal is not None:
            yield step, refusal
