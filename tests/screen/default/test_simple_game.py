"""A game that brings nothing but rules and names, by touch at a virtual table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screen.harness.evening import evening, sat_down, set_up
from tests.wheels import plugin, started_anew, unpacked, wheel

RULES = """
from companion.contract.template.mygame.rules.game import HeapGame


class Encore(HeapGame):
    name = "encore"


GAME = Encore()
"""
OVERLAYS = """
from kivy.uix.label import Label

from companion.screen.overlays import TableOverlay
from companion.screen.overlays.standing import StandingTableOverlay
from companion.screen.report_models import ReportModel
from companion.screen.view_models import ChoiceModel


class Moves(Label):
    is_modal = True

    def __init__(self, touch_handler, get_translations):
        super().__init__()
        self.touch_handler = touch_handler

    def show(self, model):
        self.text = model

    def on_touch_down(self, touch):
        return True

    def on_touch_up(self, touch):
        self.touch_handler("count/2")
        return True


class CounterTableOverlay(TableOverlay):
    word = "counter"
    view = Moves
    counted = 0

    @staticmethod
    def menu_entry(context):
        return ChoiceModel("counter", "Moves", "chart")

    def model(self, context, subject):
        return f"{len(context.history().accepted_lines)} moves, {self.counted} counted"

    def on_touch(self, kind, name):
        self.counted += int(name)
        return True


class OwnStanding(StandingTableOverlay):
    def model(self, context, subject):
        return ReportModel("Nobody counts here", ())


OVERLAYS = (CounterTableOverlay, OwnStanding)
"""

FAULTS = {
    "made": "__init__(self, controller)",
    "in the menu": "menu_entry(*context)",
    "asked whether it is due": "is_due(self, context)",
    "told of a line": "on_line_accepted(self, before, events, after)",
    "due and shown": "model(self, context, subject)",
    "left": "on_back(self)",
}
"""When an overlay fails -> the function of it that does."""
FAULTY = """
from companion.screen.overlays import TableOverlay
from companion.screen.report_models import ReportModel


class FaultyTableOverlay(TableOverlay):
    word = "faulty"

    def is_due(self, context):
        return bool(context.snapshot.accepted_texts) and {due}

    def model(self, context, subject):
        return ReportModel("Here", ())

    def {function}:
        raise LookupError


OVERLAYS = (FaultyTableOverlay,)
"""


def test_without_house_rules_and_hands_there_is_no_way_to_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    unpacked(wheel(tmp_path, files={"rules.py": RULES}), tmp_path)
    with started_anew(), evening("en") as guest:
        driver = guest.driver
        set_up(driver, "louis-xiv")
        assert "house-rules" in driver.things()
        driver.tap("home")
        set_up(driver, "encore", persons=2)
        assert "house-rules" not in driver.things()
        driver.tap("start")
        guest.settle()
        assert driver.things() == ["card/1", "card/2", "card/3", "home", "menu"]


def test_a_game_brings_an_overlay_of_its_own_and_one_in_the_place_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    files = {
        "plugin.py": plugin(more="screen='screen'"),
        "rules.py": RULES,
        "screen/__init__.py": "",
        "screen/overlays.py": OVERLAYS,
    }
    unpacked(wheel(tmp_path, files=files), tmp_path)
    with started_anew(), evening("en") as guest:
        driver = guest.driver
        sat_down(guest, "encore", "virtual", persons=2)
        guest.tap("card/2")
        guest.tap("menu")
        assert driver.faults() == []
        guest.tap("counter")
        assert guest.model.overlay.model == "1 moves, 0 counted"
        driver.tap_at(400, 240)
        guest.settle()
        assert guest.model.overlay.model == "1 moves, 2 counted"
        guest.live.touch("back")
        guest.settle()
        assert guest.model.overlay is None
        guest.tap("menu")
        guest.tap("standing")
        assert driver.sees("Nobody counts here")


@pytest.mark.parametrize("fails", FAULTS)
def test_an_overlay_of_a_game_that_fails_leads_back_to_the_table_and_to_the_menu(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    files = {
        "plugin.py": plugin(more="screen='screen'"),
        "rules.py": RULES,
        "screen/__init__.py": "",
        "screen/overlays.py": FAULTY.format(function=FAULTS[fails], due=fails in ("due and shown", "left")),
    }
    unpacked(wheel(tmp_path, files=files), tmp_path)
    with started_anew(), evening("en") as guest:
        sat_down(guest, "encore", "virtual", persons=2)
        for card in ("card/2", "card/1"):
            if "go-on" in guest.driver.things():
                guest.tap("go-on")
            guest.tap(card)
            for _ in range(3):  # what people touch while something lies there
                for thing in ("go-on", "back"):
                    if thing in guest.driver.things():
                        guest.tap(thing)
            guest.tap("menu")
            if "go-on" in guest.driver.things():
                guest.tap("go-on")
                guest.tap("menu")
            assert "standing" in guest.driver.things()
            guest.tap("back")
            assert "card/3" in guest.driver.things()
        assert guest.live.snapshot.accepted_texts[:2] == ("blue 2", "yellow 1")
    assert {each.exc_info[0] for each in caplog.records if each.exc_info} == {LookupError}
    caplog.clear()  # it was meant to fail


def test_who_has_won_and_why_is_told_once_more_from_the_bare_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    unpacked(wheel(tmp_path, files={"rules.py": RULES}), tmp_path)
    with started_anew(), evening("en") as guest:
        sat_down(guest, "encore", "virtual", persons=3)
        while guest.live.snapshot.position.outcome() is None:
            guest.tap("card/3")
        guest.tap("back")
        assert "ledger/blue" not in guest.driver.things()
        guest.tap("ending")
        assert guest.model.overlay.model.is_final
