"""The game as Herald knows it: names, set-up, positions in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.rules.errors import Unreadable
from companion.rules.game import Assumed, Option, Setup, check
from companion.rules.hands import Hand, moved
from companion.rules.moves import PLAY, Sight
from companion.rules.tale import Event

from .position import MOST, STONES, Heap


class Paper(Struct, forbid_unknown_fields=True):
    """A position as a record has it. What follows from the rest may be there, and is found out anew."""

    turn: str
    stones: int
    round: Literal[1] = 1
    phase: Literal["play", "over"] = "play"
    scores: dict[str, int] = {}
    winners: list[str] = []


class HeapGame:
    """The `Game` of companion.rules.game."""

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

    def assumed(self, setup: Setup) -> tuple[Assumed, ...]:
        """Nothing is printed on the pieces that Herald would have to know."""
        return ()

    def pieces(self, setup: Setup) -> Sequence[str]:
        """The cards with the numbers. Stones are counted, and need no tags."""
        return [f"card/{number}" for number in range(1, MOST + 1)]

    def zones(self, setup: Setup) -> Sequence[str]:
        """One reader, where the cards are shown."""
        return (PLAY,)

    def hands(self, *path: Heap) -> tuple[Hand, ...]:
        """Stones go back to the heap when a move is taken back, or out of it when it is done after all."""
        first, last = path[0], path[-1]
        return tuple(
            moved(
                "stone",
                {"heap": first.stones, "aside": STONES - first.stones},
                {"heap": last.stones, "aside": STONES - last.stones},
            )
        )

    def unseen(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Nothing hidden is ever shown."""
        return ()

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Everybody may hear everything."""
        return words

    def public_piece(self, piece: str) -> str:
        """Everybody may see everything."""
        return piece

    def public_sights(self, position: Any, seen: Sequence[Sight]) -> tuple[Sight, ...]:
        """The same."""
        return tuple(seen)


def _seats(setup: Setup) -> tuple[str, ...]:
    return tuple(seat.colour for seat in setup.seats)


GAME = HeapGame()
