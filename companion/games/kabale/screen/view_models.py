"""The view models of Kabale und Hiebe."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import MovementModel, TableFrameModel


class ColumnCardModel(Struct, frozen=True):
    """An influence card in a column.

    `name` and `value` (what it counts as it lies) are "" where it lies face down. `is_changed`: an effect
    changed the value; `is_removed`: the Mage or the Witch would remove the card; `is_asked_about`: somebody
    is asked about it. `touch_target` names it when touched.
    """

    by: str
    name: str = ""
    value: str = ""
    is_changed: bool = False
    is_removed: bool = False
    is_asked_about: bool = False
    touch_target: str = ""


class PlayerSumModel(Struct, frozen=True):
    """The sum of a player's open cards in a column."""

    colour: str
    sum: str


class ColumnLeadModel(Struct, frozen=True):
    """Who would take the objective if only the open cards counted.

    `lead_text` says so in words, and `rule` is the deciding rule of the result. Players in `face_down_owners`
    have cards face down there and could still win.
    """

    leader: str = ""
    lead_text: str = ""
    rule: str = ""
    is_tied: bool = False
    sums: tuple[PlayerSumModel, ...] = ()
    face_down_owners: tuple[str, ...] = ()


class ColumnModel(Struct, frozen=True):
    """A column: its objective (symbol and value, empty before it is laid out), and the cards below it."""

    number: int
    symbol: str = ""
    value: int = 0
    is_full: bool = False
    is_closed: bool = False
    cards: tuple[ColumnCardModel, ...] = ()
    lead: ColumnLeadModel = ColumnLeadModel()

    @property
    def touch_target(self) -> str:
        """The touch target of the column."""
        return f"column/{self.number}"


class PlayerModel(Struct, frozen=True):
    """The panel of a player, which has only counts."""

    seat: Seat
    hand_size: int
    deck_size: int
    discard_size: int
    is_start_player: bool = False
    is_on_turn: bool = False


class CharacterModel(Struct, frozen=True):
    """A character that a card may be; not `enabled` where its place is known, so that it is another card."""

    touch_target: str
    name: str
    value: str
    enabled: bool = True


class CardNamingModel(Struct, frozen=True):
    """The characters to choose from, and the column with the card to name."""

    characters: tuple[CharacterModel, ...]
    column: ColumnModel


class ObjectiveModel(Struct, frozen=True):
    """An objective that may be laid out; not `enabled` where none of its kind is left."""

    touch_target: str
    symbol: str
    value: int
    enabled: bool = True


class WonObjectiveModel(Struct, frozen=True):
    """An objective that somebody has won, face up."""

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
    """The round, how many there are, and both in words."""
    movements: tuple[MovementModel, ...] = ()
    """The movements to carry out now on the table."""
    card_naming: CardNamingModel | None = None
    """The card to name, in place of the columns; None where there is none."""
    objectives: tuple[ObjectiveModel, ...] = ()
    """The objectives to choose from, in place of the columns; empty where none is asked for."""
    won_objectives: tuple[WonObjectivesModel, ...] = ()
    """The objectives won, once the game is over, in place of the columns."""
