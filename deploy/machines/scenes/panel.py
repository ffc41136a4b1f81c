"""Shows the panel: its first picture, none at all, two cards, rotated."""

from __future__ import annotations

from machines.kiosk_driver import (
    NEW_GAME_BUTTON,
    START_PLAYER_BUTTON,
    count_console_logins,
    measure_cpu_share,
    read_journals,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.root_folders import HERALD_FOLDER
from machines.scene_run import SceneRun
from machines.screenshot import Screenshot
from machines.virtual_machine import HEIGHT, WIDTH, VirtualMachine

PANEL_ABSENT_S = 100
"""Seconds without a panel: more than the unit's TimeoutStartSec."""

FIRST_LOG_TEXT = "Faults are told here without values"
"""The first text of Herald in the journal: companion.fault_log."""

CONNECTOR_STATUS_FILE = "/sys/class/drm/card*-Virtual-1/status"
"""The file that sets the state of a connector: off, on, or detect."""


def show_first_picture(stage: SceneRun) -> None:
    """The first picture appears by itself and stays, and Herald is ready only when it is there."""
    with stage.start_machine() as machine:
        machine.wait_until(lambda: systemd_property(machine, "SubState") == "start", 60, "Herald's service")
        last_black = machine.seconds_since_power_on

        def there() -> bool:
            nonlocal last_black
            asked = machine.seconds_since_power_on
            if machine.take_screenshot("now").is_herald_page:
                return True
            last_black = asked
            return False

        first = machine.wait_until(there, 60, "a picture of Herald's", interval=0.02)
        stage.report(f"still no picture at {last_black:.2f} s, a picture at {first:.2f} s, without a touch")
        machine.wait_until(
            lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready"
        )
        ready = _ready(machine)
        stage.expect(ready > last_black, f"ready at {ready:.2f} s, after the last look at a black panel")
        home = stage.keep_screenshot(wait_for_stable_picture(machine))
        machine.run_command("sleep 5")
        stage.expect(not machine.take_screenshot("later").differs_from(home), "the picture stays")
        stage.expect(home.is_herald_page and home.size == (WIDTH, HEIGHT), "and fills the panel")


def _ready(machine: VirtualMachine) -> float:
    """The time when the service manager knew that Herald is ready, in seconds since power-on."""
    entered = int(systemd_property(machine, "ActiveEnterTimestampMonotonic")) / 1_000_000
    clock = float(machine.run_checked("cut -d' ' -f1 /proc/uptime"))
    return machine.seconds_since_power_on - clock + entered  # too late by the time that the answer took


def show_no_panel(stage: SceneRun) -> None:
    """Without a graphics card, then without a panel, Herald waits and says so; home appears with the panel."""
    words = f"machine.touch={WIDTH}x{HEIGHT} modprobe.blacklist=virtio_gpu video=Virtual-1:d"
    with stage.start_machine(words=words) as machine:
        _waits(stage, machine, "there is no graphics card")
        machine.run_command(f"sleep {PANEL_ABSENT_S}", PANEL_ABSENT_S)
        stage.report(f"{PANEL_ABSENT_S} s go by")
        _waits(stage, machine, "there is no graphics card")
        machine.run_checked("modprobe virtio_gpu")
        _waits(stage, machine, "nothing is connected to Virtual-1 of card0")
        stage.expect(not read_journals(machine), "no evening was begun")
        stage.expect(count_console_logins(machine) == 0, "no login came")
        said = machine.run_checked("journalctl --boot --unit=herald --output=cat").splitlines()
        own = [
            line for line in said if not line.startswith(("Starting ", FIRST_LOG_TEXT, "Waiting for a panel"))
        ]
        stage.expect(not own, "its log says what is waited for, and nothing else")
        stage.expect(not machine.take_screenshot("now").is_herald_page, "and shows nothing")
        machine.run_checked(f"echo detect >{CONNECTOR_STATUS_FILE}")
        plugged = machine.seconds_since_power_on
        stage.report(f"home {wait_for_home(machine) - plugged:.0f} s after the panel came")
        home = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(systemd_property(machine, "NRestarts") == "0", "in the start that began with the power")
        _pulled(stage, machine, home)


def _waits(stage: SceneRun, machine: VirtualMachine, missing: str) -> None:
    wanted = f"Waiting for a panel: {missing}"
    machine.wait_until(lambda: systemd_property(machine, "StatusText") == wanted, 60, wanted)
    stage.expect(systemd_property(machine, "ActiveState") == "activating", f"its status: {wanted}")
    stage.expect(systemd_property(machine, "NRestarts") == "0", "not started again")


def _pulled(stage: SceneRun, machine: VirtualMachine, home: Screenshot) -> None:
    """Disconnect the panel at home and connect it again; a game is begun meanwhile."""
    machine.run_checked(f"echo off >{CONNECTOR_STATUS_FILE}")
    stage.report("the panel is pulled")
    tap_and_wait(machine, NEW_GAME_BUTTON)
    machine.run_checked(f"echo detect >{CONNECTOR_STATUS_FILE}")
    picture = stage.keep_screenshot(wait_for_stable_picture(machine))
    stage.expect(
        picture.is_herald_page and picture.differs_from(home),
        "it is put back: the picture is there, and a later one",
    )
    stage.expect(systemd_property(machine, "NRestarts") == "0", "Herald was not started again")
    taken = measure_cpu_share(machine)
    stage.expect(taken < 0.5, f"and rests: {taken:.0%} of a core")


GRAPHICS_DRIVER_FOLDER = "/sys/bus/pci/drivers/virtio-pci"
"""The driver of the machine's card, to which devices are bound and unbound by name."""


def show_card_gone(stage: SceneRun) -> None:
    """The graphics card's driver is removed and loaded again: Herald waits for it and shows the game again."""
    with stage.start_machine() as machine:
        wait_for_home(machine)
        stage.keep_screenshot(start_virtual_game(machine))
        ((name, before),) = read_journals(machine).items()
        place = machine.run_checked("basename $(readlink -f /sys/class/drm/card0/device)").strip()
        machine.run_checked(f"echo {place} >{GRAPHICS_DRIVER_FOLDER}/unbind")
        missing = "Waiting for a panel: there is no graphics card"
        machine.wait_until(lambda: systemd_property(machine, "StatusText") == missing, 60, missing)
        stage.report(f"the card is gone; the status of a new start: {missing}")
        machine.run_checked(f"echo {place} >{GRAPHICS_DRIVER_FOLDER}/bind")
        machine.wait_until(
            lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready"
        )
        wait_for_home(machine)
        stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.keep_screenshot(tap_and_wait(machine, NEW_GAME_BUTTON))
        after = read_journals(machine)
        stage.expect(
            list(after) == [name] and after[name].startswith(before), "it is back: the evening goes on"
        )
        stage.expect(systemd_property(machine, "NRestarts") == "1", "after one new start")
        stage.expect(count_console_logins(machine) == 0, "without a login")


def show_two_cards(stage: SceneRun) -> None:
    """Of two graphics cards the one with a connected display gets the picture, whichever comes first."""
    cards = tuple(
        f"virtio-gpu-pci,id={name},xres={WIDTH},yres={HEIGHT},addr={place}"
        for name, place in TWO_CARD_ADDRESSES.items()
    )
    for empty in (1, 2):
        with stage.start_machine(
            f"empty-{empty}", devices=cards, words=f"machine.touch={WIDTH}x{HEIGHT} video=Virtual-{empty}:d"
        ) as machine:
            machine.wait_until(
                lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready"
            )
            states = dict(line.split() for line in machine.run_checked(CONNECTORS_SCRIPT).splitlines())
            stage.expect(sorted(states.values()) == ["connected", "disconnected"], f"two cards: {states}")
            for place, state in states.items():
                name = next(name for name, slot in TWO_CARD_ADDRESSES.items() if f":{slot}." in place)
                picture = stage.keep_screenshot(machine.take_screenshot(name, device=name, head=0))
                shown = "Herald's picture" if picture.is_herald_page else "none"
                stage.expect(picture.is_herald_page == (state == "connected"), f"{place} is {state}: {shown}")
            said = machine.run_checked(
                "journalctl --boot --unit=herald --output=cat | grep 'The picture goes to'"
            )
            stage.report(said.strip())


TWO_CARD_ADDRESSES = {"first": "10", "second": "11"}
"""The addresses of two cards on the bus."""
CONNECTORS_SCRIPT = """
for each in /sys/class/drm/card?-Virtual-*; do
    echo "$(basename "$(readlink -f "$each/device/device")") $(cat "$each/status")"
done
"""


def show_rotation(stage: SceneRun) -> None:
    """An upright panel is turned by itself; deploy/install --rotate turns any, and a touch hits what is shown there."""
    with stage.start_machine("lying") as machine:
        wait_for_home(machine)
        home = stage.keep_screenshot(wait_for_stable_picture(machine))
        pages = {
            NEW_GAME_BUTTON: tap_and_wait(machine, NEW_GAME_BUTTON),
            START_PLAYER_BUTTON: tap_and_wait(machine, START_PLAYER_BUTTON),
        }
        _turned(stage, machine, 180, home, pages)
    devices = (f"virtio-gpu-pci,id=panel,xres={HEIGHT},yres={WIDTH}",)
    with stage.start_machine("upright", devices=devices, words=f"machine.touch={HEIGHT}x{WIDTH}") as machine:
        wait_for_home(machine)
        picture = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(picture.is_rotation_of(home, 90), "an upright panel has the picture turned by itself")
        for degrees in (90, 270):
            _turned(stage, machine, degrees, home, pages)


def _turned(
    stage: SceneRun,
    machine: VirtualMachine,
    degrees: int,
    home: Screenshot,
    pages: dict[tuple[int, int], Screenshot],
) -> None:
    """`pages`: a position, and the page that a touch there on the page before shows without rotation."""
    before = systemd_property(machine, "MainPID")
    machine.run_checked(f"{HERALD_FOLDER}/deploy/install --rotate {degrees}", 300)
    stage.expect(systemd_property(machine, "MainPID") != before, f"deploy/install --rotate {degrees}")
    wait_for_home(machine)
    picture = stage.keep_screenshot(wait_for_stable_picture(machine))
    stage.expect(
        picture.is_rotation_of(home, degrees), f"home is the same picture, turned by {degrees} degrees"
    )
    for (x, y), page in pages.items():
        picture = tap_and_wait(machine, _place(x, y, degrees))
        stage.expect(
            picture.is_rotation_of(page, degrees), f"a touch at what is ({x}, {y}) lying is felt there"
        )


def _place(x: int, y: int, degrees: int) -> tuple[int, int]:
    """The position on a panel rotated anticlockwise."""
    return {270: (HEIGHT - 1 - y, x), 180: (WIDTH - 1 - x, HEIGHT - 1 - y), 90: (y, WIDTH - 1 - x)}[degrees]
