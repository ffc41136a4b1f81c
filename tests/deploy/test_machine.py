"""Herald's appliance in QEMU, the short part of `deploy/machine --all`: in every CI run, and with HERALD_LONG."""

from __future__ import annotations

from pathlib import Path

from machines.disk_builder import build_disk
from machines.platforms import Platform
from machines.scene_run import run_scene
from machines.scenes import load_scene


def test_from_power_on_home_comes_by_itself_a_touch_begins_a_game_and_it_outlives_the_power(
    tmp_path: Path,
) -> None:
    shown = run_scene("starts", load_scene("starts"), build_disk(Platform("trixie")), tmp_path)
    assert shown.failure == ""
