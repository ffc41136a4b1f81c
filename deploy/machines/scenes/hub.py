"""Shows a reader hub on a USB cable that the kernel simulates (dummy_hcd, and g_serial for the Pico).

Herald's own firmware runs in a MicroPython at the Pico's end (guest/pico.py). All between that and the kiosk is the
kernel's and udev's: a /dev/ttyACM with a Pico's numbers, of the group dialout.
"""

from __future__ import annotations

from machines.bootable_root import GUEST_FOLDER
from machines.kiosk_driver import (
    BACK_BUTTON,
    HOME_TIMEOUT_S,
    NEW_GAME_BUTTON,
    WIRING_PLAN_PATH,
    begin_game,
    count_as_played,
    install_kit_wiring,
    open_readers_page,
    tap_and_wait,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.micropython import MICROPYTHON_PATH
from machines.root_folders import HERALD_FOLDER
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

PICO_SERIAL_NUMBER = "e6614103e7174b2c"
"""A Pico's USB serial number: the unique number of its flash."""
HANDS_FIFO = "/run/hands"
"""The pipe for commands of simulated hands to guest/pico.py."""
MAKE_USB_SOCKET_COMMAND = f"modprobe dummy_hcd && mkfifo {HANDS_FIFO}"
PLUG_CABLE_SCRIPT = f"""
set -e
modprobe g_serial use_acm=1 idVendor=0x2e8a idProduct=0x0005 \
    iManufacturer=MicroPython iSerialNumber={PICO_SERIAL_NUMBER}
until [ -e /dev/ttyGS0 ]; do sleep 0.1; done
systemd-run --quiet --unit=pico --working-directory={HERALD_FOLDER} --setenv=PYTHONPATH={HERALD_FOLDER} \
    {HERALD_FOLDER}/.venv/bin/python /run/pico.py {WIRING_PLAN_PATH} {MICROPYTHON_PATH} /dev/ttyGS0 {HANDS_FIFO}
"""
# the line goes first and then the power, as in a socket; dummy_hcd connects nothing anew that was only disconnected
PULL_CABLE_SCRIPT = """
set -e
echo disconnect >/sys/class/udc/dummy_udc.0/soft_connect
systemctl stop pico
modprobe -r g_serial
"""
DOCTOR_WITHOUT_GROUPS_COMMAND = (
    f"cd {HERALD_FOLDER} && "
    "HOME=/opt/anna setpriv --reuid=anna --regid=anna --clear-groups .venv/bin/herald doctor"
)
"""Runs the doctor for a user who is in no group."""

TILE, TAG = "tile/3", "04a1b2c3d4e580"
TILE_1, TILE_3 = (10, 199), (10, 323)
"""Positions on the readers' page that are green where the reader answers."""
GLOWING_TILE_PIXEL = (470, 344)
"""A position in the row of TILE that glows while a tag lies there."""
REFUSAL_PIXEL = (620, 330)
"""A position that is parchment where the table refuses, and dark otherwise."""
READERS_DOWN_BOX = (560, 230, 800, 300)
"""The area where the table names readers that do not answer."""


def show_hub(stage: SceneRun) -> None:
    """A reader hub on a real ttyACM: its tags are seen, its removal is shown, and its return is noticed."""
    with stage.start_machine() as machine:
        machine.run_checked("systemctl stop herald", 120)
        install_kit_wiring(machine, "hub")
        count_as_played(machine, "louis-xiv")
        machine.write_file("/run/pico.py", (GUEST_FOLDER / "pico.py").read_text())
        machine.run_checked(MAKE_USB_SOCKET_COMMAND)
        machine.run_checked(PLUG_CABLE_SCRIPT)
        _allowed(stage, machine)
        machine.run_checked("systemctl start herald", 120)
        wait_for_home(machine)
        _on_the_page(stage, machine)
        tap_and_wait(machine, BACK_BUTTON)
        begin_game(machine)
        _in_a_game(stage, machine)
        log = machine.run_checked("journalctl --boot --unit=herald --output=cat")
        stage.expect("hub tiles is not found: plug its USB cable in" in log, "the log has the pulled cable")
        stage.expect("usermod" not in log, "and never told that its device is forbidden")


def _allowed(stage: SceneRun, machine: VirtualMachine) -> None:
    """The device has its names, and deploy/install gave its group to anna."""
    found = "test -e /dev/serial/by-id/*"
    machine.wait_until(lambda: machine.run_command(found).status == 0, 20, "udev's name for the hub")
    links = machine.run_checked("ls /dev/serial/by-id").split()
    stage.expect(len(links) == 1 and PICO_SERIAL_NUMBER in links[0], f"/dev/serial/by-id/{' '.join(links)}")
    whose = machine.run_checked("stat --format='%G %a' /dev/ttyACM0; id --name --groups anna").split()
    stage.expect(
        whose[:2] == ["dialout", "660"] and "dialout" in whose[2:], "ttyACM0 is of dialout, and so is anna"
    )
    told = machine.run_command(DOCTOR_WITHOUT_GROUPS_COMMAND, 120).output
    stage.expect(
        '/dev/ttyACM0 may not be opened by this user: run "sudo usermod -aG dialout' in told,
        "who is not in dialout hears that from the doctor",
    )


def _on_the_page(stage: SceneRun, machine: VirtualMachine) -> None:
    """Show the readers' page with a tag, without it, without the hub, and with the hub again."""
    open_readers_page(machine)
    machine.wait_until(
        lambda: _green(machine, TILE_1) and _green(machine, TILE_3),
        HOME_TIMEOUT_S,
        "readers of the hub that answer",
    )
    stage.keep_screenshot(wait_for_stable_picture(machine))
    _hands(machine, "lay")
    machine.wait_until(lambda: _glows(machine), HOME_TIMEOUT_S, f"a tag on {TILE}")
    stage.keep_screenshot(machine.take_screenshot("noticed"))
    stage.report(f"a tag on {TILE} is on the screen")
    _hands(machine, "take")
    machine.wait_until(lambda: not _glows(machine), HOME_TIMEOUT_S, f"no tag on {TILE} any more")
    machine.run_checked(PULL_CABLE_SCRIPT)
    machine.wait_until(lambda: not _green(machine, TILE_1), HOME_TIMEOUT_S, "a hub that is away")
    stage.keep_screenshot(wait_for_stable_picture(machine))
    stage.report("the cable is pulled: the page says so")
    machine.run_checked(PLUG_CABLE_SCRIPT)
    machine.wait_until(
        lambda: _green(machine, TILE_1) and _green(machine, TILE_3), HOME_TIMEOUT_S, "readers that are back"
    )
    stage.report("plugged in again: its readers are back by themselves")


def _in_a_game(stage: SceneRun, machine: VirtualMachine) -> None:
    """A tag is answered; without the hub the table is touched; with it again the same tag is answered."""
    _answered(stage, machine, "a tag that is no piece's is answered at the table")
    before = wait_for_stable_picture(machine)
    machine.run_checked(PULL_CABLE_SCRIPT)
    machine.wait_until(
        lambda: machine.take_screenshot("now").differs_from(before, READERS_DOWN_BOX),
        HOME_TIMEOUT_S,
        "a word about the hub at the table",
    )
    stage.keep_screenshot(wait_for_stable_picture(machine))
    for spot in (BACK_BUTTON, NEW_GAME_BUTTON):
        tap_and_wait(machine, spot)
    stage.report("the cable is pulled: the table says so, and touches are answered")
    machine.run_checked(PLUG_CABLE_SCRIPT)
    machine.wait_until(
        lambda: not machine.take_screenshot("now").differs_from(before, READERS_DOWN_BOX),
        HOME_TIMEOUT_S,
        "no word about the hub any more",
    )
    _answered(stage, machine, "plugged in again: the tag is answered again")


def _answered(stage: SceneRun, machine: VirtualMachine, sentence: str) -> None:
    """Expect that a tag that belongs to no piece is refused while it lies there."""
    _hands(machine, "lay")
    machine.wait_until(
        lambda: min(machine.take_screenshot("now").colour_at(*REFUSAL_PIXEL)) > 150,
        HOME_TIMEOUT_S,
        "a refusal of the tag",
    )
    stage.keep_screenshot(machine.take_screenshot(f"refused-{machine.seconds_since_power_on:05.1f}"))
    stage.report(sentence)
    _hands(machine, "take")
    machine.wait_until(
        lambda: max(machine.take_screenshot("now").colour_at(*REFUSAL_PIXEL)) < 100,
        HOME_TIMEOUT_S,
        "the table without a refusal",
    )


def _hands(machine: VirtualMachine, what: str) -> None:
    machine.run_checked(f"echo '{what} {TILE} {TAG}' >{HANDS_FIFO}")


def _green(machine: VirtualMachine, spot: tuple[int, int]) -> bool:
    red, green, blue = machine.take_screenshot("now").colour_at(*spot)
    return green > red + 30 and green > blue + 30


def _glows(machine: VirtualMachine) -> bool:
    red, _green, blue = machine.take_screenshot("now").colour_at(*GLOWING_TILE_PIXEL)
    return red > blue + 40
