"""Shut-down was chosen, and something hangs while Herald closes: a real process, which ends all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.screen.power import PowerAction

HANGS = """
from threading import Event
from companion.screen.model import Model
from companion.screen.power import PowerAction
from companion.start.window import end_in_time
model = Model()
end_in_time(model, 0.1)
{chosen}
Event().wait({seconds})
"""


def ended(chosen: str, seconds: float) -> subprocess.CompletedProcess[str]:
    program = HANGS.format(chosen=chosen, seconds=seconds)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("action", PowerAction)
def test_a_closing_that_hangs_ends_with_what_was_asked_for(action: PowerAction) -> None:
    done = ended(f"model.closing = PowerAction({action.value})", 600)
    assert done.returncode == action
    assert "Closing took longer" in done.stderr


def test_whoever_chose_nothing_is_not_ended() -> None:
    assert ended("", 0.5).returncode == 0
