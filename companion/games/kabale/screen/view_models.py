"""What the screens of Kabale und Hiebe are given to show."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import MovementModel, TableFrameModel


class ColumnCardModel(Struct, frozen=True):
    """An influence card in a column. `name` and `value` (what it counts as it lies) are "" of one that lies face
    down. `is_changed`: an effect changed the value; `is_removed`: the Mage or the Witch would remove the card.
    `is_asked_about`: it is the card somebody is asked about. `touch_target` is what a finger touches to name it.
    """

    by: str
    name: str = ""
    value: str = ""
    is_changed: bool = False
    is_removed: bool = False
    is_asked_about: bool = False
    touch_target: str = ""


class PlayerSumModel(Struct, frozen=True):
    """What a player's open cards in a column count together."""

    colour: str
    sum: str


class ColumnLeadModel(Struct, frozen=True):
    """Who would take the objective if only the open cards counted (`lead_text`: that he leads, in words), and what
    decides (`rule`, as the verdict has it). `sums` are the sums; those in `face_down_owners` have cards face down
    there, so they could still win.
    """

    leader: str = ""
    lead_text: str = ""
    rule: str = ""
    is_tied: bool = False
    sums: tuple[PlayerSumModel, ...] = ()
    face_down_owners: tuple[str, ...] = ()


class ColumnModel(Struct, frozen=True):
    """A column: its objective (symbol and value; none until it is laid out), and the cards from there on down."""

    number: int
    symbol: str = ""
    value: int = 0
    is_full: bool = False
    is_closed: bool = False
    cards: tuple[ColumnCardModel, ...] = ()
    lead: ColumnLeadModel = ColumnLeadModel()

    @property
    def touch_target(self) -> str:
        """What a finger touches."""
        return f"column/{self.number}"


class PlayerModel(Struct, frozen=True):
    """A player's strip: counts only."""

    seat: Seat
    hand_size: int
    deck_size: int
    discard_size: int
    is_start_player: bool = False
    is_on_turn: bool = False


class CharacterModel(Struct, frozen=True):
    """A character that a card may be; not `enabled`: its place is known, so it is another one."""

    touch_target: str
    name: str
    value: str
    enabled: bool = True


class CardNamingModel(Struct, frozen=True):
    """Which character a card is, and the column it lies in."""

    characters: tuple[CharacterModel, ...]
    column: ColumnModel


class ObjectiveModel(Struct, frozen=True):
    """An objective that may be laid out; not `enabled`: none of its kind is left in the box."""

    touch_target: str
    symbol: str
    value: int
    enabled: bool = True


class WonObjectiveModel(Struct, frozen=True):
    """An objective that somebody has won, opened."""

    symbol: str
    value: int


class WonObjectivesModel(Struct, frozen=True):
    """What a player has won, at the end."""

    seat: Seat
    points: int
    won: tuple[WonObjectiveModel, ...]
    is_winner: bool = False


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "kabale"
    columns: tuple[ColumnModel, ...]
    players: tuple[PlayerModel, ...]
    round_progress: tuple[int, int, str] = (1, 6, "")
    """Which round, of how many, and the same in words."""
    movements: tuple[MovementModel, ...] = ()
    """What hands must do now on the table."""
    card_naming: CardNamingModel | None = None
    """A card is to be named, in place of the columns."""
    objectives: tuple[ObjectiveModel, ...] = ()
    """Objectives to be laid out, in place of the columns."""
    won_objectives: tuple[WonObjectivesModel, ...] = ()
    """Once the game is over, in place of the columns."""
