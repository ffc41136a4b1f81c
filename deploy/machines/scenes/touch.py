"""Shows the touchscreen: it comes late, outlives Herald, is removed, and comes back before its group is set."""

from __future__ import annotations

from machines.kiosk_driver import (
    ANOTHER_PLAYER_BUTTON,
    HOME_TIMEOUT_S,
    LEAVE_BUTTON,
    NEW_GAME_BUTTON,
    OWN_BOX_BUTTON,
    count_touchscreens_found,
    measure_cpu_share,
    tap_and_wait,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

MAX_CPU_SHARE_AT_REST = 0.5
"""The largest share of a core at rest; a thread that never waits uses all of it."""

UDEV_UNITS = "systemd-udevd.service systemd-udevd-kernel.socket systemd-udevd-control.socket"
NEWEST_INPUT_COMMAND = "ls -t /dev/input/event* | head -1"


def show_touch(stage: SceneRun) -> None:
    """A touchscreen works whenever it is plugged in and whenever Herald starts, and each tap counts once."""
    with stage.start_machine(words="") as machine:
        wait_for_home(machine)
        stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(
            count_touchscreens_found(machine) == 0,
            f"home without a touchscreen, {measure_cpu_share(machine):.0%} of a core",
        )

        _plugged(machine)
        _same_spot(stage, machine)
        tap_and_wait(machine, OWN_BOX_BUTTON)
        _counts_once(stage, machine, "plugged in later")

        machine.unplug_touchscreen()
        _rests(stage, machine, "pulled")
        _plugged(machine, fingers=1)
        _counts_once(stage, machine, "another one, for one finger")

        machine.unplug_touchscreen()
        _plugged(machine)
        _counts_once(stage, machine, "put back")

        before = wait_for_stable_picture(machine)
        machine.touch(*ANOTHER_PLAYER_BUTTON, seconds=None)
        pressed = wait_for_stable_picture(machine)
        stage.expect(pressed.differs_from(before), "a finger is down")
        machine.unplug_touchscreen()
        machine.wait_until(
            lambda: machine.take_screenshot("now").differs_from(pressed), 10, "the finger has left"
        )
        _rests(stage, machine, "pulled with the finger down")
        _plugged(machine)
        _counts_once(stage, machine, "put back after that")

        machine.unplug_touchscreen()
        _barred(stage, machine)
        _counts_once(stage, machine, "given by udev after that")


def _plugged(machine: VirtualMachine, fingers: int = 10) -> None:
    before = count_touchscreens_found(machine)
    machine.plug_touchscreen(fingers=fingers)
    machine.wait_until(
        lambda: count_touchscreens_found(machine) > before, 10, "Herald says that the touchscreen is there"
    )


def _same_spot(stage: SceneRun, machine: VirtualMachine) -> None:
    """Touch the same spot twice: the kernel reports only changes, so no axis for the second touch."""
    home = wait_for_stable_picture(machine)
    page = tap_and_wait(machine, NEW_GAME_BUTTON)
    before = count_touchscreens_found(machine)
    machine.run_checked("systemctl restart herald")
    machine.wait_until(
        lambda: count_touchscreens_found(machine) > before,
        HOME_TIMEOUT_S,
        "Herald says again that the touchscreen is there",
    )
    machine.wait_until(
        lambda: not machine.take_screenshot("now").differs_from(home), HOME_TIMEOUT_S, "home again"
    )
    stage.expect(
        not wait_for_stable_picture(machine).differs_from(home), "Herald is restarted, and home again"
    )
    again = stage.keep_screenshot(tap_and_wait(machine, NEW_GAME_BUTTON))
    stage.expect(
        not again.differs_from(page), "a touch of the very spot that was touched before the restart counts"
    )


def _counts_once(stage: SceneRun, machine: VirtualMachine, told: str) -> None:
    """Expect that one tap brings one player, and another takes that one away."""
    first = wait_for_stable_picture(machine)
    second = stage.keep_screenshot(tap_and_wait(machine, ANOTHER_PLAYER_BUTTON))
    third = tap_and_wait(machine, LEAVE_BUTTON)
    stage.expect(
        second.differs_from(first) and not third.differs_from(first), f"{told}: each of two taps counts once"
    )
    _rests(stage, machine, told)


def _rests(stage: SceneRun, machine: VirtualMachine, told: str) -> None:
    taken = measure_cpu_share(machine)
    stage.expect(taken < MAX_CPU_SHARE_AT_REST, f"{told}: Herald takes {taken:.0%} of a core")


def _barred(stage: SceneRun, machine: VirtualMachine) -> None:
    """Connect a touchscreen while udev is slow: the new device belongs to root for a while."""
    machine.run_checked(f"systemctl stop {UDEV_UNITS}")
    machine.plug_touchscreen()
    whose = machine.run_checked(f"stat --format=%U:%G:%a $({NEWEST_INPUT_COMMAND})").strip()
    stage.expect(whose == "root:root:600", f"put back, and not given to anybody: {whose}")
    machine.wait_until(
        lambda: (
            "may not use the touchscreen"
            in machine.run_checked("journalctl --boot --unit=herald --output=cat")
        ),
        60,
        "Herald says that it may not use the touchscreen",
    )
    _rests(stage, machine, "while it is root's")
    before = count_touchscreens_found(machine)
    machine.run_checked(
        f"systemctl start {UDEV_UNITS} && udevadm trigger --action=add --subsystem-match=input --settle"
    )
    machine.wait_until(
        lambda: count_touchscreens_found(machine) > before, 10, "Herald says that the touchscreen is there"
    )
