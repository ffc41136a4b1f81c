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


AN_UPRIGHT_PANEL = """
import sys
from companion.start import run_touchscreen

rotation = int(sys.argv[1]) if sys.argv[1] else None
run_touchscreen("cs", "720x1280", True, "offscreen", max_frames=1, rotation=rotation)
from kivy.core.window import Window
from kivy.metrics import Metrics
from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
fits = Metrics.dpi == dots_per_inch_to_fit_layout(Window.size)
print(*Window.size, Window.rotation, fits)
"""


@pytest.mark.parametrize(
    ("named", "remembered", "shown"),
    [
        ("", "", "1280 720 90 True"),
        ("", "rotation = 270", "1280 720 270 True"),
        ("", "rotation = 180", "1280 720 90 True"),
        ("0", "rotation = 270", "720 1280 0 True"),
        ("90", "rotation = 270", "1280 720 90 True"),
    ],
)
def test_a_panel_that_is_higher_than_wide_is_turned_unless_an_option_says_how(
    named: str, remembered: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text(remembered)
    done = subprocess.run(
        [sys.executable, "-c", AN_UPRIGHT_PANEL, named],
        env=os.environ | {"HERALD_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{shown}\n", "")


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
        input="\n\n\nquit\n",
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
    ("size", "advice"),
    [
        *(
            (none, "write it as 800x480")
            for none in ("800", "800x", "x480", "800x-1", "axb", "9999999x1", "99999x480")
        ),
        *(
            (small, "the smallest window is 640x384")
            for small in ("0x480", "5x5", "480x800", "639x480", "640x383")
        ),
    ],
)
def test_a_size_that_is_none_or_has_no_room_for_letters_is_refused(
    size: str, advice: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(["--size", size]) == 2
    assert advice in capsys.readouterr().err


def test_without_a_display_the_terminal_tells_the_game_and_a_line_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setattr("companion.screen.display.kivy_config.detect_display_kind", lambda: None)
    answers = iter(("", "", "", "quit"))
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    assert main(["--virtual", "--lang", "en"]) == 0
    why, *told = capsys.readouterr().out.splitlines()
    assert why == "No display was found, so the table is told here in the terminal."
    assert "You play Anna. Type `help` at any time." in told


def test_the_game_is_named_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    typed_after: list[str] = []

    def quit_at(prompt: str) -> str:
        typed_after.append(prompt)
        return "quit"

    monkeypatch.setattr("builtins.input", quit_at)
    encore(monkeypatch)
    begin = ["--terminal", "--virtual", "--lang", "en"]
    assert main([*begin, "--game", "chess"]) == 2
    assert "game chess: unknown; Herald knows" in capsys.readouterr().err
    assert main([*begin, "--game", "louis-xiv"]) == 0
    assert "Who plays, clockwise?" in typed_after[-1]
    assert main(begin) == 0
    assert "Which game?\n  1  Louis XIV\n" in typed_after[-1]
    assert "  4  Louis XIV\nOnly Enter: Louis XIV.\n> " in typed_after[-1]
    assert not (tmp_path / "evenings").exists()  # nothing was begun


def test_where_no_place_can_be_written_an_evening_begins_in_memory_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["--terminal", "--lang", "en"]) == 0
    assert f"{tmp_path / 'file'}: There is no folder to keep anything in" in capsys.readouterr().out
