"""What panels and stage of the Princes of Florence are given to show."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.rules.game import Seat


class Laid(Struct, frozen=True):
    """A tile on a principality: its name, the squares it covers as bits (a1 first), the letters that tell a building
    from the others ("" of a landscape).
    """

    name: str
    squares: int
    mark: str = ""


class Lot(Struct, frozen=True):
    """An object of the auction. `note` is why it cannot be had now, or what it would bring; `winner` and `price` say
    who has won it in this round.
    """

    thing: str
    name: str
    symbol: str
    left: int = 0
    price: int = 0
    winner: str = ""
    note: str = ""
    barred: bool = False
    warned: bool = False
    """The note is a warning: a landscape that fits nowhere, prestige that must be sold first."""


Part = Literal["", "bids", "asked", "passed", "out"]
"""What a player does in the auction: the bid is his, he is asked, he has passed this object, or the phase."""


class Player(Struct, frozen=True):
    """A player's principality and all that everybody may know of his cards. `works`: professions and recruiting cards
    that lie face up; `best`: his best work of the round.
    """

    seat: Seat
    money: int = 0
    points: int = 0
    ground: tuple[Laid, ...] = ()
    jesters: int = 0
    builders: int = 0
    freedoms: tuple[str, ...] = ()
    hand: int = 0
    works: int = 0
    bonus: int = 0
    prestige: int = 0
    recruiting: int = 0
    best: int = 0
    won: tuple[Lot, ...] = ()
    part: Part = ""
    note: str = ""
    """The same in a word, or the bid."""
    start: bool = False
    turn: bool = False
    purse: str = ""
    """What a finger touches to see what he can pay."""

    @property
    def thing(self) -> str:
        """What a finger touches to name him."""
        return f"player/{self.seat.colour}"


class When(Struct, frozen=True):
    """Which round of how many, and the same in words; what a work of it must be worth."""

    round: int
    of: int
    said: str
    least: int


class Bidding(Struct, frozen=True):
    """An object that is bid for: the bid that stands and whose it is; what bid and pass say, in words, "" where they
    may not be said on this screen. `warning`: why the one who is asked should not, or can not, bid more; `purse` leads
    to the prestige that he must sell first, and `sell` says so.
    """

    lot: Lot
    bid: int
    by: Seat
    raise_: str = ""
    pass_: str = ""
    warning: str = ""
    purse: str = ""
    sell: str = ""


class Auction(Struct, frozen=True):
    """The seven objects, or those that one is chosen of; what is bid for now, None while one is named: then `pass_`
    leaves the phase, "" where that may not be said.
    """

    lots: tuple[Lot, ...]
    bidding: Bidding | None = None
    pass_: str = ""


class Action(Struct, frozen=True):
    """An action: what it is called, its price or why it may not be done now."""

    thing: str
    name: str
    symbol: str
    note: str = ""
    barred: bool = False


class Actions(Struct, frozen=True):
    """Whose actions they are, and how many of how many are left (`said` in words). `next_builder`: what the next
    builder would change.
    """

    who: Seat
    actions: tuple[Action, ...]
    left: int
    of: int
    said: str
    ground: tuple[Laid, ...] = ()
    builders: int = 0
    next_builder: str = ""
    done: str = ""
    """What the way to end the turn says; "" where it may not be ended."""
    purse: str = ""
    sell: str = ""
    """The way to what could be paid if prestige were sold, and what it says; "" where there is none."""


class Site(Struct, frozen=True):
    """A building or a freedom that may be taken: what is left of it, or why it can not be had."""

    thing: str
    name: str
    symbol: str
    rows: tuple[str, ...] = ()
    """The outline of a building, rows from the top."""
    left: int = 0
    note: str = ""
    barred: bool = False


class Offered(Struct, frozen=True):
    """Buildings or freedoms to choose from: what is asked, what holds for all of them, what one costs."""

    title: str
    note: str
    price: str
    sites: tuple[Site, ...]


class Face(Struct, frozen=True):
    """A card that may be meant: the symbols of what it is about, what it does; `owner`: on whose table it lies."""

    thing: str
    name: str
    signs: tuple[str, ...] = ()
    does: str = ""
    owner: str = ""
    open: bool = True


class Naming(Struct, frozen=True):
    """Which card is it? Where the screen must not know which it may be there are no faces, only what to do."""

    faces: tuple[Face, ...] = ()
    sentence: str = ""
    symbol: str = ""


class Result(Struct, frozen=True):
    """How it ended for a player: his place, and whether he has won."""

    player: Player
    place: int
    wins: bool = False


class Results(Struct, frozen=True):
    """How it ended for everybody, the first place first."""

    results: tuple[Result, ...]
