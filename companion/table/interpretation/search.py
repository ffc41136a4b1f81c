"""Paths of words that explain the observations, cheapest first: the search behind the judge.

The pending input guides it: a word is followed only when its evidence is there, when it needs none, or (at a cost)
    when a working reader would have reported it and did not. Legal moves are never listed.

Judging, showing and lighting ask about the same pending input one after another: `shared_search` gives them one
search, which keeps what it has found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Refusal
from companion.rules.moves import FINGER, MoveStep, Observation
from companion.rules.transaction import Action
from companion.table.interpretation.evidence import MovePath, ReaderAvailability, is_evidence_of
from companion.table.interpretation.free_walk import (
    CompleteMoves,
    find_complete_moves,
    find_complete_moves_along,
)
from companion.table.interpretation.paths import OpenWord, PathExtender

MAX_WORK_SOMETHING_MISSING = 8_000  # in units of work: a word examined is 1
MAX_WORK_TO_BE_SURE = 15_000  # that there is nothing else it could be
MAX_WORK_BESIDE_TOO_MANY = 2_000  # where there are too many with nothing missing
MAX_WORK_AFTER_FIRST = 2_000  # once one is found: for others that miss no more
MAX_WORK_FOR_REFUSAL = 15_000  # for the rule in the way
WORK_PER_STEP = 5  # for a word followed
WORK_PER_OUTCOME = 50  # for a move performed, to compare what comes of it
MAX_INCOMPLETE_MOVES = 200  # complete moves with something missing that are worth comparing


class IncompleteMoves(Struct, frozen=True):
    """Complete moves with something missing, cheapest first.

    is_search_complete: whether all of the cheapest are there.
    explained_indexes: the observations that were a part of any path that was followed.
    """

    found: Sequence[MovePath]
    is_search_complete: bool
    explained_indexes: frozenset[int]


class _Walk:
    """One walk through the tree: what it has cost, and what its paths explain."""

    def __init__(self, extender: PathExtender) -> None:
        self._extender = extender
        self.work_done = 0
        self.explained_indexes: set[int] = set()

    def longer_paths(self, path: MovePath, free: bool) -> list[MovePath]:
        """The paths one word longer; `free`: only those that cost nothing."""
        candidate_count = len(path.choice.candidates)
        if not candidate_count:
            return []
        words = self._extender.open_words(path, free)
        self.work_done += candidate_count + WORK_PER_STEP + WORK_PER_STEP * len(words)
        longer_paths: list[MovePath] = []
        for word in words:
            longer = self._extender.follow_word(path, word)
            if longer is not None:
                self.explained_indexes.update(word.taken)
                longer_paths.append(longer)
        return longer_paths


class MoveSearch:
    """What the observations, in their order, can mean in one turn, by readers that work or not.

    Each question is answered once and its answer kept, so a search may be asked by several (`shared_search`), and by
    several threads: they would only find the same twice.

    next_steps: what may come next, kept by those who ask about it.
    """

    def __init__(self, turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability) -> None:
        self.turn = turn
        self._readers = readers
        self._extender = PathExtender(observations, readers)
        self.observations = self._extender.observations
        self.next_steps: tuple[MoveStep, ...] | None = None
        self._complete_moves: CompleteMoves | None = None
        self._words_for_complete_moves = 0
        self._incomplete_moves: list[tuple[tuple[tuple[Action, ...], bool], IncompleteMoves]] = []
        self._guess: tuple[MovePath | None] | None = None

    def first_paths(self) -> Iterator[MovePath]:
        """The paths of one word, the actor."""
        return self._extender.first_paths(self.turn)

    # -- nothing missing

    def complete_moves(self) -> CompleteMoves:
        """The moves that explain everything at no cost, and the paths that do so far."""
        if self._complete_moves is None:
            before = self._extender.examined_count
            found = self._find_complete_moves()
            self._words_for_complete_moves = self._extender.examined_count - before
            self._complete_moves = found
        return self._complete_moves

    def _find_complete_moves(self) -> CompleteMoves:
        if not self._extender.has_answers:
            return find_complete_moves(self._extender, self.turn)
        unanswered = shared_search(self.turn, self.observations, self._readers)
        known_words = unanswered.complete_moves().words_by_fork
        return find_complete_moves_along(self._extender, self.turn, known_words)

    @property
    def work_for_complete_moves(self) -> int:
        """What it takes to find them and to compare what comes of them, in units of work."""
        complete = self.complete_moves().complete
        return self._words_for_complete_moves + WORK_PER_OUTCOME * len(complete)

    # -- something missing

    def incomplete_moves(self, besides: Sequence[Action] = (), first: bool = False) -> IncompleteMoves:
        """Complete moves with something missing, cheapest first.

        `besides`: meanings that are known already. `first`: one is enough.
        """
        asked = tuple(besides), first
        for (known_besides, is_first), answer in self._incomplete_moves:
            # where not even one was found, there are none
            if known_besides == asked[0] and (
                is_first == first or answer.is_search_complete > bool(answer.found)
            ):
                return answer
        answer = self._search_incomplete_moves(*asked)
        self._incomplete_moves.append((asked, answer))
        return answer

    def _search_incomplete_moves(self, besides: tuple[Action, ...], first: bool) -> IncompleteMoves:
        found: list[MovePath] = []
        heap: list[tuple[int, int, int, int, MovePath]] = []
        for path in self.first_paths():
            heappush(heap, (0, len(path.unexplained_indexes), -1, len(heap), path))
        pushed = len(heap)
        walk = _Walk(self._extender)
        max_work = MAX_WORK_TO_BE_SURE if first else MAX_WORK_SOMETHING_MISSING
        if not self.complete_moves().are_all_found:
            max_work = MAX_WORK_BESIDE_TOO_MANY
        while walk.work_done < max_work:
            if not heap or (found and heap[0][0] > found[0].cost):
                return IncompleteMoves(found, True, frozenset(walk.explained_indexes))
            if len(found) >= MAX_INCOMPLETE_MOVES:
                break
            if found and heap[0][0] == found[0].cost:  # nothing cheaper can come
                max_work = min(max_work, walk.work_done + MAX_WORK_AFTER_FIRST)
            for longer in walk.longer_paths(heappop(heap)[-1], free=False):
                pushed += 1
                heappush(
                    heap, (longer.cost, len(longer.unexplained_indexes), -len(longer.words), pushed, longer)
                )
                if (
                    longer.cost
                    and self._extender.is_complete_explanation(longer)
                    and longer.choice.action not in besides
                ):
                    found.append(longer)
                    if first:
                        return IncompleteMoves(found, True, frozenset(walk.explained_indexes))
            found.sort(key=_cost_of)
        return IncompleteMoves(found, False, frozenset(walk.explained_indexes))

    def add_steps_beside(self, path: MovePath, steps: dict[MoveStep, None]) -> None:
        """Add the words that may stand in place of one that this move lacks: the cost and the rest stay as they are."""
        before = [first for first in self.first_paths() if first.words == path.words[:1]]
        for place, word in enumerate(path.words[1:], 1):
            for prefix in before:
                for other in self._extender.open_words(prefix, free=False):
                    if other.cost and other.step not in steps and self._leads_to(prefix, other, path, place):
                        steps[other.step] = None
            before = list(self._followed(before, word))

    def _leads_to(self, prefix: MovePath, other: OpenWord, path: MovePath, place: int) -> bool:
        longer = self._extender.follow_word(prefix, other)
        paths = [longer] if longer is not None and longer.cost <= path.cost else []
        for word in path.words[place + 1 :]:
            paths = list(self._followed(paths, word))
        return any(each.cost == path.cost and self._extender.is_complete_explanation(each) for each in paths)

    def _followed(self, paths: Iterable[MovePath], word: str) -> Iterator[MovePath]:
        for path in paths:
            for following in self._extender.open_words(path, free=False, only=word):
                longer = self._extender.follow_word(path, following)
                if longer is not None:
                    yield longer

    def guess_incomplete_move(self) -> MovePath | None:
        """One complete move with something missing, where too much could be missing to examine everything.

        The search goes straight ahead: of the words without evidence it tries only few, one more than there are
            observations left, and last those whose piece was observed in another place: of some there are two.
        """
        if self._guess is None:
            self._guess = (self._guess_incomplete_move(),)
        return self._guess[0]

    def _guess_incomplete_move(self) -> MovePath | None:
        heap: list[tuple[int, int, int, int, MovePath]] = []
        for path in self.first_paths():
            heappush(heap, (0, len(path.unexplained_indexes), -1, len(heap), path))
        pushed = len(heap)
        walk = _Walk(self._extender)
        while heap and walk.work_done < MAX_WORK_SOMETHING_MISSING:
            doubtful, *_, path = heappop(heap)
            if (path.cost or path.unseen_steps) and self._extender.is_complete_explanation(path):
                return path
            elsewhere = {self.observations[index].piece for index in path.unexplained_indexes}
            unseen = 0
            for longer in walk.longer_paths(path, free=False):
                step, _ = path.choice.follow_word(longer.words[-1])
                is_doubtful = False
                if len(longer.unexplained_indexes) == len(path.unexplained_indexes) and not step.is_implied:
                    is_doubtful = not elsewhere.isdisjoint(_pieces(step))
                    if not is_doubtful and unseen > len(path.unexplained_indexes):
                        continue
                    unseen += not is_doubtful
                pushed += 1
                rank = doubtful + is_doubtful, len(longer.unexplained_indexes), -len(longer.words)
                heappush(heap, (*rank, pushed, longer))
        return None

    # -- a rule in the way

    def barred_steps(self, last: Observation) -> list[tuple[MovePath, MoveStep, Refusal]]:
        """Words that `last` would have given where all else is explained, and the rule in the way; best first."""
        found: list[tuple[tuple[int, int, int], MovePath, MoveStep, Refusal]] = []
        heap: list[tuple[int, int, int, MovePath]] = []
        for path in self.first_paths():
            heappush(heap, (len(path.unexplained_indexes), 0, len(heap), path))
        pushed = len(heap)
        walk = _Walk(self._extender)
        while walk.work_done < MAX_WORK_FOR_REFUSAL:
            if not heap or (found and min(found, key=_rank)[0] <= (heap[0][0], 0, heap[0][1])):
                break
            path = heappop(heap)[-1]
            for step, refusal in _barred_steps(path.choice, last):
                behind = not is_evidence_of(last, step)
                found.append(((len(path.unexplained_indexes), behind, path.cost), path, step, refusal))
            for longer in walk.longer_paths(path, free=False):
                pushed += 1
                heappush(heap, (len(longer.unexplained_indexes), longer.cost, pushed, longer))
        return [(path, step, refusal) for _, path, step, refusal in sorted(found, key=_rank)]


MAX_SHARED_SEARCHES = 4
"""Of a private and a public position, each with the observations before and with the last one."""
_shared_searches: tuple[tuple[Turn, tuple[Observation, ...], ReaderAvailability, MoveSearch], ...] = ()


def shared_search(turn: Turn, observations: Sequence[Observation], readers: ReaderAvailability) -> MoveSearch:
    """The search for these observations; the last few are kept, for the same is asked several times."""
    global _shared_searches
    wanted = tuple(observations)
    for entry in _shared_searches:
        if entry[0] is turn and entry[1] == wanted and entry[2] == readers:
            return entry[3]
    search = MoveSearch(turn, wanted, readers)
    entry = turn, wanted, readers, search
    _shared_searches = (entry, *_shared_searches[: MAX_SHARED_SEARCHES - 1])
    return search


def _pieces(step: MoveStep) -> Iterator[str]:
    return (observation.piece for observation in step.observations)


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
