"""The presenter of a player's purse: what they could pay now and after selling prestige (P-B8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.games.florence.rules.edition import AUCTION_VALUES, BUILDINGS, FREEDOMS, POINTS, PRICES
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.turn_options import building_price
from companion.games.florence.rules.state import PlayerState, TableState
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import touch_observation
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import capitalise, find_seat
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

PURSE_FOLDER = "purse"
CLOSE_FOLDER = "open/"


def purse_target(who: str) -> str:
    """The target that opens that player's purse, which is no move and which nobody has to wait for."""
    return f"open/{PURSE_FOLDER}/{who}"


class PriceModel(Struct, frozen=True):
    """What something costs the player, and how many points they would have to sell for it.

    `is_affordable`: they have that many. `note` says why it cannot be had at all.
    """

    text: str
    symbol: str
    florins: int
    points_to_sell: int
    is_affordable: bool = True
    note: str = ""


class PrestigeSaleLabels(Struct, frozen=True):
    """The texts beside the numbers and on the buttons."""

    florins: str
    prestige: str
    all_sold: str
    sell_by_count: tuple[str, ...]
    """The text of the button, by the number of points."""
    back_button: str


class PrestigeSaleModel(Struct, frozen=True):
    """A purse: the player's money and points, and what selling would bring.

    `sale_targets` are the touches before the number of points, empty while the player may not sell.
    `back_target` is the way back, "" where selling has begun.
    """

    seat: Seat
    labels: PrestigeSaleLabels
    money: int
    points: int
    florins_per_point: int
    prices: tuple[PriceModel, ...]
    sale_targets: tuple[str, ...] = ()
    back_target: str = CLOSE_FOLDER

    def florins_after(self, number: int) -> int:
        """The florins after selling that many points."""
        return self.money + self.florins_per_point * number

    def touch_targets_to_sell(self, number: int) -> str:
        """The touches that sell that many points."""
        return f"{' '.join(self.sale_targets)}{number} done"


def prestige_sale_model(
    snapshot: Snapshot, ui_state: UiState, translator: Translator
) -> PrestigeSaleModel | None:
    """The purse that was opened, or from which a sale was begun; None where there is none."""
    position = snapshot.position
    assert isinstance(position, TableState)
    begun = next(
        (who for who in position.players if touch_observation(f"sell/{who}") in snapshot.pending_input), ""
    )
    turned, _, which = ui_state.answer_folder.partition("/")
    owner = begun or (which if turned == PURSE_FOLDER else "")
    sits = find_seat(snapshot, owner)
    if sits is None or position.outcome() is not None:
        return None
    player = position.players[owner]
    own = not ui_state.is_virtual or owner in ui_state.human_colours
    things: tuple[str, ...] = ()
    if begun:
        things = ("points/",)
    elif own and not snapshot.pending_input and f"sell/{owner}" in snapshot.step_by_touch_target:
        things = (f"sell/{owner}", "points/")
    return PrestigeSaleModel(
        sits,
        _labels(player, translator),
        player.money,
        player.points,
        POINTS["sold"],
        tuple(_price_models(position, owner, translator)),
        things,
        "" if begun else CLOSE_FOLDER,
    )


def _labels(player: PlayerState, translator: Translator) -> PrestigeSaleLabels:
    everything = translator.gettext(
        "All sold: {florins}", florins=names.florins_text(translator, player.purchasing_power)
    )
    return PrestigeSaleLabels(
        capitalise(translator.name_of("thing", "money")),
        capitalise(translator.name_of("thing", "points")),
        everything,
        tuple(_sell_text(number, translator) for number in range(player.points + 1)),
        translator.gettext("Back"),
    )


def _sell_text(number: int, translator: Translator) -> str:
    if not number:
        return translator.name_of("word", "sell")
    money = names.florins_text(translator, number * POINTS["sold"])
    return translator.ngettext(
        "Sell {n} point: {florins}", "Sell {n} points: {florins}", number, florins=money
    )


def _price_models(position: TableState, who: str, translator: Translator) -> Iterator[PriceModel]:
    """What there is to pay for: a bid during an auction, then the price of each action."""
    player, none_left = position.players[who], translator.gettext("none left")

    def price(name: str, symbol: str, florins: int, there: bool = True) -> PriceModel:
        sell = points_to_sell(player, florins)
        return PriceModel(name, symbol, florins, sell, sell <= player.points, "" if there else none_left)

    def thing(name: str) -> str:
        return capitalise(translator.name_of("thing", name))

    if position.phase == "auction":
        standing = position.auction
        if standing is not None and standing.by:
            yield price(translator.gettext("Next bid"), "gavel", standing.bid + AUCTION_VALUES["step"])
        else:
            yield price(translator.gettext("Opening bid"), "gavel", AUCTION_VALUES["opening"])
    buildings = any(position.supply_of(each) and not player.count_tiles(each) for each in BUILDINGS)
    yield price(thing("building"), "palazzo", building_price(position, who), buildings)
    yield price(thing("profession"), "profession", PRICES["card"], position.profession_stack_size > 0)
    yield price(thing("bonus"), "bonus", PRICES["card"], position.bonus_stack_size > 0)
    freedoms = any(position.supply_of(each) and each not in player.freedoms for each in FREEDOMS)
    yield price(thing("freedom"), "freedom/opinion", PRICES["freedom"], freedoms)
