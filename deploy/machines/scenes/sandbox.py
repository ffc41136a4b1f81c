"""What Herald may not do: tried as its user, beside the service and in it."""

from __future__ import annotations

import json
from inspect import getsource
from pathlib import Path

from machines import probe
from machines.kiosk import NEW_GAME, property_of, standing, tap, until_home
from machines.machine import Machine
from machines.roots import EVENINGS, FOLDER
from machines.stage import Stage

DATA = str(Path(EVENINGS).parent)
CACHE = "/opt/anna/.cache/herald"
PROBE = "/usr/local/lib/probe.py"
GOES_ON = (
    "write into its data",
    "write into its cache",
    "keep private what it writes",
    "be heard in this computer",
    "hear of devices",
    "ask the service manager",
    "make a sound",
    "speak",
)
"""What must go well in the service; and each device of its. Everything else that is tried is refused."""

REFUSED_ANYWAY = ("leave a picture of its memory",)
"""What may be refused to its user beside the service too. Of the rest the refusal is the service's own."""

PREPARE = """
modprobe snd-dummy
udevadm settle
cp /usr/bin/id /usr/local/bin/become-root
chmod 4755 /usr/local/bin/become-root
touch /tmp/seen /var/tmp/seen
mkdir -p /run/systemd/system/herald.service.d
"""
DEVICES = "ls /dev/dri/card* /dev/snd/controlC* && grep -l touchscreen /sys/class/input/event*/device/name"


def sandbox(stage: Stage) -> None:
    """What its user could do and the unit forbids is refused in the service, and what Herald needs goes on."""
    with stage.machine() as machine:
        until_home(machine)
        machine.must(PREPARE)
        machine.must(f"cat >{PROBE} <<'END'\n{getsource(probe)}\nEND")
        found = machine.must(DEVICES).split()
        devices = [f"/dev/input/{Path(name).parts[4]}" if name.startswith("/sys") else name for name in found]
        beside, within = _tried(machine, devices)
        for name, goes in within.items():
            if name in GOES_ON or name.startswith("use /dev/"):
                stage.expect(goes, f"it can {name}")
            elif name in REFUSED_ANYWAY:
                stage.expect(not goes, f"it cannot {name}")
            else:
                stage.expect(beside[name], f"beside it its user can {name}")
                stage.expect(not goes, "it cannot")
        own, computers = machine.must(
            f"readlink /proc/{property_of(machine, 'MainPID')}/ns/uts /proc/1/ns/uts"
        ).split()
        stage.expect(own != computers, "its host name is its own")
        stage.keep(tap(machine, NEW_GAME))
        stage.expect(standing(machine).is_heralds, "picture and touch go on")
        stage.tell(machine.must("systemd-analyze security herald --no-pager | tail -2").strip())


def _tried(machine: Machine, devices: list[str]) -> tuple[dict[str, bool], dict[str, bool]]:
    """What went well, beside the service and in it."""
    words = f"{FOLDER} {DATA} {CACHE} {' '.join(devices)}"
    machine.must(f"runuser -u anna -- python3 {PROBE} {DATA}/beside {words}", 120)
    machine.must(
        f"printf '[Service]\\nExecStartPre=python3 {PROBE} {DATA}/within {words}\\n'"
        " >/run/systemd/system/herald.service.d/probe.conf && systemctl daemon-reload && systemctl restart herald",
        240,
    )
    beside, within = machine.must(f"cat {DATA}/beside; echo; cat {DATA}/within").splitlines()
    return json.loads(beside), json.loads(within)
