"""The view models of panels and stage of the Princes of Florence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.rules.game import Seat


class PlacedTileModel(Struct, frozen=True):
    """A tile in a principality.

    `covered_squares` is a set of squares as bits (a1 first); `letters` tell a building from the others (""
    for a landscape).
    """

    name: str
    covered_squares: int
    letters: str = ""


class LotModel(Struct, frozen=True):
    """An object of the auction.

    `note` says why it cannot be had now, or what it would bring; `winner` and `price` are those of this
    round.
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
    """Whether the note is a warning: a landscape that fits nowhere, prestige that must be sold first."""


AuctionStatus = Literal["", "bids", "asked", "passed", "out"]
"""What a player does in the auction.

Their bid stands, they are asked, they have passed the object, or left the phase.
"""


class PlayerModel(Struct, frozen=True):
    """A player's principality, and what everybody may know of their cards.

    `works_shown` counts professions and recruiting cards that lie face up; `best_work` is their best work of
    the round.
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
    """The target that opens their purse."""

    @property
    def touch_target(self) -> str:
        """The target that names the player."""
        return f"player/{self.seat.colour}"


class RoundModel(Struct, frozen=True):
    """The round, how many there are, and both in words; the least value of a work in it."""

    round: int
    rounds: int
    text: str
    least_value: int


class BiddingModel(Struct, frozen=True):
    """An object that is auctioned, with the standing bid and its bidder.

    `bid_text` and `pass_text` are the texts of the buttons, "" where this screen may not do it. `warning`
    says why the player who is asked should not, or cannot, bid more; `purse_target` leads to the prestige
    they must sell first, and `sell_text` says so.
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
    """The seven objects, or those of which one is chosen.

    `bidding` is None while one is named; then `pass_text` leaves the phase, "" where that may not be done.
    """

    lots: tuple[LotModel, ...]
    bidding: BiddingModel | None = None
    pass_text: str = ""


class ActionModel(Struct, frozen=True):
    """An action: its name, and its price or why it may not be done now."""

    touch_target: str
    name: str
    symbol: str
    note: str = ""
    is_barred: bool = False


class ActionsModel(Struct, frozen=True):
    """The actions of a player, and how many of how many are left (`actions_left_text` in words).

    `next_builder_text` says what the next builder would change.
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
    """The text of ending the turn; "" where it may not be ended."""
    purse_target: str = ""
    sell_text: str = ""
    """The text of the way to the purse; "" where there is none."""


class PurchaseOptionModel(Struct, frozen=True):
    """A building or a freedom that may be taken: how many are left, or why it cannot be had."""

    touch_target: str
    name: str
    symbol: str
    outline_rows: tuple[str, ...] = ()
    """The outline of a building, rows from the top."""
    left_in_supply: int = 0
    note: str = ""
    is_barred: bool = False


class PurchaseModel(Struct, frozen=True):
    """Buildings or freedoms to choose from: the question, what holds for all of them, and the price."""

    title: str
    note: str
    price: str
    options: tuple[PurchaseOptionModel, ...]


class CardOptionModel(Struct, frozen=True):
    """A card that may be meant: symbols of what it is about, and its effect.

    `owner` is the player on whose table it lies.
    """

    touch_target: str
    name: str
    symbols: tuple[str, ...] = ()
    effect: str = ""
    owner: str = ""
    enabled: bool = True


class CardChoiceModel(Struct, frozen=True):
    """The cards that may be meant.

    Where the screen must not know which these are there are no options, only what to do.
    """

    options: tuple[CardOptionModel, ...] = ()
    sentence: str = ""
    symbol: str = ""


class PlayerResultModel(Struct, frozen=True):
    """The result of a player: their place, and whether they have won."""

    player: PlayerModel
    place: int
    is_winner: bool = False


class ResultsModel(Struct, frozen=True):
    """The results of all players, the first place first."""

    results: tuple[PlayerResultModel, ...]
