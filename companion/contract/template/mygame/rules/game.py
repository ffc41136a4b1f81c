"""The game as Herald knows it: names, set-up, positions in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.rules.errors import Unreadable
from companion.rules.game import Game, Option, Setup, check
from companion.rules.layout import Box, Layout
from companion.rules.moves import PLAY

from .layout import BOX, layout
from .position import MOST, Heap


class Paper(Struct, forbid_unknown_fields=True):
    """A position as a record has it. What follows from the rest may be there, and is found out anew."""

    turn: str
    stones: int
    round: Literal[1] = 1
    phase: Literal["play", "over"] = "play"
    scores: dict[str, int] = {}
    winners: list[str] = []


class HeapGame(Game):
    """Nothing is hidden, assumed or left to chance here: companion.rules.game answers those questions."""

    name = "my-game"
    colours: tuple[str, ...] = ("blue", "yellow", "red", "green")
    fewest = 2
    most = 4
    options: tuple[Option, ...] = ()

    def begin(self, setup: Setup) -> Heap:
        """MYGAME-2: all stones lie in the heap."""
        check(self, setup)
        if not setup.start:
            raise Unreadable("no start player: add a line `start COLOUR`")
        return Heap(_seats(setup), setup.start)

    def position(self, data: Mapping[str, Any], setup: Setup) -> Heap:
        """The position written in a record; raises Unreadable."""
        check(self, setup)
        try:
            paper = msgspec.convert(data, Paper)
        except msgspec.ValidationError as wrong:
            raise Unreadable(str(wrong), "position") from wrong
        if paper.turn not in _seats(setup):
            raise Unreadable(f"{paper.turn} sits nowhere", "/turn")
        return Heap(_seats(setup), paper.turn, paper.stones)

    def follows(self, corrected: Mapping[str, Any]) -> Collection[str]:
        """The phase follows from the stones."""
        return ("phase",)

    def pieces(self, setup: Setup) -> Sequence[str]:
        """The cards with the numbers. Stones are counted, and need no tags: a game may have no pieces at all."""
        return [f"card/{number}" for number in range(1, MOST + 1)]

    def zones(self, setup: Setup) -> Sequence[str]:
        """One reader, where the cards are shown. Every game has this place, also one that is only touched."""
        return (PLAY,)

    def layout(self, position: Heap) -> Layout:
        """The stones: those taken lie beside the heap."""
        return layout(position)

    def box(self, setup: Setup) -> Box:
        """Twelve stones and the cards."""
        return BOX


def _seats(setup: Setup) -> tuple[str, ...]:
    return tuple(seat.colour for seat in setup.seats)


GAME = HeapGame()
