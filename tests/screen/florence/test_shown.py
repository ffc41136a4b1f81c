"""What the table screen of the Princes of Florence says of a moment: objects, bids, actions, panels."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import mm

from companion.games import game_rules
from companion.games.florence.rules.edition import BUILDINGS
from companion.games.florence.screen.auction import AuctionModel, LotModel
from companion.games.florence.screen.player_panel import PlayerPanel
from companion.games.florence.screen.presenter import table_model
from companion.games.florence.screen.table_view import TableModel, TableView
from companion.games.florence.screen.turn import ActionsModel, PurchaseModel
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.screen.context import UiState
from companion.screen.draw.painter import PaintedShape, PaintedText
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import PARCHMENT
from companion.table.messages import Touch
from companion.table.session import Session
from companion.voice.language import load_translation
from companion.voice.voice import Voice
from tests.games.florence.tables import paper, setup
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone

FULL = ["university d5 r0", "workshop d1 r0", "laboratory a3 r0", "library d3 r0", "chapel a6 r0"]
"""A principality in which no landscape fits any more."""


def shows(
    *touches: str, look: UiState | None = None, options: dict[str, str] | None = None, **at: Any
) -> TableModel:
    """The screen in English after those touches."""
    at.setdefault("players", 3)
    players = at["players"]
    head = RecordHeader("florence", setup(players, options), position=paper(**at))
    session = Session(GameHistory.from_header(head, game_rules("florence")))
    for thing in touches:
        session.handle_message(Touch(thing))
        assert session.snapshot.refusal_notice is None
    return table_model(session.snapshot, look or UiState(), Voice("florence", {}, "en"), ())


def lots(**at: Any) -> dict[str, LotModel]:
    """The seven objects by their kind."""
    stage = shows(**at).stage
    assert isinstance(stage, AuctionModel)
    return {lot.touch_target.removeprefix("pile/"): lot for lot in stage.lots}


# -- the auction


def test_what_is_sold_has_its_winner_and_his_price_and_can_not_be_touched() -> None:
    won = {"orange": {"won": ["park 600"], "grid": ["park d1 r0"]}}
    there = lots(people=won)
    assert (there["park"].winner, there["park"].price, there["park"].is_barred) == ("orange", 600, True)
    assert "pile/park" not in shows(people=won).enabled_targets


def test_objects_that_cannot_be_had_say_why() -> None:
    people = {"blue": {"builders": 3}, "green": {"jesters": 4}, "orange": {"jesters": 3}}
    there = lots(people=people)
    assert (there["builder"].is_barred, there["builder"].note) == (True, "3 are the most")
    assert (there["jester"].is_barred, there["jester"].note) == (True, "none left")
    assert not there["forest"].is_barred


def test_prestige_that_must_be_sold_first_is_said_of_each_object() -> None:
    there = lots(people={"blue": {"money": 0, "points": 5}})
    assert {(lot.note, lot.is_barred, lot.is_warning) for lot in there.values()} == {
        ("Sell 2 points first", True, True)
    }


def test_a_landscape_that_fits_nowhere_is_warned_of_and_barred_where_the_table_plays_so() -> None:
    people = {"blue": {"grid": FULL, "builders": 2}}
    there = lots(people=people)
    assert [(there[kind].note, there[kind].is_warning) for kind in ("forest", "jester")] == [
        ("fits nowhere", True),
        ("every work +2", False),
    ]
    assert "pile/forest" in shows(people=people).enabled_targets
    strict = {"landscape-must-fit": "yes"}
    assert lots(people=people, options=strict)["forest"].is_barred


def test_a_bid_says_what_it_would_be_and_what_to_beware_of() -> None:
    auction = {"kind": "forest", "opener": "orange", "bid": 400, "by": "orange"}
    people = {"blue": {"grid": FULL, "builders": 2, "money": 300, "points": 9}}
    shown = shows(people=people, auction=auction)
    assert isinstance(shown.stage, AuctionModel)
    bidding = shown.stage.bidding
    assert bidding is not None
    assert (bidding.bid, bidding.bidder.colour) == (400, "orange")
    assert bidding.warning == "Sell 2 points first. It would fit nowhere"
    assert bidding.purse_target == "open/purse/blue"
    assert shown.enabled_targets == {"pass"}
    assert shown.prompt.sentence == "500 for the forest?"
    assert [player.auction_status for player in shown.players] == ["asked", "", "bids"]
    assert [player.auction_status_text for player in shown.players] == ["", "", "400"]


def test_the_screen_of_others_offers_no_buttons_to_who_is_not_at_it() -> None:
    auction = {"kind": "forest", "opener": "orange", "bid": 400, "by": "orange"}
    rich = {"green": {"points": 3}}  # who may sell prestige at any time
    shown = shows(people=rich, auction=auction, look=UiState(True, ("green",)))
    assert isinstance(shown.stage, AuctionModel)
    assert shown.stage.bidding is not None
    assert (shown.stage.bidding.bid_text, shown.stage.bidding.pass_text) == ("", "")
    assert shown.enabled_targets == frozenset()
    assert shown.choices == ()
    assert shown.prompt.hint == "This happens by itself."


def test_of_two_people_the_one_who_chooses_sees_what_he_has_won() -> None:
    won = {"blue": {"won": ["lake 300", "jester 900"]}, "green": {"won": ["park 200"]}}
    shown = shows(players=2, people=won, owed="choose")
    assert isinstance(shown.stage, AuctionModel)
    assert [(lot.name, lot.price) for lot in shown.stage.lots] == [("Lake", 300), ("Jester", 900)]
    assert shown.enabled_targets == {"pile/lake", "pile/jester"}


# -- actions


def test_actions_say_what_they_take_or_why_not() -> None:
    people = {"blue": {"money": 100, "points": 2, "builders": 1, "hand": {"?": 3}}}
    shown = shows(phase="actions", people=people, actions=["profession"], round=7)
    assert isinstance(shown.stage, ActionsModel)
    said = {action.touch_target: (action.note, action.is_barred) for action in shown.stage.actions}
    assert said == {
        "action/work": ("no work reaches 17", True),
        "build": ("Sell 2 points first", True),
        "action/profession": ("once a turn", True),
        "action/bonus": ("Sell 2 points first", True),
        "freedom": ("Sell 2 points first", True),
        "action/recruit": ("no recruiting card", True),
    }
    assert (shown.stage.actions_left, shown.stage.actions_left_text) == (1, "1 action left")
    assert shown.stage.next_builder_text == "The next builder: buildings may touch, +3"
    assert shown.enabled_targets == {"done"}


def test_buildings_to_choose_from_say_what_is_left_and_what_cannot_be_had() -> None:
    people = {
        "blue": {"grid": ["tower a4 r0"], "builders": 1},
        "green": {"grid": ["opera d4 r0"]},
        "orange": {"grid": ["opera d4 r0"]},
    }
    stage = shows("build", phase="actions", people=people).stage
    assert isinstance(stage, PurchaseModel)
    sites = {site.touch_target.removeprefix("building/"): site for site in stage.options}
    assert list(sites) == list(BUILDINGS)
    assert (sites["tower"].is_barred, sites["tower"].note) == (True, "stands here already")
    assert sites["opera"].left_in_supply == 1
    assert stage.price == "300 florins"
    assert stage.note == "They must not share an edge."


OPEN_HAND = ("profession/botanist", "profession/physicist", "profession/poet", "bonus/each-prestige-card")


@pytest.mark.parametrize("action", ["build", "freedom"])
def test_the_professions_of_the_open_hand_stay_in_sight_while_a_purchase_is_chosen(
    sit: Sit, action: str
) -> None:
    look = UiState(True, ("blue",), hand_owner="blue", hand_pieces=OPEN_HAND)
    table = shows(action, phase="actions", turn="blue", players=5, look=look)
    assert isinstance(table.stage, PurchaseModel)
    assert tuple(card.touch_target for card in table.hand_cards) == OPEN_HAND
    assert (
        shows(action, phase="actions", turn="blue", players=5, look=UiState(True, ("blue",))).hand_cards == ()
    )

    def view() -> TableView:
        shown = TableView(lambda thing: None, lambda: load_translation("en"))
        shown.show(table)
        return shown

    person = sit(Alone(view))
    assert person.faults() == []
    assert all(person.sees(card.name) for card in table.hand_cards)


def test_freedoms_say_how_many_are_left() -> None:
    people = {"blue": {"freedoms": ["travel"]}, "green": {"freedoms": ["travel", "religion"]}}
    stage = shows("freedom", phase="actions", people=people).stage
    assert isinstance(stage, PurchaseModel)
    assert [(site.note, site.is_barred) for site in stage.options] == [
        ("is here already", True),
        ("2 left", False),
        ("1 left", False),
    ]


def test_a_work_is_not_begun_by_a_hand_that_lies_open_and_reaches_too_little() -> None:
    hand = ("profession/poet", "profession/painter", "profession/lawyer")
    shown = shows(phase="actions", look=UiState(True, ("blue",), "blue", hand))
    assert isinstance(shown.stage, ActionsModel)
    assert shown.stage.actions[0].is_barred
    assert "action/work" not in shown.enabled_targets
    assert {"build", "done"} < shown.enabled_targets


# -- panels


def test_panels_show_all_that_everybody_may_know(sit: Sit) -> None:
    blue = {
        "money": 1200,
        "points": 53,
        "grid": ["library d4 r0"],
        "builders": 2,
        "jesters": 1,
        "recruiting": 1,
        "freedoms": ["opinion"],
        "hand": {"painter": 1, "?": 1},
        "table": ["poet", "recruiting"],
        "bonus": {"?": 2},
        "prestige": {"?": 1},
        "best": 15,
    }
    player = shows(phase="actions", people={"blue": blue}).players[0]
    assert (player.is_start_player, player.is_on_turn) == (True, True)
    app = Alone(lambda: PlayerPanel(player, print), lambda whole: Rect(whole.x, whole.y, mm(58), mm(27)))
    sit(app)
    marks = app.widget.painted_items
    signs = [mark for mark in marks if isinstance(mark, PaintedShape) and mark.kind == "symbol"]
    assert {sign.name for sign in signs} >= {"sun", "blue/flat"}
    said = [
        (sign.name, text.text)
        for sign, text in pairwise(marks)
        if sign in signs and isinstance(text, PaintedText)
    ]
    assert said[1:] == [
        ("florin", "1\u00a0200"),
        ("points", "53"),
        ("jester/flat", "1"),
        ("builder/flat", "2"),
        ("work/flat", "2"),
        ("profession/flat", "2"),
        ("bonus/flat", "2"),
        ("prestige/flat", "1"),
        ("recruiting/flat", "1"),
    ]
    bright = [sign.name for sign in signs if sign.colour == PARCHMENT]
    assert bright == ["freedom/opinion/flat"]
    assert [mark.text for mark in marks if isinstance(mark, PaintedText)][:2] == ["15", "Blue"]
