"""The login on the console comes when Herald has given up, and at no failure before: deploy/pi/herald-login.service,
its lines run as systemd runs them, on a computer whose systemctl is played. The scene `gives-up` has the real one.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "deploy/pi"

SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$LOG"
case "$*" in
    "is-failed --quiet herald.service") [ "$STATE" = failed ] ;;
esac
"""


def lines(unit: str, name: str) -> list[str]:
    """What a unit says under that name, in its order."""
    return [
        line.partition("=")[2]
        for line in (UNITS / unit).read_text().splitlines()
        if line.startswith(f"{name}=")
    ]


def called(state: str, folder: Path) -> list[str]:
    """What systemctl is asked when Herald, in that state, has its OnFailure= started."""
    programs, log = folder / "programs", folder / "log"
    programs.mkdir()
    (programs / "systemctl").write_text(SYSTEMCTL)
    (programs / "systemctl").chmod(0o755)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "STATE": state, "LOG": str(log)}
    (unit,) = lines("herald.service", "OnFailure")
    for command in (*lines(unit, "ExecCondition"), *lines(unit, "ExecStart"), *lines(unit, "ExecStartPost")):
        if subprocess.run(command.split(), env=environment, check=False).returncode:
            break
    return log.read_text().splitlines()


@pytest.mark.parametrize("between_two_tries", ["activating", "active", "inactive"])
def test_while_herald_is_started_again_no_login_comes(between_two_tries: str, tmp_path: Path) -> None:
    assert called(between_two_tries, tmp_path) == ["is-failed --quiet herald.service"]


def test_after_the_last_failure_the_login_comes_and_herald_may_be_started_by_hand_at_once(
    tmp_path: Path,
) -> None:
    assert called("failed", tmp_path)[1:] == [
        "--no-block start getty@tty1.service",
        "reset-failed herald.service",
    ]


def test_herald_is_started_again_ten_times_before_it_gives_up() -> None:
    assert lines("herald.service", "Restart") == ["always"]
    assert lines("herald.service", "StartLimitBurst") == ["10"]
