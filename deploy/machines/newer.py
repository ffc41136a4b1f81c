"""Debian's newest kernel, with any release: its backports build gpio-sim, pins that are played, which the releases' own
kernels (6.1 and 6.12) leave out.

The kernel's modules come to the machine on a second disk, so that the first one is as it was installed.
"""

from __future__ import annotations

from inspect import getsource
from pathlib import Path

from machines import kernel
from machines.cache import MACHINES, digest, failed, half_made, used
from machines.kernel import take_kernel
from machines.kinds import Disk, Kind, Tell
from machines.lite import make_image
from machines.roots import AS_ON_ARM, alone, copied, fresh, put, remove, run

RELEASE = "trixie"
"""The one whose backports have it."""

PREFERRED = f"""\
Package: linux-*
Pin: release n={RELEASE}-backports
Pin-Priority: 900
"""
"""apt takes nothing from the backports unless it is told to."""


def newer(disk: Disk, tell: Tell = print) -> Disk:
    """The same disk with Debian's newest kernel; made now if it is not in the cache. Raises MachineError."""
    kind = Kind(RELEASE, disk.kind.architecture)
    key = digest(getsource(_make), PREFERRED, getsource(kernel))
    made = MACHINES / f"newer-{kind.architecture}-{key}"
    with alone(MACHINES / f"newer-{kind.architecture}.lock"):
        if not made.exists():
            with half_made(f"newer-{kind.architecture}") as half:
                tell(f"Taking the newest kernel from {RELEASE}-backports ...")
                _make(kind, half)
                half.rename(made)
        used(made)
    return disk._replace(kernel=made / "vmlinuz", initramfs=made / "initramfs", modules=made / "modules.img")


def _make(kind: Kind, half: Path) -> None:
    root, modules = copied(fresh(kind.suite), half / "root"), half / "modules"
    arm = AS_ON_ARM if kind.architecture == "arm64" else []
    listed = (root / "etc/apt/sources.list").read_text()
    put(root, "/etc/apt/sources.list", listed + listed.replace(f" {RELEASE} ", f" {RELEASE}-backports "))
    put(root, "/etc/apt/preferences.d/newer", PREFERRED)
    done = run(root, "apt-get", "update", "-qq", *arm)
    if done.returncode:
        raise failed(f"apt-get for {RELEASE}-backports", done.stdout)
    (modules / "usr/lib").mkdir(parents=True)
    (modules / "lib").symlink_to("usr/lib")
    take_kernel(kind, root, half, modules)
    make_image(modules / "usr/lib/modules", half / "modules.img")
    remove(root)
    remove(modules)
