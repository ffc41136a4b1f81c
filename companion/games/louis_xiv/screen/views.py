"""What the screens of Louis XIV are given to show."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import CardModel, StepperModel, SymbolCountModel, TableFrameModel

Condition = Literal["money", "first", "stones"]


class Tile(Struct, frozen=True):
    """One person of the court. `leaders` has one name (he leads by `margin`), several (a tie), or none."""

    number: int
    person: str
    reward: tuple[SymbolCountModel, ...]
    condition: Condition
    value: int | None = None
    """The price or the stones wanted; None for first place."""
    back: bool = False
    stones: tuple[SymbolCountModel, ...] = ()
    """By colour, in the order of the seats, the neutral last."""
    leaders: tuple[str, ...] = ()
    margin: int = 0
    king: bool = False
    now: bool = False
    """It is being evaluated."""
    noticed: SymbolCountModel | None = None
    """Stones of a colour that were noticed here and belong to no move yet."""
    window: bool = False
    """Its intrigue card may be played now."""


class Board(Struct, frozen=True):
    """The twelve tiles in the order of their numbers, and what lies in the gaps. `side`: quarter turns
    (0-3) by which it is turned to the reader.
    """

    tiles: tuple[Tile, ...]
    general: tuple[SymbolCountModel, ...]
    """Stones in the general supply by colour, in the order of the seats."""
    played: tuple[CardModel, ...] = ()
    """Influence cards in the middle, the last one last."""
    when: tuple[str, str] = ("", "")
    """Round and phase, in words: they stand in the corner that the game leaves free."""
    side: int = 0


class Player(Struct, frozen=True):
    """A player's strip."""

    seat: Seat
    money: int
    own: int
    general: int
    arms: int = 0
    chips: tuple[SymbolCountModel, ...] = ()
    influence: int = 0
    intrigue: int = 0
    hand: tuple[SymbolCountModel, ...] = ()
    """Backs of the mission cards in hand: light, mid, dark."""
    missions: int = 0
    """How many are laid out."""
    start: bool = False
    turn: bool = False


class Table(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "louis-xiv"
    board: Board
    players: tuple[Player, ...]
    counters: tuple[StepperModel, ...] = ()
    """What is counted by touch, in place of the board."""
