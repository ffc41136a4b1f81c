"""What deploy/install does to a Raspberry Pi OS fresh from its card, on both releases; deploy/uninstall undoes it."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from machines.root_folders import (
    CONFIG_TXT,
    HERALD_FOLDER,
    SAVED_GAMES_FOLDER,
    STUB_PROGRAMS_FOLDER,
    fresh_root,
    run_in_root,
)
from tests.deploy.conftest import Copies
from tests.deploy.installed import Installed

pytestmark = pytest.mark.long(
    instead="tests/deploy/test_played.py::test_a_fresh_card_becomes_a_kiosk_whose_plan_is_annas_and_a_second_run_changes_nothing"
)

HOME = SAVED_GAMES_FOLDER.removesuffix("/evenings")
UNIT = "/etc/systemd/system/herald.service"
LOGIN = "/etc/systemd/system/herald-login.service"
FAREWELL = "/usr/lib/systemd/system-shutdown/herald"
CONFIG = "/boot/firmware/config.txt"
STATE = "/var/lib/herald/installed"
GROUPS = {"video", "render", "input", "audio", "spi", "gpio", "dialout"}

PICTURE = (
    "from companion.start import run_touchscreen; "
    "run_touchscreen('en', '800x480', True, 'offscreen', max_frames=1)"
)

BLOCK = """\
# herald begin: SPI for the readers in wiring.toml; written by deploy/install, taken away by uninstall
[all]
dtparam=spi=on
# herald end
"""

A_32_BIT_SYSTEM = (
    f"mkdir {STUB_PROGRAMS_FOLDER}; printf '#!/bin/sh\\necho armhf\\n' >{STUB_PROGRAMS_FOLDER}/dpkg; "
    f"chmod +x {STUB_PROGRAMS_FOLDER}/dpkg"
)

AT_PLAY = f"""
set -e
touch {SAVED_GAMES_FOLDER}/tonight.herald
exec 7<{SAVED_GAMES_FOLDER}/tonight.herald
flock 7
{HERALD_FOLDER}/deploy/$1
"""
"""An evening that Herald keeps open while a script is run."""


def seen(root: Path, *places: str) -> dict[str, str]:
    """Every file, link and folder under those places of a root: owner, mode and what is in it."""
    found = {}
    for place in places:
        for folder, folders, files in os.walk(f"{root}{place}"):
            for name in (*folders, *files):
                path = Path(folder, name)
                found[str(path.relative_to(root))] = _described(path)
    return found


def _described(path: Path) -> str:
    about = path.lstat()
    what = f"{about.st_uid} {about.st_gid} {about.st_mode:o}"
    if stat.S_ISLNK(about.st_mode):
        return f"{what} -> {path.readlink()}"
    if stat.S_ISREG(about.st_mode):
        data = path.read_bytes() if os.access(path, os.R_OK) else b"not for everybody"
        return f"{what} {about.st_mtime_ns} {hashlib.sha256(data).hexdigest()}"
    return what


# -- a fresh card becomes a kiosk


def test_each_step_is_said(installed: Installed) -> None:
    assert installed.said[0].startswith(
        "Installing system packages: alsa-utils espeak-ng fontconfig git libegl1 "
    )
    joined = [line.split()[3] for line in installed.said if line.startswith("anna may use")]
    assert set(joined) == GROUPS - {"audio"}  # anna was in that one
    assert installed.said[1 + len(joined) :] == [
        "Making a Python environment in .venv ...",
        "Installing the 25 packages of deploy/requirements/run.txt (about a minute the first time) ...",
        "Installing the 1 packages of deploy/requirements/pi.txt (about a minute the first time) ...",
        "Making pictures of the symbols ...",
        "The system's log is kept below 64 MB.",
        f"Herald is the kiosk on the console from now on: {UNIT}",
        f"The console says when the plug may be pulled: {FAREWELL}",
        f"The wiring plan of kit two is now {HOME}/wiring.toml.",
        f"SPI for the readers, in {CONFIG}: dtparam=spi=on",
        "Restart the Raspberry Pi now: sudo reboot",
    ]


def test_a_second_run_changes_and_says_nothing(installed: Installed) -> None:
    places = ("/boot", "/etc", "/opt", "/usr/lib/systemd", "/var/lib")
    before = seen(installed.root, *places)
    assert installed.does("install") == (0, [])
    assert seen(installed.root, *places) == before


def test_this_releases_own_service_manager_finds_nothing_wrong_with_the_kiosk(installed: Installed) -> None:
    done = run_in_root(installed.root, "systemd-analyze", "verify", "--man=no", UNIT, LOGIN)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_console_says_last_is_said_where_the_service_manager_looks(installed: Installed) -> None:
    done = run_in_root(
        installed.root, FAREWELL, "reboot"
    )  # systemd runs what is executable, with a word of what comes
    assert (done.returncode, done.stdout) == (0, "")
    owner = run_in_root(installed.root, "stat", "--format=%U %a", FAREWELL).stdout.split()
    assert owner == ["root", "755"]


def test_the_kiosk_starts_with_the_pi_and_the_login_leaves_its_console(installed: Installed) -> None:
    for name, state in (("herald", "enabled"), ("getty@tty1", "disabled")):
        assert run_in_root(installed.root, "systemctl", "is-enabled", name).stdout.strip() == state


def test_the_systems_log_is_limited(installed: Installed) -> None:
    merged = run_in_root(installed.root, "systemd-analyze", "cat-config", "systemd/journald.conf").stdout
    limits = [line for line in merged.splitlines() if line.startswith(("SystemMaxUse", "RuntimeMaxUse"))]
    assert limits == ["SystemMaxUse=64M", "RuntimeMaxUse=16M"]


def test_spi_is_switched_on_for_every_pi_and_the_rest_of_the_file_stays(installed: Installed) -> None:
    assert installed.text(CONFIG) == CONFIG_TXT + BLOCK
    assert installed.text(f"{CONFIG}.before-herald") == CONFIG_TXT


def test_herald_keeps_its_things_where_the_kiosk_and_a_terminal_both_look(installed: Installed) -> None:
    assert f'"HERALD_HOME={HOME}"' in installed.text(UNIT)
    assert installed.python_says("from companion.home import herald_home; print(herald_home())") == [HOME]
    caches = installed.python_says("from platformdirs import user_cache_path as p; print(p('herald'))")
    assert f'ReadWritePaths="{HOME}" "{caches[0]}"' in installed.text(UNIT)
    owner = run_in_root(installed.root, "stat", "--format=%U", f"{HOME}/wiring.toml").stdout.strip()
    assert owner == "anna"  # who may change the plan


def test_the_modules_of_the_system_serve_but_not_its_rpi_gpio(installed: Installed) -> None:
    where = "from importlib.util import find_spec as f; print(*(f(n).origin for n in {}), sep='\\n')"
    names = ["RPi", "RPi.GPIO", "mfrc522", "kivy", "lgpio", "spidev"]
    origins = dict(zip(names, installed.python_says(where.format(names)), strict=True))
    for name in names[:4]:
        assert origins[name].startswith(
            f"{HERALD_FOLDER}/.venv/lib/python{installed.python}/site-packages/"
        ), name
    for name in names[4:]:
        assert origins[name].startswith("/usr/lib/python3/dist-packages/"), name
    assert installed.python_says("import spidev; print(spidev.SpiDev().max_speed_hz)") == ["0"]


def test_what_was_installed_is_enough_to_draw_and_to_speak(installed: Installed) -> None:
    assert (
        installed.anna("HOME=/tmp/anna", "MESA_SHADER_CACHE_DISABLE=1", ".venv/bin/python", "-c", PICTURE)
        == ""
    )
    assert (
        installed.anna("HOME=/tmp/anna", "sh", "-c", "espeak-ng -v cs --stdout Ludvík | head --bytes 4")
        == "RIFF"
    )


# -- and what it was before


def test_uninstalling_takes_everything_back_but_decks_and_games(installed: Installed, copies: Copies) -> None:
    own = copies(installed)
    own.put(f"{SAVED_GAMES_FOLDER}/yesterday.herald", "herald 1\n")
    kept = seen(own.root, HOME)
    status, said = own.does("uninstall")
    assert status == 0
    assert said[-2:] == [
        f"Herald is no longer installed. This folder is yours to keep or to delete: {HERALD_FOLDER}",
        f"Decks and games stay in {HOME}.",
    ]
    assert seen(own.root, HOME) == kept
    clean = fresh_root(installed.suite)
    for place in ("/boot/firmware", "/etc/systemd/system"):
        assert _contents(seen(own.root, place)) == _contents(seen(clean, place))
    for file in ("group", "gshadow"):
        assert set(own.text(f"/etc/{file}").splitlines()) >= set(
            run_in_root(clean, "cat", f"/etc/{file}").stdout.splitlines()
        )
    for gone in (
        STATE,
        FAREWELL,
        "/etc/systemd/journald.conf.d/herald.conf",
        f"{HERALD_FOLDER}/.venv",
        "/opt/anna/.cache/herald",
    ):
        assert not own.has(gone)
    assert own.does("uninstall") == (0, ["Herald is not installed here.", f"Decks and games stay in {HOME}."])


def _contents(found: dict[str, str]) -> dict[str, str]:
    """The same without times, and with one of the two names of a folder that is both."""
    return {
        name: what.split()[-1].replace("/usr/lib", "/lib") if " -> " in what or what.count(" ") == 4 else what
        for name, what in found.items()
    }


def test_packages_that_it_brought_are_left_to_apt_to_take_away(own: Installed) -> None:
    own.does("uninstall")
    automatic = run_in_root(own.root, "apt-mark", "showauto").stdout.split()
    assert {"libmtdev1", "python3-spidev", "espeak-ng"} <= set(automatic)
    assert "python3" not in automatic  # that one was there


def test_decks_and_games_go_only_when_that_is_asked_for_and_confirmed(own: Installed) -> None:
    own.put(f"{SAVED_GAMES_FOLDER}/yesterday.herald", "herald 1\n")
    for typed, stays in (("no\n", True), ("", True), ("yes\n", False)):
        assert own.does("uninstall", "--purge", typed=typed).status == 0
        assert own.has(f"{SAVED_GAMES_FOLDER}/yesterday.herald") is stays


# -- when something fails on the way


def test_a_package_that_cannot_be_had_is_named_and_the_next_run_goes_on(own: Installed) -> None:
    script = own.text(f"{HERALD_FOLDER}/deploy/install")
    own.put(f"{HERALD_FOLDER}/deploy/install", script.replace(" espeak-ng ", " no-such-package "), "755")
    status, said = own.does("install")
    assert status == 1
    assert said[0] == "Installing system packages: no-such-package ..."
    assert said[-1].startswith("Not all packages could be installed; the reason stands above.")
    own.put(f"{HERALD_FOLDER}/deploy/install", script, "755")
    assert own.does("install") == (0, [])


def test_pins_that_cannot_be_had_stop_it_too(own: Installed) -> None:
    pins = own.text(f"{HERALD_FOLDER}/deploy/requirements/pi.txt")
    own.put(f"{HERALD_FOLDER}/deploy/requirements/pi.txt", f"{pins}no-such-package==1.0\n")
    status, said = own.does("install", "--rotate", "180")
    assert status == 1
    assert said[-1].startswith("Not everything could be installed;")
    assert "--rotate auto" in own.text(UNIT)


# -- choices


def test_no_kiosk_leaves_the_console_alone_and_can_be_chosen_later_and_back(own: Installed) -> None:
    assert own.does("install", "--no-kiosk") == (0, ["The console has its login back."])
    assert not own.has(UNIT)
    assert not own.has(LOGIN)
    assert not own.has(FAREWELL)
    assert run_in_root(own.root, "systemctl", "is-enabled", "getty@tty1").stdout.strip() == "enabled"
    assert own.does("install") == (0, [])
    assert own.does("install", "--kiosk").said == [
        f"Herald is the kiosk on the console from now on: {UNIT}",
        f"The console says when the plug may be pulled: {FAREWELL}",
    ]
    assert own.does("install") == (0, [])


def test_a_panel_that_stands_upright_stays_turned(own: Installed) -> None:
    own.does("install", "--rotate", "90")
    assert f'ExecStart="{HERALD_FOLDER}/.venv/bin/herald" --kiosk --rotate 90\n' in own.text(UNIT)
    assert own.does("install") == (0, [])


def test_a_panel_that_is_higher_than_wide_is_named_and_how_to_turn_it_the_other_way(own: Installed) -> None:
    own.does("install", "--rotate", "0")
    own.put("/sys/class/drm/card0-HDMI-A-1/modes", "")
    own.put("/sys/class/drm/card1-DSI-1/modes", "720x1280\n")
    kiosk, upright = own.does("install", "--rotate", "auto").said
    assert kiosk.startswith("Herald is the kiosk on the console")
    assert upright.endswith("upright panel. Where it is upside down: Settings, Turn the picture")
    own.put("/sys/class/drm/card1-DSI-1/modes", "1280x720\n1024x768\n")
    own.does("install", "--rotate", "0")
    assert own.does("install", "--rotate", "auto").said == [kiosk]


def test_what_was_chosen_before_a_panel_was_turned_by_itself_still_holds(own: Installed) -> None:
    state = own.text(STATE)
    own.put(STATE, state.replace('rotation="auto"', 'rotate="0"'))
    assert own.does("install") == (0, [])
    own.put(STATE, state.replace('rotation="auto"', 'rotate="90"'))
    own.does("install")
    assert "--rotate 90" in own.text(UNIT)


def test_another_kit_does_not_replace_the_owners_plan(own: Installed) -> None:
    before = own.text(f"{HOME}/wiring.toml")
    said = [f"Your {HOME}/wiring.toml stays as it is; kit five is not used."]
    assert own.does("install", "--kit", "five") == (0, said)
    assert own.text(f"{HOME}/wiring.toml") == before


def test_config_txt_follows_the_owners_plan(own: Installed) -> None:
    own.put(f"{HOME}/wiring.toml", own.text(f"{HERALD_FOLDER}/hardware/kits/five.toml"))
    status, said = own.does("install")
    assert (status, said) == (
        0,
        [
            f"SPI for the readers, in {CONFIG}: dtparam=spi=on dtoverlay=spi1-3cs",
            "Restart the Raspberry Pi now: sudo reboot",
        ],
    )
    assert own.text(CONFIG) == CONFIG_TXT + BLOCK.replace("spi=on\n", "spi=on\ndtoverlay=spi1-3cs\n")
    own.put(f"{HOME}/wiring.toml", "")
    assert own.does("install").status == 0
    assert own.text(CONFIG) == CONFIG_TXT


def test_a_plan_with_faults_is_said_and_config_txt_stays(own: Installed) -> None:
    own.put(f"{HOME}/wiring.toml", own.text(f"{HOME}/wiring.toml").replace("reset = 25", "reset = 10"))
    before = own.text(CONFIG)
    status, said = own.does("install")
    assert status == 1
    assert "wanted by" in said[0]
    assert said[-1] == f"Mend the plan, then say it again: nothing was changed in {CONFIG}."
    assert own.text(CONFIG) == before


def test_config_txt_comes_back_to_the_letter(own: Installed) -> None:
    for text in ("", "dtparam=audio=on", "a\r\nb\r\n\r\n", "\n\n", "[pi5]\nx=1\n\n"):
        own.put(CONFIG, text)
        run_in_root(own.root, "rm", "--force", f"{CONFIG}.before-herald")
        own.put(f"{HOME}/wiring.toml", own.text(f"{HERALD_FOLDER}/hardware/kits/two.toml"))
        own.does("install")
        assert own.text(CONFIG).endswith(BLOCK)
        own.put(f"{HOME}/wiring.toml", "")
        own.does("install")
        assert (own.root / CONFIG[1:]).read_bytes() == text.encode()
        assert not own.has(f"{CONFIG}.before-herald")


def test_half_a_block_is_no_licence_to_cut(own: Installed) -> None:
    own.put(CONFIG, own.text(CONFIG).replace("# herald end\n", "") + "mine=1\n")
    status, said = own.does("install")
    assert status == 1
    assert "half of Herald's block" in said[0]
    assert own.text(CONFIG).endswith("mine=1\n")


# -- what it refuses, having changed nothing


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--kit", "nine"], "There is no kit 'nine'; there are: columns five hub one two usb"),
        (
            ["--kit", "../../etc/passwd"],
            "There is no kit '../../etc/passwd'; there are: columns five hub one two usb",
        ),
        (
            ["--kit"],
            "Say: sudo deploy/install [--kit one|two|five|hub|columns|usb] [--rotate auto|0|90|180|270] [--kiosk|",
        ),
        (["--rotate", "45"], "Say: sudo deploy/install"),
        (["--quick"], "Say: sudo deploy/install"),
    ],
)
def test_what_it_does_not_know_is_refused(one: Installed, words: list[str], answer: str) -> None:
    status, said = one.does("install", *words)
    assert status != 0
    assert said[0].startswith(answer)


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        (f"mv {CONFIG} /boot/elsewhere", "deploy/install is for Raspberry Pi OS Bookworm or Trixie; this is Debian"),
        ("sed -i s/bookworm/bullseye/ /etc/os-release", "deploy/install is for Raspberry Pi OS"),
        (A_32_BIT_SYSTEM, "Herald needs the 64-bit Raspberry Pi OS"),
        (
            f"chown root {HERALD_FOLDER}",
            "Herald does not run as root. Give this folder to the person it is for: sudo chown",
        ),
        ("touch /etc/systemd/system/display-manager.service", "A desktop has the screen here."),
        ("groupdel spi", "There is no group spi: is this Raspberry Pi OS?"),
    ],
)  # fmt: skip
def test_a_system_that_it_is_not_for_is_told_so(own: Installed, change: str, answer: str) -> None:
    assert (
        run_in_root(
            own.root, "sh", "-c", f"rm /etc/os-release; cp /usr/lib/os-release /etc; {change}"
        ).returncode
        == 0
    )
    status, said = own.does("install")
    assert status == 1
    assert said[0].startswith(answer)


@pytest.mark.parametrize("script", ["install", "uninstall", "update"])
def test_only_root_can_change_the_system(one: Installed, script: str) -> None:
    done = run_in_root(one.root, "runuser", "-u", "anna", "--", f"{HERALD_FOLDER}/deploy/{script}")
    assert (done.returncode, done.stdout) == (1, f"This changes the system: sudo deploy/{script}\n")


@pytest.mark.parametrize("script", ["install", "uninstall", "update"])
def test_none_of_them_comes_to_a_game(own: Installed, script: str) -> None:
    before = seen(own.root, "/boot", "/etc", "/var/lib/herald")
    done = run_in_root(own.root, "bash", "-c", AT_PLAY, "at-play", script)
    assert done.returncode == 1
    assert done.stdout.startswith("An evening is being played (tonight.herald): nothing was changed.")
    assert seen(own.root, "/boot", "/etc", "/var/lib/herald") == before
