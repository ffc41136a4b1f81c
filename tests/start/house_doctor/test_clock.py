"""The clock: set by a network, by a battery, by nobody, or wrong."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.start.house_doctor.clock import clock
from hardware.finding import Finding
from tests.start.house_doctor import GARBAGE, prints, write

NOW = datetime(2026, 11, 22, 20, 15)
UNSET = "NTPSynchronized=no\nNTP=yes\n"


def told(root: Path, answer: str = UNSET, now: datetime = NOW) -> Finding:
    return clock(root, prints(timedatectl=answer), now, root / "evenings")


def test_a_clock_that_the_network_set_is_well(tmp_path: Path) -> None:
    assert (
        str(told(tmp_path, "NTPSynchronized=yes\nNTP=yes\n"))
        == "ok  clock: 2026-11-22 20:15, set by the network"
    )
    write(tmp_path, "run/systemd/timesync/synchronized")
    assert "set by the network" in str(told(tmp_path, ""))


def test_a_clock_that_nothing_has_set_says_what_follows_and_what_to_do(tmp_path: Path) -> None:
    found = told(tmp_path)
    assert found.wrong
    assert "wrong order" in found.advice
    assert "network" in found.advice
    assert "set-ntp true" in told(tmp_path, "NTPSynchronized=no\nNTP=no\n").advice


def test_a_clock_with_a_battery_needs_no_network(tmp_path: Path) -> None:
    write(tmp_path, "sys/class/rtc/rtc0/since_epoch", f"{NOW.timestamp() - 3600:.0f}\n")
    assert not told(tmp_path).wrong
    write(tmp_path, "sys/class/rtc/rtc0/since_epoch", "86\n")  # a Raspberry Pi 5 without its battery
    assert told(tmp_path).wrong


def test_a_year_before_herald_was_made_is_wrong_whoever_set_it(tmp_path: Path) -> None:
    found = told(tmp_path, "NTPSynchronized=yes\n", datetime(1970, 1, 1, 0, 3))
    assert found.wrong
    assert found.found == "not set: it says 1970-01-01 00:03"


def test_a_clock_that_is_behind_the_last_evening_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, "evenings/2026-11-22-2115.herald")
    write(tmp_path, "evenings/2026-11-21-1900.herald")
    for hours, name in ((1, "2026-11-22-2115"), (-25, "2026-11-21-1900")):
        seconds = (NOW + timedelta(hours=hours)).timestamp()
        os.utime(tmp_path / f"evenings/{name}.herald", (seconds, seconds))
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
