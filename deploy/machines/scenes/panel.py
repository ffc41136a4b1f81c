"""The panel: its first picture, none at all, two cards, turned."""

from __future__ import annotations

from machines.kiosk import (
    NEW_GAME,
    OLDEST,
    begin_virtual_game,
    busy,
    journals,
    logins,
    property_of,
    standing,
    tap,
    until_home,
)
from machines.machine import HEIGHT, WIDTH, Machine
from machines.picture import Picture
from machines.roots import FOLDER
from machines.stage import Stage

LONGER = 100
"""Seconds without a panel: more than the unit's TimeoutStartSec."""

SAID_FIRST = "Faults are told here without values"
"""What Herald says in the journal before anything else: companion.fault_log."""

FORCED = "/sys/class/drm/card*-Virtual-1/status"
"""Where a connector is told what to believe: off, on, or detect, which is to look for itself."""


def first_picture(stage: Stage) -> None:
    """The first picture comes by itself and stays, and Herald is ready only when it is there."""
    with stage.machine() as machine:
        machine.until(lambda: property_of(machine, "SubState") == "start", 60, "Herald's service")
        last_black = machine.now

        def there() -> bool:
            nonlocal last_black
            asked = machine.now
            if machine.picture("now").is_heralds:
                return True
            last_black = asked
            return False

        first = machine.until(there, 60, "a picture of Herald's", every=0.02)
        stage.tell(f"still no picture at {last_black:.2f} s, a picture at {first:.2f} s, without a touch")
        machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
        ready = _ready(machine)
        stage.expect(ready > last_black, f"ready at {ready:.2f} s, after the last look at a black panel")
        home = stage.keep(standing(machine))
        machine.run("sleep 5")
        stage.expect(not machine.picture("later").differs(home), "the picture stays")
        stage.expect(home.is_heralds and home.size == (WIDTH, HEIGHT), "and fills the panel")


def _ready(machine: Machine) -> float:
    """When the service manager heard that Herald is ready, in seconds since power-on."""
    entered = int(property_of(machine, "ActiveEnterTimestampMonotonic")) / 1_000_000
    clock = float(machine.must("cut -d' ' -f1 /proc/uptime"))
    return machine.now - clock + entered  # later than it was by what the answer took


def no_panel(stage: Stage) -> None:
    """Without a graphics card, then without a panel, Herald waits and says so; home comes with the panel."""
    words = f"machine.touch={WIDTH}x{HEIGHT} modprobe.blacklist=virtio_gpu video=Virtual-1:d"
    with stage.machine(words=words) as machine:
        _waits(stage, machine, "there is no graphics card")
        machine.run(f"sleep {LONGER}", LONGER)
        stage.tell(f"{LONGER} s go by")
        _waits(stage, machine, "there is no graphics card")
        machine.must("modprobe virtio_gpu")
        _waits(stage, machine, "nothing is connected to Virtual-1 of card0")
        stage.expect(not journals(machine), "no evening was begun")
        stage.expect(logins(machine) == 0, "no login came")
        said = machine.must("journalctl --boot --unit=herald --output=cat").splitlines()
        own = [line for line in said if not line.startswith(("Starting ", SAID_FIRST, "Waiting for a panel"))]
        stage.expect(not own, "its log says what is waited for, and nothing else")
        stage.expect(not machine.picture("now").is_heralds, "and shows nothing")
        machine.must(f"echo detect >{FORCED}")
        plugged = machine.now
        stage.tell(f"home {until_home(machine) - plugged:.0f} s after the panel came")
        home = stage.keep(standing(machine))
        stage.expect(property_of(machine, "NRestarts") == "0", "in the start that began with the power")
        _pulled(stage, machine, home)


def _waits(stage: Stage, machine: Machine, missing: str) -> None:
    wanted = f"Waiting for a panel: {missing}"
    machine.until(lambda: property_of(machine, "StatusText") == wanted, 60, wanted)
    stage.expect(property_of(machine, "ActiveState") == "activating", f"its status: {wanted}")
    stage.expect(property_of(machine, "NRestarts") == "0", "not started again")


def _pulled(stage: Stage, machine: Machine, home: Picture) -> None:
    """The panel's plug is pulled at home and put back, a game is begun meanwhile."""
    machine.must(f"echo off >{FORCED}")
    stage.tell("the panel is pulled")
    tap(machine, NEW_GAME)
    machine.must(f"echo detect >{FORCED}")
    picture = stage.keep(standing(machine))
    stage.expect(
        picture.is_heralds and picture.differs(home), "it is put back: the picture is there, and a later one"
    )
    stage.expect(property_of(machine, "NRestarts") == "0", "Herald was not started again")
    taken = busy(machine)
    stage.expect(taken < 0.5, f"and rests: {taken:.0%} of a core")


CARD = "/sys/bus/pci/drivers/virtio-pci"
"""The driver of the machine's card: its devices are taken from it and given back by name."""


def card_gone(stage: Stage) -> None:
    """The graphics card's driver goes and comes back: Herald waits for it and shows the evening that was left."""
    with stage.machine() as machine:
        until_home(machine)
        stage.keep(begin_virtual_game(machine))
        ((name, before),) = journals(machine).items()
        place = machine.must("basename $(readlink -f /sys/class/drm/card0/device)").strip()
        machine.must(f"echo {place} >{CARD}/unbind")
        missing = "Waiting for a panel: there is no graphics card"
        machine.until(lambda: property_of(machine, "StatusText") == missing, 60, missing)
        stage.tell(f"the card is gone; the status of a new start: {missing}")
        machine.must(f"echo {place} >{CARD}/bind")
        machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
        until_home(machine)
        stage.keep(standing(machine))
        stage.keep(tap(machine, NEW_GAME))
        after = journals(machine)
        stage.expect(
            list(after) == [name] and after[name].startswith(before), "it is back: the evening goes on"
        )
        stage.expect(property_of(machine, "NRestarts") == "1", "after one new start")
        stage.expect(logins(machine) == 0, "without a login")


def two_cards(stage: Stage) -> None:
    """Of two graphics cards the one with something connected gets the picture, whichever comes first."""
    cards = tuple(
        f"virtio-gpu-pci,id={name},xres={WIDTH},yres={HEIGHT},addr={place}" for name, place in CARDS.items()
    )
    for empty in (1, 2):
        with stage.machine(
            f"empty-{empty}", devices=cards, words=f"machine.touch={WIDTH}x{HEIGHT} video=Virtual-{empty}:d"
        ) as machine:
            machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
            states = dict(line.split() for line in machine.must(CONNECTED).splitlines())
            stage.expect(sorted(states.values()) == ["connected", "disconnected"], f"two cards: {states}")
            for place, state in states.items():
                name = next(name for name, slot in CARDS.items() if f":{slot}." in place)
                picture = stage.keep(machine.picture(name, device=name, head=0))
                shown = "Herald's picture" if picture.is_heralds else "none"
                stage.expect(picture.is_heralds == (state == "connected"), f"{place} is {state}: {shown}")
            said = machine.must("journalctl --boot --unit=herald --output=cat | grep 'The picture goes to'")
            stage.tell(said.strip())


CARDS = {"first": "10", "second": "11"}
"""Two cards by their place on the bus."""
CONNECTED = """
for each in /sys/class/drm/card?-Virtual-*; do
    echo "$(basename "$(readlink -f "$each/device/device")") $(cat "$each/status")"
done
"""


def rotation(stage: Stage) -> None:
    """deploy/install --rotate turns the picture, and a finger hits what it sees."""
    with stage.machine("lying") as machine:
        until_home(machine)
        home = stage.keep(standing(machine))
        pages = {NEW_GAME: tap(machine, NEW_GAME), OLDEST: tap(machine, OLDEST)}
        _turned(stage, machine, 180, home, pages)
    devices = (f"virtio-gpu-pci,id=panel,xres={HEIGHT},yres={WIDTH}",)
    with stage.machine("upright", devices=devices, words=f"machine.touch={HEIGHT}x{WIDTH}") as machine:
        until_home(machine)
        for degrees in (90, 270):
            _turned(stage, machine, degrees, home, pages)


def _turned(
    stage: Stage, machine: Machine, degrees: int, home: Picture, pages: dict[tuple[int, int], Picture]
) -> None:
    """`pages`: what a touch there on the one before shows, lying."""
    before = property_of(machine, "MainPID")
    machine.must(f"{FOLDER}/deploy/install --rotate {degrees}", 300)
    stage.expect(property_of(machine, "MainPID") != before, f"deploy/install --rotate {degrees}")
    until_home(machine)
    picture = stage.keep(standing(machine))
    stage.expect(
        picture.shows_turned(home, degrees), f"home is the same picture, turned by {degrees} degrees"
    )
    for (x, y), page in pages.items():
        picture = tap(machine, _place(x, y, degrees))
        stage.expect(
            picture.shows_turned(page, degrees), f"a touch at what is ({x}, {y}) lying is felt there"
        )


def _place(x: int, y: int, degrees: int) -> tuple[int, int]:
    """Where a place of the lying panel is on one turned anticlockwise."""
    return {270: (HEIGHT - 1 - y, x), 180: (WIDTH - 1 - x, HEIGHT - 1 - y), 90: (y, WIDTH - 1 - x)}[degrees]
