"""The start: a window soon, on any size, and a clear word where it cannot be."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from tests.ours import encore

ONE_FRAME = (
    "from companion.start import run_touchscreen; "
    "run_touchscreen('cs', '800x480', True, 'offscreen', max_frames=1)"
)


A_LARGER_PANEL = """
from companion.screen.display import kivy_config as screen
from companion.start import run_touchscreen

def configure_kivy(*words, **named):
    configured(*words, **named)
    from kivy.config import Config
    Config.set("graphics", "fullscreen", "auto")  # as on a console; offscreen it is 1024 x 768

configured, screen.configure_kivy = screen.configure_kivy, configure_kivy
run_touchscreen("cs", "800x480", True, "offscreen", max_frames=1)
from kivy.core.window import Window
from kivy.metrics import Metrics
print(*Window.system_size, Metrics.dpi == screen.dots_per_inch_to_fit_layout(Window.size) > 160)
"""


def test_on_a_console_everything_is_as_large_as_the_panel_allows(tmp_path: Path) -> None:
    home = os.environ | {"HERALD_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", A_LARGER_PANEL],
        env=home,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1024 768 True\n", "")


def test_the_window_opens_draws_and_closes(tmp_path: Path) -> None:
    home = os.environ | {"HERALD_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", ONE_FRAME], env=home, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


ON_A_CONSOLE = """
from companion.screen.display import kivy_config
kivy_config.detect_display_kind = lambda *_: "console"
from companion.cli import main
main(["--virtual"])
"""


@pytest.mark.parametrize(
    ("variables", "script", "where"),
    [
        ({"DISPLAY": ":987"}, "", "DISPLAY=:987"),
        ({"DISPLAY": ":987", "SDL_VIDEODRIVER": "x11"}, "", "DISPLAY=:987"),
        (
            {"DISPLAY": "localhost:987.0", "WAYLAND_DISPLAY": "wayland-987"},
            "",
            "DISPLAY=localhost:987.0 or WAYLAND_DISPLAY=wayland-987",
        ),
        ({}, ON_A_CONSOLE, "this console"),
    ],
)
def test_where_nobody_would_see_the_window_the_table_is_told_in_the_terminal(
    variables: dict[str, str], script: str, where: str, tmp_path: Path
) -> None:
    """SDL draws without a word where nobody sees it, when the display that a variable names is not there."""
    words = ("-c", script) if script else ("-m", "companion", "--virtual")
    left = {name: value for name, value in os.environ.items() if not re.search("DISPLAY|SDL_|KIVY_", name)}
    done = subprocess.run(
        [sys.executable, *words],
        env={**left, **variables, "HERALD_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = done.stdout.splitlines()
    assert (done.returncode, said[0]) == (
        0,
        f"No window can be opened on {where}, so the table is told here in the terminal.",
    )
    assert said[-1].endswith("this evening goes on.")


@pytest.mark.parametrize(
    "size", ["800", "800x", "x480", "0x480", "800x-1", "axb", "9999999x1", "5x5", "99999x480"]
)
def test_a_size_that_is_none_is_refused(
    size: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(["--size", size]) == 2
    assert "write it as 800x480" in capsys.readouterr().err


def test_without_a_display_the_terminal_tells_the_game_and_a_line_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setattr("companion.screen.display.kivy_config.detect_display_kind", lambda: None)
    monkeypatch.setattr("builtins.input", lambda _prompt: "quit")
    assert main(["--virtual", "--lang", "en"]) == 0
    why, *told = capsys.readouterr().out.splitlines()
    assert why == "No display was found, so the table is told here in the terminal."
    assert "You play Anna. Type `help` at any time." in told


def test_the_game_is_named_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda _prompt: "quit")
    encore(monkeypatch)
    begin = ["--terminal", "--virtual", "--lang", "en"]
    assert main([*begin, "--game", "chess"]) == 2
    assert "game chess: unknown; Herald knows" in capsys.readouterr().err
    assert main([*begin, "--game", "louis-xiv"]) == 0
    assert "Another game" not in capsys.readouterr().out
    for journal in (tmp_path / "evenings").iterdir():
        journal.unlink()
    assert main(begin) == 0
    assert "This is Louis XIV. Another game: " in (told := capsys.readouterr().out)
    assert "Louis XIV: herald --game encore" in told


def test_where_no_place_can_be_written_an_evening_begins_in_memory_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["--terminal", "--lang", "en"]) == 0
    assert f"{tmp_path / 'file'}: There is no folder to keep anything in" in capsys.readouterr().out
