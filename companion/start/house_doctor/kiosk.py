"""Herald as a service that starts by itself."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

from hardware.finding import Finding

Run = Callable[[Sequence[str]], str]


def kiosk(run: Run) -> Finding:
    """Herald as a service. `run` gives what a program prints, "" when it cannot be run."""
    printed = run(
        (
            "systemctl",
            "show",
            "herald",
            "--property=LoadState,UnitFileState,ActiveState,NRestarts,WatchdogUSec",
        )
    )
    state = dict(line.split("=", 1) for line in printed.splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        return Finding(
            "kiosk", "not installed", absent=True, advice="deploy/install makes Herald start by itself"
        )
    told = f"{state.get('UnitFileState', '?')}, {state.get('ActiveState', '?')}"
    if state.get("WatchdogUSec", "0") not in ("0", "infinity", ""):
        told += f", watched every {state['WatchdogUSec']}"
    if state.get("ActiveState") == "failed":
        return Finding("kiosk", told, True, "What happened: journalctl -u herald -n 50")
    if state.get("NRestarts", "0") != "0":
        return Finding(
            "kiosk", told, advice=f"It was started anew {state['NRestarts']} times: journalctl -u herald"
        )
    return Finding("kiosk", told)


def printed(command: Sequence[str]) -> str:
    """What a program prints; "" when it cannot be run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
