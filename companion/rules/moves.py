"""Observations, steps and moves: what people do at the table and what it means."""

from __future__ import annotations

from functools import cache

from msgspec import Struct


class Observation(Struct, frozen=True, order=True, cache_hash=True, gc=False):
    """One thing noticed: a piece at a zone, a button at a seat, a touch of a target.

    `piece` is a word with its kind before a slash (`card/inf6`, `seal/blue`, `button/yes`) or `finger`; `zone` is the
    zone of a reader (`play`, `tile/6`, `seat/blue`), or for a touch its target.
    """

    piece: str
    zone: str


FINGER = "finger"
PLAY_ZONE = "play"
"""The zone where cards are shown: the one reader that is enough for a whole game."""
TABLE_ACTOR = "table"
"""The actor of moves that no player makes: a card turned, arms shown, a correction."""
UNKNOWN = "?"
"""What nobody saw: a word of moves and positions, and the name in a piece (`card/black/?`)."""


def touch_observation(target: str) -> Observation:
    """The observation of a touch of `target`."""
    return Observation(FINGER, target)


class MoveStep(Struct, frozen=True, cache_hash=True, gc=False):
    """One word of a move and its evidence.

    observations: what readers and buttons report when people do it; empty and not `is_implied` means touch only.
    is_implied: the word follows from what comes after it, and is never waited for.
    touch_target: what a person touches to give the word.
    also_at_play: one piece, observed at its own zone or at `play`; either is enough, so one reader serves a whole
        table.
    face_down: such a piece that lies face down. Only a reader gives this word, no touch does (`touch_target` may be
        ""); it is never assumed, and nobody may see it.
    """

    word: str
    observations: tuple[Observation, ...] = ()
    is_implied: bool = False
    touch_target: str = ""
    also_at_play: bool = False
    face_down: bool = False

    @property
    def accepted_observations(self) -> tuple[Observation, ...]:
        """Every observation of a reader or a button that gives this word."""
        return (
            (*self.observations, *observations_at_play_zone(self.observations))
            if self.also_at_play or self.face_down
            else self.observations
        )


@cache
def observations_at_play_zone(observations: tuple[Observation, ...]) -> tuple[Observation, ...]:
    """The same pieces, shown at `play` before they are laid down."""
    return tuple(
        Observation(observation.piece, PLAY_ZONE)
        for observation in observations
        if observation.zone != PLAY_ZONE
    )


class Move(Struct, frozen=True, order=True, cache_hash=True, gc=False):
    """A path of words, of which the first names the actor. It knows no position; `str` gives the notation."""

    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move written as `text`, words separated by blanks."""
        return cls(tuple(text.split()))

    def __str__(self) -> str:
        return " ".join(self.words)
