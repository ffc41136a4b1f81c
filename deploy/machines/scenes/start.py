"""Shows the start, from power-on to home."""

from __future__ import annotations

from machines.kiosk_driver import (
    NEW_GAME_BUTTON,
    count_console_logins,
    read_journals,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_resume_card,
    wait_for_stable_picture,
)
from machines.scene_run import SceneRun

START_COUNT = 10


def show_starts(stage: SceneRun) -> None:
    """Home appears by itself after power-on, a touch begins a game, and after a power cut the game continues."""
    with stage.start_machine("first") as machine:
        stage.report(
            f"{machine.accelerator.name}: {machine.accelerator.why_not_kvm or 'as fast as this computer'}"
        )
        stage.report(f"Herald's home after {wait_for_home(machine):.0f} s")
        stage.keep_screenshot(machine.take_screenshot("home"))
        stage.keep_screenshot(start_virtual_game(machine))
        ((name, before),) = read_journals(machine).items()
        stage.expect(before.startswith("herald 2"), f"the touches began {name}")
        overlay = machine.overlay
    with stage.start_machine("second", overlay=overlay) as machine:
        stage.report(f"the power was pulled; Herald's home after {wait_for_home(machine):.0f} s")
        wait_for_resume_card(machine)
        stage.keep_screenshot(machine.take_screenshot("offered"))
        stage.keep_screenshot(tap_and_wait(machine, NEW_GAME_BUTTON))
        after = read_journals(machine)
        stage.expect(list(after) == [name], "the same evening goes on, and no other was begun")
        stage.expect(after[name].startswith(before), "every line of it is there")


def show_ten_starts(stage: SceneRun) -> None:
    """Ten times out of ten, home appears after power-on without a visible login."""
    took = []
    for number in range(1, START_COUNT + 1):
        with stage.start_machine(f"start-{number}") as machine:
            took.append(wait_for_home(machine))
            stage.keep_screenshot(machine.take_screenshot("home"))
            machine.wait_until(
                lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready"
            )
            wait_for_stable_picture(machine)
            stage.expect(
                count_console_logins(machine) == 0, f"start {number}: home after {took[-1]:.0f} s, no login"
            )
            stage.expect(systemd_property(machine, "NRestarts") == "0", "at the first try")
    stage.report(f"from {min(took):.0f} to {max(took):.0f} s")
