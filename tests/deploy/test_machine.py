"""Herald's appliance in QEMU, the short part of `deploy/machine --all`: in every CI run, and with HERALD_LONG."""

from __future__ import annotations

from pathlib import Path

from machines.build import disk
from machines.kinds import Kind
from machines.scenes import scene
from machines.stage import show


def test_from_power_on_home_comes_by_itself_a_touch_begins_a_game_and_it_outlives_the_power(
    tmp_path: Path,
) -> None:
    shown = show("starts", scene("starts"), disk(Kind("trixie")), tmp_path)
    assert shown.wrong == ""
