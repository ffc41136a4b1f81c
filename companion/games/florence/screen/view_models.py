"""What panels and stage of the Princes of Florence are given to show."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.rules.game import Seat


class PlacedTileModel(Struct, frozen=True):
    """A tile on a principality: its name, the squares it covers as bits (a1 first), the letters that tell a building
    from the others ("" of a landscape).
    """

    name: str
    covered_squares: int
    letters: str = ""


class LotModel(Struct, frozen=True):
    """An object of the auction. `auction_status_text` is why it cannot be had now, or what it would bring; `winner` and
    `price` say who has won it in this round.
    """

    touch_target: str
    name: str
    symbol: str
    left_in_supply: int = 0
    price: int = 0
    winner: str = ""
    note: str = ""
    is_barred: bool = False
    is_warning: bool = False
    """The note is a warning: a landscape that fits nowhere, prestige that must be sold first."""


AuctionStatus = Literal["", "bids", "asked", "passed", "out"]
"""What a player does in the auction: the bid is his, he is asked, he has passed this object, or the phase."""


class PlayerModel(Struct, frozen=True):
    """A player's principality and all that everybody may know of his cards. `works_shown`: professions and recruiting
    cards that lie face up; `best_work`: his best work of the round.
    """

    seat: Seat
    money: int = 0
    points: int = 0
    placed_tiles: tuple[PlacedTileModel, ...] = ()
    jesters: int = 0
    builders: int = 0
    freedoms: tuple[str, ...] = ()
    professions_in_hand: int = 0
    works_shown: int = 0
    bonus_cards: int = 0
    prestige_cards: int = 0
    recruiting_cards: int = 0
    best_work: int = 0
    won: tuple[LotModel, ...] = ()
    auction_status: AuctionStatus = ""
    auction_status_text: str = ""
    """The same in a word, or the bid."""
    is_start_player: bool = False
    is_on_turn: bool = False
    purse_target: str = ""
    """What a finger touches to see what he can pay."""

    @property
    def touch_target(self) -> str:
        """What a finger touches to name him."""
        return f"player/{self.seat.colour}"


class RoundModel(Struct, frozen=True):
    """Which round of how many, and the same in words; what a work of it must be worth."""

    round: int
    rounds: int
    text: str
    least_value: int


class BiddingModel(Struct, frozen=True):
    """An object that is bid for: the bid that stands and whose it is; what bid and pass say, in words, "" where they
    may not be said on this screen. `warning`: why the one who is asked should not, or can not, bid more; `purse_target`
    leads to the prestige that he must sell first, and `sell_text` says so.
    """

    lot: LotModel
    bid: int
    bidder: Seat
    bid_text: str = ""
    pass_text: str = ""
    warning: str = ""
    purse_target: str = ""
    sell_text: str = ""


class AuctionModel(Struct, frozen=True):
    """The seven objects, or those that one is chosen of; what is bid for now, None while one is named: then `pass_text`
    leaves the phase, "" where that may not be said.
    """

    lots: tuple[LotModel, ...]
    bidding: BiddingModel | None = None
    pass_text: str = ""


class ActionModel(Struct, frozen=True):
    """An action: what it is called, its price or why it may not be done now."""

    touch_target: str
    name: str
    symbol: str
    note: str = ""
    is_barred: bool = False


class ActionsModel(Struct, frozen=True):
    """Whose actions they are, and how many of how many are left (`said` in words). `next_builder_text`: what the next
    builder would change.
    """

    seat: Seat
    actions: tuple[ActionModel, ...]
    actions_left: int
    actions_per_turn: int
    actions_left_text: str
    placed_tiles: tuple[PlacedTileModel, ...] = ()
    builders: int = 0
    next_builder_text: str = ""
    end_turn_text: str = ""
    """What the way to end the turn says; "" where it may not be ended."""
    purse_target: str = ""
    sell_text: str = ""
    """The way to what could be paid if prestige were sold, and what it says; "" where there is none."""


class PurchaseOptionModel(Struct, frozen=True):
    """A building or a freedom that may be taken: what is left of it, or why it can not be had."""

    touch_target: str
    name: str
    symbol: str
    outline_rows: tuple[str, ...] = ()
    """The outline of a building, rows from the top."""
    left_in_supply: int = 0
    note: str = ""
    is_barred: bool = False


class PurchaseModel(Struct, frozen=True):
    """Buildings or freedoms to choose from: what is asked, what holds for all of them, what one costs."""

    title: str
    note: str
    price: str
    options: tuple[PurchaseOptionModel, ...]


class CardOptionModel(Struct, frozen=True):
    """A card that may be meant: the symbols of what it is about, what it does; `owner`: on whose table it lies."""

    touch_target: str
    name: str
    symbols: tuple[str, ...] = ()
    effect: str = ""
    owner: str = ""
    enabled: bool = True


class CardChoiceModel(Struct, frozen=True):
    """Which card is it? Where the screen must not know which it may be there are no faces, only what to do."""

    options: tuple[CardOptionModel, ...] = ()
    sentence: str = ""
    symbol: str = ""


class PlayerResultModel(Struct, frozen=True):
    """How it ended for a player: his place, and whether he has won."""

    player: PlayerModel
    place: int
    is_winner: bool = False


class ResultsModel(Struct, frozen=True):
    """How it ended for everybody, the first place first."""

    results: tuple[PlayerResultModel, ...]
