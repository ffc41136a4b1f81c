"""Debian's newest kernel, with any release: its backports contain gpio-sim, which simulates pins.

The releases' own kernels (6.1 and 6.12) leave it out. The kernel's modules come to the machine on a second
disk, so that the first one is as it was installed.
"""

from __future__ import annotations

from inspect import getsource
from pathlib import Path

from machines import kernel
from machines.bootable_root import make_ext4_image
from machines.cache import (
    MACHINES_CACHE,
    build_error,
    mark_used_and_prune,
    short_digest,
    temporary_build_folder,
)
from machines.kernel import build_kernel_and_initramfs
from machines.platforms import BootDisk, Platform, ReportProgress
from machines.root_folders import (
    APT_ARM_OPTIONS,
    copy_root,
    exclusive_lock,
    fresh_root,
    remove_root,
    run_in_root,
    write_file,
)

BACKPORTS_SUITE = "trixie"
"""The release whose backports have it."""

APT_PREFERENCES = f"""\
Package: linux-*
Pin: release n={BACKPORTS_SUITE}-backports
Pin-Priority: 900
"""
"""apt uses the backports only where it is told to."""


def with_newer_kernel(disk: BootDisk, tell: ReportProgress = print) -> BootDisk:
    """The same disk with Debian's newest kernel, made if it is not in the cache. Raises MachineError."""
    kind = Platform(BACKPORTS_SUITE, disk.platform.architecture)
    key = short_digest(getsource(_make), APT_PREFERENCES, getsource(kernel))
    made = MACHINES_CACHE / f"newer-{kind.architecture}-{key}"
    with exclusive_lock(MACHINES_CACHE / f"newer-{kind.architecture}.lock"):
        if not made.exists():
            with temporary_build_folder(f"newer-{kind.architecture}") as half:
                tell(f"Taking the newest kernel from {BACKPORTS_SUITE}-backports ...")
                _make(kind, half)
                half.rename(made)
        mark_used_and_prune(made)
    return disk._replace(kernel=made / "vmlinuz", initramfs=made / "initramfs", modules=made / "modules.img")


def _make(kind: Platform, half: Path) -> None:
    root, modules = copy_root(fresh_root(kind.debian_suite), half / "root"), half / "modules"
    arm = APT_ARM_OPTIONS if kind.architecture == "arm64" else []
    listed = (root / "etc/apt/sources.list").read_text()
    write_file(
        root,
        "/etc/apt/sources.list",
        listed + listed.replace(f" {BACKPORTS_SUITE} ", f" {BACKPORTS_SUITE}-backports "),
    )
    write_file(root, "/etc/apt/preferences.d/newer", APT_PREFERENCES)
    done = run_in_root(root, "apt-get", "update", "-qq", *arm)
    if done.returncode:
        raise build_error(f"apt-get for {BACKPORTS_SUITE}-backports", done.stdout)
    (modules / "usr/lib").mkdir(parents=True)
    (modules / "lib").symlink_to("usr/lib")
    build_kernel_and_initramfs(kind, root, half, modules)
    make_ext4_image(modules / "usr/lib/modules", half / "modules.img")
    remove_root(root)
    remove_root(modules)
