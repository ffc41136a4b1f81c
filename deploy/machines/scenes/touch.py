"""The touchscreen: it comes late, outlives Herald, is pulled, and comes back before anybody gave it to Herald."""

from __future__ import annotations

from machines.kiosk import HOME, NEW_GAME, REAL_OR_VIRTUAL, busy, heard, standing, tap, until_home
from machines.machine import Machine
from machines.stage import Stage

RESTING = 0.5
"""How much of a core Herald takes at most when nobody does anything; a thread that never waits takes all of it."""

UDEV = "systemd-udevd.service systemd-udevd-kernel.socket systemd-udevd-control.socket"
NEWEST = "ls -t /dev/input/event* | head -1"


def touch(stage: Stage) -> None:
    """A touchscreen is felt whenever it is plugged in and whenever Herald is started, and each tap counts once."""
    with stage.machine(words="") as machine:
        until_home(machine)
        stage.keep(standing(machine))
        stage.expect(heard(machine) == 0, f"home without a touchscreen, {busy(machine):.0%} of a core")

        _plugged(machine)
        _same_spot(stage, machine)
        _counts_once(stage, machine, "plugged in later")

        machine.unplug_touch()
        _rests(stage, machine, "pulled")
        _plugged(machine)
        _counts_once(stage, machine, "put back")

        before = standing(machine)
        machine.touch(*REAL_OR_VIRTUAL, seconds=None)
        pressed = standing(machine)
        stage.expect(pressed.differs(before), "a finger is down")
        machine.unplug_touch()
        machine.until(lambda: machine.picture("now").differs(pressed), 10, "the finger has left")
        _rests(stage, machine, "pulled with the finger down")
        _plugged(machine)
        _counts_once(stage, machine, "put back after that")

        machine.unplug_touch()
        _barred(stage, machine)
        _counts_once(stage, machine, "given by udev after that")


def _plugged(machine: Machine) -> None:
    before = heard(machine)
    machine.plug_touch()
    machine.until(lambda: heard(machine) > before, 10, "Herald says that the touchscreen is there")


def _same_spot(stage: Stage, machine: Machine) -> None:
    """The kernel tells only what changes: none of the two axes, for the second touch. It stays at a new game."""
    home = standing(machine)
    page = tap(machine, NEW_GAME)
    before = heard(machine)
    machine.must("systemctl restart herald")
    machine.until(lambda: heard(machine) > before, HOME, "Herald says again that the touchscreen is there")
    machine.until(lambda: not machine.picture("now").differs(home), HOME, "home again")
    stage.expect(not standing(machine).differs(home), "Herald is restarted, and home again")
    again = stage.keep(tap(machine, NEW_GAME))
    stage.expect(
        not again.differs(page), "a touch of the very spot that was touched before the restart counts"
    )


def _counts_once(stage: Stage, machine: Machine, told: str) -> None:
    """Each tap turns a switch with two positions."""
    first = standing(machine)
    second = stage.keep(tap(machine, REAL_OR_VIRTUAL))
    third = tap(machine, REAL_OR_VIRTUAL)
    stage.expect(second.differs(first) and not third.differs(first), f"{told}: each of two taps counts once")
    _rests(stage, machine, told)


def _rests(stage: Stage, machine: Machine, told: str) -> None:
    taken = busy(machine)
    stage.expect(taken < RESTING, f"{told}: Herald takes {taken:.0%} of a core")


def _barred(stage: Stage, machine: Machine) -> None:
    """udev is slow: the new device is root's alone for a while."""
    machine.must(f"systemctl stop {UDEV}")
    machine.plug_touch()
    whose = machine.must(f"stat --format=%U:%G:%a $({NEWEST})").strip()
    stage.expect(whose == "root:root:600", f"put back, and not given to anybody: {whose}")
    machine.until(
        lambda: "may not use the touchscreen" in machine.must("journalctl --boot --unit=herald --output=cat"),
        60,
        "Herald says that it may not use the touchscreen",
    )
    _rests(stage, machine, "while it is root's")
    before = heard(machine)
    machine.must(f"systemctl start {UDEV} && udevadm trigger --action=add --subsystem-match=input --settle")
    machine.until(lambda: heard(machine) > before, 10, "Herald says that the touchscreen is there")
