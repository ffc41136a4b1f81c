"""A game that brings nothing but rules and names, by touch at a virtual table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screen.harness.evening import evening
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


class MovesTableOverlay(TableOverlay):
    word = "moves"
    view = Moves
    counted = 0

    @staticmethod
    def menu_entry(context):
        return ChoiceModel("moves", "Moves", "chart")

    def model(self, context, subject):
        return f"{len(context.history().accepted_lines)} moves, {self.counted} counted"

    def on_touch(self, kind, name):
        self.counted += int(name)
        return True


class OwnStanding(StandingTableOverlay):
    def model(self, context, subject):
        return ReportModel("Nobody counts here", ())


OVERLAYS = (MovesTableOverlay, OwnStanding)
"""


def test_without_house_rules_and_hands_there_is_no_way_to_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    unpacked(wheel(tmp_path, files={"rules.py": RULES}), tmp_path)
    with started_anew(), evening("en") as guest:
        driver = guest.driver
        driver.tap("new-game")
        assert "house-rules" in driver.things()
        driver.tap("game/encore")
        assert "house-rules" not in driver.things()
        driver.tap("presence/1")
        driver.tap("oldest/0")
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
        for thing in ("new-game", "game/encore", "presence/1", "oldest/0", "start"):
            driver.tap(thing)
        guest.settle()
        guest.tap("card/2")
        guest.tap("menu")
        assert driver.faults() == []
        guest.tap("moves")
        assert guest.model.overlay.model == "1 moves, 0 counted"
        driver.tap_at(400, 240)
        guest.settle()
        assert guest.model.overlay.model == "1 moves, 2 counted"
        guest.live.touch("back")
        guest.settle()
        assert guest.model.overlay.view.__name__ == "MenuOverlay"
        guest.tap("standing")
        assert driver.sees("Nobody counts here")
