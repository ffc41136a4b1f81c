"""A campaign: many simulated games of one kind."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from companion.rules.game import GameSetup
from companion.simulator.virtual_sensors import VirtualSensorsFactory
from companion.table.zones import ZonePlan


class SimulatedTableParts(NamedTuple):
    """The sensors of a simulated table with all their readers.

    reader_faults: faults of such readers: name -> what happens.
    impossible_faults: faults that cannot happen here: name -> why not.
    make_zone_plan: the plan of the readers for a game; None: a random one.
    """

    make_sensors: VirtualSensorsFactory
    reader_faults: Mapping[str, str]
    impossible_faults: Mapping[str, str] = {}
    make_zone_plan: Callable[[str, GameSetup], ZonePlan] | None = None


@contextmanager
def without_warnings() -> Iterator[None]:
    """Suppress warnings: the simulated faults are intended and counted."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
