"""Herald's kiosk in a machine, as people meet it: its pages by where a finger finds them, its evenings, its service."""

from __future__ import annotations

import time

from machines.machine import Machine
from machines.picture import Picture
from machines.roots import EVENINGS

NEW_GAME = (300, 240)
"""On home; with an interrupted evening, on its card, which goes on with it."""
ON_THE_CARD, PARCHMENT = (300, 150), 150
"""A spot of that card, and what none of its colours is darker than; without a card it is dark ink."""
OLDEST = (423, 128)
REAL_OR_VIRTUAL = (670, 186)
BEGIN = (670, 436)
"""On the page of a new game: who begins, where it is played, and the way to the table."""
TO_HOME = (40, 43)
"""On the table and all pages beyond home."""

HOME = 60.0
"""Seconds from power-on to home, at most, on a computer; a machine's slowness comes on top."""
DRAWN = 1.0
"""Seconds until a touch is answered, on a computer."""


def until_home(machine: Machine, seconds: float = HOME) -> float:
    """Wait until the panel shows a picture of Herald's: seconds since power-on. Raises MachineError."""
    return machine.until(lambda: machine.picture("now").is_heralds, seconds, "a picture of Herald's", 0.5)


def until_offered(machine: Machine, seconds: float = HOME) -> float:
    """Wait until home offers to go on with an evening, on a card of parchment: seconds since power-on."""
    return machine.until(
        lambda: min(machine.picture("now").at(*ON_THE_CARD)) > PARCHMENT, seconds, "an evening on offer", 0.5
    )


def tap(machine: Machine, spot: tuple[int, int], seconds: float = DRAWN) -> Picture:
    """Touch there; the picture when another one is drawn and stands. Raises MachineError if nothing changes."""
    before = machine.picture("before")
    machine.touch(*spot)
    machine.until(
        lambda: machine.picture("now").differs(before), seconds * 5, f"an answer to the touch at {spot}"
    )
    return standing(machine)


def standing(machine: Machine) -> Picture:
    """A picture that is the same twice, some time apart."""
    last = machine.picture("now")
    for _ in range(20):
        time.sleep(0.1 * machine.accelerator.slowness)
        again = machine.picture("now")
        if not again.differs(last):
            break
        last = again
    return machine.picture(f"{machine.now:05.1f}")


def begin_virtual_game(machine: Machine) -> Picture:
    """From home, by touch alone: a game of two at the virtual table. The picture of its table."""
    for spot in (NEW_GAME, OLDEST, REAL_OR_VIRTUAL, BEGIN):
        picture = tap(machine, spot)
    machine.until(lambda: bool(journals(machine)), 10, "a journal of the game")
    return picture


LISTED = f"""
mkdir -p {EVENINGS}
cd {EVENINGS}
for each in *.herald; do
    [ ! -e "$each" ] || {{ cat "$each" && echo "== $each"; }}
done
"""


def journals(machine: Machine) -> dict[str, str]:
    """Every evening that was begun: the name of its file and all that is in it."""
    found: dict[str, str] = {}
    lines: list[str] = []
    for line in machine.must(LISTED).splitlines():
        if line.startswith("== "):
            found[line.removeprefix("== ")] = "".join(lines)
            lines = []
        else:
            lines.append(f"{line}\n")
    return found


def property_of(machine: Machine, name: str, unit: str = "herald") -> str:
    """One property of a unit, as systemctl shows it."""
    return machine.must(f"systemctl show --property={name} --value {unit}").strip()


def logins(machine: Machine) -> int:
    """How often a login was started on the panel's console since power-on."""
    return int(
        machine.must(
            "journalctl --boot --no-pager --output=cat UNIT=getty@tty1.service | grep -c ^Started || true"
        )
    )
