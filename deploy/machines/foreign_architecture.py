"""Builds a computer of a processor that this one does not have.

Its packages are unpacked here, and everything that runs its programs happens in the machine itself, at its
first start. So this computer needs only QEMU: running single programs in a folder is slower, and its kernel
would have to be configured for it. The machine has no network: packages and wheels are on its disk.
"""

from __future__ import annotations

import sys
from pathlib import Path

from machines.bootable_root import BOOT_PACKAGES, FSTAB, GUEST_FOLDER, HOSTNAME, UDEV_RULES, make_ext4_image
from machines.cache import build_error
from machines.kernel import build_kernel_and_initramfs
from machines.platforms import KERNEL_ARCHITECTURES, SERIAL_DEVICES, BootDisk, Platform, ReportProgress
from machines.root_folders import (
    APT_ARM_OPTIONS,
    LITE_PACKAGES,
    NAMESPACE_COMMAND,
    PYTHON_BY_SUITE,
    REPOSITORY_ROOT,
    STUBBED_PACKAGE,
    SUDO,
    USERS_AND_GROUPS_SCRIPT,
    copy_root,
    packages_of_install_script,
    pip_wheel_options,
    remove_root,
    run_checked,
    run_in_root,
)
from machines.virtual_machine import VirtualMachine

SHARED_PATHS = (
    "boot/firmware",
    "etc/apt/apt.conf.d/90as-this-computer",
    "etc/apt/sources.list",
    "etc/apt/sources.list.d/raspberry.list",
    "etc/dpkg/dpkg.cfg.d/quick",
    "opt/raspberry",
    "usr/lib/python3/dist-packages/RPi",
)
"""Parts of a root folder that do not depend on the processor: stand-ins of a Raspberry Pi's, and settings of
apt and dpkg."""

CONFIGURED_MARK = "machine: configured"

SECOND_STAGE_SCRIPT = "opt/second-stage"

CONFIGURE_SCRIPT = f"""\
#!/bin/sh
# The first process of the machine: when it fails, the kernel panics, and the machine is off.
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive
/debootstrap/debootstrap --second-stage
mountpoint --quiet /proc || mount -t proc proc /proc
apt-get install -y -qq --no-install-recommends $STARTS
{USERS_AND_GROUPS_SCRIPT}systemctl enable agent
exec sh -c 'rm /{SECOND_STAGE_SCRIPT}; mount -o remount,ro / || sync; echo "{CONFIGURED_MARK}"; \
exec systemctl poweroff -ff'
"""

CONFIGURE_TIMEOUT_S = 400.0
"""Seconds that a computer may take for it, multiplied by a machine's slowness."""


def build_foreign_computer(kind: Platform, base: Path, half: Path, tell: ReportProgress) -> None:
    """Make `image`, `vmlinuz` and `initramfs` in the folder `half`.

    `base`: the root folder of the same release, whose programs run here.
    """
    tell(f"Getting the packages of {kind} (about 2 minutes) ...")
    work = half / "work"
    work.mkdir()
    tools, root = copy_root(base, work / "tools"), work / "root"
    _unpack(kind, base, root)
    build_kernel_and_initramfs(kind, tools, half, root)
    _fetch(kind, tools, root)
    _stage(kind, work / "staged")
    run_checked([*SUDO, "cp", "--recursive", "--no-preserve=ownership", f"{work}/staged/.", str(root)])
    make_ext4_image(root, half / "image")
    tell(f"Configuring them in {kind} itself (about 10 minutes) ...")
    _configure(kind, half, work)
    remove_root(work)


def _unpack(kind: Platform, base: Path, root: Path) -> None:
    """Run the first stage of debootstrap, and copy the parts that do not depend on the processor."""
    mirror = (base / "etc/apt/sources.list").read_text().split()[1]
    words = ["--foreign", f"--arch={kind.architecture}", "--variant=minbase", f"--include={LITE_PACKAGES}"]
    run_checked([*SUDO, *NAMESPACE_COMMAND, "debootstrap", *words, kind.debian_suite, str(root), mirror])
    for name in SHARED_PATHS:
        run_checked([*SUDO, "mkdir", "--parents", str((root / name).parent)])
        run_checked([*SUDO, "cp", "--archive", str(base / name), str(root / name)])


def _fetch(kind: Platform, tools: Path, root: Path) -> None:
    """Fetch the packages that are installed in the machine, and their lists."""
    names = [
        *BOOT_PACKAGES.split(","),
        *(name for name in packages_of_install_script() if name != STUBBED_PACKAGE),
    ]
    for words in (["update"], ["install", "-y", "--no-install-recommends", "--download-only", *names]):
        done = run_in_root(tools, "apt-get", *APT_ARM_OPTIONS, "-qq", *words)
        if done.returncode:
            raise build_error(f"apt-get for {kind}", done.stdout)
    for here, there in (("archives", "var/cache/apt/archives"), ("lists", "var/lib/apt/lists")):
        run_checked([*SUDO, "mkdir", "--parents", str(root / there)])
        run_checked([*SUDO, "cp", "--recursive", f"{tools}/opt/arm/{here}/.", str(root / there)])


def _stage(kind: Platform, staged: Path) -> None:
    """Add the files of this repository: the agent, the wheels, and the script of the first start."""
    for name, text, mode in (
        ("usr/local/sbin/machine-agent", (GUEST_FOLDER / "agent.py").read_text(), 0o755),
        ("etc/systemd/system/agent.service", (GUEST_FOLDER / "agent.service").read_text(), 0o644),
        ("etc/hostname", HOSTNAME, 0o644),
        ("etc/fstab", FSTAB, 0o644),
        ("etc/udev/rules.d/99-com.rules", UDEV_RULES, 0o644),
        (SECOND_STAGE_SCRIPT, CONFIGURE_SCRIPT.replace("$STARTS", BOOT_PACKAGES.replace(",", " ")), 0o755),
    ):
        path = staged / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
    lists = [REPOSITORY_ROOT / f"deploy/requirements/{name}.txt" for name in ("run", "pi")]
    run_checked(
        [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            str(staged / "opt/wheels"),
        ]
        + pip_wheel_options(KERNEL_ARCHITECTURES[kind.architecture], PYTHON_BY_SUITE[kind.debian_suite])
        + [word for path in lists for word in ("--requirement", str(path))]
    )


def _configure(kind: Platform, half: Path, work: Path) -> None:
    """Run the second stage of debootstrap as the first process of a machine with `image`, which it changes."""
    start = BootDisk(kind, half / "image", half / "vmlinuz", half / "initramfs")
    words = f"console={SERIAL_DEVICES[kind.architecture]} init=/{SECOND_STAGE_SCRIPT}"
    with VirtualMachine(start, work, devices=(), words=words, name="configuring") as machine:
        machine.wait_until_off(CONFIGURE_TIMEOUT_S)
    said = machine.log.read_text(errors="replace")
    if CONFIGURED_MARK not in said:
        raise build_error(f"configuring the packages of {kind}", said.split("Kernel panic")[0])
    run_checked(["qemu-img", "commit", "-q", str(machine.overlay)])
