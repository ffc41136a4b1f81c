"""Controls Herald's kiosk in a machine as people do: its pages by positions, its saved games, its service."""

from __future__ import annotations

import time
from pathlib import Path

from machines.root_folders import HERALD_FOLDER, SAVED_GAMES_FOLDER
from machines.screenshot import Screenshot
from machines.virtual_machine import VirtualMachine

WIRING_PLAN_PATH = f"{Path(SAVED_GAMES_FOLDER).parent}/wiring.toml"
"""The wiring plan of the user who runs Herald."""

NEW_GAME_BUTTON = (140, 200)
"""A position on home, on Louis XIV; with an interrupted game, on its card, which resumes it."""
ON_THE_CARD, PARCHMENT = (455, 150), 150
"""A position on that card, and a brightness below all its colours; without a card the page is dark there."""
ANOTHER_GAME_BUTTON = (140, 310)
"""A position on home with an interrupted game: it leads to another game."""
OWN_BOX_BUTTON, HERALD_DEALS_BUTTON = (125, 300), (660, 300)
ANOTHER_PLAYER_BUTTON, LEAVE_BUTTON, NEXT_BUTTON = (250, 327), (466, 327), (655, 436)
START_PLAYER_BUTTON, BEGIN_BUTTON = (130, 180), (655, 430)
"""Positions on the page of a new game of two, question by question: with what it is played; one more player, and that
one away again, and on; the first player, and the beginning of the game."""
LAST_TILE, GUIDE_CROSS = (60, 325), (263, 303)
"""Positions on Louis XIV's table: parchment, dark while a first evening is guided; and what leads away from that."""
HOME_BUTTON = (40, 43)
"""A position on the table and all pages beyond home."""

CARD, COMPLETE = (57, 440), (440, 443)
"""Positions on Louis XIV's table: the first card of the hand; after it is laid, the end of the move, beside
the places of all five cards."""
READERS, TOLD, ORANGE = (300, 428), (25, 376), (62, 42)
"""Positions on home: the button of the readers' page; the sentence about them, dark where there is none; the
sun, which no other page has."""
BACK_BUTTON = (40, 40)
"""A position on any page but home."""

HOME_TIMEOUT_S = 120.0
"""Seconds from power-on to home, at most, on a computer, multiplied by a machine's slowness."""
REDRAW_TIMEOUT_S = 1.0
"""Seconds until a touch is answered, on a computer."""


def wait_for_home(machine: VirtualMachine, seconds: float = HOME_TIMEOUT_S) -> float:
    """Wait until the panel shows a page of Herald; seconds since power-on. Raises MachineError."""
    return machine.wait_until(
        lambda: machine.take_screenshot("now").is_herald_page, seconds, "a picture of Herald's", 0.5
    )


def wait_for_resume_card(machine: VirtualMachine, seconds: float = HOME_TIMEOUT_S) -> float:
    """Wait until home offers to resume a game, on a card of parchment; seconds since power-on."""

    def offered() -> bool:
        now = machine.take_screenshot("now")  # a console may have a letter there
        return now.is_herald_page and min(now.colour_at(*ON_THE_CARD)) > PARCHMENT

    return machine.wait_until(offered, seconds, "an evening on offer", 0.5)


def tap_and_wait(
    machine: VirtualMachine, position: tuple[int, int], seconds: float = REDRAW_TIMEOUT_S
) -> Screenshot:
    """Touch there and wait for a new, stable picture. Raises MachineError if nothing changes."""
    wait_for_touchscreen(machine)
    before = machine.take_screenshot("before")
    machine.touch(*position)
    machine.wait_until(
        lambda: machine.take_screenshot("now").differs_from(before),
        seconds * 5,
        f"an answer to the touch at {position}",
    )
    return wait_for_stable_picture(machine)


def wait_for_touchscreen(machine: VirtualMachine) -> None:
    """Wait until Herald has opened a touchscreen: earlier touches are lost."""
    machine.wait_until(
        lambda: "/dev/input/event" in _open_files(machine),
        HOME_TIMEOUT_S,
        "a touchscreen opened by Herald",
        0.2,
    )


def open_readers_page(machine: VirtualMachine) -> Screenshot:
    """Open the readers' page from home, when home mentions readers; its picture. Raises MachineError."""
    machine.wait_until(
        lambda: min(machine.take_screenshot("now").colour_at(*TOLD)) > 100,
        HOME_TIMEOUT_S,
        "a word about the readers",
    )
    wait_for_touchscreen(machine)
    machine.touch(*READERS)
    machine.wait_until(
        lambda: max(machine.take_screenshot("now").colour_at(*ORANGE)) < 100,
        HOME_TIMEOUT_S,
        "the page of the readers",
    )
    return wait_for_stable_picture(machine)


def wait_for_stable_picture(machine: VirtualMachine) -> Screenshot:
    """A picture that stays the same while Herald rests.

    A button may be pressed long before its page is drawn.
    """
    last, worked, began, same = (
        machine.take_screenshot("last"),
        _worked(machine),
        machine.seconds_since_power_on,
        0,
    )
    for _ in range(40):
        time.sleep(0.1 * machine.accelerator.slowness)
        again, more, now = machine.take_screenshot("now"), _worked(machine), machine.seconds_since_power_on
        rests = more - worked < 0.5 * (now - began)
        same = same + 1 if rests and not again.differs_from(last) else 0
        if same == 3:
            break
        last, worked, began = again, more, now
    return machine.take_screenshot(f"{machine.seconds_since_power_on:05.1f}")


def start_virtual_game(machine: VirtualMachine, new_game: tuple[int, int] = NEW_GAME_BUTTON) -> Screenshot:
    """Begin a game of two at the virtual table from home, by touch alone; the picture of its table."""
    begin_game(machine, new_game, HERALD_DEALS_BUTTON)
    table = wait_for_stable_picture(machine)
    if max(table.colour_at(*LAST_TILE)) > PARCHMENT:
        return table
    return tap_and_wait(machine, GUIDE_CROSS)  # it is the first evening


def begin_game(
    machine: VirtualMachine,
    new_game: tuple[int, int] = NEW_GAME_BUTTON,
    table: tuple[int, int] = OWN_BOX_BUTTON,
) -> None:
    """Begin a game of two from home at the table of that button."""
    for spot in (new_game, table, NEXT_BUTTON, START_PLAYER_BUTTON, BEGIN_BUTTON):
        tap_and_wait(machine, spot)
    machine.wait_until(lambda: name_of_open_game(machine) != "", 10, "a journal of the game")


def wait_for_human_turn(machine: VirtualMachine) -> None:
    """Wait until nothing happens by itself at the virtual table: it is a person's turn."""
    last = ""
    while (now := read_journals(machine).get(name_of_open_game(machine), "")) != last:
        last = now
        time.sleep(3 * machine.accelerator.slowness)


LIST_JOURNALS_SCRIPT = f"""
mkdir -p {SAVED_GAMES_FOLDER}
cd {SAVED_GAMES_FOLDER}
for each in *.herald; do
    [ ! -e "$each" ] || {{ cat "$each" && echo "== $each"; }}
done
"""


def read_journals(machine: VirtualMachine) -> dict[str, str]:
    """Name of the file -> contents of every saved game."""
    found: dict[str, str] = {}
    lines: list[str] = []
    for line in machine.run_checked(LIST_JOURNALS_SCRIPT).splitlines():
        if line.startswith("== "):
            found[line.removeprefix("== ")] = "".join(lines)
            lines = []
        else:
            lines.append(f"{line}\n")
    return found


def install_kit_wiring(machine: VirtualMachine, kit: str) -> None:
    """Make that kit's wiring plan Herald's from its next start on."""
    machine.run_checked(
        f"install --owner=anna --group=anna {HERALD_FOLDER}/hardware/kits/{kit}.toml {WIRING_PLAN_PATH}"
    )


def count_as_played(machine: VirtualMachine, game: str) -> None:
    """From Herald's next start on, an evening of that game is not the first one, and not guided."""
    settings = f"{Path(WIRING_PLAN_PATH).parent}/settings.toml"
    machine.write_file(settings, f'guided = ["{game}"]\n')
    machine.run_checked(f"chown anna:anna {settings}")


def run_doctor(machine: VirtualMachine, *environment: str) -> str:
    """The output of `herald doctor` for the user who runs Herald; `environment`: NAME=VALUE."""
    words = " ".join(environment)
    return machine.run_command(
        f"cd {HERALD_FOLDER} && runuser -u anna -- env {words} .venv/bin/herald doctor", 120
    ).output


def systemd_property(machine: VirtualMachine, name: str, unit: str = "herald") -> str:
    """One property of a unit, as systemctl shows it."""
    return machine.run_checked(f"systemctl show --property={name} --value {unit}").strip()


def count_console_logins(machine: VirtualMachine) -> int:
    """The number of logins that were started on the panel's console since power-on."""
    return int(
        machine.run_checked(
            "journalctl --boot --no-pager --output=cat UNIT=getty@tty1.service | grep -c ^Started || true"
        )
    )


def count_touchscreens_found(machine: VirtualMachine) -> int:
    """The number of times since power-on that Herald reported a touchscreen."""
    return int(
        machine.run_checked(
            "journalctl --boot --unit=herald --output=cat | grep -c 'touchscreen .* is there' || true"
        )
    )


def measure_cpu_share(machine: VirtualMachine, seconds: float = 5.0) -> float:
    """The share of one core that Herald uses, measured for so many seconds."""
    before, began = _worked(machine), machine.seconds_since_power_on
    time.sleep(seconds)
    return (_worked(machine) - before) / (machine.seconds_since_power_on - began)


CPU_TIME_COMMAND = 'cat "/proc/$(systemctl show --property=MainPID --value herald)/stat" && getconf CLK_TCK'


def _worked(machine: VirtualMachine) -> float:
    """Seconds of processor time that Herald has used since its start; 0 when it does not run."""
    done = machine.run_command(CPU_TIME_COMMAND)
    if done.status != 0:
        return 0.0
    fields = done.output.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / int(fields[-1])


def name_of_open_game(machine: VirtualMachine) -> str:
    """The name of the file of the game on Herald's table; "" on home."""
    return machine.run_checked(NAME_OPEN_JOURNAL_SCRIPT).strip()


# by the file itself: a journal that is new is opened before it has its name
NAME_OPEN_JOURNAL_SCRIPT = f"""
for held in "/proc/$(systemctl show --property=MainPID --value herald)"/fd/*; do
    for each in {SAVED_GAMES_FOLDER}/*.herald; do
        [ ! "$each" -ef "$held" ] || {{ basename "$each"; exit; }}
    done
done
"""


def _open_files(machine: VirtualMachine) -> str:
    """The files that Herald has open, one on each line."""
    # a file that is closed meanwhile is not open
    files = '"/proc/$(systemctl show --property=MainPID --value herald)/fd"'
    return machine.run_checked(f'find {files} -ignore_readdir_race -printf "%l\n"')


def resume_saved_game(machine: VirtualMachine) -> str:
    """Resume the offered game from home, by touch; the name of its file."""
    wait_for_resume_card(machine)
    tap_and_wait(machine, NEW_GAME_BUTTON)
    machine.wait_until(lambda: name_of_open_game(machine) != "", 10, "an evening on the table")
    wait_for_stable_picture(machine)
    return name_of_open_game(machine)
