"""A computer of a processor that this one does not have: its packages are unpacked here, and whatever runs programs of
theirs is done in the machine itself, at its first start.

So nothing is asked of this computer but QEMU: to run single programs in a folder is slower, and its kernel would have
to be told of them. The machine has no network: packages and wheels lie on its disk.
"""

from __future__ import annotations

import sys
from pathlib import Path

from machines.cache import failed
from machines.kernel import take_kernel
from machines.kinds import PROCESSORS, SERIAL, Disk, Kind, Tell
from machines.lite import AS_ON_A_LITE, FSTAB, GUEST, HOSTNAME, STARTS, make_image
from machines.machine import Machine
from machines.roots import (
    AS_ON_ARM,
    CELL,
    HOUSE,
    LIKE_LITE,
    PEOPLE,
    ROOT,
    STANDS_IN,
    SUITES,
    copied,
    must,
    packages,
    remove,
    run,
    wheels_for,
)

ALIKE = (
    "boot/firmware",
    "etc/apt/apt.conf.d/90as-this-computer",
    "etc/apt/sources.list",
    "etc/apt/sources.list.d/raspberry.list",
    "etc/dpkg/dpkg.cfg.d/quick",
    "opt/raspberry",
    "usr/lib/python3/dist-packages/RPi",
)
"""What a root folder has of any processor: what stands in for a Raspberry Pi's, and how apt and dpkg go about it."""

DONE = "machine: configured"

SECOND_STAGE = "opt/second-stage"

CONFIGURE = f"""\
#!/bin/sh
# The first process of the machine: when it fails, the kernel panics, and the machine is off.
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive
/debootstrap/debootstrap --second-stage
mountpoint --quiet /proc || mount -t proc proc /proc
apt-get install -y -qq --no-install-recommends $STARTS
{PEOPLE}systemctl enable agent
exec sh -c 'rm /{SECOND_STAGE}; mount -o remount,ro / || sync; echo "{DONE}"; exec systemctl poweroff -ff'
"""

CONFIGURING = 400.0
"""Seconds that a computer may take for it; a machine's slowness comes on top."""


def computer(kind: Kind, base: Path, half: Path, tell: Tell) -> None:
    """Makes `image`, `vmlinuz` and `initramfs` in the folder `half`. `base`: the root folder of the same release, whose
    programs run here.
    """
    tell(f"Getting the packages of {kind} (about 2 minutes) ...")
    work = half / "work"
    work.mkdir()
    tools, root = copied(base, work / "tools"), work / "root"
    _unpack(kind, base, root)
    take_kernel(kind, tools, half, root)
    _fetch(kind, tools, root)
    _stage(kind, work / "staged")
    must([*ROOT, "cp", "--recursive", "--no-preserve=ownership", f"{work}/staged/.", str(root)])
    make_image(root, half / "image")
    tell(f"Configuring them in {kind} itself (about 10 minutes) ...")
    _configure(kind, half, work)
    remove(work)


def _unpack(kind: Kind, base: Path, root: Path) -> None:
    """The first stage of debootstrap, and what any processor's root has."""
    mirror = (base / "etc/apt/sources.list").read_text().split()[1]
    words = ["--foreign", f"--arch={kind.architecture}", "--variant=minbase", f"--include={LIKE_LITE}"]
    must([*ROOT, *CELL, "debootstrap", *words, kind.suite, str(root), mirror])
    for name in ALIKE:
        must([*ROOT, "mkdir", "--parents", str((root / name).parent)])
        must([*ROOT, "cp", "--archive", str(base / name), str(root / name)])


def _fetch(kind: Kind, tools: Path, root: Path) -> None:
    """The packages that are installed in the machine, and the lists in which they stand."""
    names = [*STARTS.split(","), *(name for name in packages() if name != STANDS_IN)]
    for words in (["update"], ["install", "-y", "--no-install-recommends", "--download-only", *names]):
        done = run(tools, "apt-get", *AS_ON_ARM, "-qq", *words)
        if done.returncode:
            raise failed(f"apt-get for {kind}", done.stdout)
    for here, there in (("archives", "var/cache/apt/archives"), ("lists", "var/lib/apt/lists")):
        must([*ROOT, "mkdir", "--parents", str(root / there)])
        must([*ROOT, "cp", "--recursive", f"{tools}/opt/arm/{here}/.", str(root / there)])


def _stage(kind: Kind, staged: Path) -> None:
    """What this house adds to the packages: the agent, the wheels, and what is done at the first start."""
    for name, text, mode in (
        ("usr/local/sbin/machine-agent", (GUEST / "agent.py").read_text(), 0o755),
        ("etc/systemd/system/agent.service", (GUEST / "agent.service").read_text(), 0o644),
        ("etc/hostname", HOSTNAME, 0o644),
        ("etc/fstab", FSTAB, 0o644),
        ("etc/udev/rules.d/99-com.rules", AS_ON_A_LITE, 0o644),
        (SECOND_STAGE, CONFIGURE.replace("$STARTS", STARTS.replace(",", " ")), 0o755),
    ):
        path = staged / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
    lists = [HOUSE / f"deploy/requirements/{name}.txt" for name in ("run", "pi")]
    must(
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
        + wheels_for(PROCESSORS[kind.architecture], SUITES[kind.suite])
        + [word for path in lists for word in ("--requirement", str(path))]
    )


def _configure(kind: Kind, half: Path, work: Path) -> None:
    """The second stage of debootstrap, as the first process of a machine that starts from `image`, which it changes."""
    start = Disk(kind, half / "image", half / "vmlinuz", half / "initramfs")
    words = f"console={SERIAL[kind.architecture]} init=/{SECOND_STAGE}"
    with Machine(start, work, devices=(), words=words, name="configuring") as machine:
        machine.until_off(CONFIGURING)
    said = machine.log.read_text(errors="replace")
    if DONE not in said:
        raise failed(f"configuring the packages of {kind}", said.split("Kernel panic")[0])
    must(["qemu-img", "commit", "-q", str(machine.overlay)])
