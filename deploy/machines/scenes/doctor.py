"""`herald doctor`, said by anna in machines with the faults that a machine can have."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase

from machines.kiosk import begin_virtual_game, logins, property_of, until_home
from machines.machine import PANEL, Machine
from machines.roots import EVENINGS, FOLDER, must
from machines.stage import Stage

SECOND = "virtio-gpu-pci,id=second,xres=800,yres=480"
"""Another graphics card with a monitor of its own."""
RUN = f"runuser --login anna --command '{FOLDER}/.venv/bin/herald doctor'"

AGAIN = "udevadm trigger --action=add"
"""What the doctor advises where a device is nobody's."""

UNSEEN = (
    "no machine has these, only the tests of companion/start/house_doctor play them: the kernel's own alarm of"
    " too little voltage (rpi_volt), the wear of an eMMC, HDMI without loudspeakers (error 524), a reader"
)


class Doctor:
    """Runs in a machine, and what it finds is held against what it should."""

    def __init__(self, stage: Stage, machine: Machine) -> None:
        self.stage, self.machine = stage, machine

    def finds(self, *expected: str, after: str = "") -> None:
        """Each of these is a line of it, where `*` is anything, and it ends with 1 exactly if something is wrong.
        `after`: a command that makes the fault, or mends it.
        """
        if after:
            self.machine.must(after)
            self.stage.tell(f"# {after}")
        done = self.machine.run(RUN)
        lines = done.text.splitlines()
        for pattern in expected:
            found = next((line for line in lines if fnmatchcase(line, pattern)), "")
            self.stage.expect(found, found or f"{pattern} is a line of\n{done.text}")
        wrong = any(line.startswith("!!") for line in lines)
        self.stage.expect(done.status == wrong, f"and it ended with {done.status}")


# -- what is plugged in


def doctor(stage: Stage) -> None:
    """The doctor names the card and connector that the kiosk took, and the faults of cards, touch, sound and supply."""
    usb = ("-device", "qemu-xhci,id=usb", "-audiodev", "none,id=ear")
    with stage.machine("faults", devices=(*PANEL, SECOND), more=usb) as machine:
        until_home(machine)
        says = Doctor(stage, machine)
        _cards(says)
        _touch(says)
        _sound(says)
        _supply(says)
        stage.tell(UNSEEN)


def _cards(says: Doctor) -> None:
    """Two cards, one, none, and one that anna may not use."""
    machine, stage = says.machine, says.stage
    first = _taken(machine)
    says.finds(
        f"ok  display: {first}. Herald shows nothing on Virtual-? of card?, which is connected too",
        f"ok  kiosk: enabled, active, watched every 1min. {property_of(machine, 'StatusText')}",
    )
    machine.must(f"{_switch(first, 'off')}\nsystemctl restart herald")
    stage.tell(f"# {first} is no longer connected, and Herald is started anew")
    second = _taken(machine)
    says.finds(f"ok  display: {second}; {first.rpartition(' ')[2]} has nothing connected")
    shown = stage.keep(machine.picture("second", device="second"))
    stage.expect(shown.is_heralds, f"the kiosk took {second} too: its monitor shows Herald")

    machine.must(f"{_switch(second, 'off')}\nsystemctl --no-block restart herald")
    _until_status(machine, "Waiting for a panel: nothing is connected *")
    says.finds(
        "--  display: nothing is connected to Virtual-*. Look at its cable and its supply. The kiosk waits for it",
        "--  kiosk: enabled, activating, watched every 1min. Waiting for a panel: nothing is connected to Virtual-*",
    )
    card = f"/dev/dri/{first.rpartition(' ')[2]}"
    machine.must(f"chgrp root {card}\n{_switch(first, 'detect')}")
    _until_status(machine, f"Waiting for a panel: this user may not use {card}")
    stage.tell(f"# chgrp root {card}, and something is connected to it")
    says.finds(
        f'!!  display: this user may not use {card}. Its group should be video: run "sudo {AGAIN}", then look again',
        f"--  kiosk: *. Waiting for a panel: this user may not use {card}",
    )
    machine.must(AGAIN)
    _until_status(machine, "The picture goes to *")
    stage.tell(f"# {AGAIN}")
    says.finds(f"ok  display: {first}; *")


def _taken(machine: Machine) -> str:
    """What the kiosk said that it took, in the doctor's words."""
    status = property_of(machine, "StatusText")
    return re.sub(r"The picture goes to (card\d+), (.+)", r"\2 of \1", status)


def _switch(panel: str, to: str) -> str:
    """The command that makes the kernel take it for connected (detect) or not (off)."""
    connector, _, card = panel.partition(" of ")
    return f"echo {to} >/sys/class/drm/{card}-{connector}/status"


def _until_status(machine: Machine, status: str) -> None:
    """Wait until the kiosk tells the service manager so."""
    machine.until(lambda: fnmatchcase(property_of(machine, "StatusText"), status), 60, status, every=1)


ANOTHER = """systemd-run --quiet --unit=another python3 -S -c "
import runpy, time
panel = runpy.run_path('/usr/local/sbin/machine-agent')['Panel'](800, 480)
time.sleep(10000)"
sleep 2
udevadm settle"""
"""One more touchscreen, of a process of its own."""


def _touch(says: Doctor) -> None:
    """A touchscreen that anna may not read, two, and none."""
    (event,) = _touchscreens(says.machine)
    told = f"machine touchscreen (/dev/input/{event}, of the group"
    says.finds(
        f'!!  touch: this user may not use {told} root). Its group should be input: run "sudo {AGAIN}", *',
        after=f"chgrp root /dev/input/{event}",
    )
    says.finds(f"ok  touch: {told} input)", after=f"{AGAIN} --settle")
    says.machine.must(ANOTHER)
    says.stage.tell("# another touchscreen is plugged in")
    events = _touchscreens(says.machine)
    says.stage.expect(len(events) == 2, f"there are {' and '.join(events)}")
    says.finds(
        *(f"ok  touch: machine touchscreen (/dev/input/{each}, of the group input)" for each in events)
    )
    says.machine.must("systemctl stop another")
    says.machine.unplug_touch()
    says.stage.tell("# both are pulled")
    says.finds("--  touch: no touchscreen. *; it may be plugged in at any time")


def _touchscreens(machine: Machine) -> list[str]:
    """The names of their events."""
    return re.findall(r"event\d+", machine.must("grep -l touchscreen /sys/class/input/event*/device/name"))


LEADS_NOWHERE = """cd /dev/snd
rm pcmC0D0p
mknod pcmC0D0p c 116 250
chgrp audio pcmC0D0p
chmod 660 pcmC0D0p"""
"""As a card that is listed and cannot be opened; a machine has no HDMI with sound."""


def _sound(says: Doctor) -> None:
    """No card, one that anna may not use, one that is listed and cannot be opened, and a USB loudspeaker beside it."""
    machine = says.machine
    says.finds("--  sound: no sound device. Plug in a USB loudspeaker *")
    says.finds(
        "ok  sound Dummy: Dummy - Dummy, can be played on",
        "ok  sound: played on Dummy - Dummy",
        after="modprobe snd-dummy && udevadm settle",
    )
    says.finds(
        "!!  sound: this user may not use /dev/snd/pcmC0D0p. Its group should be audio: *",
        after="chgrp root /dev/snd/pcmC0D0p",
    )
    says.finds(
        "--  sound Dummy: Dummy - Dummy, cannot be played on (*)",
        "!!  sound: no device can be played on. HDMI has no sound where the monitor has no loudspeakers *",
        after=LEADS_NOWHERE,
    )
    machine.tell("device_add", driver="usb-audio", id="loudspeaker", audiodev="ear")
    machine.until(lambda: machine.run("ls /dev/snd/pcmC1D0p").status == 0, 10, "a second sound card", every=1)
    machine.must("udevadm settle")
    says.stage.tell("# a USB loudspeaker is plugged in")
    says.finds(
        "--  sound Dummy: Dummy - Dummy, cannot be played on (*)",
        "ok  sound Audio: USB-Audio - QEMU USB Audio, can be played on",
        "ok  sound: played on USB-Audio - QEMU USB Audio. *",
    )


VCGENCMD = """cat >/usr/local/bin/vcgencmd <<'END'
#!/bin/sh
echo throttled={bits}
END
chmod 755 /usr/local/bin/vcgencmd"""


def _supply(says: Doctor) -> None:
    """What a Pi's firmware says of voltage and heat, in a program of ours that has its name."""
    says.stage.tell(
        "a program that stands in for vcgencmd says 0x50005, then 0x80008: no machine measures these"
    )
    says.machine.must(VCGENCMD.format(bits="0x50005"))
    says.finds("!!  supply: the 5 V are too low now. Use the supply made for this Raspberry Pi *")
    says.machine.must(VCGENCMD.format(bits="0x80008"))
    says.finds("ok  supply: the 5 V are well", "!!  heat: too hot now, slowed down. *")


# -- disk, service and clock

FEW = 600
"""Files that the second disk has room for."""
DATA = EVENINGS.rpartition("/")[0]


def doctor_service(stage: Stage) -> None:
    """The doctor tells of a full, slow, read-only disk, of a service that hung or gave up, and of a wrong clock."""
    spare = stage.folder / "spare.img"
    must(["truncate", "--size=700M", str(spare)])
    must(["mke2fs", "-q", "-t", "ext4", "-N", str(FEW), "-E", "root_owner=1000:1000", str(spare)])
    disk = ("-drive", f"file={spare},format=raw,if=none,id=spare", "-device", "virtio-blk-pci,drive=spare")
    devices = (*PANEL, "i6300esb")  # a watchdog, as every Raspberry Pi has one
    with stage.machine("faults", devices=devices, more=disk) as machine:
        until_home(machine)
        begin_virtual_game(machine)
        says = Doctor(stage, machine)
        says.finds(
            "ok  clock: *, kept by a clock with a battery", "ok  evenings: *, a move is safe after * ms"
        )
        _disks(says)
        _service(says)
        machine.must("systemctl stop herald systemd-timesyncd\nrm -f /var/lib/systemd/timesync/clock\nsync")
        overlay = machine.overlay
    spare.unlink()
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    with stage.machine("behind", overlay=overlay, clock=f"{hour_ago:%Y-%m-%dT%H:%M:%S}") as machine:
        until_home(machine)
        Doctor(stage, machine).finds(
            f"!!  clock: behind: it says {hour_ago:%Y-%m-%d} *, the last evening is of *"
        )
    with stage.machine("unset", clock="1970-01-02T00:00:00") as machine:
        until_home(machine)
        says = Doctor(stage, machine)
        says.finds("!!  clock: not set: it says *, and Herald came here at *")
        says.finds(
            "--  clock: *, set by no network since the start. If that is wrong: *",
            after=f"date --set=@{datetime.now(UTC).timestamp():.0f}",
        )


FILL = (
    "rm -f /filler\nfallocate --length=$(($(df --output=avail --block-size=1 / | tail -1) - {left})) /filler"
)


def _disks(says: Doctor) -> None:
    """Little room, hardly any, a slow card, no more files, and a file system that became read-only by an error."""
    machine = says.machine
    says.finds("ok  evenings: 2?? MB left for them, *. Nearly full: *", after=FILL.format(left=290_000_000))
    says.finds("!!  evenings: * MB left. Make room on the disk of *", after=FILL.format(left=30_000_000))
    machine.must("rm /filler")
    machine.tell("human-monitor-command", command_line="block_set_io_throttle card 0 0 0 0 0 3")
    says.stage.tell("# the card takes three writes a second")
    says.finds(
        "!!  evenings: *, a move is safe after * ms. The card is slow or wearing out: copy it to a new one"
    )
    machine.tell("human-monitor-command", command_line="block_set_io_throttle card 0 0 0 0 0 0")
    says.finds(
        "!!  evenings: room for ??? files only, whatever their size. Remove files *",
        after=f"mount -o errors=remount-ro /dev/vdb {DATA}",
    )
    says.finds(
        "!!  evenings: cannot be *",  # kept or written, as the kernel says that it is read-only or just an error
        "!!  disk: 1 errors on vdb. Copy what you want to keep, *",
        after="echo fault >/sys/fs/ext4/vdb/trigger_fs_error",
    )
    machine.must(f"umount --lazy {DATA}")


SET = """mkdir -p /run/systemd/system/herald.service.d
cat >/run/systemd/system/herald.service.d/fault.conf <<'END'
[Service]
{lines}
END
systemctl daemon-reload"""
UNSET = "rm /run/systemd/system/herald.service.d/fault.conf\nsystemctl daemon-reload"
FAILS = "ExecStart=\nExecStart=/bin/false\nRestartSec=100ms"


def _service(says: Doctor) -> None:
    """A screen that hangs, a service that gave up, one that was stopped, and the computer's own watchdog."""
    machine, stage = says.machine, says.stage
    machine.must(SET.format(lines="RestartSec=10min"))
    machine.must("systemctl kill --signal=STOP --kill-whom=main herald")
    stage.tell(
        "# Herald is stopped as a screen that hangs would be, and started again only after ten minutes"
    )
    machine.until(lambda: property_of(machine, "SubState") == "auto-restart", 60, "the watchdog", every=2)
    says.finds(
        "!!  kiosk: enabled, activating, watched every 1min: its screen hung and the watchdog ended it. *"
    )
    machine.must(SET.format(lines=FAILS))
    machine.must(
        "systemctl stop herald\nsystemctl reset-failed herald || true\nsystemctl start herald || true"
    )
    stage.tell("# its program ends at once, each time")
    machine.until(lambda: logins(machine) > 0, 60, "the login, after the last failure", every=2)
    says.finds(
        "!!  kiosk: enabled, inactive*: it ended with status 1*. When that is set right: sudo systemctl reset-failed"
        " herald && sudo systemctl start herald"
    )
    machine.must(UNSET)
    says.finds(
        "ok  kiosk: enabled, active, watched every 1min. The picture goes to *",
        after="systemctl reset-failed herald && systemctl start herald",
    )
    says.finds("--  watchdog: the computer's own is not used. *", after="modprobe i6300esb && udevadm settle")
    fed = "mkdir -p /run/systemd/system.conf.d\nprintf '[Manager]\\nRuntimeWatchdogSec=1min\\n' >"
    machine.must(f"{fed}/run/systemd/system.conf.d/fed.conf\nsystemctl daemon-reexec")
    says.finds("ok  watchdog: starts a computer that hangs anew after 1min")
