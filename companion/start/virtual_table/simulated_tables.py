"""The virtual tables of `herald simulate`: one without a plan, or one that is wired like a kit."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from companion.games import game_rules
from companion.rules.game import GameSetup
from companion.simulator.campaign import SimulatedTableParts
from companion.start.real_table.reader_relay import make_zone_plan
from companion.start.virtual_table.kit_files import load_kit_or_plan
from companion.start.virtual_table.kit_sensors import KitSensors
from companion.start.virtual_table.register_sensors import RegisterSensors
from companion.table.zones import ZonePlan
from hardware.virtual.device_manager import faults_of_plan
from hardware.virtual.faults import ALL_RUNTIME_FAULTS, HUB_FAULTS, RUNTIME_FAULTS
from hardware.wiring_schema import WiringPlan

NO_HUB_REASON = "no hub is wired here; take --kit hub"
NO_SUCH_READER_REASON = "no reader that is wired here can have it"


def make_simulated_table(kit: str | None) -> SimulatedTableParts:
    """The table of a kit or of a plan's file; None: one without a plan. Raises UsageError, InvalidFile, OSError."""
    if kit is None:
        return SimulatedTableParts(RegisterSensors, RUNTIME_FAULTS, _impossible(RUNTIME_FAULTS))
    path, wiring = load_kit_or_plan(kit, "--kit")

    # partial, because other processes get these: functions by their names, and values
    zones = partial(_zone_plan_of_kit, wiring)
    senses = partial(KitSensors, path, wiring)
    possible = faults_of_plan(wiring)
    if any(table.board_name for table in wiring.tables):
        possible |= HUB_FAULTS
    return SimulatedTableParts(senses, possible, _impossible(possible), zones)


def _impossible(possible: Collection[str]) -> dict[str, str]:
    """The faults that cannot happen at a table with these, and why not."""
    return {
        name: NO_HUB_REASON if name in HUB_FAULTS else NO_SUCH_READER_REASON
        for name in ALL_RUNTIME_FAULTS
        if name not in possible
    }


def _zone_plan_of_kit(wiring: WiringPlan, name: str, setup: GameSetup) -> ZonePlan:
    return make_zone_plan(wiring.reader_names, game_rules(name).zones(setup))
