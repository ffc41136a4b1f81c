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
from companion.table.evidence import (
    EXACTLY,
    SAYS,
    Readers,
    Trail,
    actor_step,
    could_explain,
    finger,
    is_answer,
    says_word,
)

MOST_FREE = 80_000  # work at most where nothing is missing: a word looked at is 1
MOST_PRICED = 15_000  # and where something is
MOST_BESIDES = 400  # once one is found: for others that miss no more
MOST_BARRED = 15_000  # and for the rule in the way
A_STEP = 5  # and a word followed
MOST_FOUND = 64  # whole moves with something missing that are worth comparing


class Bag:
    """What was noticed, in the order it was, and what a reader could have noticed."""

    def __init__(self, seen: Sequence[Observation], readers: Readers) -> None:
        self.seen = tuple(sight for sight in seen if not is_answer(sight))
        self.readers = readers
        self.looked = 0  # work done since the search began
        self.used: set[int] = set()  # sights that were a part of any path that was followed
        self.seen_all = True  # whether `free` looked at all paths without an unseen word
        self.exactly = {
            sight.zone: int(sight.piece.removeprefix(EXACTLY))
            for sight in seen
            if sight.piece.startswith(EXACTLY)
        }
        self.said = {sight.zone for sight in seen if sight.piece == SAYS}

    def explains(self, trail: Trail) -> bool:
        """Whether a move may end here with everything explained."""
        return (
            trail.choice.action is not None
            and not trail.left
            and self.said <= {str(trail.move)}
            and all(trail.things.count(thing) == times for thing, times in self.exactly.items())
        )

    # -- the ways one word can be said by what is in the bag

    def ways(self, step: MoveStep, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """(sights taken, price) for each way to account for `step_for`.

        A sight that its own reader reported is always taken: another word that shows the same could
        only swap it for one it lacks itself, at the same price.
        """
        there = {self.seen[index] for index in left}
        if step.touch_target and not step.face_down and finger(step.touch_target) in there:
            yield self._take((finger(step.touch_target),), left), 0
        if step.also_at_play or step.face_down:
            yield from self._anywhere(step, left)
        elif not there.isdisjoint(step.observations):
            taken = self._take(step.observations, left)
            yield taken, self._price(step, taken)
        else:
            yield (), 0 if step.is_implied else self._price(step, ())

    def _anywhere(self, step: MoveStep, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """By its sight, however often and wherever the one piece was shown; else it may still be."""
        taken = tuple(index for index in left if self.seen[index] in step.accepted_observations)
        if taken or step.is_implied:
            yield taken, 0
        elif not step.face_down:
            yield (), self._price(step, ())
        elif any(self.readers.reads(sight.zone) for sight in step.accepted_observations):
            yield (), 1

    def _take(self, wanted: tuple[Observation, ...], left: tuple[int, ...]) -> tuple[int, ...]:
        rest = list(left)
        taken: list[int] = []
        for sight in wanted:
            for index in rest:
                if self.seen[index] == sight:
                    taken.append(index)
                    rest.remove(index)
                    break
        return tuple(taken)

    def _price(self, step: MoveStep, taken: tuple[int, ...]) -> int:
        """What working readers should have reported and did not; a finger is always working."""
        if not step.observations:
            return 1
        found = [self.seen[index] for index in taken]
        missing = 0
        for sight in step.observations:
            if sight in found:
                found.remove(sight)
            elif self.readers.working(sight.zone):
                missing += 1
        return missing if taken else min(missing, 1)  # a word nobody has begun to say takes one finger

    # -- one word further

    def roots(self, turn: Turn) -> Iterator[Trail]:
        """The paths of one word: who."""
        everything = tuple(range(len(self.seen)))
        for number, (who, choice) in enumerate(turn.choice_by_actor.items()):
            step = actor_step(who)
            for taken, _ in self.ways(step, everything):
                left = tuple(index for index in everything if index not in taken)
                yield Trail(choice, (who,), (step.touch_target,), left, taken, place=(number,))

    def further(self, trail: Trail, free: bool) -> Iterator[Trail]:
        """The paths one word longer; `free`: only those that cost nothing."""
        choice = trail.choice
        self.looked += len(choice.candidates) + A_STEP
        steps = [(candidate, choice.step_for(candidate)) for candidate in choice.candidates]
        for number, (candidate, step) in enumerate(steps):
            after: Choice | None = None
            for taken, price in self.ways(step, trail.left):
                if (free and price) or self._counts_more(step, steps, trail.left, taken):
                    continue
                if after is None:
                    if choice.refusal_for(candidate) is not None:
                        break
                    after = choice.next_choice(candidate)
                longer = self._longer(trail, step, after, taken, price, number)
                if longer is not None:
                    self.looked += A_STEP
                    yield longer

    def _longer(
        self, trail: Trail, step: MoveStep, after: Choice, taken: tuple[int, ...], price: int, number: int
    ) -> Trail | None:
        """The path with `step_for`, None when it can no longer explain everything."""
        things = (*trail.things, step.touch_target)
        if things.count(step.touch_target) > self.exactly.get(step.touch_target, len(things)):
            return None
        left = tuple(index for index in trail.left if index not in taken) if taken else trail.left
        if left and not could_explain(after, [self.seen[index] for index in left]):
            return None
        self.used.update(taken)
        return Trail(
            after,
            (*trail.words, step.word),
            things,
            left,
            (*trail.used, *taken),
            (*trail.missing, step) if price else trail.missing,
            trail.price + price,
            trail.unseen if price or taken or step.is_implied else (*trail.unseen, step),
            (*trail.place, number),
        )

    def _counts_more(
        self,
        step: MoveStep,
        steps: Sequence[tuple[object, MoveStep]],
        left: tuple[int, ...],
        taken: tuple[int, ...],
    ) -> bool:
        """Where one choice offers counts of one sight, the count is no smaller than what was noticed."""
        if not taken or not step.observations or self.seen[taken[0]] not in step.observations:
            return False
        sight, count = step.observations[0], len(step.observations)
        noticed = sum(self.seen[index] == sight for index in left)
        return noticed > count and any(
            count < len(other.observations) <= noticed and set(other.observations) == {sight}
            for _, other in steps
        )

    # -- searching

    def free(self, turn: Turn) -> tuple[list[Trail], list[Trail], bool]:
        """(whole moves that explain everything at no price, paths that do so far, whether these are all).

        In the order of the tree, as people are asked about them. Those with the fewest words unseen are looked at
        first: behind a blind reader lies nearly everything, and only some of it can be looked at.
        """
        whole: list[Trail] = []
        so_far: list[Trail] = []
        stacks = [[*self.roots(turn)][::-1]]  # by how many words are unseen
        self.looked = 0
        for unseen, stack in enumerate(stacks):
            while stack:
                if self.looked > MOST_FREE:
                    self.seen_all = unseen > 0
                    return _in_order(whole), _in_order(so_far), False
                trail = stack.pop()
                if not trail.left:
                    so_far.append(trail)
                if self.explains(trail):
                    whole.append(trail)
                for longer in [*self.further(trail, free=True)][::-1]:
                    if len(longer.unseen) == len(stacks):
                        stacks.append([])
                    stacks[len(longer.unseen)].append(longer)
        return _in_order(whole), _in_order(so_far), True

    def priced(
        self, turn: Turn, besides: Sequence[Action] = (), first: bool = False
    ) -> tuple[list[Trail], bool]:
        """(whole moves with something missing, cheapest first; whether the cheapest are all there).

        `besides`: meanings that are known already. `first`: one is enough.
        """
        found: list[Trail] = []
        heap: list[tuple[int, int, int, int, Trail]] = []
        for trail in self.roots(turn):
            heappush(heap, (0, len(trail.left), -1, len(heap), trail))
        pushed = len(heap)
        self.looked = 0
        most = MOST_PRICED
        while self.looked < most:
            if not heap or len(found) >= MOST_FOUND or (found and heap[0][0] > found[0].price):
                return found, True
            for longer in self.further(heappop(heap)[-1], free=False):
                pushed += 1
                heappush(heap, (longer.price, len(longer.left), -len(longer.words), pushed, longer))
                if longer.price and self.explains(longer) and longer.choice.action not in besides:
                    found.append(longer)
                    if first:
                        return found, True
                    most = min(most, self.looked + MOST_BESIDES)
            found.sort(key=_price)
        return found, False

    def guessed(self, turn: Turn) -> Trail | None:
        """One whole move with something missing, where too much could be missing to look at all of it.

        Straight ahead: of the words that nothing shows only few are tried, one more than there are sights
        left, and none whose piece was noticed in another place.
        """
        heap: list[tuple[int, int, int, Trail]] = []
        for trail in self.roots(turn):
            heappush(heap, (len(trail.left), -1, len(heap), trail))
        pushed = len(heap)
        self.looked = 0
        while heap and self.looked < MOST_PRICED:
            trail = heappop(heap)[-1]
            if trail.price and self.explains(trail):
                return trail
            elsewhere = {self.seen[index].piece for index in trail.left}
            unseen = 0
            for longer in self.further(trail, free=False):
                step, _ = trail.choice.follow_word(longer.words[-1])
                if len(longer.left) == len(trail.left) and not step.is_implied:
                    if unseen > len(trail.left) or not elsewhere.isdisjoint(_pieces(step)):
                        continue
                    unseen += 1
                pushed += 1
                heappush(heap, (len(longer.left), -len(longer.words), pushed, longer))
        return None

    def barred(self, turn: Turn, last: Observation) -> list[tuple[Trail, MoveStep, Refusal]]:
        """Words that `last` would have shown where all else is explained, and the rule in the way; best first."""
        found: list[tuple[tuple[int, int, int], Trail, MoveStep, Refusal]] = []
        heap: list[tuple[int, int, int, Trail]] = []
        for trail in self.roots(turn):
            heappush(heap, (len(trail.left), 0, len(heap), trail))
        pushed = len(heap)
        self.looked = 0
        while self.looked < MOST_BARRED:
            if not heap or (found and min(found, key=_rank)[0] <= (heap[0][0], 0, heap[0][1])):
                break
            trail = heappop(heap)[-1]
            for step, refusal in _in_the_way(trail.choice, last):
                behind = not says_word(last, step)
                found.append(((len(trail.left), behind, trail.price), trail, step, refusal))
            for longer in self.further(trail, free=False):
                pushed += 1
                heappush(heap, (len(longer.left), longer.price, pushed, longer))
        return [(trail, step, refusal) for _, trail, step, refusal in sorted(found, key=_rank)]


def _pieces(step: MoveStep) -> Iterator[str]:
    return (sight.piece for sight in step.observations)


def _in_order(trails: list[Trail]) -> list[Trail]:
    """As they stand in the tree."""
    return sorted(trails, key=_place)


def _place(trail: Trail) -> tuple[int, ...]:
    return trail.place


def _rank(found: tuple[tuple[int, int, int], Trail, MoveStep, Refusal]) -> tuple[int, int, int]:
    return found[0]


def _price(trail: Trail) -> int:
    return trail.price


def _in_the_way(choice: Choice, last: Observation) -> Iterator[tuple[MoveStep, Refusal]]:
    """Barred words that `last` shows, and barred ones behind which it may lie."""
    for candidate in choice.candidates:
        step = choice.step_for(candidate)
        behind = step.is_implied and not step.face_down and last.piece != FINGER
        if not (behind or says_word(last, step)):
            continue
        refusal = choice.refusal_for(candidate)
        if refusal is None and not (after := choice.next_choice(candidate)).can_complete_move():
            refusal = after.dead_end_refusal()
        if refusal is not None:
            yield step, refusal
