"""A card with no room left."""

from __future__ import annotations

from machines.kiosk import (
    CARD,
    COMPLETE,
    begin_virtual_game,
    go_on,
    journals,
    property_of,
    standing,
    tap,
    until_asked,
    until_home,
)
from machines.machine import Machine
from machines.roots import EVENINGS
from machines.stage import Stage

BLOCK = 4096
"""Bytes that a file gets from ext4 at a time: an evening of up to so many needs no room that it does not have yet."""
READ, DONE = (90, 60), COMPLETE
"""Beside the button of a sentence that has to be read, and the button that tries again, where the first one was."""
REFUSED = (226, 87, 76)
"""The edge of such a sheet."""

LENGTHEN = """
systemctl stop herald
cd '{evenings}'
room=$(({block} - 5 - $(stat --format=%s '{name}')))
printf '# %*s\\n' $((room - 3)) "" >>'{name}'
systemctl start herald
"""
"""Until the next line needs another block; lines of comment mean nothing."""

FILL = """
runuser -u anna -- sh -c '
    room=$(df --output=avail --block-size=1 /opt/anna | tail -n 1)
    fallocate --length $room /opt/anna/full
    while echo more 2>/dev/null >>/opt/anna/more; do :; done
    dd if=/dev/zero of=/opt/anna/rest bs=512 status=none 2>/dev/null
    ! dd if=/dev/zero of=/opt/anna/nothing bs=512 count=1 status=none 2>/dev/null'
"""
MAKE_ROOM = "rm --force /opt/anna/full /opt/anna/more /opt/anna/rest /opt/anna/nothing"


def full_disk(stage: Stage) -> None:
    """The card is full in the middle of an evening: nothing accepted is lost, people are told, with room it goes on."""
    with stage.machine("playing") as machine:
        until_home(machine)
        begin_virtual_game(machine)
        ((name, _),) = journals(machine).items()
        machine.must(LENGTHEN.format(evenings=EVENINGS, name=name, block=BLOCK))
        machine.touch(90, 330)  # a kernel does not tell whoever comes later of a finger where it was before
        go_on(machine)
        until_asked(machine)
        before = journals(machine)[name]
        machine.must(FILL, 300)
        tap(machine, CARD)
        told = stage.keep(tap(machine, COMPLETE))
        stage.expect(journals(machine)[name] == before, "no room for a line: the journal is as it was")
        stage.expect(any(told.at(x, 240) == REFUSED for x in range(200)), "the screen tells it")
        machine.must(MAKE_ROOM)
        stage.keep(tap(machine, READ))
        stage.keep(tap(machine, DONE))
        stage.expect(
            _grew(machine, name, before), "with room again, Done: the move is kept, and the game goes on"
        )
        until_asked(machine)
        kept = journals(machine)[name]
        machine.must(f"{FILL} sync", 300)
    with stage.machine("full", overlay=machine.overlay) as machine:
        stage.tell(f"the power was pulled; home after {until_home(machine):.0f} s, on a card that is full")
        stage.expect(property_of(machine, "NRestarts") == "0", "at the first try")
        stage.expect(
            go_on(machine) == name and journals(machine)[name].startswith(kept),
            "the evening goes on with every line",
        )
        stage.keep(standing(machine))


def _grew(machine: Machine, name: str, before: str) -> bool:
    now = journals(machine)[name]
    return now.startswith(before) and now.count("\n") > before.count("\n")
