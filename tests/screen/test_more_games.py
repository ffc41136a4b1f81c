"""More games than stand side by side: all of them can be chosen on the first page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screen.harness.evening import evening
from tests.wheels import started_anew, unpacked, wheel


def test_every_game_can_be_chosen_however_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    for number in range(7):
        unpacked(wheel(tmp_path, f"encore-{number}"), tmp_path)
    with started_anew(), evening("cs") as guest:
        driver = guest.driver
        seen: set[str] = set()
        for _page in range(4):
            seen |= {thing for thing in driver.things() if thing.startswith("game/")}
            assert driver.faults() == []
            driver.tap("other-games")
        assert seen == {
            *(f"game/{name}" for name in ("louis-xiv", "kabale", "florence")),
            *(f"game/encore-{number}" for number in range(7)),
        }
        while "game/encore-6" not in driver.things():
            driver.tap("other-games")
        driver.tap("game/encore-6")
        assert driver.sees("Encore 1.0: s čím se hraje?")
        driver.tap("home")
        while "game/louis-xiv" not in driver.things():
            driver.tap("other-games")
