"""Parties at virtual tables that are wired like a kit, or as some plan says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.simulator.simulated_game import SimulatedGame, SimulatedGameConfig
from companion.start.virtual_table.simulated_tables import make_simulated_table
from tests.long import LONG
from tests.simulator.parties import colours, party

HUB_OF_COLUMNS = """
reset = 25

[[reader]]
name = "play"
bus = 0
device = 0

[[hub]]
name = "columns"
reset = 22
lights = 28

[[hub.button]]
name = "yes"
pin = 26

[[hub.button]]
name = "no"
pin = 27
""" + "".join(
    f'\n[[hub.reader]]\nname = "column/{column}"\nbus = 0\nselect = {column}\n' for column in range(1, 7)
)
"""A reader for cards on the Pi; one for each column, and the two buttons, on a hub."""


def guests(
    kit: str,
    name: str,
    players: int,
    seed: object,
    faults: Mapping[str, float] = {},
    *,
    greedy: bool = True,
) -> SimulatedGameConfig:
    """`kit`: its name or the file of a plan. greedy: whether the first player is clever."""
    table = make_simulated_table(kit)
    invited = party(name, players, seed, colours(name, 1) if greedy else ())
    assert table.make_zone_plan is not None
    return replace(
        invited,
        make_sensors=table.make_sensors,
        zone_plan=table.make_zone_plan(name, invited.setup),
        fault_rates=faults,
    )


def begun(party: SimulatedGameConfig, moves: int, folder: Path) -> SimulatedGame:
    """The first moves of an evening, each held against the truth; the whole of it with HERALD_LONG."""
    folder.mkdir(exist_ok=True)
    table = SimulatedGame(party, folder / f"{party.seed.replace('/', '-')}.herald")
    for _ in range(moves * LONG):
        if table.ground_truth.position.outcome() is None:
            table.play_move()
    table.app.finish_pending_move()
    table.check_agreement()
    table.app.close()
    return table


def of_plan(folder: Path, text: str) -> str:
    """The file of a plan."""
    path = folder / "wiring.toml"
    path.write_text(text)
    return str(path)
