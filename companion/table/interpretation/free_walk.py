"""The walk along all words that cost nothing: every move that the observations could be with nothing missing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.choice import Turn
from companion.table.interpretation.evidence import MovePath
from companion.table.interpretation.paths import OpenWord, PathExtender

MAX_PATHS = 5_200  # with nothing missing
MAX_WORDS = 40_000  # examined with nothing missing
MAX_PATHS_OF_TOO_MANY = 400  # where there are more


Fork = tuple[Hashable, tuple[int, ...]]
"""What the words that may follow depend on, and what is left to explain."""


class CompleteMoves(Struct, frozen=True):
    """What explains everything at no cost, in the order of the tree, in which people are asked about it.

    complete: moves that may end here.
    begun: paths, complete or not; one of those behind which the same may follow.
    are_all_found: whether all paths were examined.
    are_all_seen_found: whether all were examined that have no unseen word.
    explained_indexes: the observations that were a part of any path that was followed.
    words_by_fork: the words that lead on where several paths may meet, if all of them are known.
    """

    complete: Sequence[MovePath]
    begun: Sequence[MovePath]
    are_all_found: bool
    are_all_seen_found: bool
    explained_indexes: frozenset[int]
    words_by_fork: Mapping[Fork, Sequence[OpenWord]]


Waiting = tuple[MovePath, OpenWord | None, list[OpenWord]]
"""A path, the word by which it goes on, not followed yet (None: the path itself), and the words that led on there."""


def find_complete_moves(extender: PathExtender, turn: Turn) -> CompleteMoves:
    """The moves that explain everything at no cost, and the paths that do so far; no answers are heeded.

    Those with the fewest unseen words are examined first: behind a failed reader lies nearly everything, and only
    some of it can be examined.
    """
    walk = _FreeWalk(extender, extender.first_paths(turn))
    merged = walk.run()
    if not walk.merged_count or (merged.are_all_found and not merged.complete):
        return merged
    every = find_complete_moves_along(extender, turn, merged.words_by_fork)
    if not merged.are_all_found:
        return every
    return replace(
        every,
        begun=merged.begun,
        explained_indexes=merged.explained_indexes,
        words_by_fork=merged.words_by_fork,
    )


def find_complete_moves_along(
    extender: PathExtender, turn: Turn, known_words: Mapping[Fork, Sequence[OpenWord]]
) -> CompleteMoves:
    """The same, path by path, as answers may allow one and not another; `known_words`: what was found without them."""
    return _FreeWalk(extender, extender.first_paths(turn), known_words).run()


class _FreeWalk:
    """The walk along all words that cost nothing, those with the fewest unseen words first.

    Of the paths to forks that are alike only the first is followed, and the words that led on from there are noted.
    Where such words are known (`known_words`), all paths are followed along them.

    A word is followed only when its turn comes. So it is soon known that more wait than can be followed: then no more
    are than a few hundred, which show what may come next.
    """

    def __init__(
        self,
        extender: PathExtender,
        first_paths: Iterable[MovePath],
        known_words: Mapping[Fork, Sequence[OpenWord]] | None = None,
    ) -> None:
        self._extender = extender
        self._known_words = known_words
        self._words_by_fork: dict[Fork, list[OpenWord]] = {}
        self.merged_count = 0
        first: list[Waiting] = [(path, None, []) for path in first_paths]
        self._stacks = [first[::-1]]  # by the number of unseen words
        self._waiting_count = len(first)
        self._followed_count = 0
        self._max_examined = extender.examined_count + MAX_WORDS
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
        begun = sorted(self._begun, key=_tree_position)
        return CompleteMoves(
            [path for path in begun if self._extender.is_complete_explanation(path)],
            begun,
            are_all_found,
            are_all_seen_found,
            frozenset(self._explained_indexes),
            {
                fork: sorted(words, key=_number)
                for fork, words in self._words_by_fork.items()
                if are_all_found
            },
        )

    def _follow(self, path: MovePath, word: OpenWord | None, led_on: list[OpenWord], unseen: int) -> None:
        self._waiting_count -= 1
        if word is not None:
            longer = self._extender.follow_word(path, word)
            if longer is None:
                return
            path = longer
            led_on.append(word)
            self._explained_indexes.update(word.taken)
        fork = _fork_behind(path)
        if fork in self._words_by_fork:
            self.merged_count += 1
            return
        self._followed_count += 1
        if not path.unexplained_indexes:
            self._begun.append(path)
        if not path.choice.candidates:
            return
        words, led_on = self._words_behind(path, fork)
        self._waiting_count += len(words)
        for following in reversed(words):
            is_unseen = not following.taken and not following.step.is_implied
            if is_unseen and unseen + 1 == len(self._stacks):
                self._stacks.append([])
            self._stacks[unseen + is_unseen].append((path, following, led_on))

    def _words_behind(self, path: MovePath, fork: Fork | None) -> tuple[Sequence[OpenWord], list[OpenWord]]:
        """The words that may follow, and where those that lead on are to be noted."""
        led_on: list[OpenWord] = []
        if fork is not None:
            if self._known_words is None:
                self._words_by_fork[fork] = led_on
            elif (known := self._known_words.get(fork)) is not None:
                return known, led_on
        return self._extender.open_words(path, free=True), led_on


def _fork_behind(path: MovePath) -> Fork | None:
    choice = path.choice
    if choice.depends_on is None or not choice.candidates:
        return None
    return choice.depends_on(), path.unexplained_indexes


def _number(word: OpenWord) -> int:
    return word.number


def _tree_position(path: MovePath) -> tuple[int, ...]:
    return path.tree_position
