"""Paths of words through the choice tree, one word longer at a time, and the evidence for each word.

Most words of a fork lack evidence. What such a word costs depends on the readers alone, so it is found out once for
    each step; what evidence gives a word is found out once for each step and what is left to explain. A word whose
    choice could never explain what is left is not followed at all.

A hidden word (a card laid face down) is followed only with its observation. Without it, the word may still come only
while a reader works that could report it: no touch ever gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.moves import MoveStep, Observation
from companion.table.interpretation.evidence import (
    COUNT_ANSWER_PREFIX,
    MOVE_ANSWER,
    MovePath,
    ReaderAvailability,
    cached_touch_observation,
    could_explain,
    is_answer,
    make_actor_step,
)

EvidenceOptions = tuple[tuple[tuple[int, ...], int], ...]
"""(Indexes of observations taken, cost) for each way to account for a word."""


class OpenWord(Struct, frozen=True, gc=False):
    """A word that may come next: its place in the fork, its candidate, its step, the evidence taken, at which cost."""

    number: int
    candidate: Any
    step: MoveStep
    taken: tuple[int, ...]
    cost: int


class PathExtender:
    """The observations, in their order, and what the readers could have observed: they lead from word to word."""

    def __init__(self, observations: Sequence[Observation], readers: ReaderAvailability) -> None:
        self.observations = tuple(observation for observation in observations if not is_answer(observation))
        self.examined_count = 0  # words, since the beginning
        self._readers = readers
        self._noticed = frozenset(self.observations)
        self._options_without_evidence: dict[MoveStep, EvidenceOptions | None] = {}
        self._options: dict[tuple[MoveStep, tuple[int, ...]], EvidenceOptions] = {}
        # of amounts that only a finger says there are many
        self._forks_without_free_words: set[object] = set()
        self._answers_by_prefixes: dict[tuple[tuple[str, ...], tuple[int, ...]], bool] = {}
        self._required_counts = {
            observation.zone: int(observation.piece.removeprefix(COUNT_ANSWER_PREFIX))
            for observation in observations
            if observation.piece.startswith(COUNT_ANSWER_PREFIX)
        }
        self._required_moves = {
            observation.zone for observation in observations if observation.piece == MOVE_ANSWER
        }

    @property
    def has_answers(self) -> bool:
        """Whether a person has answered a question, which allows some paths and not others."""
        return bool(self._required_counts or self._required_moves)

    def is_complete_explanation(self, path: MovePath) -> bool:
        """Whether a move may end here with everything explained, as the answers say."""
        return (
            path.choice.action is not None
            and not path.unexplained_indexes
            and (not self._required_moves or self._required_moves <= {str(path.move)})
            and all(
                path.touch_targets.count(target) == times for target, times in self._required_counts.items()
            )
        )

    # -- the evidence for one word

    def evidence_options(self, step: MoveStep, left: tuple[int, ...]) -> EvidenceOptions:
        """(Indexes of observations taken, cost) for each way to account for the word of `step`.

        An observation by its own reader is always taken: another word with the same one could only swap it for one
        that it lacks itself, at the same cost.
        """
        try:
            options = self._options_without_evidence[step]
        except KeyError:
            options = None if self._has_evidence(step) else tuple(self._find_options(step, ()))
            self._options_without_evidence[step] = options
        if options is None:
            options = self._options.get((step, left))
            if options is None:
                options = self._options[step, left] = tuple(self._find_options(step, left))
        return options

    def _has_evidence(self, step: MoveStep) -> bool:
        return cached_touch_observation(step.touch_target) in self._noticed or not self._noticed.isdisjoint(
            step.accepted_observations
        )

    def _find_options(self, step: MoveStep, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
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
            self._readers.has_working_reader(observation.zone) for observation in step.accepted_observations
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
            elif self._readers.would_report(observation.zone):
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

    def open_words(self, path: MovePath, free: bool, only: str = "") -> list[OpenWord]:
        """The words that may come next, in the order of the tree.

        free: only those that cost nothing.
        only: only that word.
        """
        choice, left = path.choice, path.unexplained_indexes
        step_for, refusal_for, evidence_options = choice.step_for, choice.refusal_for, self.evidence_options
        words: list[OpenWord] = []
        is_amount = free and not left and isinstance(choice.candidates, range)
        fork = (step_for, choice.candidates) if is_amount else None
        if fork in self._forks_without_free_words:
            return words
        self.examined_count += len(choice.candidates)
        is_any_free = False
        for number, candidate in enumerate(choice.candidates):
            step = step_for(candidate)
            if only and step.word != only:
                continue
            is_allowed = False
            for taken, price in evidence_options(step, left):
                if (free and price) or (taken and self._is_count_too_small(choice, step, left, taken)):
                    continue
                is_any_free = True
                if not is_allowed:
                    if refusal_for(candidate) is not None:
                        break
                    is_allowed = True
                words.append(OpenWord(number, candidate, step, taken, price))
        if fork is not None and not is_any_free:
            self._forks_without_free_words.add(fork)
        return words

    def follow_word(self, path: MovePath, word: OpenWord) -> MovePath | None:
        """The path with that word; None when it can no longer explain everything."""
        step, taken, price = word.step, word.taken, word.cost
        targets = (*path.touch_targets, step.touch_target)
        if self._required_counts and targets.count(step.touch_target) > self._required_counts.get(
            step.touch_target, len(targets)
        ):
            return None
        left = path.unexplained_indexes
        if taken:
            left = tuple(index for index in left if index not in taken)
        after = path.choice.next_choice(word.candidate)
        if left and not self._could_explain(after, left):
            return None
        return MovePath(
            after,
            (*path.words, step.word),
            targets,
            left,
            path.explained_indexes + taken,
            (*path.missing_steps, step) if price else path.missing_steps,
            path.cost + price,
            path.unseen_steps if price or taken or step.is_implied else (*path.unseen_steps, step),
            (*path.tree_position, word.number),
        )

    def _could_explain(self, choice: Choice, left: tuple[int, ...]) -> bool:
        """Whether what is left might belong to what the choice begins, found out once for the same prefixes."""
        observations = [self.observations[index] for index in left]
        if choice.could_explain is not None and not choice.could_explain(observations):
            return False
        if not choice.observation_prefixes or not choice.candidates:
            return could_explain(choice, observations)
        asked = choice.observation_prefixes, left
        answer = self._answers_by_prefixes.get(asked)
        if answer is None:
            answer = self._answers_by_prefixes[asked] = could_explain(choice, observations)
        return answer

    def _is_count_too_small(
        self, choice: Choice, step: MoveStep, left: tuple[int, ...], taken: tuple[int, ...]
    ) -> bool:
        """Whether a choice between counts of one observation would take fewer than were observed."""
        if not step.observations or self.observations[taken[0]] not in step.observations:
            return False
        observation, count = step.observations[0], len(step.observations)
        observed = sum(self.observations[index] == observation for index in left)
        return observed > count and any(
            count < len(other.observations) <= observed and set(other.observations) == {observation}
            for other in map(choice.step_for, choice.candidates)
        )
