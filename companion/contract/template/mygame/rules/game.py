"""The game as Herald knows it: names, set-up, reading and writing positions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import Game, GameOption, GameSetup, check_new_game, check_setup
from companion.rules.json_validation import parse_position
from companion.rules.layout import Inventory, Layout
from companion.rules.moves import PLAY_ZONE

from .layout import INVENTORY, layout
from .position import MAX_STONES_PER_MOVE, HeapPosition

SITS_NOWHERE = declare_clause("MYGAME-2", "sits-nowhere", "who")


class PositionData(Struct, forbid_unknown_fields=True):
    """A position as a record has it. Values that follow from the rest may be present, and are computed anew."""

    turn: str
    stones: int
    round: Literal[1] = 1
    phase: Literal["play", "over"] = "play"
    scores: dict[str, int] = {}
    winners: list[str] = []


class HeapGame(Game):
    """The game. Nothing is hidden, assumed or random here, so companion.rules.game has the other answers."""

    name = "my-game"
    colours: tuple[str, ...] = ("blue", "yellow", "red", "green")
    min_players = 2
    max_players = 4
    options: tuple[GameOption, ...] = ()

    def initial_position(self, setup: GameSetup) -> HeapPosition:
        """MYGAME-2: all stones lie in the heap."""
        check_new_game(self, setup)
        return HeapPosition(_seats(setup), setup.start_player)

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> HeapPosition:
        """The position written in a record; raises InvalidRecord."""
        check_setup(self, setup)
        read = parse_position(data, PositionData)
        if read.turn not in _seats(setup):
            raise InvalidRecord(SITS_NOWHERE(read.turn))
        return HeapPosition(_seats(setup), read.turn, read.stones)

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The phase follows from the stones."""
        return ("phase",)

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """The cards with the numbers. Stones are counted, and need no tags: a game may have no pieces at all."""
        return [f"card/{number}" for number in range(1, MAX_STONES_PER_MOVE + 1)]

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """One reader, where the cards are shown. Every game has this zone, also one that is only touched."""
        return (PLAY_ZONE,)

    def layout(self, position: HeapPosition) -> Layout:
        """The stones: those taken lie beside the heap."""
        return layout(position)

    def inventory(self, setup: GameSetup) -> Inventory:
        """Twelve stones and the cards."""
        return INVENTORY


def _seats(setup: GameSetup) -> tuple[str, ...]:
    return tuple(seat.colour for seat in setup.seats)


GAME = HeapGame()
