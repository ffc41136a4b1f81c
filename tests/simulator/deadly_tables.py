"""Tables of campaigns at which the process that plays dies, as often as a test wants it.

They lie in a module of their own, because other processes find them by their names.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from companion.rules.game import GameSetup
from companion.simulator.campaign import SimulatedTableParts
from companion.simulator.virtual_sensors import DirectEventSensors
from companion.table.zones import ZonePlan


def deadly_table(folder: Path, deaths: Mapping[str, int]) -> SimulatedTableParts:
    """A table without readers. Who plays a game that this colour begins is killed, so many times.

    `folder`: an empty one, where the deaths are counted.
    """
    return SimulatedTableParts(DirectEventSensors, {}, make_zone_plan=partial(_die_or_plan, folder, deaths))


def _die_or_plan(folder: Path, deaths: Mapping[str, int], game: str, setup: GameSetup) -> ZonePlan:
    for death in range(deaths.get(setup.start_player, 0)):
        try:
            (folder / f"{setup.start_player}-{death}").touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return ZonePlan({})
