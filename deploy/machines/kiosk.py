"""Herald's kiosk in a machine, as people meet it: its pages by where a finger finds them, its evenings, its service."""

from __future__ import annotations

import time
from pathlib import Path

from machines.machine import Machine
from machines.picture import Picture
from machines.roots import EVENINGS, FOLDER

WIRING = f"{Path(EVENINGS).parent}/wiring.toml"
"""The wiring plan of the person whose Herald it is."""

NEW_GAME = (300, 240)
"""On home; with an interrupted evening, on its card, which goes on with it."""
ON_THE_CARD, PARCHMENT = (300, 150), 150
"""A spot of that card, and what none of its colours is darker than; without a card it is dark ink."""
OLDEST = (423, 128)
ANOTHER_GAME = (658, 241)
"""On home with an interrupted evening: the way to another game."""
REAL_OR_VIRTUAL = (670, 186)
BEGIN = (670, 436)
"""On the page of a new game: who begins, where it is played, and the way to the table."""
TO_HOME = (40, 43)
"""On the table and all pages beyond home."""

CARD, COMPLETE = (57, 440), (400, 443)
"""On Louis XIV's table: the first card in the hand; when it is laid and three or four are left, the way to
end the move."""
READERS, TOLD, ORANGE = (300, 428), (25, 376), (200, 200)
"""On home: the way to the page of the readers; a spot of the sentence about them, dark without one; a spot of the one
button that no other page has."""
BACK_HOME = (40, 40)
"""On any page but home."""

HOME = 120.0
"""Seconds from power-on to home, at most, on a computer; a machine's slowness comes on top."""
DRAWN = 1.0
"""Seconds until a touch is answered, on a computer."""


def until_home(machine: Machine, seconds: float = HOME) -> float:
    """Wait until the panel shows a picture of Herald's: seconds since power-on. Raises MachineError."""
    return machine.until(lambda: machine.picture("now").is_heralds, seconds, "a picture of Herald's", 0.5)


def until_offered(machine: Machine, seconds: float = HOME) -> float:
    """Wait until home offers to go on with an evening, on a card of parchment: seconds since power-on."""

    def offered() -> bool:
        now = machine.picture("now")  # a console may have a letter there
        return now.is_heralds and min(now.at(*ON_THE_CARD)) > PARCHMENT

    return machine.until(offered, seconds, "an evening on offer", 0.5)


def tap(machine: Machine, spot: tuple[int, int], seconds: float = DRAWN) -> Picture:
    """Touch there; the picture when another one is drawn and stands. Raises MachineError if nothing changes."""
    until_felt(machine)
    before = machine.picture("before")
    machine.touch(*spot)
    machine.until(
        lambda: machine.picture("now").differs(before), seconds * 5, f"an answer to the touch at {spot}"
    )
    return standing(machine)


def until_felt(machine: Machine) -> None:
    """Wait until Herald has a touchscreen open: what is touched before is felt by nobody."""
    machine.until(
        lambda: "/dev/input/event" in _open_files(machine), HOME, "a touchscreen opened by Herald", 0.2
    )


def open_readers(machine: Machine) -> Picture:
    """From home to the page of the readers, when home tells of them; its picture. Raises MachineError."""
    machine.until(lambda: min(machine.picture("now").at(*TOLD)) > 100, HOME, "a word about the readers")
    until_felt(machine)
    machine.touch(*READERS)
    machine.until(lambda: max(machine.picture("now").at(*ORANGE)) < 100, HOME, "the page of the readers")
    return standing(machine)


def standing(machine: Machine) -> Picture:
    """A picture that stays the same while Herald rests: a button may be pressed long before its page is drawn."""
    last, worked, began, same = machine.picture("last"), _worked(machine), machine.now, 0
    for _ in range(40):
        time.sleep(0.1 * machine.accelerator.slowness)
        again, more, now = machine.picture("now"), _worked(machine), machine.now
        rests = more - worked < 0.5 * (now - began)
        same = same + 1 if rests and not again.differs(last) else 0
        if same == 3:
            break
        last, worked, began = again, more, now
    return machine.picture(f"{machine.now:05.1f}")


def begin_virtual_game(machine: Machine, new_game: tuple[int, int] = NEW_GAME) -> Picture:
    """From home, by touch alone: a game of two at the virtual table. The picture of its table."""
    for spot in (new_game, OLDEST, REAL_OR_VIRTUAL, BEGIN):
        tap(machine, spot)
    machine.until(lambda: open_evening(machine) != "", 10, "a journal of the game")
    return standing(machine)


def until_asked(machine: Machine) -> None:
    """Wait until nothing happens by itself any more at the virtual table: it is a person's turn."""
    last = ""
    while (now := journals(machine).get(open_evening(machine), "")) != last:
        last = now
        time.sleep(3 * machine.accelerator.slowness)


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


def use_kit(machine: Machine, kit: str) -> None:
    """That kit's wiring plan is Herald's from its next start on."""
    machine.must(f"install --owner=anna --group=anna {FOLDER}/hardware/kits/{kit}.toml {WIRING}")


def doctor(machine: Machine, *environment: str) -> str:
    """What `herald doctor` says to the person whose Herald it is, whatever is wrong; `environment`: NAME=VALUE."""
    words = " ".join(environment)
    return machine.run(f"cd {FOLDER} && runuser -u anna -- env {words} .venv/bin/herald doctor", 120).text


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


def heard(machine: Machine) -> int:
    """How often Herald said since power-on that a touchscreen is there."""
    return int(
        machine.must(
            "journalctl --boot --unit=herald --output=cat | grep -c 'touchscreen .* is there' || true"
        )
    )


def busy(machine: Machine, seconds: float = 5.0) -> float:
    """How much of one core Herald takes, looked at for so many seconds of a computer's."""
    before, began = _worked(machine), machine.now
    time.sleep(seconds)
    return (_worked(machine) - before) / (machine.now - began)


WORKED = 'cat "/proc/$(systemctl show --property=MainPID --value herald)/stat" && getconf CLK_TCK'


def _worked(machine: Machine) -> float:
    """Seconds of processors that Herald took since it was started; 0 when it does not run."""
    done = machine.run(WORKED)
    if done.status != 0:
        return 0.0
    fields = done.text.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / int(fields[-1])


def open_evening(machine: Machine) -> str:
    """The evening that Herald has on its table, as the name of its file; "" on home."""
    names = [Path(file).name for file in _open_files(machine).splitlines() if file.endswith(".herald")]
    return names[0] if names else ""


def _open_files(machine: Machine) -> str:
    """What Herald has open, each on a line."""
    # a file that is closed meanwhile is none that it has open
    files = '"/proc/$(systemctl show --property=MainPID --value herald)/fd"'
    return machine.must(f'find {files} -ignore_readdir_race -printf "%l\n"')


def go_on(machine: Machine) -> str:
    """From home, by touch: the evening that is offered. The name of its file."""
    until_offered(machine)
    tap(machine, NEW_GAME)
    machine.until(lambda: open_evening(machine) != "", 10, "an evening on the table")
    standing(machine)
    return open_evening(machine)
