"""deploy/install and deploy/uninstall on a played Raspberry Pi: real scripts, in a system of folders.

test_install.py does the same in real Debians, which takes minutes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from machines.root_folders import CONFIG_TXT
from tests.deploy.test_install import BLOCK

ROOT = Path(__file__).parents[2]
SYSTEM = re.compile(r"(?<![\w.}])/(?=(?:boot|etc|usr/lib/systemd|var/lib)/)")
"""Where a script goes into the system, which lies elsewhere here."""

PROGRAMS = {
    "apt-get": "",
    "apt-mark": "",
    "dpkg": "echo arm64",
    "dpkg-query": "sed -n '/^wanted=(/,/^)/{s/#.*//;p}' deploy/install | tr -s ' ' '\\n' | sed 's/.*/installed &, /'",
    "flock": "exit 0",
    "getent": '[[ $1 != passwd ]] || echo "anna:x:1000:1000::$SYSTEM/anna:/bin/bash"',
    "gpasswd": 'sed -i "/^$3\\$/d" "$SYSTEM/groups"',
    "id": '[[ $1 == -u ]] && echo "${ID-0}" || paste -sd " " "$SYSTEM/groups"',
    "runuser": 'echo "$2: ${*##* HOME=}" >>"$SYSTEM/asked"; shift 3; "$@"',
    "stat": '[[ $* != "-c %U ." ]] || { echo anna; exit; }; exec /usr/bin/stat "$@"',
    "systemctl": """
        echo "systemctl $*" >>"$SYSTEM/asked"
        case "$1" in
            enable) touch "$SYSTEM/${*: -1}.enabled" ;;
            disable) rm "$SYSTEM/${*: -1}.enabled" ;;
            is-enabled) test -e "$SYSTEM/${*: -1}.enabled" ;;
        esac""",
    "usermod": 'echo "$2" >>"$SYSTEM/groups"',
}


class Pi:
    """Folders for the system and for Herald, which is anna's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.system, self.herald = folder, folder / "system", folder / "system/anna/herald"
        self.home = folder / "system/anna/.local/share/herald"
        self.config = self.system / "boot/firmware/config.txt"
        self._has(self.config, CONFIG_TXT)
        self._has(self.system / "etc/os-release", 'VERSION_CODENAME=trixie\nPRETTY_NAME="Debian 13"\n')
        self._has(self.system / "groups", "anna\naudio\n")
        self._has(self.system / "getty@tty1.enabled", "")
        shutil.copytree(ROOT / "hardware/kits", self.herald / "hardware/kits")
        (self.herald / "companion").mkdir()
        for script in ("install", "uninstall", "pi/common.bash"):
            text = (ROOT / "deploy" / script).read_text()
            self._has(self.herald / "deploy" / script, SYSTEM.sub(f"{self.system}/", text))
        for path in (ROOT / "deploy/pi").glob("*[!h]"):
            shutil.copy(path, self.herald / "deploy/pi")
        self._can("deploy/setup", 'echo "set-up $*" >>"$SYSTEM/asked"', self.herald)
        self._can(
            ".venv/bin/python", f'[[ $* == *compileall* ]] || {{ cd {ROOT}; exec {sys.executable} "$@"; }}'
        )
        for name, script in PROGRAMS.items():
            self._can(name, script, folder / "programs")

    def does(self, *words: str, **environment: str) -> list[str]:
        """What a script of deploy/ says that root runs; its last line is the status, where that is not 0."""
        path = f"{self.folder}/programs:/usr/bin:/bin"
        done = subprocess.run(
            ["bash", str(self.herald / "deploy" / words[0]), *words[1:]],
            env={"PATH": path, "SYSTEM": str(self.system), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        said = done.stdout.replace(str(self.system), "").splitlines()
        return said + [f"status {done.returncode}"] * bool(done.returncode)

    def asked(self) -> list[str]:
        """What was asked of the system, and by whom."""
        return (self.system / "asked").read_text().replace(str(self.system), "").splitlines()

    def _has(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def _can(self, name: str, script: str, folder: Path | None = None) -> None:
        path = (folder or self.herald) / name
        self._has(path, f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_fresh_card_becomes_a_kiosk_whose_plan_is_annas_and_a_second_run_changes_nothing(pi: Pi) -> None:
    assert pi.does("install", "--kit", "two") == [
        *(
            f"anna may use {group} from now on."
            for group in ("video", "render", "input", "spi", "gpio", "dialout")
        ),
        "The system's log is kept below 64 MB.",
        "Herald is the kiosk on the console from now on: /etc/systemd/system/herald.service",
        "The console says when the plug may be pulled: /usr/lib/systemd/system-shutdown/herald",
        "The wiring plan of kit two is now /anna/.local/share/herald/wiring.toml.",
        "SPI for the readers, in /boot/firmware/config.txt: dtparam=spi=on",
        "Restart the Raspberry Pi now: sudo reboot",
    ]
    plan = "/anna/.local/share/herald/wiring.toml"
    by_anna = [line for line in pi.asked() if line.startswith("anna: ")]
    assert any(line.endswith(f" cp hardware/kits/two.toml {plan}") for line in by_anna)
    assert any(line.endswith(" deploy/setup --quiet --pi") for line in by_anna)
    assert pi.config.read_text() == CONFIG_TXT + BLOCK
    unit = (pi.system / "etc/systemd/system/herald.service").read_text()
    assert "\nUser=anna\n" in unit
    assert not re.search("@[A-Z]+@", unit)
    assert (pi.system / "herald.enabled").exists()
    assert not (pi.system / "getty@tty1.enabled").exists()
    (pi.system / "asked").unlink()
    before = files(pi.system)
    assert pi.does("install") == []
    (pi.system / "asked").unlink()
    assert files(pi.system) == before


def test_uninstalling_takes_everything_back_but_the_plan(pi: Pi) -> None:
    before = files(pi.system)
    pi.does("install", "--kit", "two")
    said = pi.does("uninstall")
    assert "The console has its login back." in said
    assert "That counts from the next start of the Pi on." in said
    assert said[-1] == "Decks and games stay in /anna/.local/share/herald."
    (pi.system / "asked").unlink()
    after = files(pi.system)
    assert set(after) - set(before) == {"anna/.local/share/herald/wiring.toml"}
    assert {name for name in before if before[name] != after.get(name)} == {"anna/herald/.venv/bin/python"}


def test_a_plan_with_faults_is_said_and_config_txt_stays(pi: Pi) -> None:
    pi.does("install", "--kit", "two", "--no-kiosk")
    (pi.home / "wiring.toml").write_text("reset = 99\n")
    said = pi.does("install")
    assert said[-2:] == [
        "Mend the plan, then say it again: nothing was changed in /boot/firmware/config.txt.",
        "status 1",
    ]
    assert pi.config.read_text() == CONFIG_TXT + BLOCK


@pytest.mark.parametrize(
    ("words", "environment", "answer"),
    [
        (["install"], {"ID": "1000"}, "This changes the system: sudo deploy/install"),
        (["uninstall"], {"ID": "1000"}, "This changes the system: sudo deploy/uninstall"),
        (["install", "--kit", "none"], {}, "There is no kit 'none'; there are: columns five hub one two usb"),
        (["uninstall"], {}, "Herald is not installed here."),
    ],
)
def test_what_cannot_be_is_told(pi: Pi, words: list[str], environment: dict[str, str], answer: str) -> None:
    before = files(pi.system)
    assert pi.does(*words, **environment)[0] == answer
    assert files(pi.system) == before
