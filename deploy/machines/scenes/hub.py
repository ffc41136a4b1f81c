"""A reader hub on a USB cable that the kernel plays: dummy_hcd is the socket, g_serial a Pico's serial device.

Herald's own firmware runs in a MicroPython at the Pico's end (guest/pico.py). All between that and the kiosk is the
kernel's and udev's: a /dev/ttyACM with a Pico's numbers, of the group dialout.
"""

from __future__ import annotations

from machines.kiosk import (
    BACK_HOME,
    BEGIN,
    HOME,
    NEW_GAME,
    OLDEST,
    WIRING,
    journals,
    open_readers,
    standing,
    tap,
    until_home,
    use_kit,
)
from machines.lite import GUEST
from machines.machine import Machine
from machines.micropython import MICROPYTHON
from machines.roots import FOLDER
from machines.stage import Stage

SERIAL = "e6614103e7174b2c"
"""A Pico's USB serial number: the unique number of its flash."""
HANDS = "/run/hands"
"""What hands do, for guest/pico.py."""
SOCKET = f"modprobe dummy_hcd && mkfifo {HANDS}"
PLUG = f"""
set -e
modprobe g_serial use_acm=1 idVendor=0x2e8a idProduct=0x0005 iManufacturer=MicroPython iSerialNumber={SERIAL}
until [ -e /dev/ttyGS0 ]; do sleep 0.1; done
systemd-run --quiet --unit=pico --working-directory={FOLDER} --setenv=PYTHONPATH={FOLDER} \
    {FOLDER}/.venv/bin/python /run/pico.py {WIRING} {MICROPYTHON} /dev/ttyGS0 {HANDS}
"""
# the line goes first and then the power, as in a socket; dummy_hcd connects nothing anew that was only disconnected
PULL = """
set -e
echo disconnect >/sys/class/udc/dummy_udc.0/soft_connect
systemctl stop pico
modprobe -r g_serial
"""
BARRED = (
    f"cd {FOLDER} && HOME=/opt/anna setpriv --reuid=anna --regid=anna --clear-groups .venv/bin/herald doctor"
)
"""The doctor for somebody who is in no group."""

TILE, TAG = "tile/3", "04a1b2c3d4e580"
TILE_1, TILE_3 = (10, 199), (10, 323)
"""On the page of the readers: what is green at the row of one that answers."""
NOTICED = (470, 344)
"""In the row of TILE: it glows while a tag lies there."""
REFUSED = (620, 330)
"""Parchment where the table says no, and dark where it says nothing."""
DOWN = (560, 230, 800, 300)
"""Where the table tells which readers do not answer."""


def hub(stage: Stage) -> None:
    """A reader hub on a real ttyACM: a tag is seen, the pulled cable is told and the game goes on, back it is found."""
    with stage.machine() as machine:
        machine.must("systemctl stop herald", 120)
        use_kit(machine, "hub")
        machine.put("/run/pico.py", (GUEST / "pico.py").read_text())
        machine.must(SOCKET)
        machine.must(PLUG)
        _allowed(stage, machine)
        machine.must("systemctl start herald", 120)
        until_home(machine)
        _on_the_page(stage, machine)
        tap(machine, BACK_HOME)
        for spot in (NEW_GAME, OLDEST, BEGIN):
            tap(machine, spot)
        machine.until(lambda: bool(journals(machine)), 10, "a journal of the game")
        _in_a_game(stage, machine)
        log = machine.must("journalctl --boot --unit=herald --output=cat")
        stage.expect("hub tiles is not found: plug its USB cable in" in log, "the log has the pulled cable")
        stage.expect("usermod" not in log, "and never told that its device is forbidden")


def _allowed(stage: Stage, machine: Machine) -> None:
    """The device is there under its names, and deploy/install gave its group to Herald's person."""
    found = "test -e /dev/serial/by-id/*"
    machine.until(lambda: machine.run(found).status == 0, 20, "udev's name for the hub")
    links = machine.must("ls /dev/serial/by-id").split()
    stage.expect(len(links) == 1 and SERIAL in links[0], f"/dev/serial/by-id/{' '.join(links)}")
    whose = machine.must("stat --format='%G %a' /dev/ttyACM0; id --name --groups anna").split()
    stage.expect(
        whose[:2] == ["dialout", "660"] and "dialout" in whose[2:], "ttyACM0 is of dialout, and so is anna"
    )
    told = machine.run(BARRED, 120).text
    stage.expect(
        '/dev/ttyACM0 may not be opened by this user: run "sudo usermod -aG dialout' in told,
        "who is not in dialout hears that from the doctor",
    )


def _on_the_page(stage: Stage, machine: Machine) -> None:
    """The page of the readers, with a tag, without, without the hub, and with it again."""
    open_readers(machine)
    machine.until(
        lambda: _green(machine, TILE_1) and _green(machine, TILE_3), HOME, "readers of the hub that answer"
    )
    stage.keep(standing(machine))
    _hands(machine, "lay")
    machine.until(lambda: _glows(machine), HOME, f"a tag on {TILE}")
    stage.keep(machine.picture("noticed"))
    stage.tell(f"a tag on {TILE} is on the screen")
    _hands(machine, "take")
    machine.until(lambda: not _glows(machine), HOME, f"no tag on {TILE} any more")
    machine.must(PULL)
    machine.until(lambda: not _green(machine, TILE_1), HOME, "a hub that is away")
    stage.keep(standing(machine))
    stage.tell("the cable is pulled: the page says so")
    machine.must(PLUG)
    machine.until(lambda: _green(machine, TILE_1) and _green(machine, TILE_3), HOME, "readers that are back")
    stage.tell("plugged in again: its readers are back by themselves")


def _in_a_game(stage: Stage, machine: Machine) -> None:
    """A tag is answered; without the hub the table is touched; with it again the same tag is answered."""
    _answered(stage, machine, "a tag that is no piece's is answered at the table")
    before = standing(machine)
    machine.must(PULL)
    machine.until(
        lambda: machine.picture("now").differs(before, DOWN), HOME, "a word about the hub at the table"
    )
    stage.keep(standing(machine))
    for spot in (BACK_HOME, NEW_GAME):
        tap(machine, spot)
    stage.tell("the cable is pulled: the table says so, and touches are answered")
    machine.must(PLUG)
    machine.until(
        lambda: not machine.picture("now").differs(before, DOWN), HOME, "no word about the hub any more"
    )
    _answered(stage, machine, "plugged in again: the tag is answered again")


def _answered(stage: Stage, machine: Machine, sentence: str) -> None:
    """A tag that belongs to no piece is refused while it lies."""
    _hands(machine, "lay")
    machine.until(lambda: min(machine.picture("now").at(*REFUSED)) > 150, HOME, "a refusal of the tag")
    stage.keep(machine.picture(f"refused-{machine.now:05.1f}"))
    stage.tell(sentence)
    _hands(machine, "take")
    machine.until(lambda: max(machine.picture("now").at(*REFUSED)) < 100, HOME, "the table without a refusal")


def _hands(machine: Machine, what: str) -> None:
    machine.must(f"echo '{what} {TILE} {TAG}' >{HANDS}")


def _green(machine: Machine, spot: tuple[int, int]) -> bool:
    red, green, blue = machine.picture("now").at(*spot)
    return green > red + 30 and green > blue + 30


def _glows(machine: Machine) -> bool:
    red, _green, blue = machine.picture("now").at(*NOTICED)
    return red > blue + 40
