"""Whether the clock is right: evenings are kept and offered by their dates."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.start.house_doctor.files import Run, number, properties
from hardware.finding import Finding

MADE = 2026
"""The year in which this was written: an earlier one is wrong."""
APART = 86_400
"""Seconds by which a clock with a battery may differ from the computer's: time zones, not years."""
AHEAD = 60
"""Seconds by which a file may be newer than now: file systems round."""
LAST = 253_370_764_800.0
"""Seconds until the year 9999, the last one that can be written."""

FOLLOWS = "Evenings may be offered in the wrong order, with wrong dates"
NETWORK = f"{FOLLOWS}: connect it to a network once, or give it a clock with a battery"
SET = f"{FOLLOWS}: sudo timedatectl set-ntp true, or by hand: sudo date -s '2026-12-24 18:00'"


def clock(root: Path, run: Run, now: datetime, folder: Path) -> Finding:
    """The clock. `now`: what it says; `folder`: where evenings are kept, the newest of which cannot be yet to come."""
    told = now.strftime("%Y-%m-%d %H:%M")
    state = properties(run, "timedatectl", "show", "--property=NTPSynchronized,NTP")
    remedy = SET if state.get("NTP") == "no" else NETWORK
    if now.year < MADE:
        return Finding("clock", f"not set: it says {told}", True, remedy)
    newest = _newest(folder)
    if newest is not None and newest > now.timestamp() + AHEAD:
        last = datetime.fromtimestamp(min(newest, LAST)).strftime("%Y-%m-%d %H:%M")
        return Finding("clock", f"behind: it says {told}, the last evening is of {last}", True, remedy)
    if state.get("NTPSynchronized") == "yes" or (root / "run/systemd/timesync/synchronized").exists():
        return Finding("clock", f"{told}, set by the network")
    if _has_battery(root, now):
        return Finding("clock", f"{told}, kept by a clock with a battery")
    if state.get("NTPSynchronized") == "no":
        return Finding("clock", f"{told}, perhaps: no network has set it since the start", True, remedy)
    return Finding("clock", f"{told}, set by nobody we know")


def _has_battery(root: Path, now: datetime) -> bool:
    """Whether the computer's own clock goes on without power: without a battery it begins in 1970 each time."""
    seconds = number(root / "sys/class/rtc/rtc0/since_epoch")
    return seconds is not None and abs(seconds - now.timestamp()) < APART


def _newest(folder: Path) -> float | None:
    """When the evening written last was written, in seconds since 1970."""
    try:
        return max((file.lstat().st_mtime for file in folder.glob("*.herald")), default=None)
    except OSError:
        return None
