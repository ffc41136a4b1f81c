"""Shut-down was chosen, and Herald's closing hangs or fails: a real process, which ends all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.screen.app_state import PowerAction

HANGS = """
from threading import Event
from companion.screen.app_state import AppState
from companion.screen.app_state import PowerAction
from companion.start.touchscreen import force_exit_after_closing
model = AppState()
force_exit_after_closing(model, 0.1)
{chosen}
Event().wait({seconds})
"""


def ended(chosen: str, seconds: float) -> subprocess.CompletedProcess[str]:
    program = HANGS.format(chosen=chosen, seconds=seconds)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("action", PowerAction)
def test_a_closing_that_hangs_ends_with_what_was_asked_for(action: PowerAction) -> None:
    done = ended(f"model.closing_action = PowerAction({action.value})", 600)
    assert done.returncode == action
    assert "Closing took longer" in done.stderr


def test_whoever_chose_nothing_is_not_ended() -> None:
    assert ended("", 0.5).returncode == 0


FAILS = """
from kivy.clock import Clock
from companion.screen.app import HeraldApp
from companion.screen.app_state import PowerAction
from companion.screen.herald_controller import HeraldController
from companion.start import run_touchscreen

def shut_down(_program):
    raise OSError("the disk is gone")

def built(app):
    Clock.schedule_once(lambda _passed: {chosen})
    return build(app)

HeraldController.shut_down = shut_down
build, HeraldApp.build = HeraldApp.build, built
raise SystemExit(run_touchscreen("en", "800x480", True, "offscreen"))
"""


def failed(chosen: str, home: Path) -> int:
    """The exit status of a Herald that fails while it closes; `chosen`: what happens once its window is there."""
    environment = {**os.environ, "HERALD_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-c", FAILS.format(chosen=chosen)], env=environment, check=False
    ).returncode


def test_a_closing_that_fails_ends_with_what_was_asked_for(tmp_path: Path) -> None:
    assert (
        failed("setattr(app.app_state, 'closing_action', PowerAction.POWEROFF)", tmp_path)
        == PowerAction.POWEROFF
    )


def test_a_fault_after_the_choice_ends_with_what_was_asked_for(tmp_path: Path) -> None:
    chosen = "(setattr(app.app_state, 'closing_action', PowerAction.REBOOT), 1 / 0)"
    assert failed(chosen, tmp_path) == PowerAction.REBOOT


def test_a_closing_that_fails_when_nothing_was_chosen_is_a_failure(tmp_path: Path) -> None:
    assert failed("app.stop()", tmp_path) == 1
