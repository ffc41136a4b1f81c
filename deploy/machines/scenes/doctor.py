"""Shows `herald doctor`, run by anna in machines with the faults that a machine can have."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase

from machines.kiosk_driver import count_console_logins, start_virtual_game, systemd_property, wait_for_home
from machines.root_folders import HERALD_FOLDER, SAVED_GAMES_FOLDER, run_checked
from machines.scene_run import SceneRun
from machines.virtual_machine import PANEL_DEVICE, VirtualMachine

SECOND_GRAPHICS_CARD = "virtio-gpu-pci,id=second,xres=800,yres=480"
"""Another graphics card with a monitor of its own."""
DOCTOR_COMMAND = f"runuser --login anna --command '{HERALD_FOLDER}/.venv/bin/herald doctor'"

UDEV_TRIGGER_COMMAND = "udevadm trigger --action=add"
"""The doctor's advice where a device has no group."""

CHECKS_NOT_COVERED = (
    "no machine has these, only the tests of companion/start/doctor play them: the kernel's own alarm of"
    " too little voltage (rpi_volt), the wear of an eMMC, HDMI without loudspeakers (error 524), a reader"
)


class DoctorRun:
    """Runs the doctor in a machine, and compares its findings with the expected ones."""

    def __init__(self, stage: SceneRun, machine: VirtualMachine) -> None:
        self.stage, self.machine = stage, machine

    def expect_lines(self, *expected: str, after: str = "") -> None:
        """Expect these lines in its output, where `*` is anything; it ends with 1 where something is wrong.

        `after`: a command that makes the fault, or repairs it.
        """
        if after:
            self.machine.run_checked(after)
            self.stage.report(f"# {after}")
        done = self.machine.run_command(DOCTOR_COMMAND)
        lines = done.output.splitlines()
        for pattern in expected:
            found = next((line for line in lines if fnmatchcase(line, pattern)), "")
            self.stage.expect(found, found or f"{pattern} is a line of\n{done.output}")
        wrong = any(line.startswith("!!") for line in lines)
        self.stage.expect(done.status == wrong, f"and it ended with {done.status}")


# -- devices


def show_doctor(stage: SceneRun) -> None:
    """The doctor names the kiosk's card and connector, and the faults of cards, touch, sound and supply."""
    usb = ("-device", "qemu-xhci,id=usb", "-audiodev", "none,id=ear")
    with stage.start_machine("faults", devices=(*PANEL_DEVICE, SECOND_GRAPHICS_CARD), more=usb) as machine:
        wait_for_home(machine)
        says = DoctorRun(stage, machine)
        _cards(says)
        _touch(says)
        _sound(says)
        _supply(says)
        stage.report(CHECKS_NOT_COVERED)


def _cards(says: DoctorRun) -> None:
    """Two cards, one, none, and one that anna may not use."""
    machine, stage = says.machine, says.stage
    first = _taken(machine)
    says.expect_lines(
        f"ok  display: {first}. Herald shows nothing on Virtual-? of card?, which is connected too",
        f"ok  kiosk: enabled, active, watched every 1min. {systemd_property(machine, 'StatusText')}",
    )
    machine.run_checked(f"{_switch(first, 'off')}\nsystemctl restart herald")
    stage.report(f"# {first} is no longer connected, and Herald is started anew")
    second = _taken(machine)
    says.expect_lines(f"ok  display: {second}; {first.rpartition(' ')[2]} has nothing connected")
    shown = stage.keep_screenshot(machine.take_screenshot("second", device="second"))
    stage.expect(shown.is_herald_page, f"the kiosk took {second} too: its monitor shows Herald")

    machine.run_checked(f"{_switch(second, 'off')}\nsystemctl --no-block restart herald")
    _until_status(machine, "Waiting for a panel: nothing is connected *")
    says.expect_lines(
        "--  display: nothing is connected to Virtual-*. Look at its cable and its supply. The kiosk waits for it",
        "--  kiosk: enabled, activating, watched every 1min. Waiting for a panel: nothing is connected to Virtual-*",
    )
    card = f"/dev/dri/{first.rpartition(' ')[2]}"
    machine.run_checked(f"chgrp root {card}\n{_switch(first, 'detect')}")
    _until_status(machine, f"Waiting for a panel: this user may not use {card}")
    stage.report(f"# chgrp root {card}, and something is connected to it")
    says.expect_lines(
        f'!!  display: this user may not use {card}. Its group should be video: run "sudo'
        f' {UDEV_TRIGGER_COMMAND}", then look again',
        f"--  kiosk: *. Waiting for a panel: this user may not use {card}",
    )
    machine.run_checked(UDEV_TRIGGER_COMMAND)
    _until_status(machine, "The picture goes to *")
    stage.report(f"# {UDEV_TRIGGER_COMMAND}")
    says.expect_lines(f"ok  display: {first}; *")


def _taken(machine: VirtualMachine) -> str:
    """The card and connector of the kiosk's status, in the doctor's words."""
    status = systemd_property(machine, "StatusText")
    return re.sub(r"The picture goes to (card\d+), (.+)", r"\2 of \1", status)


def _switch(panel: str, to: str) -> str:
    """The command that makes the kernel treat a panel as connected (detect) or not (off)."""
    connector, _, card = panel.partition(" of ")
    return f"echo {to} >/sys/class/drm/{card}-{connector}/status"


def _until_status(machine: VirtualMachine, status: str) -> None:
    """Wait until the kiosk has that status."""
    machine.wait_until(
        lambda: fnmatchcase(systemd_property(machine, "StatusText"), status), 60, status, interval=1
    )


SECOND_TOUCHSCREEN_COMMAND = """systemd-run --quiet --unit=another python3 -S -c "
import runpy, time
panel = runpy.run_path('/usr/local/sbin/machine-agent')['Panel'](800, 480)
time.sleep(10000)"
sleep 2
udevadm settle"""
"""Another touchscreen, made by a process of its own."""


def _touch(says: DoctorRun) -> None:
    """A touchscreen that anna may not read, two, and none."""
    (event,) = _touchscreens(says.machine)
    told = f"machine touchscreen (/dev/input/{event}, of the group"
    says.expect_lines(
        f'!!  touch: this user may not use {told} root). Its group should be input: run "sudo'
        f' {UDEV_TRIGGER_COMMAND}", *',
        after=f"chgrp root /dev/input/{event}",
    )
    says.expect_lines(f"ok  touch: {told} input)", after=f"{UDEV_TRIGGER_COMMAND} --settle")
    says.machine.run_checked(SECOND_TOUCHSCREEN_COMMAND)
    says.stage.report("# another touchscreen is plugged in")
    events = _touchscreens(says.machine)
    says.stage.expect(len(events) == 2, f"there are {' and '.join(events)}")
    says.expect_lines(
        *(f"ok  touch: machine touchscreen (/dev/input/{each}, of the group input)" for each in events)
    )
    says.machine.run_checked("systemctl stop another")
    says.machine.unplug_touchscreen()
    says.stage.report("# both are pulled")
    says.expect_lines("--  touch: no touchscreen. *; it may be plugged in at any time")


def _touchscreens(machine: VirtualMachine) -> list[str]:
    """The names of the touchscreens' event devices."""
    return re.findall(
        r"event\d+", machine.run_checked("grep -l touchscreen /sys/class/input/event*/device/name")
    )


DEAD_SOUND_CARD_SCRIPT = """cd /dev/snd
rm pcmC0D0p
mknod pcmC0D0p c 116 250
chgrp audio pcmC0D0p
chmod 660 pcmC0D0p"""
"""Makes a card that is listed and cannot be opened; a machine has no HDMI with sound."""


def _sound(says: DoctorRun) -> None:
    """No card, one that anna may not use, one that is listed and cannot be opened, and a USB loudspeaker beside it."""
    machine = says.machine
    says.expect_lines("--  sound: no sound device. Plug in a USB loudspeaker *")
    says.expect_lines(
        "ok  sound Dummy: Dummy - Dummy, can be played on",
        "ok  sound: played on Dummy - Dummy",
        after="modprobe snd-dummy && udevadm settle",
    )
    says.expect_lines(
        "!!  sound: this user may not use /dev/snd/pcmC0D0p. Its group should be audio: *",
        after="chgrp root /dev/snd/pcmC0D0p",
    )
    says.expect_lines(
        "--  sound Dummy: Dummy - Dummy, cannot be played on (*)",
        "!!  sound: no device can be played on. HDMI has no sound where the monitor has no loudspeakers *",
        after=DEAD_SOUND_CARD_SCRIPT,
    )
    machine.send_qemu_command("device_add", driver="usb-audio", id="loudspeaker", audiodev="ear")
    machine.wait_until(
        lambda: machine.run_command("ls /dev/snd/pcmC1D0p").status == 0, 10, "a second sound card", interval=1
    )
    machine.run_checked("udevadm settle")
    says.stage.report("# a USB loudspeaker is plugged in")
    says.expect_lines(
        "--  sound Dummy: Dummy - Dummy, cannot be played on (*)",
        "ok  sound Audio: USB-Audio - QEMU USB Audio, can be played on",
        "ok  sound: played on USB-Audio - QEMU USB Audio. *",
    )


STUB_VCGENCMD_SCRIPT = """cat >/usr/local/bin/vcgencmd <<'END'
#!/bin/sh
echo throttled={bits}
END
chmod 755 /usr/local/bin/vcgencmd"""


def _supply(says: DoctorRun) -> None:
    """A Pi's reports of voltage and heat, by a program of ours with the name of the firmware's."""
    says.stage.report(
        "a program that stands in for vcgencmd says 0x50005, then 0x80008: no machine measures these"
    )
    says.machine.run_checked(STUB_VCGENCMD_SCRIPT.format(bits="0x50005"))
    says.expect_lines("!!  supply: the 5 V are too low now. Use the supply made for this Raspberry Pi *")
    says.machine.run_checked(STUB_VCGENCMD_SCRIPT.format(bits="0x80008"))
    says.expect_lines("ok  supply: the 5 V are well", "!!  heat: too hot now, slowed down. *")


# -- disk, service and clock

INODES_ON_SMALL_DISK = 600
"""The number of files that fit on the second disk."""
DATA_FOLDER = SAVED_GAMES_FOLDER.rpartition("/")[0]


def show_doctor_service(stage: SceneRun) -> None:
    """The doctor reports a full, slow or read-only disk, a service that hung or gave up, and a wrong clock."""
    spare = stage.folder / "spare.img"
    run_checked(["truncate", "--size=700M", str(spare)])
    run_checked(
        [
            "mke2fs",
            "-q",
            "-t",
            "ext4",
            "-N",
            str(INODES_ON_SMALL_DISK),
            "-E",
            "root_owner=1000:1000",
            str(spare),
        ]
    )
    disk = ("-drive", f"file={spare},format=raw,if=none,id=spare", "-device", "virtio-blk-pci,drive=spare")
    devices = (*PANEL_DEVICE, "i6300esb")  # a watchdog, as every Raspberry Pi has one
    with stage.start_machine("faults", devices=devices, more=disk) as machine:
        wait_for_home(machine)
        start_virtual_game(machine)
        says = DoctorRun(stage, machine)
        says.expect_lines(
            "ok  clock: *, kept by a clock with a battery", "ok  evenings: *, a move is safe after * ms"
        )
        _disks(says)
        _service(says)
        machine.run_checked(
            "systemctl stop herald systemd-timesyncd\nrm -f /var/lib/systemd/timesync/clock\nsync"
        )
        overlay = machine.overlay
    spare.unlink()
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    with stage.start_machine("behind", overlay=overlay, clock=f"{hour_ago:%Y-%m-%dT%H:%M:%S}") as machine:
        wait_for_home(machine)
        DoctorRun(stage, machine).expect_lines(
            f"!!  clock: behind: it says {hour_ago:%Y-%m-%d} *, the last evening is of *"
        )
    with stage.start_machine("unset", clock="1970-01-02T00:00:00") as machine:
        wait_for_home(machine)
        says = DoctorRun(stage, machine)
        says.expect_lines("!!  clock: not set: it says *, and Herald came here at *")
        says.expect_lines(
            "--  clock: *, set by no network since the start. If that is wrong: *",
            after=f"date --set=@{datetime.now(UTC).timestamp():.0f}",
        )


FILL_DISK_SCRIPT = (
    "rm -f /filler\nfallocate --length=$(($(df --output=avail --block-size=1 / | tail -1) - {left})) /filler"
)


def _disks(says: DoctorRun) -> None:
    """Little room, hardly any, a slow card, no more files, and a file system that an error made read-only."""
    machine = says.machine
    says.expect_lines(
        "ok  evenings: 2?? MB left for them, *. Nearly full: *",
        after=FILL_DISK_SCRIPT.format(left=290_000_000),
    )
    says.expect_lines(
        "!!  evenings: * MB left. Make room on the disk of *", after=FILL_DISK_SCRIPT.format(left=30_000_000)
    )
    machine.run_checked("rm /filler")
    machine.send_qemu_command("human-monitor-command", command_line="block_set_io_throttle card 0 0 0 0 0 3")
    says.stage.report("# the card takes three writes a second")
    says.expect_lines(
        "!!  evenings: *, a move is safe after * ms. The card is slow or wearing out: copy it to a new one"
    )
    machine.send_qemu_command("human-monitor-command", command_line="block_set_io_throttle card 0 0 0 0 0 0")
    says.expect_lines(
        "!!  evenings: room for ??? files only, whatever their size. Remove files *",
        after=f"mount -o errors=remount-ro /dev/vdb {DATA_FOLDER}",
    )
    says.expect_lines(
        # kept or written, as the kernel says that it is read-only or just an error
        "!!  evenings: cannot be *",
        "!!  disk: 1 errors on vdb. Copy what you want to keep, *",
        after="echo fault >/sys/fs/ext4/vdb/trigger_fs_error",
    )
    machine.run_checked(f"umount --lazy {DATA_FOLDER}")


ADD_DROP_IN_SCRIPT = """mkdir -p /run/systemd/system/herald.service.d
cat >/run/systemd/system/herald.service.d/fault.conf <<'END'
[Service]
{lines}
END
systemctl daemon-reload"""
REMOVE_DROP_IN_SCRIPT = "rm /run/systemd/system/herald.service.d/fault.conf\nsystemctl daemon-reload"
FAILING_SERVICE = "ExecStart=\nExecStart=/bin/false\nRestartSec=100ms"


def _service(says: DoctorRun) -> None:
    """A screen that hangs, a service that gave up, one that was stopped, and the computer's own watchdog."""
    machine, stage = says.machine, says.stage
    machine.run_checked(ADD_DROP_IN_SCRIPT.format(lines="RestartSec=10min"))
    machine.run_checked("systemctl kill --signal=STOP --kill-whom=main herald")
    stage.report(
        "# Herald is stopped as a screen that hangs would be, and started again only after ten minutes"
    )
    machine.wait_until(
        lambda: systemd_property(machine, "SubState") == "auto-restart", 60, "the watchdog", interval=2
    )
    says.expect_lines(
        "!!  kiosk: enabled, activating, watched every 1min: its screen hung and the watchdog ended it. *"
    )
    machine.run_checked(ADD_DROP_IN_SCRIPT.format(lines=FAILING_SERVICE))
    machine.run_checked(
        "systemctl stop herald\nsystemctl reset-failed herald || true\nsystemctl start herald || true"
    )
    stage.report("# its program ends at once, each time")
    machine.wait_until(
        lambda: count_console_logins(machine) > 0, 60, "the login, after the last failure", interval=2
    )
    says.expect_lines(
        "!!  kiosk: enabled, inactive*: it ended with status 1*. When that is set right: sudo systemctl reset-failed"
        " herald && sudo systemctl start herald"
    )
    machine.run_checked(REMOVE_DROP_IN_SCRIPT)
    says.expect_lines(
        "ok  kiosk: enabled, active, watched every 1min. The picture goes to *",
        after="systemctl reset-failed herald && systemctl start herald",
    )
    says.expect_lines(
        "--  watchdog: the computer's own is not used. *", after="modprobe i6300esb && udevadm settle"
    )
    fed = "mkdir -p /run/systemd/system.conf.d\nprintf '[Manager]\\nRuntimeWatchdogSec=1min\\n' >"
    machine.run_checked(f"{fed}/run/systemd/system.conf.d/fed.conf\nsystemctl daemon-reexec")
    says.expect_lines("ok  watchdog: starts a computer that hangs anew after 1min")
