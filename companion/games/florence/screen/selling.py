"""A player's purse: what he could pay now, what he could pay if he sold prestige, and selling it (P-B8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.games.florence.rules.actions import price_of
from companion.games.florence.rules.asking import to_sell
from companion.games.florence.rules.printed import AUCTION, BUILDINGS, FREEDOMS, POINTS, PRICES
from companion.games.florence.rules.state import Player, Table
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import touch_observation
from companion.screen.presenters.prompt import capitalise, find_seat
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

FOLDER = "purse"
CLOSE = "open/"


def purse(who: str) -> str:
    """What a finger touches to see that player's purse: nothing is said by it, and nobody has to wait."""
    return f"open/{FOLDER}/{who}"


class Price(Struct, frozen=True):
    """What a thing costs him now, and how many points he would have to sell for it; `reach`: he has so many. `note`:
    why it cannot be had at all.
    """

    words: str
    symbol: str
    florins: int
    sell: int
    reach: bool = True
    note: str = ""


class Labels(Struct, frozen=True):
    """What stands beside the numbers, and on the buttons."""

    florins: str
    prestige: str
    all: str
    sells: tuple[str, ...]
    """What the button says, by the number of points."""
    back: str


class Selling(Struct, frozen=True):
    """Money and points as they are, `each` the florins a point brings. things: what fingers touch to sell, before the
    number of points; none while he may not. back: the way back, "" where selling has begun.
    """

    seat: Seat
    labels: Labels
    money: int
    points: int
    each: int
    prices: tuple[Price, ...]
    things: tuple[str, ...] = ()
    back: str = CLOSE

    def after(self, number: int) -> int:
        """Florins once so many points are sold."""
        return self.money + self.each * number

    def selling(self, number: int) -> str:
        """What a finger touches to sell so many."""
        return f"{' '.join(self.things)}{number} done"


def selling_of(now: Snapshot, look: UiState, words: Translator) -> Selling | None:
    """The purse that was turned to, or that somebody has begun to sell from; None for none."""
    position = now.position
    assert isinstance(position, Table)
    begun = next(
        (who for who in position.players if touch_observation(f"sell/{who}") in now.pending_input), ""
    )
    turned, _, which = look.answer_folder.partition("/")
    owner = begun or (which if turned == FOLDER else "")
    sits = find_seat(now, owner)
    if sits is None or position.outcome() is not None:
        return None
    player = position.players[owner]
    own = not look.is_virtual or owner in look.human_colours
    things: tuple[str, ...] = ()
    if begun:
        things = ("points/",)
    elif own and not now.pending_input and f"sell/{owner}" in now.steps_by_touch_target:
        things = (f"sell/{owner}", "points/")
    return Selling(
        sits,
        _labels(player, words),
        player.money,
        player.points,
        POINTS["sold"],
        tuple(_prices(position, owner, words)),
        things,
        "" if begun else CLOSE,
    )


def _labels(player: Player, words: Translator) -> Labels:
    everything = words.gettext("All sold: {florins}", florins=names.florins(words, player.means))
    return Labels(
        capitalise(words.name_of("thing", "money")),
        capitalise(words.name_of("thing", "points")),
        everything,
        tuple(_sells(number, words) for number in range(player.points + 1)),
        words.gettext("Back"),
    )


def _sells(number: int, words: Translator) -> str:
    if not number:
        return words.name_of("word", "sell")
    money = names.florins(words, number * POINTS["sold"])
    return words.ngettext("Sell {n} point: {florins}", "Sell {n} points: {florins}", number, florins=money)


def _prices(position: Table, who: str, words: Translator) -> Iterator[Price]:
    """What there is to pay for: a bid while there is an auction, then what an action costs."""
    player, none_left = position.players[who], words.gettext("none left")

    def price(name: str, symbol: str, florins: int, there: bool = True) -> Price:
        sell = to_sell(player, florins)
        return Price(name, symbol, florins, sell, sell <= player.points, "" if there else none_left)

    def thing(name: str) -> str:
        return capitalise(words.name_of("thing", name))

    if position.phase == "auction":
        standing = position.auction
        if standing is not None and standing.by:
            yield price(words.gettext("Next bid"), "gavel", standing.bid + AUCTION["step"])
        else:
            yield price(words.gettext("Opening bid"), "gavel", AUCTION["opening"])
    buildings = any(position.supply(each) and not player.has(each) for each in BUILDINGS)
    yield price(thing("building"), "palazzo", price_of(position, who), buildings)
    yield price(thing("profession"), "profession", PRICES["card"], position.professions > 0)
    yield price(thing("bonus"), "bonus", PRICES["card"], position.bonus_cards > 0)
    freedoms = any(position.supply(each) and each not in player.freedoms for each in FREEDOMS)
    yield price(thing("freedom"), "freedom/opinion", PRICES["freedom"], freedoms)
