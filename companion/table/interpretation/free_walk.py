"""The walk along all words that cost nothing: every move that the observations could be with nothing missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.table.interpretation.evidence import MovePath
from companion.table.interpretation.paths import OpenWord, PathExtender

MAX_PATHS = 5_200  # with nothing missing
MAX_WORDS = 40_000  # examined with nothing missing
MAX_PATHS_OF_TOO_MANY = 400  # where there are more


class CompleteMoves(Struct, frozen=True):
    """What explains everything at no cost, in the order of the tree, in which people are asked about it.

    complete: moves that may end here.
    begun: paths, complete or not.
    are_all_found: whether all paths were examined.
    are_all_seen_found: whether all were examined that have no unseen word.
    explained_indexes: the observations that were a part of any path that was followed.
    """

    complete: Sequence[MovePath]
    begun: Sequence[MovePath]
    are_all_found: bool
    are_all_seen_found: bool
    explained_indexes: frozenset[int]


Waiting = tuple[MovePath, OpenWord | None]
"""A path and the word by which it goes on, not followed yet; None: the path itself."""


class FreeWalk:
    """The walk along all words that cost nothing, those with the fewest unseen words first.

    A word is followed only when its turn comes. So it is soon known that more wait than can be followed: then no more
    are than a few hundred, which show what may come next.
    """

    def __init__(self, extender: PathExtender, first_paths: Iterable[MovePath]) -> None:
        self._extender = extender
        first: list[Waiting] = [(path, None) for path in first_paths]
        self._stacks = [first[::-1]]  # by the number of unseen words
        self._waiting_count = len(first)
        self._followed_count = 0
        self._max_examined = extender.examined_count + MAX_WORDS
        self._complete: list[MovePath] = []
        self._begun: list[MovePath] = []
        self._explained_indexes: set[int] = set()

    def run(self) -> CompleteMoves:
        """Walk as far as possible."""
        for unseen, stack in enumerate(self._stacks):
            while stack:
                if self._is_bound_reached(unseen):
                    return self._result(are_all_found=False, are_all_seen_found=unseen > 0)
                self._follow(*stack.pop(), unseen)
        return self._result(are_all_found=True, are_all_seen_found=True)

    def _is_bound_reached(self, unseen: int) -> bool:
        """Whether no more is to be followed; paths without unseen words are worth more than the others."""
        are_too_many = unseen and self._followed_count + self._waiting_count > MAX_PATHS
        return (
            self._followed_count > (MAX_PATHS_OF_TOO_MANY if are_too_many else MAX_PATHS)
            or self._extender.examined_count > self._max_examined
        )

    def _result(self, are_all_found: bool, are_all_seen_found: bool) -> CompleteMoves:
        return CompleteMoves(
            sorted(self._complete, key=_tree_position),
            sorted(self._begun, key=_tree_position),
            are_all_found,
            are_all_seen_found,
            frozenset(self._explained_indexes),
        )

    def _follow(self, path: MovePath, word: OpenWord | None, unseen: int) -> None:
        self._waiting_count -= 1
        if word is not None:
            longer = self._extender.follow_word(path, word)
            if longer is None:
                return
            path = longer
            self._explained_indexes.update(word.taken)
        self._followed_count += 1
        if not path.unexplained_indexes:
            self._begun.append(path)
            if self._extender.is_complete_explanation(path):
                self._complete.append(path)
        words = self._extender.open_words(path, free=True)
        self._waiting_count += len(words)
        for following in reversed(words):
            is_unseen = not following.taken and not following.step.is_implied
            if is_unseen and unseen + 1 == len(self._stacks):
                self._stacks.append([])
            self._stacks[unseen + is_unseen].append((path, following))


def _tree_position(path: MovePath) -> tuple[int, ...]:
    return path.tree_position
