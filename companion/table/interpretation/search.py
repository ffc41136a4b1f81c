"""Paths of words that explain what was noticed, cheapest first: the search behind the judge.

Guided by the bag: a word is followed only when its evidence is there, when it needs none, or (at a
price) when a working reader would have reported it and did not. Legal moves are never listed.

A hidden word (a card laid face down) is followed only with its sight. Without, it is something that
may still come only while a reader works that could report it: no finger ever says it.
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

MAX_WORK_NOTHING_MISSING = 80_000  # work at most where nothing is missing: a word looked at is 1
MAX_WORK_SOMETHING_MISSING = 15_000  # and where something is
MAX_WORK_AFTER_FIRST = 400  # once one is found: for others that miss no more
MAX_WORK_FOR_REFUSAL = 15_000  # and for the rule in the way
WORK_PER_STEP = 5  # and a word followed
MAX_INCOMPLETE_MOVES = 64  # whole moves with something missing that are worth comparing


class MoveSearch:
    """What was noticed, in the order it was, and what a reader could have noticed."""

    def __init__(self, observations: Sequence[Observation], readers: ReaderAvailability) -> None:
        self.observations = tuple(sight for sight in observations if not is_answer(sight))
        self.readers = readers
        self.work_done = 0  # work done since the search began
        self.explained_indexes: set[int] = set()  # sights that were a part of any path that was followed
        # whether `search_complete_moves` looked at all paths without an unseen word
        self.is_seen_search_complete = True
        self.required_counts = {
            sight.zone: int(sight.piece.removeprefix(COUNT_ANSWER_PREFIX))
            for sight in observations
            if sight.piece.startswith(COUNT_ANSWER_PREFIX)
        }
        self.required_moves = {sight.zone for sight in observations if sight.piece == MOVE_ANSWER}

    def is_complete_explanation(self, trail: MovePath) -> bool:
        """Whether a move may end here with everything explained."""
        return (
            trail.choice.action is not None
            and not trail.unexplained_indexes
            and self.required_moves <= {str(trail.move)}
            and all(
                trail.touch_targets.count(thing) == times for thing, times in self.required_counts.items()
            )
        )

    # -- the ways one word can be said by what is in the bag

    def evidence_options(
        self, step: MoveStep, left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """(sights taken, price) for each way to account for `step_for`.

        A sight that its own reader reported is always taken: another word that shows the same could
        only swap it for one it lacks itself, at the same price.
        """
        there = {self.observations[index] for index in left}
        if step.touch_target and not step.face_down and cached_touch_observation(step.touch_target) in there:
            yield self._take((cached_touch_observation(step.touch_target),), left), 0
        if step.also_at_play or step.face_down:
            yield from self._anywhere(step, left)
        elif not there.isdisjoint(step.observations):
            taken = self._take(step.observations, left)
            yield taken, self._cost(step, taken)
        else:
            yield (), 0 if step.is_implied else self._cost(step, ())

    def _anywhere(self, step: MoveStep, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """By its sight, however often and wherever the one piece was shown; else it may still be."""
        taken = tuple(index for index in left if self.observations[index] in step.accepted_observations)
        if taken or step.is_implied:
            yield taken, 0
        elif not step.face_down:
            yield (), self._cost(step, ())
        elif any(self.readers.has_working_reader(sight.zone) for sight in step.accepted_observations):
            yield (), 1

    def _take(self, wanted: tuple[Observation, ...], left: tuple[int, ...]) -> tuple[int, ...]:
        rest = list(left)
        taken: list[int] = []
        for sight in wanted:
            for index in rest:
                if self.observations[index] == sight:
                    taken.append(index)
                    rest.remove(index)
                    break
        return tuple(taken)

    def _cost(self, step: MoveStep, taken: tuple[int, ...]) -> int:
        """What working readers should have reported and did not; a finger is always working."""
        if not step.observations:
            return 1
        found = [self.observations[index] for index in taken]
        missing = 0
        for sight in step.observations:
            if sight in found:
                found.remove(sight)
            elif self.readers.would_report(sight.zone):
                missing += 1
        return missing if taken else min(missing, 1)  # a word nobody has begun to say takes one finger

    # -- one word further

    def first_paths(self, turn: Turn) -> Iterator[MovePath]:
        """The paths of one word: who."""
        everything = tuple(range(len(self.observations)))
        for number, (who, choice) in enumerate(turn.choice_by_actor.items()):
            step = make_actor_step(who)
            for taken, _ in self.evidence_options(step, everything):
                left = tuple(index for index in everything if index not in taken)
                yield MovePath(choice, (who,), (step.touch_target,), left, taken, tree_position=(number,))

    def extended_paths(self, trail: MovePath, free: bool) -> Iterator[MovePath]:
        """The paths one word longer; `search_complete_moves`: only those that cost nothing."""
        choice = trail.choice
        self.work_done += len(choice.candidates) + WORK_PER_STEP
        steps = [(candidate, choice.step_for(candidate)) for candidate in choice.candidates]
        for number, (candidate, step) in enumerate(steps):
            after: Choice | None = None
            for taken, price in self.evidence_options(step, trail.unexplained_indexes):
                if (free and price) or self._is_count_too_small(
                    step, steps, trail.unexplained_indexes, taken
                ):
                    continue
                if after is None:
                    if choice.refusal_for(candidate) is not None:
                        break
                    after = choice.next_choice(candidate)
                longer = self._extend_path(trail, step, after, taken, price, number)
                if longer is not None:
                    self.work_done += WORK_PER_STEP
                    yield longer

    def _extend_path(
        self, trail: MovePath, step: MoveStep, after: Choice, taken: tuple[int, ...], price: int, number: int
    ) -> MovePath | None:
        """The path with `step_for`, None when it can no longer explain everything."""
        things = (*trail.touch_targets, step.touch_target)
        if things.count(step.touch_target) > self.required_counts.get(step.touch_target, len(things)):
            return None
        left = (
            tuple(index for index in trail.unexplained_indexes if index not in taken)
            if taken
            else trail.unexplained_indexes
        )
        if left and not could_explain(after, [self.observations[index] for index in left]):
            return None
        self.explained_indexes.update(taken)
        return MovePath(
            after,
            (*trail.words, step.word),
            things,
            left,
            (*trail.explained_indexes, *taken),
            (*trail.missing_steps, step) if price else trail.missing_steps,
            trail.cost + price,
            trail.unseen_steps if price or taken or step.is_implied else (*trail.unseen_steps, step),
            (*trail.tree_position, number),
        )

    def _is_count_too_small(
        self,
        step: MoveStep,
        steps: Sequence[tuple[object, MoveStep]],
        left: tuple[int, ...],
        taken: tuple[int, ...],
    ) -> bool:
        """Where one choice offers counts of one sight, the count is no smaller than what was noticed."""
        if not taken or not step.observations or self.observations[taken[0]] not in step.observations:
            return False
        sight, count = step.observations[0], len(step.observations)
        noticed = sum(self.observations[index] == sight for index in left)
        return noticed > count and any(
            count < len(other.observations) <= noticed and set(other.observations) == {sight}
            for _, other in steps
        )

    # -- searching

    def search_complete_moves(self, turn: Turn) -> tuple[list[MovePath], list[MovePath], bool]:
        """(whole moves that explain everything at no price, paths that do so far, whether these are all).

        In the order of the tree, as people are asked about them. Those with the fewest words unseen are looked at
        first: behind a blind reader lies nearly everything, and only some of it can be looked at.
        """
        whole: list[MovePath] = []
        so_far: list[MovePath] = []
        stacks = [[*self.first_paths(turn)][::-1]]  # by how many words are unseen
        self.work_done = 0
        for unseen, stack in enumerate(stacks):
            while stack:
                if self.work_done > MAX_WORK_NOTHING_MISSING:
                    self.is_seen_search_complete = unseen > 0
                    return _in_order(whole), _in_order(so_far), False
                trail = stack.pop()
                if not trail.unexplained_indexes:
                    so_far.append(trail)
                if self.is_complete_explanation(trail):
                    whole.append(trail)
                for longer in [*self.extended_paths(trail, free=True)][::-1]:
                    if len(longer.unseen_steps) == len(stacks):
                        stacks.append([])
                    stacks[len(longer.unseen_steps)].append(longer)
        return _in_order(whole), _in_order(so_far), True

    def search_incomplete_moves(
        self, turn: Turn, besides: Sequence[Action] = (), first: bool = False
    ) -> tuple[list[MovePath], bool]:
        """(whole moves with something missing, cheapest first; whether the cheapest are all there).

        `besides`: meanings that are known already. `first`: one is enough.
        """
        found: list[MovePath] = []
        heap: list[tuple[int, int, int, int, MovePath]] = []
        for trail in self.first_paths(turn):
            heappush(heap, (0, len(trail.unexplained_indexes), -1, len(heap), trail))
        pushed = len(heap)
        self.work_done = 0
        most = MAX_WORK_SOMETHING_MISSING
        while self.work_done < most:
            if not heap or len(found) >= MAX_INCOMPLETE_MOVES or (found and heap[0][0] > found[0].cost):
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
                    most = min(most, self.work_done + MAX_WORK_AFTER_FIRST)
            found.sort(key=_price)
        return found, False

    def guess_incomplete_move(self, turn: Turn) -> MovePath | None:
        """One whole move with something missing, where too much could be missing to look at all of it.

        Straight ahead: of the words that nothing shows only few are tried, one more than there are sights
        left, and none whose piece was noticed in another place.
        """
        heap: list[tuple[int, int, int, MovePath]] = []
        for trail in self.first_paths(turn):
            heappush(heap, (len(trail.unexplained_indexes), -1, len(heap), trail))
        pushed = len(heap)
        self.work_done = 0
        while heap and self.work_done < MAX_WORK_SOMETHING_MISSING:
            trail = heappop(heap)[-1]
            if trail.cost and self.is_complete_explanation(trail):
                return trail
            elsewhere = {self.observations[index].piece for index in trail.unexplained_indexes}
            unseen = 0
            for longer in self.extended_paths(trail, free=False):
                step, _ = trail.choice.follow_word(longer.words[-1])
                if len(longer.unexplained_indexes) == len(trail.unexplained_indexes) and not step.is_implied:
                    if unseen > len(trail.unexplained_indexes) or not elsewhere.isdisjoint(_pieces(step)):
                        continue
                    unseen += 1
                pushed += 1
                heappush(heap, (len(longer.unexplained_indexes), -len(longer.words), pushed, longer))
        return None

    def search_barred_steps(self, turn: Turn, last: Observation) -> list[tuple[MovePath, MoveStep, Refusal]]:
        """Words that `last` would have shown where all else is explained, and the rule in the way; best first."""
        found: list[tuple[tuple[int, int, int], MovePath, MoveStep, Refusal]] = []
        heap: list[tuple[int, int, int, MovePath]] = []
        for trail in self.first_paths(turn):
            heappush(heap, (len(trail.unexplained_indexes), 0, len(heap), trail))
        pushed = len(heap)
        self.work_done = 0
        while self.work_done < MAX_WORK_FOR_REFUSAL:
            if not heap or (found and min(found, key=_rank)[0] <= (heap[0][0], 0, heap[0][1])):
                break
            trail = heappop(heap)[-1]
            for step, refusal in _barred_steps(trail.choice, last):
                behind = not is_evidence_of(last, step)
                found.append(((len(trail.unexplained_indexes), behind, trail.cost), trail, step, refusal))
            for longer in self.extended_paths(trail, free=False):
                pushed += 1
                heappush(heap, (len(longer.unexplained_indexes), longer.cost, pushed, longer))
        return [(trail, step, refusal) for _, trail, step, refusal in sorted(found, key=_rank)]


def _pieces(step: MoveStep) -> Iterator[str]:
    return (sight.piece for sight in step.observations)


def _in_order(trails: list[MovePath]) -> list[MovePath]:
    """As they stand in the tree."""
    return sorted(trails, key=_place)


def _place(trail: MovePath) -> tuple[int, ...]:
    return trail.tree_position


def _rank(found: tuple[tuple[int, int, int], MovePath, MoveStep, Refusal]) -> tuple[int, int, int]:
    return found[0]


def _price(trail: MovePath) -> int:
    return trail.cost


def _barred_steps(choice: Choice, last: Observation) -> Iterator[tuple[MoveStep, Refusal]]:
    """Barred words that `last` shows, and barred ones behind which it may lie."""
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
