"""The clock: set by a network, by a battery, by nobody, or wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.start.doctor.clock import examine_clock
from companion.start.doctor.system_info import RunCommand
from hardware.finding import Finding
from tests.start.doctor import GARBAGE, write

NOW = datetime(2026, 11, 22, 20, 15)
UNSET = "NTPSynchronized=no\nNTP=yes\n"


def told(root: Path, answer: str = UNSET, now: datetime = NOW) -> Finding:
    write(root, "program.py")
    at(root / "program.py", NOW - timedelta(days=30))
    return examine_clock(root, timedatectl(answer), now, root / "evenings", root / "program.py")


def timedatectl(answer: str) -> RunCommand:
    """It prints the properties that are asked for one by one, and nothing for a list with commas."""

    def run(command: Sequence[str]) -> str:
        wanted = {word.removeprefix("--property=") for word in command}
        lines = answer.splitlines() if command[0] == "timedatectl" else []
        return "\n".join(line for line in lines if line.partition("=")[0] in wanted)

    return run


def at(file: Path, moment: datetime) -> None:
    os.utime(file, (moment.timestamp(), moment.timestamp()))


def test_a_clock_that_the_network_set_is_well(tmp_path: Path) -> None:
    assert (
        str(told(tmp_path, "NTPSynchronized=yes\nNTP=yes\n"))
        == "ok  clock: 2026-11-22 20:15, set by the network"
    )
    write(tmp_path, "run/systemd/timesync/synchronized")
    assert "set by the network" in str(told(tmp_path, ""))


def test_a_clock_that_no_network_has_set_is_no_fault_and_says_what_to_do(tmp_path: Path) -> None:
    found = told(tmp_path)
    assert found.absent
    assert not found.wrong
    assert found.found == "2026-11-22 20:15, set by no network since the start"
    assert "network" in found.advice
    assert "set-ntp true" in told(tmp_path, "NTPSynchronized=no\nNTP=no\n").advice


def test_a_clock_with_a_battery_needs_no_network(tmp_path: Path) -> None:
    write(tmp_path, "sys/class/rtc/rtc0/since_epoch", f"{NOW.timestamp() - 3600:.0f}\n")
    assert "battery" in told(tmp_path).found
    write(tmp_path, "sys/class/rtc/rtc0/since_epoch", "86\n")  # a Raspberry Pi 5 without its battery
    assert told(tmp_path).absent


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (datetime(1970, 1, 1, 12, 3), "1970-01-01 12:03"),
        (datetime(2026, 4, 13, 21, 38), "2026-04-13 21:38"),  # systemd's own date
    ],
)
def test_a_clock_that_says_a_time_before_herald_came_is_wrong_whoever_set_it(
    now: datetime, said: str, tmp_path: Path
) -> None:
    found = told(tmp_path, "NTPSynchronized=yes\n", now)
    assert found.wrong
    assert found.found == f"not set: it says {said}, and Herald came here at 2026-10-23 20:15"
    assert "wrong order" in found.advice


def test_a_clock_that_is_behind_the_last_evening_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, "evenings/2026-11-22-2115.herald")
    write(tmp_path, "evenings/2026-11-21-1900.herald")
    for hours, name in ((1, "2026-11-22-2115"), (-25, "2026-11-21-1900")):
        at(tmp_path / f"evenings/{name}.herald", NOW + timedelta(hours=hours))
    found = told(tmp_path, "NTPSynchronized=yes\n")
    assert found.wrong
    assert found.found == "behind: it says 2026-11-22 20:15, the last evening is of 2026-11-22 21:15"
    assert not told(tmp_path, "NTPSynchronized=yes\n", NOW + timedelta(hours=1)).wrong


def test_an_evening_of_the_far_future_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path, "evenings/a.herald")
    os.utime(tmp_path / "evenings/a.herald", (2**34, 2**34))
    assert told(tmp_path).wrong


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_a_clock_that_nobody_knows_of(garbage: bytes, tmp_path: Path) -> None:
    write(tmp_path, "sys/class/rtc/rtc0/since_epoch", garbage)
    found = told(tmp_path, garbage.decode(errors="replace"))
    assert str(found) == "ok  clock: 2026-11-22 20:15, set by nobody we know"
