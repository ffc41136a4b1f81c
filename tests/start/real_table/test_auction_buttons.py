"""Players' own buttons in an auction: bid, and nothing that could be meant by mistake."""

from __future__ import annotations

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.start.real_table.button_presses import message_for_button
from companion.table.messages import MovePointer, ReportInput, SeatButtonPressed, SessionMessage, Touch
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.zones import ZonePlan
from tests.games.florence.tables import At, begun, florence, setup
from tests.start.sessions import told

BUTTONS = ("yes", "no", "player/1", "player/2", "player/3")


def session(at: At) -> Session:
    """A table of three with a reader for cards."""
    return Session(
        GameHistory(game_rules("florence"), setup(), at.position), zone_plan=ZonePlan({"play": "reader"})
    )


def mean(now: Snapshot) -> list[SessionMessage | None]:
    """What each button says."""
    return [message_for_button(now, button) for button in BUTTONS]


def test_his_own_button_bids_the_shared_no_passes_and_nobody_elses_says_anything() -> None:
    bid, out = ReportInput(SeatButtonPressed("green", "bid")), ReportInput(SeatButtonPressed("green", "pass"))
    now = session(begun().opens("jester")).snapshot
    assert mean(now) == [bid, out, None, bid, None]


def test_who_could_sell_in_the_meantime_does_not_take_the_word_by_his_button() -> None:
    people = {who: {"points": 5} for who in ("blue", "green", "orange")}
    now = session(florence(people=people).opens("jester")).snapshot
    assert message_for_button(now, "player/2") == ReportInput(SeatButtonPressed("green", "bid"))
    assert message_for_button(now, "player/1") is None
    assert message_for_button(now, "yes") == MovePointer("bid")  # and behind it whatever else could be meant


def test_who_must_sell_before_he_bids_does_not_bid_by_his_button() -> None:
    now = session(florence(people={"green": {"money": 0, "points": 5}}).opens("jester")).snapshot
    assert message_for_button(now, "player/2") is None
    assert message_for_button(now, "no") == ReportInput(SeatButtonPressed("green", "pass"))


def test_a_whole_auction_by_players_own_buttons() -> None:
    table = session(begun())
    told(table, Touch("pile/jester"))
    for button in ("player/2", "player/3", "player/1", "no", "player/3", "no"):
        message = message_for_button(table.snapshot, button)
        assert message is not None
        told(table, message)
    assert table.snapshot.position.to_json()["players"]["orange"]["won"] == ["jester 600"]
