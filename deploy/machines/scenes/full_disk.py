"""Shows a card with no room left."""

from __future__ import annotations

from machines.kiosk_driver import (
    CARD,
    COMPLETE,
    read_journals,
    resume_saved_game,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_human_turn,
    wait_for_stable_picture,
)
from machines.root_folders import SAVED_GAMES_FOLDER
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

BLOCK_BYTES = 4096
"""The size of a block of ext4 in bytes: a saved game up to this size needs no further room."""
READ, DONE = (90, 60), COMPLETE
"""A position beside the button of an error message, and the button that tries again in the first one's place.
"""
ERROR_SHEET_EDGE_COLOUR = (226, 87, 76)
"""The colour of the edge of such a message."""

LENGTHEN_JOURNAL_SCRIPT = """
systemctl stop herald
cd '{evenings}'
room=$(({block} - 5 - $(stat --format=%s '{name}')))
printf '# %*s\\n' $((room - 3)) "" >>'{name}'
systemctl start herald
"""
"""Lengthens the journal until the next line needs another block; lines of comment mean nothing."""

FILL_DISK_SCRIPT = """
runuser -u anna -- sh -c '
    room=$(df --output=avail --block-size=1 /opt/anna | tail -n 1)
    fallocate --length $room /opt/anna/full
    while echo more 2>/dev/null >>/opt/anna/more; do :; done
    dd if=/dev/zero of=/opt/anna/rest bs=512 status=none 2>/dev/null
    ! dd if=/dev/zero of=/opt/anna/nothing bs=512 count=1 status=none 2>/dev/null'
"""
MAKE_ROOM_COMMAND = "rm --force /opt/anna/full /opt/anna/more /opt/anna/rest /opt/anna/nothing"


def show_full_disk(stage: SceneRun) -> None:
    """The card is full in the middle of a game: nothing accepted is lost, players see it, and play continues."""
    with stage.start_machine("playing") as machine:
        wait_for_home(machine)
        start_virtual_game(machine)
        ((name, _),) = read_journals(machine).items()
        machine.run_checked(
            LENGTHEN_JOURNAL_SCRIPT.format(evenings=SAVED_GAMES_FOLDER, name=name, block=BLOCK_BYTES)
        )
        # a kernel does not report a finger at its earlier position to a program that opens the device later
        machine.touch(90, 330)
        resume_saved_game(machine)
        wait_for_human_turn(machine)
        before = read_journals(machine)[name]
        machine.run_checked(FILL_DISK_SCRIPT, 300)
        tap_and_wait(machine, CARD)
        told = stage.keep_screenshot(tap_and_wait(machine, COMPLETE))
        stage.expect(read_journals(machine)[name] == before, "no room for a line: the journal is as it was")
        stage.expect(
            any(told.colour_at(x, 240) == ERROR_SHEET_EDGE_COLOUR for x in range(200)), "the screen tells it"
        )
        machine.run_checked(MAKE_ROOM_COMMAND)
        stage.keep_screenshot(tap_and_wait(machine, READ))
        stage.keep_screenshot(tap_and_wait(machine, DONE))
        stage.expect(
            _grew(machine, name, before), "with room again, Done: the move is kept, and the game goes on"
        )
        wait_for_human_turn(machine)
        kept = read_journals(machine)[name]
        machine.run_checked(f"{FILL_DISK_SCRIPT} sync", 300)
    with stage.start_machine("full", overlay=machine.overlay) as machine:
        stage.report(
            f"the power was pulled; home after {wait_for_home(machine):.0f} s, on a card that is full"
        )
        stage.expect(systemd_property(machine, "NRestarts") == "0", "at the first try")
        stage.expect(
            resume_saved_game(machine) == name and read_journals(machine)[name].startswith(kept),
            "the evening goes on with every line",
        )
        stage.keep_screenshot(wait_for_stable_picture(machine))


def _grew(machine: VirtualMachine, name: str, before: str) -> bool:
    now = read_journals(machine)[name]
    return now.startswith(before) and now.count("\n") > before.count("\n")
