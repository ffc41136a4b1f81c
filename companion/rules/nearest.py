"""The legal moves nearest to one that was refused."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import Refused
from companion.rules.moves import Move

LONGEST = 40  # words compared: no move has more, and what a stranger sends may have half a million
LOOKED_AT = 3_000  # moves compared at most: a refusal must answer while the hand is still there
STEPS_BACK = 2


def nearest(turn: Turn, tried: Move, most: int = 3) -> tuple[Move, ...]:
    """Up to `most` legal moves, nearest first: most words in common, then fewest words of their own.

    Looked for a little before the word at which the refused move left the tree, so they begin as it
    began, and a fork just passed is seen too (to Anne or to Montespan, not to both).
    """
    path = tried.words[:1]
    choice = turn.after.get(path[0]) if path else None
    if choice is None:
        runs = turn.runs()
    else:
        followed = [(choice, path)]
        for word in tried.words[1:]:
            following = _after(choice, word)
            if following is None:
                break
            choice, path = following, (*path, word)
            followed.append((choice, path))
        choice, path = followed[max(0, len(followed) - 1 - STEPS_BACK)]
        runs = choice.runs(path)
    tried = Move(tried.words[:LONGEST])
    wanted = Counter(tried.words)
    found = islice(chain.from_iterable(runs), LOOKED_AT)
    return tuple(sorted(found, key=lambda move: _distance(move, tried, wanted))[:most])


def _after(choice: Choice, word: str) -> Choice | None:
    try:
        _, after = choice.at(word)
    except Refused:
        return None
    return after if after.can_end() else None


def _distance(move: Move, tried: Move, wanted: Counter[str]) -> tuple[int, int, int]:
    missing = (wanted - Counter(move.words)).total()
    extra = (Counter(move.words) - wanted).total()
    misplaced = sum(a != b for a, b in zip(move.words, tried.words, strict=False))
    return missing + extra, misplaced, len(move.words)
