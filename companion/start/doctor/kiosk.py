"""Examines the kiosk service, which starts Herald by itself, and the computer's hardware watchdog."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

from companion.start.doctor.system_info import RunCommand, read_command_properties
from companion.start.kiosk_service.panel_wait import WAITING_STATUS
from hardware.finding import Finding

SYSTEMD_PROPERTIES = (
    "LoadState,UnitFileState,ActiveState,SubState,Result,ExecMainStatus,NRestarts,WatchdogUSec,StatusText"
)
JOURNAL_COMMAND = "journalctl -u herald -n 50"
RESULT_MEANINGS = {
    "start-limit-hit": "gave up after too many starts",
    "watchdog": "its screen hung and the watchdog ended it",
    "oom-kill": "the computer ran out of memory",
    "timeout": "it was not ready in time",
    "protocol": "it ended before it was ready",
    "signal": "it crashed",
    "core-dump": "it crashed",
    "resources": "it could not be started at all",
}
"""Systemd's result of a service -> meaning; otherwise the program ended by itself with an exit status."""
STOPPED_EXIT_CODES = ("0", str(signal.SIGTERM.value))
"""Exit codes of a Herald that somebody stopped."""
WATCHDOG_OFF_VALUES = ("", "0", "infinity")
"""Values by which systemd writes a watchdog that is off."""


def is_kiosk(run_command: RunCommand) -> bool:
    """Whether Herald is installed as a service, which has no terminal to fall back to."""
    return (
        read_command_properties(run_command, "systemctl", "show", "herald", "--property=LoadState").get(
            "LoadState"
        )
        == "loaded"
    )


def kiosk_rotation(run_command: RunCommand) -> int | None:
    """The degrees that `deploy/install --rotate` gave the service; None without it."""
    state = read_command_properties(run_command, "systemctl", "show", "herald", "--property=ExecStart")
    found = re.search(r" --rotate (0|90|180|270)\b", state.get("ExecStart", ""))
    return int(found[1]) if found is not None else None


def examine_kiosk_service(run_command: RunCommand) -> Finding:
    """The state of the kiosk service."""
    state = read_command_properties(
        run_command, "systemctl", "show", "herald", f"--property={SYSTEMD_PROPERTIES}"
    )
    if state.get("LoadState") != "loaded":
        return Finding(
            "kiosk", "not installed", absent=True, advice="deploy/install makes Herald start by itself"
        )
    ended = state.get("ActiveState") == "failed" or state.get("SubState") == "auto-restart"
    return _ended(state) if ended or _gave_up(state) else _goes_on(state)


def _gave_up(state: dict[str, str]) -> bool:
    """Whether systemd gave up starting it: herald-login.service then leaves it "inactive", as after a stop."""
    return (
        state.get("ActiveState") == "inactive" and state.get("ExecMainStatus", "0") not in STOPPED_EXIT_CODES
    )


def _ended(state: dict[str, str]) -> Finding:
    restarts = state.get("NRestarts", "0")
    again = f", started anew {restarts} times" if restarts != "0" else ""
    return Finding("kiosk", f"{_described(state)}: {_why(state)}{again}", True, _remedy(state))


def _goes_on(state: dict[str, str]) -> Finding:
    found, active, status = _described(state), state.get("ActiveState", "?"), state.get("StatusText", "")
    if status and active != "inactive":
        found += f". {status}"
    if active == "activating" and status.startswith(WAITING_STATUS):
        return Finding("kiosk", found, absent=True)
    restarts = state.get("NRestarts", "0")
    if restarts != "0":
        return Finding("kiosk", found, advice=f"It was started anew {restarts} times: {JOURNAL_COMMAND}")
    if active == "active" and not _watched(state):
        return Finding(
            "kiosk", found, advice="Nothing ends a screen that hangs: sudo deploy/install sets that right"
        )
    if active == "inactive":
        return Finding("kiosk", found, advice="To have it on the screen: sudo systemctl start herald")
    return Finding("kiosk", found)


def _described(state: dict[str, str]) -> str:
    found = f"{state.get('UnitFileState', '?')}, {state.get('ActiveState', '?')}"
    return f"{found}, watched every {state['WatchdogUSec']}" if _watched(state) else found


def _watched(state: dict[str, str]) -> bool:
    return state.get("WatchdogUSec", "") not in WATCHDOG_OFF_VALUES


def _why(state: dict[str, str]) -> str:
    result = state.get("Result", "")
    return RESULT_MEANINGS.get(result, f"it ended with status {state.get('ExecMainStatus') or '?'}")


def _remedy(state: dict[str, str]) -> str:
    if state.get("SubState") == "auto-restart":
        return f"It is tried again in a moment. What happened: {JOURNAL_COMMAND}"
    if state.get("Result") == "oom-kill":
        return f"End other programs, then: sudo systemctl restart herald. What happened: {JOURNAL_COMMAND}"
    start = "sudo systemctl reset-failed herald && sudo systemctl start herald"
    return f"What happened: {JOURNAL_COMMAND}. When that is set right: {start}"


def examine_hardware_watchdog(root: Path, run_command: RunCommand) -> Iterator[Finding]:
    """The computer's own watchdog, which restarts a computer that hangs; no finding where there is none."""
    if not any((root / "dev").glob("watchdog*")):
        return
    timeout = read_command_properties(run_command, "systemctl", "show", "--property=RuntimeWatchdogUSec").get(
        "RuntimeWatchdogUSec"
    )
    if timeout is None:
        return
    if timeout in WATCHDOG_OFF_VALUES:
        advice = (
            "To have a computer that hangs started anew: RuntimeWatchdogSec=15s in /etc/systemd/system.conf"
        )
        yield Finding("watchdog", "the computer's own is not used", absent=True, advice=advice)
    else:
        yield Finding("watchdog", f"starts a computer that hangs anew after {timeout}")
