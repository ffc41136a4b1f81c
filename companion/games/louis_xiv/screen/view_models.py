"""What the screens of Louis XIV are given to show."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import CardModel, StepperModel, SymbolCountModel, TableFrameModel

ConditionKind = Literal["money", "first", "stones"]


class TileModel(Struct, frozen=True):
    """One person of the court. `leaders` has one name (he leads by `margin`), several (a tie), or none."""

    number: int
    person: str
    reward: tuple[SymbolCountModel, ...]
    condition: ConditionKind
    condition_value: int | None = None
    """The price or the stones wanted; None for first place."""
    shows_back: bool = False
    stones: tuple[SymbolCountModel, ...] = ()
    """By colour, in the order of the seats, the neutral last."""
    leaders: tuple[str, ...] = ()
    margin: int = 0
    has_king: bool = False
    is_being_evaluated: bool = False
    """It is being evaluated."""
    noticed_stones: SymbolCountModel | None = None
    """Stones of a colour that were noticed here and belong to no move yet."""
    intrigue_is_open: bool = False
    """Its intrigue card may be played now."""


class BoardModel(Struct, frozen=True):
    """The twelve tiles in the order of their numbers, and what lies in the gaps. `rotation`: quarter turns
    (0-3) by which it is turned to the reader.
    """

    tiles: tuple[TileModel, ...]
    general_supplies: tuple[SymbolCountModel, ...]
    """Stones in the general supply by colour, in the order of the seats."""
    played_cards: tuple[CardModel, ...] = ()
    """Influence cards in the middle, the last one last."""
    round_and_phase: tuple[str, str] = ("", "")
    """Round and phase, in words: they stand in the corner that the game leaves free."""
    rotation: int = 0


class PlayerModel(Struct, frozen=True):
    """A player's strip."""

    seat: Seat
    money: int
    own_stones: int
    general_stones: int
    arms: int = 0
    chips: tuple[SymbolCountModel, ...] = ()
    influence_cards: int = 0
    intrigue_cards: int = 0
    mission_backs: tuple[SymbolCountModel, ...] = ()
    """Backs of the mission cards in hand: light, mid, dark."""
    missions_laid_out: int = 0
    """How many are laid out."""
    is_start_player: bool = False
    is_on_turn: bool = False


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "louis-xiv"
    board: BoardModel
    players: tuple[PlayerModel, ...]
    arms_steppers: tuple[StepperModel, ...] = ()
    """What is counted by touch, in place of the board."""
