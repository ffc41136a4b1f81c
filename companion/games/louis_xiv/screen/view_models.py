"""The view models of Louis XIV."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import CardModel, StepperModel, SymbolCountModel, TableFrameModel

ConditionKind = Literal["money", "first", "stones"]


class TileModel(Struct, frozen=True):
    """One tile of the board.

    `leaders` has one name (they lead by `margin`), several (a tie), or none.
    """

    number: int
    person: str
    reward: tuple[SymbolCountModel, ...]
    condition: ConditionKind
    condition_value: int | None = None
    """The price or the number of stones; None for first place."""
    shows_back: bool = False
    stones: tuple[SymbolCountModel, ...] = ()
    """By colour, in the order of the seats, the neutral ones last."""
    leaders: tuple[str, ...] = ()
    margin: int = 0
    has_king: bool = False
    is_being_evaluated: bool = False
    """Whether the tile is being evaluated."""
    noticed_stones: SymbolCountModel | None = None
    """Stones of a colour that were observed here and belong to no move yet."""
    intrigue_is_open: bool = False
    """Whether its intrigue card may be played now."""


class BoardModel(Struct, frozen=True):
    """The twelve tiles in the order of their numbers, and what lies in the gaps.

    `rotation` counts the quarter turns (0 to 3) by which the board is turned to the person at the screen.
    """

    tiles: tuple[TileModel, ...]
    general_supplies: tuple[SymbolCountModel, ...]
    """Stones in the general supply by colour, in the order of the seats."""
    played_cards: tuple[CardModel, ...] = ()
    """Influence cards in the middle, the last one last."""
    round_and_phase: tuple[str, str] = ("", "")
    """Round and phase in words, in the corner that the game leaves free."""
    rotation: int = 0


class PlayerModel(Struct, frozen=True):
    """The panel of a player."""

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
    """How many missions are laid out."""
    is_start_player: bool = False
    is_on_turn: bool = False


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "louis-xiv"
    board: BoardModel
    players: tuple[PlayerModel, ...]
    arms_steppers: tuple[StepperModel, ...] = ()
    """What is counted by touch, in place of the board; empty where nothing is."""
