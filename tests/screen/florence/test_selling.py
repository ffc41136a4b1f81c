"""A purse by touch: what could be paid if prestige were sold, and selling it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.florence.screen.selling import (
    PrestigeSaleModel,
    PrestigeSaleView,
    prestige_sale_model,
    purse_target,
)
from companion.screen.context import UiState
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.florence.desk import Desk
from tests.screen.florence.test_work import stage
from tests.screen.harness.driver import Driver

HAND = {"?": 3}
BLUE = {"hand": HAND, "money": 400, "points": 9, "freedoms": ["travel"]}
PLAYERS = {
    "blue": BLUE,
    "green": {"hand": HAND, "money": 100, "points": 1},
    "orange": {"hand": HAND},
    "red": {"hand": HAND, "money": 3000},
    "yellow": {"hand": HAND},
}
FOREST = {"kind": "forest", "opener": "blue", "bid": 600, "by": "red"}
AUCTION: dict[str, Any] = {"phase": "auction", "auction": FOREST}


class Purse:
    """One player's purse in front of a person."""

    def __init__(
        self,
        sit: Sit,
        who: str,
        players: dict[str, Any] | None = None,
        look: UiState | None = None,
        lang: str = "en",
        size: tuple[int, int] = SIZES[0],
        **at: Any,
    ) -> None:
        self.desk = Desk(players or PLAYERS, prestige_sale_model, PrestigeSaleView, look, lang, **at)
        self.desk.touch(purse_target(who))
        self.person: Driver = self.desk.before(sit, stage, size)

    @property
    def selling(self) -> PrestigeSaleModel:
        """What is shown."""
        assert isinstance(self.desk.value, PrestigeSaleModel)
        return self.desk.value

    def tap(self, *things: str) -> Purse:
        """One after another."""
        for thing in things:
            self.person.tap(thing)
        return self

    def after(self) -> tuple[str, str]:
        """Florins and prestige once it is sold, in large numbers."""
        view = self.desk.view
        return view.florins_view.painted_texts[-1].text, view.prestige_view.painted_texts[-1].text


def test_it_says_what_must_be_sold_for_everything_there_is_to_pay_for(sit: Sit) -> None:
    prices = Purse(sit, "blue", **AUCTION).selling.prices
    assert [(price.text, price.florins, price.points_to_sell, price.is_affordable) for price in prices] == [
        ("Next bid", 700, 3, True),
        ("Building", 700, 3, True),
        ("Profession", 300, 0, True),
        ("Bonus card", 300, 0, True),
        ("Freedom", 300, 0, True),
    ]


def test_a_price_is_touched_and_so_much_is_sold_as_it_takes(sit: Sit) -> None:
    of = Purse(sit, "blue", **AUCTION)
    assert of.person.sees("All sold: 1300 florins")
    of.tap("price/0")
    assert of.after() == ("700", "6")
    of.tap("Sell 3 points: 300 florins")
    assert of.desk.lines == ("blue sell 3",)
    assert (of.selling.money, of.selling.points) == (700, 6)
    assert "sell" not in of.person.things()  # it begins anew, with nothing to sell


def test_the_number_is_set_on_the_slider_from_nothing_to_all(sit: Sit) -> None:
    of = Purse(sit, "blue")
    assert (of.after(), "sell" in of.person.things()) == (("400", "9"), False)
    of.tap("more/sold", "more/sold", "less/sold")
    assert of.after() == ("500", "8")
    track = of.person.find("slide/sold")
    of.person.stroke([track.center, (track.x + track.width, track.center[1])])
    assert of.after() == (f"1{chr(0xA0)}300", "0")
    of.tap("sell")
    assert of.desk.lines == ("blue sell 9",)


def test_looking_says_nothing_and_leads_back(sit: Sit) -> None:
    of = Purse(sit, "blue", **AUCTION)
    assert of.desk.now.pending_input == ()
    of.tap("open/")
    assert of.desk.value is None


def test_what_is_out_of_reach_or_not_left_cannot_be_touched(sit: Sit) -> None:
    three = {"hand": HAND, "money": 1000, "freedoms": ["travel", "opinion", "religion"], "points": 4}
    of = Purse(sit, "green", PLAYERS | {"orange": three}, **AUCTION)
    assert [price.is_affordable for price in of.selling.prices] == [False] * 5
    assert [thing for thing in of.person.things() if thing.startswith("price/")] == []
    of = Purse(sit, "orange", PLAYERS | {"orange": three}, **AUCTION)
    assert of.selling.prices[-1].note == "none left"
    assert [thing for thing in of.person.things() if thing.startswith("price/")] == [
        f"price/{at}" for at in range(4)
    ]


def test_who_has_no_prestige_sees_his_purse_and_sells_nothing(sit: Sit) -> None:
    of = Purse(sit, "red", **AUCTION)
    assert of.person.things() == ["open/", *(f"price/{at}" for at in range(5))]


def test_in_the_midst_of_a_move_a_purse_is_looked_at_only() -> None:
    desk = Desk(PLAYERS | {"blue": BLUE | {"jesters": 5}}, prestige_sale_model, PrestigeSaleView, lang="en")
    desk.say("action/work", purse_target("blue"))
    assert desk.now.pending_input
    assert desk.value.sale_targets == ()


def test_at_the_virtual_table_only_the_people_at_the_screen_sell() -> None:
    desk = Desk(PLAYERS, prestige_sale_model, PrestigeSaleView, UiState(True, ("blue",), "blue", ()), "en")
    desk.touch(purse_target("blue"))
    assert desk.value.sale_targets
    desk.touch(purse_target("green"))
    assert desk.value.seat.colour == "green"
    assert desk.value.sale_targets == ()


def test_selling_that_was_begun_goes_on_here(sit: Sit) -> None:
    desk = Desk(PLAYERS, prestige_sale_model, PrestigeSaleView, lang="en")
    desk.touch("sell/green")
    assert (desk.value.seat.colour, desk.value.back_target) == ("green", "")
    person = desk.before(sit, stage)
    person.tap("more/sold")
    person.tap("sell")
    assert desk.lines == ("green sell 1",)


@pytest.mark.parametrize(("lang", "size"), [("cs", 0), ("de", 0), ("nl", 1), ("en", 1)])
def test_everything_fits_in_every_language(sit: Sit, lang: str, size: int) -> None:
    rich = {"hand": HAND, "money": 12_300, "points": 64}
    of = Purse(sit, "blue", PLAYERS | {"blue": rich}, lang=lang, size=SIZES[size], **AUCTION)
    assert [*of.person.faults(), *of.tap("more/sold").person.faults()] == []
