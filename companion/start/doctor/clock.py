"""Whether the clock is right: evenings are kept and offered by their dates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from companion.start.doctor.system_info import RunCommand, read_number, read_properties
from hardware.finding import Finding

MAX_RTC_DIFFERENCE_S = 86_400
"""Seconds by which a clock with a battery may differ from the computer's: time zones, not years."""
MAX_FILE_AHEAD_S = 60
"""Seconds by which a file may be newer than now: file systems round, and networks set clocks back a little."""
LATEST_TIMESTAMP = 253_370_764_800.0
"""Seconds until the year 9999, the last one that can be written."""

WRONG_CLOCK_CONSEQUENCE = "Evenings may be offered in the wrong order, with wrong dates"
NETWORK_ADVICE = "connect it to a network once, or give it a clock with a battery"
SET_CLOCK_ADVICE = "sudo timedatectl set-ntp true, or by hand: sudo date -s '2026-12-24 18:00'"


def examine_clock(
    root: Path, run_command: RunCommand, now: datetime, evenings: Path, program: Path = Path(__file__)
) -> Finding:
    """The clock, which says `now`. It is wrong when it says an earlier time than a file was written at: the newest
    evening of that folder, or the program (systemd begins with its own date where nobody knows a better one, so that
    the year alone tells nothing). Where nobody has set it that is no fault: a Raspberry Pi without network and battery
    goes on with the time of its last end.
    """
    told = _minute(now.timestamp())
    # one by one: timedatectl, unlike systemctl, knows no list of them
    state = read_properties(
        run_command, "timedatectl", "show", "--property=NTPSynchronized", "--property=NTP"
    )
    remedy = SET_CLOCK_ADVICE if state.get("NTP") == "no" else NETWORK_ADVICE
    last, installed = _newest(evenings.glob("*.herald")), _newest([program])
    if last > now.timestamp() + MAX_FILE_AHEAD_S:
        found = f"behind: it says {told}, the last evening is of {_minute(last)}"
        return Finding("clock", found, True, f"{WRONG_CLOCK_CONSEQUENCE}: {remedy}")
    if installed > now.timestamp() + MAX_FILE_AHEAD_S:
        found = f"not set: it says {told}, and Herald came here at {_minute(installed)}"
        return Finding("clock", found, True, f"{WRONG_CLOCK_CONSEQUENCE}: {remedy}")
    if state.get("NTPSynchronized") == "yes" or (root / "run/systemd/timesync/synchronized").exists():
        return Finding("clock", f"{told}, set by the network")
    if _has_battery(root, now):
        return Finding("clock", f"{told}, kept by a clock with a battery")
    if state.get("NTPSynchronized") == "no":
        found = f"{told}, set by no network since the start"
        return Finding("clock", found, absent=True, advice=f"If that is wrong: {remedy}")
    return Finding("clock", f"{told}, set by nobody we know")


def _has_battery(root: Path, now: datetime) -> bool:
    """Whether the computer's own clock goes on without power: without a battery it begins in 1970 each time."""
    seconds = read_number(root / "sys/class/rtc/rtc0/since_epoch")
    return seconds is not None and abs(seconds - now.timestamp()) < MAX_RTC_DIFFERENCE_S


def _newest(files: Iterable[Path]) -> float:
    """When the one that was written last was written, in seconds since 1970; 0 where there is none."""
    try:
        return max((file.lstat().st_mtime for file in files), default=0)
    except OSError:
        return 0


def _minute(seconds: float) -> str:
    return datetime.fromtimestamp(min(seconds, LATEST_TIMESTAMP)).strftime("%Y-%m-%d %H:%M")
