"""Sights, steps and moves: what is noticed at the table and what it says."""

from __future__ import annotations

from functools import cache

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
PLAY = "play"
"""The zone where cards are shown: the one reader that is enough for a whole evening."""
UNKNOWN = "?"
"""What nobody saw: a word of moves and positions, and the name in a piece (`card/black/?`)."""


def touch(thing: str) -> Sight:
    """A finger on `thing`."""
    return Sight(FINGER, thing)


class Step(Struct, frozen=True, cache_hash=True, gc=False):
    """One word of a move and its evidence.

    `shows`: what readers and buttons report when people do it; empty and not `implied` means
    touch only. `implied`: said by what follows, never waited for. `thing`: what a finger touches
    to say the word. `anywhere`: one piece, said by its sight at its own zone or at `play`; either is
    enough, so one reader serves a whole table. `hidden`: such a piece that lies face down. Only a reader
    says this word, no finger does (`thing` may be ""); it is never assumed, and nobody may see it.
    """

    word: str
    shows: tuple[Sight, ...] = ()
    implied: bool = False
    thing: str = ""
    anywhere: bool = False
    hidden: bool = False

    @property
    def sights(self) -> tuple[Sight, ...]:
        """Everything a reader or a button may report that says this word."""
        return (*self.shows, *elsewhere(self.shows)) if self.anywhere or self.hidden else self.shows


@cache
def elsewhere(shows: tuple[Sight, ...]) -> tuple[Sight, ...]:
    """The same pieces, shown at `play` before they are laid down."""
    return tuple(Sight(sight.piece, PLAY) for sight in shows if sight.zone != PLAY)


class Move(Struct, frozen=True, order=True, cache_hash=True, gc=False):
    """A path of words, the first says who. Knows no position; `str` gives the notation."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Move:
        """The move written as `text`, words separated by blanks."""
        return cls(tuple(text.split()))

    def __str__(self) -> str:
        return " ".join(self.words)
