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

from companion.rules.clauses import Clause, Refusal, Refused, not_offered, unfinished
from companion.rules.moves import Move, Step
from companion.rules.tale import Deed

Words = tuple[str, ...]


def _allowed(candidate: Any) -> Refusal | None:
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
        *("_allowed", "_few", "_listed", "_said", "among", "clause", "deed", "deep", "fixed"),
        *("may", "none", "only", "parts", "pattern", "read", "step", "then"),
    )

    def __init__(
        self,
        clause: str,
        among: Sequence[Any] = (),
        step: Callable[[Any], Step] | None = None,
        then: Callable[[Any], Choice] | None = None,
        may: Callable[[Any], Refusal | None] = _allowed,
        deed: Deed | None = None,
        read: Callable[[str], Any] | None = None,
        pattern: str = "",
        fixed: bool = False,
        deep: bool = True,
        parts: Sequence[Choice] | None = None,
        only: tuple[str, ...] = (),
        none: Refusal | None = None,
    ) -> None:
        self.clause = clause
        self.among = among
        self.step: Callable[[Any], Step] = step or _no_step
        self.then: Callable[[Any], Choice] = then or _no_choice
        self.may = may
        self.deed = deed
        self.read = read
        self.pattern = pattern
        self.fixed = fixed
        self.deep = deep
        self.parts = parts
        self.only = only
        self.none = none
        self._listed: dict[Words, tuple[Move, ...]] | None = None
        self._said: dict[str, tuple[Step, Choice]] = _NOTHING_SAID
        self._allowed: tuple[Any, ...] | None = None
        self._few: tuple[Deed, ...] | None = None

    # -- what may come next

    def open(self) -> Iterator[tuple[Any, Step, Choice]]:
        """Candidates that are allowed and behind which a move can end."""
        for candidate in self.allowed():
            yield candidate, *self.onward(candidate)

    def allowed(self) -> Iterable[Any]:
        """The candidates of `open` alone."""
        kept = self.kept()
        return filter(self.allows, self.among) if kept is None else kept

    def kept(self) -> Sequence[Any] | None:
        """`allowed`, where it is known without asking every candidate; else None."""
        if self.parts is not None:
            return [candidate for part in self.parts for candidate in part.kept() or ()]
        if self._allowed is None and self.fixed:
            self._allowed = tuple(filter(self.allows, self.among))
        return self._allowed

    def allows(self, candidate: Any) -> bool:
        """Whether the candidate is allowed and a move can end behind it."""
        return self.may(candidate) is None and (not self.deep or self.then(candidate).can_end())

    def barred(self) -> Iterator[tuple[Step, Refusal]]:
        """Candidates that are not allowed, each with the reason."""
        for candidate in self.among:
            refusal = self.may(candidate)
            if refusal is None and self.deep:
                after = self.then(candidate)
                refusal = None if after.can_end() else after.stuck()
            if refusal is not None:
                yield self.step(candidate), refusal

    def can_end(self) -> bool:
        """Whether some move ends here or further on."""
        if self.deed is not None:
            return True
        if self.parts is not None:
            return any(part.can_end() for part in self.parts)
        kept = self.kept()
        return any(map(self.allows, self.among)) if kept is None else bool(kept)

    def stuck(self) -> Refusal:
        """Why nothing goes on from here: the first reason found, else that a word is missing."""
        if not any(True for _ in self.allowed()):
            if self.none is not None:
                return self.none
            for _, refusal in self.barred():
                return refusal
        return unfinished(self.clause)

    # -- one path

    def candidate(self, word: str) -> Any:
        """The candidate `word` names, None when it names none."""
        if self.read is not None:
            candidate = self.read(word)
            if candidate is not None:
                return candidate
        for candidate in self.among:
            if self.step(candidate).word == word:
                return candidate
        return None

    def at(self, word: str) -> tuple[Step, Choice]:
        """The step and the choice after `word`; raises Refused with the reason found here."""
        kept = self._said.get(word)
        if kept is not None:
            return kept
        candidate = self.candidate(word)
        if candidate is None:
            raise Refused(not_offered(self.clause, word))
        refusal = self.may(candidate)
        if refusal is not None:
            raise Refused(refusal)
        return self.onward(candidate, word)

    def onward(self, candidate: Any, word: str = "") -> tuple[Step, Choice]:
        """The step of an allowed candidate, and the choice after it; `word`: how it was said."""
        step = self.step(candidate)
        said = self._said.get(step.word)
        if said is None:
            said = step, self.then(candidate)
            if self.fixed:
                if self._said is _NOTHING_SAID:
                    self._said = {}
                self._said[word or step.word] = said
        return said

    # -- all paths

    def runs(self, path: Words) -> Iterable[Sequence[Move]]:
        """Every whole move from here on, in runs; `path` are the words up to here."""
        return (self.listed(path),) if self.fixed else self._walk(path)

    def _walk(self, path: Words) -> Iterator[Sequence[Move]]:
        if self.deed is not None:
            yield (Move(path),)
        if self.parts is not None:
            for part in self.parts:
                yield part.listed(path)
            return
        may, step, then = self.may, self.step, self.then
        for candidate in self.among:
            if may(candidate) is None:
                after = then(candidate)
                onward = (*path, step(candidate).word)
                if after.fixed:
                    yield after.listed(onward)
                else:
                    yield from after._walk(onward)

    def listed(self, path: Words) -> Sequence[Move]:
        """Every whole move from here on, of a fixed choice: kept once made."""
        if self._listed is None:
            self._listed = {}
        listed = self._listed.get(path)
        if listed is None:
            listed = self._listed[path] = tuple(chain.from_iterable(self._walk(path)))
        return listed

    def texts(self, path: Words) -> Iterator[str]:
        """As `runs`, as notation; where there is a pattern it stands for all that follows."""
        if self.pattern:
            yield " ".join((*path, self.pattern))
            return
        if self.deed is not None:
            yield " ".join(path)
        for _, step, after in self.open():
            yield from after.texts((*path, step.word))

    def few(self) -> tuple[Deed, ...]:
        """The deeds of all moves from here on, as far as the second different one: none, the only one, or two."""
        if self._few is not None:
            return self._few
        found: tuple[Deed, ...] = () if self.deed is None else (self.deed,)
        for after in map(self.then, self.allowed()) if self.parts is None else self.parts:
            few = after.few()
            found = few if len(few) > 1 else (*found, *(deed for deed in few if deed not in found))
            if len(found) > 1:
                break
        if self.fixed:
            self._few = found
        return found


_NOTHING_SAID: dict[str, tuple[Step, Choice]] = {}  # stays empty


def _no_step(candidate: Any) -> Step:
    raise LookupError(f"a choice without candidates was asked for the step of {candidate!r}")


def _no_choice(candidate: Any) -> Choice:
    raise LookupError(f"a choice without candidates was asked what follows {candidate!r}")


def end(deed: Deed, clause: str, fixed: bool = False) -> Choice:
    """Here the move ends, with this deed."""
    return Choice(clause, deed=deed, fixed=fixed)


def word(step: Step, then: Choice, clause: str = "") -> Choice:
    """A choice of one word."""
    return Choice(clause or then.clause, (step,), step=_itself, then=lambda _: then, fixed=then.fixed)


def either(clause: str, branches: Sequence[tuple[Step, Choice | Refusal]], fixed: bool = False) -> Choice:
    """A choice between words, each with what follows it or the reason it is barred."""

    def may(branch: tuple[Step, Choice | Refusal]) -> Refusal | None:
        return branch[1] if isinstance(branch[1], Refusal) else None

    def then(branch: tuple[Step, Choice | Refusal]) -> Choice:
        assert isinstance(branch[1], Choice)
        return branch[1]

    return Choice(clause, branches, step=_first, then=then, may=may, fixed=fixed)


def _itself(step: Step) -> Step:
    return step


def _first(branch: tuple[Step, Choice | Refusal]) -> Step:
    return branch[0]


class Turn(Struct, frozen=True):
    """The root: who may move now, and why nobody else may.

    after: actor -> what may be said after his name. everybody: all whom a move may name.
    awaited: whom the table waits for. not_you: clause with the facts `who` and `awaited`.
    said: asked even when there is only one answer, so that the wait tells nothing.
    """

    after: Mapping[str, Choice]
    everybody: tuple[str, ...]
    awaited: tuple[str, ...]
    not_you: Clause
    said: bool = False

    def at(self, actor: str) -> Choice:
        """What `actor` may say; raises Refused when he may not, or is nobody at this table."""
        choice = self.after.get(actor)
        if choice is None:
            if actor in self.everybody:
                raise Refused(self.not_you(actor, " ".join(self.awaited)))
            raise Refused(not_offered(self.not_you.id, actor))
        return choice

    def runs(self) -> Iterable[Sequence[Move]]:
        """Every legal move, in runs."""
        if len(self.after) == 1:
            ((actor, choice),) = self.after.items()
            return choice.runs((actor,))
        return chain.from_iterable(choice.runs((actor,)) for actor, choice in self.after.items())

    def texts(self) -> Iterator[str]:
        """Every legal move as notation, patterns for the open-ended ones."""
        for actor, choice in self.after.items():
            yield from choice.texts((actor,))

    def only(self) -> Deed | None:
        """The one deed that all legal moves mean; None when there are two or none, or when it must be said."""
        if self.said:
            return None
        found: list[Deed] = []
        if len(self.after) == 1:
            (choice,) = self.after.values()
            few = choice.few()
            return few[0] if len(few) == 1 else None
        for choice in self.after.values():
            found += [deed for deed in choice.few() if deed not in found]
        return found[0] if len(found) == 1 else None
