"""A long run with random unplugging, two-way loss and corruption: every sighting once and in order, no card invented,
none lost, no memory used up. HERALD_LONG=10 plays ten times as long.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.hardware.over_pty.campaign import Evening, run
from tests.hardware.over_pty.hub import Hub, wiring
from tests.hardware.over_pty.table import Table
from tests.long import ALL, LONG, usually

SECONDS = 10 if ALL else 4
FREE_VARIES = 3_000
"""Bytes: messages under way and tags that lie there take some."""


@pytest.mark.parametrize("seed", usually([0], range(2 * LONG)))
def test_every_sighting_is_told_once_and_in_order_whatever_becomes_of_line_and_power(
    seed: int, tmp_path: Path
) -> None:
    one, two = wiring("tiles", 12), wiring("columns", 12, button="no")
    held: dict[str, str] = {}
    with (
        Hub(tmp_path, one, number=1, seed=seed) as tiles,
        Hub(tmp_path, two, number=2, seed=seed) as columns,
        Table([tiles, columns]) as table,
    ):
        evenings = [
            Evening(hub, table, Random(f"{seed} {hub.wired.name}"), held, power_fails=seed % 2 == 0)
            for hub in (tiles, columns)
        ]
        run(table, *(evening.live(SECONDS) for evening in evenings))
        for evening in evenings:
            print(evening.story())
            hub = evening.hub
            assert (len(hub.world.starts), hub.pico.status, hub.pico.error_output) == (
                evening.starts,
                None,
                "",
            )
            assert evening.moves > 10
            assert evening.missed <= 1 + evening.spans // 4
            free = hub.free()
            quarter = len(free) // 4
            assert max(free[-quarter:]) > max(free[quarter : 2 * quarter]) - FREE_VARIES, free
