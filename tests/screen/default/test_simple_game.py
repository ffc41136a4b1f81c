"""A game that brings nothing but rules and names, by touch at a virtual table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screen.harness.evening import evening
from tests.wheels import started_anew, unpacked, wheel

RULES = """
from companion.contract.template.mygame.rules.game import HeapGame


class Encore(HeapGame):
    name = "encore"


GAME = Encore()
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
