"""A choice: the one tree from which notation, legal moves, refusals and prompts come.

A position offers a `Turn`, the root of every path anybody may walk now. A `Choice` is one fork of
it: its candidates (values of the game, allowed or not), the rule that allows them, the step each
one is, the choice after it and, where the move may end, its deed. Listing, playing and explaining
walk the same tree and ask the same rule, so no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from companion.rules.clauses import Clause, MoveRefused, Refusal, not_offered_refusal, unfinished_refusal
from companion.rules.moves import Move, MoveStep
from companion.rules.transaction import Action

WordPath = tuple[str, ...]


def _no_refusal(candidate: Any) -> Refusal | None:
    return None


class Choice:
    """One decision within a move.

    among: the candidates. step: the word and evidence of one. may: None, or why not. then: the
    choice after it. clause: id of the rule that governs the decision, cited for a word that is no
    candidate. deed: what the whole move means if it ends here (None: it may not). read: the
    candidate a word means without a search, or in another spelling (None: look among them).
    pattern: words that stand for all that may follow where listing is pointless (`N T`). fixed:
    depends on no position, so what was found out once is kept. deep: whether a move can end behind
    an allowed candidate must be looked up; False: it always can. parts: the allowed candidates once
    more, shared out among fixed choices, so that they need not be asked one by one. only: what everything that may be
    noticed from here on begins with, a piece or a thing that is touched (`take/`); empty: with anything. none: why
    nothing is allowed, where the reason against the first candidate would name what only the referee knows.
    """

    __slots__ = (
        *(
            "_cached_candidates",
            "_cached_actions",
            "_cached_moves",
            "_followed_words",
            "candidates",
            "clause_id",
            "action",
            "can_dead_end",
            "cacheable",
        ),
        *(
            "refusal_for",
            "refusal_when_empty",
            "observation_prefixes",
            "cached_parts",
            "pattern",
            "parse_word",
            "step_for",
            "next_choice",
        ),
    )

    def __init__(
        self,
        clause_id: str,
        candidates: Sequence[Any] = (),
        step_for: Callable[[Any], MoveStep] | None = None,
        next_choice: Callable[[Any], Choice] | None = None,
        refusal_for: Callable[[Any], Refusal | None] = _no_refusal,
        action: Action | None = None,
        parse_word: Callable[[str], Any] | None = None,
        pattern: str = "",
        cacheable: bool = False,
        can_dead_end: bool = True,
        cached_parts: Sequence[Choice] | None = None,
        observation_prefixes: tuple[str, ...] = (),
        refusal_when_empty: Refusal | None = None,
    ) -> None:
        self.clause_id = clause_id
        self.candidates = candidates
        self.step_for: Callable[[Any], MoveStep] = step_for or _no_step
        self.next_choice: Callable[[Any], Choice] = next_choice or _no_choice
        self.refusal_for = refusal_for
        self.action = action
        self.parse_word = parse_word
        self.pattern = pattern
        self.cacheable = cacheable
        self.can_dead_end = can_dead_end
        self.cached_parts = cached_parts
        self.observation_prefixes = observation_prefixes
        self.refusal_when_empty = refusal_when_empty
        self._cached_moves: dict[WordPath, tuple[Move, ...]] | None = None
        self._followed_words: dict[str, tuple[MoveStep, Choice]] = _NO_FOLLOWED_WORDS
        self._cached_candidates: tuple[Any, ...] | None = None
        self._cached_actions: tuple[Action, ...] | None = None

    # -- what may come next

    def open_branches(self) -> Iterator[tuple[Any, MoveStep, Choice]]:
        """Candidates that are allowed and behind which a move can end."""
        for candidate in self.allowed_candidates():
            yield candidate, *self.follow_candidate(candidate)

    def allowed_candidates(self) -> Iterable[Any]:
        """The candidates of `open_branches` alone."""
        kept = self.cached_candidates()
        return filter(self.is_allowed, self.candidates) if kept is None else kept

    def cached_candidates(self) -> Sequence[Any] | None:
        """`allowed_candidates`, where it is known without asking every candidate; else None."""
        if self.cached_parts is not None:
            return [candidate for part in self.cached_parts for candidate in part.cached_candidates() or ()]
        if self._cached_candidates is None and self.cacheable:
            self._cached_candidates = tuple(filter(self.is_allowed, self.candidates))
        return self._cached_candidates

    def is_allowed(self, candidate: Any) -> bool:
        """Whether the candidate is allowed and a move can end behind it."""
        return self.refusal_for(candidate) is None and (
            not self.can_dead_end or self.next_choice(candidate).can_complete_move()
        )

    def refused_branches(self) -> Iterator[tuple[MoveStep, Refusal]]:
        """Candidates that are not allowed, each with the reason."""
        for candidate in self.candidates:
            refusal = self.refusal_for(candidate)
            if refusal is None and self.can_dead_end:
                after = self.next_choice(candidate)
                refusal = None if after.can_complete_move() else after.dead_end_refusal()
            if refusal is not None:
                yield self.step_for(candidate), refusal

    def can_complete_move(self) -> bool:
        """Whether some move ends here or further on."""
        if self.action is not None:
            return True
        if self.cached_parts is not None:
            return any(part.can_complete_move() for part in self.cached_parts)
        kept = self.cached_candidates()
        return any(map(self.is_allowed, self.candidates)) if kept is None else bool(kept)

    def dead_end_refusal(self) -> Refusal:
        """Why nothing goes on from here: the first reason found, else that a word is missing."""
        if not any(True for _ in self.allowed_candidates()):
            if self.refusal_when_empty is not None:
                return self.refusal_when_empty
            for _, refusal in self.refused_branches():
                return refusal
        return unfinished_refusal(self.clause_id)

    # -- one path

    def candidate_for_word(self, word: str) -> Any:
        """The candidate `single_word_choice` names, None when it names none."""
        if self.parse_word is not None:
            candidate = self.parse_word(word)
            if candidate is not None:
                return candidate
        for candidate in self.candidates:
            if self.step_for(candidate).word == word:
                return candidate
        return None

    def follow_word(self, word: str) -> tuple[MoveStep, Choice]:
        """The step and the choice after `single_word_choice`; raises Refused with the reason found here."""
        kept = self._followed_words.get(word)
        if kept is not None:
            return kept
        candidate = self.candidate_for_word(word)
        if candidate is None:
            raise MoveRefused(not_offered_refusal(self.clause_id, word))
        refusal = self.refusal_for(candidate)
        if refusal is not None:
            raise MoveRefused(refusal)
        return self.follow_candidate(candidate, word)

    def follow_candidate(self, candidate: Any, word: str = "") -> tuple[MoveStep, Choice]:
        """The step of an allowed candidate, and the choice after it; `single_word_choice`: how it was said."""
        step = self.step_for(candidate)
        said = self._followed_words.get(step.word)
        if said is None:
            said = step, self.next_choice(candidate)
            if self.cacheable:
                if self._followed_words is _NO_FOLLOWED_WORDS:
                    self._followed_words = {}
                self._followed_words[word or step.word] = said
        return said

    # -- all paths

    def move_batches(self, path: WordPath) -> Iterable[Sequence[Move]]:
        """Every whole move from here on, in runs; `path` are the words up to here."""
        return (self.cached_moves(path),) if self.cacheable else self._generate_moves(path)

    def _generate_moves(self, path: WordPath) -> Iterator[Sequence[Move]]:
        if self.action is not None:
            yield (Move(path),)
        if self.cached_parts is not None:
            for part in self.cached_parts:
                yield part.cached_moves(path)
            return
        may, step, then = self.refusal_for, self.step_for, self.next_choice
        for candidate in self.candidates:
            if may(candidate) is None:
                after = then(candidate)
                onward = (*path, step(candidate).word)
                if after.cacheable:
                    yield after.cached_moves(onward)
                else:
                    yield from after._generate_moves(onward)

    def cached_moves(self, path: WordPath) -> Sequence[Move]:
        """Every whole move from here on, of a fixed choice: kept once made."""
        if self._cached_moves is None:
            self._cached_moves = {}
        listed = self._cached_moves.get(path)
        if listed is None:
            listed = self._cached_moves[path] = tuple(chain.from_iterable(self._generate_moves(path)))
        return listed

    def move_texts(self, path: WordPath) -> Iterator[str]:
        """As `move_batches`, as notation; where there is a pattern it stands for all that follows."""
        if self.pattern:
            yield " ".join((*path, self.pattern))
            return
        if self.action is not None:
            yield " ".join(path)
        for _, step, after in self.open_branches():
            yield from after.move_texts((*path, step.word))

    def first_two_distinct_actions(self) -> tuple[Action, ...]:
        """The deeds of all moves from here on, as far as the second different one: none, the only one, or two."""
        if self._cached_actions is not None:
            return self._cached_actions
        found: tuple[Action, ...] = () if self.action is None else (self.action,)
        for after in (
            map(self.next_choice, self.allowed_candidates())
            if self.cached_parts is None
            else self.cached_parts
        ):
            few = after.first_two_distinct_actions()
            found = few if len(few) > 1 else (*found, *(deed for deed in few if deed not in found))
            if len(found) > 1:
                break
        if self.cacheable:
            self._cached_actions = found
        return found


_NO_FOLLOWED_WORDS: dict[str, tuple[MoveStep, Choice]] = {}  # stays empty


def _no_step(candidate: Any) -> MoveStep:
    raise LookupError(f"a choice without candidates was asked for the step of {candidate!r}")


def _no_choice(candidate: Any) -> Choice:
    raise LookupError(f"a choice without candidates was asked what follows {candidate!r}")


def end_choice(action: Action, clause_id: str, cacheable: bool = False) -> Choice:
    """Here the move ends, with this deed."""
    return Choice(clause_id, action=action, cacheable=cacheable)


def single_word_choice(step: MoveStep, next_choice: Choice, clause_id: str = "") -> Choice:
    """A choice of one word."""
    return Choice(
        clause_id or next_choice.clause_id,
        (step,),
        step_for=_itself,
        next_choice=lambda _: next_choice,
        cacheable=next_choice.cacheable,
    )


def branch_choice(
    clause_id: str, branches: Sequence[tuple[MoveStep, Choice | Refusal]], cacheable: bool = False
) -> Choice:
    """A choice between words, each with what follows it or the reason it is barred."""

    def may(branch: tuple[MoveStep, Choice | Refusal]) -> Refusal | None:
        return branch[1] if isinstance(branch[1], Refusal) else None

    def then(branch: tuple[MoveStep, Choice | Refusal]) -> Choice:
        assert isinstance(branch[1], Choice)
        return branch[1]

    return Choice(
        clause_id, branches, step_for=_first, next_choice=then, refusal_for=may, cacheable=cacheable
    )


def _itself(step: MoveStep) -> MoveStep:
    return step


def _first(branch: tuple[MoveStep, Choice | Refusal]) -> MoveStep:
    return branch[0]


class Turn(Struct, frozen=True):
    """The root: who may move now, and why nobody else may.

    after: actor -> what may be said after his name. everybody: all whom a move may name.
    awaited: whom the table waits for. out_of_turn_clause: clause with the facts `who` and `awaited_actors`.
    said: asked even when there is only one answer, so that the wait tells nothing.
    """

    choice_by_actor: Mapping[str, Choice]
    all_actors: tuple[str, ...]
    awaited_actors: tuple[str, ...]
    out_of_turn_clause: Clause
    always_ask: bool = False

    def choice_for(self, actor: str) -> Choice:
        """What `actor` may say; raises Refused when he may not, or is nobody at this table."""
        choice = self.choice_by_actor.get(actor)
        if choice is None:
            if actor in self.all_actors:
                raise MoveRefused(self.out_of_turn_clause(actor, " ".join(self.awaited_actors)))
            raise MoveRefused(not_offered_refusal(self.out_of_turn_clause.id, actor))
        return choice

    def move_batches(self) -> Iterable[Sequence[Move]]:
        """Every legal move, in runs."""
        if len(self.choice_by_actor) == 1:
            ((actor, choice),) = self.choice_by_actor.items()
            return choice.move_batches((actor,))
        return chain.from_iterable(
            choice.move_batches((actor,)) for actor, choice in self.choice_by_actor.items()
        )

    def move_texts(self) -> Iterator[str]:
        """Every legal move as notation, patterns for the open-ended ones."""
        for actor, choice in self.choice_by_actor.items():
            yield from choice.move_texts((actor,))

    def only_action(self) -> Action | None:
        """The one deed that all legal moves mean; None when there are two or none, or when it must be said."""
        if self.always_ask:
            return None
        found: list[Action] = []
        if len(self.choice_by_actor) == 1:
            (choice,) = self.choice_by_actor.values()
            few = choice.first_two_distinct_actions()
            return few[0] if len(few) == 1 else None
        for choice in self.choice_by_actor.values():
            found += [deed for deed in choice.first_two_distinct_actions() if deed not in found]
        return found[0] if len(found) == 1 else None
