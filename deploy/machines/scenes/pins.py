"""The pins of a Raspberry Pi as the kernel plays them (gpio-sim); lgpio, gpiozero and rpi-lgpio are the real ones.

What a finger does to a button, sysfs does to the pull of its line; what a light gets is read back there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machines.kiosk import (
    BACK_HOME,
    BEGIN,
    DRAWN,
    NEW_GAME,
    OLDEST,
    doctor,
    journals,
    open_readers,
    standing,
    tap,
    until_home,
    until_offered,
    use_kit,
)
from machines.machine import POWERED_OFF, Machine
from machines.newer import newer
from machines.picture import Picture
from machines.stage import Stage


class Board(NamedTuple):
    """A Raspberry Pi as programs know it: its name, the label of its pins' chip, its revision code."""

    name: str
    label: str
    revision: str


PI_4 = Board("Raspberry Pi 4", "pinctrl-bcm2711", "c03111")
PI_5 = Board("Raspberry Pi 5", "pinctrl-rp1", "c04170")

LINES = 54
NO, YES, OFF = 6, 5, 17
"""Buttons of kit one, by BCM number."""
RED, GREEN, BLUE, RST = 22, 23, 24, 25
HOLDER = "spi0 CS1"
"""Who has the pin of `no` on the first board: what the kernel calls a chip select."""

# A Pi's device tree tells its revision, where one of this computer cannot: gpiozero finds it in /proc/cpuinfo too, as
# older kernels have it, and rpi-lgpio in its environment. A service of Debian 12's sees the first only if it is told.
REVISION = """
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
CHIP = """
modprobe gpio-sim
cd /sys/kernel/config/gpio-sim
mkdir pi pi/bank
echo {lines} >pi/bank/num_lines
echo {label} >pi/bank/label
{busy}
echo 1 >pi/live
udevadm settle
"""
BUSY = """
mkdir pi/bank/line{pin} pi/bank/line{pin}/hog
echo '{holder}' >pi/bank/line{pin}/hog/name
echo input >pi/bank/line{pin}/hog/direction
"""
GONE = """
cd /sys/kernel/config/gpio-sim
echo 0 >pi/live
[ ! -e pi/bank/line{pin} ] || rmdir pi/bank/line{pin}/hog pi/bank/line{pin}
rmdir pi/bank pi
umount /proc/cpuinfo
"""
LINE = "/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio"

PRESSES = 12
"""So often is `yes` pressed for one move, at most: it points, touches, and is done."""
LIGHT = (762, 137)
"""On the page of the readers: what tries the light of the first one."""
TRIED = (("green", GREEN), ("red", RED), ("blue", BLUE))
"""What the light is told with each touch of that."""


def pins(stage: Stage) -> None:
    """Buttons, lights and a busy pin through the real lgpio, on a Pi 4's and on a Pi 5's chip, and no chip at all."""
    with stage.machine(disk=newer(stage.disk)) as machine:
        machine.must("systemctl stop herald", 120)
        use_kit(machine, "one")
        _without_a_chip(stage, machine)
        _plug(machine, PI_4, busy=NO)
        _told_by_the_doctor(stage, machine)
        machine.must("systemctl start herald", 120)
        until_home(machine)
        _lights(stage, machine)
        tap(machine, BACK_HOME)
        for spot in (NEW_GAME, OLDEST, BEGIN):
            tap(machine, spot)
        machine.until(lambda: bool(journals(machine)), 10, "a journal of the game")
        _plays_by_buttons(stage, machine, PI_4)
        machine.must("systemctl stop herald", 60)
        machine.must(GONE.format(pin=NO))
        _plug(machine, PI_5)
        machine.must("systemctl start herald", 120)
        until_offered(machine)
        tap(machine, NEW_GAME)
        _plays_by_buttons(stage, machine, PI_5)
        _switched_off(stage, machine)


def _plug(machine: Machine, board: Board, busy: int | None = None) -> None:
    """The header of that board appears; one of its pins may be held by the kernel."""
    held = "" if busy is None else BUSY.format(pin=busy, holder=HOLDER)
    machine.must(REVISION.format(revision=board.revision))
    machine.must("set -e" + CHIP.format(lines=LINES, label=board.label, busy=held))


def _without_a_chip(stage: Stage, machine: Machine) -> None:
    told = doctor(machine)
    stage.expect(
        "!!  pins: no pin header of a Raspberry Pi is here" in told, "the doctor says: no pin header"
    )
    machine.must("systemctl start herald", 120)
    until_home(machine)
    logged = "journalctl --boot --unit=herald --output=cat | grep 'no pin header of a Raspberry Pi is here'"
    machine.until(lambda: machine.run(logged).status == 0, 30, "a word about the pins in the log", 1)
    stage.tell("Herald starts without pins, and its log says why")
    stage.keep(open_readers(machine))
    tap(machine, BACK_HOME)
    machine.must("systemctl stop herald", 60)


def _told_by_the_doctor(stage: Stage, machine: Machine) -> None:
    told = doctor(machine, f"RPI_LGPIO_REVISION={PI_4.revision}")
    for line, sentence in (
        ("ok  pins: gpiochip0 has those of the header", "the chip is found by its label"),
        (
            "ok  buttons: at rest: player/1, player/2, player/3, player/4, yes, undo",
            "all other buttons are at rest",
        ),
        (f"BCM {NO} (pin 31) cannot be used: {HOLDER} holds this pin", f"a pin is busy, with {HOLDER}"),
        ("ok  lights: were green, blinked red and were blue: play", "the light was green, red, blue"),
        ("ok  sounder: played two tones", "the sounder played"),
    ):
        stage.expect(line in told, f"the doctor on a {PI_4.name}: {sentence}")


def _lights(stage: Stage, machine: Machine) -> None:
    """What the page of the readers tells the light to show is on its pins."""
    open_readers(machine)
    stage.expect(_levels(machine, RST) == [1], "rpi-lgpio holds the readers' RST high")
    stage.expect(not any(_levels(machine, RED, GREEN, BLUE)), "the light is dark")
    for colour, pin in TRIED:
        machine.touch(*LIGHT)
        machine.until(lambda pin=pin: _levels(machine, pin) == [1], 5, f"a light that is {colour}")  # type: ignore[misc]
        stage.tell(f"a touch, and BCM {pin} is high: {colour}")
    stage.keep(standing(machine))
    machine.touch(*LIGHT)
    machine.until(lambda: not any(_levels(machine, RED, GREEN, BLUE)), 5, "a light that is dark")


def _plays_by_buttons(stage: Stage, machine: Machine, board: Board) -> None:
    """`yes` alone makes a move: each press is answered on the screen, and the last one by a line of the journal."""
    before = journals(machine)
    presses = 0
    while journals(machine) == before and presses < PRESSES:
        stage.keep(_pressed(machine, YES))
        presses += 1
    ((name, now),) = journals(machine).items()
    line = now.removeprefix(before[name]).strip()
    stage.expect(
        now.startswith(before[name]) and line, f"{board.name}: after {presses} times yes a move: {line}"
    )


def _switched_off(stage: Stage, machine: Machine) -> None:
    """The button `off` asks, and pressed once more it is done."""
    stage.keep(_pressed(machine, OFF))
    _press(machine, OFF)
    after = machine.until_off(60)
    stage.expect(
        machine.why_off() == POWERED_OFF, f"off pressed twice: the computer was off after {after:.0f} s"
    )


def _pressed(machine: Machine, pin: int) -> Picture:
    """The picture when a press is answered. Raises MachineError if nothing changes."""
    before = standing(machine)
    _press(machine, pin)
    machine.until(
        lambda: machine.picture("now").differs(before), DRAWN * 5, f"an answer to the button at BCM {pin}"
    )
    return standing(machine)


def _press(machine: Machine, pin: int) -> None:
    """Down and up again, in a moment that a hand takes."""
    machine.must(f"cd {LINE}{pin} && echo pull-down >pull && sleep 0.2 && echo pull-up >pull")


def _levels(machine: Machine, *at: int) -> Sequence[int]:
    """What is on those lines."""
    return [int(level) for level in machine.must("; ".join(f"cat {LINE}{pin}/value" for pin in at)).split()]
