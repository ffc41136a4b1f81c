"""Tests what Herald may not do, as its user, beside the service and in it."""

from __future__ import annotations

import json
from inspect import getsource
from pathlib import Path

from machines import sandbox_probe
from machines.kiosk_driver import (
    NEW_GAME_BUTTON,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.root_folders import HERALD_FOLDER, SAVED_GAMES_FOLDER
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

DATA_FOLDER = str(Path(SAVED_GAMES_FOLDER).parent)
CACHE_FOLDER = "/opt/anna/.cache/herald"
PROBE_PATH = "/usr/local/lib/probe.py"
ALLOWED_ATTEMPTS = (
    "write into its data",
    "write into its cache",
    "keep private what it writes",
    "be heard in this computer",
    "hear of devices",
    "ask the service manager",
    "make a sound",
    "speak",
)
"""Attempts that must succeed in the service, with one for each of its devices. All others are refused."""

REFUSED_OUTSIDE_TOO = ("leave a picture of its memory",)
"""Attempts that may be refused to its user beside the service too. The others are refused by the service."""

PREPARE_SCRIPT = """
modprobe snd-dummy
udevadm settle
cp /usr/bin/id /usr/local/bin/become-root
chmod 4755 /usr/local/bin/become-root
touch /tmp/seen /var/tmp/seen
mkdir -p /run/systemd/system/herald.service.d
"""
LIST_DEVICES_COMMAND = (
    "ls /dev/dri/card* /dev/snd/controlC* && grep -l touchscreen /sys/class/input/event*/device/name"
)


def show_sandbox(stage: SceneRun) -> None:
    """The service refuses what its user could do and the unit forbids, and allows what Herald needs."""
    with stage.start_machine() as machine:
        wait_for_home(machine)
        machine.run_checked(PREPARE_SCRIPT)
        machine.run_checked(f"cat >{PROBE_PATH} <<'END'\n{getsource(sandbox_probe)}\nEND")
        found = machine.run_checked(LIST_DEVICES_COMMAND).split()
        devices = [f"/dev/input/{Path(name).parts[4]}" if name.startswith("/sys") else name for name in found]
        beside, within = _tried(machine, devices)
        for name, goes in within.items():
            if name in ALLOWED_ATTEMPTS or name.startswith("use /dev/"):
                stage.expect(goes, f"it can {name}")
            elif name in REFUSED_OUTSIDE_TOO:
                stage.expect(not goes, f"it cannot {name}")
            else:
                stage.expect(beside[name], f"beside it its user can {name}")
                stage.expect(not goes, "it cannot")
        own, computers = machine.run_checked(
            f"readlink /proc/{systemd_property(machine, 'MainPID')}/ns/uts /proc/1/ns/uts"
        ).split()
        stage.expect(own != computers, "its host name is its own")
        stage.keep_screenshot(tap_and_wait(machine, NEW_GAME_BUTTON))
        stage.expect(wait_for_stable_picture(machine).is_herald_page, "picture and touch go on")
        stage.report(machine.run_checked("systemd-analyze security herald --no-pager | tail -2").strip())


def _tried(machine: VirtualMachine, devices: list[str]) -> tuple[dict[str, bool], dict[str, bool]]:
    """The results of the attempts, beside the service and in it."""
    words = f"{HERALD_FOLDER} {DATA_FOLDER} {CACHE_FOLDER} {' '.join(devices)}"
    machine.run_checked(f"runuser -u anna -- python3 {PROBE_PATH} {DATA_FOLDER}/beside {words}", 120)
    machine.run_checked(
        f"printf '[Service]\\nExecStartPre=python3 {PROBE_PATH} {DATA_FOLDER}/within {words}\\n'"
        " >/run/systemd/system/herald.service.d/probe.conf && systemctl daemon-reload && systemctl restart herald",
        240,
    )
    beside, within = machine.run_checked(
        f"cat {DATA_FOLDER}/beside; echo; cat {DATA_FOLDER}/within"
    ).splitlines()
    return json.loads(beside), json.loads(within)
