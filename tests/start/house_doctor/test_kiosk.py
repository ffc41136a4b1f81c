"""The kiosk, as the service manager tells of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.start.house_doctor.kiosk import kiosk, printed


def shown(**states: str) -> str:
    return "".join(f"{name}={value}\n" for name, value in states.items())


RUNNING = {
    "NRestarts": "0",
    "WatchdogUSec": "1min",
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("", "--  kiosk: not installed"),
        (shown(LoadState="not-found", ActiveState="inactive"), "--  kiosk: not installed"),
        (shown(**RUNNING), "ok  kiosk: enabled, active, watched every 1min"),
        (shown(**{**RUNNING, "NRestarts": "4"}), "It was started anew 4 times"),
        (shown(**{**RUNNING, "ActiveState": "failed"}), "!!  kiosk: enabled, failed"),
    ],
)
def test_the_kiosk_is_told_as_the_service_manager_has_it(answer: str, told: str) -> None:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> str:
        asked.append(command)
        return answer

    assert told in str(kiosk(run))
    assert asked[0][:3] == ("systemctl", "show", "herald")


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert printed(["no-such-program-anywhere"]) == ""
    assert printed(["false"]) == ""
    assert printed(["echo", "so"]) == "so\n"
