"""The legal moves nearest to one that was refused."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice

from companion.rules.choice import Choice, Turn
from companion.rules.clauses import MoveRefused
from companion.rules.moves import Move

MAX_COMPARED_WORDS = 40  # no move has more words, but a line from outside may have half a million
MAX_COMPARED_MOVES = 3_000  # a refusal must be there while the player's hand still is
STEPS_BEFORE_REFUSAL = 2


def nearest_moves(turn: Turn, refused_move: Move, limit: int = 3) -> tuple[Move, ...]:
    """Up to `limit` legal moves, nearest first: most words in common, then fewest words of their own.

    The search begins a little before the word at which the refused move left the tree, so the moves begin as it
    began, and the fork just passed is included (to Anne or to Montespan, not to both).
    """
    path = refused_move.words[:1]
    choice = turn.choice_by_actor.get(path[0]) if path else None
    if choice is None:
        batches = turn.move_batches()
    else:
        followed = [(choice, path)]
        for word in refused_move.words[1:]:
            following = _after(choice, word)
            if following is None:
                break
            choice, path = following, (*path, word)
            followed.append((choice, path))
        choice, path = followed[max(0, len(followed) - 1 - STEPS_BEFORE_REFUSAL)]
        batches = choice.move_batches(path)
    refused_move = Move(refused_move.words[:MAX_COMPARED_WORDS])
    wanted = Counter(refused_move.words)
    found = islice(chain.from_iterable(batches), MAX_COMPARED_MOVES)
    return tuple(sorted(found, key=lambda move: _distance(move, refused_move, wanted))[:limit])


def _after(choice: Choice, word: str) -> Choice | None:
    try:
        _, after = choice.follow_word(word)
    except MoveRefused:
        return None
    return after if after.can_complete_move() else None


def _distance(move: Move, tried: Move, wanted: Counter[str]) -> tuple[int, int, int]:
    missing = (wanted - Counter(move.words)).total()
    extra = (Counter(move.words) - wanted).total()
    misplaced = sum(a != b for a, b in zip(move.words, tried.words, strict=False))
    return missing + extra, misplaced, len(move.words)
