"""Shows the pins of a Raspberry Pi, simulated by the kernel (gpio-sim).

lgpio, gpiozero and rpi-lgpio are the real ones. sysfs sets the pull of a line as a finger does with a button;
the state of a light is read back there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machines.kiosk_driver import (
    BACK_BUTTON,
    NEW_GAME_BUTTON,
    REDRAW_TIMEOUT_S,
    begin_game,
    count_as_played,
    install_kit_wiring,
    open_readers_page,
    read_journals,
    run_doctor,
    tap_and_wait,
    wait_for_home,
    wait_for_resume_card,
    wait_for_stable_picture,
)
from machines.newer_kernel import with_newer_kernel
from machines.scene_run import SceneRun
from machines.screenshot import Screenshot
from machines.virtual_machine import POWERED_OFF, VirtualMachine


class PiModel(NamedTuple):
    """A Raspberry Pi as programs see it: its name, the label of its pins' chip, its revision code."""

    name: str
    label: str
    revision: str


PI_4 = PiModel("Raspberry Pi 4", "pinctrl-bcm2711", "c03111")
PI_5 = PiModel("Raspberry Pi 5", "pinctrl-rp1", "c04170")

GPIO_LINE_COUNT = 54
NO, YES, OFF = 6, 5, 17
"""BCM numbers of buttons of kit one."""
RED, GREEN, BLUE, RST = 22, 23, 24, 25
BUSY_PIN_HOLDER = "spi0 CS1"
"""The user of the pin of `no` on the first board, by the kernel's name of a chip select."""

# A Pi's device tree tells its revision, where one of this computer cannot: gpiozero finds it in /proc/cpuinfo too, as
# older kernels have it, and rpi-lgpio in its environment. A service of Debian 12's sees the first only if it is told.
FAKE_REVISION_SCRIPT = """
printf 'Revision\\t: {revision}\\n' | cat - /proc/cpuinfo >/run/{revision}
mount --bind /run/{revision} /proc/cpuinfo
mkdir -p /run/systemd/system/herald.service.d
cat >/run/systemd/system/herald.service.d/revision.conf <<'END'
[Service]
Environment=RPI_LGPIO_REVISION={revision}
BindReadOnlyPaths=/run/{revision}:/proc/cpuinfo
END
systemctl daemon-reload
"""
MAKE_CHIP_SCRIPT = """
modprobe gpio-sim
cd /sys/kernel/config/gpio-sim
mkdir pi pi/bank
echo {lines} >pi/bank/num_lines
echo {label} >pi/bank/label
{busy}
echo 1 >pi/live
udevadm settle
"""
OCCUPY_PIN_SCRIPT = """
mkdir pi/bank/line{pin} pi/bank/line{pin}/hog
echo '{holder}' >pi/bank/line{pin}/hog/name
echo input >pi/bank/line{pin}/hog/direction
"""
REMOVE_CHIP_SCRIPT = """
cd /sys/kernel/config/gpio-sim
echo 0 >pi/live
[ ! -e pi/bank/line{pin} ] || rmdir pi/bank/line{pin}/hog pi/bank/line{pin}
rmdir pi/bank pi
umount /proc/cpuinfo
"""
SIM_GPIO_FOLDER = "/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio"

MAX_PRESSES = 12
"""The largest number of presses of `yes` for one move: it points, touches, and is done."""
LIGHT_TEST_BUTTON = (762, 137)
"""A position on the readers' page: the test of the first reader's light."""
LIGHT_TEST_COLOURS = (("green", GREEN), ("red", RED), ("blue", BLUE))
"""The signals of the light after each touch there."""


def show_pins(stage: SceneRun) -> None:
    """Buttons, lights and a busy pin through the real lgpio, on a Pi 4's and a Pi 5's chip, and no chip."""
    with stage.start_machine(disk=with_newer_kernel(stage.disk)) as machine:
        machine.run_checked("systemctl stop herald", 120)
        install_kit_wiring(machine, "one")
        count_as_played(machine, "louis-xiv")
        _without_a_chip(stage, machine)
        _plug(machine, PI_4, busy=NO)
        _told_by_the_doctor(stage, machine)
        machine.run_checked("systemctl start herald", 120)
        wait_for_home(machine)
        _lights(stage, machine)
        tap_and_wait(machine, BACK_BUTTON)
        begin_game(machine)
        _plays_by_buttons(stage, machine, PI_4)
        machine.run_checked("systemctl stop herald", 60)
        machine.run_checked(REMOVE_CHIP_SCRIPT.format(pin=NO))
        _plug(machine, PI_5)
        machine.run_checked("systemctl start herald", 120)
        wait_for_resume_card(machine)
        tap_and_wait(machine, NEW_GAME_BUTTON)
        _plays_by_buttons(stage, machine, PI_5)
        _switched_off(stage, machine)


def _plug(machine: VirtualMachine, board: PiModel, busy: int | None = None) -> None:
    """Add the header of that board; one of its pins may be held by the kernel."""
    held = "" if busy is None else OCCUPY_PIN_SCRIPT.format(pin=busy, holder=BUSY_PIN_HOLDER)
    machine.run_checked(FAKE_REVISION_SCRIPT.format(revision=board.revision))
    machine.run_checked(
        "set -e" + MAKE_CHIP_SCRIPT.format(lines=GPIO_LINE_COUNT, label=board.label, busy=held)
    )


def _without_a_chip(stage: SceneRun, machine: VirtualMachine) -> None:
    told = run_doctor(machine)
    stage.expect(
        "!!  pins: no pin header of a Raspberry Pi is here" in told, "the doctor says: no pin header"
    )
    machine.run_checked("systemctl start herald", 120)
    wait_for_home(machine)
    logged = "journalctl --boot --unit=herald --output=cat | grep 'no pin header of a Raspberry Pi is here'"
    machine.wait_until(
        lambda: machine.run_command(logged).status == 0, 30, "a word about the pins in the log", 1
    )
    stage.report("Herald starts without pins, and its log says why")
    stage.keep_screenshot(open_readers_page(machine))
    tap_and_wait(machine, BACK_BUTTON)
    machine.run_checked("systemctl stop herald", 60)


def _told_by_the_doctor(stage: SceneRun, machine: VirtualMachine) -> None:
    told = run_doctor(machine, f"RPI_LGPIO_REVISION={PI_4.revision}")
    for line, sentence in (
        ("ok  pins: gpiochip0 has those of the header", "the chip is found by its label"),
        (
            "ok  buttons: at rest: player/1, player/2, player/3, player/4, yes, undo",
            "all other buttons are at rest",
        ),
        (
            f"BCM {NO} (pin 31) cannot be used: {BUSY_PIN_HOLDER} holds this pin",
            f"a pin is busy, with {BUSY_PIN_HOLDER}",
        ),
        ("ok  lights: were green, blinked red and were blue: play", "the light was green, red, blue"),
        ("ok  sounder: played two tones", "the sounder played"),
    ):
        stage.expect(line in told, f"the doctor on a {PI_4.name}: {sentence}")


def _lights(stage: SceneRun, machine: VirtualMachine) -> None:
    """The readers' page sets the pins of the light."""
    open_readers_page(machine)
    stage.expect(_levels(machine, RST) == [1], "rpi-lgpio holds the readers' RST high")
    stage.expect(not any(_levels(machine, RED, GREEN, BLUE)), "the light is dark")
    for colour, pin in LIGHT_TEST_COLOURS:
        machine.touch(*LIGHT_TEST_BUTTON)
        machine.wait_until(lambda pin=pin: _levels(machine, pin) == [1], 5, f"a light that is {colour}")  # type: ignore[misc]
        stage.report(f"a touch, and BCM {pin} is high: {colour}")
    stage.keep_screenshot(wait_for_stable_picture(machine))
    machine.touch(*LIGHT_TEST_BUTTON)
    machine.wait_until(lambda: not any(_levels(machine, RED, GREEN, BLUE)), 5, "a light that is dark")


def _plays_by_buttons(stage: SceneRun, machine: VirtualMachine, board: PiModel) -> None:
    """`yes` alone makes a move: each press changes the screen, and the last one adds a line to the journal."""
    before = read_journals(machine)
    presses = 0
    while read_journals(machine) == before and presses < MAX_PRESSES:
        stage.keep_screenshot(_pressed(machine, YES))
        presses += 1
    ((name, now),) = read_journals(machine).items()
    line = now.removeprefix(before[name]).strip()
    stage.expect(
        now.startswith(before[name]) and line, f"{board.name}: after {presses} times yes a move: {line}"
    )


def _switched_off(stage: SceneRun, machine: VirtualMachine) -> None:
    """The button `off` asks, and a second press shuts down."""
    stage.keep_screenshot(_pressed(machine, OFF))
    _press(machine, OFF)
    after = machine.wait_until_off(60)
    stage.expect(
        machine.power_off_reason() == POWERED_OFF,
        f"off pressed twice: the computer was off after {after:.0f} s",
    )


def _pressed(machine: VirtualMachine, pin: int) -> Screenshot:
    """The picture after a press. Raises MachineError if nothing changes."""
    before = wait_for_stable_picture(machine)
    _press(machine, pin)
    machine.wait_until(
        lambda: machine.take_screenshot("now").differs_from(before),
        REDRAW_TIMEOUT_S * 5,
        f"an answer to the button at BCM {pin}",
    )
    return wait_for_stable_picture(machine)


def _press(machine: VirtualMachine, pin: int) -> None:
    """Press and release a button as quickly as a hand does."""
    machine.run_checked(
        f"cd {SIM_GPIO_FOLDER}{pin} && echo pull-down >pull && sleep 0.2 && echo pull-up >pull"
    )


def _levels(machine: VirtualMachine, *at: int) -> Sequence[int]:
    """The levels of those lines."""
    return [
        int(level)
        for level in machine.run_checked("; ".join(f"cat {SIM_GPIO_FOLDER}{pin}/value" for pin in at)).split()
    ]
