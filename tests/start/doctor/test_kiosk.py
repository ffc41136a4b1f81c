"""The kiosk and the watchdog, as the service manager tells of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.start.doctor.kiosk import (
    examine_hardware_watchdog,
    examine_kiosk_service,
    is_kiosk,
    kiosk_rotation,
)
from companion.start.doctor.system_info import RunCommand
from tests.start.doctor import GARBAGE, prints, write


def shown(**states: str) -> str:
    return "".join(f"{name}={value}\n" for name, value in states.items())


RUNNING = {
    "NRestarts": "0",
    "WatchdogUSec": "1min",
    "LoadState": "loaded",
    "ActiveState": "active",
    "SubState": "running",
    "UnitFileState": "enabled",
    "Result": "success",
    "ExecMainStatus": "0",
    "StatusText": "",
}
FAILED = {**RUNNING, "ActiveState": "failed", "SubState": "failed"}
AGAIN = {**RUNNING, "ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "3"}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("", "--  kiosk: not installed"),
        (shown(LoadState="not-found", ActiveState="inactive"), "--  kiosk: not installed"),
        (shown(**RUNNING), "ok  kiosk: enabled, active, watched every 1min"),
        (
            shown(**{**RUNNING, "ActiveState": "activating", "StatusText": "Waiting for a panel: no card"}),
            "--  kiosk: enabled, activating, watched every 1min. Waiting for a panel: no card",
        ),
        (
            shown(**{**RUNNING, "StatusText": "The picture goes to card0, DSI-1"}),
            "ok  kiosk: enabled, active, watched every 1min. The picture goes to card0, DSI-1",
        ),
        (shown(**{**RUNNING, "NRestarts": "4"}), "It was started anew 4 times"),
        (
            shown(**{**RUNNING, "WatchdogUSec": "0"}),
            "ok  kiosk: enabled, active. Nothing ends a screen that hangs",
        ),
        (shown(**{**RUNNING, "ActiveState": "inactive"}), "sudo systemctl start herald"),
        (
            shown(**{**RUNNING, "ActiveState": "inactive", "ExecMainStatus": "15"}),
            "ok  kiosk: enabled, inactive",
        ),
        (
            shown(**{**RUNNING, "ActiveState": "inactive", "ExecMainStatus": "1"}),
            "!!  kiosk: enabled, inactive, watched every 1min: it ended with status 1",
        ),
        (
            shown(**{**FAILED, "Result": "start-limit-hit", "NRestarts": "10"}),
            "!!  kiosk: enabled, failed, watched every 1min: gave up after too many starts, started anew 10 times",
        ),
        (shown(**{**FAILED, "Result": "start-limit-hit"}), "systemctl reset-failed herald"),
        (
            shown(**{**FAILED, "Result": "watchdog"}),
            "its screen hung and the watchdog ended it. What happened",
        ),
        (shown(**{**FAILED, "Result": "oom-kill"}), "ran out of memory. End other programs"),
        (shown(**{**FAILED, "Result": "exit-code", "ExecMainStatus": "2"}), "it ended with status 2. What"),
        (
            shown(**{**AGAIN, "Result": "timeout"}),
            "not ready in time, started anew 3 times. It is tried again",
        ),
    ],
)
def test_the_kiosk_is_told_as_the_service_manager_has_it(answer: str, told: str) -> None:
    assert told in str(examine_kiosk_service(prints(systemctl=answer)))


@pytest.mark.parametrize(
    ("said", "rotation"),
    [("", None), ("--rotate auto ;", None), ("--rotate 0 ;", 0), ("--rotate 270 ;", 270)],
)
def test_the_service_is_asked_how_it_turns_the_picture(said: str, rotation: int | None) -> None:
    started = shown(ExecStart=f"{{ path=/opt/herald ; argv[]=/opt/herald --kiosk {said} ignore_errors=no }}")
    assert kiosk_rotation(prints(systemctl=started)) == rotation


def test_a_service_that_is_installed_is_a_kiosk() -> None:
    assert is_kiosk(prints(systemctl="LoadState=loaded\n"))
    assert not is_kiosk(prints(systemctl="LoadState=not-found\n"))
    assert not is_kiosk(prints())


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_no_kiosk(garbage: bytes) -> None:
    wrong = garbage.decode(errors="replace")
    assert examine_kiosk_service(prints(systemctl=wrong)).absent
    state = dict.fromkeys(RUNNING, wrong.splitlines()[0] if wrong else "") | {"LoadState": "loaded"}
    assert "kiosk: " in str(examine_kiosk_service(prints(systemctl=shown(**state))))


def fed(value: str) -> RunCommand:
    return prints(systemctl=f"RuntimeWatchdogUSec={value}\n")


def test_the_computers_own_watchdog_is_told_where_there_is_one(tmp_path: Path) -> None:
    assert list(examine_hardware_watchdog(tmp_path, fed("1min"))) == []
    write(tmp_path, "dev/watchdog0")
    assert [str(told) for told in examine_hardware_watchdog(tmp_path, fed("1min"))] == [
        "ok  watchdog: starts a computer that hangs anew after 1min"
    ]
    for off in ("0", "infinity", ""):
        (told,) = examine_hardware_watchdog(tmp_path, fed(off))
        assert told.absent
        assert "RuntimeWatchdogSec=15s" in told.advice
    assert list(examine_hardware_watchdog(tmp_path, prints())) == []
