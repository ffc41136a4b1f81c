"""From power-on to home."""

from __future__ import annotations

from machines.kiosk import (
    NEW_GAME,
    begin_virtual_game,
    journals,
    logins,
    property_of,
    standing,
    tap,
    until_home,
    until_offered,
)
from machines.stage import Stage

TEN = 10


def starts(stage: Stage) -> None:
    """From power-on Herald's home comes by itself, a touch begins a game, the power is pulled, the evening goes on."""
    with stage.machine("first") as machine:
        stage.tell(f"{machine.accelerator.name}: {machine.accelerator.why or 'as fast as this computer'}")
        stage.tell(f"Herald's home after {until_home(machine):.0f} s")
        stage.keep(machine.picture("home"))
        stage.keep(begin_virtual_game(machine))
        ((name, before),) = journals(machine).items()
        stage.expect(before.startswith("herald 1"), f"the touches began {name}")
        overlay = machine.overlay
    with stage.machine("second", overlay=overlay) as machine:
        stage.tell(f"the power was pulled; Herald's home after {until_home(machine):.0f} s")
        until_offered(machine)
        stage.keep(machine.picture("offered"))
        stage.keep(tap(machine, NEW_GAME))
        after = journals(machine)
        stage.expect(list(after) == [name], "the same evening goes on, and no other was begun")
        stage.expect(after[name].startswith(before), "every line of it is there")


def ten_starts(stage: Stage) -> None:
    """Ten times out of ten: from power-on to Herald's home, without a login in sight."""
    took = []
    for number in range(1, TEN + 1):
        with stage.machine(f"start-{number}") as machine:
            took.append(until_home(machine))
            stage.keep(machine.picture("home"))
            machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
            standing(machine)
            stage.expect(logins(machine) == 0, f"start {number}: home after {took[-1]:.0f} s, no login")
            stage.expect(property_of(machine, "NRestarts") == "0", "at the first try")
    stage.tell(f"from {min(took):.0f} to {max(took):.0f} s")
