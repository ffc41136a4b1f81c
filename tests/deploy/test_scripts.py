"""Every script of the house is bash that shellcheck has nothing to say about."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def scripts() -> list[str]:
    """Every file that says it is bash, by its first line or its name."""
    places = [path for place in ("deploy", ".ci") for path in (ROOT / place).rglob("*") if path.is_file()]
    bash = [
        path
        for path in places
        if path.suffix == ".bash" or path.read_bytes().startswith(b"#!/usr/bin/env bash\n")
    ]
    return sorted(str(path.relative_to(ROOT)) for path in bash)


@pytest.mark.parametrize("script", scripts())
def test_shellcheck_has_nothing_to_say(script: str) -> None:
    words = ["shellcheck", "--external-sources", "--source-path=SCRIPTDIR/..", "--shell=bash", script]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("script", [name for name in scripts() if not name.endswith(".bash")])
def test_a_script_can_be_started_and_stops_at_what_fails(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    text = (ROOT / script).read_text()
    assert "\nset -euo pipefail\n" in text or len(text.splitlines()) == 2


def test_all_of_them_are_looked_at() -> None:
    expected = {f"deploy/{name}" for name in ("setup", "play", "test", "install", "update", "uninstall")}
    assert expected | {"deploy/pi/common.bash", ".ci/run"} <= set(scripts())
