"""Turn and choice: the one tree from which notation, legal moves, refusals and prompts come.

A position offers a `Turn`, the root of every path that a player may take now. A `Choice` is one fork of it: its
candidates (values of the game, allowed or not), the rule that allows them, the step each one is, the choice after it
and, where the move may end, its action. Listing, playing and explaining walk the same tree and ask the same rule, so
no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from msgspec import Struct

from companion.rules.clauses import (
    Clause,
    MoveRefused,
    Refusal,
    not_offered_refusal,
    nothing_allowed_refusal,
    unfinished_refusal,
)
from companion.rules.moves import Move, MoveStep, Observation
from companion.rules.transaction import Action

WordPath = tuple[str, ...]


class Turn(Struct, frozen=True):
    """The root: who may move now, and why nobody else may.

    choice_by_actor: actor -> what may follow their name.
    all_actors: everybody whom a move may name.
    awaited_actors: those whom the table waits for.
    out_of_turn_clause: the clause with the facts `who` and `awaited`.
    always_ask: the player is asked even when there is only one answer, so that the wait reveals nothing.
    barred_choice_by_actor: what others may not say now either, though another rule than whose turn it is forbids it;
        no move ends behind it.
    """

    choice_by_actor: Mapping[str, Choice]
    all_actors: tuple[str, ...]
    awaited_actors: tuple[str, ...]
    out_of_turn_clause: Clause
    always_ask: bool = False
    barred_choice_by_actor: Mapping[str, Choice] = {}

    def choice_for(self, actor: str) -> Choice:
        """The choices of `actor`; raises MoveRefused when they may not move, or are nobody at this table."""
        choice = self.choice_by_actor.get(actor) or self.barred_choice_by_actor.get(actor)
        if choice is None:
            if actor in self.all_actors:
                raise MoveRefused(self.out_of_turn_clause(actor, " ".join(self.awaited_actors)))
            raise MoveRefused(not_offered_refusal(self.out_of_turn_clause.id, actor))
        return choice

    def move_batches(self) -> Iterable[Sequence[Move]]:
        """Every legal move, in batches."""
        if len(self.choice_by_actor) == 1:
            ((actor, choice),) = self.choice_by_actor.items()
            return choice.move_batches((actor,))
        return chain.from_iterable(
            choice.move_batches((actor,)) for actor, choice in self.choice_by_actor.items()
        )

    def move_texts(self) -> Iterator[str]:
        """Every legal move in notation, with patterns for the open-ended ones."""
        for actor, choice in self.choice_by_actor.items():
            yield from choice.move_texts((actor,))

    def only_action(self) -> Action | None:
        """The one action that all legal moves mean; None for two or none, or when the player is always asked."""
        if self.always_ask:
            return None
        found: list[Action] = []
        if len(self.choice_by_actor) == 1:
            (choice,) = self.choice_by_actor.values()
            few = choice.first_two_distinct_actions()
            return few[0] if len(few) == 1 else None
        for choice in self.choice_by_actor.values():
            found += [action for action in choice.first_two_distinct_actions() if action not in found]
        return found[0] if len(found) == 1 else None


def _no_refusal(candidate: Any) -> Refusal | None:
    return None


def _no_step(candidate: Any) -> MoveStep:
    raise LookupError(f"a choice without candidates was asked for the step of {candidate!r}")


def _no_choice(candidate: Any) -> Choice:
    raise LookupError(f"a choice without candidates was asked what follows {candidate!r}")


class Choice:
    """One decision within a move.

    candidates: the values to choose from.
    step_for: the word and the observations of a candidate.
    refusal_for: why a candidate is not allowed, or None.
    next_choice: the choice after a candidate.
    clause_id: the id of the rule that governs the decision, cited for a word that is no candidate.
    action: what the whole move means if it ends here (None: it may not).
    parse_word: the candidate that a word means without a search, or in another spelling (None: look among them); also
        what is no candidate, where `refusal_for` has a reason against it.
    pattern: words that stand for all that may follow where listing is pointless (`N T`).
    cacheable: the choice depends on no position, so what was found out once is kept.
    can_dead_end: whether a move can end behind an allowed candidate must be looked up; False: it always can.
    cached_parts: the allowed candidates once more, shared out among cacheable choices, so that they need not be
        checked one by one.
    allowed: the allowed candidates once more, where they are known without checking every candidate; a move can end
        behind each.
    menu: a cacheable choice of all candidates, whatever the position allows; what it keeps of each serves this one.
    observation_prefixes: what every observation from here on begins with, in its piece, its zone or its touched target
        (`take/`); empty: with anything.
    could_explain: whether those observations together might belong to what may follow, where more of them than there
        is room for can be told at once; None: any might.
    refusal_when_empty: why nothing is allowed, where the candidates are refused for several reasons, or the one they
        share would name what only the referee knows.
    refusal_if_ended: why the move may not end here, where more is known of what it lacks than that it is a word.
    is_last: every candidate ends the move, so that listing need not look behind any.
    always_completes: some candidate is always allowed, such as a pass, so that nobody need look for one.
    depends_on: what decides which listed words may follow and where moves may end: choices of one turn for which it is
        the same are alike, whatever was chosen before them; None: unknown.
    alike: gives a cacheable choice behind which the same words lead to an end, so that they need be found only once
        for both.
    """

    __slots__ = (
        *(
            "_cached_candidates",
            "_cached_actions",
            "_cached_moves",
            "_cached_moves_by_candidate",
            "_followed_words",
            "candidates",
            "clause_id",
            "action",
            "can_dead_end",
            "cacheable",
            "always_completes",
            "is_last",
        ),
        *(
            "refusal_for",
            "refusal_when_empty",
            "refusal_if_ended",
            "observation_prefixes",
            "could_explain",
            "depends_on",
            "cached_parts",
            "allowed",
            "menu",
            "alike",
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
        step_for: Callable[[Any], MoveStep] = _no_step,
        next_choice: Callable[[Any], Choice] = _no_choice,
        refusal_for: Callable[[Any], Refusal | None] = _no_refusal,
        action: Action | None = None,
        parse_word: Callable[[str], Any] | None = None,
        pattern: str = "",
        cacheable: bool = False,
        can_dead_end: bool = True,
        cached_parts: Sequence[Choice] | None = None,
        observation_prefixes: tuple[str, ...] = (),
        refusal_when_empty: Refusal | None = None,
        refusal_if_ended: Refusal | None = None,
        always_completes: bool = False,
        is_last: bool = False,
        allowed: Sequence[Any] | None = None,
        menu: Choice | None = None,
        could_explain: Callable[[Sequence[Observation]], bool] | None = None,
        depends_on: Callable[[], Hashable] | None = None,
        alike: Callable[[], Choice] | None = None,
    ) -> None:
        self.clause_id = clause_id
        self.candidates = candidates
        self.step_for = step_for
        self.next_choice = next_choice
        self.refusal_for = refusal_for
        self.action = action
        self.parse_word = parse_word
        self.pattern = pattern
        self.cacheable = cacheable
        self.can_dead_end = can_dead_end
        self.cached_parts = cached_parts
        self.observation_prefixes = observation_prefixes
        self.refusal_when_empty = refusal_when_empty
        self.refusal_if_ended = refusal_if_ended
        self.always_completes = always_completes
        self.is_last = is_last
        self.allowed = allowed
        self.menu = menu
        self.could_explain = could_explain
        self.depends_on = depends_on
        self.alike = alike
        self._cached_moves: dict[WordPath, tuple[Move, ...]] | None = None
        self._cached_moves_by_candidate: dict[WordPath, dict[Any, Sequence[Move]]] | None = None
        self._followed_words: dict[str, tuple[MoveStep, Choice]] = _NO_FOLLOWED_WORDS
        self._cached_candidates: tuple[Any, ...] | None = None
        self._cached_actions: tuple[Action, ...] | None = None

    # -- what may come next

    def open_branches(self) -> Iterator[tuple[Any, MoveStep, Choice]]:
        """The candidates that are allowed and lead to the end of a move, each with its step and the choice after it."""
        for candidate in self.allowed_candidates():
            yield candidate, *self.follow_candidate(candidate)

    def allowed_candidates(self) -> Iterable[Any]:
        """The candidates of `open_branches` alone."""
        kept = self.cached_candidates()
        return filter(self.is_allowed, self.candidates) if kept is None else kept

    def cached_candidates(self) -> Sequence[Any] | None:
        """The allowed candidates where they are known without checking every candidate; else None."""
        if self.allowed is not None:
            return self.allowed
        if self.cached_parts is not None:
            return [candidate for part in self.cached_parts for candidate in part.cached_candidates() or ()]
        if self._cached_candidates is None and self.cacheable:
            self._cached_candidates = tuple(filter(self.is_allowed, self.candidates))
        return self._cached_candidates

    def is_allowed(self, candidate: Any) -> bool:
        """Whether the candidate is allowed and a move can end behind it."""
        return self.refusal_for(candidate) is None and (
            not self.can_dead_end or self._choice_after(candidate).can_complete_move()
        )

    def refused_branches(self) -> Iterator[tuple[MoveStep, Refusal]]:
        """The steps of candidates that are not allowed, each with the reason."""
        for candidate in self.candidates:
            refusal = self.refusal_for(candidate)
            if refusal is None and self.can_dead_end:
                after = self.next_choice(candidate)
                refusal = None if after.can_complete_move() else after.dead_end_refusal()
            if refusal is not None:
                yield self.step_for(candidate), refusal

    def can_complete_move(self) -> bool:
        """Whether some move ends here or further on."""
        if self.always_completes or self.action is not None:
            return True
        if self.cached_parts is not None:
            return any(part.can_complete_move() for part in self.cached_parts)
        kept = self.cached_candidates()
        return any(map(self.is_allowed, self.candidates)) if kept is None else bool(kept)

    def dead_end_refusal(self) -> Refusal:
        """Why nothing goes on from here: the reason that all candidates share, else the decision's own.

        Where something is allowed, a word is missing.
        """
        if any(True for _ in self.allowed_candidates()):
            return self.refusal_if_ended or unfinished_refusal(self.clause_id)
        if self.refusal_when_empty is not None:
            return self.refusal_when_empty
        reasons = set[Refusal]()
        for _, refusal in self.refused_branches():
            reasons.add(refusal)
            if len(reasons) > 1:
                return nothing_allowed_refusal(self.clause_id)
        return reasons.pop() if reasons else unfinished_refusal(self.clause_id)

    # -- one path

    def candidate_for_word(self, word: str) -> Any:
        """The candidate that `word` names; None when it names none."""
        if self.parse_word is not None:
            candidate = self.parse_word(word)
            if candidate is not None:
                return candidate
        for candidate in self.candidates:
            if self.step_for(candidate).word == word:
                return candidate
        return None

    def follow_word(self, word: str) -> tuple[MoveStep, Choice]:
        """The step that `word` names and the choice after it; raises MoveRefused with the reason found here."""
        if self.cacheable:
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
        """The step of an allowed candidate and the choice after it; `word`: the spelling that the player used."""
        if self.menu is not None:
            return self.menu.follow_candidate(candidate, word)
        step = self.step_for(candidate)
        if not self.cacheable:
            return step, self.next_choice(candidate)
        branch = self._followed_words.get(step.word)
        if branch is None:
            branch = step, self.next_choice(candidate)
            if self._followed_words is _NO_FOLLOWED_WORDS:
                self._followed_words = {}
            self._followed_words[word or step.word] = branch
        return branch

    def _choice_after(self, candidate: Any) -> Choice:
        """The choice after an allowed candidate, kept where this one is."""
        return self.follow_candidate(candidate)[1] if self.cacheable else self.next_choice(candidate)

    # -- all paths

    def move_batches(self, path: WordPath) -> Iterable[Sequence[Move]]:
        """Every complete move from here on, in batches; `path`: the words up to here."""
        return (self.cached_moves(path),) if self.cacheable else self._generate_moves(path)

    def _generate_moves(self, path: WordPath) -> Iterator[Sequence[Move]]:
        if self.action is not None:
            yield (Move(path),)
        if self.cached_parts is not None:
            for part in self.cached_parts:
                yield part.cached_moves(path)
            return
        if self.menu is not None and self.allowed is not None:
            moves = self.menu.cached_moves_by_candidate(path)
            yield from map(moves.__getitem__, self.allowed)
            return
        refusal_for, step_for, next_choice = self.refusal_for, self.step_for, self.next_choice
        allowed = self.allowed
        if allowed is None:
            allowed = [candidate for candidate in self.candidates if refusal_for(candidate) is None]
        if self.is_last:
            yield [Move((*path, step_for(candidate).word)) for candidate in allowed]
            return
        for candidate in allowed:
            following = next_choice(candidate)
            onward = (*path, step_for(candidate).word)
            if following.cacheable:
                yield following.cached_moves(onward)
            else:
                yield from following._generate_moves(onward)

    def cached_moves_by_candidate(self, path: WordPath) -> Mapping[Any, Sequence[Move]]:
        """Every complete move from here on, of a menu, by its candidate; kept once made."""
        if self._cached_moves_by_candidate is None:
            self._cached_moves_by_candidate = {}
        listed = self._cached_moves_by_candidate.get(path)
        if listed is None:
            listed = {}
            for candidate in self.candidates:
                step, following = self.follow_candidate(candidate)
                listed[candidate] = following.cached_moves((*path, step.word))
            self._cached_moves_by_candidate[path] = listed
        return listed

    def cached_moves(self, path: WordPath) -> Sequence[Move]:
        """Every complete move from here on, of a cacheable choice; the list is kept once made."""
        if self._cached_moves is None:
            self._cached_moves = {}
        listed = self._cached_moves.get(path)
        if listed is None:
            if self.alike is None:
                listed = tuple(chain.from_iterable(self._generate_moves(path)))
            else:
                listed = tuple([Move(path + move.words) for move in self.alike().cached_moves(())])
            self._cached_moves[path] = listed
        return listed

    def move_texts(self, path: WordPath) -> Iterator[str]:
        """Every complete move from here on in notation; a pattern stands for all that follows it."""
        if self.pattern:
            yield " ".join((*path, self.pattern))
            return
        if self.action is not None:
            yield " ".join(path)
        for _, step, after in self.open_branches():
            yield from after.move_texts((*path, step.word))

    def first_two_distinct_actions(self) -> tuple[Action, ...]:
        """The actions of all moves from here on, as far as the second different one: none, the only one, or two."""
        if self._cached_actions is not None:
            return self._cached_actions
        if not self.candidates and self.cached_parts is None:
            return () if self.action is None else (self.action,)
        found: tuple[Action, ...] = () if self.action is None else (self.action,)
        for after in (
            map(self._choice_after, self.allowed_candidates())
            if self.cached_parts is None
            else self.cached_parts
        ):
            few = after.first_two_distinct_actions()
            if len(few) > 1:
                found = few
                break
            if few and few != found:
                found = (*found, *few)
                if len(found) > 1:
                    break
        if self.cacheable:
            self._cached_actions = found
        return found


_NO_FOLLOWED_WORDS: dict[str, tuple[MoveStep, Choice]] = {}  # stays empty


def end_of_move_choice(action: Action, clause_id: str, cacheable: bool = False) -> Choice:
    """The end of a move, which means this action."""
    return Choice(clause_id, action=action, cacheable=cacheable)


def single_word_choice(step: MoveStep, next_choice: Choice, clause_id: str = "") -> Choice:
    """A choice with one candidate, the step itself."""
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
    """A choice between words, each with what follows it or the reason why it is refused."""

    def refusal_for_branch(branch: tuple[MoveStep, Choice | Refusal]) -> Refusal | None:
        return branch[1] if isinstance(branch[1], Refusal) else None

    def choice_after_branch(branch: tuple[MoveStep, Choice | Refusal]) -> Choice:
        if isinstance(branch[1], Refusal):
            raise LookupError("nothing is behind a branch that is barred")
        return branch[1]

    return Choice(
        clause_id,
        branches,
        step_for=itemgetter(0),
        next_choice=choice_after_branch,
        refusal_for=refusal_for_branch,
        cacheable=cacheable,
    )


def _itself(step: MoveStep) -> MoveStep:
    return step
