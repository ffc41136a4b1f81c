"""What the screens of Kabale und Hiebe are given to show."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.view_models import MovementModel, TableFrameModel


class Strip(Struct, frozen=True):
    """An influence card in a column. `name` and `value` (what it counts as it lies) are "" of one that lies face
    down. `changed`: an effect changed the value; `removed`: the Mage or the Witch would remove the card. `asked`: it
    is the card somebody is asked about. `thing` is what a finger touches to name it.
    """

    by: str
    name: str = ""
    value: str = ""
    changed: bool = False
    removed: bool = False
    asked: bool = False
    thing: str = ""


class Share(Struct, frozen=True):
    """What a player's open cards in a column count together."""

    colour: str
    sum: str


class Lead(Struct, frozen=True):
    """Who would take the objective if only the open cards counted (`leads`: that he leads, in words), and what
    decides (`rule`, as the verdict has it). `shares` are the sums; those in `hidden` have cards face down there, so
    they could still win.
    """

    leader: str = ""
    leads: str = ""
    rule: str = ""
    tied: bool = False
    shares: tuple[Share, ...] = ()
    hidden: tuple[str, ...] = ()


class Column(Struct, frozen=True):
    """A column: its objective (symbol and value; none until it is laid out), and the cards from there on down."""

    number: int
    symbol: str = ""
    value: int = 0
    full: bool = False
    closed: bool = False
    cards: tuple[Strip, ...] = ()
    lead: Lead = Lead()

    @property
    def thing(self) -> str:
        """What a finger touches."""
        return f"column/{self.number}"


class Player(Struct, frozen=True):
    """A player's strip: counts only."""

    seat: Seat
    hand: int
    deck: int
    discard: int
    start: bool = False
    turn: bool = False


class Face(Struct, frozen=True):
    """A character that a card may be; not `open`: its place is known, so it is another one."""

    thing: str
    name: str
    value: str
    open: bool = True


class Naming(Struct, frozen=True):
    """Which character a card is, and the column it lies in."""

    faces: tuple[Face, ...]
    column: Column


class Objective(Struct, frozen=True):
    """An objective that may be laid out; not `open`: none of its kind is left in the box."""

    thing: str
    symbol: str
    value: int
    open: bool = True


class Trophy(Struct, frozen=True):
    """An objective that somebody has won, opened."""

    symbol: str
    value: int


class Trophies(Struct, frozen=True):
    """What a player has won, at the end."""

    seat: Seat
    points: int
    won: tuple[Trophy, ...]
    wins: bool = False


class Table(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "kabale"
    columns: tuple[Column, ...]
    players: tuple[Player, ...]
    round: tuple[int, int, str] = (1, 6, "")
    """Which round, of how many, and the same in words."""
    hands: tuple[MovementModel, ...] = ()
    """What hands must do now on the table."""
    naming: Naming | None = None
    """A card is to be named, in place of the columns."""
    objectives: tuple[Objective, ...] = ()
    """Objectives to be laid out, in place of the columns."""
    trophies: tuple[Trophies, ...] = ()
    """Once the game is over, in place of the columns."""
