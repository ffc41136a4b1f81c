"""How Herald asks its service manager for shut-down and restart, and what the console says last."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.screen.app_state import PowerAction
from companion.start.kiosk_service.farewell import FAREWELL_FILE, UNPLUG_MESSAGE, write_farewell
from companion.voice.language import languages, load_translation

ROOT = Path(__file__).parents[1]
UNIT = (ROOT / "deploy/pi/herald.service").read_text()
FAREWELL = ROOT / "deploy/pi/farewell"

TOUCHED = """
import sys
from companion.screen.display import kivy_config
kivy_config.configure_kivy((800, 480), "offscreen")
from kivy.clock import Clock
from companion.screen.pages.power import ANSWER_DELAY_SECONDS
from companion.start import run_touchscreen

def answer(_elapsed):
    from kivy.app import App
    App.get_running_app().page_named("power").on_touched("{thing}")

def ask(_elapsed):
    from kivy.app import App
    App.get_running_app().go_to_page("power")
    Clock.schedule_once(answer, ANSWER_DELAY_SECONDS + 0.2)

Clock.schedule_once(ask, 0)
sys.exit(run_touchscreen("cs", "800x480", True, "offscreen", kiosk=True))
"""


@pytest.mark.long(instead="test_neither_status_is_a_failure_nor_is_herald_started_again")
@pytest.mark.parametrize(("thing", "action"), [("poweroff", 90), ("reboot", 91)])
def test_the_program_ends_with_the_status_of_what_was_chosen(thing: str, action: int, tmp_path: Path) -> None:
    environment = os.environ | {"HERALD_HOME": str(tmp_path / "home"), "RUNTIME_DIRECTORY": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", TOUCHED.format(thing=thing)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (action, "", "")
    assert (tmp_path / FAREWELL_FILE).read_text() == "Napájecí kabel lze nyní odpojit.\n"


# -- the service


def setting(name: str) -> str:
    """What the service has for a setting that is there once."""
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


def test_neither_status_is_a_failure_nor_is_herald_started_again() -> None:
    for name in ("RestartPreventExitStatus", "SuccessExitStatus"):
        told = [
            action for action in PowerAction if action is not PowerAction.RESTORED
        ]  # then it does start again
        assert setting(name).split() == [str(int(action)) for action in told]
    assert int(PowerAction.RESTORED) == 0


@pytest.mark.parametrize(
    ("code", "status", "does"),
    [
        ("exited", "90", "--no-block --check-inhibitors=no poweroff"),
        ("exited", "91", "--no-block --check-inhibitors=no reboot"),
        ("exited", "0", ""),
        ("exited", "1", ""),
        ("exited", "2", ""),
        ("exited", "9", ""),
        ("exited", "900", ""),
        ("killed", "TERM", ""),
        ("killed", "90", ""),
        ("dumped", "ABRT", ""),
        ("", "", ""),
    ],
)
def test_the_service_manager_does_what_a_status_asks_for_and_nothing_on_any_other_end(
    code: str, status: str, does: str, tmp_path: Path
) -> None:
    line = setting("ExecStopPost")
    before, script, after = line.split("'")
    assert (before, after) == ("+/bin/sh -c ", "")  # + is: with all rights
    fake = tmp_path / "systemctl"
    fake.write_text('#!/bin/sh\necho "$@"\n')
    fake.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", script.replace("$$", "$")],
        env={"PATH": str(tmp_path), "EXIT_CODE": code, "EXIT_STATUS": status},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, does, "")


# -- the last sentence


def console_says(argument: str, tmp_path: Path, left: Path) -> str:
    """What the script writes to a console in place of the real one, with what Herald left in place of the real."""
    console = tmp_path / "console"
    console.touch()
    script = FAREWELL.read_text().replace("/run/herald/farewell", str(left)).replace("sleep 2", "")
    script = script.replace("/dev/tty1", str(console))
    subprocess.run(["/bin/sh", "-c", script, "farewell", argument], check=True, timeout=10)
    return console.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", languages())
def test_the_console_says_in_the_language_of_the_table_when_the_plug_may_be_pulled(
    lang: str, tmp_path: Path
) -> None:
    write_farewell(lang, {"RUNTIME_DIRECTORY": str(tmp_path)})
    said = console_says("poweroff", tmp_path, tmp_path / FAREWELL_FILE)
    assert said == f"\033c\n\n\n   {load_translation(lang).gettext(UNPLUG_MESSAGE)}\n"


@pytest.mark.parametrize("lang", languages())
def test_the_consoles_own_font_has_every_letter_of_it(lang: str) -> None:
    load_translation(lang).gettext(UNPLUG_MESSAGE).encode("cp437")


def test_where_nothing_was_left_it_says_so_in_english(tmp_path: Path) -> None:
    assert console_says("poweroff", tmp_path, tmp_path / "nothing").endswith(f"{UNPLUG_MESSAGE}\n")


def test_what_was_left_steers_no_console(tmp_path: Path) -> None:
    left = tmp_path / FAREWELL_FILE
    left.write_text("\033[2Jone\ntwo" + "x" * 1000)
    said = console_says("halt", tmp_path, left)
    assert said.startswith("\033c\n\n\n   [2Jonetwoxxx")
    assert said.count("\033") == 1
    assert len(said) < 220


def test_what_was_left_as_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FAREWELL_FILE)
    assert console_says("poweroff", tmp_path, tmp_path / FAREWELL_FILE).endswith(f"{UNPLUG_MESSAGE}\n")


@pytest.mark.parametrize("argument", ["reboot", "kexec", ""])
def test_before_a_restart_it_says_nothing(argument: str, tmp_path: Path) -> None:
    assert console_says(argument, tmp_path, tmp_path / "nothing") == ""


def test_without_a_service_manager_or_its_directory_nothing_is_left(tmp_path: Path) -> None:
    write_farewell("en", {})
    write_farewell("en", {"RUNTIME_DIRECTORY": str(tmp_path / "nowhere")})
    assert list(tmp_path.iterdir()) == []


def test_what_the_service_writes_is_for_its_user_only() -> None:
    assert "\nUMask=0077\n" in UNIT
