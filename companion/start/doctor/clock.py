"""Examines whether the clock is right: saved games are sorted and offered by their dates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from companion.start.doctor.system_info import RunCommand, read_command_properties, read_number
from hardware.finding import Finding

MAX_RTC_DIFFERENCE_S = 86_400
"""Seconds by which a battery-backed clock may differ from the computer's: it tolerates time zones, not years.
"""
MAX_FILE_AHEAD_S = 60
"""Seconds by which a file may be newer than now: file systems round, and networks set clocks back a little.
"""
LATEST_TIMESTAMP = 253_370_764_800.0
"""Seconds from 1970 to the year 9999, the last one that can be formatted."""

WRONG_CLOCK_CONSEQUENCE = "Evenings may be offered in the wrong order, with wrong dates"
NETWORK_ADVICE = "connect it to a network once, or give it a clock with a battery"
SET_CLOCK_ADVICE = "sudo timedatectl set-ntp true, or by hand: sudo date -s '2026-12-24 18:00'"


def examine_clock(
    root: Path, run_command: RunCommand, now: datetime, evenings: Path, program: Path = Path(__file__)
) -> Finding:
    """The state of the clock, which shows `now`.

    The clock is wrong where it is behind the time of a file: of the newest saved game in `evenings`, or of
    the `program`. The year alone proves nothing, because systemd starts with its own build date where it
    knows no better one. A clock that nobody has set is not a fault: a Raspberry Pi without network and
    battery continues from the time of its last shutdown.
    """
    shown = _minute(now.timestamp())
    # one option for each property: unlike systemctl, timedatectl accepts no list
    state = read_command_properties(
        run_command, "timedatectl", "show", "--property=NTPSynchronized", "--property=NTP"
    )
    remedy = SET_CLOCK_ADVICE if state.get("NTP") == "no" else NETWORK_ADVICE
    last, installed = _newest(evenings.glob("*.herald")), _newest([program])
    if last > now.timestamp() + MAX_FILE_AHEAD_S:
        found = f"behind: it says {shown}, the last evening is of {_minute(last)}"
        return Finding("clock", found, True, f"{WRONG_CLOCK_CONSEQUENCE}: {remedy}")
    if installed > now.timestamp() + MAX_FILE_AHEAD_S:
        found = f"not set: it says {shown}, and Herald came here at {_minute(installed)}"
        return Finding("clock", found, True, f"{WRONG_CLOCK_CONSEQUENCE}: {remedy}")
    if state.get("NTPSynchronized") == "yes" or (root / "run/systemd/timesync/synchronized").exists():
        return Finding("clock", f"{shown}, set by the network")
    if _has_battery(root, now):
        return Finding("clock", f"{shown}, kept by a clock with a battery")
    if state.get("NTPSynchronized") == "no":
        found = f"{shown}, set by no network since the start"
        return Finding("clock", found, absent=True, advice=f"If that is wrong: {remedy}")
    return Finding("clock", f"{shown}, set by nobody we know")


def _has_battery(root: Path, now: datetime) -> bool:
    """Whether the computer's clock runs without power: without a battery it begins in 1970 each time."""
    seconds = read_number(root / "sys/class/rtc/rtc0/since_epoch")
    return seconds is not None and abs(seconds - now.timestamp()) < MAX_RTC_DIFFERENCE_S


def _newest(files: Iterable[Path]) -> float:
    """The latest modification time of these files, in seconds since 1970; 0 where there is none."""
    try:
        return max((file.lstat().st_mtime for file in files), default=0)
    except OSError:
        return 0


def _minute(seconds: float) -> str:
    return datetime.fromtimestamp(min(seconds, LATEST_TIMESTAMP)).strftime("%Y-%m-%d %H:%M")
