"""Sights, steps and moves: what is noticed at the table and what it says."""

from __future__ import annotations

from msgspec import Struct


class Sight(Struct, frozen=True, order=True, cache_hash=True, gc=False):
    """One thing noticed: a piece at a zone, a button at a seat, a finger on a thing.

    `piece` is a word with its kind before a slash (`card/inf6`, `seal/blue`, `button/yes`) or
    `finger`; `zone` is what a reader means (`play`, `tile/6`, `seat/blue`), or for a finger the
    thing it touched.
    """

    piece: str
    zone: str


FINGER = "finger"


def touch(thing: str) -> Sight:
    """A finger on `thing`."""
    return Sight(FINGER, thing)


class Step(Struct, frozen=True, cache_hash=True, gc=False):
    """One word of a move and its evidence.

    `shows`: what readers and buttons report when people do it; empty and not `implied` means
    touch only. `implied`: said by what follows, never waited for. `thing`: what a finger touches
    to say the word.
    """

    word: str
    shows: tuple[Sight, ...] = ()
    implied: bool = False
    thing: str = ""


class Move(Struct, frozen=True, order=True, cache_hash=True, gc=False):
    """A path of words, the first says who. Knows no position; `str` gives the notation."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Move:
        """The move written as `text`, words separated by blanks."""
        return cls(tuple(text.split()))

    def __str__(self) -> str:
        return " ".join(self.words)
