"""Shows shut-down and restart on the screen."""

from __future__ import annotations

import time
from contextlib import suppress

from machines.errors import MachineError
from machines.kiosk_driver import (
    BACK_BUTTON,
    read_journals,
    resume_saved_game,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_resume_card,
    wait_for_stable_picture,
)
from machines.scene_run import SceneRun
from machines.screenshot import PixelBox, Screenshot
from machines.virtual_machine import POWERED_OFF, RESTARTED, WIDTH, VirtualMachine

SWITCH_OFF_BUTTON = (690, 428)
"""A position on home: the button of the page with two answers."""
SHUT_DOWN, RESTART = (206, 200), (594, 200)
"""The two answers, which are locked until the page was visible for a second."""
FAREWELL_TEXT = "The plug may be pulled now."
FAREWELL_BOX: PixelBox = (0, 48, WIDTH, 64)
"""The area of the message on the console: its fourth line."""
BACK_BUTTON_BOX: PixelBox = (8, 8, 90, 80)
"""An area where every page but home has bright signs, and the closing overlay has none."""
CLOSING_MESSAGE_BOX: PixelBox = (150, 190, 650, 330)
"""The area of that overlay's message."""
DIM, BRIGHT = 100, 200
"""The overlay's ground is darker than the first, its text brighter than the second."""
PRINT_FAREWELL_COMMAND = rf"printf '\033c\n\n\n   {FAREWELL_TEXT}\n' >/dev/tty1"
CLEAN, UNCLEAN = "EXT4-fs (vda): mounted", ("recovery complete", "orphan inode")
"""The kernel's messages about its disk: always, and after an unclean end."""
POWER_OFF_TIMEOUT_S = 60
"""Seconds in which a computer shuts down."""


def show_switch_off(stage: SceneRun) -> None:
    """Switch off, touched: the machine says when to pull the plug, goes off, starts clean; so does Restart."""
    with stage.start_machine("first") as machine:
        wait_for_home(machine)
        said = _ends_otherwise(stage, machine)
        start_virtual_game(machine)
        tap_and_wait(machine, BACK_BUTTON)
        evening = read_journals(machine)
        last = _touched(stage, machine, SHUT_DOWN)
        stage.expect(
            machine.power_off_reason() == POWERED_OFF,
            f"Shut down: it is off after {machine.seconds_since_power_on:.0f} s",
        )
        told = [each for each in last if each.pixels_in(*FAREWELL_BOX) == said]
        stage.expect(told and max(said) > DIM, f"and said before: {FAREWELL_TEXT}")
        stage.keep_screenshot(told[0])
    with stage.start_machine("second", overlay=machine.overlay) as machine:
        _starts_clean(stage, machine, evening)
        tap_and_wait(machine, BACK_BUTTON)
        last = _touched(stage, machine, RESTART)
        stage.expect(
            machine.power_off_reason() == RESTARTED,
            f"Restart: it starts again after {machine.seconds_since_power_on:.0f} s",
        )
        stage.expect(
            not any(each.pixels_in(*FAREWELL_BOX) == said for each in last),
            "and nobody is told to pull the plug",
        )
    with stage.start_machine("third", overlay=machine.overlay) as machine:
        _starts_clean(stage, machine, evening)


def _ends_otherwise(stage: SceneRun, machine: VirtualMachine) -> bytes:
    """End Herald in other ways, until it is on home again; the pixels of the farewell, printed meanwhile."""
    before = systemd_property(machine, "MainPID")
    machine.run_checked("systemctl kill --signal=KILL herald")
    machine.wait_until(lambda: systemd_property(machine, "NRestarts") == "1", 30, "a new start")
    machine.wait_until(lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready")
    stage.expect(
        systemd_property(machine, "MainPID") != before and _stays(machine),
        "kill -9: another Herald, no power-off",
    )
    machine.run_checked("systemctl stop herald")
    stage.expect(
        systemd_property(machine, "ActiveState") == "inactive" and _stays(machine),
        "systemctl stop herald: no power-off",
    )
    machine.run_checked(PRINT_FAREWELL_COMMAND)
    said = machine.take_screenshot("as-it-would-say").pixels_in(*FAREWELL_BOX)
    machine.run_checked("systemctl start herald", 120)
    wait_for_stable_picture(machine)
    return said


def _stays(machine: VirtualMachine) -> bool:
    """Whether the machine is on, answers, and is not shutting down."""
    machine.run_command("sleep 3")
    return "shutdown.target" not in machine.run_checked("systemctl list-jobs --no-legend")


def _touched(stage: SceneRun, machine: VirtualMachine, answer: tuple[int, int]) -> list[Screenshot]:
    """Touch the button on home, then the answer; all different pictures from there until the machine is off."""
    page = stage.keep_screenshot(tap_and_wait(machine, SWITCH_OFF_BUTTON))
    machine.run_command("sleep 1")
    machine.touch(*answer)
    seen = _until_off(machine, page)
    closing = [each for each in seen if _is_closing(each)]
    stage.expect(closing and not _is_closing(page), "a touch on an answer: Herald says what it does")
    stage.keep_screenshot(closing[0])
    return seen


def _is_closing(picture: Screenshot) -> bool:
    """Whether the closing overlay covers the page."""
    return (
        picture.is_herald_page
        and max(picture.pixels_in(*BACK_BUTTON_BOX)) < DIM
        and max(picture.pixels_in(*CLOSING_MESSAGE_BOX)) > BRIGHT
    )


def _until_off(machine: VirtualMachine, last: Screenshot) -> list[Screenshot]:
    """Each picture that differs from the one before, until the machine is off by itself."""
    seen = [last]
    end = machine.seconds_since_power_on + POWER_OFF_TIMEOUT_S * machine.accelerator.slowness
    with suppress(MachineError):  # it goes off while a picture is made
        while machine.is_on and machine.seconds_since_power_on < end:
            now = machine.take_screenshot(f"last-{len(seen):02}")
            if now.differs_from(seen[-1]):
                seen.append(now)
            time.sleep(0.2)
    machine.wait_until_off(POWER_OFF_TIMEOUT_S)
    return seen[1:]


def _starts_clean(stage: SceneRun, machine: VirtualMachine, evening: dict[str, str]) -> None:
    """Home appears with all lines of a game, from a disk that was unmounted."""
    took = wait_for_home(machine)
    wait_for_resume_card(machine)
    stage.keep_screenshot(machine.take_screenshot("offered"))
    said = machine.log.read_text(errors="replace")
    stage.expect(
        CLEAN in said and not any(word in said for word in UNCLEAN),
        f"the next start is clean, and home comes after {took:.0f} s",
    )
    ((name, lines),) = evening.items()
    stage.expect(
        resume_saved_game(machine) == name and read_journals(machine) == evening,
        f"{name} goes on, with all its {lines.count(chr(10))} lines",
    )
